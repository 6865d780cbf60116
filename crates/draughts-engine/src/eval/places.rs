//! Values of squares, summed over a set of squares without a loop over the set.

use draughts::{Bits, Position, Square, VariantRules};
use game::Side;

/// A value of `N` bits for every square. The sum over a set is the sum over the values' bits
/// of how many squares of the set have that bit: `N` population counts.
#[derive(Clone, Debug)]
pub(super) struct SquareValues<B, const N: usize> {
    planes: [B; N],
}

impl<B: Bits, const N: usize> SquareValues<B, N> {
    fn of<V: VariantRules<Bits = B>>(side: Side, value: impl Fn(SideSquare) -> i32) -> Self {
        let mut planes = [B::ZERO; N];
        for square in Square::<V>::all() {
            let value = value(SideSquare::of(square, side));
            assert!((0..1 << N).contains(&value), "a value of a square needs more than {N} bits");
            for (n, plane) in planes.iter_mut().enumerate() {
                if value >> n & 1 == 1 {
                    *plane |= square.bit();
                }
            }
        }
        Self { planes }
    }

    /// The sum over a set.
    #[inline(always)]
    pub(super) fn sum(&self, set: B) -> i32 {
        let mut sum = 0;
        for (n, &plane) in self.planes.iter().enumerate() {
            sum += ((set & plane).count() as i32) << n;
        }
        sum
    }
}

/// A square relative to one side.
#[derive(Copy, Clone, Debug)]
struct SideSquare {
    /// Rows from the side's own edge.
    row: i32,
    /// Columns from the left edge of the board, as seen by that side.
    column: i32,
    /// Rows and columns of the board.
    size: i32,
}

impl SideSquare {
    fn of<V: VariantRules>(square: Square<V>, side: Side) -> Self {
        let board = V::BOARD;
        let per_row = if board.every_square { board.size } else { board.size / 2 } as i32;
        let size = board.size as i32;
        let n = match side {
            Side::First => square.index() as i32,
            // For Black the board is turned by 180 degrees.
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
    /// Rows from the own edge: the progress of a man.
    pub(super) rows: SquareValues<B, 4>,
    /// Columns: the balance of men between left and right.
    pub(super) columns: SquareValues<B, 4>,
    /// Steps from the nearer side edge, at most three.
    pub(super) centre: SquareValues<B, 2>,
    /// The back row; squares near its middle count twice, because the guard matters most there.
    pub(super) guard: SquareValues<B, 2>,
    /// The columns at the edge.
    pub(super) edge: B,
    /// The half of the board beyond the middle.
    pub(super) beyond: B,
    /// The long diagonal from the lower left.
    pub(super) main_road: B,
    /// By bit: the square and every square that a man of this side could reach from it on an
    /// empty board.
    pub(super) cones: Vec<B>,
    /// By bit: the index of the square as this side sees the board.
    pub(super) index: Vec<u8>,
}

impl<B: Bits> Tables<B> {
    pub(super) fn of<V: VariantRules<Bits = B>>(variant: V, side: Side) -> Self {
        let set = |holds: &dyn Fn(SideSquare) -> bool| {
            let squares = Square::<V>::all().filter(|&s| holds(SideSquare::of(s, side)));
            squares.fold(B::ZERO, |set, square| set | square.bit())
        };
        let guard = |place: SideSquare| {
            let near_middle = place.edge_distance() >= place.size / 2 - 2;
            i32::from(place.row == 0) * if near_middle { 2 } else { 1 }
        };
        Self {
            rows: SquareValues::of::<V>(side, |place| place.row),
            columns: SquareValues::of::<V>(side, |place| place.column),
            centre: SquareValues::of::<V>(side, |p| p.edge_distance().min(p.size / 2 - 1).min(3)),
            guard: SquareValues::of::<V>(side, guard),
            edge: set(&|place| place.edge_distance() == 0),
            beyond: set(&|place| place.row * 2 >= place.size),
            main_road: set(&|place| place.row == place.column),
            cones: cones(variant, side),
            index: index::<V>(side),
        }
    }
}

fn index<V: VariantRules>(side: Side) -> Vec<u8> {
    let mut index = vec![0; 1 + Square::<V>::all().map(bit_of).max().unwrap_or(0)];
    for square in Square::<V>::all() {
        let at = match side {
            Side::First => square.index(),
            Side::Second => Square::<V>::COUNT - 1 - square.index(),
        };
        // No board has more than 72 squares.
        index[bit_of(square)] = at as u8;
    }
    index
}

fn cones<V: VariantRules>(variant: V, side: Side) -> Vec<V::Bits> {
    let board = Square::<V>::all().fold(V::Bits::ZERO, |set, square| set | square.bit());
    let mut cones = vec![V::Bits::ZERO; 1 + Square::<V>::all().map(bit_of).max().unwrap_or(0)];
    for square in Square::<V>::all() {
        let mut cone = square.bit();
        for _ in 1..V::BOARD.size {
            for &direction in variant.men_move().directions(side) {
                cone |= Position::<V>::step(cone, direction) & board;
            }
        }
        cones[bit_of(square)] = cone;
    }
    cones
}

fn bit_of<V: VariantRules>(square: Square<V>) -> usize {
    square.bit().first() as usize
}
