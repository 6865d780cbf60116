//! The search of draughts in the lab.

use crate::session::{DraughtsGame, DraughtsSession};
use draughts_engine::{Draughts, TraceableVariant, traced};
use engine::Subject;
use search::TracedSearcher;
use std::marker::PhantomData;

/// The table of a searcher, in MiB.
const TABLE: usize = 16;

/// See [`Subject`].
#[derive(Debug)]
pub(crate) struct DraughtsSubject<V>(PhantomData<V>);

impl<V: TraceableVariant> Subject for DraughtsSubject<V> {
    type Rules = DraughtsGame<V>;
    type Domain = Draughts<V>;

    const PLAYS: &'static str = V::RULES.id;

    fn searcher(_: &DraughtsSession<V>) -> (Draughts<V>, Box<dyn TracedSearcher<Draughts<V>>>) {
        (Draughts::default(), traced::<V>(TABLE))
    }
}
