//! The search of draughts in the lab.

use crate::erased::narrow_line;
use crate::session::{self, DraughtsGame, DraughtsSession};
use draughts::{Position, VariantRules};
use draughts_engine::{Draughts, TraceableVariant, traced};
use engine::{EngineError, Session, Subject};
use game::Line;
use search::TracedSearcher;
use std::marker::PhantomData;

/// The table of a searcher, in MiB.
const TABLE: usize = 16;

/// The variant of a session that [`Subject::session`] took.
fn variant<V: VariantRules>(session: &DraughtsSession) -> V {
    let id = session.line().position().rules().id;
    V::of_id(id).expect("a session of a variant that the subject has")
}

/// See [`Subject`]: the variants of a group.
#[derive(Debug)]
pub(crate) struct DraughtsSubject<V>(PhantomData<V>);

impl<V: TraceableVariant> Subject for DraughtsSubject<V> {
    type Rules = DraughtsGame;
    type Domain = Draughts<V>;

    const PLAYS: &'static str = crate::ID;

    fn session(session: &dyn Session) -> Result<&DraughtsSession, EngineError> {
        let asked = session.variant().id;
        match V::of_id(asked) {
            Some(variant) => session::of(session, variant.rules().id),
            None => Err(EngineError::WrongGame { plays: V::ALL[0].id, asked }),
        }
    }

    fn line(session: &DraughtsSession) -> Line<Position<V>> {
        narrow_line(variant(session), session.line())
    }

    fn searcher(session: &DraughtsSession) -> (Draughts<V>, Box<dyn TracedSearcher<Draughts<V>>>) {
        (Draughts::default(), traced::<V>(variant(session), TABLE))
    }
}
