//! The lab: searches recorded step by step, evaluations taken apart, the engine watched while it thinks.
//!
//! A recorded search belongs to the connection that asked for it. Searches run in the pool like any other; no game is
//! named here.

mod budget;
mod evaluation;
mod leaves;
mod measured;
mod position;
mod recording;
mod tape;
mod watched;

pub(crate) use budget::EventBudget;
pub(crate) use evaluation::evaluation;
pub(crate) use measured::MeasuredSearch;
pub(crate) use position::{SearchPosition, line};
pub(crate) use recording::{RecordingRequest, Recordings};
pub(crate) use watched::WatchedSearch;

use wire::{Lab, LabTechnique, LabVariant};

/// The greatest depth of a recorded search.
pub(crate) const DEEPEST: u32 = 6;
/// The most nodes of a recorded search.
pub(crate) const MOST_NODES: u32 = 1_000_000;

/// What the lab can show.
pub(crate) fn offer() -> Lab {
    let technique = |rung: &'static lab::ladder::Rung| LabTechnique {
        id: rung.id.to_owned(),
        exact: rung.exact,
        adds: rung.adds.iter().map(|&part| part.to_owned()).collect(),
        beside: !lab::ladder::LADDER.contains(rung),
    };
    let has_lab = |id: &str| games::new_laboratory(id).is_ok();
    let variants = games::variants().iter().filter(|variant| has_lab(variant.id));
    let variants = variants.map(|variant| LabVariant {
        id: variant.id.to_owned(),
        evaluations: words(games::evaluations(variant.id).unwrap_or_default()),
        openings: lab::openings::of(variant.id),
    });
    Lab {
        techniques: lab::ladder::all().map(technique).collect(),
        deepest: DEEPEST,
        most_nodes: MOST_NODES,
        deepest_measured: measured::DEEPEST,
        longest_ms: measured::LONGEST_MS,
        variants: variants.collect(),
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}
