use super::LossPoint;
use plotters::prelude::*;
use std::path::Path;

/// Draws the losses over the epochs as an SVG picture.
///
/// # Errors
/// In words, if the picture cannot be written.
pub fn draw_loss_curve(
    path: &Path,
    curve: &[LossPoint],
    steps_per_epoch: u64,
) -> Result<(), String> {
    let epoch = |point: &LossPoint| point.step as f64 / steps_per_epoch as f64;
    let training: Vec<_> = curve
        .iter()
        .map(|point| (epoch(point), point.training))
        .collect();
    let held_out: Vec<_> = curve
        .iter()
        .filter_map(|point| Some((epoch(point), point.held_out?)))
        .collect();
    draw(path, &training, &held_out).map_err(|error| format!("{}: {error}", path.display()))
}

type Points = [(f64, f64)];

fn draw(
    path: &Path,
    training: &Points,
    held_out: &Points,
) -> Result<(), Box<dyn std::error::Error>> {
    let losses = || training.iter().chain(held_out).map(|point| point.1);
    let low = losses().fold(f64::INFINITY, f64::min).min(1.0);
    let high = losses().fold(0.0, f64::max).max(low + 1e-6);
    let last = training.last().map_or(1.0, |point| point.0);
    let margin = (high - low) / 20.0;
    let root = SVGBackend::new(path, (900, 540)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(0.0..last, (low - margin)..(high + margin))?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .y_desc("mean squared error of the win probability")
        .y_label_formatter(&|loss| format!("{loss:.5}"))
        .light_line_style(WHITE)
        .draw()?;
    for (points, name, color) in [(training, "training", BLUE), (held_out, "held out", RED)] {
        if points.is_empty() {
            continue;
        }
        chart
            .draw_series(LineSeries::new(
                points.iter().copied(),
                color.stroke_width(2),
            ))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE)
        .border_style(BLACK)
        .draw()?;
    root.present()?;
    Ok(())
}
