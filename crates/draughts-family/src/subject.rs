//! The search of international draughts in the lab.

use crate::session::{DraughtsGame, DraughtsSession};
use draughts::{International, Variant as _};
use draughts_engine::{Draughts, traced};
use engine::Subject;
use search::TracedSearcher;

/// The table of a searcher, in MiB.
const TABLE: usize = 16;

/// See [`Subject`].
#[derive(Debug)]
pub(crate) struct DraughtsSubject;

impl Subject for DraughtsSubject {
    type Rules = DraughtsGame<International>;
    type Domain = Draughts<International>;

    const PLAYS: &'static str = International::RULES.id;

    fn searcher(
        _: &DraughtsSession<International>,
    ) -> (Draughts<International>, Box<dyn TracedSearcher<Draughts<International>>>) {
        (Draughts::default(), traced(TABLE))
    }
}
