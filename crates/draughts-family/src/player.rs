//! The engine of a variant of draughts behind the common interface.

use crate::options::Options;
use crate::session::{DraughtsGame, DraughtsSession};
use draughts::{Move, Position};
use draughts_engine::{DraughtsEngine, SearchableVariant, chances};
use engine::Backend;
use search::{Clock, Configure, Report, Score, SearchRequest, SearchResult, Signal};

/// See [`Backend`].
#[derive(Debug)]
pub(crate) struct DraughtsBackend<V: SearchableVariant>(DraughtsEngine<V>);

impl<V: SearchableVariant> Backend for DraughtsBackend<V> {
    type Rules = DraughtsGame<V>;
    type Extras = Options<V>;

    const PLAYS: &'static str = V::RULES.id;

    fn build(megabytes: usize) -> Self {
        Self(DraughtsEngine::new(megabytes))
    }

    fn configure(&mut self) -> &mut dyn Configure {
        &mut self.0
    }

    fn chances(score: Score) -> [u16; 3] {
        chances(score)
    }

    fn search(
        &mut self,
        options: &Options<V>,
        session: &DraughtsSession<V>,
        request: &SearchRequest<Move<V>>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move<V>>),
    ) -> SearchResult<Move<V>> {
        self.0.set_learnt(options.learnt.as_ref());
        self.0.set_endings(options.endings());
        self.0.search(session.line(), request, clock, signal, report)
    }

    fn evaluate(&mut self, options: &Options<V>, position: &Position<V>) -> Score {
        self.0.set_learnt(options.learnt.as_ref());
        self.0.evaluate(position)
    }
}
