//! Counts sequences of moves: `perft [DEPTH] [EDGE | POSITION]`, with the time it takes.
//!
//! ```text
//! cargo run --release -p yiqi-reversi --example perft -- 11
//! ```

#![allow(clippy::print_stdout, reason = "an example prints")]

use reversi::{Position, Setup, Size};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let deepest = args.next().map_or(Ok(10), |a| a.parse())?;
    let mut position = match args.next() {
        None => Position::start(Size::Eight),
        Some(text) => match text.parse().ok().and_then(Size::new) {
            Some(size) => Position::start(size),
            None => text.parse::<Setup>()?.position()?,
        },
    };
    for depth in 1..=deepest {
        let clock = Instant::now();
        let nodes = game::perft(&mut position, depth);
        let seconds = clock.elapsed().as_secs_f64();
        println!("{depth:2} {nodes:14}  {seconds:8.3} s  {:.0} a second", nodes as f64 / seconds);
    }
    Ok(())
}
