//! The engine of a variant of draughts behind the common interface.

use crate::ID;
use crate::erased::{AnyMove, AnyPosition, VariantEngine};
use crate::options::Options;
use crate::session::{self, DraughtsGame, DraughtsSession};
use engine::{Backend, EngineError, Session};
use search::{Clock, Configure, Report, Score, SearchRequest, SearchResult, Signal};

/// See [`Backend`].
#[derive(Debug)]
pub(crate) struct DraughtsBackend(Box<dyn VariantEngine>);

impl Backend for DraughtsBackend {
    type Rules = DraughtsGame;
    type Extras = Options;

    const PLAYS: &'static str = ID;

    fn build(options: &Options, megabytes: usize) -> Self {
        Self(options.variant.code().engine(megabytes))
    }

    fn session<'a>(
        options: &Options,
        session: &'a dyn Session,
    ) -> Result<&'a DraughtsSession, EngineError> {
        session::of(session, options.variant.rules().id)
    }

    fn configure(&mut self) -> &mut dyn Configure {
        self.0.configure()
    }

    fn search(
        &mut self,
        options: &Options,
        session: &DraughtsSession,
        request: &SearchRequest<AnyMove>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, AnyMove>),
    ) -> SearchResult<AnyMove> {
        self.0.set(options);
        self.0.search(session.line(), request, clock, signal, report)
    }

    fn evaluate(&mut self, options: &Options, position: &AnyPosition) -> Score {
        self.0.set(options);
        self.0.evaluate(position)
    }
}
