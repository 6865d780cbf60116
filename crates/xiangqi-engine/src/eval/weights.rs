//! The tunables of the evaluation. `table.rs` holds every number: one block per line, or a picture
//! of the board. This file gives each number an index, which the evaluation and the tuner use.

mod table;

use super::Tapered;
use std::ops::Range;

pub(crate) use table::*;

/// The index of one number (a [`Tapered`] pair) of the table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Weight(u16);

impl Weight {
    /// For tables of [`COUNT`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number itself.
    #[inline]
    #[must_use]
    pub const fn value(self) -> Tapered {
        VALUES[self.0 as usize]
    }
}

/// A named row of numbers.
#[derive(Copy, Clone, Debug)]
pub struct Block {
    /// Its name in the table.
    pub name: &'static str,
    /// Its description, for people.
    pub what: &'static str,
    /// The line of an explanation to which it belongs.
    pub group: Group,
    start: u16,
    len: u16,
}

impl Block {
    /// The number with this place in the block.
    ///
    /// # Panics
    /// If the block is shorter: always in a constant, and in a build with debug assertions.
    #[inline]
    #[must_use]
    pub const fn at(&self, place: usize) -> Weight {
        debug_assert!(place < self.len as usize);
        Weight(self.start + place as u16)
    }

    /// The number with this place, or the last of the block where it is longer.
    #[inline]
    #[must_use]
    pub const fn up_to(&self, place: usize) -> Weight {
        let last = self.len as usize - 1;
        self.at(if place < last { place } else { last })
    }

    /// The only number of a block of one.
    #[inline]
    #[must_use]
    pub const fn only(&self) -> Weight {
        self.at(0)
    }

    /// The indices of the block's numbers.
    #[must_use]
    pub const fn range(&self) -> Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// The lines of an explanation.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say all there is to say")]
pub enum Group {
    Material,
    Place,
    Mobility,
    Horses,
    Chariots,
    Cannons,
    King,
    Pawns,
    Threats,
    Pins,
    Tempo,
}

impl Group {
    /// All groups, in the order in which an explanation lists them.
    pub const ALL: [Self; 11] = [
        Self::Material,
        Self::Place,
        Self::Mobility,
        Self::Horses,
        Self::Chariots,
        Self::Cannons,
        Self::King,
        Self::Pawns,
        Self::Threats,
        Self::Pins,
        Self::Tempo,
    ];

    /// Its name in an explanation.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Place => "place",
            Self::Mobility => "mobility",
            Self::Horses => "horses",
            Self::Chariots => "chariots",
            Self::Cannons => "cannons",
            Self::King => "king safety",
            Self::Pawns => "pawns",
            Self::Threats => "threats",
            Self::Pins => "pins",
            Self::Tempo => "tempo",
        }
    }
}

/// The number of numbers.
pub const COUNT: usize = count(ROWS);

/// The group of every number.
pub(crate) static GROUPS: [Group; COUNT] = {
    let mut groups = [Group::Tempo; COUNT];
    let mut b = 0;
    while b < BLOCKS.len() {
        let mut w = BLOCKS[b].start as usize;
        while w < (BLOCKS[b].start + BLOCKS[b].len) as usize {
            groups[w] = BLOCKS[b].group;
            w += 1;
        }
        b += 1;
    }
    groups
};

/// All numbers, flat.
pub(crate) const VALUES: [Tapered; COUNT] = {
    let mut values = [Tapered::ZERO; COUNT];
    let mut next = 0;
    let mut row = 0;
    while row < ROWS.len() {
        let mut i = 0;
        while i < ROWS[row].len() {
            values[next] = Tapered::new(ROWS[row][i].0, ROWS[row][i].1);
            next += 1;
            i += 1;
        }
        row += 1;
    }
    values
};

/// The number with this index.
#[must_use]
pub const fn value(index: usize) -> Tapered {
    VALUES[index]
}

/// All blocks, in the order of the table.
#[must_use]
pub const fn blocks() -> &'static [Block] {
    BLOCKS
}

/// The scale table, flat: the share of an advantage that counts, in 64ths.
#[must_use]
pub fn scale(index: usize) -> u8 {
    SCALE[index]
}

const fn count(rows: &[&[(i16, i16)]]) -> usize {
    let mut count = 0;
    let mut row = 0;
    while row < rows.len() {
        count += rows[row].len();
        row += 1;
    }
    count
}

/// Declares blocks: `group NAME "what it says" = [(middlegame, endgame), …];`.
macro_rules! weights {
    ($($group:ident $name:ident $what:literal = [$($value:expr),* $(,)?];)*) => {
        /// The numbers as written.
        pub(super) const ROWS: &[&[(i16, i16)]] = &[$(&[$($value),*]),*];

        /// All blocks, in the order of the table.
        pub(crate) const BLOCKS: &[super::Block] = &{
            #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "places of rows")]
            enum Place { $($name),* }
            [$(super::Block {
                name: stringify!($name),
                what: $what,
                group: super::Group::$group,
                start: super::count(ROWS.split_at(Place::$name as usize).0) as u16,
                len: ROWS[Place::$name as usize].len() as u16,
            }),*]
        };

        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "places of blocks")]
        enum Order { $($name),* }
        $(
            #[doc = $what]
            pub(crate) const $name: super::Block = BLOCKS[Order::$name as usize];
        )*
    };
}
use weights;
