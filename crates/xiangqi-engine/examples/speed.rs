//! Nodes per second from the start position: `speed [MILLISECONDS] [THREADS] [MEGABYTES]`.

#![allow(clippy::print_stdout, reason = "an example prints")]

use game::Line;
use search::{Configure as _, Limits, NoSignal};
use std::time::{Duration, Instant};
use xiangqi::Position;
use xiangqi_engine::{SearchRequest, XiangqiEngine};

fn main() {
    let mut args = std::env::args().skip(1).map(|a| a.parse::<u64>().unwrap_or(1));
    let time = Duration::from_millis(args.next().unwrap_or(3000));
    let threads = args.next().unwrap_or(1) as usize;
    let mut engine = XiangqiEngine::new(args.next().unwrap_or(64) as usize);
    engine.set_threads(threads);
    let request = SearchRequest { limits: Limits::move_time(time), ..SearchRequest::default() };
    let clock = Instant::now();
    let found =
        engine.search(&Line::new(Position::start()), &request, &clock, &NoSignal, &mut |r| {
            println!("{}", workbench::progress(r));
        });
    println!("{}", workbench::speed(&found, clock.elapsed()));
}
