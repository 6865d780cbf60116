//! How much memory engines take besides their tables: makes some of each family, lets them
//! search, and prints what the process grew by for each.
//!
//! `cargo run --release -p pool --example engine_memory -- [COUNT] [TABLE_MB]`
#![allow(clippy::print_stdout, reason = "it is what it is for")]

use engine::{Control, Limits};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let count: usize = args.next().map_or(Ok(8), |text| text.parse())?;
    let table: usize = args.next().map_or(Ok(1), |text| text.parse())?;
    for variant in ["xiangqi", "draughts", "gomoku", "renju"] {
        let session = games::new_session(variant, None, None)?;
        let before = resident_kb()?;
        let mut engines = Vec::new();
        for _ in 0..count {
            let mut engine = games::new_engine(variant)?;
            engine.set_option("Hash", &table.to_string())?;
            let limits = Limits { nodes: Some(200_000), ..Limits::default() };
            engine.search(session.as_ref(), &limits, &Control::new(), &mut |_| {})?;
            engines.push(engine);
        }
        let each = resident_kb()?.saturating_sub(before) / count.max(1) as u64;
        println!(
            "{variant}: {:.1} MiB for each of {count} engines with a table of {table} MiB",
            each as f64 / 1024.0
        );
    }
    Ok(())
}

/// The memory this process holds, in KiB.
fn resident_kb() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let line = line.ok_or("/proc/self/status names no VmRSS")?;
    Ok(line.trim().trim_end_matches("kB").trim().parse()?)
}
