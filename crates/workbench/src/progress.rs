//! Lines of a search, as the tools print them.

use search::{Found, Report};
use std::fmt::Display;
use std::time::Duration;

/// A report as a line.
#[must_use]
pub fn progress<M: Display>(report: &Report<'_, M>) -> String {
    let pv: Vec<String> = report.pv.iter().map(ToString::to_string).collect();
    format!(
        "depth {:2} seldepth {:2} score {} nodes {} ms {} pv {}",
        report.depth,
        report.seldepth,
        report.score,
        report.nodes,
        report.time.as_millis(),
        pv.join(" ")
    )
}

/// How fast a search was, as a line.
#[must_use]
pub fn speed<M>(found: &Found<M>, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    format!("nodes {} seconds {seconds:.2} nps {:.0}", found.nodes, found.nodes as f64 / seconds)
}
