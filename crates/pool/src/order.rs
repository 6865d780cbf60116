//! A search as plain data, so that another machine can do it, and what it says.

use crate::job::{Question, SearchJob};
use engine::{BestMove, Bound, Clock, Info, Level, Limits, Score, Session};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// The longest game that goes out, in moves.
const MOVES: usize = 2_000;
/// The longest text: a position, a rule set made to measure, a move.
const TEXT: usize = 4 << 10;
/// The longest list of moves that are searched alone, or left out.
const CHOSEN: usize = 1_000;
/// The greatest number of lines.
const LINES: u32 = 500;
/// The largest table, in MiB.
const TABLE_MB: u32 = 1 << 10;
/// The most nodes that are believed. Numbers up to it are exact in every browser.
const NODES: u64 = 1 << 53;
/// More than any engine says.
const POINTS: u32 = 1_000_000;
/// The greatest depth that is believed.
const DEPTH: u32 = 1_000;
/// The longest line of moves that is believed.
const LINE: usize = 300;

/// A search with all that its result depends on. At fixed nodes every machine with the same build finds the same with an
/// engine that has not had the game before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchOrder {
    /// A number for the game, so that an engine can be used for it again. It tells nothing of the game.
    pub game: u64,
    /// The variant's id.
    pub variant: String,
    /// Its rule set.
    pub rules: String,
    /// The position at the start.
    pub start: String,
    /// The moves since, in engine notation.
    pub moves: Vec<String>,
    /// The position now: who has played the moves compares it.
    pub position: String,
    /// The machine of a textbook that searches; none for the engine.
    pub preset: Option<String>,
    /// What limits the search.
    pub limits: Bounds,
    /// The table of the engine, in MiB.
    pub table_mb: u32,
    /// Whether what the engine learnt in this game before is cleared.
    pub forget: bool,
}

/// [`Limits`] as they are sent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    clock: Option<Clocks>,
    mate: Option<u32>,
    only: Vec<String>,
    except: Vec<String>,
    level: Option<u8>,
    lines: u32,
    seed: u64,
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Clocks {
    mine: Duration,
    increment: Duration,
    theirs: Duration,
    their_increment: Duration,
    moves_to_go: Option<u32>,
}

impl From<&Limits> for Bounds {
    fn from(limits: &Limits) -> Self {
        let clock = limits.clock.map(|clock| Clocks {
            mine: clock.mine,
            increment: clock.increment,
            theirs: clock.theirs,
            their_increment: clock.their_increment,
            moves_to_go: clock.moves_to_go,
        });
        Self {
            depth: limits.depth,
            nodes: limits.nodes,
            move_time: limits.move_time,
            clock,
            mate: limits.mate,
            only: limits.only.clone(),
            except: limits.except.clone(),
            level: limits.level.map(Level::number),
            lines: limits.lines,
            seed: limits.seed,
        }
    }
}

impl From<&Bounds> for Limits {
    fn from(bounds: &Bounds) -> Self {
        let clock = bounds.clock.map(|clock| Clock {
            mine: clock.mine,
            increment: clock.increment,
            theirs: clock.theirs,
            their_increment: clock.their_increment,
            moves_to_go: clock.moves_to_go,
        });
        Self {
            depth: bounds.depth,
            nodes: bounds.nodes,
            move_time: bounds.move_time,
            clock,
            mate: bounds.mate,
            only: bounds.only.clone(),
            except: bounds.except.clone(),
            ponder: false,
            level: bounds.level.and_then(Level::new),
            lines: bounds.lines,
            seed: bounds.seed,
        }
    }
}

impl SearchOrder {
    /// What a search would be elsewhere when it begins at `now`; `None` for one that can be done here only.
    pub(crate) fn of(job: &SearchJob, game: u64, now: Instant) -> Option<Self> {
        let (limits, preset) = match &job.question {
            Question::Move(limits) => (limits, None),
            Question::Task(task) => (&task.limits, Some(task.preset.clone()?)),
            Question::Choice(_) => return None,
        };
        let limits = job.limits(limits, now);
        if limits.ponder {
            return None;
        }
        let session = job.session.as_ref();
        let order = Self {
            game,
            variant: session.variant().id.to_owned(),
            rules: session.rules().to_owned(),
            start: session.start_text(),
            moves: session.moves(),
            position: session.position_text(),
            preset,
            limits: Bounds::from(&limits),
            table_mb: job.table_mb,
            forget: job.forget && job.spent.is_zero(),
        };
        order.faults().is_empty().then_some(order)
    }

    /// The limits of the search.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits::from(&self.limits)
    }

    /// The time that it takes at most; `None` where none is set.
    pub(crate) fn move_time(&self) -> Option<Duration> {
        self.limits.move_time
    }

    /// What is wrong with an order that came from outside, but for its moves.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.moves.len() > MOVES {
            faults.push(format!("moves: expected at most {MOVES}"));
        }
        let Bounds { only, except, lines, level, .. } = &self.limits;
        for (name, list) in [("only", only), ("except", except)] {
            if list.len() > CHOSEN {
                faults.push(format!("limits.{name}: expected at most {CHOSEN}"));
            }
        }
        let texts = [&self.variant, &self.rules, &self.start, &self.position];
        let texts = texts.into_iter().chain(&self.preset).chain(&self.moves).chain(only);
        if texts.chain(except).any(|text| text.len() > TEXT) {
            faults.push(format!("expected texts of at most {TEXT} bytes"));
        }
        if *lines > LINES {
            faults.push(format!("limits.lines: expected at most {LINES}"));
        }
        if level.is_some_and(|level| Level::new(level).is_none()) {
            faults.push("limits.level: expected 1 to 12".to_owned());
        }
        if !(1..=TABLE_MB).contains(&self.table_mb) {
            faults.push(format!("table_mb: expected 1 to {TABLE_MB}"));
        }
        faults
    }

    /// Plays the moves from a session at the start.
    ///
    /// # Errors
    /// When a move is not possible, or another position comes of them, in words.
    pub fn play(&self, mut start: Box<dyn Session>) -> Result<Box<dyn Session>, String> {
        for (played, ply) in self.moves.iter().zip(1..) {
            start.push(played).map_err(|error| format!("move {ply}, {played}: {error}"))?;
        }
        let position = start.position_text();
        if position != self.position {
            let expected = &self.position;
            return Err(format!("the moves lead to {position}, expected {expected}"));
        }
        Ok(start)
    }
}

/// A report of a search as it is sent: [`Info`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Told {
    depth: u32,
    seldepth: u32,
    line: u32,
    score: Points,
    bound: Side,
    wdl: [u16; 3],
    nodes: u64,
    time: Duration,
    hashfull: u16,
    pv: Vec<String>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Points {
    Cp(i32),
    Mate(i32),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Side {
    Exact,
    Lower,
    Upper,
}

impl Told {
    /// The number of its line, from 1.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The report, as far as it can be one of a search in this position. The line ends before the first move that is not
    /// legal. Scores cannot be checked without searching again.
    pub(crate) fn believed(self, session: &dyn Session) -> Option<Info> {
        let (Points::Cp(points) | Points::Mate(points)) = self.score;
        let is_possible = points.unsigned_abs() <= POINTS
            && self.depth.max(self.seldepth) <= DEPTH
            && (1..=LINES).contains(&self.line)
            && self.nodes <= NODES
            && self.time < Duration::from_secs(1 << 31)
            && self.hashfull <= 1000
            && self.wdl.iter().map(|&part| u32::from(part)).sum::<u32>() <= 1000;
        if !is_possible {
            return None;
        }
        let mut session = session.fork();
        let mut pv = self.pv;
        let mut is_legal =
            |text: &&String| session.verdict().is_none() && session.push(text).is_ok();
        let legal = pv.iter().take(LINE).take_while(&mut is_legal).count();
        pv.truncate(legal);
        Some(Info {
            depth: self.depth,
            seldepth: self.seldepth,
            line: self.line,
            score: match self.score {
                Points::Cp(points) => Score::Cp(points),
                Points::Mate(moves) => Score::Mate(moves),
            },
            bound: match self.bound {
                Side::Exact => Bound::Exact,
                Side::Lower => Bound::Lower,
                Side::Upper => Bound::Upper,
            },
            wdl: self.wdl,
            nodes: self.nodes,
            time: self.time,
            hashfull: self.hashfull,
            pv,
        })
    }
}

impl From<&Info> for Told {
    fn from(info: &Info) -> Self {
        Self {
            depth: info.depth,
            seldepth: info.seldepth,
            line: info.line,
            score: match info.score {
                Score::Cp(points) => Points::Cp(points),
                Score::Mate(moves) => Points::Mate(moves),
            },
            bound: match info.bound {
                Bound::Exact => Side::Exact,
                Bound::Lower => Side::Lower,
                Bound::Upper => Side::Upper,
            },
            wdl: info.wdl,
            nodes: info.nodes,
            time: info.time,
            hashfull: info.hashfull,
            pv: info.pv.clone(),
        }
    }
}

/// The result of a search as it is sent: [`BestMove`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchAnswer {
    best: Option<String>,
    ponder: Option<String>,
    info: Option<Told>,
    /// Reports that were not sent before.
    #[serde(default)]
    last: Vec<Told>,
}

impl SearchAnswer {
    /// A result, with the last reports before it.
    #[must_use]
    pub fn new(found: &BestMove, last: Vec<Told>) -> Self {
        Self {
            best: found.best.clone(),
            ponder: found.ponder.clone(),
            info: found.info.as_ref().map(Told::from),
            last,
        }
    }

    /// Takes the reports before the result.
    pub(crate) fn take_last(&mut self) -> Vec<Told> {
        std::mem::take(&mut self.last)
    }

    /// The result, if it can be one of this search.
    ///
    /// # Errors
    /// When the move is none of those that were asked for, in words.
    pub(crate) fn believed(
        self,
        session: &dyn Session,
        order: &SearchOrder,
    ) -> Result<BestMove, String> {
        if let Some(best) = &self.best {
            let read = session.read_move(best).map_err(|error| format!("{best}: {error}"))?;
            let Bounds { only, except, .. } = &order.limits;
            if read != *best || (!only.is_empty() && !only.contains(best)) || except.contains(best)
            {
                return Err(format!("{best} is none of the moves that were asked for"));
            }
        } else if !session.legal_moves().is_empty() {
            return Err("there is no move in it".to_owned());
        }
        let info = self.info.and_then(|told| told.believed(session));
        Ok(BestMove { best: self.best, ponder: self.ponder, info })
    }
}
