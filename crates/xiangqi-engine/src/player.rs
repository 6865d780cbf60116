//! The engine: a searcher with the game's opinions, its options and its levels.

use crate::judgement::Judgement;
use crate::strength::LIMITATIONS;
use crate::{Oversight, Strength, Xiangqi};
use game::Line;
use search::{
    Clock, Found, Limits, Report, Score, Searcher, Settings, Signal, Switches, TunableError,
    Tunables, UnknownSwitch,
};
use xiangqi::{Move, Position, RuleSet};

/// What to search for: under which rules, how long, and how well.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// Who loses by repeating.
    pub rules: RuleSet,
    /// When to end.
    pub limits: Limits<Move>,
    /// Play at this level instead of full strength.
    pub strength: Option<Strength>,
    /// What is random below full strength depends on it alone.
    pub seed: u64,
}

/// A player of Xiangqi. One search at a time; what it learnt lasts until
/// [`XiangqiEngine::new_game`].
#[derive(Debug)]
pub struct XiangqiEngine {
    searcher: Searcher<Xiangqi, Judgement>,
    tunables: Tunables,
    switches: Switches,
    /// How it played last: what the table holds was found that way.
    as_played: (RuleSet, Option<Strength>, u64),
}

impl Default for XiangqiEngine {
    fn default() -> Self {
        Self::new(16)
    }
}

impl XiangqiEngine {
    /// An engine with one thread and a table of that many MiB.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        Self {
            searcher: Searcher::new(Judgement::default(), megabytes),
            tunables: Tunables::default(),
            switches: Switches::all(),
            as_played: (RuleSet::default(), None, 0),
        }
    }

    /// Changes the size of the table, and empties it.
    pub fn set_megabytes(&mut self, megabytes: usize) {
        self.searcher.set_megabytes(megabytes);
    }

    /// Changes the number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.searcher.set_threads(threads);
    }

    /// Switches off the techniques or groups the list names, and all others on; the empty
    /// list restores the full search. See [`Switches::without`].
    ///
    /// # Errors
    /// When a name in the list is unknown; nothing changes then.
    pub fn set_ablation(&mut self, list: &str) -> Result<(), UnknownSwitch> {
        self.switches = Switches::without(list)?;
        self.apply();
        Ok(())
    }

    /// Sets a number of the search. See [`Tunables::TABLE`].
    ///
    /// # Errors
    /// When there is none of this name or the value is out of range; nothing changes then.
    pub fn set_tunable(&mut self, name: &str, value: i32) -> Result<(), TunableError> {
        self.tunables.set(name, value)?;
        self.apply();
        Ok(())
    }

    fn apply(&mut self) {
        self.searcher.set_settings(Settings::new(self.tunables.clone(), self.switches));
    }

    /// Forgets what it learnt from the game before.
    pub fn new_game(&mut self) {
        self.searcher.new_game();
    }

    /// What the position is worth to the side to move before any search.
    pub fn evaluate(&mut self, position: &Position) -> Score {
        self.searcher.evaluate(Xiangqi::default(), position)
    }

    /// Searches the position at the end of the line until a limit is met or `signal` says
    /// stop, and calls `report` with progress.
    pub fn search(
        &mut self,
        line: &Line<Position>,
        task: &Task,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move>),
    ) -> Found<Move> {
        let mut limits = task.limits.clone();
        let mut domain = Xiangqi::new(task.rules);
        let mut judgement = Judgement::default();
        let limitation = task.strength.and_then(|strength| strength.limitation(&LIMITATIONS));
        if let Some(weak) = limitation {
            weak.tighten(&mut limits);
            let seed = Strength::errors_from(task.seed);
            domain.oversight = Oversight { per_mille: weak.overlooked, seed };
            judgement.error = weak.error;
            judgement.seed = seed;
        }
        let seed = if limitation.is_some() { task.seed } else { 0 };
        let as_now = (task.rules, limitation.and(task.strength), seed);
        if as_now != self.as_played {
            // Scores found under other rules, or by other eyes, are not to be believed.
            self.as_played = as_now;
            self.searcher.set_evaluator(judgement);
        }
        self.searcher.search(domain, line, &limits, clock, signal, report)
    }
}
