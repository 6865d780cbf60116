use super::{Command, Info, Point};
use crate::LineError;
use std::fmt;
use thiserror::Error;

/// A block of lines, by the command that opens it. `DONE` ends it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Block {
    /// `BOARD`: the position; the brain's move is expected.
    Board,
    /// `YXBOARD`: the position only.
    SetBoard,
    /// `SWAP2BOARD`: the stones of a Swap2 opening; stones or a choice are expected.
    Swap2,
    /// `YXSOOSORVSTEP2` to `YXSOOSORVSTEP6`: the stones of a Soosõrv-8 opening; what Yixin-Board asks of them is
    /// expected. The first has no stones, and is no block.
    Soosorv {
        /// 2 to 6.
        step: u8,
        /// The number of fifth moves to be offered, where the step has one.
        offered: u8,
    },
    /// `YXBLOCK`: points not to be played.
    Block,
    /// `YXBLOCKUNDO`: points that may be played again.
    Unblock,
}

impl Block {
    /// The command that opens it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Board => "BOARD",
            Self::SetBoard => "YXBOARD",
            Self::Swap2 => "SWAP2BOARD",
            Self::Soosorv { step: 2, .. } => "YXSOOSORVSTEP2",
            Self::Soosorv { step: 3, .. } => "YXSOOSORVSTEP3",
            Self::Soosorv { step: 4, .. } => "YXSOOSORVSTEP4",
            Self::Soosorv { step: 5, .. } => "YXSOOSORVSTEP5",
            Self::Soosorv { .. } => "YXSOOSORVSTEP6",
            Self::Block => "YXBLOCK",
            Self::Unblock => "YXBLOCKUNDO",
        }
    }
}

/// A line of a block.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stone {
    /// The point.
    pub at: Point,
    /// 1 the brain's own, 2 the opponent's, 3 a point taken otherwise (part of a row already
    /// won in a continuous game, or a foul); blocks of points have none.
    pub field: Option<u8>,
}

impl Stone {
    /// Reads `7,7,1` or `7,7`.
    pub(super) fn read(text: &str) -> Option<Self> {
        match text.match_indices(',').nth(1) {
            None => Some(Self { at: Point::read(text)?, field: None }),
            Some((comma, _)) => Some(Self {
                at: Point::read(&text[..comma])?,
                field: Some(text[comma + 1..].trim().parse().ok().filter(|f| (1..=3).contains(f))?),
            }),
        }
    }
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.at.fmt(f)?;
        self.field.map_or(Ok(()), |field| write!(f, ",{field}"))
    }
}

/// A complete order of the manager: a command, or a block with all its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// A command of one line, which belongs to no block.
    Plain(Command),
    /// A block.
    Block(Block, Vec<Stone>),
}

impl Order {
    /// The value of `INFO`, if it is that command.
    #[must_use]
    pub fn info(&self) -> Option<&Info> {
        match self {
            Self::Plain(Command::Info(info)) => Some(info),
            _ => None,
        }
    }
}

/// Lines that form no order.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StrayLines {
    /// The line is wrong.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A line of a block is invalid, which makes the whole block invalid.
    #[error("{block}, line {line}: {why}")]
    InBlock {
        /// The command that opened the block.
        block: &'static str,
        /// Which of its lines, from 1.
        line: usize,
        /// What is wrong.
        why: LineError,
    },
    /// A line of a block, or the end of one, outside any.
    #[error("{0} belongs to no BOARD")]
    Outside(String),
    /// A block was ended early by another command.
    #[error("{block} was not ended by DONE; {lines} lines are forgotten")]
    Unended {
        /// The command that opened the block.
        block: &'static str,
        /// How many lines it had.
        lines: usize,
    },
}

/// The most lines a block may have: more than any board has points.
const MOST_LINES: usize = 1024;

/// Combines lines into orders, on the brain's side.
///
/// ```
/// use protocol::gomocup::{Assembly, Block, Command, Order};
/// let mut assembly = Assembly::default();
/// let mut heard = Vec::new();
/// for line in ["BOARD", "7,7,2", "DONE"] {
///     heard.extend(assembly.receive(Command::parse(line).transpose().unwrap()));
/// }
/// assert!(matches!(&heard[..], [Ok(Order::Block(Block::Board, stones))] if stones.len() == 1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Assembly {
    open: Option<OpenBlock>,
}

#[derive(Clone, Debug)]
struct OpenBlock {
    block: Block,
    stones: Vec<Stone>,
    lines: usize,
    wrong: Option<(usize, LineError)>,
}

impl Assembly {
    /// Accepts the next line, and returns what it completes: nothing, an order, an error, or both
    /// an error and an order, when a new order ends a block early.
    pub fn receive(&mut self, line: Result<Command, LineError>) -> Vec<Result<Order, StrayLines>> {
        let Some(mut open) = self.open.take() else {
            return self.begin(line).into_iter().collect();
        };
        let block = open.block.word();
        match line {
            Ok(Command::Done) => vec![match open.wrong {
                None => Ok(Order::Block(open.block, open.stones)),
                Some((line, why)) => Err(StrayLines::InBlock { block, line, why }),
            }],
            Ok(Command::Stone(stone)) => {
                open.lines += 1;
                if open.stones.len() < MOST_LINES {
                    open.stones.push(stone);
                }
                self.open = Some(open);
                Vec::new()
            }
            Err(error) => {
                open.lines += 1;
                let lines = open.lines;
                open.wrong.get_or_insert((lines, error));
                self.open = Some(open);
                Vec::new()
            }
            Ok(command) => {
                let mut heard = vec![Err(StrayLines::Unended { block, lines: open.lines })];
                heard.extend(self.begin(Ok(command)));
                heard
            }
        }
    }

    /// Accepts a line outside any block.
    fn begin(&mut self, line: Result<Command, LineError>) -> Option<Result<Order, StrayLines>> {
        match line {
            Ok(Command::Open(block)) => {
                self.open = Some(OpenBlock { block, stones: Vec::new(), lines: 0, wrong: None });
                None
            }
            Ok(command @ (Command::Stone(_) | Command::Done)) => {
                Some(Err(StrayLines::Outside(command.to_string())))
            }
            Ok(command) => Some(Ok(Order::Plain(command))),
            Err(error) => Some(Err(error.into())),
        }
    }
}
