//! Proves the wins of a collection and prints how long it took.
//!
//! ```text
//! cargo run --release -p gomoku-engine --example solve [FILE [ID [SECONDS]]]
//! ```

use gomoku::{Rules, Setup};
use gomoku_engine::solve::solve;
use std::time::{Duration, Instant};

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/renju_wins_by_threats.txt").to_owned()
    });
    let only = arguments.next().filter(|id| id != "all");
    let seconds = arguments.next().map_or(Ok(60), |text| text.parse())?;
    let limit = Duration::from_secs(seconds);
    let text = std::fs::read_to_string(&path)?;
    let (mut rows, mut proven) = (0, 0);
    println!("id\tmethod\tmoves\tms\tnodes\tline");
    for row in text.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let (id, stones) = (fields[0], fields[fields.len() - 1]);
        if only.as_ref().is_some_and(|only| only != id) {
            continue;
        }
        let setup: Setup = stones.parse()?;
        let position = setup.position(Rules::RENJU, 15)?;
        let begun = Instant::now();
        let solution = solve(&position, &mut |_| begun.elapsed() < limit);
        let line = solution.win.unwrap_or_default();
        rows += 1;
        proven += u32::from(!line.is_empty());
        println!(
            "{id}\t{}\t{}\t{}\t{}\t{}",
            solution.method.map_or("-", |method| method.word()),
            line.len().div_ceil(2),
            begun.elapsed().as_millis(),
            solution.nodes,
            line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        );
    }
    println!("{proven} of {rows} proven");
    Ok(())
}
