use super::sink::Sink;
use super::weights::{self, SCALE};
use super::{Phase, Tapered};
use game::Side;
use xiangqi::{Kind, Piece, Position};

/// The kinds with a value, in the order of the table's rows.
pub(crate) const WORTH: [Kind; 6] =
    [Kind::Advisor, Kind::Elephant, Kind::Chariot, Kind::Horse, Kind::Cannon, Kind::Pawn];

/// The index of a kind in [`WORTH`]; the king is not in it and gets the first.
#[inline]
pub(crate) const fn worth_index(kind: Kind) -> usize {
    kind.index().saturating_sub(1)
}

/// The number of pieces of each kind of both sides, four bits each.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Counts(u64);

impl Counts {
    pub(crate) fn of(position: &Position) -> Self {
        let mut counts = Self::default();
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                counts.add(piece);
            }
        }
        counts
    }

    #[inline]
    pub(crate) fn add(&mut self, piece: Piece) {
        self.0 = self.0.wrapping_add(1 << (4 * piece.index()));
    }

    #[inline]
    pub(crate) fn remove(&mut self, piece: Piece) {
        self.0 = self.0.wrapping_sub(1 << (4 * piece.index()));
    }

    #[inline]
    pub(crate) const fn get(self, side: Side, kind: Kind) -> i32 {
        (self.0 >> (4 * Piece::new(side, kind).index()) & 15) as i32
    }

    /// A few bits that spread over a cache.
    #[inline]
    pub(crate) const fn slot(self, bits: u32) -> usize {
        (self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits)) as usize
    }

    pub(crate) const fn phase(self) -> Phase {
        let mut sixteenths = 0;
        let mut side = 0;
        while side < 2 {
            sixteenths += 2 * self.get(Side::ALL[side], Kind::Chariot)
                + self.get(Side::ALL[side], Kind::Horse)
                + self.get(Side::ALL[side], Kind::Cannon);
            side += 1;
        }
        Phase::new(sixteenths as u32)
    }

    /// The attacking material: chariot 4, horse 2, cannon 2, pawn 1.
    pub(crate) const fn attack(self, side: Side) -> i32 {
        4 * self.get(side, Kind::Chariot)
            + 2 * self.get(side, Kind::Horse)
            + 2 * self.get(side, Kind::Cannon)
            + self.get(side, Kind::Pawn)
    }

    /// The defending material: guards 1, horse 2, cannon 2, chariot 4.
    pub(crate) const fn defence(self, side: Side) -> i32 {
        self.get(side, Kind::Advisor)
            + self.get(side, Kind::Elephant)
            + 4 * self.get(side, Kind::Chariot)
            + 2 * self.get(side, Kind::Horse)
            + 2 * self.get(side, Kind::Cannon)
    }
}

/// The value of the pieces of `us` together and against the enemy's: all terms of the material that
/// do not depend on places. The value of each single piece is kept with its place.
pub(crate) fn terms(counts: Counts, us: Side, sink: &mut impl Sink) {
    let them = us.other();
    let (mut together, mut against) = (0, 0);
    for (i, &a) in WORTH.iter().enumerate() {
        let own = counts.get(us, a);
        for (j, &b) in WORTH.iter().enumerate().skip(i) {
            let pairs = if i == j { own * (own - 1) / 2 } else { own * counts.get(us, b) };
            sink.add(weights::TOGETHER.at(together), pairs);
            together += 1;
            if i != j {
                sink.add(weights::AGAINST.at(against), own * counts.get(them, b));
                against += 1;
            }
        }
    }
}

/// The evaluation of a balance of material. It is cached because the balance rarely changes.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Balance {
    pub(crate) counts: Counts,
    /// Red's less Black's.
    pub(crate) score: Tapered,
    pub(crate) phase: Phase,
    /// The share of an advantage of Red and of Black that counts, in 64ths.
    pub(crate) scale: [i32; 2],
}

impl Balance {
    pub(crate) fn new(counts: Counts) -> Self {
        let [red, black] = Side::ALL.map(|side| {
            let mut total = super::sink::Total::default();
            terms(counts, side, &mut total);
            total.0
        });
        Self {
            counts,
            score: red - black,
            phase: counts.phase(),
            scale: Side::ALL.map(|side| i32::from(SCALE[Scale::of(counts, side).index()])),
        }
    }
}

/// The entry of the scale table that gives the share of a side's advantage that counts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scale(u8);

impl Scale {
    pub(crate) const fn of(counts: Counts, strong: Side) -> Self {
        let attack = counts.attack(strong);
        let defence = counts.defence(strong.other());
        let attack = if attack < 10 { attack } else { 10 };
        let defence = if defence < 10 { defence } else { 10 };
        Self((attack * 11 + defence) as u8)
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_the_full_phase_and_counts_in_full() {
        let counts = Counts::of(&Position::start());
        assert_eq!(counts.phase(), Phase::FULL);
        let balance = Balance::new(counts);
        assert_eq!(balance.score, Tapered::ZERO);
        assert_eq!(balance.scale, [64, 64]);
    }

    #[test]
    fn guards_alone_win_nothing() {
        let position: Position =
            "3k5/9/9/9/9/9/9/4B4/4A4/4KAB2 w".parse().expect("a legal position");
        let counts = Counts::of(&position);
        assert!(Balance::new(counts).scale[0] <= 4);
    }
}
