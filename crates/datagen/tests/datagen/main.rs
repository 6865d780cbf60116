//! Data for training: games and the orders for them.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

mod generation;
mod jobs;
