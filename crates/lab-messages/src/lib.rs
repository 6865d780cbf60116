//! What the lab answers, as messages of `wire`: searches recorded step by step, searches that are only measured, the engine
//! watched while it thinks, evaluations taken apart. The server sends them, and the hall in a browser (`local-hall`) gives
//! them to its page.
//!
//! Nothing here has a thread or a clock: whoever searches says when a search ends. No game is named.

mod budget;
mod evaluation;
mod leaves;
mod measured;
mod position;
mod recorded;
mod tape;
mod watched;

pub use budget::EventBudget;
pub use evaluation::evaluation;
pub use leaves::minimax_leaves;
pub use measured::{MeasuredSearch, SearchCost};
pub use position::{LabSearchPosition, line};
pub use recorded::{RecordedEnd, RecordedSearch};
pub use tape::Tape;
pub use watched::WatchedSearch;

use engine::ladder;
use hall_messages::{Refused, shortened};
use wire::{Lab, LabTechnique, LabVariant};

/// The memory of a search of the lab, in MiB: its table and what learns.
pub const MEMORY_MB: u32 = 16;

/// How many openings of a variant are offered for matches.
const OPENINGS: usize = 20;

/// What the lab can show.
#[must_use]
pub fn offer() -> Lab {
    let technique = |rung: &'static ladder::Rung| LabTechnique {
        id: rung.id.to_owned(),
        exact: rung.exact,
        adds: words(rung.adds),
        beside: !ladder::LADDER.contains(rung),
    };
    let has_lab = |id: &str| games::new_laboratory(id).is_ok();
    let variants = games::variants().iter().filter(|variant| has_lab(variant.id));
    let variants = variants.map(|variant| LabVariant {
        id: variant.id.to_owned(),
        evaluations: words(games::evaluations(variant.id).unwrap_or_default()),
        openings: openings(variant.id),
    });
    Lab {
        techniques: ladder::all().map(technique).collect(),
        deepest: recorded::DEEPEST,
        most_nodes: recorded::MOST_NODES,
        deepest_measured: measured::DEEPEST,
        longest_ms: measured::LONGEST_MS,
        variants: variants.collect(),
    }
}

/// Openings for matches of strengths, after which neither side is ahead: the moves of each from the start, in engine
/// notation. Empty where there are none.
fn openings(variant: &str) -> Vec<Vec<String>> {
    let lines = games::balanced_openings(variant).unwrap_or_default();
    lines.into_iter().take(OPENINGS).map(|line| words(&line)).collect()
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// A search that makes no sense.
fn bad_search(message: String) -> Refused {
    Refused::impossible("bad-search", message)
}

/// A technique that does not exist.
fn unknown_technique(error: &dyn std::fmt::Display) -> Refused {
    Refused::impossible("unknown-technique", shortened(&error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_openings_can_be_played_and_go_on() {
        let mut offered = 0;
        for variant in games::variants().iter().map(|variant| variant.id) {
            let openings = openings(variant);
            if openings.is_empty() {
                continue;
            }
            offered += 1;
            assert_eq!(openings.len(), OPENINGS, "{variant}");
            for opening in &openings {
                let mut session = games::new_session(variant, None, None).unwrap();
                for text in opening {
                    assert_eq!(session.push(text).unwrap().text, *text, "{variant}: {opening:?}");
                }
                assert!(session.verdict().is_none(), "{variant}: {opening:?}");
            }
            let other: std::collections::BTreeSet<_> = openings.iter().collect();
            assert_eq!(other.len(), OPENINGS, "{variant}: an opening stands twice");
        }
        assert_eq!(offered, 6);
    }
}
