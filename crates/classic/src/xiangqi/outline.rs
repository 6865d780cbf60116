//! The evaluation of `classic-4`: material, places, mobility, protected and threatened pieces.

use super::Term;
use super::values::{Values, mobility, place};
use game::Side;
use xiangqi::{Kind, Position, Square};

const VALUES: Values = Values { horse: 300, cannon: 300, pawn: 80 };

/// Calls `add` with what each term gives a side, piece by piece.
pub(super) fn account(position: &Position, add: &mut dyn FnMut(Term, Side, i32)) {
    let occupied = position.occupied();
    for square in Square::ALL {
        let Some(piece) = position.piece_at(square) else { continue };
        let (side, kind) = (piece.side(), piece.kind());
        let own = position.side(side);
        let value = VALUES.of(kind);
        let reached = (position.reach(piece, square) - own).len().cast_signed();
        add(Term::Material, side, value);
        add(Term::Place, side, place(side, kind, square));
        add(Term::Mobility, side, reached * mobility(kind));
        if kind != Kind::King {
            let attackers = position.attackers_to(square, occupied);
            if attackers.intersects(own) {
                add(Term::Protection, side, value / 20);
            }
            if attackers.intersects(position.side(side.other())) {
                add(Term::Threats, side, -(value / 10));
            }
        }
    }
}
