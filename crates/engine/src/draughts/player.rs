//! The engine of a variant of draughts behind the border.

use super::movetext;
use super::session::DraughtsSession;
use crate::bridge::{self, Steer, clock};
use crate::machine::{Inner, Machine};
use crate::options::{self, Common};
use crate::{
    BestMove, Control, Engine, EngineError, Info, Limits, OptionError, OptionSpec, Session, Solved,
    solved,
};
use draughts_engine::{DraughtsEngine, Endings, Playable, Task, chances};
use endings::Database;

/// See [`Engine`].
#[derive(Debug)]
pub(super) struct DraughtsPlayer<V: Playable>(Machine<DraughtsEngine<V>>);

impl<V: Playable> DraughtsPlayer<V> {
    pub(super) fn new() -> Self {
        Self(Machine::new())
    }
}

impl<V: Playable> Inner for DraughtsEngine<V> {
    fn build(megabytes: usize) -> Self {
        let mut engine = Self::new(megabytes);
        let shipped = Database::<V>::shipped();
        engine.set_endings(shipped.map(|database| database as &'static dyn Endings<V>));
        engine
    }
}

impl<V: Playable> Engine for DraughtsPlayer<V> {
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
        let line = own::<V>(session)?.line();
        let read = |text: &str| movetext::read(line.position(), text);
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
        solved::by_search(self, session, limits, control)
    }

    fn evaluate(&mut self, session: &dyn Session) -> Result<i32, EngineError> {
        let position = *own::<V>(session)?.line().position();
        self.0.run(|inner| inner.evaluate(&position).value())
    }
}

/// The session as this variant knows it.
fn own<V: Playable>(session: &dyn Session) -> Result<&DraughtsSession<V>, EngineError> {
    DraughtsSession::of(session, V::RULES.id)
}
