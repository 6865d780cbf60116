//! How fast the requests of one client are taken: those beyond that wait, so that the others need not.

use crate::client::ClientId;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// After so many clients more those that asked for nothing lately are forgotten.
const CLEAN_UP: usize = 1000;

/// The pace of all clients, each for itself.
#[derive(Debug)]
pub(crate) struct Pace {
    /// Between two requests of one client.
    interval: Duration,
    /// What a client may be ahead of that.
    ahead: Duration,
    /// When the requests of a client would end at this pace.
    clients: Mutex<HashMap<ClientId, Instant>>,
}

impl Pace {
    /// So many requests at once, and so many in each second after those.
    pub(crate) fn new(at_once: u32, per_second: u32) -> Self {
        let interval = Duration::from_secs(1) / per_second.max(1);
        Self { interval, ahead: interval * at_once, clients: Mutex::default() }
    }

    /// Waits until it is the turn of one request more of this client. The hall and the users of its machine do not wait.
    pub(crate) async fn wait(&self, client: ClientId) {
        let wait = self.next(client, Instant::now());
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
    }

    /// How long one request more of this client waits.
    fn next(&self, client: ClientId, now: Instant) -> Duration {
        match client {
            ClientId::Hall => return Duration::ZERO,
            ClientId::Address(address) if address.is_loopback() => return Duration::ZERO,
            ClientId::Address(_) => {}
        }
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= CLEAN_UP {
            clients.retain(|_, end| *end > now);
        }
        let end = clients.entry(client).or_insert(now);
        *end = (*end).max(now) + self.interval;
        end.duration_since(now).saturating_sub(self.ahead)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;

    #[test]
    fn a_client_that_asks_too_fast_waits_and_another_one_does_not() {
        let of = |address: &str| ClientId::of(address.parse().unwrap());
        let (one, other) = (of("192.0.2.1"), of("192.0.2.2"));
        let (pace, now) = (Pace::new(3, 10), Instant::now());
        let waits: Vec<u128> = (0..6).map(|_| pace.next(one, now).as_millis()).collect();
        assert_eq!(waits, [0, 0, 0, 100, 200, 300]);
        assert_eq!(pace.next(other, now), Duration::ZERO);
        assert_eq!(pace.next(one, now + Duration::from_secs(1)), Duration::ZERO, "it is forgiven");
        for free in [ClientId::Hall, of("127.0.0.1")] {
            assert!((0..9).all(|_| pace.next(free, now).is_zero()));
        }
    }
}
