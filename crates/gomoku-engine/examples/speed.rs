//! Nodes per second: `speed [MILLISECONDS] [RULES] [SIZE] [MOVES] [MEGABYTES]`, with the lines
//! of the search on the way; `depth=N` for the milliseconds says how long that depth takes.

#![allow(clippy::print_stdout, reason = "an example prints")]

use game::Line;
use gomoku::{Rules, Setup};
use gomoku_engine::{GomokuEngine, SearchRequest};
use search::{Configure as _, Limits, NoClock, NoSignal};
use std::time::{Duration, Instant};

fn main() {
    let mut args = std::env::args().skip(1);
    let limit = args.next().unwrap_or_else(|| "3000".to_owned());
    let limits = match limit.strip_prefix("depth=") {
        Some(depth) => Limits::depth(depth.parse().expect("a depth is a number")),
        None => Limits::move_time(Duration::from_millis(limit.parse().unwrap_or(3000))),
    };
    let rules = match args.next().as_deref() {
        Some("renju") => Rules::RENJU,
        Some("standard") => Rules::STANDARD,
        Some("caro") => Rules::CARO,
        _ => Rules::FREESTYLE,
    };
    let size = args.next().map_or(15, |a| a.parse().expect("a size is a number"));
    let moves = args.next().unwrap_or_else(|| "h8g9h10h9g8i8j7f11i10g10".to_owned());
    let setup: Setup = moves.parse().expect("the moves can be read");
    let position = setup.position(rules, size).expect("the moves are legal");
    let megabytes = args.next().map_or(64, |a| a.parse().unwrap_or(64));
    let mut engine = GomokuEngine::new(megabytes);
    let request = SearchRequest { limits, ..SearchRequest::default() };
    let line = Line::new(position);
    // The tables of a rule set are made when it is first played: once, and not here.
    let first = SearchRequest { limits: Limits::depth(1), ..SearchRequest::default() };
    let clock = Instant::now();
    engine.search(&line, &first, &NoClock, &NoSignal, &mut |_| {});
    println!("first search, with the tables of the rules: {:.1?}", clock.elapsed());
    engine.new_game();
    let clock = Instant::now();
    let found = engine.search(&line, &request, &clock, &NoSignal, &mut |r| {
        println!("{}", workbench::progress(r));
    });
    println!("{}", workbench::speed(&found, clock.elapsed()));
}
