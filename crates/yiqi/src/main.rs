//! The command line: opens the hall, speaks the protocols, runs the tools.
fn main() {}
