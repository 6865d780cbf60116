//! Whatever reads as a command or an answer prints, and reads back as the same.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| protocol::laws::lines_read_back(data));
