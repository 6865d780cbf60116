//! The limits of the hall on the command line.

use clap::Args;
use server::{ClientLimits, Config, Limits};
use std::time::Duration;

/// Limits of the hall. The defaults suit a machine of one household.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Connections at a time; at the limit those without a request are closed first
    /// (default: 4096, and no more than the system allows open files; beyond it 503 too-many-connections).
    #[arg(long, value_name = "N", value_parser = count)]
    max_connections: Option<usize>,
    /// Connections at a time from one address other than this machine's own; behind a trusted proxy requests and
    /// WebSockets of one client (default: 256; beyond it 429 too-many-connections).
    #[arg(long, value_name = "N", value_parser = count)]
    max_connections_per_address: Option<usize>,
    /// WebSockets at a time in the whole hall (default: 2048; beyond it 503 too-many-sockets).
    #[arg(long, value_name = "N", value_parser = count)]
    max_sockets: Option<usize>,
    /// WebSockets at a time of one game (default: 64; beyond it 503 too-many-sockets).
    #[arg(long, value_name = "N", value_parser = count)]
    max_sockets_per_game: Option<usize>,
    /// Games being played at a time; at the limit unused ones are unloaded first (default: 2000; beyond it 503
    /// too-many-live-games).
    #[arg(long, value_name = "N", value_parser = count)]
    max_live_games: Option<usize>,
    /// Games stored (default: 1000000; beyond it 409 too-many-games).
    #[arg(long, value_name = "N")]
    max_stored_games: Option<u64>,
    /// Changes of one game or study: moves, moves taken back, offers, edits (default: 20000; beyond it game-full,
    /// study-full).
    #[arg(long, value_name = "N")]
    max_changes: Option<u64>,
    /// Studies open at a time (default: 500; beyond it 503 too-many-open-studies).
    #[arg(long, value_name = "N", value_parser = count)]
    max_open_studies: Option<usize>,
    /// Studies stored (default: 100000; beyond it 409 too-many-studies).
    #[arg(long, value_name = "N")]
    max_stored_studies: Option<u64>,
    /// Megabytes of all edits of one study (default: 32; beyond it study-full).
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=4096))]
    max_study_mb: Option<u32>,
    /// Megabytes of files to import that are received or being read; one file has at most 4 (default: 64; beyond it 503
    /// too-many-files).
    #[arg(long, value_name = "MB", value_parser = count)]
    max_import_mb: Option<usize>,
    /// Seconds for the head of a request (default: 10; beyond it 408 too-slow).
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    head_time: Option<Duration>,
    /// Seconds for the body of a request (default: 30; beyond it 408 too-slow).
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    body_time: Option<Duration>,
    /// Seconds a connection may stay without any request (default: 75; it is closed then).
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    idle_time: Option<Duration>,
    /// Seconds for which a client may read nothing of an answer (default: 20; its connection is closed then).
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    send_time: Option<Duration>,
    /// Seconds for requests in progress when the hall closes (default: 5; beyond it 503 closing).
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    closing_time: Option<Duration>,
    /// Searches of the machine at a time (default: one for each core).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    engine_searches: Option<u32>,
    /// Megabytes for all engines together (default: a quarter of the machine's memory).
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(16..))]
    engine_memory: Option<u32>,
    /// Megabytes of an engine's table at full strength; lower levels have smaller ones
    /// (default: 32).
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    engine_table: Option<u32>,
    /// Nodes of each search with which puzzles are looked for in reviewed games; 0: none are looked for
    /// (default: 100000).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    puzzle_nodes: Option<u64>,
    /// Nodes of each search with which the moves of rated games between people are compared, for moderators; 0: they
    /// are not compared (default: 20000).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    compare_nodes: Option<u64>,
    /// Compared games of a person from which on moderators are told of them (default: 10).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=40))]
    compare_games: Option<u32>,
    #[command(flatten)]
    client: ClientLimitArgs,
}

/// Limits of what one client may have: of an address, or of what a trusted proxy names.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits of one client")]
pub(crate) struct ClientLimitArgs {
    /// Live games with machines of one client (default: 64; beyond it 429 too-many-machine-games).
    #[arg(long, value_name = "N", value_parser = count)]
    client_machine_games: Option<usize>,
    /// Analyses of one client at a time (default: 24; beyond it too-many-analyses).
    #[arg(long, value_name = "N", value_parser = count)]
    client_analyses: Option<usize>,
    /// Reviews under way of one client (default: 8; beyond it 429 too-many-reviews).
    #[arg(long, value_name = "N", value_parser = count)]
    client_reviews: Option<usize>,
    /// Files of one client that are received or read at a time (default: 8; beyond it 429 too-many-imports).
    #[arg(long, value_name = "N", value_parser = count)]
    client_imports: Option<usize>,
    /// Exports of many games of one client at a time (default: 1; beyond it 429 too-many-exports).
    #[arg(long, value_name = "N", value_parser = count)]
    client_exports: Option<usize>,
    /// Games that one client offers in the lobby at a time (default: 24; beyond it 429 too-many-challenges).
    #[arg(long, value_name = "N", value_parser = count)]
    client_challenges: Option<usize>,
    /// WebSockets of one client at one game; beyond that its oldest onlooker is closed (default: 32; without
    /// one 429 too-many-sockets).
    #[arg(long, value_name = "N", value_parser = count)]
    client_sockets_per_game: Option<usize>,
    /// Requests and messages on WebSockets that one client may send at once; users of this machine may send any
    /// number (default: 600).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    client_requests_at_once: Option<u32>,
    /// Requests and messages of one client that are taken in a second after those; more of them wait (default: 50).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    client_requests_per_second: Option<u32>,
    /// Games, studies and reviews that one client may begin at once (default: 200).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    client_begun_at_once: Option<u32>,
    /// Games, studies and reviews that one client may begin in a second after those (default: 10; beyond it 429
    /// too-fast).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    client_begun_per_second: Option<u32>,
    /// Games, and studies, that one client may store in a day (default: a twentieth of the room of a hall that
    /// others can reach, else any number; beyond it 429 client-share-used).
    #[arg(long, value_name = "N")]
    client_stored_a_day: Option<u64>,
    /// What one client, and one person at all addresses, may cost in an hour, in percent of the table in
    /// docs/serve/operate.md; users of this machine have no such limits (default: 100; beyond it 429 hour-used).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    client_hour_percent: Option<u32>,
    /// Seconds that a machine may be given for a move at most (default: 3600; beyond it 422 bad-game).
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    max_move_time: Option<Duration>,
    /// Seconds that a review may be given for a position at most (default: 60; beyond it 422 bad-review).
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    max_review_time: Option<Duration>,
}

impl ClientLimitArgs {
    /// The limits that were given; the others keep their defaults.
    fn apply(&self, usual: &ClientLimits) -> ClientLimits {
        ClientLimits {
            hourly_percent: self.client_hour_percent.unwrap_or(usual.hourly_percent),
            sign_ups: usual.sign_ups,
            machine_games: self.client_machine_games.unwrap_or(usual.machine_games),
            analyses: self.client_analyses.unwrap_or(usual.analyses),
            reviews: self.client_reviews.unwrap_or(usual.reviews),
            imports: self.client_imports.unwrap_or(usual.imports),
            exports: self.client_exports.unwrap_or(usual.exports),
            challenges: self.client_challenges.unwrap_or(usual.challenges),
            sockets_per_game: self.client_sockets_per_game.unwrap_or(usual.sockets_per_game),
            requests_at_once: self.client_requests_at_once.unwrap_or(usual.requests_at_once),
            requests_per_second: self
                .client_requests_per_second
                .unwrap_or(usual.requests_per_second),
            begun_at_once: self.client_begun_at_once.unwrap_or(usual.begun_at_once),
            begun_per_second: self.client_begun_per_second.unwrap_or(usual.begun_per_second),
            stored_a_day: self.client_stored_a_day.or(usual.stored_a_day),
            move_time: self.max_move_time.unwrap_or(usual.move_time),
            review_time: self.max_review_time.unwrap_or(usual.review_time),
        }
    }
}

impl LimitArgs {
    /// Sets the limits that were given; the others keep their defaults.
    pub(crate) fn apply(&self, config: &mut Config) {
        let searches = self.engine_searches.and_then(|searches| usize::try_from(searches).ok());
        config.engine_searches = searches.unwrap_or(config.engine_searches);
        config.engine_memory_mb = self.engine_memory.unwrap_or(config.engine_memory_mb);
        config.hash_mb = self.engine_table.unwrap_or(config.hash_mb);
        config.puzzle_nodes = self.puzzle_nodes.unwrap_or(config.puzzle_nodes);
        config.compare_nodes = self.compare_nodes.unwrap_or(config.compare_nodes);
        config.compare_games = self.compare_games.unwrap_or(config.compare_games);
        let usual = config.limits.clone();
        config.limits = Limits {
            connections: self.max_connections.unwrap_or(usual.connections),
            connections_per_address: self
                .max_connections_per_address
                .unwrap_or(usual.connections_per_address),
            head_time: self.head_time.unwrap_or(usual.head_time),
            body_time: self.body_time.unwrap_or(usual.body_time),
            idle_time: self.idle_time.unwrap_or(usual.idle_time),
            send_time: self.send_time.unwrap_or(usual.send_time),
            file_bytes: self
                .max_import_mb
                .map_or(usual.file_bytes, |megabytes| megabytes.saturating_mul(1 << 20)),
            sockets: self.max_sockets.unwrap_or(usual.sockets),
            sockets_per_game: self.max_sockets_per_game.unwrap_or(usual.sockets_per_game),
            live_games: self.max_live_games.unwrap_or(usual.live_games),
            stored_games: self.max_stored_games.unwrap_or(usual.stored_games),
            changes_per_game: self.max_changes.unwrap_or(usual.changes_per_game),
            open_studies: self.max_open_studies.unwrap_or(usual.open_studies),
            stored_studies: self.max_stored_studies.unwrap_or(usual.stored_studies),
            study_bytes: self
                .max_study_mb
                .map_or(usual.study_bytes, |megabytes| u64::from(megabytes) << 20),
            client: self.client.apply(&usual.client),
            closing_time: self.closing_time.unwrap_or(usual.closing_time),
        };
    }
}

/// A count, at least one and not more than a machine can hold.
fn count(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=10_000_000).contains(number));
    number.ok_or_else(|| "expected a whole number from 1 to 10000000".to_owned())
}

/// Seconds, with a fraction if need be: a millisecond to a day.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
    number
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected seconds from 0.001 to 86400".to_owned())
}
