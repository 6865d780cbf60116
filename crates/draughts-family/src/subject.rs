//! The search of draughts in the lab.

use crate::erased::narrow_line;
use crate::session::{self, DraughtsGame, DraughtsSession};
use draughts::Position;
use draughts_engine::{Draughts, TraceableVariant, traced};
use engine::{EngineError, Session, Subject};
use game::Line;
use search::TracedSearcher;
use std::marker::PhantomData;

/// The table of a searcher, in MiB.
const TABLE: usize = 16;

/// See [`Subject`].
#[derive(Debug)]
pub(crate) struct DraughtsSubject<V>(PhantomData<V>);

impl<V: TraceableVariant> Subject for DraughtsSubject<V> {
    type Rules = DraughtsGame;
    type Domain = Draughts<V>;

    const PLAYS: &'static str = V::RULES.id;

    fn session(session: &dyn Session) -> Result<&DraughtsSession, EngineError> {
        session::of(session, Self::PLAYS)
    }

    fn line(session: &DraughtsSession) -> Line<Position<V>> {
        narrow_line(session.line())
    }

    fn searcher(_: &DraughtsSession) -> (Draughts<V>, Box<dyn TracedSearcher<Draughts<V>>>) {
        (Draughts::default(), traced::<V>(TABLE))
    }
}
