//! What the endgame database says of moves.

use crate::explain::{FEW, after, pieces};
use draughts::{Move, Position, VariantRules};
use endings::{Database, Value};
use engine::KnownResult;
use game::Position as _;

/// The result that the endgame database has for the side to move: 0, ½ or 1.
pub(crate) fn solved<V: VariantRules>(position: &Position<V>) -> Option<f64> {
    let database = Database::<V>::shipped().filter(|_| pieces(position) <= FEW)?;
    Some(match database.probe(position)? {
        Value::Win => 1.0,
        Value::Draw => 0.5,
        Value::Loss => 0.0,
    })
}

/// See [`engine::Session::known`].
pub(crate) fn known<V: VariantRules>(position: &Position<V>) -> Vec<KnownResult<Move<V>>> {
    let Some(database) = Database::<V>::shipped().filter(|_| pieces(position) <= FEW) else {
        return Vec::new();
    };
    let side = position.side_to_move();
    let of = |m: Move<V>| {
        // The value for the side that moves next.
        let winner = match database.probe(&after(position, m))? {
            Value::Win => Some(!side),
            Value::Draw => None,
            Value::Loss => Some(side),
        };
        Some(KnownResult { m, winner, plies: None, source: "database" })
    };
    position.moves().iter().copied().filter_map(of).collect()
}
