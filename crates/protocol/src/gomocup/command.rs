use super::{Block, Info, Point, Stone};
use crate::LineError;
use crate::words::Words;
use std::fmt;

/// The meaning of a line of the manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START n`: a new game on a square board.
    Start(u32),
    /// `RECTSTART w,h`: on a rectangular one.
    RectStart {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// `RESTART`: a new game on the same board.
    Restart,
    /// `BEGIN`: the brain has the first move.
    Begin,
    /// `TURN x,y`: the opponent's move; the brain's move is expected.
    Turn(Point),
    /// `TAKEBACK x,y`: that stone is removed.
    Takeback(Point),
    /// `PLAY x,y`: the move that the brain suggested is to be played, or another one.
    Play(Point),
    /// `BOARD`, `YXBOARD`, `SWAP2BOARD`, `YXSOOSORVSTEP2`, `YXBLOCK`, `YXBLOCKUNDO`: lines follow.
    Open(Block),
    /// `x,y,f` or `x,y`: one of these lines.
    Stone(Stone),
    /// `DONE`: the last line was sent.
    Done,
    /// `INFO …`.
    Info(Info),
    /// `ABOUT`: describe yourself.
    About,
    /// `END`: leave at once, silently.
    End,
    /// `YXSTOP` or `STOP`: move now.
    Stop,
    /// `YXSHOWINFO`: name your version and your limits.
    ShowInfo,
    /// `YXNBEST n`: think about the position, n best lines.
    Best(u32),
    /// `YXSHOWFORBID`: name the points forbidden to Black.
    ShowForbidden,
    /// `YXBALANCEONE bias`: find a move that leaves the game even.
    BalanceOne(i32),
    /// `YXBALANCETWO bias`: find two such moves.
    BalanceTwo(i32),
    /// `YXSWAP2STEP1` to `YXSWAP2STEP3`: what Yixin-Board asks in a Swap2 opening: three stones; which colour after
    /// the three of the board; which after five.
    Swap2Step(u8),
    /// `YXSOOSORVSTEP1`: three stones of a Soosõrv-8 opening.
    SoosorvOpening,
    /// `YXDRAW`: the opponent offers a draw.
    Draw,
    /// `YXRESIGN`: the opponent resigns.
    Resign,
    /// `YXBLOCKRESET`: no point is blocked any more.
    BlockReset,
    /// `YXSEARCHDEFEND`: rank every move.
    SearchDefend,
    /// `YXHASHCLEAR`: forget what you found.
    HashClear,
    /// `YXSHOWHASHUSAGE`: say how full your table is.
    ShowHashUsage,
}

impl Command {
    /// Reads a line. `None` when it is empty.
    ///
    /// # Errors
    /// When the command is unknown or its words are invalid.
    ///
    /// ```
    /// use protocol::gomocup::{Command, Point};
    /// assert_eq!(Command::parse("turn 10,3").unwrap(), Some(Command::Turn(Point { x: 10, y: 3 })));
    /// assert_eq!(Command::parse("TURN").unwrap_err().to_string(),
    ///     "end of line after 1 words: expected a point, as in 7,7");
    /// ```
    pub fn parse(line: &str) -> Result<Option<Self>, LineError> {
        let mut words = Words::new(line);
        let Some(word) = words.take() else { return Ok(None) };
        if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            let text = line.trim();
            let stone = Stone::read(text);
            let expected = "a stone, as in 7,7,1";
            let stone = stone.ok_or_else(|| LineError::word(1, text, expected))?;
            return Ok(Some(Self::Stone(stone)));
        }
        let command = match word.to_ascii_uppercase().as_str() {
            "START" => start(&mut words)?,
            "RECTSTART" => {
                let (width, height) = sizes(&mut words)?;
                return Ok(Some(Self::RectStart { width, height }));
            }
            "RESTART" => Self::Restart,
            "BEGIN" => Self::Begin,
            "TURN" => Self::Turn(Point::rest(&mut words)?),
            "TAKEBACK" => Self::Takeback(Point::rest(&mut words)?),
            "PLAY" => Self::Play(Point::rest(&mut words)?),
            "BOARD" => Self::Open(Block::Board),
            "YXBOARD" => Self::Open(Block::SetBoard),
            "SWAP2BOARD" => Self::Open(Block::Swap2),
            "YXBLOCK" => Self::Open(Block::Block),
            "YXBLOCKUNDO" => Self::Open(Block::Unblock),
            "DONE" => Self::Done,
            "INFO" => Self::Info(Info::read(&mut words)?),
            "ABOUT" => Self::About,
            "END" => Self::End,
            "YXSTOP" | "STOP" => Self::Stop,
            "YXSHOWINFO" => Self::ShowInfo,
            "YXNBEST" => Self::Best(words.number("YXNBEST")?),
            "YXSHOWFORBID" => Self::ShowForbidden,
            "YXBALANCEONE" => Self::BalanceOne(bias(&mut words, "YXBALANCEONE")?),
            "YXBALANCETWO" => Self::BalanceTwo(bias(&mut words, "YXBALANCETWO")?),
            "YXSWAP2STEP1" => Self::Swap2Step(1),
            "YXSWAP2STEP2" => Self::Swap2Step(2),
            "YXSWAP2STEP3" => Self::Swap2Step(3),
            "YXSOOSORVSTEP1" => Self::SoosorvOpening,
            word if word.starts_with("YXSOOSORVSTEP") => Self::Open(soosorv(word, &mut words)?),
            "YXDRAW" => Self::Draw,
            "YXRESIGN" => Self::Resign,
            "YXBLOCKRESET" => Self::BlockReset,
            "YXSEARCHDEFEND" => Self::SearchDefend,
            "YXHASHCLEAR" => Self::HashClear,
            "YXSHOWHASHUSAGE" => Self::ShowHashUsage,
            _ => return Err(LineError::unknown(word)),
        };
        words.finish("the end of the line")?;
        Ok(Some(command))
    }

    /// Whether it acts during a search and does not wait for its end.
    #[must_use]
    pub fn is_immediate(&self) -> bool {
        matches!(self, Self::About | Self::End | Self::Stop | Self::ShowInfo)
    }
}

/// The size; Yixin-Board always gives columns and rows.
fn start(words: &mut Words<'_>) -> Result<Command, LineError> {
    let width = words.number("START")?;
    if words.peek().is_none() {
        return Ok(Command::Start(width));
    }
    let height = words.number("START")?;
    Ok(if width == height { Command::Start(width) } else { Command::RectStart { width, height } })
}

/// `YXSOOSORVSTEP2`, or `YXSOOSORVSTEP4 3` with the number of fifth moves.
fn soosorv(word: &str, words: &mut Words<'_>) -> Result<Block, LineError> {
    let step = word.strip_prefix("YXSOOSORVSTEP").and_then(|step| step.parse().ok());
    let step =
        step.filter(|step| (2..=6).contains(step)).ok_or_else(|| LineError::unknown(word))?;
    let offered = match step {
        4 | 5 => words.number(word)?,
        _ => 0,
    };
    Ok(Block::Soosorv { step, offered })
}

/// Reads the bias, 0 where it is left out.
fn bias(words: &mut Words<'_>, key: &str) -> Result<i32, LineError> {
    if words.peek().is_some() { words.number(key) } else { Ok(0) }
}

fn sizes(words: &mut Words<'_>) -> Result<(u32, u32), LineError> {
    let expected = "columns and rows, as in 20,15";
    let first = words.peek().ok_or_else(|| words.missing(expected))?;
    let text = words.rest_text();
    let read = || {
        let (width, height) = text.split_once(',')?;
        Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
    };
    read().ok_or_else(|| LineError::word(2, first, expected))
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(size) => write!(f, "START {size}"),
            Self::RectStart { width, height } => write!(f, "RECTSTART {width},{height}"),
            Self::Restart => f.write_str("RESTART"),
            Self::Begin => f.write_str("BEGIN"),
            Self::Turn(point) => write!(f, "TURN {point}"),
            Self::Takeback(point) => write!(f, "TAKEBACK {point}"),
            Self::Play(point) => write!(f, "PLAY {point}"),
            Self::Open(block @ Block::Soosorv { step: 4 | 5, offered }) => {
                write!(f, "{} {offered}", block.word())
            }
            Self::Open(block) => f.write_str(block.word()),
            Self::Stone(stone) => stone.fmt(f),
            Self::Done => f.write_str("DONE"),
            Self::Info(info) => write!(f, "INFO {info}"),
            Self::About => f.write_str("ABOUT"),
            Self::End => f.write_str("END"),
            // AlphaGomoku knows only this word, Rapfi both.
            Self::Stop => f.write_str("STOP"),
            Self::ShowInfo => f.write_str("YXSHOWINFO"),
            Self::Best(lines) => write!(f, "YXNBEST {lines}"),
            Self::ShowForbidden => f.write_str("YXSHOWFORBID"),
            Self::BalanceOne(bias) => write!(f, "YXBALANCEONE {bias}"),
            Self::BalanceTwo(bias) => write!(f, "YXBALANCETWO {bias}"),
            Self::Swap2Step(step) => write!(f, "YXSWAP2STEP{step}"),
            Self::SoosorvOpening => f.write_str("YXSOOSORVSTEP1"),
            Self::Draw => f.write_str("YXDRAW"),
            Self::Resign => f.write_str("YXRESIGN"),
            Self::BlockReset => f.write_str("YXBLOCKRESET"),
            Self::SearchDefend => f.write_str("YXSEARCHDEFEND"),
            Self::HashClear => f.write_str("YXHASHCLEAR"),
            Self::ShowHashUsage => f.write_str("YXSHOWHASHUSAGE"),
        }
    }
}
