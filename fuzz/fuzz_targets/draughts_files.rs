//! Any bytes are read as games of draughts or refused; what was read prints and reads back.
#![no_main]

#[path = "../../crates/games/tests/games/bodies/mod.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::read_draughts(data));
