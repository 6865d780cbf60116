//! The manager for all protocols: it keeps the order of a conversation, and a [`Codec`] writes
//! the lines.

use crate::manager::{
    BestReply, ConversationPhase, Manager, ManagerEvent, OutOfTurn, PositionContext, ReplyError,
};
use crate::{Limits, OptionDecl, PositionText};
use std::fmt;
use std::time::Duration;

/// A protocol as a manager uses it. [`Driver`] calls it only when the conversation allows it.
pub(crate) trait Codec: Send + fmt::Debug + 'static {
    /// Ends a search.
    const STOP: &'static str;
    /// Reports that the move pondered on was played; `None` where the protocol has no such command.
    const PONDER_HIT: Option<&'static str>;
    /// Ends the conversation.
    const QUIT: &'static str;
    /// Whether nothing can be said before the engine has answered the greeting.
    const NEEDS_A_NAME: bool = true;
    /// See [`Manager::declares_options`].
    const DECLARES_OPTIONS: bool = true;
    /// See [`Manager::rest`].
    const REST: Duration = Duration::ZERO;

    /// Greets the engine.
    fn hello(&mut self) -> String;
    /// The engine has not answered the greeting, and need not.
    fn go_on_unnamed(&mut self) {}
    /// Sets an option.
    fn set_option(&mut self, name: &str, value: Option<&str>) -> Vec<String>;
    /// Requests a sign of life.
    fn is_ready(&mut self) -> Vec<String>;
    /// Announces a new game to an engine that declared these options.
    fn new_game(&mut self, declared: &[OptionDecl]) -> Vec<String>;
    /// Sets the position.
    fn position(&mut self, position: &PositionText) -> Vec<String>;
    /// Starts a search.
    fn go(&mut self, limits: &Limits, asker: PositionContext) -> Vec<String>;
    /// The meaning of a line of the engine; `talk` is updated by it.
    fn receive(&mut self, talk: &mut Conversation, line: &str) -> ManagerEvent;
}

/// A manager that speaks a protocol.
#[derive(Debug)]
pub(crate) struct Driver<D> {
    talk: Conversation,
    codec: D,
}

impl<D> Driver<D> {
    pub(crate) fn new(codec: D) -> Self {
        Self { talk: Conversation::default(), codec }
    }
}

impl<D: Codec> Manager for Driver<D> {
    fn phase(&self) -> ConversationPhase {
        self.talk.phase
    }

    fn name(&self) -> &str {
        &self.talk.name
    }

    fn options(&self) -> &[OptionDecl] {
        &self.talk.options
    }

    fn declares_options(&self) -> bool {
        D::DECLARES_OPTIONS
    }

    fn rest(&self) -> Duration {
        D::REST
    }

    fn hello(&mut self) -> Result<Vec<String>, OutOfTurn> {
        self.talk.hello()?;
        Ok(vec![self.codec.hello()])
    }

    fn go_on_unnamed(&mut self) -> ManagerEvent {
        if D::NEEDS_A_NAME || self.talk.phase != ConversationPhase::Greeting {
            return ManagerEvent::Noise;
        }
        self.codec.go_on_unnamed();
        match self.talk.identified("its name") {
            Ok(()) => ManagerEvent::Identified(Vec::new()),
            Err(event) => event,
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(ConversationPhase::Idle, "setting an option")?;
        Ok(self.codec.set_option(name, value))
    }

    fn is_ready(&mut self) -> Result<Vec<String>, OutOfTurn> {
        self.talk.ask_ready()?;
        Ok(self.codec.is_ready())
    }

    fn new_game(&mut self) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(ConversationPhase::Idle, "a new game")?;
        Ok(self.codec.new_game(&self.talk.options))
    }

    fn position(&mut self, position: &PositionText) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(ConversationPhase::Idle, "a position")?;
        Ok(self.codec.position(position))
    }

    fn go(&mut self, limits: &Limits, asker: PositionContext) -> Result<Vec<String>, OutOfTurn> {
        self.talk.go()?;
        Ok(self.codec.go(limits, asker))
    }

    fn stop(&mut self) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(ConversationPhase::Searching, "stopping")?;
        Ok(vec![D::STOP.to_owned()])
    }

    fn ponder_hit(&mut self) -> Result<Vec<String>, OutOfTurn> {
        let asked = "a ponder hit";
        self.talk.require(ConversationPhase::Searching, asked)?;
        let line = D::PONDER_HIT.ok_or(OutOfTurn { asked, phase: self.talk.phase })?;
        Ok(vec![line.to_owned()])
    }

    fn quit(&mut self) -> Vec<String> {
        self.talk.phase = ConversationPhase::Gone;
        vec![D::QUIT.to_owned()]
    }

    fn receive(&mut self, line: &str) -> ManagerEvent {
        self.codec.receive(&mut self.talk, line)
    }
}

/// The state of the engine that is independent of the protocol.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conversation {
    pub(crate) phase: ConversationPhase,
    pub(crate) name: String,
    pub(crate) options: Vec<OptionDecl>,
    ready_asked: u32,
}

impl Conversation {
    fn require(&self, phase: ConversationPhase, asked: &'static str) -> Result<(), OutOfTurn> {
        if self.phase == phase { Ok(()) } else { Err(OutOfTurn { asked, phase: self.phase }) }
    }

    fn hello(&mut self) -> Result<(), OutOfTurn> {
        self.require(ConversationPhase::Fresh, "a greeting")?;
        self.phase = ConversationPhase::Greeting;
        Ok(())
    }

    fn ask_ready(&mut self) -> Result<(), OutOfTurn> {
        match self.phase {
            ConversationPhase::Idle | ConversationPhase::Searching => {
                self.ready_asked += 1;
                Ok(())
            }
            phase => Err(OutOfTurn { asked: "isready", phase }),
        }
    }

    fn go(&mut self) -> Result<(), OutOfTurn> {
        self.require(ConversationPhase::Idle, "a search")?;
        self.phase = ConversationPhase::Searching;
        Ok(())
    }

    /// The engine has named itself.
    pub(crate) fn identified(&mut self, answer: &'static str) -> Result<(), ManagerEvent> {
        if self.phase != ConversationPhase::Greeting {
            return Err(self.unasked(answer));
        }
        self.phase = ConversationPhase::Idle;
        Ok(())
    }

    /// Whether a sign of life is awaited.
    pub(crate) fn awaits_ready(&self) -> bool {
        self.ready_asked > 0
    }

    pub(crate) fn ready(&mut self) -> ManagerEvent {
        if self.ready_asked == 0 {
            return self.unasked("readyok");
        }
        self.ready_asked -= 1;
        ManagerEvent::Ready
    }

    pub(crate) fn best(&mut self, best: BestReply) -> ManagerEvent {
        if self.phase != ConversationPhase::Searching {
            return self.unasked("a best move");
        }
        self.phase = ConversationPhase::Idle;
        ManagerEvent::Best(best)
    }

    fn unasked(&self, answer: &'static str) -> ManagerEvent {
        ManagerEvent::Wrong(ReplyError::Unasked { answer, phase: self.phase })
    }
}
