//! Any bytes from a connection are messages that print and read back, or are refused; no
//! conversation is brought down by them.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| protocol::laws::dxp_survives(data));
