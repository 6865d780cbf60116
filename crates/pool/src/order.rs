//! A search as plain data, so that another machine can do it, and what it says.

use crate::job::{Question, SearchJob};
use engine::{BestMove, Info, Limits, Score, Session};
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
    pub limits: Limits,
    /// The table of the engine, in MiB.
    pub table_mb: u32,
    /// Whether what the engine learnt in this game before is cleared.
    pub forget: bool,
}

impl SearchOrder {
    /// What a search would be elsewhere when it begins at `now`; `None` for one that can be done here only.
    pub(crate) fn of(job: &SearchJob, game: u64, now: Instant) -> Option<Self> {
        let (limits, preset) = match &job.question {
            Question::Move(limits) => (limits, None),
            Question::Task(task) => (&task.limits, Some(task.preset.clone()?)),
            Question::Choice(_) | Question::Work(_) => return None,
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
            limits,
            table_mb: job.table_mb,
            forget: job.forget && job.spent.is_zero(),
        };
        order.faults().is_empty().then_some(order)
    }

    /// The limits of the search.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits.clone()
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
        let Limits { only, except, lines, .. } = &self.limits;
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

/// The report, as far as it can be one of a search in this position. The line ends before the first move that is not
/// legal. Scores cannot be checked without searching again.
pub(crate) fn believed(mut info: Info, session: &dyn Session) -> Option<Info> {
    let (Score::Cp(points) | Score::Mate(points)) = info.score;
    let is_possible = points.unsigned_abs() <= POINTS
        && info.depth.max(info.seldepth) <= DEPTH
        && (1..=LINES).contains(&info.line)
        && info.nodes <= NODES
        && info.time < Duration::from_secs(1 << 31)
        && info.hashfull <= 1000
        && info.wdl.iter().map(|&part| u32::from(part)).sum::<u32>() <= 1000;
    if !is_possible {
        return None;
    }
    let mut session = session.fork();
    let mut is_legal = |text: &&String| session.verdict().is_none() && session.push(text).is_ok();
    let legal = info.pv.iter().take(LINE).take_while(&mut is_legal).count();
    info.pv.truncate(legal);
    Some(info)
}

/// The result of a search as it is sent: [`BestMove`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchAnswer {
    best: Option<String>,
    ponder: Option<String>,
    info: Option<Info>,
    /// Reports that were not sent before.
    #[serde(default)]
    last: Vec<Info>,
}

impl SearchAnswer {
    /// A result, with the last reports before it.
    #[must_use]
    pub fn new(found: &BestMove, last: Vec<Info>) -> Self {
        Self {
            best: found.best.clone(),
            ponder: found.ponder.clone(),
            info: found.info.clone(),
            last,
        }
    }

    /// Takes the reports before the result.
    pub(crate) fn take_last(&mut self) -> Vec<Info> {
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
            let Limits { only, except, .. } = &order.limits;
            if read != *best || (!only.is_empty() && !only.contains(best)) || except.contains(best)
            {
                return Err(format!("{best} is none of the moves that were asked for"));
            }
        } else if !session.legal_moves().is_empty() {
            return Err("there is no move in it".to_owned());
        }
        let info = self.info.and_then(|info| believed(info, session));
        Ok(BestMove { best: self.best, ponder: self.ponder, info })
    }
}
