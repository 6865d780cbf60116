//! Counts of legal move sequences, on one thread and without a table.

use crate::Failure;
use crate::game_tools::Game;
use clap::Args;
use std::time::Instant;

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// How many plies deep.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=32))]
    depth: u32,
    /// The position, as the game writes it; the start if absent.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Counts every depth from 1 on.
    #[arg(long)]
    every: bool,
}

pub(crate) fn run<G: Game>(game: &G, args: &PerftArgs) -> Result<(), Failure> {
    let mut position = match &args.position {
        Some(text) => game.position(text)?,
        None => game.start(),
    };
    let first = if args.every { 1 } else { args.depth };
    for depth in first..=args.depth {
        let start = Instant::now();
        let nodes = game::perft(&mut position, depth);
        let seconds = start.elapsed().as_secs_f64();
        let speed = nodes as f64 / seconds;
        println!("depth {depth} nodes {nodes} seconds {seconds:.3} nps {speed:.0}");
    }
    Ok(())
}
