//! Reviews: games, what is proven, and the reasons told.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

mod proven;
mod reasons;
mod review;
