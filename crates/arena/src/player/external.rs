use super::{Fault, Halt, Player, Thought, Turn, board_of};
use crate::process::{NoLine, Output, Process};
use crate::spec::External;
use engine::{Control, Protocol, Session};
use game::Side;
use protocol::draughts::Board;
use protocol::manager::{
    Asker, Best, Event, Manager, OutOfTurn, Phase, Played, ProtocolKind, Report, Trouble,
    new_manager,
};
use protocol::{OptionType, PositionText, Start};
use std::time::{Duration, Instant};

/// The variant as a manager needs to know it.
fn played(variant: &str) -> Played {
    let usual = Played::default();
    let number = games::protocol_name(Protocol::Gomocup, variant).and_then(|n| n.parse().ok());
    let Ok(session) = games::new_session(variant, None, None) else { return usual };
    Played { rule: number.unwrap_or(usual.rule), edge: session.board().grid.files }
}

/// How often a wait looks whether the match has been stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// How long an engine told to stop may take, before it counts as stalled.
const GRACE: Duration = Duration::from_secs(1);

/// A program that speaks a protocol. After a fault it is ended, and started afresh for the
/// next game.
#[derive(Debug)]
pub(super) struct ExternalPlayer {
    spec: External,
    variant: String,
    patience: Duration,
    margin: Duration,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    process: Process,
    manager: Box<dyn Manager>,
    speaks: ProtocolKind,
    /// When its last line came.
    heard: Option<Instant>,
}

impl ExternalPlayer {
    pub(super) fn new(spec: External, variant: &str, patience: Duration, margin: Duration) -> Self {
        Self { spec, variant: variant.to_owned(), patience, margin, running: None }
    }

    /// Runs one exchange with the program; a fault ends it.
    fn exchange<T>(&mut self, f: impl FnOnce(&mut Running) -> Result<T, Halt>) -> Result<T, Halt> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => Running::start(&self.spec, &self.variant)?,
        };
        let result = f(&mut running);
        if result.is_ok() {
            self.running = Some(running);
        }
        result
    }
}

impl Player for ExternalPlayer {
    fn new_game(&mut self, control: &Control) -> Result<(), Halt> {
        let (spec, patience) = (self.spec.clone(), self.patience);
        let variant = self.variant.clone();
        self.exchange(|running| {
            if running.manager.phase() == Phase::Fresh {
                running.greet(&spec, &variant, patience, control)?;
            }
            let lines = running.manager.new_game();
            running.send(lines)?;
            running.await_ready(patience, control)
        })
    }

    fn think(&mut self, turn: &Turn<'_>, control: &Control) -> Result<Thought, Halt> {
        let (patience, margin) = (self.patience, self.margin);
        self.exchange(|running| running.think(turn, patience, margin, control))
    }
}

impl Drop for ExternalPlayer {
    fn drop(&mut self) {
        if let Some(running) = &mut self.running {
            let farewell = running.manager.quit();
            running.process.say_farewell(&farewell);
        }
    }
}

impl Running {
    fn start(spec: &External, variant: &str) -> Result<Self, Halt> {
        let (dir, output) = (spec.dir.as_deref(), Output::Lines);
        let process = Process::start(&spec.command, &spec.args, dir, output).map_err(|error| {
            Halt::Unusable(format!("cannot start {}: {error}", spec.command.display()))
        })?;
        let manager = new_manager(spec.protocol, spec.ranks, played(variant));
        Ok(Self { process, manager, speaks: spec.protocol, heard: None })
    }

    /// Sends what the manager says must be sent.
    fn send(&self, lines: Result<Vec<String>, OutOfTurn>) -> Result<(), Halt> {
        // Out of turn is the program's doing: we ask only when the manager said it is idle,
        // unless the program's own answers brought it elsewhere.
        let lines = lines.map_err(|error| Fault::Garbage { what: error.to_string() })?;
        lines.iter().for_each(|line| self.process.send(line));
        Ok(())
    }

    /// Leaves the engine alone for as long as its protocol asks.
    fn rest(&self) {
        if let Some(heard) = self.heard {
            std::thread::sleep(self.manager.rest().saturating_sub(heard.elapsed()));
        }
    }

    /// Waits until `wanted` finds what it wants; `None` when the time is up.
    fn wait<T>(
        &mut self,
        until: Instant,
        control: &Control,
        mut wanted: impl FnMut(Instant, Event) -> Result<Option<T>, Fault>,
    ) -> Result<Option<T>, Halt> {
        loop {
            if control.is_stopped() {
                return Err(Halt::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.process.receive(left.min(GLANCE)) {
                Ok((at, line)) => {
                    self.heard = Some(at);
                    match self.manager.receive(&line) {
                        Event::Send(lines) => {
                            self.rest();
                            self.send(Ok(lines))?;
                        }
                        event => {
                            if let Some(found) = wanted(at, event)? {
                                return Ok(Some(found));
                            }
                        }
                    }
                }
                // A line that came in time counts, however late we got to read it.
                Err(NoLine::Timeout) if left.is_zero() => return Ok(None),
                Err(NoLine::Timeout) => {}
                Err(NoLine::Ended) => {
                    return Err(Fault::Crash { ending: self.process.ending() }.into());
                }
            }
            if Instant::now() > until + GRACE {
                // Endless chatter must not outlast the time either.
                return Ok(None);
            }
        }
    }

    fn greet(
        &mut self,
        spec: &External,
        variant: &str,
        patience: Duration,
        control: &Control,
    ) -> Result<(), Halt> {
        let hello = self.manager.hello();
        self.send(hello)?;
        let until = Instant::now() + patience;
        let named = self.wait(until, control, |_, event| match event {
            Event::Identified(lines) => Ok(Some(lines)),
            _ => Ok(None),
        })?;
        let expected = "end of the handshake";
        let lines = named.ok_or(Fault::Handshake { expected, patience })?;
        self.send(Ok(lines))?;
        if spec.protocol == ProtocolKind::Hub {
            self.choose_variant(spec, variant)?;
        }
        for (name, value) in &spec.options {
            let declared = self.manager.options().iter().any(|o| o.name.eq_ignore_ascii_case(name));
            if !declared && self.manager.declares_options() {
                return Err(Halt::Unusable(format!(
                    "{} has no option {name:?}",
                    spec.command.display()
                )));
            }
            let lines = self.manager.set_option(name, value.as_deref());
            self.send(lines)?;
        }
        Ok(())
    }

    /// Hub has a parameter for what is played; an engine without it plays international
    /// draughts.
    fn choose_variant(&mut self, spec: &External, variant: &str) -> Result<(), Halt> {
        let hub = games::protocol_name(Protocol::Hub, variant).unwrap_or(variant);
        let declared = self.manager.options().iter().find(|option| option.name == "variant");
        let (now, plays) = match declared.map(|option| &option.kind) {
            Some(OptionType::Combo { default, values }) => {
                (default.as_str(), values.iter().any(|value| value == hub))
            }
            Some(OptionType::String { default }) => (default.as_str(), true),
            _ => ("normal", hub == "normal"),
        };
        if !plays {
            let program = spec.command.display();
            return Err(Halt::Unusable(format!("{program} does not play {variant}")));
        }
        if now == hub {
            return Ok(());
        }
        let lines = self.manager.set_option("variant", Some(hub));
        self.send(lines)
    }

    fn await_ready(&mut self, patience: Duration, control: &Control) -> Result<(), Halt> {
        self.rest();
        let lines = self.manager.is_ready();
        self.send(lines)?;
        let ready = self.wait(Instant::now() + patience, control, |_, event| match event {
            Event::Ready => Ok(Some(())),
            Event::Wrong(trouble @ Trouble::Refused { .. }) => {
                Err(Fault::Garbage { what: trouble.to_string() })
            }
            _ => Ok(None),
        })?;
        Ok(ready.ok_or(Fault::Handshake { expected: "readyok", patience })?)
    }

    fn think(
        &mut self,
        turn: &Turn<'_>,
        patience: Duration,
        margin: Duration,
        control: &Control,
    ) -> Result<Thought, Halt> {
        let session = turn.session;
        let start = Start::Fen(match self.speaks {
            ProtocolKind::Hub | ProtocolKind::HubOne => start_board(session)?.to_hub(),
            ProtocolKind::Uci | ProtocolKind::Ucci | ProtocolKind::Gomocup => session.start_text(),
        });
        self.rest();
        let lines = self.manager.position(&PositionText { start, moves: session.moves() });
        let told = lines.as_ref().is_ok_and(|lines| !lines.is_empty());
        self.send(lines)?;
        if !self.manager.rest().is_zero() {
            if told {
                std::thread::sleep(self.manager.rest());
            }
            // Its clock must not run while it still sets the board up.
            self.await_ready(patience, control)?;
            self.rest();
        }
        let first_to_move = session.side_to_move() == Side::First;
        let asker = Asker { first_to_move, ..Asker::default() };
        let lines = self.manager.go(&turn.limits(), asker);
        let started = Instant::now();
        self.send(lines)?;
        let allowance = turn.clock().allowance();
        let until = started + allowance.map_or(patience, |allowance| allowance + margin);
        let mut thought = Thought::default();
        let mut found = self.wait(until, control, |at, event| heed(event, at, &mut thought))?;
        let overdue = found.is_none();
        if overdue {
            let lines = self.manager.stop();
            self.send(lines)?;
            let until = Instant::now() + GRACE;
            found = self.wait(until, control, |at, event| heed(event, at, &mut thought))?;
        }
        let Some((at, best)) = found else {
            return Err(Fault::Stall { after: started.elapsed() }.into());
        };
        if overdue && allowance.is_none() {
            return Err(Fault::Time { over: started.elapsed().saturating_sub(patience) }.into());
        }
        let elapsed = at.saturating_duration_since(started);
        Ok(Thought { text: best.best, resigns: best.resign, elapsed, ..thought })
    }
}

/// Where the game began, as Hub tells it.
fn start_board(session: &dyn Session) -> Result<Board, Halt> {
    let mut start = session.fork();
    while start.pop() {}
    board_of(&*start).map_err(|error| Halt::Unusable(error.to_string()))
}

/// Takes note of an event during a search; the best move ends it.
fn heed(
    event: Event,
    at: Instant,
    thought: &mut Thought,
) -> Result<Option<(Instant, Best)>, Fault> {
    match event {
        Event::Best(best) => Ok(Some((at, best))),
        Event::Report(report) => {
            note(&report, thought);
            Ok(None)
        }
        // Only answers that matter can be wrong; noise is noise.
        Event::Wrong(trouble) => Err(Fault::Garbage { what: trouble.to_string() }),
        _ => Ok(None),
    }
}

fn note(report: &Report, thought: &mut Thought) {
    thought.nodes = report.nodes.or(thought.nodes);
    if report.line.unwrap_or(1) == 1
        && let Some((score, _)) = report.score
    {
        thought.depth = report.depth.or(thought.depth);
        thought.score = Some(score.into());
    }
}
