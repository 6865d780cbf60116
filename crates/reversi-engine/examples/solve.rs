//! Solves endings exactly: `solve [MEGABYTES] [EVALUATION] [6x6 | POSITION…]`.
//!
//! Without positions it solves #40 to #44 of the FFO test (French Othello Federation), whose
//! values are published at <http://www.radagast.se/othello/ffotest.html>, and compares. The
//! word `6x6` is the start of the smaller board, won by White with 20 to 16 (J. Feinstein,
//! British Othello Federation newsletter, July 1993). EVALUATION orders the moves: `ours`, `plain`
//! or a file of weights.
//!
//! ```text
//! cargo run --release -p reversi-engine --example solve -- 256
//! cargo run --release -p reversi-engine --example solve -- 512 ours 6x6
//! ```

#![allow(clippy::print_stdout, reason = "an example prints")]

mod common;

use common::evaluation;
use reversi::{Position, Setup, Size};
use reversi_engine::solve::{Budget, Solver};
use search::NoSignal;
use std::time::Instant;

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

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1).peekable();
    let megabytes = args.next().map_or(Ok(64), |a| a.parse())?;
    let name = args.next().unwrap_or_else(|| "ours".to_owned());
    let mut solver = Solver::new(megabytes, evaluation(&name)?);
    if args.peek().is_none() {
        for (number, text, published) in FFO {
            let position = text.parse::<Setup>()?.position()?;
            println!("FFO #{number}, published {published:+}");
            let found = solve(&mut solver, &position);
            if found != Some(published) {
                return Err(format!("#{number}: {found:?} instead of {published}").into());
            }
        }
    }
    for text in args {
        let position = match text.as_str() {
            "6x6" => Position::start(Size::Six),
            text => text.parse::<Setup>()?.position()?,
        };
        println!("{position}");
        solve(&mut solver, &position);
    }
    Ok(())
}
