//! The speed of the search in one position.

use crate::Failure;
use crate::game_tools::Game;
use clap::Args;
use game::Line;
use search::{Configure as _, Limits, Report};
use std::fmt::Display;
use std::time::{Duration, Instant};

#[derive(Debug, Args)]
pub(crate) struct SpeedArgs {
    /// Milliseconds to search; 3000 where nothing limits the search.
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Plies to search.
    #[arg(long)]
    depth: Option<u32>,
    /// Nodes to search.
    #[arg(long)]
    nodes: Option<u64>,
    /// The position, as the game writes it.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Threads of the search.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Size of the table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=65536))]
    table: u32,
}

pub(crate) fn run<G: Game>(game: &G, args: &SpeedArgs) -> Result<(), Failure> {
    let position = match &args.position {
        Some(text) => game.position(text)?,
        None => game.usual()?,
    };
    let line = Line::new(position);
    let mut engine = game.engine(args.table as usize);
    engine.set_threads(usize::from(args.threads));
    // The tables of an evaluation may be created on first use: this time is not counted.
    let clock = Instant::now();
    game.search(&mut engine, &line, &Limits::depth(1).into(), &mut |_| {});
    println!("first search of one ply, with the tables of the game: {:.1?}", clock.elapsed());
    engine.new_game();
    let mut limits = Limits {
        depth: args.depth,
        nodes: args.nodes,
        move_time: args.movetime.map(Duration::from_millis),
        ..Limits::default()
    };
    if args.depth.is_none() && args.nodes.is_none() && args.movetime.is_none() {
        limits.move_time = Some(Duration::from_secs(3));
    }
    let clock = Instant::now();
    let found = game.search(&mut engine, &line, &limits.into(), &mut |report| {
        println!("{}", report_line(report));
    });
    let seconds = clock.elapsed().as_secs_f64();
    let speed = found.nodes as f64 / seconds;
    println!("nodes {} seconds {seconds:.2} nps {speed:.0}", found.nodes);
    Ok(())
}

/// A report of a search as a line.
fn report_line<M: Display>(report: &Report<'_, M>) -> String {
    let pv: Vec<String> = report.pv.iter().map(ToString::to_string).collect();
    format!(
        "depth {:2} seldepth {:2} score {} nodes {} ms {} pv {}",
        report.depth,
        report.seldepth,
        report.score,
        report.nodes,
        report.time.as_millis(),
        pv.join(" ")
    )
}
