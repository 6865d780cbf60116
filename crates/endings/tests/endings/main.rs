//! The tables of endings: the file, what the program carries, and a naive solver beside it.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

mod file;
mod naive;
mod shipped;
