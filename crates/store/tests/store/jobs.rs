//! The laws of the queue of work for other machines.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::Home;
use ::jobs::{Job, JobAssignment, JobClass, JobLease, JobState, MOST_TRIES, Submission};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use store::{JobClaim, Store, StoreError};

crate::laws! {
    a_job_is_claimed_once
    a_repeated_submission_is_the_same_jobs
    only_fitting_workers_get_a_job_and_the_urgent_first
    a_lease_that_ran_out_lets_another_worker_in
    tries_are_capped_and_end_in_quarantine
    a_job_that_fails_is_tried_again_and_then_not
    what_is_given_back_was_never_tried
    a_repeated_result_counts_once
    what_is_cancelled_is_lost_and_waits_again_when_it_is_submitted
    the_queue_is_there_after_the_next_opening
}

/// A lease that no slow machine outlives.
const LONG: Duration = Duration::from_secs(3600);

fn submission(key: &str, units: std::ops::Range<u64>) -> Submission {
    Submission {
        key: key.to_owned(),
        class: JobClass::SelfPlay,
        build: "a build".to_owned(),
        priority: 0,
        payload: format!("the work of {key}"),
        from: units.start,
        to: units.end,
    }
}

fn claim(holder: &str, most: u32, lease: Duration) -> JobClaim {
    JobClaim {
        classes: vec![JobClass::SelfPlay],
        build: "a build".to_owned(),
        worker: format!("worker {holder}"),
        holder: holder.to_owned(),
        most,
        lease,
    }
}

async fn get(store: &Store, holder: &str, most: u32, lease: Duration) -> Vec<JobAssignment> {
    store.claim_jobs(claim(holder, most, lease)).await.unwrap()
}

fn held(handed: &[JobAssignment]) -> Vec<JobLease> {
    handed.iter().map(|handed| handed.held.clone()).collect()
}

fn units(handed: &[JobAssignment]) -> Vec<u64> {
    handed.iter().map(|handed| handed.held.job.unit).collect()
}

fn sums(games: i64) -> BTreeMap<String, i64> {
    BTreeMap::from([("games".to_owned(), games)])
}

/// Claims with a lease that ends at once, and waits until it has ended by the database's clock.
async fn get_for_a_moment(store: &Store, holder: &str) -> Vec<JobAssignment> {
    let got = get(store, holder, 1, Duration::ZERO).await;
    tokio::time::sleep(Duration::from_millis(5)).await;
    got
}

async fn a_job_is_claimed_once(home: Home) {
    let store = home.open().await;
    assert_eq!(store.submit_jobs(submission("a", 0..40)).await.unwrap(), 40);
    let claims = (0..10).map(|n| {
        let store = store.clone();
        tokio::spawn(async move { get(&store, &format!("h{n}"), 7, LONG).await })
    });
    let mut seen = BTreeSet::new();
    for claim in claims.collect::<Vec<_>>() {
        for handed in claim.await.unwrap() {
            assert_eq!(handed.payload, "the work of a");
            assert!(seen.insert(handed.held.job), "a job was handed out twice");
        }
    }
    // Claims that come at the same time each see what the others took.
    assert_eq!(seen.len(), 40);
    assert!(get(&store, "late", 7, LONG).await.is_empty());
    let news = store.batch("a").await.unwrap().unwrap();
    assert_eq!((news.counts.running, news.counts.waiting), (40, 0));
    store.close().await;
}

async fn a_repeated_submission_is_the_same_jobs(home: Home) {
    let store = home.open().await;
    assert_eq!(store.submit_jobs(submission("a", 0..3)).await.unwrap(), 3);
    assert_eq!(store.submit_jobs(submission("a", 0..5)).await.unwrap(), 2);
    let other = Submission { payload: "other work".to_owned(), ..submission("a", 0..3) };
    assert_eq!(store.submit_jobs(other).await, Err(StoreError::Conflict));
    assert_eq!(store.batch("a").await.unwrap().unwrap().counts.waiting, 5);
    assert!(store.remove_jobs("a").await.unwrap() && !store.remove_jobs("a").await.unwrap());
    assert!(get(&store, "h", 9, LONG).await.is_empty());
    store.close().await;
}

async fn only_fitting_workers_get_a_job_and_the_urgent_first(home: Home) {
    let store = home.open().await;
    store.submit_jobs(submission("a", 0..2)).await.unwrap();
    let urgent = Submission { priority: 5, ..submission("b", 7..8) };
    store.submit_jobs(urgent).await.unwrap();
    let other = JobClaim { build: "another build".to_owned(), ..claim("x", 9, LONG) };
    assert!(store.claim_jobs(other).await.unwrap().is_empty());
    assert_eq!(units(&get(&store, "one", 1, LONG).await), [7]);
    assert_eq!(units(&get(&store, "two", 1, LONG).await), [0]);
    assert_eq!(units(&get(&store, "three", 9, LONG).await), [1]);
    store.close().await;
}

async fn a_lease_that_ran_out_lets_another_worker_in(home: Home) {
    let store = home.open().await;
    store.submit_jobs(submission("a", 0..1)).await.unwrap();
    let first = get_for_a_moment(&store, "first").await;
    // Nobody has taken it: a beat still saves it.
    assert!(store.beat_jobs(held(&first), LONG).await.unwrap().is_empty());
    assert!(get(&store, "second", 1, LONG).await.is_empty());
    store.give_back_jobs(held(&first)).await.unwrap();
    let first = get_for_a_moment(&store, "third").await;
    let second = get(&store, "fourth", 1, LONG).await;
    assert_eq!(units(&second), [0]);
    let lost = store.beat_jobs(held(&first), LONG).await.unwrap();
    assert_eq!(lost, [Job { batch: "a".to_owned(), unit: 0 }]);
    // The late result of the first one does not count, that of the second one does.
    let late = held(&first).remove(0);
    assert!(!store.finish_job(late, b"late".to_vec(), sums(1)).await.unwrap());
    let good = held(&second).remove(0);
    assert!(store.finish_job(good, b"good".to_vec(), sums(1)).await.unwrap());
    assert_eq!(store.job_results("a", 0).await.unwrap().results, [(0, b"good".to_vec())]);
    assert_eq!(store.batch("a").await.unwrap().unwrap().sums, sums(1));
    store.close().await;
}

async fn tries_are_capped_and_end_in_quarantine(home: Home) {
    let store = home.open().await;
    store.submit_jobs(submission("a", 0..1)).await.unwrap();
    for n in 0..MOST_TRIES {
        assert_eq!(get_for_a_moment(&store, &format!("h{n}")).await.len(), 1);
    }
    assert!(get(&store, "last", 1, LONG).await.is_empty());
    let news = store.batch("a").await.unwrap().unwrap();
    assert_eq!(news.counts.quarantined, 1);
    assert_eq!(news.errors.len(), 1);
    let next = store.job_results("a", 0).await.unwrap().next.unwrap();
    assert_eq!(next.0, JobState::Quarantined);
    store.close().await;
}

async fn a_job_that_fails_is_tried_again_and_then_not(home: Home) {
    let store = home.open().await;
    store.submit_jobs(submission("a", 0..1)).await.unwrap();
    for n in 0..MOST_TRIES {
        let got = held(&get(&store, &format!("h{n}"), 1, LONG).await).remove(0);
        assert!(store.fail_job(got.clone(), "no such opening".to_owned()).await.unwrap());
        assert!(!store.fail_job(got, "again".to_owned()).await.unwrap());
    }
    assert!(get(&store, "last", 1, LONG).await.is_empty());
    let next = store.job_results("a", 0).await.unwrap().next;
    assert_eq!(next, Some((JobState::Quarantined, Some("no such opening".to_owned()))));
    store.close().await;
}

async fn what_is_given_back_was_never_tried(home: Home) {
    let store = home.open().await;
    store.submit_jobs(submission("a", 0..2)).await.unwrap();
    for n in 0..3 * MOST_TRIES {
        let got = held(&get(&store, &format!("h{n}"), 2, LONG).await);
        assert_eq!(got.len(), 2);
        assert_eq!(store.give_back_jobs(got.clone()).await.unwrap(), 2);
        assert_eq!(store.give_back_jobs(got).await.unwrap(), 0);
    }
    store.close().await;
}

async fn a_repeated_result_counts_once(home: Home) {
    let store = home.open().await;
    store.submit_jobs(submission("a", 0..3)).await.unwrap();
    let got = held(&get(&store, "h", 3, LONG).await);
    for job in [&got[1], &got[0], &got[1], &got[0]] {
        let bytes = format!("result {}", job.job.unit).into_bytes();
        assert!(store.finish_job(job.clone(), bytes, sums(32)).await.unwrap());
    }
    assert_eq!(store.batch("a").await.unwrap().unwrap().sums, sums(64));
    let found = store.job_results("a", 0).await.unwrap();
    assert_eq!(found.results, [(0, b"result 0".to_vec()), (1, b"result 1".to_vec())]);
    assert_eq!((found.next, found.running), (Some((JobState::Running, None)), 1));
    assert_eq!(store.job_results("a", 1).await.unwrap().results.len(), 1);
    assert_eq!(store.job_results("a", 9).await.unwrap().next, None);
    // A number that was not given out decides nothing.
    let forged = JobLease { holder: "x".to_owned(), ..got[2].clone() };
    assert!(!store.finish_job(forged, Vec::new(), sums(1)).await.unwrap());
    store.close().await;
}

async fn what_is_cancelled_is_lost_and_waits_again_when_it_is_submitted(home: Home) {
    let store = home.open().await;
    store.submit_jobs(submission("a", 0..3)).await.unwrap();
    let got = held(&get(&store, "h", 2, LONG).await);
    assert!(store.finish_job(got[0].clone(), b"kept".to_vec(), sums(1)).await.unwrap());
    assert_eq!(store.cancel_jobs("a").await.unwrap(), 2);
    assert_eq!(store.beat_jobs(got[1..].to_vec(), LONG).await.unwrap(), [got[1].job.clone()]);
    assert!(!store.finish_job(got[1].clone(), b"late".to_vec(), sums(1)).await.unwrap());
    assert!(get(&store, "i", 9, LONG).await.is_empty());
    let counts = store.batch("a").await.unwrap().unwrap().counts;
    assert_eq!((counts.done, counts.cancelled), (1, 2));
    assert_eq!(store.submit_jobs(submission("a", 0..3)).await.unwrap(), 2);
    assert_eq!(units(&get(&store, "j", 9, LONG).await), [1, 2]);
    store.close().await;
}

async fn the_queue_is_there_after_the_next_opening(home: Home) {
    let store = home.open().await;
    store.submit_jobs(submission("a", 0..2)).await.unwrap();
    let got = held(&get(&store, "h", 1, LONG).await).remove(0);
    store.close().await;
    let store = home.open().await;
    assert!(store.beat_jobs(vec![got.clone()], LONG).await.unwrap().is_empty());
    assert!(store.finish_job(got, b"done".to_vec(), sums(3)).await.unwrap());
    assert_eq!(units(&get(&store, "i", 9, LONG).await), [1]);
    let all = store.batches().await.unwrap();
    assert_eq!((all.len(), &all[0].sums), (1, &sums(3)));
    assert_eq!(all[0].workers, ["worker i"]);
    store.close().await;
}
