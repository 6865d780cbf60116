use game::{Key, Side};
use gomoku::{Move, Position, Square};

/// What a player of limited strength overlooks, in his own plans and in the opponent's: always
/// the same for the same seed.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Oversight {
    /// How many of a thousand quiet moves are not seen.
    pub(crate) quiet: u16,
    /// How many of a thousand points that would make an open four are not seen.
    pub(crate) fours: u16,
    pub(crate) seed: u64,
}

impl Oversight {
    /// Whether a quiet move is not seen in a position.
    #[inline]
    pub(crate) fn hides(self, position: &Position, m: Move) -> bool {
        self.quiet > 0 && {
            let key = game::Position::key(position).0;
            self.falls_short(key ^ number(m) << 48, self.quiet)
        }
    }

    /// Whether it is not seen, all search long, that an open four could be made on a point.
    #[inline]
    pub(crate) fn hides_four(self, square: Square, side: Side) -> bool {
        self.fours > 0 && self.falls_short(number(square) << 1 | side as u64, self.fours)
    }

    fn falls_short(self, n: u64, per_mille: u16) -> bool {
        Key::random(self.seed ^ n).0 % 1000 < u64::from(per_mille)
    }
}

fn number(square: Square) -> u64 {
    u64::from(square.row()) << 8 | u64::from(square.column())
}
