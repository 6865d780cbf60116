//! How a game ended, in words and points.

use super::rules::Ruling;
use crate::Verdict;
use game::Line;
use gomoku::{Position, Reason, Rules, judge};

/// Whether and how the game has ended.
pub(super) fn verdict(line: &Line<Position>, ruling: &Ruling) -> Option<Verdict> {
    let game::Verdict { outcome, reason } = judge(line)?;
    let word = reason.word();
    // The reason prints as its word and then the evidence.
    let evidence = reason.to_string();
    let evidence = evidence.strip_prefix(word).unwrap_or(&evidence).trim().to_owned();
    let squares = match &reason {
        Reason::Five(row) => row.iter().map(ToString::to_string).collect(),
        Reason::Foul(foul) => std::iter::once(foul.at)
            .chain(foul.stones.iter().copied())
            .map(|s| s.to_string())
            .collect(),
        Reason::FullBoard | Reason::NoMoves => Vec::new(),
    };
    let renju = ruling.rules == Rules::RENJU;
    let rule = match reason {
        Reason::Five(_) if renju => Some("RIF 9.2"),
        Reason::Foul(_) if renju => Some("RIF 9.3"),
        _ => None,
    };
    Some(Verdict { outcome, reason: word, evidence, rule, squares })
}
