use crate::large_pages::ask_for_large_pages;
use crate::{Bound, Depth, Ply, Score};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// The transposition table: results for positions, shared by all threads without locks.
///
/// An entry is two words: the data, and the key xored with the data. When two threads write one
/// entry at the same time, the words do not match and the entry reads as absent. Four entries form
/// a cluster of one cache line.
#[derive(Debug)]
pub struct Table {
    clusters: Box<[Cluster]>,
    /// The running number of the search, modulo 32.
    age: AtomicU8,
}

#[repr(align(64))]
#[derive(Debug, Default)]
struct Cluster([Slot; 4]);

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    #[inline]
    fn write(&self, key: u64, word: u64) {
        self.check.store(key ^ word, Relaxed);
        self.data.store(word, Relaxed);
    }
}

const _: () = assert!(size_of::<Cluster>() == 64);

/// The contents of the table for a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct TableHit {
    /// The best move, packed; 0 for none.
    pub(crate) mv: u16,
    pub(crate) score: Score,
    /// The static evaluation, where there was one.
    pub(crate) eval: Option<Score>,
    pub(crate) depth: Depth,
    pub(crate) bound: Bound,
    /// Whether the node was once on the principal variation.
    pub(crate) pv: bool,
}

const NO_EVAL: i16 = i16::MIN;
const AGES: u8 = 32;
/// Added to a depth to keep it positive: quiescence stores depths a little below 0.
const DEPTH_OFFSET: i32 = 4;

impl TableHit {
    fn word(&self, ply: Ply, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Upper => 1u64,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        let eval = self.eval.map_or(NO_EVAL, |e| e.value() as i16);
        let depth = (self.depth.0 + DEPTH_OFFSET).clamp(0, 255) as u64;
        u64::from(self.mv)
            | u64::from(self.score.to_table(ply) as u16) << 16
            | u64::from(eval as u16) << 32
            | depth << 48
            | bound << 56
            | u64::from(self.pv) << 58
            | u64::from(age) << 59
    }

    #[inline]
    fn of(word: u64, ply: Ply) -> Option<Self> {
        let bound = match word >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let eval = (word >> 32) as i16;
        Some(Self {
            mv: word as u16,
            score: Score::from_table((word >> 16) as i16, ply),
            eval: (eval != NO_EVAL).then(|| Score::new(i32::from(eval))),
            depth: Depth(depth_of(word)),
            bound,
            pv: word >> 58 & 1 == 1,
        })
    }
}

#[inline]
fn depth_of(word: u64) -> i32 {
    (word >> 48 & 0xFF) as i32 - DEPTH_OFFSET
}

fn age_of(word: u64) -> u8 {
    (word >> 59) as u8
}

impl Table {
    /// A table of that many MiB (at least one). Where the machine cannot give so much memory, the
    /// size is halved until it fits.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        let least = (1 << 20) / size_of::<Cluster>();
        let mut n = least * megabytes.max(1);
        let mut clusters = Vec::new();
        while clusters.try_reserve_exact(n).is_err() && n > least {
            n /= 2;
        }
        ask_for_large_pages(clusters.spare_capacity_mut());
        clusters.resize_with(n, Cluster::default);
        Self { clusters: clusters.into_boxed_slice(), age: AtomicU8::new(0) }
    }

    /// Its size in MiB.
    #[must_use]
    #[inline]
    pub fn megabytes(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for c in &mut self.clusters {
            *c = Cluster::default();
        }
        *self.age.get_mut() = 0;
    }

    /// Marks the beginning of a new search: all entries grow older.
    pub(crate) fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// Fill in per mille, by entries of this search, from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u16 {
        let age = self.age.load(Relaxed);
        let sample = self.clusters.len().min(250);
        let full: usize = self.clusters[..sample]
            .iter()
            .flat_map(|c| &c.0)
            .filter(|e| {
                let word = e.data.load(Relaxed);
                word >> 56 & 3 != 0 && age_of(word) == age
            })
            .count();
        (full * 1000 / (sample * 4)) as u16
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let count = self.clusters.len();
        if size_of::<usize>() == 4 {
            // The same without a product of 128 bits, for which WebAssembly has no instruction.
            let (low, high, count) = (key & u64::from(u32::MAX), key >> 32, count as u64);
            return &self.clusters[((high * count + ((low * count) >> 32)) >> 32) as usize];
        }
        let i = (u128::from(key) * count as u128) >> 64;
        &self.clusters[i as usize]
    }

    /// Asks the processor to fetch the cluster of a key that will be looked up soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = self.cluster(key);
            // SAFETY: prefetching is a hint that reads nothing and cannot fault; the address
            // is that of a live cluster, and SSE is part of every x86-64.
            #[allow(unsafe_code, reason = "no safe way to prefetch; worth 6 % of nodes/s")]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(cluster.cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// The entry for this key, with its score seen `ply` plies from the root.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: Ply) -> Option<TableHit> {
        for entry in &self.cluster(key).0 {
            let word = entry.data.load(Relaxed);
            if entry.check.load(Relaxed) ^ word == key {
                return TableHit::of(word, ply);
            }
        }
        None
    }

    /// Makes the entry for this key, if there is one, an entry of this search.
    pub(crate) fn refresh(&self, key: u64) {
        let age = self.age.load(Relaxed);
        for entry in &self.cluster(key).0 {
            let word = entry.data.load(Relaxed);
            if entry.check.load(Relaxed) ^ word == key {
                if age_of(word) != age {
                    entry.write(key, word & (u64::MAX >> 5) | u64::from(age) << 59);
                }
                return;
            }
        }
    }

    /// Stores `known` in place of the least valuable entry. Where the position has a deeper result of this search, that
    /// one stays; with `takes_move` it gets the move of `known`, if that has one.
    pub(crate) fn store(&self, key: u64, ply: Ply, mut known: TableHit, takes_move: bool) {
        let age = self.age.load(Relaxed);
        let cluster = self.cluster(key);
        let mut worst = &cluster.0[0];
        let mut least = i32::MAX;
        for entry in &cluster.0 {
            let word = entry.data.load(Relaxed);
            if entry.check.load(Relaxed) ^ word == key {
                // A deep result is not replaced by a shallow bound of the same search.
                if known.bound != Bound::Exact
                    && known.depth + 4 + 2 * i32::from(known.pv) <= Depth(depth_of(word))
                    && age_of(word) == age
                {
                    if takes_move && known.mv != 0 && known.mv != word as u16 {
                        entry.write(key, word & !0xFFFF | u64::from(known.mv));
                    }
                    return;
                }
                if known.mv == 0 {
                    known.mv = word as u16;
                }
                worst = entry;
                break;
            }
            let years = i32::from((AGES + age - age_of(word)) % AGES);
            let empty = word >> 56 & 3 == 0;
            let worth = if empty { i32::MIN } else { depth_of(word) - 4 * years };
            if worth < least {
                least = worth;
                worst = entry;
            }
        }
        worst.write(key, known.word(ply, age));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(depth: i32) -> TableHit {
        TableHit {
            mv: 77,
            score: Score::new(-123),
            eval: Some(Score::new(45)),
            depth: Depth(depth),
            bound: Bound::Lower,
            pv: true,
        }
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let table = Table::new(1);
        for (i, depth) in [-1, 0, 9, 100].into_iter().enumerate() {
            let key = 0x1234_5678_9ABC_DEF0 ^ (i as u64) << 40;
            assert_eq!(table.probe(key, Ply(3)), None);
            table.store(key, Ply(3), known(depth), false);
            assert_eq!(table.probe(key, Ply(3)), Some(known(depth)));
        }
    }

    #[test]
    fn the_shallow_and_the_old_make_room() {
        let table = Table::new(1);
        for i in 1..=4 {
            table.store(i, Ply(0), known(i as i32 * 10), false);
        }
        table.store(5, Ply(0), known(5), false);
        assert_eq!(table.probe(1, Ply(0)), None);
        assert!(table.probe(2, Ply(0)).is_some());
        for _ in 0..20 {
            table.grow_older();
        }
        table.store(5, Ply(0), known(5), false);
        for i in 6..9 {
            table.store(i, Ply(0), known(1), false);
        }
        assert!(table.probe(5, Ply(0)).is_some());
        assert!(table.probe(4, Ply(0)).is_none());
    }

    #[test]
    fn a_deep_result_takes_the_move_of_a_shallow_one_if_told() {
        let table = Table::new(1);
        let shallow = |mv| TableHit { mv, ..known(2) };
        table.store(9, Ply(3), known(20), true);
        table.store(9, Ply(3), shallow(78), false);
        assert_eq!(table.probe(9, Ply(3)), Some(known(20)));
        table.store(9, Ply(3), shallow(0), true);
        assert_eq!(table.probe(9, Ply(3)), Some(known(20)));
        table.store(9, Ply(3), shallow(78), true);
        assert_eq!(table.probe(9, Ply(3)), Some(TableHit { mv: 78, ..known(20) }));
    }

    #[test]
    fn what_is_refreshed_is_as_young_as_a_new_entry() {
        let table = Table::new(1);
        for key in 1..=4 {
            table.store(key, Ply(0), known(10), false);
        }
        table.grow_older();
        assert_eq!(table.hashfull(), 0);
        table.refresh(1);
        table.refresh(7);
        assert_eq!(table.hashfull(), 1);
        assert_eq!(table.probe(1, Ply(0)), Some(known(10)));
        for key in 5..8 {
            table.store(key, Ply(0), known(7), false);
        }
        // Entries of the last search are worth four plies less.
        assert!(table.probe(1, Ply(0)).is_some());
        assert!((2..=4).all(|key| table.probe(key, Ply(0)).is_none()));
    }

    #[test]
    fn a_torn_entry_reads_as_absent() {
        let table = Table::new(1);
        table.store(9, Ply(0), known(4), false);
        let entry = &table.cluster(9).0[0];
        entry.data.store(entry.data.load(Relaxed) ^ 1, Relaxed);
        assert_eq!(table.probe(9, Ply(0)), None);
    }
}
