//! The engine of gomoku and renju behind the border.

use super::movetext;
use super::session::GomokuSession;
use crate::bridge::{self, Steer, clock};
use crate::machine::{Inner, Machine};
use crate::options::{self, Common};
use crate::{
    BestMove, Control, Engine, EngineError, Info, Limits, OptionError, OptionSpec, Proof, Session,
    Solved,
};
use gomoku_engine::{GomokuEngine, Task, chances};

/// See [`Engine`].
#[derive(Debug)]
pub(super) struct GomokuPlayer(Machine<GomokuEngine>);

impl GomokuPlayer {
    pub(super) fn new() -> Self {
        Self(Machine::new())
    }
}

impl Inner for GomokuEngine {
    fn build(megabytes: usize) -> Self {
        Self::new(megabytes)
    }
}

impl Engine for GomokuPlayer {
    fn options(&self) -> Vec<OptionSpec> {
        Common::specs(Vec::new(), Vec::new())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let (name, value) = options::check(self.options(), name, value)?;
        self.0.set(name, &value);
        Ok(())
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn search(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, EngineError> {
        let line = own(session)?.line();
        let read = |text: &str| movetext::read_legal(line.position(), text);
        let task = Task {
            limits: bridge::limits(limits, &self.0.options, read)?,
            strength: self.0.strength(limits.level),
            seed: limits.seed,
        };
        self.0.search(chances, report, |inner, report| {
            inner.search(line, &task, &clock(), &Steer(control), report)
        })
    }

    fn solve(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        control: &Control,
    ) -> Result<Solved, EngineError> {
        let position = own(session)?.line().position();
        let began = clock();
        let elapsed = || search::Clock::elapsed(&began);
        let solution = self.0.run(|_| {
            gomoku_engine::solve::solve(position, &mut |nodes| {
                !control.is_stopped()
                    && limits.nodes.is_none_or(|limit| nodes < limit)
                    && limits.move_time.is_none_or(|limit| elapsed() < limit)
            })
        })?;
        let method = solution.method.map_or("threats", |method| method.word());
        let proof = solution.win.map(|line| Proof {
            moves: u32::try_from(line.len().div_ceil(2)).unwrap_or(u32::MAX),
            line: line.iter().map(ToString::to_string).collect(),
            method,
        });
        let (exhausted, nodes) = (solution.exhausted, solution.nodes);
        Ok(Solved { proof, exhausted, nodes, time: elapsed() })
    }

    fn evaluate(&mut self, session: &dyn Session) -> Result<i32, EngineError> {
        let position = own(session)?.line().position().clone();
        self.0.run(|inner| inner.evaluate(&position).value())
    }
}

/// The session as this variant knows it.
fn own(session: &dyn Session) -> Result<&GomokuSession, EngineError> {
    GomokuSession::of(session, "gomoku")
}
