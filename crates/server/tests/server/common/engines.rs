//! Engines with the behaviour that a test needs.

use engine::{BestMove, Bound, Control, Engine, EngineError, Info, Limits, Score, Session};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

macro_rules! double {
    ($(#[$doc:meta])* $name:ident, $search:expr) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub(crate) struct $name;

        impl Engine for $name {
            fn search(
                &mut self,
                session: &dyn Session,
                _limits: &Limits,
                control: &Control,
                report: &mut dyn FnMut(&Info),
            ) -> Result<BestMove, EngineError> {
                let search: fn(&dyn Session, &Control, &mut dyn FnMut(&Info)) -> BestMove = $search;
                Ok(search(session, control, report))
            }

            fn evaluate(&mut self, _session: &dyn Session) -> Result<i32, EngineError> {
                Ok(0)
            }
        }
    };
}

fn first_move(session: &dyn Session, report: &mut dyn FnMut(&Info)) -> BestMove {
    let best = session.legal_moves().into_iter().next();
    let info = Info {
        depth: 1,
        seldepth: 1,
        line: 1,
        score: Score::Cp(17),
        bound: Bound::Exact,
        wdl: [500, 0, 500],
        nodes: 1,
        time: Duration::from_millis(1),
        hashfull: 0,
        pv: best.iter().cloned().collect(),
    };
    report(&info);
    BestMove { best, ponder: None, info: Some(info) }
}

double! {
    /// Plays the first legal move at once, with an evaluation of 17 centipawns.
    FirstMove, |session, _, report| first_move(session, report)
}

double! {
    /// Plays the same move, but only when it is told to stop.
    Endless, |session, control, report| {
        let best = first_move(session, report);
        while !control.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        best
    }
}

double! {
    /// Fails by a panic.
    Panicking, |_, _, _| panic!("the double panics")
}

double! {
    /// Plays an illegal move.
    Illegal, |_, _, _| BestMove { best: Some("a0i9".to_owned()), ponder: None, info: None }
}

/// What was seen of searches of [`Patient`].
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// How many search now, and at most at a time.
    pub(crate) now: AtomicUsize,
    pub(crate) most: AtomicUsize,
    /// How many began that are not limited by nodes.
    pub(crate) long: AtomicUsize,
    /// How many ended that are.
    pub(crate) quick: AtomicUsize,
}

/// Says its first line at once, and searches as long as it may; a search that is limited by nodes ends at once.
#[derive(Debug)]
pub(crate) struct Patient(pub(crate) Arc<Seen>);

impl Engine for Patient {
    fn search(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, EngineError> {
        if limits.nodes.is_some() {
            self.0.quick.fetch_add(1, Ordering::SeqCst);
            return Ok(first_move(session, report));
        }
        let now = self.0.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.0.most.fetch_max(now, Ordering::SeqCst);
        self.0.long.fetch_add(1, Ordering::SeqCst);
        let best = first_move(session, report);
        let began = Instant::now();
        while !control.is_stopped() && limits.move_time.is_none_or(|time| began.elapsed() < time) {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.0.now.fetch_sub(1, Ordering::SeqCst);
        Ok(best)
    }

    fn evaluate(&mut self, _session: &dyn Session) -> Result<i32, EngineError> {
        Ok(0)
    }
}
