//! The offer of a game in the lobby: it stands as long as the seat is open and who made the game is connected; that of a game
//! by correspondence also for some days after.

use crate::live::actor::GameActor;
use crate::quotas::{QuotaKind, QuotaPermit};
use crate::view;
use hall::{Moment, Seat};
use std::time::Duration;
use tokio::time::Instant;

/// How often it is noted that the maker is still there.
const RENEWED: Duration = Duration::from_secs(25);
/// An offer that was not renewed for so long is nobody's any more: the node that had it has died.
pub(crate) const STALE: Duration = Duration::from_secs(80);

/// How long a game by correspondence is offered after its maker was there the last time.
const LASTING: Duration = Duration::from_secs(14 * 24 * 60 * 60);

/// The game stands in the lobby.
#[derive(Debug)]
pub(super) struct Offer {
    /// Its place among those of the client.
    _place: QuotaPermit,
    /// When it is to be renewed.
    pub(super) due: Instant,
}

impl GameActor {
    /// Offers the game, or ends the offer, as it is now.
    pub(super) async fn tend_offer(&mut self) {
        let setup = self.game.state().setup();
        let Some(maker) = setup.maker.clone().filter(|_| setup.in_lobby) else { return };
        let lasts = setup.clock.is_correspondence();
        let now = Instant::now();
        let is_wanted = self.is_open() && (lasts || self.visitors.has(&maker));
        let today = view::now();
        let lasting = i64::try_from(LASTING.as_millis()).unwrap_or(0);
        let seen = if lasts { Moment(today.0.saturating_add(lasting)) } else { today };
        let done = match &mut self.offer {
            Some(offer) if is_wanted && now < offer.due => Ok(()),
            Some(offer) if is_wanted => {
                offer.due = now + RENEWED;
                self.store.offer(&self.id, &maker, today, seen, false).await
            }
            Some(_) => {
                self.offer = None;
                self.store.withdraw_offer(&self.id).await
            }
            None if is_wanted => match self.quotas.take(self.client, QuotaKind::Challenge) {
                Ok(place) => {
                    self.offer = Some(Offer { _place: place, due: now + RENEWED });
                    self.store.offer(&self.id, &maker, today, seen, true).await
                }
                // The client has as many as it may have: this game has its link only.
                Err(_) => Ok(()),
            },
            None => Ok(()),
        };
        if let Err(error) = done {
            // The lobby is a list: the game itself lacks nothing.
            tracing::warn!("game {}: its offer: {error}", self.id);
        }
    }

    /// Whether anybody may sit down.
    fn is_open(&self) -> bool {
        let state = self.game.state();
        let seats = state.players().iter().filter_map(|player| player.seat());
        state.end().is_none() && seats.into_iter().any(|seat| *seat == Seat::Open { only: None })
    }
}
