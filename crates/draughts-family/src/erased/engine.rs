//! The engine of one variant, for whoever knows the variant at run time only.

use super::convert::{narrow, narrow_line, narrow_move, widen_move};
use super::{AnyLine, AnyMove, AnyPosition, AnyVariant};
use crate::options::Options;
use draughts::Move;
use draughts_engine::{DraughtsEngine, Endings, SearchableVariant};
use endings::Database;
use search::{
    Clock, Configure, FoundLine, Limits, Report, Score, SearchRequest, SearchResult, Signal,
};
use std::fmt::Debug;

/// See [`DraughtsEngine`].
pub(crate) trait VariantEngine: Debug + Send {
    fn configure(&mut self) -> &mut dyn Configure;

    /// Evaluates and looks endings up as the options say from now on.
    fn set(&mut self, options: &Options);

    fn evaluate(&mut self, position: &AnyPosition) -> Score;

    fn search(
        &mut self,
        line: &AnyLine,
        request: &SearchRequest<AnyMove>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, AnyMove>),
    ) -> SearchResult<AnyMove>;
}

/// See [`VariantEngine`].
#[derive(Debug)]
pub(super) struct TypedEngine<V: SearchableVariant> {
    variant: AnyVariant,
    typed: V,
    engine: DraughtsEngine<V>,
}

impl<V: SearchableVariant> TypedEngine<V> {
    pub(super) fn new(variant: AnyVariant, typed: V, megabytes: usize) -> Self {
        Self { variant, typed, engine: DraughtsEngine::of(typed, megabytes) }
    }

    fn widen(&self, moves: &[Move<V>]) -> Vec<AnyMove> {
        moves.iter().map(|&m| widen_move(self.variant, m)).collect()
    }
}

impl<V: SearchableVariant> VariantEngine for TypedEngine<V> {
    fn configure(&mut self) -> &mut dyn Configure {
        &mut self.engine
    }

    fn set(&mut self, options: &Options) {
        self.engine.set_learnt(options.learnt.as_ref());
        let database = match options.endgames {
            None => Database::<V>::shipped(),
            Some(chosen) => chosen.and_then(|database| database.downcast_ref()),
        };
        self.engine.set_endings(database.map(|database| database as &'static dyn Endings<V>));
    }

    fn evaluate(&mut self, position: &AnyPosition) -> Score {
        self.engine.evaluate(&narrow(self.typed, position))
    }

    fn search(
        &mut self,
        line: &AnyLine,
        request: &SearchRequest<AnyMove>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, AnyMove>),
    ) -> SearchResult<AnyMove> {
        let variant = self.variant;
        let request = narrow_request(request);
        let mut tell = |of: &Report<'_, Move<V>>| {
            let pv: Vec<AnyMove> = of.pv.iter().map(|&m| widen_move(variant, m)).collect();
            report(&Report {
                depth: of.depth,
                seldepth: of.seldepth,
                line: of.line,
                score: of.score,
                bound: of.bound,
                nodes: of.nodes,
                time: of.time,
                hashfull: of.hashfull,
                pv: &pv,
            });
        };
        let line = narrow_line(self.typed, line);
        let found = self.engine.search(&line, &request, clock, signal, &mut tell);
        let lines = found.lines.iter();
        let lines = lines.map(|of| FoundLine { score: of.score, pv: self.widen(&of.pv) });
        SearchResult {
            lines: lines.collect(),
            depth: found.depth,
            seldepth: found.seldepth,
            nodes: found.nodes,
        }
    }
}

fn narrow_request<V: SearchableVariant>(
    request: &SearchRequest<AnyMove>,
) -> SearchRequest<Move<V>> {
    let moves = |moves: &[AnyMove]| moves.iter().map(|&m| narrow_move(m)).collect();
    let Limits { depth, nodes, move_time, clock, overhead, mate, ponder, lines, .. } =
        request.limits;
    let limits = Limits {
        depth,
        nodes,
        move_time,
        clock,
        overhead,
        mate,
        only: moves(&request.limits.only),
        except: moves(&request.limits.except),
        ponder,
        lines,
    };
    SearchRequest {
        limits,
        level: request.level,
        limitation: request.limitation,
        seed: request.seed,
    }
}
