//! One greedy client beside ten people: what the people wait for, with it and without it.

mod greed;
mod people;

use crate::hall::{Hall, Lots};
use crate::seat::Times;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;

/// How many people there are.
const PEOPLE: u64 = 10;
/// The people may wait so many times as long as without the greedy client.
const FACTOR: f64 = 3.0;
/// What is waited for anyhow is no part of the factor, in milliseconds: below it nobody notices.
const UNNOTICED_MS: f64 = 100.0;
/// The memory of all engines, in MiB, and the most that the process may have, in MB.
const ENGINES_MB: &str = "256";
const BOUND_MB: f64 = 700.0;

/// What people do, with the times that they waited for it.
pub(crate) type Waited = BTreeMap<&'static str, Times>;

/// A hall with ten people for so long, and with a greedy client if wanted: what they waited, and the memory in MB.
async fn hour(greedy: bool, seconds: u64, lots: &mut Lots) -> Result<(Waited, f64), String> {
    let data = tempfile::tempdir().map_err(|error| error.to_string())?;
    let options = ["--trusted-proxies", "127.0.0.1", "--engine-memory", ENGINES_MB];
    let Ok(hall) = Hall::open_with(data.path(), &options) else {
        return Err("the hall does not open".to_owned());
    };
    let addr = hall.addr().to_owned();
    let end = Instant::now() + Duration::from_secs(seconds);
    let greed = greedy.then(|| tokio::spawn(greed::run(addr.clone(), end)));
    if greedy {
        // It has taken what it can before the others come.
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
    let mut people = tokio::task::JoinSet::new();
    for i in 0..PEOPLE {
        let lots = Lots(lots.below(u64::MAX));
        people.spawn(people::person(addr.clone(), format!("192.0.2.{}", i + 10), end, lots));
    }
    let mut waited = Waited::new();
    let mut failed = Vec::new();
    for outcome in people.join_all().await {
        match outcome {
            Ok(times) => {
                for (what, times) in times {
                    waited.entry(what).or_default().extend(times);
                }
            }
            Err(why) => failed.push(why),
        }
    }
    let memory = hall.most_memory().unwrap_or(f64::NAN);
    if let Some(greed) = greed {
        println!("greedy: {}", greed.await.map_err(|error| error.to_string())?);
    }
    drop(hall);
    match failed.first() {
        Some(why) => Err(format!("{} of {PEOPLE} people failed: {why}", failed.len())),
        None => Ok((waited, memory)),
    }
}

/// So many seconds without the greedy client and so many with it.
pub(crate) async fn run(seconds: u64, mut lots: Lots) -> bool {
    let mut found = Vec::new();
    for greedy in [false, true] {
        match hour(greedy, seconds, &mut lots).await {
            Ok(hour) => found.push(hour),
            Err(why) => {
                println!("greedy: {}: {why}", if greedy { "with it" } else { "without it" });
                return false;
            }
        }
    }
    let [(alone, least), (beside, most)] = &mut found[..] else { return false };
    let mut is_fair = *most <= BOUND_MB;
    println!("what | without: number, p50, p99 ms | beside the greedy client | factor of p99");
    for (what, times) in alone.iter_mut() {
        let Some(others) = beside.get_mut(what) else {
            println!("{what}: nobody had it beside the greedy client");
            is_fair = false;
            continue;
        };
        let [before, after] = [times.percentile(99), others.percentile(99)];
        let factor = after / before;
        is_fair &= factor <= FACTOR || after <= UNNOTICED_MS;
        println!(
            "{what} | {}, {:.0}, {before:.0} | {}, {:.0}, {after:.0} | {factor:.1}",
            times.len(),
            times.percentile(50),
            others.len(),
            others.percentile(50),
        );
    }
    println!("greedy: {seconds} s each, {least:.0} MB without it, {most:.0} MB with it at most");
    is_fair
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[ignore = "it needs the program and half a minute: `trials greedy` is the whole of it"]
    fn ten_people_are_served_beside_a_greedy_client() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        assert!(runtime.block_on(run(15, Lots(1))));
    }
}
