//! Reviews that begin by themselves when a game ends, if the person wants that.

use crate::client::ClientId;
use crate::live::Games;
use crate::refusal::Refusal;
use crate::review::Reviews;
use crate::study::Studies;
use std::sync::Arc;
use store::Store;
use tokio::sync::Notify;
use tokio::sync::mpsc::UnboundedReceiver;
use wire::{NewReview, Player};

/// A shorter game has nothing to review.
const SHORTEST: usize = 6;

/// What such a review needs.
#[derive(Debug)]
pub(crate) struct ReviewOnEnd {
    pub(crate) games: Games,
    pub(crate) studies: Studies,
    pub(crate) reviews: Reviews,
    pub(crate) store: Store,
    /// Who compares its moves hears of the end.
    pub(crate) heard: Arc<Notify>,
}

impl ReviewOnEnd {
    /// Waits for games that end, until the hall closes.
    pub(crate) async fn serve(self, mut ended: UnboundedReceiver<(String, ClientId)>) {
        while let Some((game, client)) = ended.recv().await {
            self.heard.notify_one();
            if let Err(refusal) = self.review(&game, client).await {
                tracing::warn!("the review of game {game}: {}", refusal.problem.message);
            }
        }
    }

    async fn review(&self, game: &str, client: ClientId) -> Result<(), Refusal> {
        if !self.store.preferences().await?.review_after {
            return Ok(());
        }
        let game = self.games.view(game).await?;
        let is_person = |player: &Player| matches!(player, Player::Person { .. });
        if !game.players.iter().any(is_person) || game.moves.len() < SHORTEST {
            return Ok(());
        }
        let study = self.studies.of_game(&game).await?;
        self.reviews.begin(&study, NewReview::default(), client).await?;
        Ok(())
    }
}
