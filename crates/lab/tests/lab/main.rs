//! The lab: its searches, and those recorded for the page.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

mod lab;
mod recorded;
