//! The engine of gomoku: laws, its evaluations and its solver.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

mod common;
mod laws;
mod linear;
mod mates;
mod network;
mod solve;
