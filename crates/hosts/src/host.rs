use crate::HostError;
use engine::{BestMove, Control, Engine, EngineError, Info, Limits, Session};
use protocol::{CommandQueue, CommandTiming, HostCommand, LineError, PositionText, Start};
use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for a search that was told to stop, before the host ends without it.
const FAREWELL: Duration = Duration::from_secs(1);

/// The engine's side of one protocol.
pub(super) trait Front: Sized {
    /// Its commands.
    type Command: HostCommand + Send + 'static;

    /// Carries out a command.
    fn handle<W: Write>(
        &mut self,
        host: &mut Host<Self::Command, W>,
        command: Self::Command,
    ) -> Result<(), HostError>;
    /// A line that reports an error.
    fn trouble(&self, what: &dyn Display) -> String;
    /// The lines for a report, if any.
    fn info(&self, info: &Info) -> String;
    /// The line that ends a search.
    fn best(&mut self, found: &BestMove) -> String;
    /// The last line, if the protocol has one.
    fn farewell(&self) -> Option<String>;
    /// Whether nothing is printed after `quit`, not even a best move.
    fn leaves_silently() -> bool {
        false
    }
    /// Whether the end of the input means `quit`. Otherwise the commands read so far are finished first.
    fn quits_with_input(&self) -> bool {
        false
    }
    /// Whether a search to a depth or a number of nodes is finished after the end of the input, because lines
    /// may come from a file. A timed search is always ended.
    fn finishes_without_input() -> bool {
        true
    }
}

/// An event for the loop.
pub(super) enum HostEvent<C> {
    /// A line that was read.
    Line(Result<Option<C>, LineError>),
    /// A line that should have set a position, but cannot be read.
    LostPosition(LineError),
    /// The input has ended.
    InputEnded,
    /// A report of the search.
    Info(Box<Info>),
    /// A line to print, from something other than a search.
    Text(String),
    /// The search has ended and returned the engine.
    Found(Box<dyn Engine>, Result<BestMove, EngineError>),
    /// Something other than a search has ended.
    Done,
    /// A task that needed the engine has ended.
    Returned(Box<dyn Engine>),
}

/// The task in progress.
struct RunningTask {
    control: Control,
    /// The best move must not be printed before `stop` or `ponderhit`.
    until_told: bool,
    /// A best move that was found before it may be printed.
    held: Option<BestMove>,
    /// It ends by itself, by depth or nodes and not by time.
    is_finite: bool,
    /// It was told to stop because the input has ended.
    is_abandoned: bool,
}

impl RunningTask {
    fn new(control: Control, is_finite: bool) -> Self {
        Self { control, until_told: false, held: None, is_finite, is_abandoned: false }
    }
}

/// The engine, the game and the output.
pub(super) struct Host<C, W> {
    variant: String,
    /// The rule set of the next positions; the variant's first until one is chosen.
    pub(super) rules: Option<String>,
    engine: Option<Box<dyn Engine>>,
    session: Box<dyn Session>,
    /// Whether the last position was wrong: `session` is then not what the other side means.
    is_lost: bool,
    job: Option<RunningTask>,
    sender: Sender<HostEvent<C>>,
    out: W,
    seeds: u64,
}

/// Runs a protocol until `quit` or the end of the input.
pub(super) fn serve<F: Front, W: Write>(
    mut front: F,
    input: impl BufRead + Send + 'static,
    output: W,
    variant: &str,
) -> Result<(), HostError> {
    let (sender, happenings) = channel();
    let mut host = Host {
        variant: variant.to_owned(),
        rules: None,
        engine: Some(games::new_engine(variant)?),
        session: games::new_session(variant, None, None)?,
        is_lost: false,
        job: None,
        sender: sender.clone(),
        out: output,
        seeds: RandomState::new().hash_one(0),
    };
    // The thread is not joined at the end: it may wait for a line that never arrives.
    thread::spawn(move || read::<F>(input, &sender));
    host.run(&mut front, &happenings)
}

fn read<F: Front>(mut input: impl BufRead, to: &Sender<HostEvent<F::Command>>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => {
                // The loop ends only with the host.
                let _ = to.send(HostEvent::InputEnded);
                return;
            }
            Ok(_) => {
                let text = String::from_utf8_lossy(&bytes);
                let happening = match F::Command::read(&text) {
                    Err(error) if text.split_whitespace().next() == Some("position") => {
                        HostEvent::LostPosition(error)
                    }
                    line => HostEvent::Line(line),
                };
                if to.send(happening).is_err() {
                    return;
                }
            }
        }
    }
}

impl<C: HostCommand + Send + 'static, W: Write> Host<C, W> {
    fn run<F: Front<Command = C>>(
        &mut self,
        front: &mut F,
        happenings: &Receiver<HostEvent<C>>,
    ) -> Result<(), HostError> {
        let mut desk = CommandQueue::default();
        let mut ended = false;
        loop {
            self.keep(&mut desk);
            while let Some(command) = desk.next_deferred() {
                front.handle(self, command)?;
                self.keep(&mut desk);
            }
            if ended && !desk.is_searching() {
                return Ok(());
            }
            if ended && self.must_end_with_input::<F>() {
                // No command can end it any more.
                self.stop(front)?;
                continue;
            }
            // We hold a sender ourselves, so there is always one.
            let Ok(happening) = happenings.recv() else { return Ok(()) };
            match happening {
                HostEvent::Line(Ok(Some(command))) if command.ends_all() => {
                    return self.quit(front, happenings);
                }
                HostEvent::Line(Ok(Some(command))) => {
                    let immediate = command.acts_at_once();
                    if let CommandTiming::Now(command) = desk.receive(command, immediate) {
                        front.handle(self, command)?;
                    }
                }
                HostEvent::Line(Ok(None)) => {}
                HostEvent::Line(Err(error)) => self.say(front.trouble(&error))?,
                HostEvent::LostPosition(error) => {
                    self.is_lost = true;
                    self.say(front.trouble(&error))?;
                }
                HostEvent::InputEnded if front.quits_with_input() => {
                    return self.quit(front, happenings);
                }
                HostEvent::InputEnded => ended = true,
                other => self.heed(front, other)?,
            }
        }
    }

    /// Whether the task in progress must end with the input; `true` only once.
    fn must_end_with_input<F: Front<Command = C>>(&mut self) -> bool {
        let Some(job) = &mut self.job else { return false };
        let goes_on = job.is_finite && !job.until_told && F::finishes_without_input();
        !goes_on && !std::mem::replace(&mut job.is_abandoned, true)
    }

    /// Tells the desk whether a search is under way.
    fn keep(&self, desk: &mut CommandQueue<C>) {
        if self.job.is_some() {
            desk.search_started();
        } else {
            desk.search_ended();
        }
    }

    /// Handles an event of the working thread.
    fn heed<F: Front<Command = C>>(
        &mut self,
        front: &mut F,
        happening: HostEvent<C>,
    ) -> Result<(), HostError> {
        match happening {
            HostEvent::Info(info) => match front.info(&info) {
                lines if lines.is_empty() => Ok(()),
                lines => self.say(lines),
            },
            HostEvent::Text(text) => self.say(text),
            HostEvent::Found(engine, found) => {
                self.engine = Some(engine);
                let found = match found {
                    Ok(found) => found,
                    Err(error) => {
                        self.say(front.trouble(&error))?;
                        // A program that waits for a move must get one.
                        let best = self.session.legal_moves().into_iter().next();
                        BestMove { best, ponder: None, info: None }
                    }
                };
                match &mut self.job {
                    Some(job) if job.until_told => {
                        job.held = Some(found);
                        Ok(())
                    }
                    _ => {
                        self.job = None;
                        self.say(front.best(&found))
                    }
                }
            }
            HostEvent::Done => {
                self.job = None;
                Ok(())
            }
            HostEvent::Returned(engine) => {
                self.engine = Some(engine);
                self.job = None;
                Ok(())
            }
            HostEvent::Line(_) | HostEvent::LostPosition(_) | HostEvent::InputEnded => Ok(()),
        }
    }

    fn quit<F: Front<Command = C>>(
        &mut self,
        front: &mut F,
        happenings: &Receiver<HostEvent<C>>,
    ) -> Result<(), HostError> {
        if F::leaves_silently() {
            return Ok(());
        }
        self.stop(front)?;
        let until = Instant::now() + FAREWELL;
        while self.job.is_some() {
            let left = until.saturating_duration_since(Instant::now());
            let Ok(happening) = happenings.recv_timeout(left) else { break };
            self.heed(front, happening)?;
        }
        front.farewell().map_or(Ok(()), |line| self.say(line))
    }

    /// Prints and flushes a line.
    pub(super) fn say(&mut self, line: impl Display) -> Result<(), HostError> {
        writeln!(self.out, "{line}")?;
        Ok(self.out.flush()?)
    }

    /// The game.
    pub(super) fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The engine; `None` while it searches.
    pub(super) fn engine(&mut self) -> Option<&mut (dyn Engine + 'static)> {
        self.engine.as_deref_mut()
    }

    /// Changes to another variant: a fresh engine, and the start position. Only between
    /// searches.
    ///
    /// # Errors
    /// When there is no such variant; nothing changes then.
    pub(super) fn set_variant(&mut self, variant: &str) -> Result<(), String> {
        let session = games::new_session(variant, None, None).map_err(|e| e.to_string())?;
        self.engine = Some(games::new_engine(variant).map_err(|e| e.to_string())?);
        self.session = session;
        self.is_lost = false;
        variant.clone_into(&mut self.variant);
        self.rules = None;
        Ok(())
    }

    /// Sets the position.
    ///
    /// # Errors
    /// What is wrong with it; the last good position stays, but it must not be searched.
    pub(super) fn set_position(&mut self, text: &PositionText) -> Result<(), String> {
        self.set_translated(text, &text.moves)
    }

    /// Sets the position. `sent` are its moves as the manager sent them: an error names those.
    pub(super) fn set_translated(
        &mut self,
        text: &PositionText,
        sent: &[String],
    ) -> Result<(), String> {
        self.is_lost = true;
        let start = match &text.start {
            Start::Standard => None,
            Start::Fen(fen) => Some(fen.as_str()),
        };
        let mut session = games::new_session(&self.variant, self.rules.as_deref(), start)
            .map_err(|error| format!("position: {error}"))?;
        for (index, (text, sent)) in text.moves.iter().zip(sent).enumerate() {
            session.push(text).map_err(|error| {
                let number = index + 1;
                if text == sent {
                    format!("move {number}: {error}")
                } else {
                    format!("move {number}: {sent}: with ranks from 0, {error}")
                }
            })?;
        }
        self.session = session;
        self.is_lost = false;
        Ok(())
    }

    /// The last position could not be understood at all.
    pub(super) fn lose(&mut self) {
        self.is_lost = true;
    }

    /// Whether the last position was wrong.
    pub(super) fn lost_position(&self) -> bool {
        self.is_lost
    }

    /// Sets the game.
    pub(super) fn set_session(&mut self, session: Box<dyn Session>) {
        self.session = session;
        self.is_lost = false;
    }

    /// Starts a search, unless one is in progress. With `until_told` the best move waits for `stop` or
    /// `ponderhit`.
    pub(super) fn search(&mut self, mut limits: Limits, until_told: bool) {
        let Some(mut engine) = self.engine.take() else { return };
        self.seeds = self.seeds.wrapping_add(1);
        limits.seed = self.seeds;
        let (session, control, sender) = (self.session.fork(), Control::new(), self.sender.clone());
        let is_finite = (limits.depth.is_some() || limits.nodes.is_some()) && !limits.is_timed();
        self.job = Some(RunningTask { until_told, ..RunningTask::new(control.clone(), is_finite) });
        thread::spawn(move || {
            // Sending fails only when the loop has quit.
            let found = engine.search(&*session, &limits, &control, &mut |info| {
                let _ = sender.send(HostEvent::Info(Box::new(info.clone())));
            });
            let _ = sender.send(HostEvent::Found(engine, found));
        });
    }

    /// Counts sequences of moves, and prints the count for each first move and the sum.
    pub(super) fn perft(&mut self, depth: u32) {
        let session = self.session.fork();
        self.work(move |control, say| {
            let mut nodes = u64::from(depth == 0);
            session.divide(depth, &mut |m, below| {
                nodes += below;
                say(format!("{m}: {below}"));
                if control.is_stopped() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            say(format!("\nNodes searched: {nodes}"));
        });
    }

    /// Runs a function with the engine in a thread, and prints the lines that it returns.
    pub(super) fn consult(
        &mut self,
        ask: impl FnOnce(&mut dyn Engine, &Control) -> String + Send + 'static,
    ) {
        let Some(mut engine) = self.engine.take() else { return };
        let (control, sender) = (Control::new(), self.sender.clone());
        self.job = Some(RunningTask::new(control.clone(), true));
        thread::spawn(move || {
            // Sending fails only when the loop has quit.
            let _ = sender.send(HostEvent::Text(ask(&mut *engine, &control)));
            let _ = sender.send(HostEvent::Returned(engine));
        });
    }

    /// Runs a task without the engine in a thread.
    pub(super) fn work(
        &mut self,
        work: impl FnOnce(&Control, &mut dyn FnMut(String)) + Send + 'static,
    ) {
        let (control, sender) = (Control::new(), self.sender.clone());
        self.job = Some(RunningTask::new(control.clone(), true));
        thread::spawn(move || {
            work(&control, &mut |text| {
                let _ = sender.send(HostEvent::Text(text));
            });
            let _ = sender.send(HostEvent::Done);
        });
    }

    /// Whether a task is in progress.
    pub(super) fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Ends the task in progress. Its result follows, or is printed now if it was held back.
    pub(super) fn stop<F: Front<Command = C>>(&mut self, front: &mut F) -> Result<(), HostError> {
        if let Some(job) = &self.job {
            job.control.stop();
        }
        self.release(front)
    }

    /// The expected move was played.
    pub(super) fn ponder_hit<F: Front<Command = C>>(
        &mut self,
        front: &mut F,
    ) -> Result<(), HostError> {
        if let Some(job) = &self.job {
            job.control.ponder_hit();
        }
        self.release(front)
    }

    fn release<F: Front<Command = C>>(&mut self, front: &mut F) -> Result<(), HostError> {
        let Some(job) = &mut self.job else { return Ok(()) };
        job.until_told = false;
        match job.held.take() {
            None => Ok(()),
            Some(found) => {
                self.job = None;
                self.say(front.best(&found))
            }
        }
    }
}
