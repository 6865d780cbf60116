//! What solvers remember of positions: a table of fixed size, so that no position can make
//! them use more memory, in which work that took longer stays longer.

use game::Key;

/// Entries looked at for one key.
const WAYS: usize = 4;

/// A table by key.
#[derive(Debug)]
pub(super) struct Table<T> {
    entries: Vec<(Key, T)>,
}

/// What can be kept in a [`Table`].
pub(super) trait Kept: Copy + Default {
    /// How much it would cost to find it out again; 0 for nothing.
    fn worth(&self) -> u32;
}

impl<T: Kept> Table<T> {
    /// With room for two to the power of `bits` entries, at least four.
    pub(super) fn new(bits: u32) -> Self {
        Self { entries: vec![(Key(0), T::default()); 1 << bits.max(2)] }
    }

    fn bucket(&self, key: Key) -> usize {
        key.0 as usize & (self.entries.len() - 1) & !(WAYS - 1)
    }

    /// What is known about a position.
    pub(super) fn get(&self, key: Key) -> Option<T> {
        let bucket = self.bucket(key);
        let ways = &self.entries[bucket..bucket + WAYS];
        ways.iter().find(|(other, kept)| *other == key && kept.worth() > 0).map(|(_, kept)| *kept)
    }

    /// Keeps it, in the place of what is worth least.
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
