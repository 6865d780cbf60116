//! The evaluation of `classic-4`: material, places, mobility, protected and threatened pieces.

use super::values::{Values, mobility, place};
use game::Position as _;
use xiangqi::{Kind, Position, Square};

const VALUES: Values = Values { horse: 300, cannon: 300, pawn: 80 };

/// What the position is worth to the side to move.
pub(super) fn evaluate(position: &Position) -> i32 {
    let occupied = position.occupied();
    let mut sum = 0;
    for square in Square::ALL {
        let Some(piece) = position.piece_at(square) else { continue };
        let (side, kind) = (piece.side(), piece.kind());
        let own = position.side(side);
        let value = VALUES.of(kind);
        let reached = (position.reach(piece, square) - own).len().cast_signed();
        let mut worth = value + place(side, kind, square) + reached * mobility(kind);
        if kind != Kind::King {
            let attackers = position.attackers_to(square, occupied);
            worth += if attackers.intersects(own) { value / 20 } else { 0 };
            worth -= if attackers.intersects(position.side(side.other())) { value / 10 } else { 0 };
        }
        sum += if side == position.side_to_move() { worth } else { -worth };
    }
    sum
}
