//! The results of a suite for people and programs.

use super::results::{Row, Settings};
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;

/// The results of a suite in numbers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Summary {
    pub(super) positions: usize,
    pub(super) solved: usize,
    pub(super) solved_percent: f64,
    /// The points earned and the most that could be, where the suite gives points.
    pub(super) points: Option<[u64; 2]>,
    /// Over the solved positions.
    pub(super) mean_milliseconds_to_solution: Option<f64>,
    pub(super) mean_nodes_to_solution: Option<f64>,
    pub(super) nodes: u64,
}

impl Summary {
    pub(super) fn of(rows: &[Row]) -> Summary {
        let solutions = || rows.iter().filter_map(|row| row.solution);
        let solved = solutions().count();
        let mean = |sum: u64| (solved > 0).then(|| sum as f64 / solved as f64);
        let with_points: Vec<[u64; 2]> = rows
            .iter()
            .filter_map(|row| Some([row.points?.into(), row.of?.into()]))
            .collect();
        let sum = |index: usize| with_points.iter().map(|points| points[index]).sum();
        Summary {
            positions: rows.len(),
            solved,
            solved_percent: 100.0 * solved as f64 / rows.len().max(1) as f64,
            points: (!with_points.is_empty()).then(|| [sum(0), sum(1)]),
            mean_milliseconds_to_solution: mean(solutions().map(|it| it.milliseconds).sum()),
            mean_nodes_to_solution: mean(solutions().map(|it| it.nodes).sum()),
            nodes: rows.iter().map(|row| row.search.nodes).sum(),
        }
    }
}

/// One JSON object.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    settings: &'a Settings,
    summary: Summary,
    results: &'a [Row],
}

pub(super) fn json(settings: &Settings, rows: &[Row]) -> String {
    let report = Report {
        settings,
        summary: Summary::of(rows),
        results: rows,
    };
    serde_json::to_string(&report).unwrap_or_default()
}

/// A table with a row for each position, and what it comes to. The last line tells of this run alone:
/// without the `earlier` nodes, which an interrupted run has searched.
pub(super) fn table(settings: &Settings, rows: &[Row], earlier: u64, elapsed: Duration) -> String {
    let width = |column: fn(&Row) -> &str, heading: &str| {
        let cells = rows.iter().map(|row| column(row).chars().count());
        cells.max().unwrap_or_default().clamp(heading.len(), 28)
    };
    let id = width(|row| &row.id, "position");
    let goal = width(|row| &row.goal, "to find");
    let with_points = rows.iter().any(|row| row.points.is_some());
    let heading = if with_points { "  points" } else { "" };
    let mut text = format!(
        "{:id$}  {:goal$}  {:<8} {:>10}  solved{heading}  at depth        nodes   seconds\n",
        "position", "to find", "move", "score"
    );
    for row in rows {
        let _ = write!(
            text,
            "{:id$}  {:goal$}  {:<8} {:>10}  {:<6}",
            cut(&row.id, id),
            cut(&row.goal, goal),
            row.mv,
            row.score,
            if row.solved { "yes" } else { "no" },
        );
        if with_points {
            let points = row
                .points
                .map_or(String::new(), |points| points.to_string());
            let _ = write!(text, "  {points:>6}");
        }
        if let Some(effort) = row.solution {
            let seconds = effort.milliseconds as f64 / 1000.0;
            let (depth, nodes) = (effort.depth, effort.nodes);
            let _ = write!(text, "  {depth:>8} {nodes:>12} {seconds:>9.2}");
        }
        text.push('\n');
    }
    text + &closing(settings, &Summary::of(rows), earlier, elapsed)
}

fn closing(settings: &Settings, summary: &Summary, earlier: u64, elapsed: Duration) -> String {
    let Summary {
        positions, solved, ..
    } = summary;
    let percent = summary.solved_percent;
    let mut text = format!("\nSolved {solved} of {positions} ({percent:.1} %)");
    if let Some([earned, of]) = summary.points {
        let percent = 100.0 * earned as f64 / of.max(1) as f64;
        let _ = write!(text, ", {earned} of {of} points ({percent:.1} %)");
    }
    if let (Some(milliseconds), Some(nodes)) = (
        summary.mean_milliseconds_to_solution,
        summary.mean_nodes_to_solution,
    ) {
        let seconds = milliseconds / 1000.0;
        let _ = write!(
            text,
            "; a solution took {nodes:.0} nodes, {seconds:.2} seconds on average"
        );
    }
    let each = [
        settings.depth.map(|depth| format!("depth {depth}")),
        settings.nodes.map(|nodes| format!("{nodes} nodes")),
        settings.movetime.map(|time| format!("{time} ms")),
    ];
    let each: Vec<String> = each.into_iter().flatten().collect();
    let seconds = elapsed.as_secs_f64();
    let nodes = summary.nodes - earlier;
    let speed = nodes as f64 / seconds.max(1e-3);
    let threads = match settings.threads {
        1 => "1 thread".to_owned(),
        threads => format!("{threads} threads"),
    };
    let _ = write!(
        text,
        "\nEach position: {}, {threads}, {} MiB\n{seconds:.1} seconds, {nodes} nodes, {speed:.0} nodes a second\n",
        each.join(", "),
        settings.hash,
    );
    text
}

/// The beginning of a text that does not fit.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width - 1).chain(['…']).collect()
}
