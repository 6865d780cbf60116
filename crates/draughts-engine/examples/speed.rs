//! Nodes per second: `speed [MILLISECONDS] [FEN] [MEGABYTES]`, international draughts.

#![allow(clippy::print_stdout, reason = "an example prints")]

use draughts::{International, Position, Setup};
use draughts_engine::{DraughtsEngine, SearchRequest};
use game::Line;
use search::{Limits, NoSignal};
use std::time::{Duration, Instant};

fn main() {
    let mut args = std::env::args().skip(1);
    let time = Duration::from_millis(args.next().map_or(3000, |a| a.parse().unwrap_or(3000)));
    let position = args.next().map_or_else(Position::<International>::start, |fen| {
        let setup: Setup<International> = fen.parse().expect("the FEN can be read");
        Position::try_from(setup).expect("the FEN is a legal position")
    });
    let megabytes = args.next().map_or(64, |a| a.parse().unwrap_or(64));
    let mut engine = DraughtsEngine::new(megabytes);
    let request = SearchRequest {
        limits: if time.as_millis() > 100_000 {
            Limits::nodes(time.as_millis() as u64)
        } else {
            Limits::move_time(time)
        },
        ..SearchRequest::default()
    };
    let clock = Instant::now();
    let found = engine.search(&Line::new(position), &request, &clock, &NoSignal, &mut |r| {
        println!("{}", workbench::progress(r));
    });
    println!("{}", workbench::speed(&found, clock.elapsed()));
}
