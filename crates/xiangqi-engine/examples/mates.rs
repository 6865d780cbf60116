//! How many mates of `tests/data/mates.tsv` are found in time:
//! `mates [MILLISECONDS] [LONGEST] [ABLATION] [NODES]`. With NODES the time is only a bound above
//! them, and the figure does not depend on how busy the machine is.

#![allow(clippy::print_stdout, reason = "an example prints")]

use game::Line;
use search::{Configure as _, Limits, NoSignal, Signal};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use xiangqi::Position;
use xiangqi_engine::{SearchRequest, XiangqiEngine};

/// Stops once a mate was reported.
#[derive(Default)]
struct Mated(AtomicBool);

impl Signal for Mated {
    fn stopped(&self) -> bool {
        NoSignal.stopped() || self.0.load(Relaxed)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let time = args.next().map_or(Ok(2000), |a| a.parse())?;
    let longest: i32 = args.next().map_or(Ok(10), |a| a.parse())?;
    let mut engine = XiangqiEngine::new(64);
    engine.set_ablation(&args.next().unwrap_or_default())?;
    let nodes = args.next().map(|a| a.parse()).transpose()?;
    let (mut tried, mut solved, mut worst) = (0, 0, 0);
    for row in include_str!("../tests/data/mates.tsv").lines().filter(|l| !l.starts_with('#')) {
        let mut fields = row.split('\t');
        let (Some(fen), Some(n)) = (fields.next(), fields.next()) else { continue };
        let n: i32 = n.parse()?;
        if n > longest {
            continue;
        }
        tried += 1;
        engine.new_game();
        let limits = Limits { nodes, ..Limits::move_time(Duration::from_millis(time)) };
        let request = SearchRequest { limits, ..SearchRequest::default() };
        let line = Line::new(fen.parse::<Position>()?);
        let (clock, mated) = (Instant::now(), Mated::default());
        let mut mate = None;
        let found = engine.search(&line, &request, &clock, &mated, &mut |r| {
            if let Some(plies) = r.score.mate_plies().filter(|p| *p > 0) {
                mate = Some((plies + 1) / 2);
                mated.0.store(true, Relaxed);
            }
        });
        let ms = clock.elapsed().as_millis();
        solved += i32::from(mate.is_some());
        worst = worst.max(if mate.is_some() { ms } else { 0 });
        if mate.is_none() || ms > 300 {
            println!(
                "mate in {n}: {mate:?} after {ms} ms, depth {}, score {}, {fen}",
                found.depth,
                found.score()
            );
        }
    }
    println!(
        "{solved} of {tried} mates up to {longest} found within {time} ms each, the slowest in {worst} ms"
    );
    Ok(())
}
