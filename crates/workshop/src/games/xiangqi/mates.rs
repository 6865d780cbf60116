//! Counts the mates of a collection that are found in time.

use crate::Failure;
use crate::common::read_file;
use clap::Args;
use game::Line;
use search::{Configure as _, Limits, NoSignal, Signal};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use xiangqi::Position;
use xiangqi_engine::{SearchRequest, XiangqiEngine};

#[derive(Debug, Args)]
pub(crate) struct MatesArgs {
    /// Milliseconds a position.
    #[arg(long, value_name = "MS", default_value_t = 2000)]
    movetime: u64,
    /// Also a limit of nodes: the figure then depends less on how busy the machine is.
    #[arg(long)]
    nodes: Option<u64>,
    /// The longest mates, in moves, that are tried.
    #[arg(long, default_value_t = 10)]
    longest: i32,
    /// Techniques of the search to switch off, separated by commas.
    #[arg(long, value_name = "NAME,NAME", default_value = "")]
    without: String,
    /// Lines of a FEN, a tabulator and the number of moves; our collection if absent.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Stops once a mate was reported.
#[derive(Default)]
struct MateSignal(AtomicBool);

impl Signal for MateSignal {
    fn stopped(&self) -> bool {
        NoSignal.stopped() || self.0.load(Relaxed)
    }
}

pub(crate) fn run(args: &MatesArgs) -> Result<(), Failure> {
    let mut engine = XiangqiEngine::new(64);
    engine.set_ablation(&args.without)?;
    let text = match &args.file {
        Some(path) => read_file(path)?,
        None => include_str!("../../../../xiangqi-engine/tests/data/mates.tsv").to_owned(),
    };
    let (time, longest, nodes) = (args.movetime, args.longest, args.nodes);
    let (mut tried, mut solved, mut worst) = (0, 0, 0);
    for row in text.lines().filter(|l| !l.starts_with('#')) {
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
        let (clock, mated) = (Instant::now(), MateSignal::default());
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
