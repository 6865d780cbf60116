//! Nanoseconds per evaluation, over 2,000 positions of random games: `eval_speed [ROUNDS]`.
//! The best of the rounds is what an undisturbed machine takes.

#![allow(clippy::print_stdout, reason = "an example prints")]

use game::{Key, Position as _, Silent};
use std::hint::black_box;
use std::time::Instant;
use xiangqi::Position;
use xiangqi_engine::eval::Evaluation;

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
            position.make(moves[Key::random(random).0 as usize % moves.len()], &mut Silent);
            if ply > 8 && !position.is_in_check() {
                positions.push(position.clone());
            }
        }
    }
    positions
}

fn main() {
    let rounds = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(200);
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
