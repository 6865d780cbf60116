//! Games of reversi: the laws hold along them.
#![no_main]

#[path = "../../crates/reversi/tests/reversi/checks/mod.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::fuzz_moves(data));
