//! What is stored of puzzles and of the search for them.

use hall::puzzles::{Finder, Puzzle, Suspect};
use serde::{Deserialize, Serialize};

/// The search of a game for puzzles: the game as it was reviewed, and what is left of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GameSearch {
    /// The study whose review found where to look: the node that serves it looks for the puzzles.
    pub(crate) study: String,
    variant: String,
    rules: String,
    start: String,
    moves: Vec<String>,
    /// Nodes of each search.
    nodes: u64,
    /// The positions to look at from the beginning.
    pub(crate) total: u32,
    /// Those that are left: the number of moves before each, and the chance that the move of the game lost.
    left: Vec<(usize, f64)>,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) failure: Option<String>,
}

/// A game that was reviewed.
#[derive(Copy, Clone, Debug)]
pub(crate) struct ReviewedGame<'a> {
    pub(crate) study: &'a str,
    pub(crate) variant: &'a str,
    pub(crate) rules: &'a str,
    pub(crate) start: &'a str,
    pub(crate) moves: &'a [String],
}

impl GameSearch {
    pub(crate) fn new(of: ReviewedGame<'_>, suspects: &[Suspect], nodes: u64) -> Self {
        let left: Vec<_> = suspects.iter().map(|one| (one.ply, one.loss)).collect();
        Self {
            study: of.study.to_owned(),
            variant: of.variant.to_owned(),
            rules: of.rules.to_owned(),
            start: of.start.to_owned(),
            moves: of.moves.to_vec(),
            nodes,
            total: u32::try_from(left.len()).unwrap_or(u32::MAX),
            left,
            failure: None,
        }
    }

    /// The search as far as it is.
    ///
    /// # Errors
    /// When the game cannot be played, in words: it was stored by another version of the rules.
    pub(crate) fn finder(&self) -> Result<Finder, String> {
        let start = games::new_session(&self.variant, Some(&self.rules), Some(&self.start))
            .map_err(|error| error.to_string())?;
        let left: Vec<_> = self.left.iter().map(|&(ply, loss)| Suspect { ply, loss }).collect();
        Finder::new(start, &self.moves, &left, self.nodes).map_err(|error| error.to_string())
    }

    /// Notes what is left; whether that has changed.
    pub(crate) fn learn(&mut self, finder: &Finder) -> bool {
        let left: Vec<_> = finder.left().map(|one| (one.ply, one.loss)).collect();
        let has_changed = left.len() != self.left.len();
        self.left = left;
        has_changed
    }

    /// How far it is, for people.
    pub(crate) fn shown(&self, under_way: bool) -> wire::PuzzleSearch {
        let left = u32::try_from(self.left.len()).unwrap_or(u32::MAX);
        wire::PuzzleSearch { under_way, done: self.total.saturating_sub(left), total: self.total }
    }

    pub(crate) fn text(&self) -> String {
        text(self)
    }
}

/// A puzzle to be stored.
pub(crate) fn new(puzzle: &Puzzle) -> store::NewPuzzle {
    store::NewPuzzle {
        ply: u32::try_from(puzzle.ply()).unwrap_or(u32::MAX),
        variant: puzzle.variant.clone(),
        body: text(puzzle),
    }
}

/// JSON of types that have no content that JSON cannot hold.
fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings, finite numbers and lists are always JSON")
}
