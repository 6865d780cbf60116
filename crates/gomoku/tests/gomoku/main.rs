//! The rules of gomoku: laws, fouls and openings.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

mod checks;
mod fouls;
mod laws;
mod openings;
mod passes;
