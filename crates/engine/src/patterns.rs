//! What a linear evaluation counts in the positions of a game, for the training of one.

use crate::Session;
use std::fmt;

/// An evaluation that is linear in its numbers: some counted singly, most in tables that are read by the arrangement
/// of pieces in a group of places. Each number has a value for the opening and one for the end, and a position lies
/// between them. Play counts the same, so what counts is defined once, beside the game's evaluation.
///
/// Numbers are whole parts of a hundredth of the game's unit. All single numbers come first, then those of the tables.
pub trait Patterns: fmt::Debug + Sync {
    /// Its name with a version: a file of weights has it, and play refuses a file with another.
    fn form(&self) -> String;

    /// How many of its numbers are a hundredth of the game's unit: they are in thousandths where this is 10.
    fn per_hundredth(&self) -> u8 {
        10
    }

    /// The names of the single numbers.
    fn singles(&self) -> Vec<String>;

    /// What a single number stands for.
    fn kind(&self, single: usize) -> SingleKind {
        let _ = single;
        SingleKind::Alone
    }

    /// The tables; none where all is counted singly.
    fn tables(&self) -> Vec<PatternTable>;

    /// The single numbers that a training begins with and is drawn to. Tables begin with zeros.
    fn start(&self) -> Vec<[i16; 2]>;

    /// The greatest number of a table for either side.
    fn greatest(&self) -> i16;

    /// What counts the positions of a thread.
    fn counter(&self) -> Box<dyn PatternCounter>;
}

/// What a single number stands for: how far a training lets it go.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SingleKind {
    /// Something that is judged by this number alone.
    Alone,
    /// A part that many arrangements have.
    Part,
    /// An arrangement, whose parts are counted as well: it is drawn to their sum.
    Arrangement,
}

/// See [`Patterns::counter`].
pub trait PatternCounter: fmt::Debug {
    /// Writes what counts in the session's position. `false` when the session belongs to another game; then `counted`
    /// means nothing.
    fn count(&self, session: &dyn Session, counted: &mut PatternInput) -> bool;
}

/// A table of numbers: every place of a group of places has one of three states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternTable {
    /// How many places: the table has so many digits to base three.
    pub places: u32,
    /// Groups of digits, the first of them and how many: the number of a rare arrangement is drawn to the sum of
    /// the numbers of its parts.
    pub parts: Vec<(u32, u32)>,
}

impl PatternTable {
    /// The number of its entries.
    #[must_use]
    pub const fn entries(&self) -> usize {
        3_usize.pow(self.places)
    }
}

/// What counts in a position, seen from the first side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PatternInput {
    /// Single numbers: which one, and how often for the first side less how often for the second.
    pub times: Vec<(u16, i16)>,
    /// The entry of each table that the first side reads, and the one that the second side reads, whose number is
    /// subtracted.
    pub entries: [Vec<u32>; 2],
    /// The share of the opening's numbers, from 0 to 1; the rest is the end's.
    pub opening: f32,
    /// What a lead of the first side and of the second side is divided by.
    pub divisors: [f32; 2],
    /// Whether the side to move can capture, and whether the other side could if it were its turn.
    pub captures: [bool; 2],
}
