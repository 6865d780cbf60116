//! The engine: a searcher for the game, with its options and levels.

use crate::strength::LIMITATIONS;
use crate::variant_searcher::VariantSearcher;
use crate::{Draughts, Endings, Playable, Strength};
use draughts::{Move, Position};
use game::Line;
use search::{
    Clock, Configure, Found, Limits, Misjudgement, Oversight, Report, Score, Settings, Signal,
};

/// A request: the limits and the strength of a search.
#[derive(Clone, Debug)]
pub struct SearchRequest<V: Playable> {
    /// The limits of the search.
    pub limits: Limits<Move<V>>,
    /// Play at this level instead of full strength.
    pub strength: Option<Strength>,
    /// The seed of all random choices below full strength.
    pub seed: u64,
}

impl<V: Playable> Default for SearchRequest<V> {
    fn default() -> Self {
        Self { limits: Limits::default(), strength: None, seed: 0 }
    }
}

/// A player of a variant of draughts. It runs one search at a time and keeps what it learnt until
/// [`Configure::new_game`].
///
/// ```
/// use draughts::{International, Position};
/// use draughts_engine::{DraughtsEngine, SearchRequest};
/// use search::{Limits, NoClock, NoSignal};
///
/// let mut engine = DraughtsEngine::<International>::new(1);
/// let line = game::Line::new(Position::start());
/// let request = SearchRequest { limits: Limits::depth(4), ..SearchRequest::default() };
/// let found = engine.search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
/// assert!(found.best().is_some());
/// ```
#[derive(Debug)]
pub struct DraughtsEngine<V: Playable> {
    searcher: Box<dyn VariantSearcher<V>>,
    endings: Option<&'static dyn Endings<V>>,
    /// The settings of the last search, with which the table was filled.
    as_played: (Option<Strength>, Misjudgement),
}

impl<V: Playable> Default for DraughtsEngine<V> {
    fn default() -> Self {
        Self::new(16)
    }
}

/// The search parameters of draughts. Captures are forced and settle themselves, and an offer may
/// be the best move: so less is pruned and reduced than in other games.
const TUNED: &[(&str, i32)] = &[
    ("aspiration_delta", 10),
    ("lmr_base", 700),
    ("lmr_factor", 380),
    ("lmr_cut", 500),
    ("lmr_not_improving", 300),
    ("lmr_cutoffs", 300),
    ("lmr_noisy_hash", 0),
    ("movecount_base", 8),
    ("futility_base", 100),
    ("futility_depth", 60),
    ("futility_max_depth", 4),
    ("reverse_depth", 5),
    ("reverse_margin", 50),
    ("reverse_improving", 20),
];

impl<V: Playable> Configure for DraughtsEngine<V> {
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

impl<V: Playable> DraughtsEngine<V> {
    /// An engine with one thread and a table of that many MiB.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        let mut searcher = V::searcher(megabytes);
        searcher.set_settings(Settings::tuned(TUNED));
        Self { searcher, endings: None, as_played: (None, Misjudgement::default()) }
    }

    /// Sets the endgame database that is probed from now on, or none.
    pub fn set_endings(&mut self, endings: Option<&'static dyn Endings<V>>) {
        self.endings = endings;
        self.searcher.new_game();
    }

    /// The static score of the position for the side to move.
    pub fn evaluate(&mut self, position: &Position<V>) -> Score {
        self.searcher.evaluate(position)
    }

    /// Searches the position at the end of the line until a limit is met or `signal` stops
    /// it, and calls `report` with progress.
    pub fn search(
        &mut self,
        line: &Line<Position<V>>,
        request: &SearchRequest<V>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move<V>>),
    ) -> Found<Move<V>> {
        let mut limits = request.limits.clone();
        let mut domain = Draughts::default();
        let limitation = request.strength.and_then(|strength| strength.limitation(&LIMITATIONS));
        let mut wrong = Misjudgement::default();
        if let Some(weak) = limitation {
            weak.tighten(&mut limits);
            wrong = weak.misjudgement(request.seed);
            domain.oversight = Oversight { per_mille: weak.overlooked, seed: wrong.seed };
        } else {
            domain.endings = self.endings;
        }
        let as_now = (limitation.and(request.strength), wrong);
        if as_now != self.as_played {
            // Scores found with other settings are not valid.
            self.as_played = as_now;
            self.searcher.set_judgement(wrong);
        }
        self.searcher.search(domain, line, &limits, clock, signal, report)
    }
}
