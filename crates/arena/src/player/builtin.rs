use super::{Fault, Halt, Player, Thought, Turn};
use crate::spec::Builtin;
use engine::{Control, Engine, Level, Limits};
use std::time::Instant;

/// Our own engine, in this process.
#[derive(Debug)]
pub(super) struct BuiltinPlayer {
    engine: Box<dyn Engine>,
    level: Option<Level>,
}

impl BuiltinPlayer {
    pub(super) fn new(spec: &Builtin, variant: &str) -> Result<Self, Halt> {
        let unusable = |error: &dyn std::error::Error| Halt::Unusable(error.to_string());
        let mut engine = match &spec.preset {
            Some(preset) => games::new_preset(variant, preset),
            None => games::new_engine(variant),
        }
        .map_err(|e| unusable(&e))?;
        for (name, value) in &spec.options {
            engine.set_option(name, value).map_err(|e| unusable(&e))?;
        }
        Ok(Self { engine, level: spec.level })
    }
}

impl Player for BuiltinPlayer {
    fn new_game(&mut self, _control: &Control) -> Result<(), Halt> {
        self.engine.new_game();
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>, control: &Control) -> Result<Thought, Halt> {
        let limits = Limits { level: self.level, lines: 1, seed: turn.seed, ..turn.limits() };
        let start = Instant::now();
        let found = self.engine.search(turn.session, &limits, control, &mut |_| ());
        let elapsed = start.elapsed();
        if control.is_stopped() {
            return Err(Halt::Stopped);
        }
        let best = found.map_err(|error| Fault::Crash { ending: error.to_string() })?;
        let info = best.info.as_ref();
        Ok(Thought {
            text: best.best,
            resigns: false,
            score: info.map(|info| info.score.into()),
            depth: info.map(|info| info.depth),
            nodes: info.map(|info| info.nodes),
            elapsed,
        })
    }
}
