//! Searches that are recorded step by step.

use crate::{LabSearchPosition, bad_search, unknown_technique};
use engine::laboratory::{Batch, Counters};
use engine::{Control, LabResult, Score, Session, Techniques, ladder};
use hall_messages::Refused;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wire::LabEvent;

/// The greatest depth of a recorded search.
pub(crate) const DEEPEST: u32 = 6;
/// The most nodes of a recorded search.
pub(crate) const MOST_NODES: u32 = 1_000_000;

/// A search that can be recorded.
#[derive(Clone, Debug)]
pub struct RecordedSearch {
    /// The parts of the search in use.
    parts: Vec<&'static str>,
    techniques: Techniques,
    /// Its depth in plies.
    pub depth: u32,
    /// The most nodes.
    pub nodes: u32,
}

/// How a recorded search ended by itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RecordedEnd {
    /// Its score for the side to move.
    pub score: Score,
    /// The best line, in engine notation.
    pub best: Vec<String>,
    /// Its leaves.
    pub leaves: u64,
    /// Its counts.
    pub counters: BTreeMap<String, u64>,
}

impl RecordedSearch {
    /// The search of a request.
    ///
    /// # Errors
    /// When it makes no sense.
    pub fn new(technique: &str, depth: u32, nodes: Option<u32>) -> Result<Self, Refused> {
        if !(1..=DEEPEST).contains(&depth) {
            return Err(bad_search(format!("depth: expected 1 to {DEEPEST}")));
        }
        let nodes = nodes.unwrap_or(MOST_NODES);
        if !(1..=MOST_NODES).contains(&nodes) {
            return Err(bad_search(format!("nodes: expected 1 to {MOST_NODES}")));
        }
        let rung = ladder::find(technique).map_err(|error| unknown_technique(&error))?;
        let techniques = ladder::techniques(rung).map_err(|error| unknown_technique(&error))?;
        Ok(Self { parts: ladder::parts(rung), techniques, depth, nodes })
    }

    /// It was accepted.
    #[must_use]
    pub fn begun(&self, slot: u32, place: &LabSearchPosition) -> LabEvent {
        let techniques = crate::words(&self.parts);
        LabEvent::Begun { slot, root: Box::new(place.node(0, &[])), techniques }
    }

    /// Searches; `take` receives the events and says whether there is room for more. How it ended; nothing where it did not
    /// end by itself.
    ///
    /// # Errors
    /// Why it failed, in English.
    pub fn run(
        &self,
        session: &dyn Session,
        control: &Control,
        take: &mut (dyn FnMut(Batch<'_>) -> bool + Send),
    ) -> Result<Option<RecordedEnd>, String> {
        let laboratory = games::new_laboratory(session.variant().id);
        let mut laboratory = laboratory.map_err(|error| error.to_string())?;
        let Self { techniques, depth, nodes, .. } = *self;
        let ended = laboratory.record(session, techniques, depth, nodes, control, take);
        let ended = ended.map_err(|error| error.to_string())?;
        Ok(ended.is_whole.then(|| ended.into()))
    }
}

impl From<LabResult> for RecordedEnd {
    fn from(measured: LabResult) -> Self {
        Self {
            score: measured.score,
            best: measured.pv,
            leaves: measured.counters.leaves,
            counters: counters(&measured.counters),
        }
    }
}

fn counters(counts: &Counters) -> BTreeMap<String, u64> {
    let named = [
        ("inner", counts.inner),
        ("leaves", counts.leaves),
        ("quiescence", counts.quiescence),
        ("cut_offs", counts.cut_offs),
        ("first_cut_offs", counts.first_cut_offs),
        ("tried", counts.tried),
        ("probed", counts.probed),
        ("tried_inner", counts.tried_inner),
        ("width", counts.width),
        ("skipped", counts.skipped),
        ("null_moves", counts.null_moves),
        ("reduced", counts.reduced),
        ("again", counts.again),
        ("raises", counts.raises),
    ];
    named.into_iter().map(|(name, count)| (name.to_owned(), count)).collect()
}
