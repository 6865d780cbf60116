use super::fields::cut;
use super::{Acceptance, GameReq, Message, MessageError, Reason};
use crate::draughts::{Colour, Move};
use thiserror::Error;

/// One side of a conversation: the messages allowed now, and the meaning of the other side's
/// messages.
///
/// It does no I/O: methods return the messages to send. It knows whose turn it is, but neither
/// rules nor clocks. A caller that finds a move illegal reports it by [`DxpConversation::refuse_move`].
#[derive(Clone, Debug)]
pub struct DxpConversation {
    name: String,
    stage: DxpStage,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum DxpStage {
    /// No game.
    Idle,
    /// We requested a game and wait for the answer.
    Waiting(GameReq),
    /// The other side requested a game and we have not answered yet.
    Asked(GameReq),
    /// A game.
    Playing { mine: Colour, turn: Colour },
    /// We ended the game and wait for the other side to confirm it.
    Ending,
}

/// The meaning of a message, and the messages to send at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DxpStep {
    /// The meaning.
    pub event: DxpEvent,
    /// The messages to send now.
    pub replies: Vec<Message>,
}

/// The meaning of a message of the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DxpEvent {
    /// It requests a game: call [`DxpConversation::accept`] or [`DxpConversation::refuse`].
    Asked(GameReq),
    /// It accepts the game that we requested.
    Started {
        /// Its name.
        opponent: String,
    },
    /// It refuses.
    Refused(Acceptance),
    /// It moved; it is our turn now.
    Moved {
        /// The move.
        played: Move,
        /// The time used, in whole seconds, as it reports it.
        seconds: u16,
    },
    /// It ended the game.
    Ended {
        /// The result, from our point of view.
        reason: Reason,
        /// Whether the session ends too.
        stop: bool,
    },
    /// It confirms the end of the game, or of the session.
    Closed {
        /// Whether the session has ended.
        stop: bool,
    },
    /// Text for people.
    Chat(String),
    /// It requests to go back: call [`DxpConversation::answer_back`].
    BackAsked {
        /// The number of the move.
        number: u16,
        /// The side that made it.
        turn: Colour,
    },
    /// The answer to our own request.
    BackAnswered(Acceptance),
    /// The message is invalid, and changes nothing.
    Wrong(String),
}

/// The caller made a request that the conversation does not allow now.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{asked} is not possible {stage}")]
pub struct DxpOutOfTurn {
    /// What was requested.
    pub asked: &'static str,
    /// The state of the conversation.
    pub stage: &'static str,
}

impl DxpConversation {
    /// A conversation before its first message.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), stage: DxpStage::Idle }
    }

    /// Whether a game is being played.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        matches!(self.stage, DxpStage::Playing { .. })
    }

    /// Whether a game is being played and we are to move.
    #[must_use]
    pub fn is_my_turn(&self) -> bool {
        matches!(self.stage, DxpStage::Playing { mine, turn } if mine == turn)
    }

    /// Whether an answer of the other side is awaited, to a request or to an end.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        matches!(self.stage, DxpStage::Waiting(_) | DxpStage::Ending)
    }

    /// Requests a game.
    ///
    /// # Errors
    /// When one is being played or was requested.
    pub fn ask(&mut self, request: GameReq) -> Result<Message, DxpOutOfTurn> {
        match self.stage {
            // Some programs do not answer an end with an end.
            DxpStage::Idle | DxpStage::Ending => {
                self.stage = DxpStage::Waiting(request.clone());
                Ok(Message::GameReq(request))
            }
            _ => Err(self.misplaced("a request for a game")),
        }
    }

    /// Accepts the requested game.
    ///
    /// # Errors
    /// When none was.
    pub fn accept(&mut self) -> Result<Message, DxpOutOfTurn> {
        let DxpStage::Asked(request) = &self.stage else { return Err(self.misplaced("accepting")) };
        self.stage = DxpStage::Playing { mine: request.follower, turn: request.first() };
        Ok(self.answer(Acceptance::Accepted))
    }

    /// Refuses the requested game.
    ///
    /// # Errors
    /// When none was.
    pub fn refuse(&mut self) -> Result<Message, DxpOutOfTurn> {
        let DxpStage::Asked(_) = &self.stage else { return Err(self.misplaced("refusing")) };
        self.stage = DxpStage::Idle;
        Ok(self.answer(Acceptance::Refused))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When it is not our turn.
    pub fn play(&mut self, played: Move, seconds: u16) -> Result<Message, DxpOutOfTurn> {
        match &mut self.stage {
            DxpStage::Playing { mine, turn } if mine == turn => {
                *turn = turn.other();
                Ok(Message::Move { seconds, played })
            }
            _ => Err(self.misplaced("a move")),
        }
    }

    /// The move just received is not legal: the turn is the other side's again.
    pub fn refuse_move(&mut self) {
        if let DxpStage::Playing { mine, turn } = &mut self.stage {
            *turn = mine.other();
        }
    }

    /// Ends the game, or, with `stop`, the session.
    pub fn end(&mut self, reason: Reason, stop: bool) -> Message {
        self.stage = DxpStage::Ending;
        Message::GameEnd { reason, stop }
    }

    /// Sends a text for people.
    #[must_use]
    pub fn chat(&self, text: &str) -> Message {
        Message::Chat(cut(text, super::LONGEST - 1))
    }

    /// Answers the request to go back; if it is accepted, `turn` is the side to move.
    ///
    /// # Errors
    /// When no game is being played.
    pub fn answer_back(&mut self, back_to: Option<Colour>) -> Result<Message, DxpOutOfTurn> {
        let DxpStage::Playing { turn, .. } = &mut self.stage else {
            return Err(self.misplaced("going back"));
        };
        Ok(Message::BackAcc(match back_to {
            None => Acceptance::Refused,
            Some(side) => {
                *turn = side;
                Acceptance::Accepted
            }
        }))
    }

    /// The meaning of a message without its end code.
    pub fn receive(&mut self, bytes: &[u8]) -> DxpStep {
        match Message::parse(bytes) {
            Ok(message) => self.heed(message),
            Err(error @ MessageError::Version { .. }) => {
                let replies = vec![self.answer(Acceptance::Unsupported)];
                DxpStep { event: DxpEvent::Wrong(error.to_string()), replies }
            }
            // An invalid request is refused, so that the other side does not wait for an answer.
            Err(error) if bytes.first() == Some(&b'R') => {
                let replies = vec![self.answer(Acceptance::Refused)];
                DxpStep { event: DxpEvent::Wrong(error.to_string()), replies }
            }
            Err(error) => silent(DxpEvent::Wrong(error.to_string())),
        }
    }

    fn heed(&mut self, message: Message) -> DxpStep {
        match message {
            Message::GameReq(request) => self.asked(request),
            Message::GameAcc { name, code } => self.answered(name, code),
            Message::Move { seconds, played } => match &mut self.stage {
                DxpStage::Playing { mine, turn } if mine != turn => {
                    *turn = *mine;
                    silent(DxpEvent::Moved { played, seconds })
                }
                // It was sent before our end of the game arrived.
                DxpStage::Ending => silent(DxpEvent::Wrong("a move after the end".to_owned())),
                _ => self.wrong("a move"),
            },
            Message::GameEnd { reason, stop } => match self.stage {
                DxpStage::Playing { .. } => {
                    self.stage = DxpStage::Idle;
                    let event = DxpEvent::Ended { reason: reason.turned(), stop };
                    let reply = Message::GameEnd { reason: Reason::Unknown, stop };
                    DxpStep { event, replies: vec![reply] }
                }
                DxpStage::Ending => {
                    self.stage = DxpStage::Idle;
                    silent(DxpEvent::Closed { stop })
                }
                // Both ends may be sent at the same time.
                _ => silent(DxpEvent::Closed { stop }),
            },
            Message::Chat(text) => silent(DxpEvent::Chat(text)),
            Message::BackReq { number, turn } if self.is_playing() => {
                silent(DxpEvent::BackAsked { number, turn })
            }
            Message::BackReq { .. } => {
                let told = self.wrong("a wish to go back");
                DxpStep { replies: vec![Message::BackAcc(Acceptance::Refused)], ..told }
            }
            Message::BackAcc(code) => silent(DxpEvent::BackAnswered(code)),
        }
    }

    fn asked(&mut self, request: GameReq) -> DxpStep {
        match self.stage {
            DxpStage::Idle | DxpStage::Ending => {
                self.stage = DxpStage::Asked(request.clone());
                silent(DxpEvent::Asked(request))
            }
            _ => {
                let told = self.wrong("a request for a game");
                DxpStep { replies: vec![self.answer(Acceptance::Refused)], ..told }
            }
        }
    }

    fn answered(&mut self, opponent: String, code: Acceptance) -> DxpStep {
        let DxpStage::Waiting(request) = &self.stage else {
            return self.wrong("an answer to no request");
        };
        if code == Acceptance::Accepted {
            let (mine, turn) = (request.follower.other(), request.first());
            self.stage = DxpStage::Playing { mine, turn };
            silent(DxpEvent::Started { opponent })
        } else {
            self.stage = DxpStage::Idle;
            silent(DxpEvent::Refused(code))
        }
    }

    fn answer(&self, code: Acceptance) -> Message {
        Message::GameAcc { name: self.name.clone(), code }
    }

    fn wrong(&self, what: &str) -> DxpStep {
        silent(DxpEvent::Wrong(format!("{what} came {}", self.stage.words())))
    }

    fn misplaced(&self, asked: &'static str) -> DxpOutOfTurn {
        DxpOutOfTurn { asked, stage: self.stage.words() }
    }
}

impl DxpStage {
    fn words(&self) -> &'static str {
        match self {
            Self::Idle => "while there was no game",
            Self::Waiting(_) => "before a request for a game was answered",
            Self::Asked(_) => "before the request for a game was answered",
            Self::Playing { mine, turn } if mine == turn => "on our turn",
            Self::Playing { .. } => "on the other side's turn",
            Self::Ending => "after the end",
        }
    }
}

fn silent(event: DxpEvent) -> DxpStep {
    DxpStep { event, replies: Vec::new() }
}
