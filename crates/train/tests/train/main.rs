//! Training: networks and patterns.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

mod patterns;
mod training;
