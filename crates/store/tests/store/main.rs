//! The store: its laws, its files, and what happens to them on a bad day.
//!
//! One program of tests: each file of its own would be linked with the whole house again.

mod archive;
mod common;
mod damage;
mod files;
mod full_disk;
mod golden;
mod laws;
mod lists;
mod moves;
mod nodes;
mod passkeys;
mod people;
mod puzzles;
mod secrets;
mod server;
mod sight;
mod studies;
mod tls;
