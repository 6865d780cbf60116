//! Games of the engine against itself, to fit weights to:
//! `games GAMES NODES EVALUATION SEED [THREADS]`.
//!
//! Each game begins with 4 to 24 random plies; then both sides search NODES nodes a move and
//! solve the ending. A line holds the number of random plies, the difference of discs for
//! Black at the end, and the transcript. EVALUATION is `plain`, `ours` or a file of weights.
//!
//! ```text
//! cargo run --release -p reversi-engine --example games -- 20000 600 plain 1 > games.txt
//! ```

#![allow(clippy::print_stdout, reason = "an example prints")]

mod common;

use common::{Random, evaluation, random_line};
use game::Position as _;
use reversi::notation::transcript;
use reversi_engine::{ReversiEngine, SearchRequest};
use search::{Configure as _, Limits, NoClock, NoSignal};

fn play(engine: &mut ReversiEngine, nodes: u64, number: u64, seed: u64) -> String {
    let mut random = Random((seed << 32 ^ number) << 8);
    let plies = 4 + random.below(21);
    let mut line = random_line(plies, &mut random);
    let random_plies = line.len();
    engine.new_game();
    let limits = Limits::nodes(nodes);
    let request = SearchRequest { limits, ..SearchRequest::default() };
    while line.position().has_legal_move() {
        let found = engine.search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
        let Some(m) = found.best() else { break };
        line.push(m);
    }
    let [black, white] = line.position().score();
    let moves = line.plies().iter().filter_map(|ply| ply.mv);
    let difference = i32::from(black) - i32::from(white);
    format!("{random_plies} {difference} {}", transcript::print(moves))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [games, nodes, name, seed, rest @ ..] = args.as_slice() else {
        return Err("games GAMES NODES EVALUATION SEED [THREADS]".into());
    };
    let (games, nodes, seed): (u64, u64, u64) = (games.parse()?, nodes.parse()?, seed.parse()?);
    let threads: u64 = rest.first().map_or(Ok(1), |s| s.parse())?;
    let judge = evaluation(name)?;
    std::thread::scope(|scope| {
        for thread in 0..threads.max(1) {
            let judge = judge.clone();
            scope.spawn(move || {
                let mut engine = ReversiEngine::with(judge, 4);
                for number in (thread..games).step_by(threads.max(1) as usize) {
                    println!("{}", play(&mut engine, nodes, number, seed));
                }
            });
        }
    });
    Ok(())
}
