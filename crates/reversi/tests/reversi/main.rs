//! The rules of reversi: laws and perft.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

mod checks;
mod laws;
mod perft;
