//! Counts the nodes of one position on one thread: `perft DEPTH [FEN]`.

use std::time::Instant;
use xiangqi::Position;

#[expect(clippy::print_stdout, reason = "a command-line program")]
fn main() {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().and_then(|d| d.parse().ok()).unwrap_or(5);
    let mut position = match arguments.next() {
        Some(fen) => fen.parse().unwrap_or_else(|error| panic!("{error}")),
        None => Position::start(),
    };
    let start = Instant::now();
    let nodes = game::perft(&mut position, depth);
    let seconds = start.elapsed().as_secs_f64();
    println!("nodes {nodes} seconds {seconds:.3} nps {:.0}", nodes as f64 / seconds);
}
