//! Random numbers that depend on a seed alone.

use game::Key;

/// A stream of random numbers.
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The stream of this number under this seed.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        Self(Key::random(Key::random(seed).0 ^ stream << 20).0)
    }

    /// A number below `limit`, which is not 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (Key::random(self.0).0 % limit as u64) as usize
    }

    /// Puts a slice in random order.
    pub(crate) fn shuffle<T>(&mut self, slice: &mut [T]) {
        for i in (1..slice.len()).rev() {
            slice.swap(i, self.below(i + 1));
        }
    }
}
