//! Whatever a program says, who drives it survives; only a best move ends a search.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| protocol::laws::managers_survive(data));
