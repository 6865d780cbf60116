//! Which puzzles somebody finds already: one that differs only in its game is not kept a second time.

use super::Inner;
use crate::people::open_games;
use hall::PersonId;
use hall::puzzles::{Puzzle, likeness};
use std::collections::HashMap;
use store::{PuzzleFilter, PuzzlePlace, StoreError, Whose};

/// Puzzles that are listed at a time.
const PAGE: u32 = 500;

/// Puzzles by what they have in common with others.
type Known = HashMap<String, PuzzlePlace>;

/// For each variant that was asked for the puzzles of those games that were asked for last.
#[derive(Debug, Default)]
pub(super) struct SimilarPuzzles(HashMap<String, (Vec<Whose>, Known)>);

impl SimilarPuzzles {
    /// Takes the new ones of these puzzles of a game, which are stored next.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) async fn sift(
        &mut self,
        inner: &Inner,
        game: &str,
        found: Vec<Puzzle>,
    ) -> Result<Vec<Puzzle>, StoreError> {
        let mut new = Vec::with_capacity(found.len());
        if found.is_empty() {
            return Ok(new);
        }
        let of = found_by_all(inner, game).await;
        for puzzle in found {
            let Some(text) = text(&puzzle) else {
                new.push(puzzle);
                continue;
            };
            if self.0.get(&puzzle.variant).is_none_or(|(known_of, _)| *known_of != of) {
                let stored = stored(inner, &puzzle.variant, &of).await?;
                self.0.insert(puzzle.variant.clone(), (of.clone(), stored));
            }
            let (_, known) = self.0.entry(puzzle.variant.clone()).or_default();
            // Its game may have been deleted since.
            if let Some(place) = known.get(&text)
                && inner.store.puzzle(place).await?.is_some()
            {
                continue;
            }
            let ply = u32::try_from(puzzle.ply()).unwrap_or(u32::MAX);
            known.insert(text, PuzzlePlace { game: game.to_owned(), ply });
            new.push(puzzle);
        }
        Ok(new)
    }
}

/// The games whose puzzles all people of a game find: those that are open to everybody, and if it has one person only, that one's.
async fn found_by_all(inner: &Inner, game: &str) -> Vec<Whose> {
    let open = open_games(inner.mode);
    let Ok(state) = inner.games.stored(game).await else { return vec![open] };
    if state.players().iter().any(|player| player.seat().is_some()) {
        return vec![open];
    }
    let maker = state.setup().maker.clone();
    // What nobody made is the host's.
    let hosts = maker.is_none();
    let id = maker.unwrap_or_else(|| PersonId(String::new()));
    vec![open, Whose::Person { id, hosts }]
}

/// The stored puzzles of a variant in such games.
async fn stored(inner: &Inner, variant: &str, of: &[Whose]) -> Result<Known, StoreError> {
    let mut all = HashMap::new();
    let mut after: Option<PuzzlePlace> = None;
    let filter = PuzzleFilter { of: Some(of), ..PuzzleFilter::of_variant(variant) };
    loop {
        let page = inner.store.list_puzzles(filter, after.as_ref(), PAGE).await?;
        for place in &page.places {
            let body = match inner.store.puzzle(place).await {
                Ok(Some(stored)) => stored.body,
                // It was deleted meanwhile, or cannot be read: it is like none.
                Ok(None) | Err(StoreError::Damaged { .. }) => continue,
                Err(error) => return Err(error),
            };
            let puzzle: Option<Puzzle> = serde_json::from_str(&body).ok();
            if let Some(text) = puzzle.as_ref().and_then(text) {
                all.entry(text).or_insert_with(|| place.clone());
            }
        }
        after = page.places.last().cloned().filter(|_| page.more);
        if after.is_none() {
            return Ok(all);
        }
    }
}

/// What a puzzle has in common with others; `None` if it cannot be played.
fn text(puzzle: &Puzzle) -> Option<String> {
    let (rules, start) = (Some(puzzle.rules.as_str()), Some(puzzle.start.as_str()));
    let mut session = games::new_session(&puzzle.variant, rules, start).ok()?;
    for m in &puzzle.moves {
        session.push(m).ok()?;
    }
    Some(likeness(puzzle, session.as_ref()))
}
