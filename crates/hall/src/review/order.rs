//! A review that other machines do in parts: what they are told, and what they find.

use crate::review::work::{Effort, IllegalMove, ReviewWork};
use crate::review::{Confirmation, ExactResult, MoveResult, PositionResult};
use engine::{Score, Session};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::time::Duration;

/// Positions of a unit: some seconds of work at the usual half a second for each.
const POSITIONS: usize = 8;
/// The longest game, in moves.
pub const LONGEST: usize = 2_000;
/// What one position may cost at most.
const NODES: u64 = 100_000_000;
const MS: u64 = 600_000;
/// The largest table, in MiB.
const TABLE_MB: u32 = 1 << 10;

/// A game to be reviewed, with all that the result depends on. With nodes alone every machine with the same build finds
/// the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewOrder {
    /// The variant's id.
    pub variant: String,
    /// Its rule set.
    pub rules: String,
    /// The position at the start.
    pub start: String,
    /// The moves, in engine notation.
    pub moves: Vec<String>,
    /// Nodes for each position.
    pub nodes: Option<u64>,
    /// Milliseconds for each position.
    pub ms: Option<u64>,
    /// The table of the engine, in MiB.
    pub table_mb: u32,
    /// The moves that are theory though their opening may have no name ([`ReviewWork::know_book`]).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub book: Vec<usize>,
}

impl ReviewOrder {
    /// How many units it has.
    #[must_use]
    pub fn units(&self) -> u64 {
        (self.moves.len() + 1).div_ceil(POSITIONS) as u64
    }

    /// The positions of a unit, by the number of moves before them; the last ones come first, as in [`ReviewWork`]. Empty for a
    /// unit that there is not.
    #[must_use]
    pub fn plies(&self, unit: u64) -> Range<usize> {
        let before = usize::try_from(unit).unwrap_or(usize::MAX).saturating_mul(POSITIONS);
        let end = (self.moves.len() + 1).saturating_sub(before);
        end.saturating_sub(POSITIONS)..end
    }

    /// What is wrong with an order that came from outside, but for its moves.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.moves.is_empty() || self.moves.len() > LONGEST {
            faults.push(format!("moves: expected 1 to {LONGEST}"));
        }
        if self.nodes.is_none() && self.ms.is_none() {
            faults.push("nodes or ms: expected one of them".to_owned());
        }
        if self.nodes.is_some_and(|nodes| !(1..=NODES).contains(&nodes)) {
            faults.push(format!("nodes: expected 1 to {NODES}"));
        }
        if self.ms.is_some_and(|ms| !(1..=MS).contains(&ms)) {
            faults.push(format!("ms: expected 1 to {MS}"));
        }
        if !(1..=TABLE_MB).contains(&self.table_mb) {
            faults.push(format!("table_mb: expected 1 to {TABLE_MB}"));
        }
        faults
    }

    /// The game, not searched yet, from a session at its start.
    ///
    /// # Errors
    /// When a move is not possible.
    pub fn work(&self, start: Box<dyn Session>) -> Result<ReviewWork, Box<IllegalMove>> {
        let effort = Effort { nodes: self.nodes, time: self.ms.map(Duration::from_millis) };
        let mut work = ReviewWork::new(start, &self.moves, effort)?;
        work.know_book(&self.book);
        Ok(work)
    }
}

/// What was found in a position, as it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionFinding {
    ply: usize,
    score: Score,
    line: Vec<String>,
    depth: u32,
    nodes: u64,
    solved: Option<ExactResult>,
    compared: Option<MoveResult>,
    confirmed: Option<Confirmation>,
}

/// Whether an engine says such scores.
fn is_possible(score: Score) -> bool {
    let (Score::Cp(points) | Score::Mate(points)) = score;
    points.unsigned_abs() <= MOST_POINTS
}

impl ReviewWork {
    /// What is known of these positions.
    #[must_use]
    pub fn findings(&self, plies: Range<usize>) -> Vec<PositionFinding> {
        let of = |ply| {
            let searched = self.searched(ply)?;
            Some(PositionFinding {
                ply,
                score: searched.score,
                line: searched.line.clone(),
                depth: searched.depth,
                nodes: searched.nodes,
                solved: searched.solved,
                compared: searched.compared.clone(),
                confirmed: searched.confirmed.clone(),
            })
        };
        plies.filter_map(of).collect()
    }

    /// Takes over what another machine found in one of these positions, and returns which. Its moves are checked by the rules; its scores cannot be checked without
    /// searching again.
    ///
    /// # Errors
    /// When it cannot be of this game, in words.
    pub fn take(
        &mut self,
        finding: PositionFinding,
        plies: &Range<usize>,
    ) -> Result<usize, String> {
        let PositionFinding { ply, score, line, depth, nodes, solved, compared, confirmed } =
            finding;
        if ply > self.moves().len() || !plies.contains(&ply) {
            return Err(format!("the position after {ply} moves was not asked for"));
        }
        let played = self.moves.get(ply).map(String::as_str);
        let best = line.first().cloned();
        let best = best.as_deref();
        // The lines with the moves after which they begin.
        let mut lines = vec![(score, None, &line)];
        lines.extend(compared.as_ref().map(|after| (after.score, best, &after.line)));
        if let Some(Confirmation { played: after_played, best: after_best, .. }) = &confirmed {
            lines.push((after_played.score, played, &after_played.line));
            lines.extend(after_best.as_ref().map(|after| (after.score, best, &after.line)));
        }
        for (score, first, line) in lines {
            if !is_possible(score) {
                return Err(format!("after {ply} moves: the score is too great"));
            }
            let mut session = self.session(ply);
            for text in first.into_iter().chain(line.iter().map(String::as_str)) {
                // A line may go on after a repetition that ends the game.
                if session.verdict().is_some() {
                    break;
                }
                session
                    .push(text)
                    .map_err(|error| format!("after {ply} moves: {text}: {error}"))?;
            }
        }
        self.give(ply, PositionResult { score, line, depth, nodes, solved, compared, confirmed });
        Ok(ply)
    }
}

/// More than any engine says.
const MOST_POINTS: u32 = 1_000_000;
