//! Lines come to the same orders as their printed forms do.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| protocol::laws::orders_read_back(data));
