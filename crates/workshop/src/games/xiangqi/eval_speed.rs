//! Nanoseconds per evaluation, over 2,000 positions of random games. The best of the rounds is the
//! time on an undisturbed machine.

use clap::Args;
use game::{Key, NullObserver, Position as _};
use std::hint::black_box;
use std::time::Instant;
use xiangqi::Position;
use xiangqi_engine::eval::Evaluation;

#[derive(Debug, Args)]
pub(crate) struct EvalSpeedArgs {
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    let mut random = 0;
    while positions.len() < 2000 {
        let mut position = Position::start();
        for ply in 0..80 {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            random += 1;
            position.make(moves[Key::random(random).0 as usize % moves.len()], &mut NullObserver);
            if ply > 8 && !position.is_in_check() {
                positions.push(position.clone());
            }
        }
    }
    positions
}

pub(crate) fn run(args: &EvalSpeedArgs) {
    let rounds = args.rounds;
    let positions = positions();
    let mut evaluation = Evaluation::new();
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let start = Instant::now();
        for position in &positions {
            black_box(evaluation.judge(position));
        }
        best = best.min(start.elapsed().as_nanos() as f64 / positions.len() as f64);
    }
    println!("{best:.0} ns per evaluation, best of {rounds} rounds");
}
