//! One greedy client beside ten people: what the people wait for, with it and without it.

pub(crate) mod greed;
mod people;

use crate::hall::{Hall, Lots};
use crate::seat::Times;
use greed::Greed;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;

/// How many people there are.
const PEOPLE: u64 = 10;
/// The people may wait so many times as long as without the greedy client.
const FACTOR: f64 = 3.0;
/// The memory of all engines, in MiB, and the most that the process may have, in MB.
const ENGINES_MB: &str = "256";
const BOUND_MB: f64 = 700.0;
/// For how long the greedy client takes what it can before the people come.
const AHEAD: Duration = Duration::from_secs(3);

/// What people do, with the times that they waited for it.
pub(crate) type WaitingTimes = BTreeMap<&'static str, Times>;

/// What was found without the greedy client, or with it, in all rounds.
#[derive(Default)]
struct GreedyFindings {
    waited: WaitingTimes,
    /// The most memory that the hall had, in MB.
    memory: f64,
}

/// A hall with ten people for so long, and with a greedy client if wanted.
async fn round(
    greedy: bool,
    seconds: u64,
    lots: &mut Lots,
    found: &mut GreedyFindings,
) -> Result<(), String> {
    let data = tempfile::tempdir().map_err(|error| error.to_string())?;
    let options = ["--trusted-proxies", "127.0.0.1", "--engine-memory", ENGINES_MB];
    let hall = Hall::open_with(data.path(), &options).map_err(|refused| refused.said)?;
    let addr = hall.addr().to_owned();
    let greed = match greedy {
        true => Some(Greed::begin(&addr)?),
        false => None,
    };
    if greed.is_some() {
        tokio::time::sleep(AHEAD).await;
    }
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut people = tokio::task::JoinSet::new();
    for i in 0..PEOPLE {
        let lots = Lots(lots.below(u64::MAX));
        people.spawn(people::person(addr.clone(), format!("192.0.2.{}", i + 10), end, lots));
    }
    let mut failed = Vec::new();
    for outcome in people.join_all().await {
        match outcome {
            Ok(times) => {
                for (what, times) in times {
                    found.waited.entry(what).or_default().extend(times);
                }
            }
            Err(why) => failed.push(why),
        }
    }
    if let Some(greed) = greed {
        println!("the greedy client: {}", greed.end());
    }
    let memory = hall.most_memory().ok_or("the memory of the hall cannot be read from /proc")?;
    found.memory = found.memory.max(memory);
    match failed.first() {
        Some(why) => Err(format!("{} of {PEOPLE} people failed: {why}", failed.len())),
        None => Ok(()),
    }
}

/// So many pairs of rounds, each of so many seconds: one without the greedy client and one with it, in turn, so that
/// what else the machine does is the same for both.
pub(crate) async fn run(pairs: u64, seconds: u64, mut lots: Lots) -> bool {
    let (mut alone, mut beside) = (GreedyFindings::default(), GreedyFindings::default());
    for pair in 0..pairs {
        // The order changes.
        for greedy in [pair % 2 == 1, pair % 2 == 0] {
            let found = if greedy { &mut beside } else { &mut alone };
            if let Err(why) = round(greedy, seconds, &mut lots, found).await {
                let with = if greedy { "with" } else { "without" };
                println!("greedy: {with} the greedy client: {why}");
                return false;
            }
        }
    }
    for found in [&mut alone, &mut beside] {
        let mut all = Times::default();
        found.waited.values().for_each(|times| all.extend(times.clone()));
        found.waited.insert("everything", all);
    }
    let mut is_fair = beside.memory <= BOUND_MB;
    println!("what | without: number, p50, p99 ms | with the greedy client | factor of p99");
    for (what, times) in &mut alone.waited {
        let Some(others) = beside.waited.get_mut(what) else {
            println!("{what}: nobody had it beside the greedy client");
            is_fair = false;
            continue;
        };
        let [before, after] = [times.percentile(99), others.percentile(99)];
        let factor = after / before;
        is_fair &= factor <= FACTOR;
        println!(
            "{what} | {}, {:.0}, {before:.0} | {}, {:.0}, {after:.0} | {factor:.1}",
            times.len(),
            times.percentile(50),
            others.len(),
            others.percentile(50),
        );
    }
    let (least, most) = (alone.memory, beside.memory);
    println!(
        "greedy: {pairs} pairs of rounds of {seconds} s, {least:.0} MB without it, {most:.0} MB with it at most"
    );
    is_fair
}
