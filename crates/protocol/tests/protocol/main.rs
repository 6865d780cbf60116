//! The protocols of engines: laws, lines and whole conversations.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

mod laws;
mod lines;
mod transcripts;
