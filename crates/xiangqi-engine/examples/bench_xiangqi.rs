//! The bench with other options: `bench DEPTH [without=NAME,NAME] [NUMBER=VALUE]…`.

#![allow(clippy::print_stdout, reason = "an example prints")]

use search::Configure as _;
use std::error::Error;
use std::time::Instant;
use xiangqi_engine::{XiangqiEngine, bench};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let depth = args.next().map_or(Ok(bench::DEPTH), |a| a.parse())?;
    let mut engine = XiangqiEngine::new(16);
    for option in args {
        let (name, value) = option.split_once('=').ok_or("an option is NAME=VALUE")?;
        match name {
            "without" => engine.set_ablation(value)?,
            _ => engine.set_tunable(name, value.parse()?)?,
        }
    }
    let clock = Instant::now();
    let nodes = bench::run_with(&mut engine, depth, &mut |_| {});
    let seconds = clock.elapsed().as_secs_f64();
    println!("nodes {nodes} seconds {seconds:.2} nps {:.0}", nodes as f64 / seconds);
    Ok(())
}
