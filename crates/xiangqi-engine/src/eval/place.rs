use super::Tapered;
use super::material::worth_index;
use super::sink::Sink;
use super::weights::{self, Weight};
use game::Side;
use xiangqi::{Kind, Piece, Position, Square};

/// The value of a piece on its point for Red, the piece's own value included; negative for Black's
/// pieces. This is the incremental part of the evaluation.
#[inline]
pub(crate) fn of(piece: Piece, square: Square) -> Tapered {
    TABLE[piece.index()][square.index()]
}

/// What its point adds to a piece, for its own side.
pub(crate) fn alone(piece: Piece, square: Square) -> Tapered {
    place(piece.kind(), square.relative_to(piece.side())).map_or(Tapered::ZERO, Weight::value)
}

/// The value and place of all pieces of `us`, one by one.
pub(crate) fn terms(position: &Position, us: Side, sink: &mut impl Sink) {
    for square in position.side(us) {
        if let Some(piece) = position.piece_at(square) {
            if piece.kind() != Kind::King {
                sink.add(weights::VALUE.at(worth_index(piece.kind())), 1);
            }
            if let Some(weight) = place(piece.kind(), square.relative_to(us)) {
                sink.add(weight, 1);
            }
        }
    }
}

static TABLE: [[Tapered; Square::COUNT]; 14] = {
    let mut table = [[Tapered::ZERO; Square::COUNT]; 14];
    let mut p = 0;
    while p < 14 {
        let piece = Piece::ALL[p];
        let mut s = 0;
        while s < Square::COUNT {
            if let Some(weight) = place(piece.kind(), Square::ALL[s].relative_to(piece.side())) {
                let mut value = weight.value();
                if !matches!(piece.kind(), Kind::King) {
                    value = value.plus(weights::VALUE.at(worth_index(piece.kind())).value());
                }
                table[p][s] = match piece.side() {
                    Side::First => value,
                    Side::Second => value.negated(),
                };
            }
            s += 1;
        }
        p += 1;
    }
    table
};

/// The number for a kind of piece on a point, relative to its owner; left and right are alike.
const fn place(kind: Kind, square: Square) -> Option<Weight> {
    let (rank, file) = (square.rank().index(), square.file().index());
    let file = if file < 4 { file } else { 8 - file };
    let block = match kind {
        Kind::Chariot => return Some(weights::PLACE_CHARIOT.at(rank * 5 + file)),
        Kind::Horse => return Some(weights::PLACE_HORSE.at(rank * 5 + file)),
        Kind::Cannon => return Some(weights::PLACE_CANNON.at(rank * 5 + file)),
        Kind::Pawn if rank < 3 => return None,
        Kind::Pawn => return Some(weights::PLACE_PAWN.at((rank - 3) * 5 + file)),
        Kind::Advisor => weights::PLACE_ADVISOR,
        Kind::Elephant => weights::PLACE_ELEPHANT,
        Kind::King => weights::PLACE_KING,
    };
    let place = match (kind, rank, file) {
        (Kind::Advisor, 0, 3) | (Kind::Elephant, 0, 2) | (Kind::King, 0, 3) => 0,
        (Kind::Advisor, 1, 4) | (Kind::Elephant, 2, 0) | (Kind::King, 0, 4) => 1,
        (Kind::Advisor, 2, 3) | (Kind::Elephant, 2, 4) | (Kind::King, 1, 3) => 2,
        (Kind::Elephant, 4, 2) | (Kind::King, 1, 4) => 3,
        (Kind::King, 2, 3) => 4,
        (Kind::King, 2, 4) => 5,
        _ => return None,
    };
    Some(block.at(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_a_piece_can_stand_on_has_a_place() {
        for piece in Piece::ALL {
            for square in piece.home() {
                let place = place(piece.kind(), square.relative_to(piece.side()));
                assert!(place.is_some(), "{piece} on {square}");
            }
        }
    }
}
