//! The network: its cells, and equal values however it is computed; packed numbers.
//!
//! One program of tests: each file of its own would be linked with the same crates again.

// In WebAssembly there are no crates for random cases.
#[cfg(not(target_family = "wasm"))]
mod cells;
#[cfg(not(target_family = "wasm"))]
mod equal;
mod kernels;
mod networks;
#[cfg(not(target_family = "wasm"))]
mod packed;
