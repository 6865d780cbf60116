//! Puzzles: those out of the hall's games, looked for after a review, one game after another, and those that come with the
//! program. Both are played alike.
//!
//! The store is the queue: a game that is to be searched is stored at once, so that the search goes on after a restart.

mod alike;
mod judge;
mod kept;
mod key;
mod shipped;
mod work;

pub(crate) use kept::GameSearch;
pub(crate) use key::{PuzzleKey, id, place};
pub(crate) use shipped::{daily, shipped};

use crate::config::Config;
use crate::live::Games;
use crate::nodes::{NodeStore, Nodes};
use crate::people::HallMode;
use crate::refusal::Refusal;
use hall::puzzles::Suspect;
use hall::review::ReviewHead;
use hall_messages::PuzzleSession;
use kept::ReviewedGame;
use pool::Pool;
use std::sync::{Arc, Mutex, PoisonError};
use store::{PuzzlePlace, Store, StoredPuzzle, StoredPuzzleSearch};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// The search for puzzles of a hall.
#[derive(Clone, Debug)]
pub(crate) struct Puzzles {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    nodes: Nodes,
    pool: Pool,
    games: Games,
    /// Nodes of each search; 0: none are looked for.
    effort: u64,
    table_mb: u32,
    /// For whom the hall is.
    mode: HallMode,
    /// Whether other nodes may leave work behind.
    is_shared: bool,
    /// Something was added or cancelled.
    changed: Notify,
    task: Mutex<Option<JoinHandle<()>>>,
    /// What was found of moves that puzzles do not know.
    judged: judge::AlternativeCache,
}

/// What the game of a variant calls a puzzle.
pub(crate) fn terms(variant: &str) -> engine::PuzzleTerms {
    let session = games::new_session(variant, None, None);
    session.map_or(engine::PuzzleTerms::USUAL, |session| session.puzzle_terms())
}

/// A puzzle out of a game of the hall, to be played.
pub(crate) fn stored(stored: StoredPuzzle) -> Result<PuzzleSession, Refusal> {
    let id = id(&stored.place);
    let puzzle = serde_json::from_str(&stored.body)
        .map_err(|error| Refusal::internal(&format!("puzzle {id}"), &error))?;
    let PuzzlePlace { game, ply } = stored.place;
    Ok(PuzzleSession::of_game(id, game, ply, puzzle, (stored.tries, stored.solved))?)
}

impl Puzzles {
    pub(crate) fn new(
        NodeStore { store, nodes }: NodeStore,
        pool: Pool,
        games: Games,
        config: &Config,
    ) -> Self {
        let inner = Inner {
            store,
            nodes,
            pool,
            games,
            effort: config.puzzle_nodes,
            table_mb: pool::table_mb(u8::MAX, config.hash_mb),
            mode: config.mode,
            is_shared: config.database.is_some(),
            changed: Notify::new(),
            task: Mutex::default(),
            judged: judge::AlternativeCache::default(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Begins to work, with what was under way when the hall closed.
    pub(crate) fn open(&self) {
        if self.inner.effort > 0 {
            let task = tokio::spawn(work::serve(Arc::clone(&self.inner)));
            *self.inner.task.lock().unwrap_or_else(PoisonError::into_inner) = Some(task);
        }
    }

    /// Ends the work. It goes on when the hall opens again.
    pub(crate) fn close(&self) {
        let task = self.inner.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task {
            task.abort();
        }
    }

    /// Takes a game whose review is done: its puzzles are looked for in these positions, if that was never done.
    pub(crate) async fn look_for(&self, study: &str, head: &ReviewHead, suspects: Vec<Suspect>) {
        let Some(game) = head.game.as_deref().filter(|_| self.inner.effort > 0) else { return };
        if let Err(refusal) = self.begin(study, game, head, suspects).await {
            tracing::warn!("puzzles of game {game}: {}", refusal.problem.message);
        }
    }

    async fn begin(
        &self,
        study: &str,
        game: &str,
        head: &ReviewHead,
        mut suspects: Vec<Suspect>,
    ) -> Result<(), Refusal> {
        let played = self.inner.games.view(game).await?;
        if (&played.variant, &played.start) != (&head.variant, &head.start) {
            return Ok(());
        }
        // The main line of a study may leave the game.
        let mut moves: Vec<String> = Vec::with_capacity(head.moves.len());
        for (own, of_game) in head.moves.iter().zip(&played.moves) {
            if own.text != of_game.text {
                break;
            }
            moves.push(own.text.clone());
        }
        suspects.retain(|one| one.ply <= moves.len());
        let (variant, rules, start) = (&head.variant, &head.rules, &head.start);
        let of = ReviewedGame { study, variant, rules, start, moves: &moves };
        let search = GameSearch::new(of, &suspects, self.inner.effort);
        if self.inner.store.begin_puzzles(game, search.text()).await? {
            self.inner.changed.notify_one();
        }
        Ok(())
    }

    /// Ends the search of a game. What was found is kept.
    pub(crate) async fn cancel(&self, game: &str) -> Result<(), Refusal> {
        let none = || Refusal::not_found("puzzles are not looked for in this game");
        let search = self.inner.store.puzzle_search(game).await?.ok_or_else(none)?;
        let ended = StoredPuzzleSearch { under_way: false, ..search };
        match self.inner.store.note_puzzles(ended, Vec::new()).await {
            // It has ended by itself.
            Ok(()) | Err(store::StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
        self.inner.changed.notify_one();
        Ok(())
    }
}
