use crate::Board;
use reversi::{Square, Squares};

/// The stored result of a board: two bounds on the difference of discs.
#[derive(Copy, Clone, Debug)]
pub(crate) struct ProvenBounds {
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    /// The best move, if one is known.
    pub(crate) best: Option<Square>,
}

#[derive(Copy, Clone, Debug)]
struct Entry {
    own: u64,
    theirs: u64,
    proved: ProvenBounds,
    /// The number of empty squares, as a measure of the work.
    empty: u8,
    age: u8,
}

const NOTHING: Entry = Entry {
    own: 0,
    theirs: 0,
    proved: ProvenBounds { lower: -64, upper: 64, best: None },
    empty: 0,
    age: 0,
};

/// A table of results. Boards are stored whole, so that no two can be confused. Each slot has two
/// entries: one for the most work, one for the latest result.
#[derive(Debug)]
pub(crate) struct Table {
    entries: Vec<[Entry; 2]>,
    megabytes: usize,
    age: u8,
}

impl Table {
    /// A table of about that many MiB. Its memory is allocated on first use.
    pub(crate) const fn new(megabytes: usize) -> Self {
        Self { entries: Vec::new(), megabytes, age: 0 }
    }

    /// Forgets everything and frees the memory.
    pub(crate) fn clear(&mut self) {
        self.entries = Vec::new();
    }

    /// Begins another search: entries of earlier searches are replaced first.
    pub(crate) fn grow_older(&mut self) {
        if self.entries.is_empty() {
            let places = (self.megabytes.max(1) << 20) / size_of::<[Entry; 2]>();
            // The greatest power of two that fits.
            let places = 1_usize << places.max(1).ilog2();
            self.entries = vec![[NOTHING; 2]; places];
        }
        self.age = self.age.wrapping_add(1);
    }

    fn place(&self, board: Board) -> usize {
        // Multiplication by odd constants and a fold: as in `reversi::Position::key`.
        let mut key = board.own.0.wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        key = (key ^ key >> 32 ^ board.theirs.0).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
        (key >> 32 ^ key) as usize & (self.entries.len() - 1)
    }

    pub(crate) fn probe(&self, board: Board) -> Option<ProvenBounds> {
        let entries = &self.entries[self.place(board)];
        let found = entries.iter().find(|e| e.own == board.own.0 && e.theirs == board.theirs.0)?;
        Some(found.proved)
    }

    /// Stores a result. If the board is already stored, both bounds are combined.
    pub(crate) fn store(&mut self, board: Board, empty: Squares, proved: ProvenBounds) {
        let (place, age) = (self.place(board), self.age);
        let entries = &mut self.entries[place];
        let new = Entry {
            own: board.own.0,
            theirs: board.theirs.0,
            proved,
            empty: empty.len() as u8,
            age,
        };
        for entry in entries.iter_mut() {
            if entry.own == new.own && entry.theirs == new.theirs {
                let old = entry.proved;
                *entry = new;
                entry.proved.lower = proved.lower.max(old.lower);
                entry.proved.upper = proved.upper.min(old.upper);
                entry.proved.best = proved.best.or(old.best);
                return;
            }
        }
        let [great, latest] = entries;
        if great.age != age || new.empty >= great.empty {
            *latest = *great;
            *great = new;
        } else {
            *latest = new;
        }
    }
}
