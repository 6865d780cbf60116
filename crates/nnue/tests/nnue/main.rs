//! The network: its cells, and equal values however it is computed; packed numbers.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

mod cells;
mod equal;
mod packed;
