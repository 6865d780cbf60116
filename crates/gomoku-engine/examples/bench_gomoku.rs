//! The signature of the search: `bench [DEPTH]`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example prints")]

use gomoku_engine::bench;
use std::time::Instant;

fn main() {
    let depth = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(bench::DEPTH);
    let start = Instant::now();
    let nodes = bench::run(depth);
    println!("{nodes}");
    eprintln!("{:.0} nodes/s", nodes as f64 / start.elapsed().as_secs_f64());
}
