//! What the endgame database says of moves.

use crate::erased::{AnyMove, AnyPosition};
use crate::explain::{FEW, after, pieces};
use endings::Value;
use engine::KnownResult;
use game::Position as _;

/// The result that the endgame database has for the side to move: 0, ½ or 1.
pub(crate) fn solved(position: &AnyPosition) -> Option<f64> {
    if pieces(position) > FEW {
        return None;
    }
    Some(match position.variant().code().probe(position)? {
        Value::Win => 1.0,
        Value::Draw => 0.5,
        Value::Loss => 0.0,
    })
}

/// See [`engine::Session::known`].
pub(crate) fn known(position: &AnyPosition) -> Vec<KnownResult<AnyMove>> {
    let code = position.variant().code();
    if pieces(position) > FEW || !code.has_endgames() {
        return Vec::new();
    }
    let side = position.side_to_move();
    let of = |m: AnyMove| {
        // The value for the side that moves next.
        let winner = match code.probe(&after(position, m))? {
            Value::Win => Some(!side),
            Value::Draw => None,
            Value::Loss => Some(side),
        };
        Some(KnownResult { m, winner, plies: None, source: "database" })
    };
    position.moves().iter().copied().filter_map(of).collect()
}
