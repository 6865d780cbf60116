//! How long moves took before, during and after each fault, and what a move cost.

use crate::nodes::faults::PastFault;
use crate::nodes::record::{Line, Moment};
use crate::seat::Times;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What is looked at before and after a fault.
const BESIDE: Moment = 10_000_000;
/// A move that takes longer was held up by a fault.
const HELD_UP: Moment = 1_000_000;

/// A move: when it was first sent, and when it was acknowledged.
type AnsweredMove = (Moment, Moment);

/// All acknowledged moves of the records.
pub(crate) fn answered(records: &[Vec<Line>]) -> Vec<AnsweredMove> {
    let mut sent: HashMap<&str, Moment> = HashMap::new();
    let mut all = Vec::new();
    for line in records.iter().flatten() {
        match line {
            Line::Invoked { t, request, .. } => {
                sent.entry(request).or_insert(*t);
            }
            Line::Acknowledged { t, request, .. } => {
                all.extend(sent.get(request.as_str()).map(|first| (*first, *t)));
            }
            _ => {}
        }
    }
    all
}

fn times(moves: &[AnsweredMove], from: Moment, to: Moment) -> Times {
    let mut times = Times::default();
    for (sent, done) in moves.iter().filter(|(sent, _)| (from..to).contains(sent)) {
        times.push(Duration::from_micros(done.saturating_sub(*sent)));
    }
    times
}

/// A table in Markdown, a line for each fault.
pub(crate) fn print(moves: &[AnsweredMove], faults: &[PastFault]) {
    let last = moves.iter().map(|(_, done)| *done).max().unwrap_or_default();
    println!("all: {} moves, {}", moves.len(), times(moves, 0, Moment::MAX).line());
    if faults.is_empty() {
        return;
    }
    println!(
        "| fault | at, s | lasted, s | before: p50, p99 ms | during | after | moves held up | whole after, s |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (i, fault) in faults.iter().enumerate() {
        let next = faults.get(i + 1).map_or(last + 1, |next| next.from);
        let two = |from: Moment, to: Moment| {
            let mut times = times(moves, from, to);
            match times.len() {
                0 => "–".to_owned(),
                _ => format!("{:.0}, {:.0}", times.percentile(50), times.percentile(99)),
            }
        };
        // It was held up before the next fault began.
        let begun = |&&(sent, done): &&AnsweredMove| {
            let is_late = done.saturating_sub(sent) > HELD_UP;
            is_late && done >= fault.from && sent + HELD_UP < next
        };
        let held: Vec<&AnsweredMove> = moves.iter().filter(begun).collect();
        let whole = held.iter().map(|(_, done)| done.saturating_sub(fault.from)).max();
        println!(
            "| {:?} | {:.0} | {:.1} | {} | {} | {} | {} | {:.1} |",
            fault.kind,
            fault.from as f64 / 1e6,
            (fault.to - fault.from) as f64 / 1e6,
            two(fault.from.saturating_sub(BESIDE), fault.from),
            two(fault.from, fault.to),
            two(fault.to, next.min(fault.to + BESIDE)),
            held.len(),
            whole.unwrap_or_default() as f64 / 1e6
        );
    }
}

/// Counts the processor time of the nodes and of the database, also of processes that end.
#[derive(Debug)]
pub(crate) struct Meter {
    used: Arc<Mutex<HashMap<u32, Usage>>>,
    stop: Arc<AtomicBool>,
}

/// Ticks of the processor, first and last, and whether it is one of the database.
#[derive(Clone, Copy, Debug)]
struct Usage {
    first: u64,
    last: u64,
    is_database: bool,
}

impl Meter {
    /// Looks twice a second. `postmaster` is the file with the id of the database's process.
    pub(crate) fn start(postmaster: Option<PathBuf>) -> Self {
        let (used, stop) = (Arc::default(), Arc::new(AtomicBool::new(false)));
        let meter = Self { used: Arc::clone(&used), stop: Arc::clone(&stop) };
        std::thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                look(&used, postmaster.as_ref());
                std::thread::sleep(Duration::from_millis(500));
            }
        });
        meter
    }

    /// Seconds of the nodes and of the database so far.
    pub(crate) fn stop(self) -> [f64; 2] {
        self.stop.store(true, Ordering::Relaxed);
        let used = self.used.lock().unwrap();
        [false, true].map(|wanted| {
            let all = used.values().filter(|usage| usage.is_database == wanted);
            // Linux has 100 ticks a second on all common machines.
            all.map(|usage| usage.last - usage.first).sum::<u64>() as f64 / 100.0
        })
    }
}

fn look(used: &Mutex<HashMap<u32, Usage>>, postmaster: Option<&PathBuf>) {
    let own = std::process::id();
    let database = postmaster
        .and_then(|file| std::fs::read_to_string(file).ok())
        .and_then(|text| text.lines().next()?.trim().parse::<u32>().ok());
    let Ok(processes) = std::fs::read_dir("/proc") else { return };
    let mut used = used.lock().unwrap();
    let is_first = used.is_empty();
    for process in processes.flatten() {
        let Some(id) = process.file_name().to_str().and_then(|name| name.parse::<u32>().ok())
        else {
            continue;
        };
        let Ok(stat) = std::fs::read_to_string(process.path().join("stat")) else { continue };
        let Some((_, rest)) = stat.rsplit_once(')') else { continue };
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let number = |i: usize| fields.get(i).and_then(|field| field.parse::<u64>().ok());
        let Some(parent) = number(1) else { continue };
        let is_of = |of: Option<u32>| of.is_some_and(|of| id == of || parent == u64::from(of));
        let is_database = is_of(database);
        let is_node = parent == u64::from(own)
            && std::fs::read_to_string(process.path().join("cmdline"))
                .is_ok_and(|words| words.split('\0').nth(1) == Some("serve"));
        if !is_database && !is_node {
            continue;
        }
        let ticks = number(11).unwrap_or_default() + number(12).unwrap_or_default();
        // What began after the first look began with nothing.
        let first = if is_first { ticks } else { 0 };
        let usage = used.entry(id).or_insert(Usage { first, last: ticks, is_database });
        usage.last = ticks;
    }
}
