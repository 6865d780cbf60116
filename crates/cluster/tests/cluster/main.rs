//! The laws of the queue and of searches, with a NATS server. The workers are the tests.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod nats;

use cluster::{Assignment, Batch, DeskOrder, JobClass, Nats, SearchNews};
use nats::NatsServer;
use std::time::{Duration, Instant};

const BUILD: &str = "yiqi 0.0.0 build 00";
const CLASS: JobClass = JobClass::Match;
/// Longer than anything takes on a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);

async fn connect(server: &NatsServer) -> Nats {
    Nats::connect(&server.url(), None, "a test", false).await.unwrap()
}

async fn open(nats: &Nats, payload: &str) -> Batch {
    Batch::open(nats, CLASS, "batch", BUILD, payload.to_owned()).await.unwrap()
}

/// The next unit, as soon as there is one.
async fn taken(nats: &Nats) -> Assignment {
    let until = Instant::now() + PATIENCE;
    loop {
        if let Some(unit) = nats.take(CLASS, BUILD).await.unwrap() {
            return unit;
        }
        assert!(Instant::now() < until, "nothing waits");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_unit_is_handed_out_to_one_worker_and_its_result_is_stored_once() {
    let Some(server) = NatsServer::start() else { return };
    let nats = connect(&server).await;
    let mut batch = open(&nats, "what to do").await;
    batch.submit(0..3).await.unwrap();
    // A repeated submission is the same units.
    batch.submit(0..3).await.unwrap();
    assert_eq!(server.open(), 3);
    let mut units = Vec::new();
    for _ in 0..3 {
        units.push(taken(&nats).await);
    }
    assert!(nats.take(CLASS, BUILD).await.unwrap().is_none());
    let numbers: Vec<_> = units.iter().map(|unit| unit.unit).collect();
    assert_eq!(numbers, [0, 1, 2]);
    assert!(units.iter().all(|unit| unit.payload == "what to do"));
    // Another build, another class: nothing is there.
    assert!(nats.take(CLASS, "another build").await.unwrap().is_none());
    assert!(nats.take(JobClass::Review, BUILD).await.unwrap().is_none());
    assert!(units[0].done(b"first".to_vec(), "w").await.unwrap());
    assert!(!units[0].done(b"second".to_vec(), "w").await.unwrap());
    assert!(batch.poll().await.unwrap());
    assert_eq!(batch.take(0).as_deref(), Some(&b"first"[..]));
    assert_eq!(batch.take(1), None);
    assert!(!batch.poll().await.unwrap());
    // Who comes later finds the result, and submits what has none.
    assert!(units[2].done(b"third".to_vec(), "w").await.unwrap());
    let mut again = open(&nats, "what to do").await;
    assert_eq!(again.take(0).as_deref(), Some(&b"first"[..]));
    assert_eq!(again.take(2).as_deref(), Some(&b"third"[..]));
    // Other work under the same name is another batch.
    let mut other = open(&nats, "something else").await;
    assert_eq!(other.take_any(), None);
    again.remove().await.unwrap();
    assert_eq!((server.open(), server.results()), (0, 0));
}

#[tokio::test]
async fn what_a_worker_gives_back_or_loses_comes_to_another_and_what_kills_three_is_given_up() {
    let Some(server) = NatsServer::start() else { return };
    let nats = connect(&server).await;
    let mut batch = open(&nats, "what to do").await;
    batch.submit(0..1).await.unwrap();
    taken(&nats).await.give_back().await.unwrap();
    let unit = taken(&nats).await;
    unit.failed("the engine panicked").await.unwrap();
    let unit = taken(&nats).await;
    assert_eq!(batch.why_dead(0), None);
    unit.failed("the engine panicked again").await.unwrap();
    batch.poll().await.unwrap();
    assert_eq!(batch.why_dead(0), Some("the engine panicked again"));
    assert_eq!(server.open(), 0, "nobody gets it any more");
    // The same command tries it again.
    let mut batch = open(&nats, "what to do").await;
    assert_eq!(batch.why_dead(0), None);
    batch.submit(0..1).await.unwrap();
    let silent = taken(&nats).await;
    // This one says that it works for longer than a silent one would keep it.
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(12) {
        silent.goes_on(&nats).await;
        assert!(nats.take(CLASS, BUILD).await.unwrap().is_none());
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    batch.poll().await.unwrap();
    assert!(batch.silence() < Duration::from_secs(5));
    // Then it is silent.
    let next = taken(&nats).await;
    assert!(began.elapsed() > Duration::from_secs(20), "{:?}", began.elapsed());
    assert!(next.done(b"result".to_vec(), "w").await.unwrap());
    assert!(!silent.done(b"too late".to_vec(), "w").await.unwrap());
    batch.poll().await.unwrap();
    assert_eq!(batch.take(0).as_deref(), Some(&b"result"[..]));
}

#[tokio::test]
async fn a_restart_of_the_server_loses_nothing() {
    let Some(mut server) = NatsServer::start() else { return };
    let nats = connect(&server).await;
    let mut batch = open(&nats, "what to do").await;
    batch.submit(0..2).await.unwrap();
    let unit = taken(&nats).await;
    assert!(unit.done(b"result".to_vec(), "w").await.unwrap());
    server.kill();
    assert!(batch.poll().await.is_err());
    server.start_again();
    let until = Instant::now() + PATIENCE;
    while batch.poll().await.is_err() {
        assert!(Instant::now() < until);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(batch.take(0).as_deref(), Some(&b"result"[..]));
    // A server that was killed may not know any more that a unit was done: its second result does not count.
    let unit = loop {
        match taken(&nats).await {
            again if again.unit == 0 => assert!(!again.done(b"again".to_vec(), "w").await.unwrap()),
            unit => break unit,
        }
    };
    assert_eq!(unit.unit, 1);
    // A cancel ends what waits; its workers hear of it.
    use futures_util::StreamExt as _;
    let mut stopped = nats.stopped().await.unwrap();
    batch.cancel().await.unwrap();
    let message = tokio::time::timeout(PATIENCE, stopped.next()).await.unwrap().unwrap();
    assert_eq!(Nats::what_stopped(&message), (unit.name.clone(), unit.sum.clone()));
    assert_eq!(server.open(), 0);
}

#[tokio::test]
async fn an_idle_worker_gets_one_search_and_hears_how_it_ends() {
    use futures_util::StreamExt as _;
    let Some(server) = NatsServer::start() else { return };
    let (hall, worker) = (connect(&server).await, connect(&server).await);
    let class = JobClass::Move;
    assert!(hall.find_desk(class, BUILD).await.is_none(), "nobody is there");
    assert!(!hall.has_worker(class, BUILD).await);
    let mut heard = worker.hear_of_search(class, BUILD).await.unwrap();
    let (desk, search) = tokio::join!(
        async {
            // The server may hear of the worker a moment later.
            let desk = loop {
                match hall.find_desk(class, BUILD).await {
                    Some(desk) => break desk,
                    None => tokio::time::sleep(Duration::from_millis(20)).await,
                }
            };
            let told = hall.order(&desk, Some("a position".to_owned())).await.unwrap();
            (desk, told)
        },
        async {
            let message = heard.next().await.unwrap();
            worker.sit_down(class, &message).await.unwrap().unwrap()
        }
    );
    let ((desk, mut told), mut search) = (desk, search);
    assert_eq!(search.order, "a position");
    assert!(hall.find_desk(class, BUILD).await.is_none(), "it is not idle any more");
    search.tell(&SearchNews::Found("[]".to_owned())).await;
    let message = tokio::time::timeout(PATIENCE, told.next()).await.unwrap().unwrap();
    assert_eq!(Nats::search_news(&message), Some(SearchNews::Found("[]".to_owned())));
    hall.tell_desk(&desk, DeskOrder::End).await;
    assert_eq!(search.hear().await, Some(DeskOrder::End));
    // The hall listens no more: soon a word comes back as a stop.
    drop(told);
    let until = Instant::now() + PATIENCE;
    loop {
        search.tell(&SearchNews::GoesOn).await;
        let soon = Duration::from_millis(100);
        if let Ok(ended) = tokio::time::timeout(soon, search.hear()).await {
            assert_eq!(ended, Some(DeskOrder::Stop));
            break;
        }
        assert!(Instant::now() < until);
    }
}
