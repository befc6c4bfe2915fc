//! The course of a game as a picture (SVG).

use super::game::AnalysedGame;
use super::judgement::Fault;
use crate::types::Color as Player;
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

const SIZE: (u32, u32) = (960, 400);
const WHITE_WINS: RGBColor = RGBColor(240, 236, 226);
const BLACK_WINS: RGBColor = RGBColor(64, 60, 56);
const LINE: RGBColor = RGBColor(190, 90, 20);

/// Draws White's expected points after every half-move; mistakes and blunders are marked.
pub(super) fn draw(path: &Path, game: &AnalysedGame) -> Result<(), String> {
    try_draw(path, game).map_err(|error| format!("{}: {error}", path.display()))
}

fn try_draw(path: &Path, game: &AnalysedGame) -> Result<(), Box<dyn Error>> {
    let points: Vec<(f64, f64)> = (0..)
        .zip(game.white_expects())
        .map(|(half_moves, points)| (f64::from(half_moves), points))
        .collect();
    let last = points.last().map_or(1.0, |point| point.0).max(1.0);
    // Half-moves are told as full moves, which need not begin with 1 or with White.
    let first = game.pgn.start.fullmove_number();
    let black_begins = game.pgn.start.side_to_move() == Player::Black;
    let full_move = |half_moves: &f64| {
        let number = f64::from(first) + (half_moves + f64::from(u8::from(black_begins))) / 2.0;
        format!("{number:.0}")
    };
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let title = format!(
        "{} – {}",
        game.player(Player::White),
        game.player(Player::Black)
    );
    let mut chart = ChartBuilder::on(&root)
        .margin(14)
        .caption(title, ("sans-serif", 20))
        .x_label_area_size(40)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..last, 0.0..1.0)?;
    chart.plotting_area().fill(&BLACK_WINS)?;
    chart.draw_series(AreaSeries::new(points.iter().copied(), 0.0, WHITE_WINS))?;
    chart
        .configure_mesh()
        .x_desc("move")
        .y_desc("White's expected points")
        .x_labels(20)
        .x_label_formatter(&full_move)
        .y_labels(5)
        .y_label_formatter(&|points| format!("{:.0} %", 100.0 * points))
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(LINE.mix(0.35))
        .draw()?;
    chart.draw_series(LineSeries::new(
        points.iter().copied(),
        LINE.stroke_width(2),
    ))?;
    for (fault, color) in [
        (Fault::Mistake, RGBColor(230, 160, 30)),
        (Fault::Blunder, RED),
    ] {
        let after = points.iter().skip(1).zip(&game.moves);
        let marked = after.filter(|(_, played)| played.fault == Some(fault));
        let dots = marked.map(|(&point, _)| Circle::new(point, 5, color.filled()));
        chart
            .draw_series(dots.collect::<Vec<_>>())?
            .label(fault.to_string())
            .legend(move |(x, y)| Circle::new((x + 10, y), 5, color.filled()));
    }
    if game
        .moves
        .iter()
        .any(|played| played.fault >= Some(Fault::Mistake))
    {
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .background_style(WHITE.mix(0.85))
            .border_style(BLACK_WINS)
            .draw()?;
    }
    root.present()?;
    Ok(())
}
