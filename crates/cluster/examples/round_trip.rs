//! Measures what NATS adds to a move that is played through another node: a command is asked for at the node that serves the
//! game, which tells the event of it to every node with watchers, and answers. And what a job costs: submitted, taken, done,
//! and its result read.
//!
//! `cargo run --example round_trip -p cluster -- nats://127.0.0.1:4222 2000`

#![allow(clippy::print_stdout, reason = "the figures are its output")]

use cluster::{Batch, JobClass, Nats};
use futures_util::StreamExt as _;
use std::time::{Duration, Instant};

/// The size of a command, and of the event of a move.
const COMMAND: usize = 120;
const EVENT: usize = 2_000;
/// Nodes with watchers besides the one that asks.
const OTHERS: usize = 2;

fn tell(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |part: usize| times[(times.len() - 1) * part / 1000].as_micros();
    let (p50, p99, worst) = (at(500), at(990), at(1000));
    println!("{what}: {} times, p50 {p50} µs, p99 {p99} µs, worst {worst} µs", times.len());
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let mut words = std::env::args().skip(1);
    let url = words.next().unwrap_or_else(|| "nats://127.0.0.1:4222".to_owned());
    let times: usize = words.next().and_then(|word| word.parse().ok()).unwrap_or(1000);
    let connect = async || async_nats::connect(&url).await;
    let serves = connect().await?;
    let mut asked = serves.subscribe("measure.game").await?;
    serves.flush().await?;
    tokio::spawn(async move {
        while let Some(command) = asked.next().await {
            let event = vec![b'e'; EVENT];
            let _ = serves.publish("measure.events", event.into()).await;
            if let Some(reply) = command.reply {
                let _ = serves.publish(reply, "done".into()).await;
            }
        }
    });
    for _ in 0..OTHERS {
        let watches = connect().await?;
        let mut heard = watches.subscribe("measure.events").await?;
        watches.flush().await?;
        tokio::spawn(async move {
            let _kept = watches;
            while heard.next().await.is_some() {}
        });
    }
    let asks = connect().await?;
    let mut events = asks.subscribe("measure.events").await?;
    asks.flush().await?;
    let mut all = Vec::new();
    for _ in 0..times {
        let began = Instant::now();
        asks.request("measure.game", vec![b'c'; COMMAND].into()).await?;
        events.next().await;
        all.push(began.elapsed());
    }
    tell("a command asked for at another node, and its event", all);

    let nats = Nats::connect(&url, None, "measure", false).await?;
    let (class, build) = (JobClass::Match, "measure");
    let mut batch = Batch::open(&nats, class, "measure", build, "a payload".to_owned()).await?;
    let mut all = Vec::new();
    for unit in 0..u64::try_from(times)? {
        let began = Instant::now();
        batch.submit(unit..unit + 1).await?;
        // The queue knows of a unit a moment after it was submitted.
        let taken = loop {
            if let Some(taken) = nats.take(class, build).await? {
                break taken;
            }
        };
        taken.done(vec![0; EVENT], "w").await?;
        batch.poll().await?;
        batch.take(unit).ok_or("no result")?;
        all.push(began.elapsed());
    }
    tell("a job: submitted, taken, done, and its result read", all);
    batch.remove().await?;
    Ok(())
}
