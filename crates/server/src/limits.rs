use crate::quotas::QuotaKind;
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
    /// What one client may have.
    pub client: ClientLimits,
}

/// What one client may have, so that it leaves something to others. A client is an address: behind a proxy that the
/// configuration names, the one that the proxy tells.
#[derive(Clone, Debug)]
pub struct ClientLimits {
    /// Live games with machines.
    pub machine_games: usize,
    /// Analyses under way.
    pub analyses: usize,
    /// Reviews under way.
    pub reviews: usize,
    /// Files being received or read.
    pub imports: usize,
    /// Exports of many games being written.
    pub exports: usize,
    /// Games offered in the lobby.
    pub challenges: usize,
    /// WebSockets of one game.
    pub sockets_per_game: usize,
    /// Requests and messages on WebSockets that it may send at once.
    pub requests_at_once: u32,
    /// Requests and messages that are taken in a second after those. More of them wait.
    pub requests_per_second: u32,
    /// Games, studies and reviews that it may begin at once.
    pub begun_at_once: u32,
    /// Games, studies and reviews that it may begin in a second after those.
    pub begun_per_second: u32,
    /// Games, and studies, that it may store in a day; `None`: a twentieth of the room of a hall that others can reach,
    /// and any number in another one.
    pub stored_a_day: Option<u64>,
    /// What it may cost in an hour, in percent of the table of `docs/serve/operate.md`; also a person at all addresses.
    pub hourly_percent: u32,
    /// Accounts that it may make; those after them take longer and longer.
    pub sign_ups: u32,
    /// The longest time of a machine for a move that may be asked for.
    pub move_time: Duration,
    /// The longest time for each position of a review that may be asked for.
    pub review_time: Duration,
}

impl ClientLimits {
    /// How many of a kind it may have at a time.
    pub(crate) fn most(&self, kind: QuotaKind) -> usize {
        match kind {
            QuotaKind::MachineGame => self.machine_games,
            QuotaKind::Analysis => self.analyses,
            QuotaKind::Review => self.reviews,
            QuotaKind::Import => self.imports,
            QuotaKind::Export => self.exports,
            QuotaKind::Challenge => self.challenges,
        }
    }
}

impl Default for ClientLimits {
    fn default() -> Self {
        Self {
            machine_games: 64,
            analyses: 24,
            reviews: 8,
            imports: 8,
            exports: 1,
            challenges: 24,
            sockets_per_game: 32,
            requests_at_once: 600,
            requests_per_second: 50,
            begun_at_once: 200,
            begun_per_second: 10,
            stored_a_day: None,
            hourly_percent: 100,
            sign_ups: 10,
            move_time: Duration::from_secs(3600),
            review_time: Duration::from_secs(60),
        }
    }
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
            client: ClientLimits::default(),
        }
    }
}
