//! Trials of what a hall promises: nothing that was acknowledged is lost.
//!
//! ```text
//! cargo build && cargo run -p server --example trials -- kill 500
//! cargo run -p server --example trials -- full-disk 20      (as root, on Linux)
//! cargo run -p server --example trials -- damage 100
//! ```
//!
//! The program that is tried is `YIQI_BIN`, or `yiqi` beside this one's folder. A second number
//! seeds the lots. Everything happens on this machine's loopback and in temporary folders; the
//! last line sums up, and the exit code says whether the promise was kept.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool that says what it finds")]

mod damage;
mod full_disk;
mod hall;
mod kill;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, usual: u64| words.get(i).map_or(Ok(usual), |word| word.parse());
    let (Ok(rounds), Ok(seed)) = (number(1, 10), number(2, 7717)) else { return usage() };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let lots = hall::Lots(seed);
    let kept = match words.first().map(String::as_str) {
        Some("kill") => runtime.block_on(kill::run(rounds, lots)),
        Some("full-disk") => full_disk::run(rounds, &words, &runtime),
        Some("damage") => runtime.block_on(damage::run(rounds, lots)),
        _ => return usage(),
    };
    if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn usage() -> ExitCode {
    println!("trials kill|full-disk|damage [ROUNDS [SEED]]");
    ExitCode::from(2)
}
