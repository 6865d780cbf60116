//! Values stored as runs of equal ones.
//!
//! One byte is a value and a length: `3 * length + value` (0 a loss, 1 a draw, 2 a win for the side to move). The lengths grow by about a fifth from
//! one to the next, as in Scan's bases. A run of any other length is the sum of several. Numbers
//! without a position, and positions with a capture (whose values follow from classes with fewer
//! pieces), are stored in the run that costs least: the run before them.

use crate::Value;
use crate::tables::Entry;

/// The number of lengths: with three values each they fit a byte.
const LENGTHS: usize = 85;

/// The length for each code.
const LENGTH: [u64; LENGTHS] = {
    let mut lengths = [1; LENGTHS];
    let mut n = 1;
    while n < LENGTHS {
        let before = lengths[n - 1];
        lengths[n] = before + if before < 5 { 1 } else { before / 5 };
        n += 1;
    }
    lengths
};

/// The number of bytes after which the current number is recorded, so that a value is found without
/// reading all runs before it.
const BLOCK: usize = 128;

/// The values of a class, in runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Runs {
    bytes: Vec<u8>,
    /// The first number of each block of bytes.
    starts: Vec<u64>,
    len: u64,
}

#[inline]
fn decode(byte: u8) -> Option<(Value, u64)> {
    let value = Value::ALL[usize::from(byte % 3)];
    LENGTH.get(usize::from(byte / 3)).map(|&length| (value, length))
}

impl Runs {
    /// Packs entries into runs.
    pub(crate) fn pack(entries: &[Entry]) -> Self {
        let mut bytes = Vec::new();
        let mut run: Option<Value> = None;
        let mut length = 0;
        for entry in entries {
            if let Entry::Quiet(value) = *entry
                && run != Some(value)
            {
                if let Some(run) = run {
                    push(&mut bytes, run, length);
                    length = 0;
                }
                run = Some(value);
            }
            length += 1;
        }
        push(&mut bytes, run.unwrap_or(Value::Draw), length);
        Self::read(bytes, entries.len() as u64).expect("the lengths add up")
    }

    /// Reads bytes from a file; none if they are not the runs of so many values.
    pub(crate) fn read(bytes: Vec<u8>, len: u64) -> Option<Self> {
        let mut starts = Vec::with_capacity(bytes.len() / BLOCK + 1);
        let mut number = 0_u64;
        for block in bytes.chunks(BLOCK) {
            starts.push(number);
            for &byte in block {
                number = number.checked_add(decode(byte)?.1)?;
            }
        }
        (number == len && len > 0).then_some(Self { bytes, starts, len })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The value with this number.
    #[inline]
    pub(crate) fn get(&self, number: u64) -> Option<Value> {
        if number >= self.len {
            return None;
        }
        let block = self.starts.partition_point(|&start| start <= number) - 1;
        let mut rest = number - self.starts[block];
        for &byte in &self.bytes[block * BLOCK..] {
            let (value, length) = decode(byte)?;
            if rest < length {
                return Some(value);
            }
            rest -= length;
        }
        None
    }

    /// The values from a number on, in order.
    pub(crate) fn from(&self, number: u64) -> impl Iterator<Item = Value> + '_ {
        let block = self.starts.partition_point(|&start| start <= number).max(1) - 1;
        let skip = number.saturating_sub(self.starts.get(block).copied().unwrap_or(0));
        let bytes = self.bytes.get(block * BLOCK..).unwrap_or(&[]);
        let rests = bytes.iter().filter_map(|&byte| decode(byte)).scan(skip, |skip, run| {
            let (value, length) = run;
            let skipped = length.min(*skip);
            *skip -= skipped;
            Some((value, length - skipped))
        });
        rests.flat_map(|(value, length)| std::iter::repeat_n(value, length as usize))
    }
}

/// Writes a run in as few bytes as possible, longest length first.
fn push(bytes: &mut Vec<u8>, value: Value, length: u64) {
    let mut rest = length;
    while rest > 0 {
        let code = LENGTH.partition_point(|&length| length <= rest) - 1;
        bytes.push((3 * code) as u8 + value as u8);
        rest -= LENGTH[code];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entry() -> impl Strategy<Value = Entry> {
        let value = prop::sample::select(&Value::ALL[..]);
        prop_oneof![
            1 => Just(Entry::Nothing),
            1 => value.clone().prop_map(Entry::Capture),
            3 => value.prop_map(Entry::Quiet),
        ]
    }

    fn entries() -> impl Strategy<Value = Vec<Entry>> {
        let run = (entry(), prop_oneof![1..4_usize, 1..700_usize]);
        prop::collection::vec(run, 1..400).prop_map(|runs| {
            runs.into_iter().flat_map(|(entry, n)| std::iter::repeat_n(entry, n)).collect()
        })
    }

    proptest! {
        #[test]
        fn quiet_values_come_back(entries in entries(), from in any::<prop::sample::Index>()) {
            let runs = Runs::pack(&entries);
            for (number, entry) in (0..).zip(&entries) {
                if let Entry::Quiet(value) = *entry {
                    prop_assert_eq!(runs.get(number), Some(value));
                }
            }
            prop_assert_eq!(runs.get(entries.len() as u64), None);
            let from = from.index(entries.len()) as u64;
            let rest: Vec<_> = runs.from(from).map(Some).collect();
            let each: Vec<_> = (from..entries.len() as u64).map(|n| runs.get(n)).collect();
            prop_assert_eq!(rest, each);
        }

        #[test]
        fn foreign_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..600), len: u64) {
            if let Some(runs) = Runs::read(bytes, len) {
                prop_assert!(runs.get(len - 1).is_some());
                prop_assert_eq!(runs.get(len), None);
            }
        }
    }

    #[test]
    fn every_length_fits_a_byte() {
        assert!(LENGTH.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(LENGTH[LENGTHS - 1] > 1_000_000);
        assert_eq!(decode(255), None);
    }
}
