//! A search as a stream of events: what is told, and what dropping it does.

use crate::{
    Pool, PoolSettings, Question, SearchClass, SearchEvent, SearchJob, SearchStream, WorkJob,
};
use engine::{Limits, Session};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(20);

fn pool() -> Pool {
    Pool::new(PoolSettings { searches: 1, memory_mb: 100, open: Arc::new(games::new_engine) })
}

fn session() -> Box<dyn Session> {
    games::new_session("xiangqi", None, None).unwrap()
}

fn search(pool: &Pool, limits: Limits) -> SearchStream {
    let question = Question::Move(limits);
    pool.search(SearchJob::new("a", session(), question, SearchClass::Person, 1))
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        sleep(Duration::from_millis(2));
    }
}

#[tokio::test]
async fn a_search_begins_reports_and_ends_once() {
    let pool = pool();
    let mut events = search(&pool, Limits { depth: Some(3), ..Limits::default() });
    assert!(matches!(events.next().await, Some(SearchEvent::Begins)));
    let (mut reports, mut best) = (0, None);
    while let Some(event) = timeout(PATIENCE, events.next()).await.expect("an event in time") {
        match event {
            SearchEvent::Begins => panic!("it begins once"),
            SearchEvent::Progress(info) => reports += u32::from(info.depth <= 3),
            SearchEvent::Found(found) => best = found.unwrap().best,
        }
    }
    assert!(reports > 0 && best.is_some(), "{reports} reports, {best:?}");
    assert!(events.found().await.is_none(), "the end is told once");
}

#[test]
fn who_drops_the_stream_stops_the_search() {
    let pool = pool();
    let endless = search(&pool, Limits::default());
    wait_until("it searches", || pool.load().searching == 1);
    drop(endless);
    wait_until("it has stopped", || pool.load().searching == 0);
}

#[test]
fn a_stream_that_nobody_reads_keeps_its_end_and_no_more_reports_than_there_is_room() {
    let pool = pool();
    let job = WorkJob::new("lab", session(), SearchClass::Shown, 1, |_, _, report| {
        (0..100_000_u32).for_each(report);
        Ok(())
    });
    let mut events = pool.work(job);
    wait_until("it has ended", || pool.load().searching + pool.load().waiting == 0);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let mut reports = Vec::new();
        while let Some(event) = events.next().await {
            match event {
                SearchEvent::Progress(report) => reports.push(report),
                SearchEvent::Begins => assert!(reports.is_empty()),
                SearchEvent::Found(ended) => {
                    ended.unwrap();
                    break;
                }
            }
        }
        assert!((4000..5000).contains(&reports.len()), "{}", reports.len());
        assert!(reports.iter().copied().eq(0..u32::try_from(reports.len()).unwrap()), "in order");
    });
}

#[test]
fn work_that_fails_says_why_and_the_end_of_the_pool_ends_the_stream() {
    let pool = pool();
    let fails = |_: &dyn Session, _: &_, _: &mut (dyn FnMut(()) + Send)| Err("no paper".to_owned());
    let job = WorkJob::new("lab", session(), SearchClass::Shown, 1, fails);
    assert_eq!(pool.work(job).wait().unwrap().unwrap_err().message, "no paper");
    let endless = search(&pool, Limits::default());
    wait_until("it searches", || pool.load().searching == 1);
    drop(pool);
    assert!(endless.wait().is_none(), "the pool is gone");
}
