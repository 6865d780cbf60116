//! Counts the nodes of a position of international draughts on one thread:
//! `perft DEPTH [FEN]`.

use draughts::{International, Position, Setup};
use std::time::Instant;

#[expect(clippy::print_stdout, reason = "a command-line program")]
fn main() {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().and_then(|d| d.parse().ok()).unwrap_or(8);
    let mut position = match arguments.next() {
        Some(fen) => {
            let setup: Setup<International> = fen.parse().unwrap_or_else(|error| panic!("{error}"));
            Position::try_from(setup).unwrap_or_else(|invalid| panic!("{invalid}"))
        }
        None => Position::start(),
    };
    let start = Instant::now();
    let nodes = game::perft(&mut position, depth);
    let seconds = start.elapsed().as_secs_f64();
    println!("nodes {nodes} seconds {seconds:.3} nps {:.0}", nodes as f64 / seconds);
}
