//! Any bytes are refused or are a setup that prints and reads back; around a position the laws
//! hold.
#![no_main]

#[path = "../../crates/xiangqi/tests/xiangqi/checks.rs"]
#[allow(dead_code)]
mod checks;
#[path = "../../crates/xiangqi/tests/xiangqi/naive.rs"]
#[allow(dead_code)]
mod naive;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::fuzz_fen(data));
