use crate::config::Engines;
use engine::{BestMove, Control, Engine, Info, Limits, Opening, Score, Session};
use game::Side;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use tokio::sync::mpsc::UnboundedSender;

/// A game's engine on a thread of its own: the page, the other games and this game's clocks
/// go on while it searches. Dropping this ends the thread as soon as its search has stopped.
#[derive(Debug)]
pub(crate) struct Thinker {
    tasks: mpsc::Sender<Task>,
}

/// Nodes to judge one point by when the engine chooses in an opening.
const NODES_A_POINT: u64 = 2_000;

/// What to find.
#[derive(Debug)]
enum Question {
    /// The best move within the limits.
    Move(Limits),
    /// A choice in an opening.
    Choice(Box<Opening>),
}

/// A search to make.
#[derive(Debug)]
struct Task {
    number: u64,
    session: Box<dyn Session>,
    question: Question,
    control: Control,
    forget: bool,
}

/// What the thread reports about the search with this number.
#[derive(Debug)]
pub(crate) struct Report {
    /// Which search.
    pub(crate) number: u64,
    /// What of it.
    pub(crate) what: What,
}

#[derive(Debug)]
pub(crate) enum What {
    /// How far it is.
    Progress(Info),
    /// What it found, or why it failed.
    Found(Result<BestMove, String>),
}

impl Thinker {
    /// Starts the thread. Its reports go to `reports`.
    pub(crate) fn start(
        engines: Engines,
        variant: &str,
        hash_mb: u32,
        reports: UnboundedSender<Report>,
    ) -> std::io::Result<Self> {
        let (tasks, inbox) = mpsc::channel();
        let variant = variant.to_owned();
        let name = format!("engine {variant}");
        std::thread::Builder::new()
            .name(name)
            .spawn(move || serve(&engines, &variant, hash_mb, &inbox, &reports))?;
        Ok(Self { tasks })
    }

    /// Begins a search; the handle returned stops it. `forget` clears what the engine learnt
    /// before. `None` when the thread is gone.
    pub(crate) fn search(
        &self,
        number: u64,
        session: Box<dyn Session>,
        limits: Limits,
        forget: bool,
    ) -> Option<Control> {
        self.ask(number, session, Question::Move(limits), forget)
    }

    /// Begins to think about a choice in an opening, whose stones lie on the session's board.
    pub(crate) fn choose(
        &self,
        number: u64,
        session: Box<dyn Session>,
        opening: Opening,
    ) -> Option<Control> {
        self.ask(number, session, Question::Choice(Box::new(opening)), true)
    }

    fn ask(
        &self,
        number: u64,
        session: Box<dyn Session>,
        question: Question,
        forget: bool,
    ) -> Option<Control> {
        let control = Control::new();
        let task = Task { number, session, question, control: control.clone(), forget };
        self.tasks.send(task).ok().map(|()| control)
    }
}

/// The thread: one engine, one search after the other, until nobody can ask any more.
fn serve(
    engines: &Engines,
    variant: &str,
    hash_mb: u32,
    inbox: &mpsc::Receiver<Task>,
    reports: &UnboundedSender<Report>,
) {
    let mut engine: Option<Box<dyn Engine>> = None;
    while let Ok(task) = inbox.recv() {
        let number = task.number;
        let found = catch_unwind(AssertUnwindSafe(|| {
            let engine = match &mut engine {
                Some(engine) => engine,
                none => none.insert(open(engines, variant, hash_mb)?),
            };
            if task.forget {
                engine.new_game();
            }
            let mut report = |info: &Info| {
                if info.line <= 1 {
                    let what = What::Progress(info.clone());
                    // Whoever asked may be gone; then nobody misses the report.
                    let _ = reports.send(Report { number, what });
                }
            };
            let session = task.session.as_ref();
            match &task.question {
                Question::Move(limits) => engine
                    .search(session, limits, &task.control, &mut report)
                    .map_err(|error| error.to_string()),
                Question::Choice(opening) => {
                    Ok(chosen(engine.as_mut(), session, opening, &task.control))
                }
            }
        }));
        let found = found.unwrap_or_else(|panic| Err(words(panic.as_ref())));
        if found.is_err() {
            // What state it is in nobody knows: the next search gets a new one.
            engine = None;
        }
        if reports.send(Report { number, what: What::Found(found) }).is_err() {
            return;
        }
    }
}

/// What the engine chooses in an opening. A position it cannot judge counts as even.
fn chosen(
    engine: &mut dyn Engine,
    session: &dyn Session,
    opening: &Opening,
    control: &Control,
) -> BestMove {
    let mut empty = session.fork();
    while empty.pop() {}
    let limits = Limits { nodes: Some(NODES_A_POINT), lines: 1, ..Limits::default() };
    let best = opening.advise(&mut |stones| {
        let mut session = empty.fork();
        if stones.iter().any(|stone| session.push(stone).is_err()) || session.verdict().is_some() {
            return 0;
        }
        let found = engine.search(session.as_ref(), &limits, control, &mut |_| ());
        let score = found.ok().and_then(|found| found.info).map_or(0, |info| match info.score {
            Score::Cp(cp) => cp,
            Score::Mate(n) => {
                if n > 0 {
                    20_000 - n
                } else {
                    -20_000 - n
                }
            }
        });
        if session.side_to_move() == Side::First { score } else { -score }
    });
    BestMove { best, ponder: None, info: None }
}

fn open(engines: &Engines, variant: &str, hash_mb: u32) -> Result<Box<dyn Engine>, String> {
    let mut engine = engines.open(variant).map_err(|error| error.to_string())?;
    for (name, value) in [("Hash", hash_mb), ("Threads", 1)] {
        if let Err(error) = engine.set_option(name, &value.to_string()) {
            tracing::warn!("the engine of {variant}: {error}");
        }
    }
    Ok(engine)
}

fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
    words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".into())
}
