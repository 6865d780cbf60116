//! What men next to each other are worth: learnt values of every way in which men can stand on
//! eight neighbouring squares.
//!
//! The board is covered by overlapping windows of four rows and four columns, eight playing
//! squares each. How men stand in a window is a number of eight digits to base three: empty (or
//! a king), a man of the side that looks, a man of the other. A window and the one that lies
//! opposite when the board is turned round share a table, read by White in the one and by Black
//! in the other: so the evaluation is even by construction. Scan showed how well this judges
//! draughts.
//!
//! The numbers of the windows are kept up as men come and go, all sixteen in one addition.

use draughts::{Square, Variant};
use game::Side;

/// Ways in which men can stand in a window: 3⁸.
pub const CODES: usize = 6561;
/// The greatest number of windows, those read by White and those read by Black.
pub const VIEWS: usize = 16;
/// Thousandths of a man to the unit of the tables.
pub const UNIT: i32 = 4;

/// The side and rows of a window.
const WINDOW: u32 = 4;

/// The numbers of all windows, four to a word: no number ever leaves its sixteen bits, so one
/// addition serves four.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Codes([u64; VIEWS / 4]);

impl Codes {
    /// The number of every window.
    #[inline(always)]
    #[must_use]
    pub fn numbers(&self) -> [u16; VIEWS] {
        std::array::from_fn(|view| (self.0[view / 4] >> (16 * (view % 4))) as u16)
    }

    fn put(&mut self, view: usize, more: u64) {
        self.0[view / 4] += more << (16 * (view % 4));
    }

    #[inline(always)]
    pub(super) fn add(&mut self, other: &Self) {
        for (word, &more) in self.0.iter_mut().zip(&other.0) {
            *word = word.wrapping_add(more);
        }
    }

    #[inline(always)]
    pub(super) fn take(&mut self, other: &Self) {
        for (word, &less) in self.0.iter_mut().zip(&other.0) {
            *word = word.wrapping_sub(less);
        }
    }
}

/// How many windows White looks into (and as many Black).
#[must_use]
pub const fn windows(size: u32) -> usize {
    let across = ((size - WINDOW) / 2 + 1) as usize;
    // The window in the middle lies opposite itself.
    (across * across).div_ceil(2)
}

/// Which numbers a man on a square changes: by square and side.
#[derive(Clone, Debug)]
pub(super) struct Digits(Vec<[Codes; 2]>);

impl Digits {
    /// For boards without shapes.
    pub(super) fn none() -> Self {
        Self(Vec::new())
    }

    pub(super) fn of<V: Variant>() -> Self {
        let size = V::RULES.board.size;
        let half = size / 2;
        let count = windows(size);
        let mut digits = vec![[Codes::default(); 2]; Square::<V>::COUNT];
        let starts: Vec<_> = (0..=size - WINDOW).step_by(2).collect();
        let corners = starts.iter().flat_map(|&row| starts.iter().map(move |&k| (row, k)));
        for (window, (top, left)) in corners.take(count).enumerate() {
            for n in 0..8 {
                let (row, k) = (top + n / 2, left / 2 + n % 2);
                let index = (row * half + k) as usize;
                let opposite = digits.len() - 1 - index;
                let digit = 3_u64.pow(n);
                for (view, at) in [(window, index), (window + count, opposite)] {
                    let own = view / count;
                    digits[at][own].put(view, digit);
                    digits[at][1 - own].put(view, 2 * digit);
                }
            }
        }
        Self(digits)
    }

    /// What a man of `side` on `square` adds.
    #[inline(always)]
    pub(super) fn man<V: Variant>(&self, side: Side, square: Square<V>) -> &Codes {
        &self.0[square.index()][side.index()]
    }
}

/// The learnt values: for every window and code, for the opening and for the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shapes {
    values: Vec<[i8; 2]>,
}

/// Why a table of shapes cannot be read.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapesError {
    /// Something else, or another version.
    #[error("this is no table of shapes of version 1")]
    Magic,
    /// Cut short, or for another board.
    #[error("the table of shapes has {found} values instead of {wanted}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// Damaged.
    #[error("the table of shapes is damaged: its checksum does not fit")]
    Checksum,
}

const MAGIC: &[u8; 8] = b"yqshape1";

impl Shapes {
    /// A table of these values, for so many windows.
    ///
    /// # Errors
    /// When they are too few or too many.
    pub fn new(values: Vec<[i8; 2]>, windows: usize) -> Result<Self, ShapesError> {
        let (found, wanted) = (values.len(), windows * CODES);
        if found == wanted {
            Ok(Self { values })
        } else {
            Err(ShapesError::Length { found, wanted })
        }
    }

    /// Reads what [`Shapes::to_bytes`] wrote.
    ///
    /// # Errors
    /// When it is something else, damaged, or for another board.
    pub fn from_bytes(bytes: &[u8], windows: usize) -> Result<Self, ShapesError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(ShapesError::Magic)?;
        let (sum, body) = rest.split_first_chunk::<8>().ok_or(ShapesError::Magic)?;
        if u64::from_le_bytes(*sum) != checksum(body) {
            return Err(ShapesError::Checksum);
        }
        let values = body.as_chunks::<2>().0;
        Self::new(values.iter().map(|pair| pair.map(|b| b.cast_signed())).collect(), windows)
    }

    /// The table as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let body: Vec<u8> = self.values.iter().flatten().map(|v| v.cast_unsigned()).collect();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// What the shapes are worth to White, for the opening and for the end.
    #[inline(always)]
    pub(super) fn sum(&self, windows: usize, codes: &Codes) -> [i32; 2] {
        let mut sum = [0_i32; 2];
        let numbers = codes.numbers();
        let (white, black) = numbers.split_at(windows);
        let tables = self.values.chunks_exact(CODES);
        for ((table, &w), &b) in tables.zip(white).zip(black) {
            let (w, b) = (table[usize::from(w)], table[usize::from(b)]);
            sum[0] += i32::from(w[0]) - i32::from(b[0]);
            sum[1] += i32::from(w[1]) - i32::from(b[1]);
        }
        sum
    }
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
