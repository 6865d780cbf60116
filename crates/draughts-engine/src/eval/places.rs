//! Values of squares, summed over a set of squares without walking through it.

use super::Weights;
use draughts::{Bits, Square, Variant};
use game::Side;

/// A value of `N` bits for every square. The sum over a set is the sum over the values' bits
/// of how many squares of the set have that bit: `N` population counts.
#[derive(Clone, Debug)]
pub(super) struct Places<B, const N: usize> {
    planes: [B; N],
    /// What was added to every value to make the least one 0.
    lift: i32,
}

impl<B: Bits, const N: usize> Places<B, N> {
    fn of<V: Variant<Bits = B>>(side: Side, value: impl Fn(Place) -> i32) -> Self {
        let values: Vec<(B, i32)> = Square::<V>::all()
            .map(|square| (square.bit(), value(Place::of(square, side))))
            .collect();
        let least = values.iter().map(|(_, value)| *value).min().unwrap_or(0);
        let greatest = values.iter().map(|(_, value)| *value).max().unwrap_or(0);
        assert!(greatest - least < 1 << N, "values of squares need more than {N} bits");
        let mut planes = [B::ZERO; N];
        for (bit, value) in values {
            for (n, plane) in planes.iter_mut().enumerate() {
                if (value - least) >> n & 1 == 1 {
                    *plane |= bit;
                }
            }
        }
        Self { planes, lift: -least }
    }

    /// The sum over a set of `count` squares.
    #[inline(always)]
    pub(super) fn sum(&self, set: B, count: i32) -> i32 {
        let mut sum = -self.lift * count;
        for (n, &plane) in self.planes.iter().enumerate() {
            sum += ((set & plane).count() as i32) << n;
        }
        sum
    }
}

/// A square as one side sees it.
#[derive(Copy, Clone, Debug)]
struct Place {
    /// Rows from the side's own edge.
    row: i32,
    /// Columns from the left edge of the board as that side sees it.
    column: i32,
    /// Rows and columns of the board.
    size: i32,
}

impl Place {
    fn of<V: Variant>(square: Square<V>, side: Side) -> Self {
        let board = V::RULES.board;
        let per_row = if board.every_square { board.size } else { board.size / 2 } as i32;
        let size = board.size as i32;
        let n = match side {
            Side::First => square.index() as i32,
            // Black sees the board turned by half a circle.
            Side::Second => Square::<V>::COUNT as i32 - 1 - square.index() as i32,
        };
        let (row, k) = (n / per_row, n % per_row);
        let column =
            if board.every_square { k } else { 2 * k + i32::from((row % 2 == 0) == board.corner) };
        Self { row: size - 1 - row, column, size }
    }

    /// Steps from the nearer side edge.
    fn edge_distance(self) -> i32 {
        self.column.min(self.size - 1 - self.column)
    }
}

/// The tables of one side.
#[derive(Clone, Debug)]
pub(super) struct Tables<B> {
    /// Values of men in the opening and at the end.
    pub(super) men: [Places<B, 6>; 2],
    /// Columns, to see on which side the men stand.
    pub(super) columns: Places<B, 4>,
    /// The half of the board beyond the middle.
    pub(super) beyond: B,
    /// Rows from the own edge, to see how far a man has gone.
    pub(super) rows: Places<B, 4>,
}

impl<B: Bits> Tables<B> {
    pub(super) fn of<V: Variant<Bits = B>>(side: Side, weights: &Weights) -> Self {
        let men = |phase: usize| {
            Places::of::<V>(side, |place| {
                let middle = (place.size / 2 - 1).min(3);
                let mut value = weights.tempo[phase] * place.row;
                value += weights.centre[phase] * place.edge_distance().min(middle);
                if place.edge_distance() == 0 {
                    value += weights.edge[phase];
                }
                // The guard matters most in the middle of the back row.
                if place.row == 0 {
                    let near_middle = place.edge_distance() >= place.size / 2 - 2;
                    value += weights.guard[phase] * if near_middle { 2 } else { 1 };
                }
                value
            })
        };
        let mut beyond = B::ZERO;
        for square in Square::<V>::all() {
            let place = Place::of(square, side);
            if place.row * 2 >= place.size {
                beyond |= square.bit();
            }
        }
        Self {
            men: [men(0), men(1)],
            columns: Places::of::<V>(side, |place| place.column),
            beyond,
            rows: Places::of::<V>(side, |place| place.row),
        }
    }
}
