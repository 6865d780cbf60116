//! The numbering of positions: White's men, Black's men, White's kings and Black's kings are each
//! numbered as a combination of squares; the four numbers are the digits of the position's number.
//! Squares are counted by rows from the top; White's men cannot stand on the far row. Squares `s1 < s2 < …`, counted from
//! 0, have the number `C(s1, 1) + C(s2, 2) + …`.
//!
//! The combinations of kings include occupied squares; such numbers have no position. These are
//! few, they save work, and they cost nothing when values are stored in runs.

use crate::Class;
use draughts::{Bits, Position, Square, VariantRules};
use game::Side;

/// The kinds of pieces in the order of a class's counts: side and whether kings.
pub(crate) const GROUPS: [(Side, bool); 4] =
    [(Side::First, false), (Side::Second, false), (Side::First, true), (Side::Second, true)];

/// The squares of each group.
pub(crate) type Sets<V> = [<V as VariantRules>::Bits; 4];

/// The sets of a position, with the side to move as White: seen from Black's side of the board if
/// Black is to move.
#[inline]
pub(crate) fn sets<V: VariantRules>(
    position: &Position<V>,
    turning: &Turning,
    turn: Side,
) -> Sets<V> {
    let sets =
        [position.men(turn), position.men(!turn), position.kings(turn), position.kings(!turn)];
    if turn == Side::First { sets } else { sets.map(|set| turning.turn(set)) }
}

/// The union of all groups if no two pieces share a square.
#[inline(always)]
pub(crate) fn occupied<V: VariantRules>(sets: Sets<V>) -> Option<V::Bits> {
    let mut all = V::Bits::ZERO;
    for set in sets {
        if !(all & set).is_zero() {
            return None;
        }
        all |= set;
    }
    Some(all)
}

/// Turns the board by 180 degrees.
#[derive(Clone, Debug)]
pub(crate) struct Turning {
    to: [u8; 128],
}

impl Turning {
    pub(crate) fn new<V: VariantRules>() -> Self {
        let bits = bits_of(all_squares::<V>());
        let mut to = [0; 128];
        for (here, there) in bits.iter().zip(bits.iter().rev()) {
            to[*here as usize] = *there as u8;
        }
        Self { to }
    }

    #[inline]
    pub(crate) fn turn<B: Bits>(&self, set: B) -> B {
        let mut turned = B::ZERO;
        set.each(|bit| turned |= B::bit(u32::from(self.to[bit as usize & 127])));
        turned
    }
}

pub(crate) fn all_squares<V: VariantRules>() -> V::Bits {
    Square::<V>::all().fold(V::Bits::ZERO, |all, square| all | square.bit())
}

fn bits_of<B: Bits>(set: B) -> Vec<u32> {
    let mut bits = Vec::new();
    set.each(|bit| bits.push(bit));
    bits
}

/// `CHOOSE[k][n]`: the number of ways to choose `k` out of `n`.
const CHOOSE: [[u32; 73]; Class::MOST_PIECES as usize + 1] = {
    let mut choose = [[0; 73]; Class::MOST_PIECES as usize + 1];
    let mut n = 0;
    while n < 73 {
        choose[0][n] = 1;
        let mut k = 1;
        while k < choose.len() && n > 0 {
            choose[k][n] = choose[k - 1][n - 1] + choose[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// Combinations of pieces of one kind.
#[derive(Clone, Debug)]
struct Group<B> {
    squares: B,
    count: u8,
    /// For each square, the number of earlier squares on which such pieces can stand.
    before: [u8; 128],
    /// The number of combinations.
    size: u64,
    /// The weight of this number in the whole number.
    stride: u64,
}

impl<B: Bits> Group<B> {
    fn new(squares: B, count: u8) -> Self {
        let mut before = [0; 128];
        let bits = bits_of(squares);
        for (n, bit) in bits.iter().enumerate() {
            before[*bit as usize & 127] = n as u8;
        }
        let size = u64::from(CHOOSE[usize::from(count)][bits.len()]);
        Self { squares, count, before, size, stride: 1 }
    }

    #[inline(always)]
    fn number(&self, set: B) -> u64 {
        let (mut number, mut k) = (0, 1);
        set.each(|bit| {
            let n = usize::from(self.before[bit as usize & 127]);
            number += u64::from(CHOOSE[k % CHOOSE.len()][n % 73]);
            k += 1;
        });
        number
    }

    /// Every combination, by its number.
    fn list(&self) -> Vec<B> {
        let mut sets = Vec::with_capacity(self.size as usize);
        combine(&bits_of(self.squares), self.count, B::ZERO, &mut sets);
        sets
    }
}

/// Lists all ways to add `count` of `bits` to `set`, in the order of their numbers.
fn combine<B: Bits>(bits: &[u32], count: u8, set: B, into: &mut Vec<B>) {
    if count == 0 {
        into.push(set);
        return;
    }
    for n in usize::from(count) - 1..bits.len() {
        combine(&bits[..n], count - 1, set | B::bit(bits[n]), into);
    }
}

/// The numbering of a class: converts squares to numbers.
#[derive(Clone, Debug)]
pub(crate) struct Index<V: VariantRules> {
    groups: [Group<V::Bits>; 4],
    len: u64,
}

impl<V: VariantRules> Index<V> {
    pub(crate) fn new(counts: [u8; 4]) -> Self {
        let all = all_squares::<V>();
        let mut n = 0;
        let mut groups = GROUPS.map(|(side, kings)| {
            let squares = if kings { all } else { all & !Position::<V>::far_row(side) };
            let group = Group::new(squares, counts[n]);
            n += 1;
            group
        });
        let mut len = 1;
        for group in groups.iter_mut().rev() {
            group.stride = len;
            len *= group.size;
        }
        Self { groups, len }
    }

    /// The number of numbers.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// The number of these squares. Each group must have as many squares as the class has pieces.
    #[inline]
    pub(crate) fn number(&self, sets: Sets<V>) -> u64 {
        self.groups.iter().zip(sets).map(|(group, set)| group.stride * group.number(set)).sum()
    }

    /// The change of the number when one group stands on other squares.
    #[inline(always)]
    pub(crate) fn moved(&self, number: u64, group: usize, from: V::Bits, to: V::Bits) -> u64 {
        let group = &self.groups[group];
        let (before, after) = (group.number(from), group.number(to));
        number.wrapping_add(group.stride.wrapping_mul(after.wrapping_sub(before)))
    }
}

/// The inverse numbering of a class: converts numbers to squares.
#[derive(Clone, Debug)]
pub(crate) struct Listing<V: VariantRules> {
    lists: [(u64, Vec<V::Bits>); 4],
}

impl<V: VariantRules> Listing<V> {
    pub(crate) fn new(index: &Index<V>) -> Self {
        Self { lists: std::array::from_fn(|n| (index.groups[n].stride, index.groups[n].list())) }
    }

    /// The squares with this number.
    #[inline]
    pub(crate) fn sets(&self, number: u64) -> Sets<V> {
        let mut rest = number;
        std::array::from_fn(|n| {
            let (stride, list) = &self.lists[n];
            let digit = rest / stride;
            rest %= stride;
            list[digit as usize]
        })
    }

    /// The position with this number, White to move, if it is one.
    #[inline]
    pub(crate) fn position(&self, number: u64) -> Option<Position<V>> {
        let sets = self.sets(number);
        occupied::<V>(sets)?;
        place(sets, Side::First)
    }
}

/// The position with these squares.
#[inline]
pub(crate) fn place<V: VariantRules>(sets: Sets<V>, turn: Side) -> Option<Position<V>> {
    let [white_men, black_men, white_kings, black_kings] = sets;
    let sides = [white_men | white_kings, black_men | black_kings];
    Position::of_sets(sides, white_kings | black_kings, turn)
}
