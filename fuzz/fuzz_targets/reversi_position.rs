//! Any text is refused or is a position of reversi that prints and reads back.
#![no_main]

#[path = "../../crates/reversi/tests/reversi/checks/mod.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::fuzz_position(text));
