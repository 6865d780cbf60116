//! Which puzzles are already in the hall: one that differs only in its game is not kept a second time.

use super::Inner;
use hall::puzzles::{Puzzle, likeness};
use std::collections::HashMap;
use store::{PuzzleFilter, PuzzlePlace, StoreError, Whose};

/// Puzzles that are listed at a time.
const PAGE: u32 = 500;

/// The puzzles of the variants that were asked for, by what they have in common.
#[derive(Debug, Default)]
pub(super) struct SimilarPuzzles(HashMap<String, HashMap<String, PuzzlePlace>>);

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
        for puzzle in found {
            let Some(text) = text(&puzzle) else {
                new.push(puzzle);
                continue;
            };
            if !self.0.contains_key(&puzzle.variant) {
                let stored = stored(inner, &puzzle.variant).await?;
                self.0.insert(puzzle.variant.clone(), stored);
            }
            let known = self.0.entry(puzzle.variant.clone()).or_default();
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

/// The stored puzzles of a variant.
async fn stored(inner: &Inner, variant: &str) -> Result<HashMap<String, PuzzlePlace>, StoreError> {
    let mut all = HashMap::new();
    let mut after: Option<PuzzlePlace> = None;
    // One of a private game is not there for others.
    let open = PuzzleFilter { seen_by: Some(&Whose::Nobody), ..PuzzleFilter::of_variant(variant) };
    loop {
        let page = inner.store.list_puzzles(open, after.as_ref(), PAGE).await?;
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
