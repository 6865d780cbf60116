//! Rated games whose players stay away: their clocks run all the same.

use crate::live::Games;
use crate::people::HallMode;
use std::time::Duration;
use store::Store;
use tokio::sync::watch;
use tokio::time::timeout;

/// Time between two looks.
const LOOK: Duration = Duration::from_secs(60);

/// Serves the rated games with clocks that nobody has opened since the hall or another node was closed, so that who is to
/// move and stays away loses by time. Ends when the hall closes.
pub(crate) async fn attend(
    mode: HallMode,
    games: Games,
    store: Store,
    mut closing: watch::Receiver<bool>,
) {
    // In a hall of one user nobody has a rating.
    while mode.has_people() {
        match store.rated_under_way().await {
            Ok(under_way) => {
                for id in under_way {
                    if let Err(refusal) = games.attend(&id).await {
                        tracing::warn!("rated game {id}: {}", refusal.problem.message);
                        // A hall with too many live games has no room for the next ones either.
                        if refusal.problem.code == "too-many-live-games" {
                            break;
                        }
                    }
                }
            }
            Err(error) => tracing::warn!("rated games cannot be looked after: {error}"),
        }
        if timeout(LOOK, closing.changed()).await.is_ok() {
            return;
        }
    }
}
