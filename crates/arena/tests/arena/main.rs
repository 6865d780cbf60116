//! Matches: their books, brains, files and the programs they start.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

mod book;
mod brains;
mod builtin;
mod common;
mod doubles;
mod draughts;
mod files;
