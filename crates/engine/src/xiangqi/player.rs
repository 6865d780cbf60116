//! The engine of Xiangqi behind the border.

use super::options::Options;
use super::session::XiangqiSession;
use super::{XIANGQI, movetext};
use crate::bridge::{self, Steer, clock};
use crate::options::Effect;
use crate::{
    BestMove, Bound, Control, Engine, EngineError, Info, Limits, OptionError, OptionSpec, Proof,
    Session, Solved,
};
use game::{Line, Position as _};
use xiangqi::{Move, Position};
use xiangqi_engine::{Strength, Task, XiangqiEngine};

/// See [`Engine`].
#[derive(Debug)]
pub(crate) struct XiangqiPlayer {
    options: Options,
    inner: XiangqiEngine,
}

impl XiangqiPlayer {
    pub(crate) fn new() -> Self {
        let options = Options::default();
        Self { inner: build(&options), options }
    }

    /// What the engine below is asked to do.
    fn task(&self, session: &XiangqiSession, limits: &Limits) -> Result<Task, EngineError> {
        let position = session.line().position();
        let common = &self.options.common;
        let level = limits.level.map_or_else(|| common.level(), |level| level.number());
        let usual_time = |level| Strength::new(level).map(Strength::usual_time);
        let read = |text: &str| movetext::read(position, text);
        Ok(Task {
            rules: self.options.rules.unwrap_or_else(|| session.rule_set()),
            limits: bridge::limits(limits, common, read, usual_time)?,
            strength: Strength::new(level).filter(|&strength| strength != Strength::FULL),
            seed: limits.seed,
        })
    }

    fn guarded<T>(&mut self, run: impl FnOnce(&mut XiangqiEngine) -> T) -> Result<T, EngineError> {
        let options = &self.options;
        bridge::guarded(&mut self.inner, || build(options), run)
    }
}

/// A fresh engine with these options.
fn build(options: &Options) -> XiangqiEngine {
    let mut engine = XiangqiEngine::new(options.common.hash);
    engine.set_threads(options.common.threads);
    engine
}

impl Engine for XiangqiPlayer {
    fn options(&self) -> Vec<OptionSpec> {
        Options::specs()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match self.options.set(name, value)? {
            Effect::None => {}
            Effect::Hash => self.inner.set_megabytes(self.options.common.hash),
            Effect::Threads => self.inner.set_threads(self.options.common.threads),
            Effect::Clear => self.inner.new_game(),
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
            let spent = solved.nodes;
            let rest = Limits {
                move_time: limits.move_time.map(|limit| limit.saturating_sub(elapsed())),
                ..limits.clone()
            };
            solved = Solved {
                exhausted: solved.exhausted,
                ..crate::solved::by_search(self, session, &rest, control)?
            };
            solved.nodes += spent;
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
        self.options.book.choose(line.position().key(), limits.seed, allowed)
    }
}

/// The session as this family knows it.
fn own(session: &dyn Session) -> Result<&XiangqiSession, EngineError> {
    session
        .as_any()
        .downcast_ref()
        .ok_or_else(|| EngineError::WrongGame { plays: XIANGQI.id, asked: session.variant().id })
}

/// A report of the search as plain data.
fn info(report: &search::Report<'_, Move>) -> Info {
    bridge::info(report, xiangqi_engine::chances)
}
