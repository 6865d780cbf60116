//! What the engines of all families do alike behind the border: they keep the common options,
//! search, and are replaced when they panic.

use crate::bridge;
use crate::options::{Common, Effect, Value};
use crate::{BestMove, Bound, EngineError, Info, Level};
use search::{Configure, Found, Report, Score, Strength};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An engine below the border, as far as those of all families are alike.
pub(crate) trait Inner: Configure {
    /// A fresh one with a table of that many MiB.
    fn build(megabytes: usize) -> Self;
}

/// A fresh engine with these options.
fn fresh<E: Inner>(options: &Common) -> E {
    let mut engine = E::build(options.hash);
    engine.set_threads(options.threads);
    engine
}

/// An engine with the options of every family.
#[derive(Debug)]
pub(crate) struct Machine<E> {
    pub(crate) options: Common,
    inner: E,
}

impl<E: Inner> Machine<E> {
    pub(crate) fn new() -> Self {
        let options = Common::default();
        Self { inner: fresh(&options), options }
    }

    /// Takes the value of an option every family has; others change nothing here.
    pub(crate) fn set(&mut self, name: &str, value: &Value) {
        match self.options.set(name, value) {
            Effect::None => {}
            Effect::Hash => self.inner.set_megabytes(self.options.hash),
            Effect::Threads => self.inner.set_threads(self.options.threads),
            Effect::Clear => self.inner.new_game(),
        }
    }

    pub(crate) fn new_game(&mut self) {
        self.inner.new_game();
    }

    /// The strength to play at when `asked` for a level, or for none; `None` is full strength.
    pub(crate) fn strength(&self, asked: Option<Level>) -> Option<Strength> {
        let level = asked.map_or_else(|| self.options.level(), Level::number);
        Strength::new(level).filter(|&strength| strength != Strength::FULL)
    }

    /// Runs something in the engine. A panic in it becomes an error and makes another engine,
    /// for nobody knows what state the old one is in.
    pub(crate) fn run<T>(&mut self, run: impl FnOnce(&mut E) -> T) -> Result<T, EngineError> {
        catch_unwind(AssertUnwindSafe(|| run(&mut self.inner))).map_err(|panic| {
            self.inner = fresh(&self.options);
            let text = panic
                .downcast_ref::<&str>()
                .map(|text| (*text).to_owned())
                .or_else(|| panic.downcast_ref::<String>().cloned());
            EngineError::Failed(text.unwrap_or_else(|| "a panic without words".to_owned()))
        })
    }

    /// Runs a search in the engine and tells of it in plain data; `chances` are those of a score
    /// in this game.
    pub(crate) fn search<M: Copy + Display>(
        &mut self,
        chances: fn(Score) -> [u16; 3],
        report: &mut dyn FnMut(&Info),
        search: impl FnOnce(&mut E, &mut dyn FnMut(&Report<'_, M>)) -> Found<M>,
    ) -> Result<BestMove, EngineError> {
        let mut last = None;
        let found = self.run(|inner| {
            search(inner, &mut |progress| {
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
}
