use crate::config::Engines;
use engine::{BestMove, Control, Engine, Info, Limits, Session};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use tokio::sync::mpsc::UnboundedSender;

/// A game's engine on a thread of its own: the page, the other games and this game's clocks
/// go on while it searches. Dropping this ends the thread as soon as its search has stopped.
#[derive(Debug)]
pub(crate) struct Thinker {
    tasks: mpsc::Sender<Task>,
}

/// A search to make.
#[derive(Debug)]
struct Task {
    number: u64,
    session: Box<dyn Session>,
    limits: Limits,
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
        let control = Control::new();
        let task = Task { number, session, limits, control: control.clone(), forget };
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
            engine
                .search(task.session.as_ref(), &task.limits, &task.control, &mut report)
                .map_err(|error| error.to_string())
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
