use crate::client::ClientId;
use crate::refusal::Refusal;
use crate::request::{self, RequestContext};
use axum::http::StatusCode;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// The time after which the WebSocket of an onlooker may be closed for another one.
const LEAST: Duration = Duration::from_secs(5);

/// The WebSockets of all games, with their limits.
#[derive(Clone, Debug)]
pub(crate) struct Sockets {
    most: usize,
    most_of_game: usize,
    most_of_client: usize,
    table: Arc<Mutex<SocketTable>>,
}

#[derive(Debug, Default)]
struct SocketTable {
    slots: BTreeMap<u64, OpenSocket>,
    came: u64,
}

#[derive(Debug)]
struct OpenSocket {
    game: String,
    client: ClientId,
    since: Instant,
    /// It has sent a request, so it is not only an onlooker.
    acts: bool,
    /// It was told to close and is not counted any more.
    is_closing: bool,
    close: Arc<Notify>,
}

/// The place of one WebSocket; free again when this is dropped.
#[derive(Debug)]
pub(crate) struct SocketSlot {
    sockets: Sockets,
    number: u64,
    close: Arc<Notify>,
    /// The request that became the WebSocket.
    asked: Option<Arc<RequestContext>>,
}

impl Sockets {
    pub(crate) fn new(most: usize, most_of_game: usize, most_of_client: usize) -> Self {
        Self { most, most_of_game, most_of_client, table: Arc::default() }
    }

    /// A place at a game. If none is free, the WebSocket of the oldest onlooker is closed, or one of the client that
    /// has most of them and more than this one.
    ///
    /// # Errors
    /// When there is no onlooker who has been there for a while.
    pub(crate) fn enter(&self, game: &str) -> Result<SocketSlot, Refusal> {
        let mut table = self.table();
        let of_game = |open: &OpenSocket| open.game == game;
        let client = request::client();
        let of_client = |open: &OpenSocket| open.game == game && open.client == client;
        if client != ClientId::Hall
            && table.count(of_client) >= self.most_of_client
            && !table.make_room(client, of_client)
        {
            let message = "this client has the game open in too many windows; close one";
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too-many-sockets", message));
        }
        if table.count(of_game) >= self.most_of_game && !table.make_room(client, of_game) {
            let message = "too many clients watch this game; try again in a moment";
            return Err(Refusal::busy("too-many-sockets", message));
        }
        self.slot(table, game)
    }

    /// A place of a client that follows the hall and no game.
    ///
    /// # Errors
    /// As for a game, but there is no limit of their own.
    pub(crate) fn enter_hall(&self) -> Result<SocketSlot, Refusal> {
        self.slot(self.table(), "")
    }

    fn slot(
        &self,
        mut table: MutexGuard<'_, SocketTable>,
        game: &str,
    ) -> Result<SocketSlot, Refusal> {
        let client = request::client();
        if table.count(|_| true) >= self.most && !table.make_room(client, |_| true) {
            let message = "too many clients watch games; try again in a moment";
            return Err(Refusal::busy("too-many-sockets", message));
        }
        table.came += 1;
        let number = table.came;
        let close = Arc::new(Notify::new());
        let open = OpenSocket {
            game: game.to_owned(),
            client,
            since: Instant::now(),
            acts: false,
            is_closing: false,
            close: Arc::clone(&close),
        };
        table.slots.insert(number, open);
        drop(table);
        Ok(SocketSlot { sockets: self.clone(), number, close, asked: request::current() })
    }

    /// How many WebSockets there are, with those that were told to close.
    pub(crate) fn count(&self) -> usize {
        self.table().slots.len()
    }

    fn table(&self) -> MutexGuard<'_, SocketTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SocketTable {
    fn count(&self, which: impl Fn(&OpenSocket) -> bool) -> usize {
        self.slots.values().filter(|open| !open.is_closing && which(open)).count()
    }

    /// Closes a WebSocket for a client.
    fn make_room(&mut self, client: ClientId, which: impl Fn(&OpenSocket) -> bool) -> bool {
        let now = Instant::now();
        let onlooker = self.slots.values_mut().find(|open| {
            let may = !open.is_closing && !open.acts && which(open);
            may && now.duration_since(open.since) >= LEAST
        });
        let Some(onlooker) = onlooker else { return self.take_from_most(client, which) };
        onlooker.is_closing = true;
        onlooker.close.notify_one();
        true
    }
}

impl SocketTable {
    /// Closes a WebSocket of the client that has most of them, if those are more than this client has then: the last
    /// of those that take no part, or the last of all.
    fn take_from_most(&mut self, client: ClientId, which: impl Fn(&OpenSocket) -> bool) -> bool {
        let mut of_client = HashMap::<ClientId, usize>::new();
        for open in self.slots.values().filter(|open| !open.is_closing && which(open)) {
            *of_client.entry(open.client).or_default() += 1;
        }
        let own = of_client.get(&client).copied().unwrap_or(0);
        let most = of_client.into_iter().max_by_key(|&(client, count)| (count, client));
        let Some((most, _)) = most.filter(|&(_, count)| count >= own + 2) else { return false };
        let theirs = self
            .slots
            .iter_mut()
            .filter(|(_, open)| !open.is_closing && open.client == most && which(open));
        let Some((_, open)) = theirs.max_by_key(|(number, open)| (!open.acts, **number)) else {
            return false;
        };
        open.is_closing = true;
        open.close.notify_one();
        true
    }
}

impl SocketSlot {
    /// Records that the client takes part in the game.
    pub(crate) fn acts(&self) {
        if let Some(open) = self.sockets.table().slots.get_mut(&self.number) {
            open.acts = true;
        }
    }

    /// The request that became the WebSocket, to be kept.
    pub(crate) fn request(&self) -> Option<Arc<RequestContext>> {
        self.asked.clone()
    }

    /// The request that became the WebSocket.
    pub(crate) fn asked(&self) -> Option<&RequestContext> {
        self.asked.as_deref()
    }

    /// Is ready when this WebSocket must close for another one.
    pub(crate) async fn closed(&self) {
        self.close.notified().await;
    }
}

impl Drop for SocketSlot {
    fn drop(&mut self) {
        self.sockets.table().slots.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_counted_by_game_and_in_all_and_come_free() {
        let sockets = Sockets::new(3, 2, 2);
        let first = sockets.enter("a").unwrap();
        let _second = sockets.enter("a").unwrap();
        assert_eq!(sockets.enter("a").unwrap_err().problem.code, "too-many-sockets");
        let _third = sockets.enter("b").unwrap();
        assert!(sockets.enter("c").is_err(), "no onlooker has been there for long");
        drop(first);
        assert!(sockets.enter("a").is_ok());
    }

    #[test]
    fn an_onlooker_makes_room_and_who_plays_does_not() {
        let sockets = Sockets::new(2, 2, 2);
        let plays = sockets.enter("a").unwrap();
        let _looks = sockets.enter("a").unwrap();
        plays.acts();
        let Some(long_ago) = Instant::now().checked_sub(LEAST) else { return };
        for open in sockets.table().slots.values_mut() {
            open.since = long_ago;
        }
        let new = sockets.enter("a").unwrap();
        assert!(!sockets.table().slots[&plays.number].is_closing);
        assert!(sockets.table().slots[&2].is_closing);
        assert!(sockets.enter("a").is_err());
        drop(new);
        assert!(sockets.enter("a").is_ok());
    }
}
