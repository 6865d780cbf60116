use std::time::Duration;

/// The limits of a hall. A request beyond a limit is refused with a message, or an unused connection or game is
/// closed for it.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections at the same time, with idle ones and WebSockets. At the limit, connections without a
    /// complete request are closed first, the oldest before the others.
    pub connections: usize,
    /// Connections at the same time from one address. Addresses of this machine are not limited: all its
    /// users, and a proxy before the hall, have the same one.
    pub connections_per_address: usize,
    /// Time from the first byte of a request to the end of its head.
    pub head_time: Duration,
    /// Time from the end of a request's head to the end of its body.
    pub body_time: Duration,
    /// Time a connection may stay open without any request.
    pub idle_time: Duration,
    /// Time for which a client may read no byte of an answer.
    pub send_time: Duration,
    /// Bytes of files to import that are in flight or being read, all together.
    pub file_bytes: usize,
    /// WebSockets at a time in the whole hall.
    pub sockets: usize,
    /// WebSockets at a time of one game.
    pub sockets_per_game: usize,
    /// Games being played at a time.
    pub live_games: usize,
    /// Games the store may hold.
    pub stored_games: u64,
    /// Changes (moves, moves taken back, offers …) one game may have.
    pub changes_per_game: u64,
    /// Studies open at a time.
    pub open_studies: usize,
    /// Studies the store may hold.
    pub stored_studies: u64,
    /// Bytes of all edits of one study.
    pub study_bytes: u64,
    /// Time for requests in progress when the hall closes.
    pub closing_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 4096,
            connections_per_address: 256,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(30),
            idle_time: Duration::from_secs(75),
            send_time: Duration::from_secs(20),
            file_bytes: 64 << 20,
            sockets: 2048,
            sockets_per_game: 64,
            live_games: 2000,
            stored_games: 1_000_000,
            changes_per_game: 20_000,
            open_studies: 500,
            stored_studies: 100_000,
            study_bytes: 32 << 20,
            closing_time: Duration::from_secs(5),
        }
    }
}
