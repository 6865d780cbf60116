//! Games of gomoku and renju, forbidden points and all: the laws hold along them.
#![no_main]

#[path = "../../crates/gomoku/tests/gomoku/checks/mod.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::fuzz_moves(data));
