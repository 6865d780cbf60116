//! Nodes per second from the start position: `speed [MILLISECONDS] [THREADS] [MEGABYTES]`.

#![allow(clippy::print_stdout, reason = "an example prints")]

use game::Line;
use search::{Limits, NoSignal};
use std::time::{Duration, Instant};
use xiangqi::Position;
use xiangqi_engine::{Task, XiangqiEngine};

fn main() {
    let mut args = std::env::args().skip(1).map(|a| a.parse::<u64>().unwrap_or(1));
    let time = Duration::from_millis(args.next().unwrap_or(3000));
    let threads = args.next().unwrap_or(1) as usize;
    let mut engine = XiangqiEngine::new(args.next().unwrap_or(64) as usize);
    engine.set_threads(threads);
    let task = Task { limits: Limits::move_time(time), ..Task::default() };
    let clock = Instant::now();
    let found = engine.search(&Line::new(Position::start()), &task, &clock, &NoSignal, &mut |r| {
        let pv: Vec<String> = r.pv.iter().map(ToString::to_string).collect();
        println!(
            "depth {:2} seldepth {:2} score {} nodes {} ms {} pv {}",
            r.depth,
            r.seldepth,
            r.score,
            r.nodes,
            r.time.as_millis(),
            pv.join(" ")
        );
    });
    let seconds = clock.elapsed().as_secs_f64();
    println!("nodes {} seconds {seconds:.2} nps {:.0}", found.nodes, found.nodes as f64 / seconds);
}
