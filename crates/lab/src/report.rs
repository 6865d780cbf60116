//! Results as text, CSV, JSON, and as a page with charts.

use crate::chart::{Chart, Series};
use crate::summary::{Disagreement, Figures, Summary, disagreements};
use crate::{LabError, Measurement, ladder};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The heads of the columns of [`table`].
const HEADS: [&str; 12] = [
    "technique",
    "depth",
    "n",
    "leaves",
    "inner",
    "quiet",
    "seconds",
    "branching",
    "first move",
    "× minimal",
    "table",
    "of minimax",
];

/// The name of a rung in reports.
fn name(id: &str) -> &str {
    ladder::find(id).map_or(id, |rung| rung.name)
}

/// A share as per cent.
fn share(value: f64) -> String {
    format!("{:.1}%", value * 100.0)
}

/// A number, or a dash.
fn perhaps(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}"))
}

/// The cells of one line of the table.
fn cells(figures: &Figures, summary: &Summary) -> [String; 12] {
    // Minimax says how much was saved, on the same positions.
    let minimax = summary.find("minimax", figures.depth);
    let minimax = minimax.filter(|all| all.positions == figures.positions && all.leaves > 0);
    let saved = minimax.map(|all| figures.leaves as f64 / all.leaves as f64);
    [
        name(&figures.technique).to_owned(),
        figures.depth.to_string(),
        figures.positions.to_string(),
        figures.leaves.to_string(),
        figures.inner.to_string(),
        figures.quiescence.to_string(),
        format!("{:.3}", figures.seconds),
        perhaps(figures.branching, 2),
        figures.first_move.map_or_else(|| "–".to_owned(), share),
        perhaps(figures.minimal, 2),
        share(figures.table),
        saved.map_or_else(|| "–".to_owned(), |saved| format!("{:.3}%", saved * 100.0)),
    ]
}

/// The figures as a table of text.
#[must_use]
pub fn table(rows: &[Measurement]) -> String {
    let summary = Summary::of(rows);
    let lines: Vec<[String; 12]> = summary.figures.iter().map(|f| cells(f, &summary)).collect();
    let mut widths = HEADS.map(|head| head.chars().count());
    for line in &lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for line in std::iter::once(&HEADS.map(str::to_owned)).chain(&lines) {
        for (i, (cell, width)) in line.iter().zip(widths).enumerate() {
            let space = " ".repeat(width - cell.chars().count());
            // Names stand at the left, numbers at the right.
            let cell = if i == 0 { format!("{cell}{space}") } else { format!("  {space}{cell}") };
            text += &cell;
        }
        let end = text.trim_end().len();
        text.truncate(end);
        text.push('\n');
    }
    text
}

/// Seconds below which a time is compared with no other: a busy machine makes more of a difference.
pub(crate) const LEAST: f64 = 0.2;

/// The column of the seconds.
const SECONDS: usize = 6;

/// The figures as a table of Markdown. In place of seconds, which are those of one machine at one time, it has
/// the share of the time of the first technique at the same depth.
#[must_use]
pub fn markdown(rows: &[Measurement]) -> String {
    let summary = Summary::of(rows);
    let mut heads = HEADS;
    heads[SECONDS] = "time";
    let mut text = format!("| {} |\n|{}\n", heads.join(" | "), "---|".repeat(heads.len()));
    for figures in &summary.figures {
        let first = summary.figures.iter().find(|first| first.depth == figures.depth);
        let first = first.filter(|first| first.positions == figures.positions);
        let first = first.filter(|first| first.seconds > LEAST);
        let mut cells = cells(figures, &summary);
        cells[SECONDS] =
            first.map_or_else(|| "–".to_owned(), |first| share(figures.seconds / first.seconds));
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}

/// A sentence about minimax and alpha-beta at the greatest depth that both searched, beside what was expected.
/// Empty if there is none.
#[must_use]
pub(crate) fn expected(rows: &[Measurement]) -> String {
    let summary = Summary::of(rows);
    let both = summary.figures.iter().rev().filter(|f| f.technique == "minimax").find_map(|all| {
        let pruned = summary.find("alpha-beta", all.depth)?;
        (pruned.positions == all.positions).then_some((all, pruned))
    });
    let Some((all, pruned)) = both else { return String::new() };
    let each = |figures: &Figures| figures.leaves as f64 / figures.positions.max(1) as f64;
    let width = each(all).powf(1.0 / f64::from(all.depth.max(1)));
    format!(
        "At depth {depth} minimax looks at {leaves:.0} leaves a position, as many as with {width:.1} \
         moves everywhere (expected: 40 moves, {theirs:.0} leaves). Alpha-beta looks at {pruned:.0}; the \
         square root of the leaves of minimax is {root:.0} (expected: {their_root:.0}).\n\n",
        depth = all.depth,
        leaves = each(all),
        theirs = 40_f64.powf(f64::from(all.depth)),
        pruned = each(pruned),
        root = each(all).sqrt(),
        their_root = 40_f64.powf(f64::from(all.depth) / 2.0),
    )
}

/// Every measurement as a line of CSV.
///
/// # Errors
/// When it cannot be written.
pub fn csv(rows: &[Measurement]) -> Result<String, LabError> {
    let failed = |error: csv::Error| LabError::Report(error.to_string());
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|error| LabError::Report(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| LabError::Report(error.to_string()))
}

/// Everything as JSON: the measurements, the figures, and techniques that do not agree.
#[must_use]
pub fn json(rows: &[Measurement]) -> Value {
    json!({
        "rows": rows,
        "figures": Summary::of(rows).figures,
        "disagreements": disagreements(rows),
    })
}

/// Whether the exact techniques agree, as a sentence.
#[must_use]
pub fn agreement(rows: &[Measurement]) -> String {
    let found = disagreements(rows);
    let Some(Disagreement { position, depth, one, other }) = found.first() else {
        return "All techniques that must not change the value agree.".to_owned();
    };
    format!(
        "{} disagreements; the first: {} finds {} and {} finds {} at depth {depth} in {position}",
        found.len(),
        one.0,
        one.1,
        other.0,
        other.1,
    )
}

/// The charts of a comparison: file name and SVG.
///
/// # Errors
/// When one cannot be drawn.
pub fn charts(rows: &[Measurement], of: &str) -> Result<Vec<(&'static str, String)>, LabError> {
    let summary = Summary::of(rows);
    let series = |value: &dyn Fn(&Figures) -> f64| -> Vec<Series> {
        let line = |technique: &&str| Series {
            name: name(technique).to_owned(),
            points: summary
                .figures
                .iter()
                .filter(|f| f.technique == *technique)
                // A sum means something only over the same number of positions.
                .map(|f| (f.depth, value(f) / f.positions.max(1) as f64))
                .collect(),
        };
        summary.techniques().iter().map(line).collect()
    };
    let leaves = Chart {
        title: format!("{of}: leaves for each position"),
        values: "leaves",
        series: series(&|f| f.leaves as f64),
    };
    let nodes = Chart {
        title: format!("{of}: nodes for each position, quiescence included"),
        values: "nodes",
        series: series(&|f| f.nodes as f64),
    };
    let seconds = Chart {
        title: format!("{of}: seconds for each position"),
        values: "seconds",
        series: series(&|f| f.seconds),
    };
    let mut drawn = Vec::new();
    for (file, chart) in [("leaves", leaves), ("nodes", nodes), ("seconds", seconds)] {
        if let Some(svg) = chart.svg()? {
            drawn.push((file, svg));
        }
    }
    Ok(drawn)
}

/// Characters that mean something in HTML, replaced.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The style of the page.
const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:76rem;margin:2rem auto;padding:0 1rem;\
    color:#222;background:#fff}table{border-collapse:collapse;font-variant-numeric:tabular-nums}\
    td,th{padding:.2rem .7rem;text-align:right;border-bottom:1px solid #ddd}\
    td:first-child,th:first-child{text-align:left}.wide{overflow-x:auto}svg{max-width:100%;height:auto}\
    .bad{color:#b00020}@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}\
    td,th{border-color:#444}svg{border-radius:6px}.bad{color:#ff8a80}}";

/// A page with table and charts that needs no other file.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn html(rows: &[Measurement], of: &str, command: &str) -> Result<String, LabError> {
    let summary = Summary::of(rows);
    let title = format!("{of}: techniques of the search");
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{0}</title>\
         <style>{STYLE}</style></head><body>\n<h1>{0}</h1>\n<p>Made by <code>{1}</code>.</p>\n",
        escape(&title),
        escape(command),
    );
    let class = if disagreements(rows).is_empty() { "" } else { " class=\"bad\"" };
    let _ = writeln!(page, "<p{class}>{}</p>", escape(&agreement(rows)));
    page += "<div class=\"wide\"><table><thead><tr>";
    for head in HEADS {
        let _ = write!(page, "<th scope=\"col\">{head}</th>");
    }
    page += "</tr></thead><tbody>\n";
    for figures in &summary.figures {
        page += "<tr>";
        for cell in cells(figures, &summary) {
            let _ = write!(page, "<td>{}</td>", escape(&cell));
        }
        page += "</tr>\n";
    }
    page += "</tbody></table></div>\n";
    for (_, svg) in charts(rows, of)? {
        let _ = writeln!(page, "<figure>{svg}</figure>");
    }
    page += "<p>Branching: nodes by nodes one ply less deep. First move: share of cut-offs that the \
             first move made. × minimal: leaves by those of the minimal tree of Knuth and Moore. \
             Table: share of nodes that the transposition table ended.</p>\n<h2>Positions</h2>\n<ol>\n";
    let mut seen: Vec<&str> = Vec::new();
    for row in rows {
        if !seen.contains(&row.position.as_str()) {
            seen.push(&row.position);
            let _ = writeln!(page, "<li><code>{}</code></li>", escape(&row.position));
        }
    }
    page += "</ol>\n</body></html>\n";
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Measurement> {
        let row = |technique: &str, depth, leaves, inner| Measurement {
            variant: "toy".to_owned(),
            position: "a <b>".to_owned(),
            technique: technique.to_owned(),
            depth,
            complete: true,
            score: "7".to_owned(),
            leaves,
            inner,
            seconds: 0.25,
            ..Measurement::default()
        };
        vec![row("minimax", 1, 40, 1), row("minimax", 2, 1600, 41), row("alpha-beta", 2, 158, 41)]
    }

    #[test]
    fn the_table_has_a_line_for_each_technique_and_depth() {
        let text = table(&rows());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[0].starts_with("technique   depth  n  leaves"));
        assert!(lines[3].starts_with("alpha-beta      2  1     158"), "{text}");
        assert!(lines[3].ends_with("9.875%"), "{text}");
    }

    #[test]
    fn markdown_has_shares_of_time_and_the_expected_leaves() {
        let rows = rows();
        let text = markdown(&rows);
        assert!(text.lines().last().unwrap().contains("| 41 | 0 | 100.0% |"), "{text}");
        assert!(!text.contains("seconds"), "{text}");
        let expected = expected(&rows);
        assert!(
            expected.contains("1600 leaves a position, as many as with 40.0 moves"),
            "{expected}"
        );
        assert!(expected.contains("looks at 158; the square root"), "{expected}");
    }

    #[test]
    fn csv_json_and_page_have_the_same_rows() {
        let rows = rows();
        let csv = csv(&rows).unwrap();
        assert_eq!(csv.lines().count(), 4);
        assert!(csv.starts_with("variant,position,technique,depth,"));
        assert_eq!(json(&rows)["figures"][1]["leaves"], 1600);
        let page = html(&rows, "toy", "yiqi lab compare toy").unwrap();
        assert!(page.contains("<code>a &lt;b&gt;</code>") && page.contains("<svg"));
        assert!(page.contains("agree."));
    }
}
