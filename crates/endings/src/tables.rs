//! Values in memory, two bits each, for lookups during the construction of a class.

use crate::index::{Index, Listing, Turning, sets};
use crate::parallel::{self, Threads};
use crate::runs::Runs;
use crate::{Class, Value};
use draughts::{Bits, Position, VariantRules};
use game::{NullObserver, Position as _};
use std::marker::PhantomData;

/// The entry of one number of a class.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// No position has this number.
    Nothing,
    /// The side to move must capture.
    Capture(Value),
    /// It need not capture.
    Quiet(Value),
}

impl Entry {
    pub(crate) fn value(self) -> Option<Value> {
        match self {
            Self::Nothing => None,
            Self::Capture(value) | Self::Quiet(value) => Some(value),
        }
    }
}

/// Values of two bits each; 0 means no value.
#[derive(Clone, Debug)]
pub(crate) struct PackedValues {
    bytes: Vec<u8>,
}

impl PackedValues {
    pub(crate) fn pack(entries: &[Entry]) -> Self {
        let pack = |four: &[Entry]| {
            let code = |entry: &Entry| entry.value().map_or(0, |value| value as u8 + 1);
            four.iter().rev().fold(0, |byte, entry| byte << 2 | code(entry))
        };
        Self { bytes: entries.chunks(4).map(pack).collect() }
    }

    #[inline]
    pub(crate) fn get(&self, number: u64) -> Option<Value> {
        let byte = self.bytes.get((number / 4) as usize)?;
        match byte >> (number % 4 * 2) & 3 {
            1 => Some(Value::Loss),
            2 => Some(Value::Draw),
            3 => Some(Value::Win),
            _ => None,
        }
    }
}

/// The value of a side that cannot move.
#[inline]
pub(crate) fn stuck<V: VariantRules>(variant: V) -> Value {
    if variant.stuck_wins() { Value::Win } else { Value::Loss }
}

/// The best value for the side to move, from `values` of the successors for the opponent; none if
/// one of them is unknown.
#[inline]
pub(crate) fn best(values: impl Iterator<Item = Option<Value>>) -> Option<Value> {
    let mut best = Value::Loss;
    for value in values {
        best = best.max(value?.other());
        if best == Value::Win {
            break;
        }
    }
    Some(best)
}

/// `position` after `m`.
#[inline]
pub(crate) fn after<V: VariantRules>(position: &Position<V>, m: draughts::Move<V>) -> Position<V> {
    let mut next = *position;
    next.make(m, &mut NullObserver);
    next
}

/// The classes finished so far.
#[derive(Debug)]
pub(crate) struct Tables<V: VariantRules> {
    turning: Turning,
    tables: Vec<Option<(Index<V>, PackedValues)>>,
    variant: PhantomData<V>,
}

/// The index of each class, whatever its counts.
#[inline]
pub(crate) fn place([a, b, c, d]: [u32; 4]) -> usize {
    const BASE: u32 = Class::MOST_PIECES + 1;
    (((a * BASE + b) * BASE + c) * BASE + d) as usize
}

impl<V: VariantRules> Tables<V> {
    pub(crate) fn new() -> Self {
        let places = (Class::MOST_PIECES as usize + 1).pow(4);
        let tables = std::iter::repeat_with(|| None).take(places).collect();
        Self { turning: Turning::new::<V>(), tables, variant: PhantomData }
    }

    pub(crate) fn turning(&self) -> &Turning {
        &self.turning
    }

    pub(crate) fn insert(&mut self, class: Class, index: Index<V>, values: PackedValues) {
        self.tables[place(class.counts().map(u32::from))] = Some((index, values));
    }

    /// The value of any position of a finished class.
    #[inline]
    pub(crate) fn value(&self, position: &Position<V>) -> Option<Value> {
        let turn = position.side_to_move();
        if position.side(turn).is_zero() {
            return Some(stuck(position.variant()));
        }
        let sets = sets(position, &self.turning, turn);
        let (index, values) = self.tables.get(place(sets.map(Bits::count)))?.as_ref()?;
        values.get(index.number(sets))
    }

    /// The value of a position from the given moves, all of which capture or crown.
    #[inline]
    pub(crate) fn best_of(
        &self,
        position: &Position<V>,
        moves: impl Iterator<Item = draughts::Move<V>>,
    ) -> Option<Value> {
        best(moves.map(|m| self.value(&after(position, m))))
    }

    /// Adds a class. Only the values of its positions without captures are stored: the others
    /// follow from classes with fewer pieces.
    pub(crate) fn take_up(&mut self, class: Class, quiet: &Runs, threads: Threads) {
        let index = Index::<V>::new(class.counts());
        let listing = Listing::new(&index);
        let mut entries = vec![Entry::Nothing; index.len() as usize];
        let parts = entries.chunks_mut(1 << 14).enumerate();
        parallel::each(threads, parts, |(n, part)| {
            let first = (n << 14) as u64;
            let mut values = quiet.from(first);
            for (number, entry) in (first..).zip(part) {
                let value = values.next();
                let Some(position) = listing.position(number) else { continue };
                let captures = position.captures();
                let known = if captures.is_empty() {
                    value.map(Entry::Quiet)
                } else {
                    self.best_of(&position, captures.iter()).map(Entry::Capture)
                };
                *entry = known.unwrap_or(Entry::Nothing);
            }
        });
        self.insert(class, index, PackedValues::pack(&entries));
    }
}
