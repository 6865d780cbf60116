//! The engine of gomoku and renju behind the common interface.

use crate::options::Options;
use crate::session::{GomokuGame, GomokuSession};
use engine::{Attempt, Backend};
use gomoku::{Move, Position};
use gomoku_engine::GomokuEngine;
use search::{Clock, Configure, Report, Score, SearchRequest, SearchResult, Signal};

/// See [`Backend`].
#[derive(Debug)]
pub(crate) struct GomokuBackend(GomokuEngine);

impl Backend for GomokuBackend {
    type Rules = GomokuGame;
    type Extras = Options;

    const PLAYS: &'static str = crate::variants::ID;
    const PROOF_ONLY: bool = true;

    fn build(_: &Options, megabytes: usize) -> Self {
        Self(GomokuEngine::new(megabytes))
    }

    fn configure(&mut self) -> &mut dyn Configure {
        &mut self.0
    }

    fn search(
        &mut self,
        options: &Options,
        session: &GomokuSession,
        request: &SearchRequest<Move>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move>),
    ) -> SearchResult<Move> {
        self.0.set_learnt(&options.learnt);
        self.0.search(session.line(), request, clock, signal, report)
    }

    fn prove(session: &GomokuSession, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Attempt<Move>> {
        let found = gomoku_engine::solve::solve(session.line().position(), go_on);
        let method = found.method.map_or("threats", |method| method.word());
        let (moves, exhausted, nodes) = (found.moves, found.exhausted, found.nodes);
        let win = found.win.map(|line| line.into_iter().map(Move::Put).collect());
        Some(Attempt { win, moves, method, exhausted, nodes })
    }

    fn evaluate(&mut self, options: &Options, position: &Position) -> Score {
        self.0.set_learnt(&options.learnt);
        self.0.evaluate(position)
    }
}
