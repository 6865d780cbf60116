//! Searches that other machines do for a pool: which go out, and what becomes of them.

use crate::job::{SearchEvent, ThreadEvent};
use crate::ticket::Ticket;
use crate::{
    Pool, PoolSettings, Question, RemoteSearch, SearchAnswer, SearchClass, SearchFailure,
    SearchJob, SearchTask,
};
use engine::{BestMove, Bound, Control, Engine, EngineError, Info, Limits, Score, Session};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(20);

/// Searches until it is stopped, or as long as it may; panics where it is asked for depth 13.
#[derive(Debug)]
struct Double(Arc<AtomicUsize>);

impl Engine for Double {
    fn search(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        control: &Control,
        _report: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, EngineError> {
        self.0.fetch_add(1, Ordering::SeqCst);
        assert_ne!(limits.depth, Some(13), "the double panics");
        let began = Instant::now();
        while !control.is_stopped() && limits.move_time.is_none_or(|time| began.elapsed() < time) {
            sleep(Duration::from_millis(1));
        }
        Ok(BestMove { best: session.legal_moves().pop(), ponder: None, info: None })
    }

    fn evaluate(&mut self, _session: &dyn Session) -> Result<i32, EngineError> {
        Ok(0)
    }
}

/// A pool with one thread, and how many searches it began.
fn pool() -> (Pool, Arc<AtomicUsize>) {
    let begun = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&begun);
    let open = move |_: &str| Ok(Box::new(Double(Arc::clone(&count))) as Box<dyn Engine>);
    (Pool::new(PoolSettings { searches: 1, memory_mb: 100, open: Arc::new(open) }), begun)
}

fn session() -> Box<dyn Session> {
    games::new_session("xiangqi", None, None).unwrap()
}

fn millis(ms: u64) -> Limits {
    Limits { move_time: Some(Duration::from_millis(ms)), ..Limits::default() }
}

fn ask(
    pool: &Pool,
    game: &str,
    limits: Limits,
    class: SearchClass,
) -> (Ticket, Receiver<ThreadEvent>) {
    let (tell, told) = channel();
    let job = SearchJob::new(game, session(), Question::Move(limits), class, 1);
    let ticket = pool.ask(job, move |event| {
        tell.send(event).ok();
    });
    (ticket, told)
}

/// An endless search of a person that has the only thread.
fn busy(pool: &Pool) -> (Ticket, Receiver<ThreadEvent>) {
    let busy = ask(pool, "busy", Limits::default(), SearchClass::Person);
    wait_until("the thread is busy", || pool.load().searching == 1);
    busy
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        sleep(Duration::from_millis(2));
    }
}

fn found(told: &Receiver<ThreadEvent>) -> Result<Option<BestMove>, SearchFailure> {
    loop {
        if let SearchEvent::Found(found) = told.recv_timeout(PATIENCE).expect("a report in time") {
            return found;
        }
    }
}

fn take(pool: &Pool) -> Option<RemoteSearch> {
    pool.take_out(&[SearchClass::Person, SearchClass::Machines, SearchClass::Shown])
}

fn answer(text: &str) -> SearchAnswer {
    let best = BestMove { best: Some(text.to_owned()), ponder: None, info: None };
    SearchAnswer::new(&best, Vec::new())
}

fn info(depth: u32, pv: &[&str]) -> Info {
    Info {
        depth,
        seldepth: depth,
        line: 1,
        score: Score::Cp(12),
        bound: Bound::Exact,
        wdl: [300, 500, 200],
        nodes: 1000,
        time: Duration::from_millis(5),
        hashfull: 3,
        pv: pv.iter().map(|&text| text.to_owned()).collect(),
    }
}

#[test]
fn what_finds_no_thread_goes_out_and_its_answer_counts_once() {
    let (pool, begun) = pool();
    let news = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&news);
    pool.tell_of_news(move || {
        count.fetch_add(1, Ordering::SeqCst);
    });
    assert!(take(&pool).is_none(), "nothing waits");
    let _busy = busy(&pool);
    assert!(take(&pool).is_none(), "what the thread does stays");
    let before = news.load(Ordering::SeqCst);
    let (_ticket, told) = ask(&pool, "a", millis(100), SearchClass::Person);
    assert!(news.load(Ordering::SeqCst) > before, "who hands out is told");
    assert_eq!(pool.waits(SearchClass::Person).waiting, 1);
    let mut search = take(&pool).expect("it has no thread");
    assert!(take(&pool).is_none(), "it goes out once");
    assert_eq!((pool.load().remote, pool.load().waiting), (1, 0));
    search.tell(vec![info(3, &["h2e2", "h9g7"])]);
    assert_eq!(search.end(answer("h2e2")), Ok(true));
    assert!(matches!(told.recv().unwrap(), SearchEvent::Begins));
    let SearchEvent::Progress(report) = told.recv().unwrap() else { panic!("a report") };
    assert_eq!(report, info(3, &["h2e2", "h9g7"]));
    assert_eq!(found(&told).unwrap().unwrap().best.as_deref(), Some("h2e2"));
    assert!(told.try_recv().is_err(), "there is one result");
    assert_eq!((pool.load().remote, begun.load(Ordering::SeqCst)), (0, 1));
}

#[test]
fn what_a_thread_makes_room_for_stays() {
    let (pool, _) = pool();
    let _machines = ask(&pool, "m", Limits::default(), SearchClass::Machines);
    wait_until("the thread is busy", || pool.load().searching == 1);
    // The search of the machines is set aside for the person's; then it may go out.
    let (_ticket, told) = ask(&pool, "a", millis(200), SearchClass::Person);
    assert!(pool.take_out(&[SearchClass::Person]).is_none());
    wait_until("the machines wait", || pool.waits(SearchClass::Machines).waiting == 1);
    assert!(found(&told).is_ok());
}

#[test]
fn a_lost_search_is_done_here_and_does_not_go_out_again() {
    let (pool, begun) = pool();
    let busy = busy(&pool);
    let (_ticket, told) = ask(&pool, "a", millis(5), SearchClass::Person);
    let mut search = take(&pool).unwrap();
    search.tell(vec![info(2, &[])]);
    drop(search);
    assert!(take(&pool).is_none(), "no second machine gets it");
    assert_eq!(pool.waits(SearchClass::Person).stay, 1);
    drop(busy);
    assert!(found(&told).is_ok());
    assert_eq!(begun.load(Ordering::SeqCst), 2);
}

#[test]
fn what_is_given_back_may_go_out_again() {
    let (pool, _) = pool();
    let _busy = busy(&pool);
    let (_ticket, told) = ask(&pool, "a", millis(5), SearchClass::Person);
    take(&pool).unwrap().give_back();
    let search = take(&pool).expect("it waits again");
    assert_eq!(search.end(answer("b2e2")), Ok(true));
    assert_eq!(found(&told).unwrap().unwrap().best.as_deref(), Some("b2e2"));
}

#[test]
fn an_answer_that_cannot_be_one_leaves_the_search_here() {
    for bad in ["a0a9", "h9g7", "", "x"] {
        let (pool, begun) = pool();
        let busy = busy(&pool);
        let (_ticket, told) = ask(&pool, "a", millis(5), SearchClass::Person);
        assert!(take(&pool).unwrap().end(answer(bad)).is_err(), "{bad}");
        drop(busy);
        assert!(found(&told).unwrap().unwrap().best.is_some());
        assert_eq!(begun.load(Ordering::SeqCst), 2);
    }
    // A report with a wrong line is cut, one with a wrong figure is left out.
    let (pool, _) = pool();
    let _busy = busy(&pool);
    let (_ticket, told) = ask(&pool, "a", millis(5), SearchClass::Person);
    let mut search = take(&pool).unwrap();
    let wrong = Info { wdl: [900, 900, 900], ..info(4, &["h2e2"]) };
    let reports = [info(3, &["h2e2", "h2e2"]), wrong];
    search.tell(reports.to_vec());
    assert!(matches!(told.recv().unwrap(), SearchEvent::Begins));
    let SearchEvent::Progress(report) = told.recv().unwrap() else { panic!("a report") };
    assert_eq!(report.pv, ["h2e2"]);
    assert!(told.try_recv().is_err());
}

#[test]
fn who_goes_or_hurries_is_noticed_elsewhere() {
    let (pool, _) = pool();
    let busy = busy(&pool);
    let (ticket, told) = ask(&pool, "a", Limits::default(), SearchClass::Shown);
    let search = take(&pool).unwrap();
    assert!(search.is_wanted() && !search.shall_end());
    ticket.hurry();
    assert!(search.is_wanted() && search.shall_end());
    drop(ticket);
    assert!(!search.is_wanted());
    assert_eq!(search.end(answer("h2e2")), Ok(false));
    // A hurried search whose machine is lost runs for a moment here.
    let (ticket, hurried) = ask(&pool, "b", Limits::default(), SearchClass::Shown);
    let search = take(&pool).unwrap();
    ticket.hurry();
    drop(search);
    drop(busy);
    assert!(found(&hurried).is_ok());
    assert!(
        !told.iter().any(|event| matches!(event, SearchEvent::Found(_))),
        "nobody waits for it"
    );
}

#[test]
fn choices_tasks_and_what_a_clock_presses_stay() {
    let (pool, _) = pool();
    let _busy = busy(&pool);
    let task = || SearchTask::new(millis(5), |_, _, _, _| Err("here".to_owned()));
    let tell = |_: ThreadEvent| {};
    let other = SearchJob::new("t", session(), Question::Task(task()), SearchClass::Person, 1);
    let _other = pool.ask(other, tell);
    let soon = Instant::now() + Duration::from_secs(5);
    let pressed = SearchJob::new("p", session(), Question::Move(millis(5)), SearchClass::Person, 1);
    let _pressed = pool.ask(pressed.until(Some(soon)), tell);
    let _review = ask(&pool, "r", millis(5), SearchClass::Review);
    assert!(take(&pool).is_none());
    let of_preset = Question::Task(task().of_preset("some-machine"));
    let _preset = pool.ask(SearchJob::new("m", session(), of_preset, SearchClass::Person, 1), tell);
    assert_eq!(take(&pool).unwrap().order().preset.as_deref(), Some("some-machine"));
    let late = Instant::now() + Duration::from_secs(60);
    let calm = SearchJob::new("c", session(), Question::Move(millis(5)), SearchClass::Person, 1);
    let _calm = pool.ask(calm.until(Some(late)), tell);
    assert!(take(&pool).is_some());
}

#[test]
fn a_search_that_panics_is_tried_three_times_and_stays_here() {
    let (pool, begun) = pool();
    let depth = Limits { depth: Some(13), ..Limits::default() };
    let (_ticket, told) = ask(&pool, "a", depth, SearchClass::Person);
    assert!(found(&told).unwrap_err().message.contains("the double panics"));
    assert_eq!((begun.load(Ordering::SeqCst), pool.load().failed), (3, 3));
    assert!(told.try_recv().is_err(), "it is told once");
    let (_ticket, told) = ask(&pool, "a", millis(1), SearchClass::Person);
    assert!(found(&told).is_ok(), "the pool goes on");
}

#[test]
fn the_end_of_the_pool_reaches_what_is_outside() {
    let (pool, _) = pool();
    let _busy = busy(&pool);
    let (_ticket, told) = ask(&pool, "a", millis(5), SearchClass::Person);
    let search = take(&pool).unwrap();
    let told = Mutex::new(told);
    drop(pool);
    assert!(!search.is_wanted() && search.shall_end());
    assert_eq!(search.end(answer("h2e2")), Ok(false));
    assert!(!told.lock().unwrap().iter().any(|event| matches!(event, SearchEvent::Found(_))));
}
