//! The engine: a searcher for the game, with its options and levels.

use crate::eval::Evaluation;
use crate::strength::LIMITATIONS;
use crate::{Strength, Xiangqi};
use game::Line;
use search::{
    Clock, Configure, Found, Judgement, Limits, Misjudgement, Oversight, Report, Score, Searcher,
    Settings, Signal,
};
use xiangqi::{Move, Position, RuleSet};

/// A request: the rules, the limits and the strength of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchRequest {
    /// The rule set for repetitions.
    pub rules: RuleSet,
    /// The limits of the search.
    pub limits: Limits<Move>,
    /// Play at this level instead of full strength.
    pub strength: Option<Strength>,
    /// The seed of all random choices below full strength.
    pub seed: u64,
}

/// A player of Xiangqi. It runs one search at a time and keeps what it learnt until
/// [`Configure::new_game`].
#[derive(Debug)]
pub struct XiangqiEngine {
    searcher: Searcher<Xiangqi, Judgement<Evaluation>>,
    /// The settings of the last search, with which the table was filled.
    as_played: (RuleSet, Option<Strength>, Misjudgement),
}

impl Default for XiangqiEngine {
    fn default() -> Self {
        Self::new(16)
    }
}

impl Configure for XiangqiEngine {
    fn set_megabytes(&mut self, megabytes: usize) {
        self.searcher.set_megabytes(megabytes);
    }

    fn set_threads(&mut self, threads: usize) {
        self.searcher.set_threads(threads);
    }

    fn settings(&self) -> &Settings {
        self.searcher.settings()
    }

    fn set_settings(&mut self, settings: Settings) {
        self.searcher.set_settings(settings);
    }

    fn new_game(&mut self) {
        self.searcher.new_game();
    }
}

impl XiangqiEngine {
    /// An engine with one thread and a table of that many MiB.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        let judgement = Judgement::new(Evaluation::new(), Misjudgement::default());
        Self {
            searcher: Searcher::new(judgement, megabytes),
            as_played: (RuleSet::default(), None, Misjudgement::default()),
        }
    }

    /// The static score of the position for the side to move.
    pub fn evaluate(&mut self, position: &Position) -> Score {
        self.searcher.evaluate(Xiangqi::default(), position)
    }

    /// Searches the position at the end of the line until a limit is met or `signal` stops
    /// it, and calls `report` with progress.
    pub fn search(
        &mut self,
        line: &Line<Position>,
        request: &SearchRequest,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move>),
    ) -> Found<Move> {
        let mut limits = request.limits.clone();
        let mut domain = Xiangqi::new(request.rules);
        let limitation = request.strength.and_then(|strength| strength.limitation(&LIMITATIONS));
        let mut wrong = Misjudgement::default();
        if let Some(weak) = limitation {
            weak.tighten(&mut limits);
            wrong = weak.misjudgement(request.seed);
            domain.oversight = Oversight { per_mille: weak.overlooked, seed: wrong.seed };
        }
        let as_now = (request.rules, limitation.and(request.strength), wrong);
        if as_now != self.as_played {
            // Scores found with other rules or settings are not valid.
            self.as_played = as_now;
            self.searcher.set_evaluator(Judgement::new(Evaluation::new(), wrong));
        }
        self.searcher.search(domain, line, &limits, clock, signal, report)
    }
}
