//! The engine of Xiangqi: laws and repetitions.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

mod laws;
mod repetition;
