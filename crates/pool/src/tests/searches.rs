//! What a pool promises, with engines that do as they are told, and with real ones.

use crate::job::{SearchEvent, ThreadEvent};
use crate::{Pool, PoolLoad, PoolSettings, Question, SearchClass, SearchJob, SearchTask};
use engine::{BestMove, Control, Engine, EngineError, Info, Limits, OptionError, Session};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(20);

/// What the engines of a test do, and what was seen of them.
#[derive(Debug, Default)]
struct Script {
    at_work: AtomicUsize,
    most_at_work: AtomicUsize,
    made: AtomicUsize,
    cleared: AtomicUsize,
    tables: Mutex<Vec<String>>,
}

/// Searches for `move_time`, or until it is stopped; panics where it is asked for depth 13.
#[derive(Debug)]
struct Double(Arc<Script>);

impl Engine for Double {
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if name == "Hash" {
            self.0.tables.lock().unwrap().push(value.to_owned());
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.0.cleared.fetch_add(1, Ordering::SeqCst);
    }

    fn search(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        control: &Control,
        _report: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, EngineError> {
        assert_ne!(limits.depth, Some(13), "the double panics");
        let at_work = self.0.at_work.fetch_add(1, Ordering::SeqCst) + 1;
        self.0.most_at_work.fetch_max(at_work, Ordering::SeqCst);
        let began = Instant::now();
        while !control.is_stopped() && limits.move_time.is_none_or(|time| began.elapsed() < time) {
            sleep(Duration::from_millis(1));
        }
        self.0.at_work.fetch_sub(1, Ordering::SeqCst);
        let best = session.legal_moves().into_iter().next();
        Ok(BestMove { best, ponder: None, info: None })
    }

    fn evaluate(&mut self, _session: &dyn Session) -> Result<i32, EngineError> {
        Ok(0)
    }
}

fn pool(searches: usize, memory_mb: u32) -> (Pool, Arc<Script>) {
    let script = Arc::new(Script::default());
    let made = Arc::clone(&script);
    let open = move |_: &str| {
        made.made.fetch_add(1, Ordering::SeqCst);
        Ok(Box::new(Double(Arc::clone(&made))) as Box<dyn Engine>)
    };
    (Pool::new(PoolSettings { searches, memory_mb, open: Arc::new(open) }), script)
}

fn millis(ms: u64) -> Limits {
    Limits { move_time: Some(Duration::from_millis(ms)), ..Limits::default() }
}

fn job(game: &str, limits: Limits, class: SearchClass) -> SearchJob {
    let session = games::new_session("xiangqi", None, None).unwrap();
    SearchJob::new(game, session, Question::Move(limits), class, 1)
}

/// Reports its end as this word.
fn tell(to: &Sender<String>, word: &str) -> impl FnMut(ThreadEvent) + Send + 'static {
    let (to, word) = (to.clone(), word.to_owned());
    move |report| {
        if let SearchEvent::Found(found) = report {
            let word = if found.is_ok() { word.clone() } else { format!("{word} failed") };
            to.send(word).ok();
        }
    }
}

fn next(told: &Receiver<String>) -> String {
    told.recv_timeout(PATIENCE).expect("a report in time")
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        sleep(Duration::from_millis(2));
    }
}

#[test]
fn as_many_at_a_time_as_may_be_and_few_engines_for_many_games() {
    let (pool, script) = pool(2, 1000);
    let (to, told) = channel();
    let tickets: Vec<_> = (0..30)
        .map(|n| pool.ask(job(&n.to_string(), millis(5), SearchClass::Person), tell(&to, "done")))
        .collect();
    for _ in 0..30 {
        assert_eq!(next(&told), "done");
    }
    assert!(script.most_at_work.load(Ordering::SeqCst) <= 2);
    assert!(script.made.load(Ordering::SeqCst) <= 4, "{script:?}");
    assert!(script.cleared.load(Ordering::SeqCst) >= 28, "no game sees what another learnt");
    wait_until("all is at rest", || {
        let PoolLoad { waiting, searching, .. } = pool.load();
        (waiting, searching) == (0, 0)
    });
    let PoolLoad { asked, failed, stalled, .. } = pool.load();
    assert_eq!((asked, failed, stalled), (30, 0, Duration::ZERO));
    drop(tickets);
}

#[test]
fn a_queue_in_which_no_search_begins_is_noticed() {
    let (pool, _) = pool(1, 1000);
    let (to, told) = channel();
    let first = pool.ask(job("a", millis(300), SearchClass::Person), tell(&to, "first"));
    wait_until("it searches", || pool.load().searching == 1);
    assert_eq!(pool.load().stalled, Duration::ZERO, "nothing waits");
    let second = pool.ask(job("b", millis(1), SearchClass::Person), tell(&to, "second"));
    wait_until("the second waits", || pool.load().stalled >= Duration::from_millis(50));
    assert_eq!((next(&told).as_str(), next(&told).as_str()), ("first", "second"));
    assert_eq!(pool.load().stalled, Duration::ZERO);
    drop((first, second));
}

#[test]
fn a_person_comes_before_machines_that_search_already() {
    let (pool, _) = pool(1, 1000);
    let (to, told) = channel();
    let machines = pool.ask(job("m", millis(1500), SearchClass::Machines), tell(&to, "machines"));
    let background =
        pool.ask(job("z", millis(1), SearchClass::Background), tell(&to, "background"));
    wait_until("it searches", || pool.load().searching == 1);
    let person = pool.ask(job("p", millis(20), SearchClass::Person), tell(&to, "person"));
    assert_eq!(next(&told), "person");
    // What was set aside goes on with the time that is left, before those behind it.
    assert_eq!(next(&told), "machines");
    assert_eq!(next(&told), "background");
    drop((machines, background, person));
}

#[test]
fn one_game_does_not_keep_others_of_its_class_waiting_for_ever() {
    let (pool, _) = pool(1, 1000);
    let (to, told) = channel();
    let endless = pool.ask(job("a", Limits::default(), SearchClass::Person), tell(&to, "endless"));
    wait_until("it searches", || pool.load().searching == 1);
    let short = pool.ask(job("b", millis(10), SearchClass::Person), tell(&to, "short"));
    assert_eq!(next(&told), "short");
    wait_until("the endless one goes on", || pool.load().searching == 1);
    endless.hurry();
    assert_eq!(next(&told), "endless");
    drop(short);
}

#[test]
fn who_goes_stops_the_search_and_hears_no_more() {
    let (pool, script) = pool(1, 1000);
    let (to, told) = channel();
    let searching = pool.ask(job("a", Limits::default(), SearchClass::Person), tell(&to, "a"));
    let waiting = pool.ask(job("b", millis(1), SearchClass::Person), tell(&to, "b"));
    wait_until("it searches", || script.at_work.load(Ordering::SeqCst) == 1);
    drop(waiting);
    assert_eq!(pool.load().waiting, 0);
    drop(searching);
    wait_until("it has stopped", || pool.load().searching == 0);
    let last = pool.ask(job("c", millis(1), SearchClass::Person), tell(&to, "c"));
    assert_eq!(next(&told), "c");
    drop(last);
    assert!(told.try_recv().is_err());
}

#[test]
fn hurry_and_stepping_back() {
    let (pool, _) = pool(1, 1000);
    let (to, told) = channel();
    let first = pool.ask(job("a", millis(50), SearchClass::Person), tell(&to, "a"));
    wait_until("it searches", || pool.load().searching == 1);
    let long = pool.ask(job("b", Limits::default(), SearchClass::Person), tell(&to, "b"));
    let back = pool.ask(job("c", millis(1), SearchClass::Person), tell(&to, "c"));
    let machines = pool.ask(job("m", millis(1), SearchClass::Machines), tell(&to, "m"));
    back.step_back();
    long.hurry();
    let order: Vec<_> = (0..4).map(|_| next(&told)).collect();
    assert_eq!(order, ["a", "b", "m", "c"]);
    drop((first, long, back, machines));
}

#[test]
fn an_engine_that_panics_is_told_of_and_thrown_away() {
    let (pool, script) = pool(1, 1000);
    let (to, told) = channel();
    let depth = Limits { depth: Some(13), ..Limits::default() };
    let bad = pool.ask(job("a", depth, SearchClass::Person), tell(&to, "bad"));
    assert_eq!(next(&told), "bad failed");
    let good = pool.ask(job("a", millis(1), SearchClass::Person), tell(&to, "good"));
    assert_eq!(next(&told), "good");
    // It is tried three times, each time with another engine.
    assert_eq!(script.made.load(Ordering::SeqCst), 4);
    wait_until("the memory is that of one", || pool.load().memory_mb < 20);
    assert_eq!(pool.load().failed, 3);
    drop((bad, good));
}

#[test]
fn tables_are_no_larger_than_the_memory_lets_them_be() {
    let (pool, script) = pool(2, 64);
    let (to, told) = channel();
    let session = || games::new_session("xiangqi", None, None).unwrap();
    let mut tickets = Vec::new();
    for game in ["a", "b"] {
        let question = Question::Move(millis(200));
        let job = SearchJob::new(game, session(), question, SearchClass::Person, 1024);
        tickets.push(pool.ask(job, tell(&to, game)));
        wait_until("it searches", || pool.load().searching == tickets.len());
    }
    assert!(pool.load().memory_mb <= 64 + 9, "{:?}", pool.load());
    next(&told);
    next(&told);
    let tables = script.tables.lock().unwrap().clone();
    assert!(tables.iter().all(|table| table.parse::<u32>().unwrap() <= 32), "{tables:?}");
}

#[test]
fn the_end_of_the_pool_stops_everything() {
    let (pool, script) = pool(2, 1000);
    let (to, told) = channel();
    let tickets: Vec<_> = (0..4)
        .map(|n| {
            pool.ask(job(&n.to_string(), Limits::default(), SearchClass::Person), tell(&to, "x"))
        })
        .collect();
    wait_until("two search", || script.at_work.load(Ordering::SeqCst) == 2);
    drop(pool);
    wait_until("none does", || script.at_work.load(Ordering::SeqCst) == 0);
    drop(tickets);
    assert!(told.try_recv().is_err());
}

#[test]
fn real_engines_of_all_families_take_turns() {
    let pool =
        Pool::new(PoolSettings { searches: 2, memory_mb: 128, open: Arc::new(games::new_engine) });
    let (to, told) = channel();
    let mut tickets = Vec::new();
    for round in 0..2 {
        for variant in ["xiangqi", "draughts", "gomoku", "renju", "draughts-brazilian"] {
            let session = games::new_session(variant, None, None).unwrap();
            let limits = Limits { nodes: Some(2_000), ..Limits::default() };
            let game = format!("{variant} {round}");
            let job =
                SearchJob::new(&game, session, Question::Move(limits), SearchClass::Person, 2);
            tickets.push(pool.ask(job, tell(&to, &game)));
        }
    }
    for _ in 0..tickets.len() {
        let said = next(&told);
        assert!(!said.ends_with("failed"), "{said}");
    }
}

#[test]
fn a_task_needs_no_engine_and_begins_again_after_an_interruption() {
    let (pool, script) = pool(1, 1000);
    let (calls, called) = channel();
    let session = games::new_session("xiangqi", None, None).unwrap();
    let task = SearchTask::new(Limits::default(), move |session, _, control, _| {
        calls.send(session.moves().len()).unwrap();
        while !control.is_stopped() {
            sleep(Duration::from_millis(1));
        }
        Ok(BestMove { best: None, ponder: None, info: None })
    });
    let job = SearchJob::new("lab", session, Question::Task(task), SearchClass::Shown, 1);
    let ticket = pool.ask(job, |_| {});
    assert_eq!(called.recv_timeout(PATIENCE), Ok(0));
    assert_eq!(script.made.load(Ordering::SeqCst), 0);
    // A person's search comes first.
    let session = games::new_session("xiangqi", None, None).unwrap();
    let (tell, told) = channel();
    let job = SearchJob::new("a game", session, Question::Move(millis(1)), SearchClass::Person, 1);
    let _urgent = pool.ask(job, move |report| {
        if let SearchEvent::Found(found) = report {
            tell.send(found).unwrap();
        }
    });
    assert!(told.recv_timeout(PATIENCE).unwrap().is_ok());
    assert_eq!(called.recv_timeout(PATIENCE), Ok(0), "the task is called again");
    drop(ticket);
    wait_until("a task ends after its ticket is dropped", || pool.load().searching == 0);
    assert_eq!(pool.load().at_rest, 1, "only the engine of the game is kept");
}

/// A job of this client.
fn job_of(client: &str, game: &str, limits: Limits, class: SearchClass) -> SearchJob {
    job(game, limits, class).for_client(client)
}

/// Counts what begins, by a word.
fn count(
    to: &Sender<&'static str>,
    word: &'static str,
) -> impl FnMut(ThreadEvent) + Send + 'static {
    let to = to.clone();
    move |report| {
        if matches!(report, SearchEvent::Begins) {
            to.send(word).ok();
        }
    }
}

#[test]
fn one_client_with_many_long_searches_does_not_delay_another_one() {
    // The times are those of `turns::tests`; here turns are counted, so that a busy machine changes nothing.
    for searches in [1, 2] {
        let (pool, _) = pool(searches, 1000);
        let (to, begun) = channel();
        let _long: Vec<_> = (0..30)
            .map(|i| {
                let job =
                    job_of("greedy", &format!("g{i}"), millis(86_400_000), SearchClass::Person);
                pool.ask(job, count(&to, "greedy"))
            })
            .collect();
        // All threads search, and one has had its first turn.
        for _ in 0..=searches {
            begun.recv_timeout(PATIENCE).expect("the next one has a turn");
        }
        for class in [SearchClass::Person, SearchClass::Shown, SearchClass::Review] {
            while begun.try_recv().is_ok() {}
            let job = job_of("person", "p", Limits::default(), class);
            let ticket = pool.ask(job, count(&to, "person"));
            // A search may have ended its turn just before.
            let mut before = 0;
            while begun.recv_timeout(PATIENCE).expect("it begins") == "greedy" {
                before += 1;
            }
            assert!(before <= searches, "{searches} threads, {class:?}: {before} turns before it");
            drop(ticket);
            wait_until("the others go on", || pool.load().searching == searches);
        }
    }
}
