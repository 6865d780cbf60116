//! The engine of Xiangqi behind the border.

use super::options::Options;
use super::session::XiangqiSession;
use super::{XIANGQI, book::Book, movetext};
use crate::{
    BestMove, Bound, Control, Engine, EngineError, Info, Limits, OptionError, OptionSpec, Proof,
    Score, Session, Solved,
};
use game::{Line, Position as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use xiangqi::{Move, Position};
use xiangqi_engine::{Strength, Task, XiangqiEngine};

#[cfg(not(target_arch = "wasm32"))]
fn clock() -> std::time::Instant {
    std::time::Instant::now()
}

/// Without a clock of its own the machine counts nodes and depth only.
#[cfg(target_arch = "wasm32")]
fn clock() -> search::NoClock {
    search::NoClock
}

/// See [`Engine`].
#[derive(Debug, Default)]
pub(crate) struct XiangqiPlayer {
    options: Options,
    inner: XiangqiEngine,
    book: Book,
}

impl XiangqiPlayer {
    pub(crate) fn new() -> Self {
        let mut player = Self::default();
        player.rebuild();
        player
    }

    /// A fresh engine with the options as they are: at the start, and after a panic, when
    /// nobody knows what state the old one is in.
    fn rebuild(&mut self) {
        self.inner = XiangqiEngine::new(self.options.hash);
        self.inner.set_threads(self.options.threads);
    }

    /// What the engine below is asked to do.
    fn task(&self, session: &XiangqiSession, limits: &Limits) -> Result<Task, EngineError> {
        let position = session.line().position();
        let moves = |texts: &[String]| -> Result<Vec<Move>, EngineError> {
            texts.iter().map(|text| Ok(movetext::read(position, text)?)).collect()
        };
        let level = limits.level.map_or_else(|| self.options.level(), |level| level.number());
        let strength = Strength::new(level).filter(|&strength| strength != Strength::FULL);
        let mut search = search::Limits {
            depth: limits.depth,
            nodes: limits.nodes,
            move_time: limits.move_time,
            clock: limits.clock.map(|clock| search::GameClock {
                mine: clock.mine,
                increment: clock.increment,
                moves_to_go: clock.moves_to_go,
            }),
            overhead: self.options.overhead,
            mate: limits.mate,
            only: moves(&limits.only)?,
            except: moves(&limits.except)?,
            ponder: limits.ponder,
            lines: if limits.lines == 0 { self.options.lines } else { limits.lines as usize },
        };
        let endless = search.depth.is_none()
            && search.nodes.is_none()
            && search.move_time.is_none()
            && search.clock.is_none()
            && search.mate.is_none();
        if let (true, Some(level)) = (endless, limits.level) {
            // Who asks for a level asks for a move, not for an analysis without end.
            search.move_time = Strength::new(level.number()).map(Strength::usual_time);
        }
        Ok(Task {
            rules: self.options.rules.unwrap_or_else(|| session.rule_set()),
            limits: search,
            strength,
            seed: limits.seed,
        })
    }

    /// Runs something in the engine below; a panic in it becomes an error, and a new engine.
    fn guarded<T>(&mut self, run: impl FnOnce(&mut XiangqiEngine) -> T) -> Result<T, EngineError> {
        match catch_unwind(AssertUnwindSafe(|| run(&mut self.inner))) {
            Ok(value) => Ok(value),
            Err(panic) => {
                self.rebuild();
                let text = panic
                    .downcast_ref::<&str>()
                    .map(|text| (*text).to_owned())
                    .or_else(|| panic.downcast_ref::<String>().cloned());
                Err(EngineError::Failed(text.unwrap_or_else(|| "a panic without words".to_owned())))
            }
        }
    }
}

impl Engine for XiangqiPlayer {
    fn options(&self) -> Vec<OptionSpec> {
        Options::specs()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        use super::options::Effect;
        match self.options.set(name, value)? {
            Effect::None => {}
            Effect::Hash => self.inner.set_megabytes(self.options.hash),
            Effect::Threads => self.inner.set_threads(self.options.threads),
            Effect::Clear => self.inner.new_game(),
            Effect::Book(book) => self.book = book,
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.inner.new_game();
    }

    fn search(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, EngineError> {
        let session = own(session)?;
        let task = self.task(session, limits)?;
        let line = session.line();
        if let Some(m) = self.book_move(line, limits, &task) {
            return Ok(BestMove { best: Some(m.to_string()), ponder: None, info: None });
        }
        let mut last = None;
        let found = self.guarded(|inner| {
            inner.search(line, &task, &clock(), &Steer(control), &mut |progress| {
                let info = info(progress);
                report(&info);
                if info.line == 1 && info.bound == Bound::Exact {
                    last = Some(info);
                }
            })
        })?;
        Ok(BestMove {
            best: found.best().map(|m| m.to_string()),
            ponder: found.ponder().map(|m| m.to_string()),
            info: last,
        })
    }

    fn solve(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        control: &Control,
    ) -> Result<Solved, EngineError> {
        let session = own(session)?;
        let line = session.line();
        let began = clock();
        let elapsed = || search::Clock::elapsed(&began);
        // Half the time for the proof, what is left of it for the search.
        let solution = self.guarded(|_| {
            xiangqi_engine::solve(line, &mut |nodes| {
                !control.is_stopped()
                    && limits.nodes.is_none_or(|limit| nodes < limit)
                    && limits.move_time.is_none_or(|limit| elapsed() < limit / 2)
            })
        })?;
        let mut solved =
            Solved { exhausted: solution.exhausted, nodes: solution.nodes, ..Solved::default() };
        if let Some(mate) = solution.mate {
            solved.proof = Some(Proof {
                moves: u32::try_from(mate.len().div_ceil(2)).unwrap_or(u32::MAX),
                line: mate.iter().map(ToString::to_string).collect(),
                method: "checks",
            });
        } else if !control.is_stopped() {
            let rest = Limits {
                move_time: limits.move_time.map(|limit| limit.saturating_sub(elapsed())),
                mate: Some(u32::from(u8::MAX)),
                lines: 1,
                ..limits.clone()
            };
            let mut task = self.task(session, &rest)?;
            task.strength = None;
            let mut last = None;
            let found = self.guarded(|inner| {
                inner.search(line, &task, &clock(), &Steer(control), &mut |progress| {
                    last = Some(info(progress));
                })
            })?;
            solved.nodes += found.nodes;
            solved.proof = last.and_then(|info| match (info.score, info.bound) {
                (Score::Mate(n @ 1..), Bound::Exact) => {
                    Some(Proof { moves: n.unsigned_abs(), line: info.pv, method: "search" })
                }
                _ => None,
            });
        }
        solved.time = elapsed();
        Ok(solved)
    }

    fn evaluate(&mut self, session: &dyn Session) -> Result<i32, EngineError> {
        let position = own(session)?.line().position();
        self.guarded(|inner| inner.evaluate(position).value())
    }
}

impl XiangqiPlayer {
    /// A move of the book, where one may be played: in a game, and at full strength.
    fn book_move(&self, line: &Line<Position>, limits: &Limits, task: &Task) -> Option<Move> {
        let in_a_game = limits.clock.is_some() || limits.move_time.is_some();
        if !in_a_game || task.strength.is_some() || limits.ponder || task.limits.lines > 1 {
            return None;
        }
        let allowed = |m: &Move| {
            line.position().is_legal(*m)
                && (task.limits.only.is_empty() || task.limits.only.contains(m))
                && !task.limits.except.contains(m)
        };
        self.book.choose(line.position().key(), limits.seed, allowed)
    }
}

/// The session as this family knows it.
fn own(session: &dyn Session) -> Result<&XiangqiSession, EngineError> {
    session
        .as_any()
        .downcast_ref()
        .ok_or_else(|| EngineError::WrongGame { plays: XIANGQI.id, asked: session.variant().id })
}

/// Lets the search see what others want of it.
struct Steer<'a>(&'a Control);

impl search::Signal for Steer<'_> {
    fn stopped(&self) -> bool {
        self.0.is_stopped()
    }

    fn ponder_hit(&self) -> bool {
        self.0.is_ponder_hit()
    }
}

/// A report of the search as plain data.
fn info(report: &search::Report<'_, Move>) -> Info {
    Info {
        depth: report.depth,
        seldepth: report.seldepth,
        line: u32::try_from(report.line).unwrap_or(u32::MAX),
        score: score(report.score),
        bound: match report.bound {
            search::Bound::Exact => Bound::Exact,
            search::Bound::Lower => Bound::Lower,
            search::Bound::Upper => Bound::Upper,
        },
        wdl: xiangqi_engine::chances(report.score),
        nodes: report.nodes,
        time: report.time,
        hashfull: report.hashfull,
        pv: report.pv.iter().map(ToString::to_string).collect(),
    }
}

/// Plies to the mate, counted in moves of the winner.
fn score(score: search::Score) -> Score {
    match score.mate_plies() {
        Some(plies) if plies > 0 => Score::Mate((plies + 1) / 2),
        Some(plies) => Score::Mate(plies / 2),
        None => Score::Cp(score.value()),
    }
}
