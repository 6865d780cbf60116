//! The pool of searches, and programs from outside in it.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

mod remote;
mod searches;
