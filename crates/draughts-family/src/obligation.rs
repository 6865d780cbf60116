//! Which captures the rules do not allow because another must be played.

use crate::erased::{AnyAttempt, AnyMove, AnyPosition, AnySquare};
use draughts::Obligation;
use engine::RefusedView;
use game::Position as _;

/// The greatest number that is listed.
const MOST: usize = 100;

/// Why a capture is not the one that must be played.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// More pieces can be taken.
    TakesFewer,
    /// The capture can be continued.
    Unfinished,
    /// A king can capture, and this is a man.
    KingMustCapture,
    /// Another capture is worth more.
    LowerValue,
    /// Another capture of equal length ranks higher by its kings.
    KingsFirst,
}

impl Fault {
    /// The reason's stable word.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::TakesFewer => "takes-fewer",
            Self::Unfinished => "unfinished",
            Self::KingMustCapture => "king-must-capture",
            Self::LowerValue => "lower-value",
            Self::KingsFirst => "kings-first",
        }
    }
}

/// Why an attempt to capture is not one of the `legal` moves; `None` if it is legal, or the
/// beginning of a legal one.
pub(crate) fn fault(from: AnySquare, tried: &AnyAttempt, legal: &[AnyMove]) -> Option<Fault> {
    let takes = tried.captured.len();
    let covers = |m: &&AnyMove| {
        let captured = m.captured();
        m.from() == from && tried.captured.iter().all(|square| captured.contains(square))
    };
    let to = tried.landings.last().copied();
    if legal.iter().filter(covers).any(|m| Some(m.to()) == to && m.captures() as usize == takes) {
        return None;
    }
    if legal.iter().filter(covers).any(|m| m.captures() as usize > takes) {
        return Some(Fault::Unfinished);
    }
    let most = legal.iter().map(|m| m.captures() as usize).max().unwrap_or(0);
    Some(match from.variant().rules().obligation {
        Obligation::Any => Fault::Unfinished,
        Obligation::AnyByKing => Fault::KingMustCapture,
        Obligation::Value => Fault::LowerValue,
        _ if most > takes => Fault::TakesFewer,
        _ => Fault::KingsFirst,
    })
}

/// All captures a person may try here that are not among the `legal` moves.
pub(crate) fn refused(position: &AnyPosition, legal: &[AnyMove]) -> Vec<RefusedView> {
    let most = legal.iter().map(|m| m.captures()).max().unwrap_or(0);
    let mut refused: Vec<RefusedView> = Vec::new();
    if most == 0 {
        return refused;
    }
    let turn = position.side_to_move();
    let own = |square: &AnySquare| position.piece_at(*square).is_some_and(|p| p.side == turn);
    for from in position.variant().squares().filter(own) {
        for tried in position.attempts(from) {
            let Some(fault) = fault(from, &tried, legal) else { continue };
            let Some(to) = tried.landings.last() else { continue };
            let mut captured: Vec<u32> = tried.captured.iter().map(|s| s.number()).collect();
            captured.sort_unstable();
            let view = RefusedView {
                from: from.to_string(),
                to: to.to_string(),
                captures: captured.iter().map(ToString::to_string).collect(),
                reason: fault.code(),
                most,
            };
            if refused.len() < MOST && !refused.contains(&view) {
                refused.push(view);
            }
        }
    }
    refused
}
