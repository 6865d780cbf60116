//! The value of groups of men: fitted values of every arrangement of men on eight neighbouring
//! squares.
//!
//! The board is covered by overlapping windows of four rows and four columns, with eight playing
//! squares each. The arrangement in a window is a number of eight digits to base three: empty (or a
//! king), a man of the own side, a man of the other side. A window and the opposite window on the
//! turned board share a table; White reads it in one window and Black in the other. The evaluation
//! is therefore symmetric by construction. Scan showed that this method evaluates draughts well.
//!
//! The codes of the windows are updated as men move, all sixteen in one addition.

use draughts::{Square, VariantRules};
use game::Side;

/// The number of arrangements of men in a window: 3⁸.
pub const CODES: usize = 6561;
/// The windows of the 10×10 board for White; Black has as many.
pub const WINDOWS: usize = 8;
/// All windows, those read by White first.
pub const VIEWS: usize = 2 * WINDOWS;
/// The greatest value of a table for either side, in thousandths of a man: sixteen of them fit into
/// sixteen bits.
pub const GREATEST: i16 = 2047;

/// The side and rows of a window.
const WINDOW: u32 = 4;

/// The codes of all windows, which are added and subtracted all at once.
#[repr(align(32))]
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Codes([u16; VIEWS]);

impl Codes {
    /// The code of every window.
    #[inline(always)]
    #[must_use]
    pub fn numbers(&self) -> &[u16; VIEWS] {
        &self.0
    }

    #[inline]
    fn put(&mut self, view: usize, more: u16) {
        self.0[view] += more;
    }

    #[inline(always)]
    pub(super) fn add(&mut self, other: &Self) {
        let sum = std::array::from_fn(|view| self.0[view].wrapping_add(other.0[view]));
        self.0 = sum;
    }

    #[inline(always)]
    pub(super) fn take(&mut self, other: &Self) {
        let difference = std::array::from_fn(|view| self.0[view].wrapping_sub(other.0[view]));
        self.0 = difference;
    }
}

/// The change of the codes by a man on a square: by [`Square::bit_index`] and side. Without shapes
/// all are zero.
#[derive(Clone, Debug)]
pub(super) struct Digits(Box<[[Codes; 2]; 128]>);

impl Digits {
    /// For boards without shapes.
    pub(super) fn none() -> Self {
        Self(Box::new([[Codes::default(); 2]; 128]))
    }

    pub(super) fn of<V: VariantRules>() -> Self {
        let squares: Vec<Square<V>> = Square::all().collect();
        let Self(mut digits) = Self::none();
        let size = V::RULES.board.size;
        let half = size / 2;
        let starts: Vec<_> = (0..=size - WINDOW).step_by(2).collect();
        let corners = starts.iter().flat_map(|&row| starts.iter().map(move |&k| (row, k)));
        for (window, (top, left)) in corners.take(WINDOWS).enumerate() {
            for n in 0..8 {
                let (row, k) = (top + n / 2, left / 2 + n % 2);
                let index = (row * half + k) as usize;
                let opposite = squares.len() - 1 - index;
                let digit = 3_u16.pow(n);
                for (view, at) in [(window, index), (window + WINDOWS, opposite)] {
                    let own = view / WINDOWS;
                    let at = &mut digits[squares[at].bit_index()];
                    at[own].put(view, digit);
                    at[1 - own].put(view, 2 * digit);
                }
            }
        }
        Self(digits)
    }

    /// The codes that a man of `side` on `square` adds.
    #[inline(always)]
    pub(super) fn man<V: VariantRules>(&self, side: Side, square: Square<V>) -> &Codes {
        &self.0[square.bit_index()][side.index()]
    }
}

/// The fitted values in thousandths of a man: for every window and code, for the opening and for the
/// end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shapes {
    values: Vec<[i16; 2]>,
    /// The same, the opening's value in the upper half of a word and the end's added to it:
    /// one addition for both.
    packed: Box<[[i32; CODES]; WINDOWS]>,
}

/// Packs two numbers in one, so that sums of packed numbers are the packed sums.
const fn pack([opening, end]: [i16; 2]) -> i32 {
    ((opening as i32) << 16) + end as i32
}

/// Unpacks the two numbers; each must fit into sixteen bits.
#[inline]
const fn unpack(sum: i32) -> [i32; 2] {
    let end = sum as i16 as i32;
    [(sum - end) >> 16, end]
}

/// Why a table of shapes cannot be read.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapesError {
    /// Not a table of shapes, or another version.
    #[error("this is no table of shapes of version 2")]
    Magic,
    /// Cut short, or for another board.
    #[error("the table of shapes has {found} values instead of {wanted}")]
    Length {
        /// The number of values found.
        found: usize,
        /// The number of values expected.
        wanted: usize,
    },
    /// Damaged.
    #[error("the table of shapes is damaged: its checksum does not fit")]
    Checksum,
    /// A value above [`GREATEST`] for either side.
    #[error("a value of the table of shapes is {0}, above {GREATEST}")]
    Greatest(i16),
}

const MAGIC: &[u8; 8] = b"yqshape2";

impl Shapes {
    /// A table of these values.
    ///
    /// # Errors
    /// When there are too few or too many values, or one is too great.
    pub fn new(values: Vec<[i16; 2]>) -> Result<Self, ShapesError> {
        let great = |value: &&i16| value.unsigned_abs() > GREATEST.unsigned_abs();
        if let Some(&value) = values.iter().flatten().find(great) {
            return Err(ShapesError::Greatest(value));
        }
        let wrong = ShapesError::Length { found: values.len(), wanted: WINDOWS * CODES };
        let (tables, rest) = values.as_chunks::<CODES>();
        let packed = tables.iter().map(|table| table.map(pack)).collect::<Box<_>>();
        match (packed.try_into(), rest) {
            (Ok(packed), []) => Ok(Self { values, packed }),
            _ => Err(wrong),
        }
    }

    /// Reads the output of [`Shapes::to_bytes`].
    ///
    /// # Errors
    /// When the data is no table of shapes, damaged, or for another board.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ShapesError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(ShapesError::Magic)?;
        let (sum, body) = rest.split_first_chunk::<8>().ok_or(ShapesError::Magic)?;
        if u64::from_le_bytes(*sum) != checksum(body) {
            return Err(ShapesError::Checksum);
        }
        let value = |bytes: &[u8; 2]| i16::from_le_bytes(*bytes);
        let values = body.as_chunks::<2>().0.as_chunks::<2>().0;
        Self::new(values.iter().map(|pair| [value(&pair[0]), value(&pair[1])]).collect())
    }

    /// All values: by window, then by code; for the opening and for the end.
    #[must_use]
    pub fn values(&self) -> &[[i16; 2]] {
        &self.values
    }

    /// The table as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let body: Vec<u8> = self.values.iter().flatten().flat_map(|v| v.to_le_bytes()).collect();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The value of the shapes for White, for the opening and for the end.
    #[inline(always)]
    pub(super) fn sum(&self, codes: &Codes) -> [i32; 2] {
        let numbers = codes.numbers();
        let mut sum = 0;
        for (window, table) in self.packed.iter().enumerate() {
            let (white, black) = (numbers[window], numbers[window + WINDOWS]);
            sum += table[usize::from(white)] - table[usize::from(black)];
        }
        unpack(sum)
    }

    /// The value of the shapes that White and that Black reads, for the opening and for the end.
    pub(super) fn by_side(&self, codes: &Codes) -> [[i32; 2]; 2] {
        let numbers = codes.numbers();
        [0, WINDOWS].map(|first| {
            let tables = self.values.as_chunks::<CODES>().0.iter();
            let read = tables.zip(&numbers[first..]).map(|(table, &code)| table[usize::from(code)]);
            read.fold([0; 2], |[a, b], [opening, end]| [a + i32::from(opening), b + i32::from(end)])
        })
    }

    /// The value of each window for the side that reads it, for the opening and for the end.
    pub(super) fn by_view(&self, codes: &Codes) -> [[i32; 2]; VIEWS] {
        let tables = self.values.as_chunks::<CODES>().0;
        std::array::from_fn(|view| {
            tables[view % WINDOWS][usize::from(codes.numbers()[view])].map(i32::from)
        })
    }
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
