//! The signature of the search: `bench [DEPTH]`.

#![allow(clippy::print_stdout, reason = "an example prints")]

use draughts_engine::bench;

fn main() {
    let depth = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(bench::DEPTH);
    println!("{}", bench::run(depth));
}
