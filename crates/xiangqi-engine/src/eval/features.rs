//! What a network sees of a position: every piece on a point where it can stand, from the perspective of either
//! side.
//!
//! Own pieces come first, then the enemy's. The board is turned so that the own side is below, and mirrored when
//! the own king stands on the right of its palace, so that left and right share their weights.

use super::material::Counts;
use game::Side;
use xiangqi::{File, Kind, Piece, Position, Square};

/// The name of these features. A change of their meaning needs another number.
pub const NAME: &str = "xiangqi-692-1";

/// The name of the same features in a network that is added to the hand-made evaluation. A change of that evaluation
/// needs another number at the end: the network has learnt what it lacks.
pub const BESIDE: &str = "xiangqi-692-1+hand-made-1";

/// The number of features: 346 pieces on points for each side.
pub const INPUTS: u16 = 692;

/// The number of pieces on the board at most.
pub const ACTIVE: u16 = 32;

/// The number of kinds of positions; see [`bucket`].
pub const BUCKETS: u8 = 8;

/// By perspective, mirrored or not, piece and point. The entry of a piece on a point where it cannot stand is 0 and
/// is not used.
static FEATURES: [[[[u16; Square::COUNT]; 14]; 2]; 2] = {
    let mut plain = [[0_u16; Square::COUNT]; 14];
    let mut next = 0;
    let mut p = 0;
    while p < 14 {
        let mut s = 0;
        while s < Square::COUNT {
            if Piece::ALL[p].home().contains(Square::ALL[s]) {
                plain[p][s] = next;
                next += 1;
            }
            s += 1;
        }
        p += 1;
    }
    assert!(next == INPUTS);
    let mut all = [[[[0; Square::COUNT]; 14]; 2]; 2];
    let mut p = 0;
    while p < 14 {
        let (side, kind) = (Piece::ALL[p].side(), Piece::ALL[p].kind());
        let mut s = 0;
        while s < Square::COUNT {
            let square = Square::ALL[s];
            let turned = Piece::new(side.other(), kind).index();
            all[0][0][p][s] = plain[p][s];
            all[0][1][p][s] = plain[p][square.mirror().index()];
            all[1][0][p][s] = plain[turned][square.flip().index()];
            all[1][1][p][s] = plain[turned][square.flip().mirror().index()];
            s += 1;
        }
        p += 1;
    }
    all
};

/// Whether the side with its king here sees the board mirrored.
#[inline]
#[must_use]
pub(crate) const fn is_mirrored(king: Square) -> bool {
    king.file().index() > File::E.index()
}

/// The feature of a piece on a point.
#[inline]
#[must_use]
pub(crate) fn feature(side: Side, mirrored: bool, piece: Piece, square: Square) -> u16 {
    FEATURES[side.index()][usize::from(mirrored)][piece.index()][square.index()]
}

/// The active features of a position for a side.
pub fn active(position: &Position, side: Side) -> impl Iterator<Item = u16> {
    let mirrored = is_mirrored(position.king(side));
    let piece_at = move |square| position.piece_at(square).map(|piece| (piece, square));
    let pieces = position.occupied().into_iter().filter_map(piece_at);
    pieces.map(move |(piece, square)| feature(side, mirrored, piece, square))
}

/// The kind of a position, by the chariots of both sides, then by their horses and cannons.
#[must_use]
pub(crate) const fn bucket_of(counts: Counts) -> u8 {
    let (mut chariots, mut others) = (0, 0);
    let mut side = 0;
    while side < 2 {
        chariots += counts.get(Side::ALL[side], Kind::Chariot);
        others += counts.get(Side::ALL[side], Kind::Horse);
        others += counts.get(Side::ALL[side], Kind::Cannon);
        side += 1;
    }
    match (chariots, others) {
        (..=0, ..=2) => 0,
        (..=0, _) => 1,
        (..=2, ..=2) => 2,
        (..=2, ..=4) => 3,
        (..=2, _) => 4,
        (_, ..=4) => 5,
        (_, ..=6) => 6,
        (_, _) => 7,
    }
}

/// The kind of a position: 0 to 7.
///
/// ```
/// use xiangqi_engine::eval::features;
/// assert_eq!(features::bucket(&xiangqi::Position::start()), 7);
/// ```
#[must_use]
pub fn bucket(position: &Position) -> u8 {
    bucket_of(Counts::of(position))
}

/// The share of the network's output that counts after so many plies without a capture.
#[must_use]
#[inline]
pub fn share(position: &Position) -> f32 {
    super::damped(1200, position.quiet_plies()) as f32 / 1200.0
}

#[cfg(test)]
mod tests {
    use super::super::testing::positions;
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn seen(position: &Position, side: Side) -> BTreeSet<u16> {
        active(position, side).collect()
    }

    proptest! {
        #[test]
        fn equal_games_look_equal(position in positions()) {
            let flipped = position.flipped();
            for side in Side::ALL {
                let here = seen(&position, side);
                prop_assert_eq!(here.len(), position.occupied().len() as usize);
                prop_assert!(here.iter().all(|&feature| feature < INPUTS));
                prop_assert_eq!(&seen(&flipped, side.other()), &here);
                // A king in the middle can be seen from either side of the board.
                if position.king(side).file() != File::E {
                    prop_assert_eq!(&seen(&position.mirrored(), side), &here);
                }
            }
            prop_assert_eq!(bucket(&flipped), bucket(&position));
            prop_assert!(bucket(&position) < BUCKETS);
        }
    }
}
