//! The evaluation of `classic-5`: as before, with the control of points and whose move it is.

use super::Term;
use super::values::{Values, mobility, place};
use game::{Position as _, Side};
use xiangqi::{Kind, Position, Square};

const VALUES: Values = Values { horse: 350, cannon: 350, pawn: 100 };
/// What a controlled point counts.
const POINT: i32 = 5;

/// The pieces of one side that reach a point: how many, and what they are worth together.
#[derive(Copy, Clone, Default)]
struct Reach {
    pieces: i32,
    worth: i32,
}

/// Calls `add` with what each term gives a side.
pub(super) fn account(position: &Position, add: &mut dyn FnMut(Term, Side, i32)) {
    let mut points = [[Reach::default(); 2]; Square::COUNT];
    for square in Square::ALL {
        let Some(piece) = position.piece_at(square) else { continue };
        let (side, kind) = (piece.side(), piece.kind());
        let reached = position.reach(piece, square);
        for point in reached {
            let reach = &mut points[point.index()][side.index()];
            reach.pieces += 1;
            reach.worth += VALUES.of(kind);
        }
        let free = (reached - position.side(side)).len().cast_signed();
        add(Term::Material, side, VALUES.of(kind));
        add(Term::Place, side, place(side, kind, square));
        add(Term::Mobility, side, free * mobility(kind));
        add(Term::Threats, side, -risk(position, square));
    }
    for [first, second] in points {
        match controls(first, second) {
            1 => add(Term::Control, Side::First, POINT),
            -1 => add(Term::Control, Side::Second, POINT),
            _ => {}
        }
    }
}

/// What an attacked piece loses: much if the attacker is to move, little otherwise, nothing if it
/// is protected.
fn risk(position: &Position, square: Square) -> i32 {
    let Some(piece) = position.piece_at(square).filter(|piece| piece.kind() != Kind::King) else {
        return 0;
    };
    let attackers = position.attackers_to(square, position.occupied());
    let enemy = piece.side().other();
    if !attackers.intersects(position.side(enemy))
        || attackers.intersects(position.side(piece.side()))
    {
        return 0;
    }
    let value = VALUES.of(piece.kind());
    if enemy == position.side_to_move() { value / 2 } else { value / 8 }
}

/// 1 if the point is the first side's, -1 if it is the second's: that of the side with more pieces on
/// it, and with as many, of the side with the cheaper ones.
fn controls(first: Reach, second: Reach) -> i32 {
    if first.pieces == second.pieces {
        (second.worth - first.worth).signum()
    } else {
        (first.pieces - second.pieces).signum()
    }
}
