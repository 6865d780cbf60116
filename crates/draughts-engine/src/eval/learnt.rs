//! An evaluation that was learnt: numbers for terms, squares of kings, and patterns of men.

use super::codes::{
    Lanes, PART_CODES, PART_SQUARES, PARTS, WINDOW_CODES, WINDOW_SQUARES, part_of, squares, turned,
    windows,
};
use super::{TERMS, Term};
use draughts::Rules;
use nnue::FileError;

/// The greatest number of a table for either side, in thousandths of a man, and the greatest sum of a window and its parts.
pub const GREATEST: i16 = 4095;

/// Windows of each side whose numbers are summed up packed: so many of both sides fit into sixteen bits.
const PACKED: usize = i16::MAX as usize / (2 * GREATEST as usize);

/// A number for the opening and for the end, in thousandths of a man.
type TaperedPair = [i16; 2];

/// Entries for all codes of so many bits, so that a look-up needs no check. The windows lie one behind the other; memory
/// behind the last one is never touched.
const BITS: u32 = 23;
const MASK: u32 = (1 << BITS) - 1;
type WindowEntries = Box<[i32; 1 << BITS]>;

/// The numbers of an evaluation that was learnt.
#[derive(Clone, PartialEq, Eq)]
pub struct LearntWeights {
    numbers: Vec<TaperedPair>,
    windows: usize,
    /// The numbers of the terms, and of a king on each square, as the sums need them.
    terms: [[i32; 2]; TERMS],
    kings: Vec<[i32; 2]>,
    /// The table of each window, with the numbers of its parts: the opening's number in the upper half of a word and the
    /// end's added to it, one addition for both.
    packed: WindowEntries,
}

impl std::fmt::Debug for LearntWeights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LearntWeights")
            .field("numbers", &self.numbers.len())
            .finish_non_exhaustive()
    }
}

/// Why there is no such evaluation.
#[derive(Debug, thiserror::Error)]
pub enum LearntError {
    /// It is no file of weights.
    #[error(transparent)]
    File(#[from] FileError),
    /// The weights are those of another evaluation.
    #[error("the weights are those of {found}, not of {wanted}")]
    Form {
        /// What they are for.
        found: String,
        /// What they should be for.
        wanted: String,
    },
    /// Some numbers are missing or left over.
    #[error("{found} numbers instead of {wanted}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// A number of a table above [`GREATEST`] for either side.
    #[error("a number of a table is {0}, above {GREATEST}")]
    Greatest(i16),
}

/// A table of numbers for the men in a window or in a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternTable {
    /// How many squares it looks at.
    pub squares: u32,
    /// Groups of neighbouring squares in it that have no table of their own: the first one, and how many.
    pub parts: Vec<(u32, u32)>,
}

/// The tables of a board, in the order of the numbers: the windows, then the parts of each. What an arrangement is worth is
/// the sum of its number and those of its parts.
#[must_use]
pub fn tables(rules: &Rules) -> Vec<PatternTable> {
    let windows = windows(rules.board);
    let window = PatternTable { squares: WINDOW_SQUARES, parts: Vec::new() };
    let half = PART_SQUARES / 2;
    let parts = [0, half / 2, half].map(|first| (first, half)).to_vec();
    let part = PatternTable { squares: PART_SQUARES, parts };
    let mut tables = vec![window; windows];
    tables.resize(windows * (1 + PARTS.len()), part);
    tables
}

/// Packs two numbers in one, so that sums of packed numbers are the packed sums.
const fn pack([opening, end]: TaperedPair) -> i32 {
    ((opening as i32) << 16) + end as i32
}

/// Unpacks the two numbers; each must fit into sixteen bits.
#[inline]
const fn unpack(sum: i32) -> [i32; 2] {
    let end = sum as i16 as i32;
    [(sum - end) >> 16, end]
}

/// The tables of the windows with their parts.
fn entries(windows: &[TaperedPair], parts: &[TaperedPair]) -> WindowEntries {
    let mut entries = vec![0; 1 << BITS].into_boxed_slice();
    search::ask_for_large_pages(&mut entries);
    let greatest = i32::from(GREATEST);
    let parts = |window: usize, code: usize, part: usize| {
        let at = (PARTS.len() * window + part) * PART_CODES;
        parts[at + part_of(code as u32, part) as usize].map(i32::from)
    };
    for (at, own) in windows.iter().enumerate() {
        let (window, code) = (at / WINDOW_CODES, at % WINDOW_CODES);
        let mut sum = own.map(i32::from);
        for part in 0..PARTS.len() {
            let more = parts(window, code, part);
            sum = [sum[0] + more[0], sum[1] + more[1]];
        }
        let place = window * WINDOW_CODES + turned(code as u32) as usize;
        entries[place] = pack(sum.map(|number| number.clamp(-greatest, greatest) as i16));
    }
    entries.try_into().expect("the vector has the length of the type")
}

/// The name of what is counted under these rules. A change of its meaning needs another number.
pub(super) fn form(rules: &Rules) -> String {
    // Killer draughts is played like the international game but for the last capture.
    let id = if rules.id == "draughts-killer" { "draughts" } else { rules.id };
    format!("{id}-patterns-3")
}

impl LearntWeights {
    /// The number of numbers for this board: the terms, the squares of kings, the tables.
    #[must_use]
    pub fn length(rules: &Rules) -> usize {
        let tables = windows(rules.board) * (WINDOW_CODES + PARTS.len() * PART_CODES);
        TERMS + squares(rules.board) + tables
    }

    /// An evaluation with these numbers.
    ///
    /// # Errors
    /// When there are too few or too many, or one is too great.
    pub fn new(rules: &Rules, numbers: Vec<TaperedPair>) -> Result<Self, LearntError> {
        let wanted = Self::length(rules);
        if numbers.len() != wanted {
            return Err(LearntError::Length { found: numbers.len(), wanted });
        }
        let squares = squares(rules.board);
        let windows = windows(rules.board);
        let tables = &numbers[TERMS + squares..];
        let great = |value: &&i16| value.unsigned_abs() > GREATEST.unsigned_abs();
        if let Some(&value) = tables.iter().flatten().find(great) {
            return Err(LearntError::Greatest(value));
        }
        let (whole, parts) = tables.split_at(windows * WINDOW_CODES);
        let packed = entries(whole, parts);
        let terms = std::array::from_fn(|term| numbers[term].map(i32::from));
        let kings =
            numbers[TERMS..TERMS + squares].iter().map(|pair| pair.map(i32::from)).collect();
        Ok(Self { windows, terms, kings, packed, numbers })
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// When it is none, or for another variant.
    pub fn read(rules: &Rules, bytes: &[u8]) -> Result<Self, LearntError> {
        let (weights, _) = nnue::linear::read(bytes)?;
        let wanted = form(rules);
        if weights.form != wanted {
            return Err(LearntError::Form { found: weights.form, wanted });
        }
        Self::new(rules, weights.numbers)
    }

    /// The name of what the numbers of the variant are for.
    #[must_use]
    pub fn form(rules: &Rules) -> String {
        form(rules)
    }

    /// All numbers: those of the terms, of the squares of kings, of the tables.
    #[must_use]
    pub fn numbers(&self) -> &[TaperedPair] {
        &self.numbers
    }

    /// The numbers of a term.
    #[inline(always)]
    pub(super) fn term(&self, term: Term) -> [i32; 2] {
        self.terms[term as usize]
    }

    /// The numbers of a king on a square, by index from its own side.
    #[inline]
    pub(super) fn king_at(&self, index: usize) -> [i32; 2] {
        self.kings[index]
    }

    /// The sum of the tables for White, for the opening and for the end. `windows` are those of the board.
    #[inline(always)]
    pub(super) fn sum(&self, codes: &impl Lanes, windows: usize) -> [i32; 2] {
        let of = |lane| self.packed[(codes.at(lane) & MASK) as usize];
        let (mut packed, mut sums) = (0, [0; 2]);
        for window in 0..windows {
            packed += of(window);
            packed -= of(windows + window);
            if window % PACKED == PACKED - 1 || window == windows - 1 {
                let [opening, end] = unpack(packed);
                sums = [sums[0] + opening, sums[1] + end];
                packed = 0;
            }
        }
        sums
    }

    /// What each window says for the side that reads it, by lane.
    pub(super) fn by_lane(&self, codes: &impl Lanes) -> Vec<[i32; 2]> {
        let value = |lane: usize| unpack(self.packed[(codes.at(lane) & MASK) as usize]);
        (0..2 * self.windows).map(value).collect()
    }

    /// Whether White reads this lane.
    pub(super) const fn is_white(&self, lane: usize) -> bool {
        lane < self.windows
    }
}
