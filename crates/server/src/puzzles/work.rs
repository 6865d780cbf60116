//! The task that looks for puzzles: one game after another, one search at a time, behind everything else.

use super::alike::SimilarPuzzles;
use super::kept::{self, GameSearch};
use super::{Inner, id};
use engine::BestMove;
use hall::puzzles::{Finder, Puzzle, SearchRequest};
use pool::{Question, SearchClass, SearchJob};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use store::{LeaseKey, PuzzleFilter, PuzzlePlace, StoreError, StoredPuzzleSearch};
use tokio::time::sleep;

/// After a failure of the disk, and between two looks for what other nodes have left.
const PAUSE: Duration = Duration::from_secs(20);
/// How many puzzles of a game are compared with new ones.
const KNOWN: u32 = 200;

/// Why the search of a game stops.
enum SearchStop {
    /// It was cancelled, or the game was deleted.
    Cancelled,
    /// Its data or its searches fail: it is not tried again before the hall opens again.
    Failed(String),
    /// The store fails.
    Store(StoreError),
}

impl From<StoreError> for SearchStop {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict => Self::Cancelled,
            StoreError::Damaged { what, .. } => Self::Failed(what),
            other => Self::Store(other),
        }
    }
}

/// Works until the task is aborted.
pub(super) async fn serve(inner: Arc<Inner>) {
    let (mut failed, mut alike) = (HashSet::new(), SimilarPuzzles::default());
    loop {
        match next(&inner, &failed).await {
            Ok(Some(game)) => match one(&inner, &game, &mut alike).await {
                Ok(()) | Err(SearchStop::Cancelled) => {}
                Err(SearchStop::Failed(why)) => {
                    tracing::warn!("puzzles of game {game}: {why}");
                    failed.insert(game);
                }
                Err(SearchStop::Store(error)) => {
                    tracing::warn!("puzzles of game {game}: {error}");
                    sleep(PAUSE).await;
                }
            },
            Ok(None) if inner.is_shared => {
                tokio::select! {
                    () = inner.changed.notified() => {}
                    () = sleep(PAUSE) => {}
                }
            }
            Ok(None) => inner.changed.notified().await,
            Err(error) => {
                tracing::warn!("puzzles: {error}");
                sleep(PAUSE).await;
            }
        }
    }
}

/// The next game that this node is to search.
async fn next(inner: &Inner, failed: &HashSet<String>) -> Result<Option<String>, StoreError> {
    for game in inner.store.puzzles_under_way().await? {
        if failed.contains(&game) {
            continue;
        }
        let search = match inner.store.puzzle_search(&game).await {
            Ok(Some(search)) => read(&search),
            // It has ended in the meantime.
            Ok(None) => continue,
            Err(StoreError::Damaged { what, .. }) => Err(what),
            Err(error) => return Err(error),
        };
        let is_own = match &search {
            Ok(search) => {
                inner.nodes.must_hold(&LeaseKey::Study(search.study.clone())).await.is_ok()
            }
            // Whoever comes first says what is wrong.
            Err(_) => true,
        };
        if is_own {
            return Ok(Some(game));
        }
    }
    Ok(None)
}

fn read(stored: &StoredPuzzleSearch) -> Result<GameSearch, String> {
    serde_json::from_str(&stored.body).map_err(|error| format!("the stored search: {error}"))
}

/// Searches what is left of a game.
async fn one(inner: &Inner, game: &str, alike: &mut SimilarPuzzles) -> Result<(), SearchStop> {
    let Some(stored) = inner.store.puzzle_search(game).await? else {
        return Err(SearchStop::Cancelled);
    };
    let mut search = read(&stored).map_err(SearchStop::Failed)?;
    let mut finder = match search.finder() {
        Ok(finder) => finder,
        Err(why) => return fail(inner, game, search, why).await,
    };
    for puzzle in known(inner, game).await? {
        finder.knows(puzzle);
    }
    search.learn(&finder);
    while let Some(ask) = finder.next() {
        match searched(inner, game, ask).await? {
            Ok(found) => finder.answer(&found),
            Err(why) => return fail(inner, game, search, why).await,
        }
        if search.learn(&finder) {
            note(inner, game, &search, true, &mut finder, alike).await?;
        }
    }
    note(inner, game, &search, false, &mut finder, alike).await
}

/// Ends a search that cannot go on.
async fn fail(
    inner: &Inner,
    game: &str,
    mut search: GameSearch,
    why: String,
) -> Result<(), SearchStop> {
    search.failure = Some(why.clone());
    let ended = StoredPuzzleSearch { game: game.to_owned(), under_way: false, body: search.text() };
    inner.store.note_puzzles(ended, Vec::new()).await?;
    Err(SearchStop::Failed(why))
}

async fn note(
    inner: &Inner,
    game: &str,
    search: &GameSearch,
    under_way: bool,
    finder: &mut Finder,
    alike: &mut SimilarPuzzles,
) -> Result<(), SearchStop> {
    let noted = StoredPuzzleSearch { game: game.to_owned(), under_way, body: search.text() };
    let found = alike.sift(inner, game, finder.take()).await?;
    let found = found.iter().map(kept::new).collect();
    Ok(inner.store.note_puzzles(noted, found).await?)
}

/// The puzzles of a game that were found before.
async fn known(inner: &Inner, game: &str) -> Result<Vec<Puzzle>, SearchStop> {
    let page = inner.store.list_puzzles(PuzzleFilter::of_game(game), None, KNOWN).await?;
    let mut known = Vec::new();
    for place in page.places {
        match inner.store.puzzle(&place).await {
            Ok(Some(stored)) => match serde_json::from_str(&stored.body) {
                Ok(puzzle) => known.push(puzzle),
                Err(error) => unreadable(&place, &error),
            },
            Ok(None) => {}
            Err(StoreError::Damaged { what, .. }) => unreadable(&place, &what),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(known)
}

fn unreadable(place: &PuzzlePlace, why: &dyn std::fmt::Display) {
    tracing::warn!("puzzle {} cannot be read: {why}", id(place));
}

/// Searches a position in the pool. The inner error is that of the search.
async fn searched(
    inner: &Inner,
    game: &str,
    ask: SearchRequest,
) -> Result<Result<BestMove, String>, SearchStop> {
    let name = format!("puzzles of {game}");
    let question = Question::Move(ask.limits);
    let job = SearchJob::new(&name, ask.session, question, SearchClass::Puzzle, inner.table_mb)
        .for_client("hall")
        .forgetting(true);
    let mut search = inner.pool.search(job);
    loop {
        tokio::select! {
            found = search.found() => match found {
                Some(found) => return Ok(found.map_err(|why| why.message)),
                // The pool closes, and the hall with it.
                None => return std::future::pending().await,
            },
            () = inner.changed.notified() => {
                // Another game was added, or this one was cancelled.
                let is_wanted = inner.store.puzzle_search(game).await?.is_some_and(|one| one.under_way);
                if !is_wanted {
                    return Err(SearchStop::Cancelled);
                }
            }
        }
    }
}
