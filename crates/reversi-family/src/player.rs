//! The engine of reversi behind the common interface.

use crate::session::{ReversiGame, ReversiSession};
use engine::Backend;
use reversi::{Move, Position};
use reversi_engine::ReversiEngine;
use search::{Clock, Configure, Report, Score, SearchRequest, SearchResult, Signal};

/// See [`Backend`].
#[derive(Debug)]
pub(crate) struct ReversiBackend(ReversiEngine);

impl Backend for ReversiBackend {
    type Rules = ReversiGame;
    type Extras = ();

    const PLAYS: &'static str = crate::variants::ID;

    fn build(_: &(), megabytes: usize) -> Self {
        Self(ReversiEngine::new(megabytes))
    }

    fn configure(&mut self) -> &mut dyn Configure {
        &mut self.0
    }

    fn search(
        &mut self,
        (): &(),
        session: &ReversiSession,
        request: &SearchRequest<Move>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move>),
    ) -> SearchResult<Move> {
        self.0.search(session.line(), request, clock, signal, report)
    }

    fn evaluate(&mut self, (): &(), position: &Position) -> Score {
        self.0.evaluate(position)
    }
}
