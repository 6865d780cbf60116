//! Solves endings exactly.
//!
//! Without positions it solves #40 to #44 of the FFO test (French Othello Federation), and compares
//! the results with the values published at <http://www.radagast.se/othello/ffotest.html>. White
//! wins from the start of 6×6 with 20 to 16 (J. Feinstein, British Othello Federation newsletter,
//! July 1993).

use super::{Reversi, evaluation};
use crate::Failure;
use crate::game_tools::Game as _;
use clap::Args;
use reversi::Position;
use reversi_engine::solve::{Budget, Solver};
use search::NoSignal;
use std::time::Instant;

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// Positions, or the edge of a board (4 or 6) for its start; five of the FFO test if absent.
    #[arg(value_name = "POSITION")]
    positions: Vec<String>,
    /// Size of the table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=65536))]
    table: u32,
    /// What orders the moves: `ours`, `plain` or a file of weights.
    #[arg(long, value_name = "EVALUATION", default_value = "ours")]
    eval: String,
}

/// Number, position, the difference of discs for the side to move.
const FFO: [(u32, &str, i32); 5] = [
    (40, "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38),
    (41, "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0),
    (42, "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6),
    (43, "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12),
    (44, "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14),
];

fn solve(solver: &mut Solver, position: &Position) -> Option<i32> {
    let clock = Instant::now();
    let budget = Budget { nodes: u64::MAX, until: None, clock: &clock, signal: &NoSignal };
    solver.clear();
    let solution = solver.solve(position, 0, budget)?;
    let (nodes, seconds) = (solver.nodes(), clock.elapsed().as_secs_f64());
    let pv: Vec<String> = solution.pv.iter().map(ToString::to_string).collect();
    println!(
        "{} empty: {:+} in {seconds:.2} s, {nodes} nodes, {:.1} million a second: {}",
        position.empty().len(),
        solution.discs,
        nodes as f64 / seconds / 1e6,
        pv.join(" ")
    );
    Some(solution.discs)
}

pub(crate) fn run(args: &SolveArgs) -> Result<(), Failure> {
    let mut solver = Solver::new(args.table as usize, evaluation(&args.eval)?);
    for text in &args.positions {
        let position = Reversi.position(text)?;
        println!("{position}");
        solve(&mut solver, &position);
    }
    if args.positions.is_empty() {
        for (number, text, published) in FFO {
            println!("FFO #{number}, published {published:+}");
            let found = solve(&mut solver, &Reversi.position(text)?);
            if found != Some(published) {
                return Err(format!("#{number}: {found:?} instead of {published}").into());
            }
        }
    }
    Ok(())
}
