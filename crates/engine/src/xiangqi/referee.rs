//! How a game ended, in words and squares.

use crate::Verdict;
use game::{Line, Outcome, Position as _};
use xiangqi::Position;

/// Plies without capture that make a draw.
const NATURAL_LIMIT: u32 = 120;

/// Whether and how the game has ended.
pub(super) fn verdict(line: &Line<Position>, _rules: &str) -> Option<Verdict> {
    let position = line.position();
    if position.has_legal_move() {
        return None;
    }
    let reason = if position.is_in_check() { "checkmate" } else { "stalemate" };
    Some(Verdict {
        outcome: Outcome::win_of(position.side_to_move().other()),
        reason,
        evidence: String::new(),
        rule: None,
        squares: vec![position.king(position.side_to_move()).to_string()],
    })
}

/// Plies that count towards the natural limit, and the limit.
pub(super) fn natural_limit(line: &Line<Position>) -> (u32, u32) {
    (u32::from(line.position().quiet_plies()), NATURAL_LIMIT)
}
