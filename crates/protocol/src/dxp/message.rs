use super::MessageError;
use super::fields::{Fields, cut, readable};
use crate::draughts::{Board, Colour, Move};

/// The greatest length of a message in bytes, without its end code.
pub const LONGEST: usize = 127;

/// The length of a name in bytes.
const NAME: usize = 32;

/// A message from one side to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// GAMEREQ: a request for a game.
    GameReq(GameReq),
    /// GAMEACC: the answer.
    GameAcc {
        /// The name of the side that answers.
        name: String,
        /// The answer.
        code: Acceptance,
    },
    /// MOVE.
    Move {
        /// The time used for it, in whole seconds.
        seconds: u16,
        /// The move.
        played: Move,
    },
    /// GAMEEND.
    GameEnd {
        /// The result, from the sender's point of view.
        reason: Reason,
        /// Whether the session ends with the game.
        stop: bool,
    },
    /// CHAT: text for people.
    Chat(String),
    /// BACKREQ: a request to go back to the position before this move.
    BackReq {
        /// The move's number, from 1.
        number: u16,
        /// The side that made it.
        turn: Colour,
    },
    /// BACKACC: the answer.
    BackAcc(Acceptance),
}

/// A request for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameReq {
    /// The name of the side that asks.
    pub name: String,
    /// The side that the receiver is to play.
    pub follower: Colour,
    /// Minutes for the moves, 0 to 999.
    pub minutes: u16,
    /// The number of moves within the time, after which the game ends; 0: all moves.
    pub moves: u16,
    /// The start position; `None`: the usual start.
    pub start: Option<Board>,
}

/// Yes or no.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Acceptance {
    /// Yes.
    Accepted,
    /// Not in this version, or not at all.
    Unsupported,
    /// Not now, or not so.
    Refused,
}

/// The result of a game, from the sender's point of view.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Unknown.
    Unknown,
    /// The sender loses.
    Lost,
    /// The game is drawn.
    Drawn,
    /// The sender wins.
    Won,
}

const COLOURS: [(u8, Colour); 2] = [(b'W', Colour::White), (b'Z', Colour::Black)];

const CODES: [(u8, Acceptance); 3] =
    [(b'0', Acceptance::Accepted), (b'1', Acceptance::Unsupported), (b'2', Acceptance::Refused)];

const REASONS: [(u8, Reason); 4] =
    [(b'0', Reason::Unknown), (b'1', Reason::Lost), (b'2', Reason::Drawn), (b'3', Reason::Won)];

impl GameReq {
    /// A request; values that exceed the fields of the protocol are cut down to them.
    #[must_use]
    pub fn new(
        name: &str,
        follower: Colour,
        minutes: u16,
        moves: u16,
        start: Option<Board>,
    ) -> Self {
        let name = cut(name, NAME).trim_end().to_owned();
        Self { name, follower, minutes: minutes.min(999), moves: moves.min(999), start }
    }

    /// The side that moves first.
    #[must_use]
    pub fn first(&self) -> Colour {
        self.start.as_ref().map_or(Colour::White, |board| board.turn)
    }

    fn read(fields: &mut Fields<'_>) -> Result<Self, MessageError> {
        let version = fields.number("version", 2, 0..=99)?;
        if version != 1 {
            return Err(MessageError::Version { found: version });
        }
        let name = fields.text("name of the initiator", NAME)?;
        let follower = fields.letter("colour of the follower", &COLOURS)?;
        let minutes = fields.number("thinking time", 3, 0..=999)?;
        let moves = fields.number("number of moves", 3, 0..=999)?;
        let start = match fields.letter("starting position", &[(b'A', false), (b'B', true)])? {
            false => None,
            true => {
                let rest = fields.rest();
                let board = Board::from_dxp(&readable(rest));
                Some(board.map_err(|error| {
                    fields.wrong("position", rest.len(), format!("a position: {error}"))
                })?)
            }
        };
        Ok(Self { name, follower, minutes, moves, start })
    }
}

impl Reason {
    /// The same from the other side's point of view.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Lost => Self::Won,
            Self::Won => Self::Lost,
            same => same,
        }
    }
}

impl Message {
    /// Reads a message without its end code.
    ///
    /// # Errors
    /// When the message is invalid; the error names the place.
    ///
    /// ```
    /// use protocol::dxp::Message;
    /// let Ok(Message::Move { played, seconds }) = Message::parse(b"M000128190123") else {
    ///     panic!("a move")
    /// };
    /// assert_eq!((played.to_string().as_str(), seconds), ("28x19x23", 1));
    /// assert_eq!(Message::parse(b"M0001281951").unwrap_err().to_string(),
    ///     "MOVE, number of captured pieces at byte 10: \"51\": expected 2 digits, from 0 to 20");
    /// ```
    pub fn parse(bytes: &[u8]) -> Result<Self, MessageError> {
        if bytes.len() > LONGEST {
            return Err(MessageError::TooLong { longest: LONGEST });
        }
        let fields = |message| Fields::new(message, bytes);
        let (message, fields) = match bytes.first() {
            None => return Err(MessageError::Empty),
            Some(b'R') => {
                let mut fields = fields("GAMEREQ");
                (Self::GameReq(GameReq::read(&mut fields)?), fields)
            }
            Some(b'A') => {
                let mut fields = fields("GAMEACC");
                let name = fields.text("name of the follower", NAME)?;
                let code = fields.letter("acceptance code", &CODES)?;
                (Self::GameAcc { name, code }, fields)
            }
            Some(b'M') => {
                let mut fields = fields("MOVE");
                (read_move(&mut fields)?, fields)
            }
            Some(b'E') => {
                let mut fields = fields("GAMEEND");
                let reason = fields.letter("reason", &REASONS)?;
                let stop = fields.letter("stop code", &[(b'0', false), (b'1', true)])?;
                (Self::GameEnd { reason, stop }, fields)
            }
            Some(b'C') => {
                let mut fields = fields("CHAT");
                (Self::Chat(readable(fields.rest())), fields)
            }
            Some(b'B') => {
                let mut fields = fields("BACKREQ");
                let number = fields.number("move number", 3, 1..=999)?;
                let turn = fields.letter("colour to move", &COLOURS)?;
                (Self::BackReq { number, turn }, fields)
            }
            Some(b'K') => {
                let mut fields = fields("BACKACC");
                (Self::BackAcc(fields.letter("acceptance code", &CODES)?), fields)
            }
            Some(&other) => return Err(MessageError::Header { found: char::from(other) }),
        };
        fields.finish()?;
        Ok(message)
    }

    /// The message as sent, with its end code.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.text().into_bytes();
        bytes.push(0);
        bytes
    }

    fn text(&self) -> String {
        let name = |name: &str| format!("{:NAME$}", cut(name, NAME));
        match self {
            Self::GameReq(request) => {
                let start = match &request.start {
                    None => "A".to_owned(),
                    Some(board) => format!("B{}", board.to_dxp()),
                };
                let (minutes, moves) = (request.minutes.min(999), request.moves.min(999));
                let colour = letter(request.follower, &COLOURS);
                format!("R01{}{colour}{minutes:03}{moves:03}{start}", name(&request.name))
            }
            Self::GameAcc { name: who, code } => format!("A{}{}", name(who), letter(*code, &CODES)),
            Self::Move { seconds, played } => {
                let Move { from, to, captured } = played;
                let count = captured.len();
                let head = format!("M{:04}{from:02}{to:02}{count:02}", (*seconds).min(9999));
                captured.iter().fold(head, |text, square| text + &format!("{square:02}"))
            }
            Self::GameEnd { reason, stop } => {
                format!("E{}{}", letter(*reason, &REASONS), u8::from(*stop))
            }
            Self::Chat(text) => format!("C{}", cut(text, LONGEST - 1)),
            Self::BackReq { number, turn } => {
                format!("B{:03}{}", (*number).min(999), letter(*turn, &COLOURS))
            }
            Self::BackAcc(code) => format!("K{}", letter(*code, &CODES)),
        }
    }
}

/// The letter for a meaning: the tables contain all of them.
fn letter<T: Copy + PartialEq>(meaning: T, letters: &[(u8, T)]) -> char {
    letters.iter().find(|(_, known)| *known == meaning).map_or('0', |(l, _)| char::from(*l))
}

fn read_move(fields: &mut Fields<'_>) -> Result<Message, MessageError> {
    let seconds = fields.number("time", 4, 0..=9999)?;
    let mut square = |name| fields.number(name, 2, 1..=50).map(small);
    let (from, to) = (square("from")?, square("to")?);
    let count = fields.number("number of captured pieces", 2, 0..=20)?;
    let mut captured = Vec::new();
    for _ in 0..count {
        let square = small(fields.number("captured piece", 2, 1..=50)?);
        if captured.contains(&square) {
            return Err(fields.wrong("captured piece", 2, "each captured piece once".to_owned()));
        }
        captured.push(square);
    }
    Ok(Message::Move { seconds, played: Move::new(from, to, captured) })
}

/// A number that was checked to be at most 50.
fn small(number: u16) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
