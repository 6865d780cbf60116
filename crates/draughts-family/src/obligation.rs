//! Which captures the rules do not allow because another must be played.

use draughts::{Attempt, Move, Obligation, Position, Square, Variant};
use engine::RefusedView;
use game::Position as _;

/// More than these are not listed.
const MOST: usize = 100;

/// Why an attempt to capture is not one of the `legal` moves; `None` if it is, or the beginning
/// of one.
pub(crate) fn fault<V: Variant>(
    from: Square<V>,
    tried: &Attempt<V>,
    legal: &[Move<V>],
) -> Option<&'static str> {
    let takes = tried.captured.len();
    let covers = |m: &&Move<V>| {
        let captured = m.captured();
        m.from() == from && tried.captured.iter().all(|square| captured.contains(square))
    };
    let to = tried.landings.last().copied();
    if legal.iter().filter(covers).any(|m| Some(m.to()) == to && m.captures() as usize == takes) {
        return None;
    }
    if legal.iter().filter(covers).any(|m| m.captures() as usize > takes) {
        return Some("unfinished");
    }
    let most = legal.iter().map(|m| m.captures() as usize).max().unwrap_or(0);
    Some(match V::RULES.obligation {
        Obligation::Any => "unfinished",
        Obligation::AnyByKing => "king-must-capture",
        Obligation::Value => "lower-value",
        _ if most > takes => "takes-fewer",
        _ => "kings-first",
    })
}

/// All captures a person may try here that are not among the `legal` moves.
pub(crate) fn refused<V: Variant>(position: &Position<V>, legal: &[Move<V>]) -> Vec<RefusedView> {
    let most = legal.iter().map(|m| m.captures()).max().unwrap_or(0);
    let mut refused: Vec<RefusedView> = Vec::new();
    if most == 0 {
        return refused;
    }
    let turn = position.side_to_move();
    for from in Square::<V>::all().filter(|&s| position.piece_at(s).is_some_and(|p| p.side == turn))
    {
        for tried in position.attempts(from) {
            let Some(reason) = fault(from, &tried, legal) else { continue };
            let Some(to) = tried.landings.last() else { continue };
            let mut captured = tried.captured.clone();
            captured.sort_unstable_by_key(|square| square.number());
            let view = RefusedView {
                from: from.to_string(),
                to: to.to_string(),
                captures: captured.iter().map(ToString::to_string).collect(),
                reason,
                most,
            };
            if refused.len() < MOST && !refused.contains(&view) {
                refused.push(view);
            }
        }
    }
    refused
}
