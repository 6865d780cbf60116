//! Every base of openings by the rules, and every puzzle by the rules and by the search.

mod openings;
mod puzzles;
