//! The engine of Xiangqi behind the common interface.

use crate::options::Options;
use crate::session::{XiangqiGame, XiangqiSession};
use engine::{Attempt, Backend};
use game::Position as _;
use search::{Clock, Configure, Report, Score, SearchRequest, SearchResult, Signal};
use xiangqi::{Move, Position};
use xiangqi_engine::XiangqiEngine;

/// See [`Backend`].
#[derive(Debug)]
pub(crate) struct XiangqiBackend(XiangqiEngine);

impl Backend for XiangqiBackend {
    type Rules = XiangqiGame;
    type Extras = Options;

    const PLAYS: &'static str = crate::ID;

    fn build(_: &Options, megabytes: usize) -> Self {
        Self(XiangqiEngine::new(megabytes))
    }

    fn configure(&mut self) -> &mut dyn Configure {
        &mut self.0
    }

    /// The book is used in games only, and at full strength only.
    fn book_move(
        options: &Options,
        session: &XiangqiSession,
        request: &SearchRequest<Move>,
        is_timed: bool,
    ) -> Option<Move> {
        let limits = &request.limits;
        if !is_timed || request.level.is_some() || limits.ponder || limits.lines > 1 {
            return None;
        }
        let position = session.line().position();
        let allowed = |m: &Move| {
            position.is_legal(*m)
                && (limits.only.is_empty() || limits.only.contains(m))
                && !limits.except.contains(m)
        };
        options.book.choose(position.key(), request.seed, allowed)
    }

    fn search(
        &mut self,
        options: &Options,
        session: &XiangqiSession,
        request: &SearchRequest<Move>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move>),
    ) -> SearchResult<Move> {
        self.0.set_net(options.net.as_ref());
        self.0.set_rules(options.rules.unwrap_or(session.ruling().rules));
        self.0.search(session.line(), request, clock, signal, report)
    }

    fn prove(
        session: &XiangqiSession,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Attempt<Move>> {
        let found = xiangqi_engine::solve(session.line(), go_on);
        let (exhausted, nodes) = (found.exhausted, found.nodes);
        let moves = found.mate.as_ref().map_or(0, |line| line.len().div_ceil(2));
        let moves = u32::try_from(moves).unwrap_or(u32::MAX);
        Some(Attempt { win: found.mate, moves, method: "checks", exhausted, nodes })
    }

    fn evaluate(&mut self, options: &Options, position: &Position) -> Score {
        self.0.set_net(options.net.as_ref());
        self.0.evaluate(position)
    }
}
