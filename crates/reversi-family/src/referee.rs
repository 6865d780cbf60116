//! The end of a game, in words and numbers.

use engine::{Evidence, Verdict};
use game::Line;
use reversi::{Position, judge};

/// Whether and how the game has ended. The evidence is the count of discs, Black's first.
pub(crate) fn verdict(line: &Line<Position>) -> Option<Verdict> {
    let game::Verdict { outcome, reason } = judge(line)?;
    let [black, white] = reason.discs;
    Some(Verdict {
        outcome,
        reason: reason.kind.word(),
        evidence: format!("{black}-{white}"),
        rule: Some("WOF 10"),
        squares: Vec::new(),
        proof: Evidence::default(),
        by_history: false,
    })
}
