//! Rows added up over positions, and the check that exact techniques agree.

use crate::{Measurement, ladder};
use serde::Serialize;

/// The figures of a technique at a depth, over the positions that all techniques of the summary
/// searched to this depth, or if there are none, over those that this one did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// The rung's id.
    pub technique: String,
    /// The depth in plies.
    pub depth: u32,
    /// The number of positions.
    pub positions: usize,
    /// See [`Measurement::leaves`]; so are the next.
    pub leaves: u64,
    /// Nodes above quiescence that tried a move.
    pub inner: u64,
    /// Nodes of quiescence.
    pub quiescence: u64,
    /// All nodes.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
    /// Effective branching factor: nodes by nodes one ply less deep, on the same positions.
    pub branching: Option<f64>,
    /// The share of cut-offs that the first move made.
    pub first_move: Option<f64>,
    /// Leaves by the leaves of the minimal tree of Knuth and Moore.
    pub minimal: Option<f64>,
    /// The share of nodes that the table ended.
    pub table: f64,
    /// The share of nodes in quiescence.
    pub quiet: f64,
}

/// All figures, by technique and depth.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// One for each technique and depth, in the order of the rows.
    pub figures: Vec<Figures>,
}

/// Two exact techniques with different scores: an error of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The position.
    pub position: String,
    /// The depth.
    pub depth: u32,
    /// One technique and its score.
    pub one: (String, String),
    /// The other and its score.
    pub other: (String, String),
}

/// Exact techniques that do not agree about a position; none if all is well.
#[must_use]
pub fn disagreements(rows: &[Measurement]) -> Vec<Disagreement> {
    let is_exact = |row: &&Measurement| {
        row.complete && ladder::find(&row.technique).is_ok_and(|rung| rung.exact)
    };
    let exact: Vec<&Measurement> = rows.iter().filter(is_exact).collect();
    let mut found = Vec::new();
    for (i, row) in exact.iter().enumerate() {
        let same =
            |first: &&&Measurement| first.position == row.position && first.depth == row.depth;
        if let Some(first) = exact[..i].iter().find(same)
            && first.score != row.score
        {
            found.push(Disagreement {
                position: row.position.clone(),
                depth: row.depth,
                one: (first.technique.clone(), first.score.clone()),
                other: (row.technique.clone(), row.score.clone()),
            });
        }
    }
    found
}

/// The leaves of the minimal tree of alpha-beta for a game with so many leaves at this depth (Knuth
/// and Moore 1975): with b moves in each position, b^⌈d/2⌉ + b^⌊d/2⌋ − 1.
#[must_use]
pub(crate) fn minimal_leaves(all: f64, depth: u32) -> f64 {
    let width = all.powf(1.0 / f64::from(depth.max(1)));
    let half = f64::from(depth / 2);
    width.powf(f64::from(depth) - half) + width.powf(half) - 1.0
}

/// `a` by `b`; `None` if `b` is 0.
fn ratio(a: u64, b: u64) -> Option<f64> {
    (b > 0).then(|| a as f64 / b as f64)
}

impl Summary {
    /// The figures of these rows.
    #[must_use]
    pub fn of(rows: &[Measurement]) -> Self {
        let mut keys: Vec<(&str, u32)> = Vec::new();
        for row in rows {
            let key = (row.technique.as_str(), row.depth);
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        let figures = keys.iter().filter_map(|&(technique, depth)| figures(rows, technique, depth));
        Self { figures: figures.collect() }
    }

    /// The figures of a technique at a depth.
    #[must_use]
    pub fn find(&self, technique: &str, depth: u32) -> Option<&Figures> {
        self.figures.iter().find(|f| f.technique == technique && f.depth == depth)
    }

    /// The techniques, in order.
    #[must_use]
    pub fn techniques(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for figures in &self.figures {
            if !names.contains(&figures.technique.as_str()) {
                names.push(&figures.technique);
            }
        }
        names
    }
}

fn find<'a>(
    rows: &'a [Measurement],
    technique: &str,
    position: &str,
    depth: u32,
) -> Option<&'a Measurement> {
    rows.iter().find(|row| {
        row.complete && row.depth == depth && row.technique == technique && row.position == position
    })
}

/// Sums over the rows of a technique at a depth.
fn figures(rows: &[Measurement], technique: &str, depth: u32) -> Option<Figures> {
    let own: Vec<&Measurement> = rows
        .iter()
        .filter(|row| row.complete && row.technique == technique && row.depth == depth)
        .collect();
    // Comparable are the positions that all techniques finished at this depth.
    let unfinished = |row: &Measurement, position: &str| {
        !row.complete && row.position == position && row.depth <= depth
    };
    let common: Vec<&Measurement> = own
        .iter()
        .copied()
        .filter(|own| !rows.iter().any(|row| unfinished(row, &own.position)))
        .collect();
    let chosen = if common.is_empty() { own } else { common };
    if chosen.is_empty() {
        return None;
    }
    let sum = |of: &dyn Fn(&Measurement) -> u64| chosen.iter().map(|row| of(row)).sum::<u64>();
    let (leaves, inner, quiescence) =
        (sum(&|row| row.leaves), sum(&|row| row.inner), sum(&|row| row.quiescence));
    let nodes = leaves + inner + quiescence;
    let before = |row: &&&Measurement| find(rows, technique, &row.position, depth - 1);
    let (mut now, mut then) = (0, 0);
    for row in chosen.iter().filter(|row| before(row).is_some()) {
        now += row.nodes();
        then += before(&row).map_or(0, Measurement::nodes);
    }
    let minimal: Option<Vec<f64>> = chosen
        .iter()
        .map(|row| {
            let all = find(rows, "minimax", &row.position, depth).map(|all| all.leaves as f64);
            // Without minimax, the mean number of moves tells how wide the tree is.
            let mean = || ratio(row.width, row.inner).map(|b| b.powf(f64::from(depth)));
            all.or_else(mean).map(|all| minimal_leaves(all, depth))
        })
        .collect();
    Some(Figures {
        technique: technique.to_owned(),
        depth,
        positions: chosen.len(),
        leaves,
        inner,
        quiescence,
        nodes,
        seconds: chosen.iter().map(|row| row.seconds).sum(),
        branching: ratio(now, then),
        first_move: ratio(sum(&|row| row.first_cut_offs), sum(&|row| row.cut_offs)),
        minimal: minimal.map(|least| leaves as f64 / least.iter().sum::<f64>().max(1.0)),
        table: ratio(sum(&|row| row.table), nodes).unwrap_or(0.0),
        quiet: ratio(quiescence, nodes).unwrap_or(0.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(technique: &str, depth: u32, leaves: u64, score: &str) -> Measurement {
        Measurement {
            position: "p".to_owned(),
            technique: technique.to_owned(),
            depth,
            complete: true,
            score: score.to_owned(),
            leaves,
            cut_offs: 4,
            first_cut_offs: 3,
            ..Measurement::default()
        }
    }

    #[test]
    fn the_minimal_tree_is_that_of_knuth_and_moore() {
        // 40 moves, 4 plies: 40² + 40² − 1.
        assert!((minimal_leaves(40_f64.powi(4), 4) - 3199.0).abs() < 1e-6);
        // 3 plies: 40² + 40 − 1.
        assert!((minimal_leaves(40_f64.powi(3), 3) - 1639.0).abs() < 1e-6);
    }

    #[test]
    fn figures_are_sums_and_ratios() {
        let rows = [
            row("minimax", 1, 40, "3"),
            row("minimax", 2, 1600, "1"),
            row("alpha-beta", 2, 158, "1"),
        ];
        let summary = Summary::of(&rows);
        let minimax = summary.find("minimax", 2).unwrap();
        assert_eq!(minimax.branching, Some(40.0));
        let pruned = summary.find("alpha-beta", 2).unwrap();
        assert_eq!((pruned.branching, pruned.first_move), (None, Some(0.75)));
        assert!((pruned.minimal.unwrap() - 2.0).abs() < 1e-9);
        assert!(disagreements(&rows).is_empty());
    }

    #[test]
    fn exact_techniques_that_disagree_are_found() {
        let rows =
            [row("minimax", 2, 9, "3"), row("alpha-beta", 2, 5, "4"), row("full", 2, 5, "7")];
        let found = disagreements(&rows);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].other, ("alpha-beta".to_owned(), "4".to_owned()));
    }

    #[test]
    fn only_positions_that_all_finished_are_compared() {
        let mut slow = row("minimax", 3, 0, "");
        slow.complete = false;
        let mut elsewhere = row("alpha-beta", 3, 7, "1");
        elsewhere.position = "q".to_owned();
        let rows = [slow, row("alpha-beta", 3, 100, "1"), elsewhere];
        assert_eq!(Summary::of(&rows).find("alpha-beta", 3).unwrap().leaves, 7);
    }
}
