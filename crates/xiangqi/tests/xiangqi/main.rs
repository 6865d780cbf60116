//! The rules of Xiangqi: laws, perft, verdicts, notation and an independent program.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

mod adjudicate;
mod checks;
mod fuzz_bodies;
mod laws;
mod naive;
mod notation;
mod oracle;
mod perft;
mod setup;
