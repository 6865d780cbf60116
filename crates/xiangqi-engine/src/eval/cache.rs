//! Evaluations that were computed before: a search reaches many positions more than once, mostly soon again.

use game::Key;

/// Entries, as a power of two: 256 KiB, so that they stay in the cache of a core.
const BITS: u32 = 15;

/// The evaluations of the last positions: the upper 48 bits of each entry are those of the key, the rest is the score.
#[derive(Clone)]
pub(super) struct Cache(Box<[u64]>);

impl Cache {
    pub(super) fn new() -> Self {
        Self(vec![0; 1 << BITS].into_boxed_slice())
    }

    /// The key of an evaluation: it depends on the position and on the plies without a capture.
    #[inline]
    pub(super) fn key(position: Key, quiet_plies: u16) -> Key {
        Key(position.0 ^ u64::from(quiet_plies).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<i16> {
        let entry = self.0[place(key)];
        (entry >> 16 == key.0 >> 16).then_some(entry as i16)
    }

    #[inline]
    pub(super) fn put(&mut self, key: Key, score: i16) {
        self.0[place(key)] = key.0 >> 16 << 16 | u64::from(score as u16);
    }
}

/// The lower bits of the key, so that these need not be compared.
#[inline]
fn place(key: Key) -> usize {
    key.0 as usize & ((1 << BITS) - 1)
}
