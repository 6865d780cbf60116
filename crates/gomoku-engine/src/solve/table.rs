//! The tables of the solvers. Their size is fixed, so that no position can make them use more
//! memory. Results that took more work are kept longer.

use game::Key;

/// The number of entries that are checked for one key.
const WAYS: usize = 4;

/// A table by key.
#[derive(Debug)]
pub(super) struct Table<T> {
    entries: Vec<(Key, T)>,
}

/// A value that a [`Table`] can store.
pub(super) trait TableValue: Copy + Default {
    /// The cost of computing it again; 0 for none.
    fn worth(&self) -> u32;
}

impl<T: TableValue> Table<T> {
    /// Creates two to the power of `bits` entries, at least four.
    pub(super) fn new(bits: u32) -> Self {
        Self { entries: vec![(Key(0), T::default()); 1 << bits.max(2)] }
    }

    fn bucket(&self, key: Key) -> usize {
        key.0 as usize & (self.entries.len() - 1) & !(WAYS - 1)
    }

    /// The stored value of a position.
    pub(super) fn get(&self, key: Key) -> Option<T> {
        let bucket = self.bucket(key);
        let ways = &self.entries[bucket..bucket + WAYS];
        ways.iter().find(|(other, kept)| *other == key && kept.worth() > 0).map(|(_, kept)| *kept)
    }

    /// Stores a value in place of the least valuable one.
    pub(super) fn put(&mut self, key: Key, kept: T) {
        let bucket = self.bucket(key);
        let ways = &mut self.entries[bucket..bucket + WAYS];
        let known = ways.iter().position(|(other, kept)| *other == key && kept.worth() > 0);
        let least = || (0..WAYS).min_by_key(|&way| ways[way].1.worth()).unwrap_or(0);
        let way = known.unwrap_or_else(least);
        ways[way] = (key, kept);
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.fill((Key(0), T::default()));
    }
}
