use super::pondering::Pondering;
use super::{ChosenMove, ForfeitReason, NoMove, Player, PlayerTurn};
use crate::spec::Builtin;
use engine::{Control, Engine, Limits};
use game::{Outcome, Side};
use std::time::Instant;

/// Our own engine, in this process.
#[derive(Debug)]
pub(super) struct BuiltinPlayer {
    spec: Builtin,
    variant: String,
    state: State,
    /// The reply that the last search expects.
    expected: Option<String>,
}

/// Where the engine is.
#[derive(Debug)]
enum State {
    Here(Box<dyn Engine>),
    Ponders(Pondering),
    /// It was lost with a search that failed: the next game gets a new one.
    Lost,
}

impl BuiltinPlayer {
    pub(super) fn new(spec: &Builtin, variant: &str) -> Result<Self, NoMove> {
        let state = State::Here(opened(spec, variant)?);
        Ok(Self { spec: spec.clone(), variant: variant.to_owned(), state, expected: None })
    }

    /// The engine, which does not search any more.
    fn take(&mut self) -> Result<Box<dyn Engine>, NoMove> {
        match std::mem::replace(&mut self.state, State::Lost) {
            State::Here(engine) => Ok(engine),
            State::Ponders(pondering) => pondering.give_up(),
            State::Lost => opened(&self.spec, &self.variant),
        }
    }

    /// Has the engine here again, if it searches.
    fn settle(&mut self) -> Result<&mut Box<dyn Engine>, NoMove> {
        let engine = self.take()?;
        self.state = State::Here(engine);
        match &mut self.state {
            State::Here(engine) => Ok(engine),
            State::Ponders(_) | State::Lost => Err(NoMove::Stopped),
        }
    }
}

fn opened(spec: &Builtin, variant: &str) -> Result<Box<dyn Engine>, NoMove> {
    let unusable = |error: &dyn std::error::Error| NoMove::Unusable(error.to_string());
    let mut engine = match &spec.preset {
        Some(preset) => games::new_preset(variant, preset),
        None => games::new_engine(variant),
    }
    .map_err(|e| unusable(&e))?;
    for (name, value) in &spec.options {
        engine.set_option(name, value).map_err(|e| unusable(&e))?;
    }
    Ok(engine)
}

impl Player for BuiltinPlayer {
    fn new_game(&mut self, _control: &Control) -> Result<(), NoMove> {
        self.settle()?.new_game();
        Ok(())
    }

    fn think(&mut self, turn: &PlayerTurn<'_>, control: &Control) -> Result<ChosenMove, NoMove> {
        let start = Instant::now();
        let (engine, found) = match std::mem::replace(&mut self.state, State::Lost) {
            State::Ponders(pondering) if pondering.expected(turn) => pondering.hit(control)?,
            state => {
                self.state = state;
                let mut engine = self.take()?;
                let level = self.spec.level;
                let limits = Limits { level, lines: 1, seed: turn.seed, ..turn.limits() };
                let found = engine.search(turn.session, &limits, control, &mut |_| ());
                (engine, found)
            }
        };
        let elapsed = start.elapsed();
        self.state = State::Here(engine);
        if control.is_stopped() {
            return Err(NoMove::Stopped);
        }
        let best = found.map_err(|error| ForfeitReason::Crash { ending: error.to_string() })?;
        self.expected = best.ponder;
        let info = best.info.as_ref();
        Ok(ChosenMove {
            text: best.best,
            resigns: false,
            score: info.map(|info| info.score),
            depth: info.map(|info| info.depth),
            nodes: info.map(|info| info.nodes),
            elapsed,
        })
    }

    fn opponent_thinks(&mut self, turn: &PlayerTurn<'_>) -> Result<(), NoMove> {
        let Some(reply) = self.expected.take().filter(|_| self.spec.ponder) else { return Ok(()) };
        let engine = self.take()?;
        let begun = Pondering::begin(engine, turn, &reply)
            .map_err(|error| NoMove::Unusable(format!("no thread to ponder: {error}")))?;
        self.state = match begun {
            Ok(pondering) => State::Ponders(pondering),
            Err(engine) => State::Here(engine),
        };
        Ok(())
    }

    fn game_over(&mut self, _side: Side, _outcome: Outcome) {
        // A search that failed now is of no game: the next one begins with a new engine.
        let _ = self.settle();
    }
}

impl Drop for BuiltinPlayer {
    fn drop(&mut self) {
        if let State::Ponders(pondering) = std::mem::replace(&mut self.state, State::Lost) {
            let _ = pondering.give_up();
        }
    }
}
