//! Games whose players stay away: the clocks of rated ones, and of games by correspondence, run all the same.

use crate::live::Games;
use crate::people::HallMode;
use crate::view;
use std::time::Duration;
use store::{Store, StoreError};
use tokio::sync::watch;
use tokio::time::timeout;

/// Time between two looks.
const LOOK: Duration = Duration::from_secs(60);
/// The most games by correspondence that end by time at one look.
const MOST_DUE: u32 = 200;

/// Serves the rated games with clocks that nobody has opened since the hall or another node was closed, and the games by
/// correspondence whose time is up, so that who is to move and stays away loses by time. Ends when the hall closes.
pub(crate) async fn attend(
    mode: HallMode,
    games: Games,
    store: Store,
    mut closing: watch::Receiver<bool>,
) {
    // In a hall of one user nobody has a rating.
    while mode.has_people() {
        // A game by correspondence is served only when its time is up: whoever comes earlier opens it.
        serve(&games, store.due_games(view::now(), MOST_DUE).await).await;
        serve(&games, store.rated_under_way().await).await;
        if timeout(LOOK, closing.changed()).await.is_ok() {
            return;
        }
    }
}

async fn serve(games: &Games, found: Result<Vec<String>, StoreError>) {
    let found = match found {
        Ok(found) => found,
        Err(error) => return tracing::warn!("games cannot be looked after: {error}"),
    };
    for id in found {
        if let Err(refusal) = games.attend(&id).await {
            tracing::warn!("game {id}: {}", refusal.problem.message);
            // A hall with too many live games has no room for the next ones either.
            if refusal.problem.code == "too-many-live-games" {
                return;
            }
        }
    }
}
