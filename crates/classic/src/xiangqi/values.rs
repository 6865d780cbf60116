//! The numbers that both evaluations share.

use game::Side;
use xiangqi::{Kind, Square};

/// A king.
pub(super) const KING: i32 = 10_000;

/// The values of the pieces.
pub(super) struct Values {
    pub(super) horse: i32,
    pub(super) cannon: i32,
    pub(super) pawn: i32,
}

impl Values {
    pub(super) fn of(&self, kind: Kind) -> i32 {
        match kind {
            Kind::King => KING,
            Kind::Advisor | Kind::Elephant => 250,
            Kind::Horse => self.horse,
            Kind::Chariot => 500,
            Kind::Cannon => self.cannon,
            Kind::Pawn => self.pawn,
        }
    }
}

/// What each point in reach of a piece is worth.
pub(super) fn mobility(kind: Kind) -> i32 {
    match kind {
        Kind::King => 0,
        Kind::Advisor | Kind::Elephant => 1,
        Kind::Horse => 12,
        Kind::Chariot | Kind::Cannon => 6,
        Kind::Pawn => 15,
    }
}

/// What a pawn's place adds to it. The first row is the enemy's bottom row; nothing on the own side
/// of the river.
const PAWN_PLACES: [[i32; 9]; 5] = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [90, 90, 110, 120, 120, 120, 110, 90, 90],
    [90, 90, 110, 120, 120, 120, 110, 90, 90],
    [70, 90, 110, 110, 110, 110, 110, 90, 70],
    [70, 70, 70, 70, 70, 70, 70, 70, 70],
];

/// What the place adds to a piece of this side.
pub(super) fn place(side: Side, kind: Kind, square: Square) -> i32 {
    if kind != Kind::Pawn {
        return 0;
    }
    let square = square.relative_to(side);
    let row = 9 - square.rank().index();
    PAWN_PLACES.get(row).map_or(0, |places| places[square.file().index()])
}
