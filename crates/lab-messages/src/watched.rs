//! The engine watched at its root while it thinks.

use crate::{LabSearchPosition, bad_search};
use engine::laboratory::Iteration;
use engine::{Control, Score, Session, WatchLimits};
use game::Side;
use hall_messages::Refused;
use std::time::Duration;
use wire::{LabIteration, LabRootMove};

/// The time if none is asked for.
const USUAL_MS: u64 = 3_000;
/// The longest time.
const LONGEST_MS: u64 = 10_000;
/// The greatest depth.
const DEEPEST: u32 = 30;
/// The most nodes.
const MOST_NODES: u64 = 5_000_000;

/// A search that can be watched.
#[derive(Copy, Clone, Debug)]
pub struct WatchedSearch(WatchLimits);

impl WatchedSearch {
    /// The search of a request about positions of a variant.
    ///
    /// # Errors
    /// When it makes no sense.
    pub fn new(
        variant: &str,
        ms: Option<u64>,
        depth: Option<u32>,
        nodes: Option<u64>,
    ) -> Result<Self, Refused> {
        let ms = ms.unwrap_or(USUAL_MS);
        if !(1..=LONGEST_MS).contains(&ms) {
            return Err(bad_search(format!("ms: expected 1 to {LONGEST_MS}")));
        }
        let depth = depth.unwrap_or(DEEPEST);
        if !(1..=DEEPEST).contains(&depth) {
            return Err(bad_search(format!("depth: expected 1 to {DEEPEST}")));
        }
        let nodes = nodes.unwrap_or(MOST_NODES);
        if !(1..=MOST_NODES).contains(&nodes) {
            return Err(bad_search(format!("nodes: expected 1 to {MOST_NODES}")));
        }
        games::new_laboratory(variant)?;
        Ok(Self(WatchLimits { depth, time: Duration::from_millis(ms), nodes }))
    }

    /// Searches; `each` receives every iteration.
    ///
    /// # Errors
    /// Why it failed, in English.
    pub fn run(
        self,
        session: &dyn Session,
        control: &Control,
        each: &mut (dyn FnMut(Iteration) + Send),
    ) -> Result<(), String> {
        let laboratory = games::new_laboratory(session.variant().id);
        let mut laboratory = laboratory.map_err(|error| error.to_string())?;
        let watched = laboratory.watch(session, self.0, control, each);
        watched.map(|_| ()).map_err(|error| error.to_string())
    }

    /// The last message about a search, whose last iteration had this depth.
    #[must_use]
    pub const fn ended(depth: u32, message: Option<String>) -> LabIteration {
        LabIteration {
            depth,
            score: None,
            best: Vec::new(),
            nodes: 0,
            time_ms: 0,
            moves: Vec::new(),
            done: true,
            message,
        }
    }
}

impl LabSearchPosition {
    /// An iteration of a search from here.
    #[must_use]
    pub fn iteration(&self, iteration: &Iteration) -> LabIteration {
        let game = &self.game;
        let score = |score: Score| {
            if game.side_to_move() == Side::First { score } else { negated(score) }
        };
        let moves = iteration.moves.iter().zip(1..).map(|(look, order)| LabRootMove {
            text: look.text.clone(),
            notations: hall::notations(game.write_all(&look.text).unwrap_or_default()),
            order,
            nodes: look.nodes,
            time_us: u64::try_from(look.time.as_micros()).unwrap_or(u64::MAX),
            score: look.score.map(score),
            favourite: look.is_favourite,
        });
        LabIteration {
            depth: iteration.depth,
            score: iteration.score.map(score),
            best: self.line(&iteration.pv),
            nodes: iteration.nodes,
            time_ms: u64::try_from(iteration.time.as_millis()).unwrap_or(u64::MAX),
            moves: moves.collect(),
            done: false,
            message: None,
        }
    }
}

/// A score for the other side.
const fn negated(score: Score) -> Score {
    match score {
        Score::Cp(cp) => Score::Cp(-cp),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}
