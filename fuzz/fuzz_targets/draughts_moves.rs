//! Games of every variant of draughts: the laws hold along them.
#![no_main]

#[path = "../../crates/draughts/tests/draughts/checks/mod.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::fuzz_moves(data));
