//! Driving an engine by any protocol: the calls are the same, and the protocol is behind a trait.
//!
//! A [`Manager`] does no I/O. Its methods return the lines to send; [`Manager::receive`] returns
//! the meaning of a line of the engine. A call at the wrong time is refused and changes nothing.
//! The caller decides how long to wait for an answer.
//!
//! ```
//! use protocol::Limits;
//! use protocol::manager::{ProtocolKind, ManagerEvent, ConversationPhase, new_manager};
//! let mut manager = new_manager(ProtocolKind::Uci, Default::default(), Default::default());
//! assert_eq!(manager.hello().unwrap(), ["uci"]);
//! assert_eq!(manager.receive("Engine 1.0 by A. Person"), ManagerEvent::Noise);
//! assert_eq!(manager.receive("uciok"), ManagerEvent::Identified(vec![]));
//! let limits = Limits { depth: Some(3), ..Limits::default() };
//! assert_eq!(manager.go(&limits, Default::default()).unwrap(), ["go depth 3"]);
//! assert!(matches!(manager.receive("bestmove h2e2"), ManagerEvent::Best(_)));
//! assert_eq!(manager.phase(), ConversationPhase::Idle);
//! ```

use crate::driver::Driver;
use crate::{
    Bound, Limits, LineError, OptionDecl, PositionText, RankBase, Score, gomocup, hub, ucci, uci,
};
use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// The protocols an engine can be driven by.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum ProtocolKind {
    /// UCI.
    Uci,
    /// UCCI.
    Ucci,
    /// Gomocup's (Piskvork's).
    Gomocup,
    /// Hub, version 2.
    Hub,
    /// Hub, version 1.
    HubOne,
}

/// The game to be played, as far as protocols need to know it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GameDescription {
    /// The number of the rule, for Gomocup.
    pub rule: u32,
    /// Points along an edge of the board, for Gomocup.
    pub edge: u8,
}

/// The default of each protocol.
impl Default for GameDescription {
    fn default() -> Self {
        Self { rule: 0, edge: 15 }
    }
}

/// A manager for an engine that speaks `kind`, counts ranks from `ranks` and is to play this.
#[must_use]
pub fn new_manager(
    kind: ProtocolKind,
    ranks: RankBase,
    played: GameDescription,
) -> Box<dyn Manager> {
    match kind {
        ProtocolKind::Uci => Box::new(Driver::new(uci::Codec::new(ranks))),
        ProtocolKind::Ucci => Box::new(Driver::new(ucci::Codec::new(ranks))),
        ProtocolKind::Gomocup => {
            let game = gomocup::Game::new(played.rule, played.edge);
            Box::new(Driver::new(gomocup::GomocupCodec::new(game)))
        }
        ProtocolKind::Hub => Box::new(Driver::new(hub::Codec::default())),
        ProtocolKind::HubOne => Box::new(Driver::new(hub::OldCodec::default())),
    }
}

/// The state of the conversation.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum ConversationPhase {
    /// Nothing has been sent.
    #[default]
    Fresh,
    /// Greeted; the engine is naming itself and its options.
    Greeting,
    /// The engine waits for commands.
    Idle,
    /// The engine searches; only [`ManagerEvent::Best`] ends it.
    Searching,
    /// The engine was told to quit.
    Gone,
}

/// The caller made a request that the conversation does not allow now.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{asked} is not possible while the engine is {phase}")]
pub struct OutOfTurn {
    /// What was requested.
    pub asked: &'static str,
    /// The state of the conversation.
    pub phase: ConversationPhase,
}

/// The side to move and the draw offer, which some protocols must be told.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionContext {
    /// Whether the side that moves first from the standard start is to move.
    pub first_to_move: bool,
    /// The opponent offers a draw (UCCI only).
    pub draw_offer: bool,
}

/// What another engine tells of a search in one line. Each part may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InfoUpdate {
    /// Plies.
    pub depth: Option<u32>,
    /// The greatest depth reached.
    pub seldepth: Option<u32>,
    /// Which line, from 1.
    pub line: Option<u32>,
    /// The score and whether it is a bound.
    pub score: Option<(Score, Bound)>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Since the search began.
    pub time: Option<Duration>,
    /// The line, in our move text.
    pub pv: Vec<String>,
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BestReply {
    /// The move, in our move text; `None` when the engine reports none.
    pub best: Option<String>,
    /// The reply expected.
    pub ponder: Option<String>,
    /// The engine offers or accepts a draw (UCCI only).
    pub draw: bool,
    /// The engine resigns (UCCI only).
    pub resign: bool,
}

/// The meaning of a line of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManagerEvent {
    /// Nothing relevant.
    Noise,
    /// The engine has named itself; these lines must be sent before any others.
    Identified(Vec<String>),
    /// These lines must be sent, for the engine to go on.
    Send(Vec<String>),
    /// The answer to `isready`.
    Ready,
    /// Progress.
    Report(InfoUpdate),
    /// Text for people.
    Text(String),
    /// The search has ended.
    Best(BestReply),
    /// The engine announces its exit.
    Bye,
    /// The line is wrong; nothing changed.
    Wrong(ReplyError),
}

/// What is wrong with a line of the engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplyError {
    /// It is malformed.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The engine reports that it will not do what it was asked.
    #[error("the engine answered {answer:?}")]
    Refused {
        /// Its message.
        answer: String,
    },
    /// It came without a request.
    #[error("{answer} came unasked, while the engine was {phase}")]
    Unasked {
        /// What was received.
        answer: &'static str,
        /// The state of the conversation at that time.
        phase: ConversationPhase,
    },
}

/// An engine that is driven. Every method that sends returns the lines to send.
pub trait Manager: Send + fmt::Debug {
    /// The state of the conversation.
    fn phase(&self) -> ConversationPhase;
    /// The name the engine gave itself; empty until it has.
    fn name(&self) -> &str;
    /// The options it declared.
    fn options(&self) -> &[OptionDecl];
    /// Whether options that it did not declare do not exist.
    fn declares_options(&self) -> bool {
        true
    }
    /// The pause that the engine needs after each of its lines.
    fn rest(&self) -> Duration {
        Duration::ZERO
    }
    /// Greets the engine.
    ///
    /// # Errors
    /// Unless nothing has been sent yet.
    fn hello(&mut self) -> Result<Vec<String>, OutOfTurn>;
    /// Goes on without an answer to the greeting, where the protocol does not depend on one: [`ManagerEvent::Identified`]
    /// then, otherwise noise.
    fn go_on_unnamed(&mut self) -> ManagerEvent;
    /// Sets an option, declared or not.
    ///
    /// # Errors
    /// Unless the engine is idle.
    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Vec<String>, OutOfTurn>;
    /// Requests a sign of life; [`ManagerEvent::Ready`] is the answer.
    ///
    /// # Errors
    /// Before the engine has named itself and after it was told to quit.
    fn is_ready(&mut self) -> Result<Vec<String>, OutOfTurn>;
    /// Announces a new game.
    ///
    /// # Errors
    /// Unless the engine is idle.
    fn new_game(&mut self) -> Result<Vec<String>, OutOfTurn>;
    /// Sets the position: the moves are in our move text. The start is in the game's own text, or
    /// in Hub's where the protocol is Hub ([`crate::draughts::Board::to_hub`]).
    ///
    /// # Errors
    /// Unless the engine is idle.
    fn position(&mut self, position: &PositionText) -> Result<Vec<String>, OutOfTurn>;
    /// Starts a search. A limit that the protocol cannot express is left out. Without a limit the
    /// search runs until it is stopped.
    ///
    /// # Errors
    /// Unless the engine is idle.
    fn go(&mut self, limits: &Limits, asker: PositionContext) -> Result<Vec<String>, OutOfTurn>;
    /// Ends the search; its best move is still to come.
    ///
    /// # Errors
    /// Unless a search is under way.
    fn stop(&mut self) -> Result<Vec<String>, OutOfTurn>;
    /// The move pondered on was played.
    ///
    /// # Errors
    /// Unless a search is under way.
    fn ponder_hit(&mut self) -> Result<Vec<String>, OutOfTurn>;
    /// Ends the conversation. Always possible.
    fn quit(&mut self) -> Vec<String>;
    /// The meaning of a line of the engine.
    fn receive(&mut self, line: &str) -> ManagerEvent;
}

impl PositionText {
    /// The same with the moves in the form of an engine with these ranks.
    pub(crate) fn for_engine(&self, ranks: RankBase) -> Self {
        Self {
            start: self.start.clone(),
            moves: self.moves.iter().map(|m| ranks.to_engine(m)).collect(),
        }
    }
}

impl fmt::Display for ConversationPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fresh => "not yet greeted",
            Self::Greeting => "naming itself",
            Self::Idle => "idle",
            Self::Searching => "searching",
            Self::Gone => "gone",
        })
    }
}
