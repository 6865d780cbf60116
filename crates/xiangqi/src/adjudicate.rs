//! When a game has ended, and why: mate, repetition under four rule sets, the natural limit,
//! dead material.
//!
//! The order of the tests is that of the rules: mate comes before everything, then the third
//! occurrence of a position, then the count of plies without capture, then the material.
//!
//! ```
//! use game::Line;
//! use xiangqi::{Position, RuleSet, adjudicate};
//!
//! let start: Position = "3ak4/4a4/4b4/9/2c6/2R6/9/4C4/4A4/2BAK1B2 b".parse()?;
//! let mut line = Line::new(start);
//! for m in "c5g5 c4g4 g5c5 g4c4 c5g5 c4g4 g5c5 g4c4".split(' ') {
//!     assert_eq!(adjudicate::judge(&line, RuleSet::Wxf), None);
//!     line.push(m.parse()?);
//! }
//! let verdict = adjudicate::judge(&line, RuleSet::Wxf).expect("the third time");
//! assert_eq!(verdict.to_string(), "0-1 perpetual-chase c5 by c4");
//! assert_eq!(verdict.reason.rule(), Some("wxf 3"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chase;
mod limits;
mod reason;
mod rewind;
mod rule_set;
mod ruling;

use crate::Position;
use game::{Line, Outcome, Position as _, Side, Verdict};

pub use limits::{NATURAL_LIMIT, counted_quiet_plies, is_dead_material, is_natural_limit};
pub use reason::{Chase, MateThreat, Reason, ReasonKind};
pub use rule_set::{ParseRuleSetError, RuleSet};

use ruling::Ruling;

/// Whether the game has ended at the last position of `line`, how and why.
///
/// The verdict is that of the last position alone: to find the ply at which a game ended, call this
/// after every move. Null moves cut off the earlier line.
///
/// ```
/// use game::Line;
/// use xiangqi::adjudicate::{RuleSet, judge};
/// use xiangqi::{Position, ReasonKind};
///
/// let mated: Position = "R3k4/1R7/9/9/9/9/9/9/9/3K5 b".parse()?;
/// let verdict = judge(&Line::new(mated), RuleSet::Wxf).expect("the game is over");
/// assert_eq!(verdict.reason.kind(), ReasonKind::Checkmate);
/// assert_eq!(verdict.to_string(), "1-0 checkmate");
/// # Ok::<(), xiangqi::PositionError>(())
/// ```
#[must_use]
pub fn judge(line: &Line<Position>, rules: RuleSet) -> Option<Verdict<Reason>> {
    let position = line.position();
    let turn = position.side_to_move();
    if !position.has_legal_move() {
        let kind =
            if position.is_in_check() { ReasonKind::Checkmate } else { ReasonKind::Stalemate };
        let outcome = Outcome::win_of(turn.other());
        return Some(Verdict { outcome, reason: Reason::of(kind) });
    }
    if let Some(length) = rewind::repeats(line).nth(1) {
        let ruling = Ruling::of(line, length, rules);
        return Some(Verdict { outcome: ruling.outcome(), reason: ruling.explain(line, length) });
    }
    let draw = |kind| Some(Verdict { outcome: Outcome::Draw, reason: Reason::of(kind) });
    if is_natural_limit(line) {
        return draw(ReasonKind::SixtyMove);
    }
    if is_dead_material(position) {
        return draw(ReasonKind::Material);
    }
    None
}

/// The result of [`judge_in_tree`].
///
/// ```
/// use xiangqi::adjudicate::RepetitionRuling;
///
/// let repeated = RepetitionRuling { winner: None, cycle: 4, is_final: true };
/// assert!(repeated.winner.is_none(), "a repetition nobody has to answer for is a draw");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RepetitionRuling {
    /// The winner if the game ended here; `None` in a draw.
    pub winner: Option<Side>,
    /// The number of plies since the occurrence that the judgement goes back to.
    pub cycle: u16,
    /// Whether this is how the game ends: at the third occurrence, and in a draw already at the
    /// second. A win at the second occurrence is not final: the loser can repeat the position once
    /// more by other means, and then both laps are judged together (checks in one and chases in the
    /// other are a draw under most rule sets). The loser cannot get more than a draw out of it.
    pub is_final: bool,
}

/// The verdict on a position that occurs for the third time, as [`judge`] gives it, or for the
/// second time, judged by the moves since the first; `None` if it occurs for the first time.
///
/// This is meant for the nodes of a search: without a repetition it only compares keys, back to the
/// last capture or null move.
///
/// ```
/// use game::{Line, Side};
/// use xiangqi::{Position, RuleSet, adjudicate};
///
/// let start: Position = "3ak4/4a4/4b4/9/2c6/2R6/9/4C4/4A4/2BAK1B2 b".parse()?;
/// let mut line = Line::new(start);
/// for m in "c5g5 c4g4 g5c5 g4c4".split(' ') {
///     assert_eq!(adjudicate::judge_in_tree(&line, RuleSet::Wxf), None);
///     line.push(m.parse()?);
/// }
/// let repeated = adjudicate::judge_in_tree(&line, RuleSet::Wxf).expect("the second time");
/// assert_eq!((repeated.winner, repeated.cycle), (Some(Side::Second), 4));
/// assert!(!repeated.is_final, "Red may still do something else");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
#[must_use]
pub fn judge_in_tree(line: &Line<Position>, rules: RuleSet) -> Option<RepetitionRuling> {
    if line.position().quiet_plies() < 4 {
        return None;
    }
    let mut backs = rewind::repeats(line);
    let last = backs.next()?;
    let both = backs.next();
    let length = both.unwrap_or(last);
    let winner = Ruling::of(line, length, rules).outcome().winner();
    // A cycle is bounded by the quiet plies, whose counter has sixteen bits.
    let cycle = u16::try_from(length).unwrap_or(u16::MAX);
    Some(RepetitionRuling { winner, cycle, is_final: both.is_some() || winner.is_none() })
}
