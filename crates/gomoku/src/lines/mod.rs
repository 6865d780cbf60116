//! Rows of stones: the effect of a stone on a point for each of the four lines through it.
//!
//! A line is a word of two bits a point. The neighbours of a point on a line, five to each side,
//! index a table with the effect of a stone of either colour there ([`Pattern`]): nothing, a two,
//! an open three, a four, a five. The tables are computed from the definition when a rule set is
//! first used: a pattern is a three because there is a point that makes it a straight four, and so
//! on for weaker patterns.

mod near;
mod pattern;
mod table;
mod words;

pub(crate) use near::{Lines, NEAR, SLOTS};
pub use pattern::{Pattern, Patterns};
pub(crate) use table::Table;
pub(crate) use words::{DIRECTIONS, Direction, Window, Words};
