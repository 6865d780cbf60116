//! The border behind which the search is compiled, once per variant.

use crate::Draughts;
use crate::judgement::Judgement;
use draughts::{
    Brazilian, Breakthrough, Canadian, Czech, English, Frisian, International, Italian, Killer,
    Losing, Move, Pool, Position, Russian, Spanish, Turkish, Variant,
};
use game::Line;
use search::{Clock, Found, Limits, Report, Score, Searcher, Settings, Signal};
use std::fmt::Debug;

/// A searcher of some variant. What is generic over variants and calls this instead of the
/// searcher itself costs no second copy of the search in the crate that uses it.
pub trait Thinker<V: Variant>: Debug + Send {
    #[doc(hidden)]
    fn set_megabytes(&mut self, megabytes: usize);
    #[doc(hidden)]
    fn set_threads(&mut self, threads: usize);
    #[doc(hidden)]
    fn set_settings(&mut self, settings: Settings);
    #[doc(hidden)]
    fn set_judgement(&mut self, error: i32, seed: u64);
    #[doc(hidden)]
    fn new_game(&mut self);
    #[doc(hidden)]
    fn evaluate(&mut self, position: &Position<V>) -> Score;
    #[doc(hidden)]
    fn search(
        &mut self,
        domain: Draughts<V>,
        line: &Line<Position<V>>,
        limits: &Limits<Move<V>>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move<V>>),
    ) -> Found<Move<V>>;
}

impl<V: Variant> Thinker<V> for Searcher<Draughts<V>, Judgement<V>> {
    fn set_megabytes(&mut self, megabytes: usize) {
        Self::set_megabytes(self, megabytes);
    }

    fn set_threads(&mut self, threads: usize) {
        Self::set_threads(self, threads);
    }

    fn set_settings(&mut self, settings: Settings) {
        Self::set_settings(self, settings);
    }

    fn set_judgement(&mut self, error: i32, seed: u64) {
        self.set_evaluator(Judgement::new(error, seed));
    }

    fn new_game(&mut self) {
        Self::new_game(self);
    }

    fn evaluate(&mut self, position: &Position<V>) -> Score {
        Self::evaluate(self, Draughts::default(), position)
    }

    fn search(
        &mut self,
        domain: Draughts<V>,
        line: &Line<Position<V>>,
        limits: &Limits<Move<V>>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move<V>>),
    ) -> Found<Move<V>> {
        Self::search(self, domain, line, limits, clock, signal, report)
    }
}

/// A variant for which the search is compiled: all of them.
pub trait Playable: Variant {
    #[doc(hidden)]
    fn thinker(megabytes: usize) -> Box<dyn Thinker<Self>>;
}

macro_rules! playable {
    ($($variant:ident)*) => {
        $(impl Playable for $variant {
            fn thinker(megabytes: usize) -> Box<dyn Thinker<Self>> {
                Box::new(Searcher::new(Judgement::<Self>::new(0, 0), megabytes))
            }
        })*
    };
}

playable! {
    International Frisian Brazilian Russian English Italian Pool Czech Spanish Turkish Canadian
    Killer Breakthrough Losing
}
