//! The engine of gomoku and renju behind the border.

use super::movetext;
use super::session::GomokuSession;
use crate::bridge::{self, Steer, clock};
use crate::options::{self, Common, Effect};
use crate::{
    BestMove, Bound, Control, Engine, EngineError, Info, Limits, OptionError, OptionSpec, Proof,
    Session, Solved,
};
use gomoku_engine::{GomokuEngine, Strength, Task, chances};

/// See [`Engine`].
#[derive(Debug)]
pub(super) struct GomokuPlayer {
    options: Common,
    inner: GomokuEngine,
}

impl GomokuPlayer {
    pub(super) fn new() -> Self {
        let options = Common::default();
        Self { inner: build(&options), options }
    }

    fn guarded<T>(&mut self, run: impl FnOnce(&mut GomokuEngine) -> T) -> Result<T, EngineError> {
        let options = &self.options;
        bridge::guarded(&mut self.inner, || build(options), run)
    }
}

/// A fresh engine with these options.
fn build(options: &Common) -> GomokuEngine {
    let mut engine = GomokuEngine::new(options.hash);
    engine.set_threads(options.threads);
    engine
}

impl Engine for GomokuPlayer {
    fn options(&self) -> Vec<OptionSpec> {
        Common::specs(Vec::new(), Vec::new())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let (name, value) = options::check(self.options(), name, value)?;
        match self.options.set(name, &value) {
            Effect::None => {}
            Effect::Hash => self.inner.set_megabytes(self.options.hash),
            Effect::Threads => self.inner.set_threads(self.options.threads),
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
        let line = own(session)?.line();
        let level = limits.level.map_or_else(|| self.options.level(), |level| level.number());
        let usual_time = |level| Strength::new(level).map(Strength::usual_time);
        let read = |text: &str| movetext::read_legal(line.position(), text);
        let task = Task {
            limits: bridge::limits(limits, &self.options, read, usual_time)?,
            strength: Strength::new(level).filter(|&strength| strength != Strength::FULL),
            seed: limits.seed,
        };
        let mut last = None;
        let found = self.guarded(|inner| {
            inner.search(line, &task, &clock(), &Steer(control), &mut |progress| {
                let info = bridge::info(progress, chances);
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
        let position = own(session)?.line().position();
        let began = clock();
        let elapsed = || search::Clock::elapsed(&began);
        let solution = self.guarded(|_| {
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
        self.guarded(|inner| inner.evaluate(&position).value())
    }
}

/// The session as this variant knows it.
fn own(session: &dyn Session) -> Result<&GomokuSession, EngineError> {
    session
        .as_any()
        .downcast_ref()
        .ok_or_else(|| EngineError::WrongGame { plays: "gomoku", asked: session.variant().id })
}
