//! Moves that a puzzle does not know: each is searched once, when somebody tries it.

use super::{PuzzleKey, Puzzles};
use crate::quotas::{QuotaKind, Quotas};
use crate::refusal::Refusal;
use crate::request;
use hall::puzzles::{Alternative, AlternativeResult, thresholds};
use pool::{Question, SearchClass, SearchJob};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// So many times the nodes of the search that found the puzzle.
const TIMES: u64 = 5;
/// The most nodes of a search that somebody waits for.
const MOST_NODES: u64 = 1_000_000;
/// So many moves are remembered.
const MOST: usize = 10_000;

/// What was found of moves, by the puzzle, the number of moves of its solution before, and the move.
#[derive(Debug, Default)]
pub(super) struct AlternativeCache(Mutex<HashMap<(String, usize, String), AlternativeResult>>);

impl Puzzles {
    /// The nodes of a search that somebody waits for: more than found the puzzle, since a move is called wrong by it.
    pub(crate) fn nodes_of_try(&self) -> u64 {
        match self.inner.effort {
            0 => thresholds::NODES,
            nodes => nodes.saturating_mul(TIMES).min(MOST_NODES),
        }
    }

    /// Whether a move is right that this puzzle does not know, after so many moves of its solution.
    ///
    /// # Errors
    /// When the client has too many searches, or this one fails.
    pub(crate) async fn judge(
        &self,
        puzzle: &PuzzleKey,
        at: usize,
        m: String,
        mut alternative: Alternative,
        quotas: &Quotas,
    ) -> Result<AlternativeResult, Refusal> {
        let key = (puzzle.text(), at, m);
        if let Some(judged) = self.inner.judged.get(&key) {
            return Ok(judged);
        }
        if let Some(settled) = alternative.settled() {
            return Ok(settled);
        }
        let client = request::client();
        let _share = quotas.take(client, QuotaKind::Analysis)?;
        loop {
            let ask = alternative.ask();
            let (name, question) = (format!("puzzle {}", key.0), Question::Move(ask.limits));
            let job = SearchJob::new(
                &name,
                ask.session,
                question,
                SearchClass::Person,
                self.inner.table_mb,
            )
            .for_client(&client.to_string())
            .forgetting(true);
            // When the client goes away, the search is dropped and ends.
            let Some(found) = self.inner.pool.search(job).found().await else {
                return Err(Refusal::busy("closing", "the hall is closing"));
            };
            let found = found.map_err(|why| Refusal::internal("a move of a puzzle", &why))?;
            if let Some(judged) = alternative.answer(&found) {
                self.inner.judged.put(key, judged.clone());
                return Ok(judged);
            }
        }
    }
}

impl AlternativeCache {
    fn get(&self, key: &(String, usize, String)) -> Option<AlternativeResult> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    fn put(&self, key: (String, usize, String), judged: AlternativeResult) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(key, judged);
    }
}
