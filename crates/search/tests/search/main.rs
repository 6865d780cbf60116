//! The search on small games: its laws and its trace.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

mod crew;
mod laws;
mod toy;
mod trace;
mod tree;
