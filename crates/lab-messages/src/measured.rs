//! Searches that are only measured: what a technique, or a machine of a textbook, costs at a depth.

use crate::{bad_search, unknown_technique};
use engine::{Control, Limits, Score, Session, Techniques, ladder};
use hall_messages::Refused;
use std::time::Duration;
use wire::{LabMeasured, LabState};

/// The time if none is asked for.
const USUAL_MS: u64 = 3_000;
/// The longest time.
pub(crate) const LONGEST_MS: u64 = 10_000;
/// The greatest depth.
pub(crate) const DEEPEST: u32 = 12;

/// What searches.
#[derive(Clone, Debug)]
enum MeasuredSearcher {
    Technique(Techniques),
    Machine(String),
}

/// A search that can be measured.
#[derive(Clone, Debug)]
pub struct MeasuredSearch {
    searcher: MeasuredSearcher,
    by: String,
    depth: u32,
    longest: Duration,
}

/// What a search cost.
#[derive(Clone, Debug, Default)]
pub struct SearchCost {
    /// Whether it ended by itself.
    pub is_whole: bool,
    nodes: u64,
    leaves: Option<u64>,
    time: Duration,
    score: Option<Score>,
    best: Option<String>,
}

impl MeasuredSearch {
    /// The search of a request about positions of a variant.
    ///
    /// # Errors
    /// When it makes no sense.
    pub fn new(variant: &str, by: String, depth: u32, ms: Option<u64>) -> Result<Self, Refused> {
        if !(1..=DEEPEST).contains(&depth) {
            return Err(bad_search(format!("depth: expected 1 to {DEEPEST}")));
        }
        let ms = ms.unwrap_or(USUAL_MS);
        if !(1..=LONGEST_MS).contains(&ms) {
            return Err(bad_search(format!("ms: expected 1 to {LONGEST_MS}")));
        }
        games::new_laboratory(variant)?;
        let searcher = find(variant, &by)?;
        Ok(Self { searcher, by, depth, longest: Duration::from_millis(ms) })
    }

    /// Searches until it ends, its time is over, or `control` says stop.
    ///
    /// # Errors
    /// Why it failed, in English.
    pub fn run(&self, session: &dyn Session, control: &Control) -> Result<SearchCost, String> {
        match &self.searcher {
            MeasuredSearcher::Technique(techniques) => {
                self.technique(session, *techniques, control)
            }
            MeasuredSearcher::Machine(id) => self.machine(session, id, control),
        }
    }

    fn technique(
        &self,
        session: &dyn Session,
        techniques: Techniques,
        control: &Control,
    ) -> Result<SearchCost, String> {
        let laboratory = games::new_laboratory(session.variant().id);
        let mut laboratory = laboratory.map_err(|error| error.to_string())?;
        let measured =
            laboratory.measure(session, techniques, self.depth, Some(self.longest), control);
        let measured = measured.map_err(|error| error.to_string())?;
        Ok(SearchCost {
            is_whole: measured.is_whole,
            nodes: measured.nodes,
            leaves: Some(measured.counters.leaves),
            time: measured.time,
            score: Some(measured.score),
            best: measured.pv.into_iter().next(),
        })
    }

    /// Searches with a machine of a textbook.
    fn machine(
        &self,
        session: &dyn Session,
        id: &str,
        control: &Control,
    ) -> Result<SearchCost, String> {
        let engine = games::new_preset(session.variant().id, id);
        let mut engine = engine.map_err(|error| error.to_string())?;
        let depth = self.depth.to_string();
        engine.set_option("Depth", &depth).map_err(|error| error.to_string())?;
        let limits = Limits { move_time: Some(self.longest), ..Limits::default() };
        let found = engine.search(session, &limits, control, &mut |_| {});
        let found = found.map_err(|error| error.to_string())?;
        let Some(info) = found.info else {
            return Ok(SearchCost::default());
        };
        let is_in_time = info.time < self.longest && !control.is_stopped();
        Ok(SearchCost {
            is_whole: is_in_time && info.depth >= self.depth,
            nodes: info.nodes,
            leaves: None,
            time: info.time,
            score: Some(info.score),
            best: found.best,
        })
    }

    /// The answer to the request with this id; without a cost, the search failed.
    #[must_use]
    pub fn answer(&self, request: String, cost: Option<SearchCost>) -> LabMeasured {
        let state = match &cost {
            Some(cost) if cost.is_whole => LabState::Done,
            Some(_) => LabState::Limit,
            None => LabState::Failed,
        };
        let cost = cost.unwrap_or_default();
        LabMeasured {
            request,
            by: self.by.clone(),
            depth: self.depth,
            state,
            nodes: cost.nodes,
            leaves: cost.leaves,
            time_us: u64::try_from(cost.time.as_micros()).unwrap_or(u64::MAX),
            score: cost.score,
            best: cost.best,
        }
    }
}

/// The technique or the machine with this id.
fn find(variant: &str, by: &str) -> Result<MeasuredSearcher, Refused> {
    if games::presets(variant)?.iter().any(|preset| preset.id == by) {
        return Ok(MeasuredSearcher::Machine(by.to_owned()));
    }
    let rung = ladder::find(by).map_err(|error| unknown_technique(&error))?;
    let techniques = ladder::techniques(rung).map_err(|error| unknown_technique(&error))?;
    Ok(MeasuredSearcher::Technique(techniques))
}
