//! The engine of Xiangqi behind the border.

use super::options::Options;
use super::session::XiangqiSession;
use super::{XIANGQI, movetext};
use crate::bridge::{self, Steer, clock};
use crate::machine::{Inner, Machine};
use crate::{
    BestMove, Control, Engine, EngineError, Info, Limits, OptionError, OptionSpec, Proof, Session,
    Solved,
};
use game::{Line, Position as _};
use xiangqi::{Move, Position};
use xiangqi_engine::{Task, XiangqiEngine, chances};

/// See [`Engine`].
#[derive(Debug)]
pub(super) struct XiangqiPlayer {
    /// Those that other families do not have.
    options: Options,
    machine: Machine<XiangqiEngine>,
}

impl XiangqiPlayer {
    pub(super) fn new() -> Self {
        Self { options: Options::default(), machine: Machine::new() }
    }

    /// What the engine below is asked to do.
    fn task(&self, session: &XiangqiSession, limits: &Limits) -> Result<Task, EngineError> {
        let read = |text: &str| movetext::read(session.line().position(), text);
        Ok(Task {
            rules: self.options.rules.unwrap_or(session.family().rules),
            limits: bridge::limits(limits, &self.machine.options, read)?,
            strength: self.machine.strength(limits.level),
            seed: limits.seed,
        })
    }
}

impl Inner for XiangqiEngine {
    fn build(megabytes: usize) -> Self {
        Self::new(megabytes)
    }
}

impl Engine for XiangqiPlayer {
    fn options(&self) -> Vec<OptionSpec> {
        Options::specs()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let (name, value) = self.options.set(name, value)?;
        self.machine.set(name, &value);
        Ok(())
    }

    fn new_game(&mut self) {
        self.machine.new_game();
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
        self.machine.search(chances, report, |inner, report| {
            inner.search(line, &task, &clock(), &Steer(control), report)
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
        let solution = self.machine.run(|_| {
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
        self.machine.run(|inner| inner.evaluate(position).value())
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
    XiangqiSession::of(session, XIANGQI.id)
}
