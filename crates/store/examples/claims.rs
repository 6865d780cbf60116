//! How many jobs a second the queue hands out and takes back.
//!
//! ```text
//! cargo run --release -p store --example claims -- 2000 [postgres://user@host/empty]
//! ```
//!
//! Submits so many jobs (2000), lets 1 and then 8 workers claim and finish them one by one, and prints the jobs a
//! second: in a temporary folder, or in the database that is named.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool that says what it finds")]

use jobs::{JobClass, Submission};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use store::{HallLocation, JobClaim, Store};

/// Claims and finishes jobs until there are none; returns how many.
async fn work(store: Store, batch: String, worker: usize) -> u64 {
    let mut done = 0;
    loop {
        let claim = JobClaim {
            classes: vec![JobClass::SelfPlay],
            build: "a build".to_owned(),
            worker: worker.to_string(),
            holder: format!("{batch} {worker} {done}"),
            most: 1,
            lease: Duration::from_secs(600),
        };
        let Some(handed) = store.claim_jobs(claim).await.unwrap().pop() else { return done };
        let sums = BTreeMap::from([("games".to_owned(), 32)]);
        assert!(store.finish_job(handed.held, vec![7; 4000], sums).await.unwrap());
        done += 1;
    }
}

#[tokio::main]
async fn main() {
    let mut args = std::env::args().skip(1);
    let jobs: u64 = args.next().map_or(2000, |text| text.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let place = args.next().map_or_else(
        || HallLocation::Folder(folder.path().to_owned()),
        |address| HallLocation::Database(address.parse().unwrap()),
    );
    let store = Store::open_at(&place, str::to_owned).await.unwrap();
    for workers in [1, 8] {
        let key = format!("{workers} workers");
        for from in (0..jobs).step_by(1000) {
            let submission = Submission {
                key: key.clone(),
                class: JobClass::SelfPlay,
                build: "a build".to_owned(),
                priority: 0,
                payload: "a job".to_owned(),
                from,
                to: jobs.min(from + 1000),
            };
            store.submit_jobs(submission).await.unwrap();
        }
        let began = Instant::now();
        let tasks = (0..workers).map(|n| tokio::spawn(work(store.clone(), key.clone(), n)));
        let mut done = 0;
        for task in tasks.collect::<Vec<_>>() {
            done += task.await.unwrap();
        }
        assert_eq!(done, jobs);
        let each = jobs as f64 / began.elapsed().as_secs_f64();
        println!("{workers} workers: {each:.0} jobs a second, each claimed and finished");
        assert!(store.remove_jobs(&key).await.unwrap());
    }
    store.close().await;
}
