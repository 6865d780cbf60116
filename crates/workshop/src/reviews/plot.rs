//! The plot of a calibration as SVG.

use super::calibration::Group;
use std::fmt::Write as _;

/// The side of the square and the margin, in pixels.
const SIDE: f64 = 320.0;
const MARGIN: f64 = 44.0;

/// Expected against scored, a point for each group; its area grows with the number of positions.
pub(super) fn calibration(name: &str, groups: &[Group]) -> String {
    let x = |value: f64| MARGIN + SIDE * value;
    let y = |value: f64| MARGIN + SIDE * (1.0 - value);
    let size = SIDE + 2.0 * MARGIN;
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{size}\" height=\"{size}\" fill=\"#fff\"/>"
    );
    for tick in 0..=4 {
        let value = f64::from(tick) / 4.0;
        let (tx, ty) = (x(value), y(value));
        let _ = writeln!(
            svg,
            "<path d=\"M{tx} {} V{} M{} {ty} H{}\" stroke=\"#ddd\"/>\
             <text x=\"{tx}\" y=\"{}\" text-anchor=\"middle\">{value}</text>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{value}</text>",
            y(0.0),
            y(1.0),
            x(0.0),
            x(1.0),
            y(0.0) + 16.0,
            x(0.0) - 6.0,
            ty + 4.0,
        );
    }
    let _ = writeln!(
        svg,
        "<path d=\"M{} {} L{} {}\" stroke=\"#888\" stroke-dasharray=\"4 4\"/>",
        x(0.0),
        y(0.0),
        x(1.0),
        y(1.0)
    );
    let most = groups.iter().map(|group| group.positions).max().unwrap_or(1).max(1) as f64;
    for group in groups {
        let radius = 2.0 + 8.0 * (group.positions as f64 / most).sqrt();
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"#1668b8\" fill-opacity=\"0.7\"/>",
            x(group.expected),
            y(group.scored)
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">expected score ({name})</text>\
         <text x=\"14\" y=\"{}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {})\">scored</text>\n</svg>",
        x(0.5),
        y(0.0) + 34.0,
        y(0.5),
        y(0.5)
    );
    svg
}
