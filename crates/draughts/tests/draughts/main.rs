//! The rules of draughts: laws, perft, verdicts and an independent program.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

mod adjudicate;
mod checks;
mod groups;
mod laws;
mod oracle;
mod perft;
