//! The engine of a variant of draughts behind the border.

use super::movetext;
use super::session::DraughtsSession;
use crate::bridge::{self, Steer, clock};
use crate::options::{self, Common, Effect};
use crate::{
    BestMove, Bound, Control, Engine, EngineError, Info, Limits, OptionError, OptionSpec, Session,
    Solved, solved,
};
use draughts_engine::{DraughtsEngine, Endings, Playable, Strength, Task, chances};
use endings::Database;

/// See [`Engine`].
#[derive(Debug)]
pub(super) struct DraughtsPlayer<V: Playable> {
    options: Common,
    inner: DraughtsEngine<V>,
}

impl<V: Playable> DraughtsPlayer<V> {
    pub(super) fn new() -> Self {
        let options = Common::default();
        Self { inner: build(&options), options }
    }

    fn guarded<T>(
        &mut self,
        run: impl FnOnce(&mut DraughtsEngine<V>) -> T,
    ) -> Result<T, EngineError> {
        let options = &self.options;
        bridge::guarded(&mut self.inner, || build(options), run)
    }
}

/// A fresh engine with these options.
fn build<V: Playable>(options: &Common) -> DraughtsEngine<V> {
    let mut engine = DraughtsEngine::new(options.hash);
    engine.set_threads(options.threads);
    let shipped = Database::<V>::shipped();
    engine.set_endings(shipped.map(|database| database as &'static dyn Endings<V>));
    engine
}

impl<V: Playable> Engine for DraughtsPlayer<V> {
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
        let line = own::<V>(session)?.line();
        let level = limits.level.map_or_else(|| self.options.level(), |level| level.number());
        let usual_time = |level| Strength::new(level).map(Strength::usual_time);
        let read = |text: &str| movetext::read(line.position(), text);
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
        solved::by_search(self, session, limits, control)
    }

    fn evaluate(&mut self, session: &dyn Session) -> Result<i32, EngineError> {
        let position = *own::<V>(session)?.line().position();
        self.guarded(|inner| inner.evaluate(&position).value())
    }
}

/// The session as this variant knows it.
fn own<V: Playable>(session: &dyn Session) -> Result<&DraughtsSession<V>, EngineError> {
    session
        .as_any()
        .downcast_ref()
        .ok_or_else(|| EngineError::WrongGame { plays: V::RULES.id, asked: session.variant().id })
}
