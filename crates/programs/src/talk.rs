use crate::process::{NoLine, Output, Process};
use crate::{External, ForfeitReason, NoMove, UnusableProgram, board_of};
use engine::{Control, Limits, Protocol, Session};
use game::Side;
use protocol::draughts::Board;
use protocol::manager::{
    ConversationPhase, GameDescription, Manager, ManagerEvent, OutOfTurn, PositionContext,
    ProtocolKind, ReplyError, new_manager,
};
use protocol::{OptionType, PositionText, Start};
use std::time::{Duration, Instant};

/// How often a wait looks whether it has been stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// How long an engine told to stop may take, before it counts as stalled.
pub const GRACE: Duration = Duration::from_secs(1);

/// A program and the conversation with it. Dropping the value ends the program with every process that it
/// started.
#[derive(Debug)]
pub struct ProgramConversation {
    process: Process,
    manager: Box<dyn Manager>,
    spec: External,
    variant: String,
    /// When its last line came.
    heard: Option<Instant>,
}

/// The variant as a manager needs to know it.
fn played(variant: &str) -> GameDescription {
    let usual = GameDescription::default();
    let number = games::protocol_name(Protocol::Gomocup, variant).and_then(|n| n.parse().ok());
    let Ok(session) = games::new_session(variant, None, None) else { return usual };
    GameDescription { rule: number.unwrap_or(usual.rule), edge: session.board().grid.files }
}

impl ProgramConversation {
    /// Starts the program. Nothing is said yet.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(spec: &External, variant: &str) -> Result<Self, NoMove> {
        let (dir, output) = (spec.dir.as_deref(), Output::Lines);
        let process = Process::start(&spec.command, &spec.args, dir, output).map_err(|error| {
            UnusableProgram::Start { program: program(spec), error: error.to_string() }
        })?;
        let manager = new_manager(spec.protocol, spec.ranks, played(variant));
        let (spec, variant) = (spec.clone(), variant.to_owned());
        Ok(Self { process, manager, spec, variant, heard: None })
    }

    /// The conversation, which says what the program declared.
    #[must_use]
    pub fn manager(&self) -> &dyn Manager {
        &*self.manager
    }

    /// Gives way to other processes of the machine.
    pub fn give_way(&self) {
        self.process.give_way();
    }

    /// Announces a new game, after the greeting if that was not done.
    ///
    /// # Errors
    /// When the program does not answer, or cannot play the variant.
    pub fn new_game(&mut self, patience: Duration, control: &Control) -> Result<(), NoMove> {
        if self.manager.phase() == ConversationPhase::Fresh {
            self.greet(patience, control)?;
        }
        let lines = self.manager.new_game();
        self.send(lines)?;
        self.await_ready(patience, control)
    }

    /// Sets an option, declared or not.
    ///
    /// # Errors
    /// Unless the program is idle.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), NoMove> {
        let lines = self.manager.set_option(name, Some(value));
        self.send(lines)
    }

    /// Tells the program the position of a game.
    ///
    /// # Errors
    /// When the protocol has no words for it, or the program does not answer.
    pub fn position(
        &mut self,
        session: &dyn Session,
        patience: Duration,
        control: &Control,
    ) -> Result<(), NoMove> {
        let start = Start::Fen(match self.spec.protocol {
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
        Ok(())
    }

    /// Starts a search of the position told for this side to move. Returns when it began.
    ///
    /// # Errors
    /// Unless the program is idle.
    pub fn go(&mut self, limits: &Limits, mover: Side) -> Result<Instant, NoMove> {
        let asker =
            PositionContext { first_to_move: mover == Side::First, ..PositionContext::default() };
        let lines = self.manager.go(limits, asker);
        let started = Instant::now();
        self.send(lines)?;
        Ok(started)
    }

    /// Tells the program to end its search; its best move is still to come.
    ///
    /// # Errors
    /// Unless it searches.
    pub fn stop(&mut self) -> Result<(), NoMove> {
        let lines = self.manager.stop();
        self.send(lines)
    }

    /// Waits until `wanted` finds what it wants; `None` when the time is up.
    ///
    /// # Errors
    /// When the program ends, `wanted` finds a fault, or the control says stop.
    pub fn wait<T>(
        &mut self,
        until: Instant,
        control: &Control,
        mut wanted: impl FnMut(Instant, ManagerEvent) -> Result<Option<T>, ForfeitReason>,
    ) -> Result<Option<T>, NoMove> {
        loop {
            if control.is_stopped() {
                return Err(NoMove::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.process.receive(left.min(GLANCE)) {
                Ok((at, line)) => {
                    self.heard = Some(at);
                    match self.manager.receive(&line) {
                        ManagerEvent::Send(lines) => {
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
                    return Err(ForfeitReason::Crash { ending: self.process.ending() }.into());
                }
            }
            if Instant::now() > until + GRACE {
                // Endless chatter must not outlast the time either.
                return Ok(None);
            }
        }
    }

    /// Tells the program to exit and waits a moment for it.
    pub fn farewell(mut self) {
        let farewell = self.manager.quit();
        self.process.say_farewell(&farewell);
    }

    /// Sends what the manager says must be sent.
    fn send(&self, lines: Result<Vec<String>, OutOfTurn>) -> Result<(), NoMove> {
        // Out of turn is the program's doing: we ask only when the manager said it is idle,
        // unless the program's own answers brought it elsewhere.
        let lines = lines.map_err(|error| ForfeitReason::Garbage { what: error.to_string() })?;
        lines.iter().for_each(|line| self.process.send(line));
        Ok(())
    }

    /// Leaves the engine alone for as long as its protocol asks.
    fn rest(&self) {
        if let Some(heard) = self.heard {
            std::thread::sleep(self.manager.rest().saturating_sub(heard.elapsed()));
        }
    }

    fn greet(&mut self, patience: Duration, control: &Control) -> Result<(), NoMove> {
        let hello = self.manager.hello();
        self.send(hello)?;
        let until = Instant::now() + patience;
        let soon = until.min(Instant::now() + UNNAMED);
        let mut named = self.wait(soon, control, |_, event| match event {
            ManagerEvent::Identified(lines) => Ok(Some(lines)),
            _ => Ok(None),
        })?;
        if named.is_none() {
            named = match self.manager.go_on_unnamed() {
                ManagerEvent::Identified(lines) => Some(lines),
                _ => self.wait(until, control, |_, event| match event {
                    ManagerEvent::Identified(lines) => Ok(Some(lines)),
                    _ => Ok(None),
                })?,
            };
        }
        let expected = "end of the handshake";
        let lines = named.ok_or(ForfeitReason::Handshake { expected, patience })?;
        self.send(Ok(lines))?;
        if self.spec.protocol == ProtocolKind::Hub {
            self.choose_variant()?;
        }
        for (name, value) in &self.spec.options {
            let declared = self.manager.options().iter().any(|o| o.name.eq_ignore_ascii_case(name));
            if !declared && self.manager.declares_options() {
                let (program, name) = (program(&self.spec), name.clone());
                return Err(UnusableProgram::NoOption { program, name }.into());
            }
            let lines = self.manager.set_option(name, value.as_deref());
            self.send(lines)?;
        }
        Ok(())
    }

    /// Hub has a parameter for what is played; an engine without it plays international
    /// draughts.
    fn choose_variant(&mut self) -> Result<(), NoMove> {
        let variant = self.variant.as_str();
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
            let (program, variant) = (program(&self.spec), variant.to_owned());
            return Err(UnusableProgram::OtherGame { program, variant }.into());
        }
        if now == hub {
            return Ok(());
        }
        let lines = self.manager.set_option("variant", Some(hub));
        self.send(lines)
    }

    fn await_ready(&mut self, patience: Duration, control: &Control) -> Result<(), NoMove> {
        self.rest();
        let lines = self.manager.is_ready();
        self.send(lines)?;
        let ready = self.wait(Instant::now() + patience, control, |_, event| match event {
            ManagerEvent::Ready => Ok(Some(())),
            ManagerEvent::Wrong(trouble @ ReplyError::Refused { .. }) => {
                Err(ForfeitReason::Garbage { what: trouble.to_string() })
            }
            _ => Ok(None),
        })?;
        Ok(ready.ok_or(ForfeitReason::Handshake { expected: "readyok", patience })?)
    }
}

/// How long a program may be silent about its name, where the protocol can do without.
const UNNAMED: Duration = Duration::from_millis(300);

/// Where the game began, as Hub tells it.
fn start_board(session: &dyn Session) -> Result<Board, NoMove> {
    let mut start = session.fork();
    while start.pop() {}
    Ok(board_of(&*start).map_err(UnusableProgram::from)?)
}

/// The program's name in a fault.
fn program(spec: &External) -> String {
    spec.command.display().to_string()
}
