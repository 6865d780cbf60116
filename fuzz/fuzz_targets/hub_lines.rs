//! Whatever reads as a line of Hub, or as a position or a move in it, reads back as the same.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| protocol::laws::hub_reads_back(data));
