//! Compares the moves of rated games between people with the engine's, one search at a time and behind everything else. Only
//! moderators are told what is found.
//!
//! The store is the queue: the rated games that were not compared yet.

use crate::config::Config;
use crate::live::Games;
use crate::nodes::{NodeStore, Nodes};
use crate::view;
use hall::agreement::{AgreementWork, SearchRequest, SideCounts};
use hall::{Moment, Seat, Side};
use pool::{Pool, Question, SearchClass, SearchJob};
use std::sync::Arc;
use std::time::Duration;
use store::{GameAgreement, LeaseKey, RatedPart, Store, StoreError};
use tokio::sync::{Notify, watch};

/// Between two looks for games that were not noticed here, and after a failure of the disk.
const PAUSE: Duration = Duration::from_secs(60);
/// Games that ended earlier are not compared any more: what a busy hall cannot do, it leaves.
const DAYS: i64 = 7;
/// What a moderator sees is of the last days.
const SHOWN_DAYS: i64 = 180;
const DAY_MS: i64 = 86_400_000;

/// The comparison of a hall, which works until the hall closes.
#[derive(Debug)]
pub(crate) struct Agreements {
    store: Store,
    nodes: Nodes,
    games: Games,
    pool: Pool,
    /// Nodes of each search.
    nodes_of_search: u64,
    table_mb: u32,
    /// A game has ended.
    ended: Arc<Notify>,
}

/// Since when games are shown to moderators.
pub(crate) fn shown_since() -> Moment {
    ago(SHOWN_DAYS)
}

fn ago(days: i64) -> Moment {
    Moment(view::now().0 - days * DAY_MS)
}

impl Agreements {
    /// `None` where nothing is compared: there are no moderators, or the configuration says so.
    pub(crate) fn new(
        NodeStore { store, nodes }: &NodeStore,
        games: &Games,
        pool: &Pool,
        config: &Config,
        ended: &Arc<Notify>,
    ) -> Option<Self> {
        let is_wanted = config.has_accounts() && config.compare_nodes > 0;
        is_wanted.then(|| Self {
            store: store.clone(),
            nodes: nodes.clone(),
            games: games.clone(),
            pool: pool.clone(),
            nodes_of_search: config.compare_nodes,
            table_mb: pool::table_mb(u8::MAX, config.hash_mb),
            ended: Arc::clone(ended),
        })
    }

    /// Works until the hall closes.
    pub(crate) async fn serve(self, mut closing: watch::Receiver<bool>) {
        tokio::select! {
            () = self.work() => {}
            _ = closing.changed() => {}
        }
    }

    async fn work(&self) {
        loop {
            match self.next().await {
                Ok(true) => {}
                Ok(false) => {
                    // Which one comes first does not matter.
                    let _ = tokio::time::timeout(PAUSE, self.ended.notified()).await;
                }
                Err(error) => {
                    tracing::warn!("moves are not compared: {error}");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    /// Compares the next game; `false` if there is none for this node.
    async fn next(&self) -> Result<bool, StoreError> {
        let waiting = self.store.parts_to_compare(ago(DAYS)).await?;
        for parts in waiting.chunk_by(|one, other| one.game == other.game) {
            let game = &parts[0].game;
            // Another node may do it.
            if self.nodes.must_hold(&LeaseKey::Game(game.clone())).await.is_err() {
                continue;
            }
            let found = match self.compared(game, parts).await {
                Ok(found) => found,
                Err(why) => {
                    tracing::warn!("the moves of game {game} are not compared: {why}");
                    parts.iter().map(|part| self.agreement(part, SideCounts::default())).collect()
                }
            };
            self.store.keep_agreements(found).await?;
            return Ok(true);
        }
        Ok(false)
    }

    fn agreement(&self, part: &RatedPart, counts: SideCounts) -> GameAgreement {
        GameAgreement {
            part: part.clone(),
            compared: counts.compared,
            agreed: counts.agreed,
            nodes: self.nodes_of_search,
        }
    }

    /// Compares a game. What fails fails again: nothing is said of such a game.
    async fn compared(
        &self,
        game: &str,
        parts: &[RatedPart],
    ) -> Result<Vec<GameAgreement>, String> {
        let played = self.games.view(game).await.map_err(|refusal| refusal.problem.message)?;
        let start = games::new_session(&played.variant, Some(&played.rules), Some(&played.start));
        let moves: Vec<String> = played.moves.iter().map(|one| one.text.clone()).collect();
        let work = AgreementWork::new(
            start.map_err(|error| error.to_string())?,
            &moves,
            self.nodes_of_search,
        );
        let mut work = work.map_err(|error| error.to_string())?;
        while let Some(request) = work.next() {
            work.answer(&self.searched(game, request).await?);
        }
        let of = |part: &RatedPart| {
            let is_own = |side: &Side| match played.players[side.index()].seat() {
                Some(Seat::Taken { person }) => *person == part.person,
                _ => false,
            };
            let side = Side::ALL.into_iter().find(is_own);
            self.agreement(part, side.map(|side| work.counts(side)).unwrap_or_default())
        };
        Ok(parts.iter().map(of).collect())
    }

    /// Searches a position in the pool.
    async fn searched(
        &self,
        game: &str,
        request: SearchRequest,
    ) -> Result<engine::BestMove, String> {
        let SearchRequest { session, limits } = request;
        let name = format!("moves of {game}");
        let question = Question::Move(limits);
        let job = SearchJob::new(&name, session, question, SearchClass::Puzzle, self.table_mb)
            .for_client("hall")
            .forgetting(true);
        match self.pool.search(job).found().await {
            Some(found) => found.map_err(|why| why.message),
            // The pool closes, and the hall with it.
            None => std::future::pending().await,
        }
    }
}
