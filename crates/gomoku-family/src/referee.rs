//! The end of a game, in words and points.

use crate::rules::Ruling;
use engine::{Evidence, Verdict};
use game::Line;
use gomoku::{Position, Reason, Rules, Square, judge};

/// Whether and how the game has ended.
pub(crate) fn verdict(line: &Line<Position>, ruling: &Ruling) -> Option<Verdict> {
    let game::Verdict { outcome, reason } = judge(line)?;
    let word = reason.word();
    // The reason prints as its word, followed by the evidence.
    let evidence = reason.to_string();
    let evidence = evidence.strip_prefix(word).unwrap_or(&evidence).trim().to_owned();
    let names = |stones: &[Square]| stones.iter().map(ToString::to_string).collect();
    let proof = match &reason {
        Reason::Five(row) => Evidence { stones: names(row), ..Evidence::default() },
        Reason::Foul(foul) => Evidence {
            at: Some(foul.at.to_string()),
            stones: names(&foul.stones),
            ..Evidence::default()
        },
        Reason::FullBoard | Reason::NoMoves | Reason::Passes => Evidence::default(),
    };
    let squares = match &reason {
        Reason::Five(row) => row.iter().map(ToString::to_string).collect(),
        Reason::Foul(foul) => std::iter::once(foul.at)
            .chain(foul.stones.iter().copied())
            .map(|s| s.to_string())
            .collect(),
        Reason::FullBoard | Reason::NoMoves | Reason::Passes => Vec::new(),
    };
    let renju = ruling.rules == Rules::RENJU;
    let rule = match &reason {
        Reason::Five(_) if renju => Some("RIF 9.2"),
        Reason::Foul(_) if renju => Some("RIF 9.3"),
        _ => None,
    };
    let by_history = reason == Reason::Passes;
    Some(Verdict { outcome, reason: word, evidence, rule, squares, proof, by_history })
}
