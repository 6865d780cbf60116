use game::Side;
use xiangqi::{Kind, Piece, Square};

/// The name of a piece at the interface.
pub(crate) const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "king",
        Kind::Advisor => "advisor",
        Kind::Elephant => "elephant",
        Kind::Chariot => "chariot",
        Kind::Horse => "horse",
        Kind::Cannon => "cannon",
        Kind::Pawn => "pawn",
    }
}

/// The name of a side in messages.
pub(crate) const fn side(side: Side) -> &'static str {
    match side {
        Side::First => "Red",
        Side::Second => "Black",
    }
}

/// `Red's cannon on h2`.
pub(crate) fn piece_on(piece: Piece, square: Square) -> String {
    format!("{}'s {} on {square}", side(piece.side()), kind(piece.kind()))
}
