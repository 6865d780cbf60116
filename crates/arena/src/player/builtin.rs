use super::{Fault, Halt, Player, Thought, Turn};
use crate::record::RecordedScore;
use crate::spec::Builtin;
use engine::{Clock, Control, Engine, Level, Limits, Score};
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
        let mut engine = games::new_engine(variant).map_err(|e| unusable(&e))?;
        for (name, value) in &spec.options {
            engine.set_option(name, value).map_err(|e| unusable(&e))?;
        }
        Ok(Self { engine, level: spec.level })
    }

    fn limits(&self, turn: &Turn<'_>) -> Limits {
        let side = turn.session.side_to_move();
        let (mine, theirs) = (turn.clock(), &turn.clocks[(!side).index()]);
        let clock = mine.state().map(|(left, clock)| {
            // An opponent without a clock is treated as if it had ours.
            let (their_left, their_clock) = theirs.state().unwrap_or((left, clock));
            Clock {
                mine: left,
                increment: clock.increment,
                theirs: their_left,
                their_increment: their_clock.increment,
                moves_to_go: mine.moves_to_go(),
            }
        });
        let control = mine.control();
        Limits {
            depth: control.depth,
            nodes: control.nodes,
            move_time: control.move_time,
            clock,
            level: self.level,
            lines: 1,
            seed: turn.seed,
            ..Limits::default()
        }
    }
}

impl Player for BuiltinPlayer {
    fn new_game(&mut self, _control: &Control) -> Result<(), Halt> {
        self.engine.new_game();
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>, control: &Control) -> Result<Thought, Halt> {
        let limits = self.limits(turn);
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
            score: info.map(|info| match info.score {
                Score::Cp(cp) => RecordedScore::Cp(cp),
                Score::Mate(moves) => RecordedScore::Mate(moves),
            }),
            depth: info.map(|info| info.depth),
            nodes: info.map(|info| info.nodes),
            elapsed,
        })
    }
}
