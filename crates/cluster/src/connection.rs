//! The connection to a NATS server.

use crate::job::WORK;
use async_nats::connection::State;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event};
use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long a connection may take.
const CONNECTING: Duration = Duration::from_secs(5);
/// How often it is asked whether a queue is there that was not.
const ASK_AGAIN: Duration = Duration::from_secs(1);
/// How often the server is asked whether it is there.
const PING: Duration = Duration::from_secs(5);

/// Why something did not come about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NatsError {
    /// The server cannot be reached, or is busy: the same may succeed later.
    Away(String),
    /// It cannot succeed like this.
    Refused(String),
}

impl fmt::Display for NatsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Away(why) | Self::Refused(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for NatsError {}

/// What cannot be reached now.
pub(crate) fn away(error: impl fmt::Display) -> NatsError {
    NatsError::Away(format!("NATS: {error}"))
}

/// A connection to a NATS server. It comes about again by itself after it was lost.
#[derive(Clone, Debug)]
pub struct Nats {
    pub(crate) client: Client,
    pub(crate) jetstream: Context,
    /// Which queues are there, as far as is known: a server says nothing of one that is not.
    queues: Arc<Mutex<HashMap<String, QueueNews>>>,
    /// How often the connection came about.
    connections: watch::Receiver<u64>,
}

/// Whether a queue was there when it was asked for.
#[derive(Copy, Clone, Debug)]
enum QueueNews {
    There,
    Missing(Instant),
}

impl Nats {
    /// Connects to the server at this address, `nats://HOST:PORT` or `tls://HOST:PORT`; several may be named with commas
    /// between them. The file has one line, `USER:PASSWORD`. With `waits` a server that is away is waited for in the
    /// background.
    ///
    /// # Errors
    /// When the file cannot be read, the server refuses the connection, or it is away and is not waited for.
    pub async fn connect(
        url: &str,
        credentials: Option<&Path>,
        name: &str,
        waits: bool,
    ) -> Result<Self, NatsError> {
        let refused = |why: String| NatsError::Refused(why);
        let addresses = url.split(',').map(|one| {
            one.trim().parse::<async_nats::ServerAddr>().map_err(|error| {
                refused(format!("{one}: {error}; expected an address as in nats://127.0.0.1:4222"))
            })
        });
        let addresses = addresses.collect::<Result<Vec<_>, _>>()?;
        let (counted, connections) = watch::channel(0);
        let counted = Arc::new(counted);
        let mut options = ConnectOptions::new()
            .name(name)
            .connection_timeout(CONNECTING)
            .ping_interval(PING)
            .event_callback(move |event| {
                let counted = Arc::clone(&counted);
                async move {
                    if matches!(event, Event::Connected) {
                        counted.send_modify(|count| *count += 1);
                    }
                    told(&event);
                }
            });
        if let Some(file) = credentials {
            let (user, password) = read(file).map_err(refused)?;
            // Who may read answers is told by the name of the user.
            options = options.custom_inbox_prefix(format!("_INBOX.{user}"));
            options = options.user_and_password(user, password);
        }
        if waits {
            options = options.retry_on_initial_connect();
        }
        let client = options.connect(addresses).await.map_err(|error| {
            let why = format!("the NATS server at {url}: {error}");
            match error.kind() {
                ConnectErrorKind::Authentication
                | ConnectErrorKind::AuthorizationViolation
                | ConnectErrorKind::ServerParse
                | ConnectErrorKind::Tls => NatsError::Refused(why),
                _ => NatsError::Away(why),
            }
        })?;
        let jetstream = jetstream::new(client.clone());
        Ok(Self { client, jetstream, queues: Arc::default(), connections })
    }

    /// Whether the server is reached at this moment.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Changes when the connection comes about again: what was told meanwhile may be lost.
    #[must_use]
    pub fn connections(&self) -> watch::Receiver<u64> {
        let mut connections = self.connections.clone();
        connections.mark_unchanged();
        connections
    }

    /// Whether a queue of work is there.
    pub(crate) async fn has_queue(&self, name: &str) -> Result<bool, NatsError> {
        match self.queues().get(name) {
            Some(QueueNews::There) => return Ok(true),
            Some(QueueNews::Missing(at)) if at.elapsed() < ASK_AGAIN => return Ok(false),
            _ => {}
        }
        let subject = format!("$JS.API.CONSUMER.INFO.{WORK}.{name}");
        let answer = self.client.request(subject, "".into()).await.map_err(away)?;
        let said: serde_json::Value = serde_json::from_slice(&answer.payload).map_err(away)?;
        let is_there = said["error"].is_null();
        let news = if is_there { QueueNews::There } else { QueueNews::Missing(Instant::now()) };
        self.queues().insert(name.to_owned(), news);
        Ok(is_there)
    }

    /// A queue does not answer: it may be gone.
    pub(crate) fn doubt_queue(&self, name: &str) {
        self.queues().remove(name);
    }

    fn queues(&self) -> MutexGuard<'_, HashMap<String, QueueNews>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all that was said has left this process, for a moment at most.
    pub async fn flush(&self) {
        let flushed = tokio::time::timeout(CONNECTING, self.client.flush()).await;
        if !matches!(flushed, Ok(Ok(()))) {
            tracing::debug!("NATS did not take the last words");
        }
    }

    /// Says something to whoever listens.
    pub(crate) async fn say(&self, subject: String, payload: impl Into<Vec<u8>>) {
        // The server may be away: these are hints.
        if let Err(error) = self.client.publish(subject, payload.into().into()).await {
            tracing::debug!("NATS: {error}");
        }
    }
}

fn read(file: &Path) -> Result<(String, String), String> {
    let named = |why: &str| format!("{}: {why}", file.display());
    let text = std::fs::read_to_string(file).map_err(|error| named(&error.to_string()))?;
    let line = text.lines().next().unwrap_or_default().trim();
    let is_name = |user: &str| {
        !user.is_empty() && user.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    match line.split_once(':') {
        Some((user, password)) if is_name(user) && !password.is_empty() => {
            Ok((user.to_owned(), password.to_owned()))
        }
        _ => Err(named("expected one line, USER:PASSWORD, with letters, digits and - in the name")),
    }
}

fn told(event: &Event) {
    match event {
        Event::Connected => tracing::debug!("NATS: connected"),
        Event::Closed | Event::Draining => {}
        other => tracing::warn!("NATS: {other}"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;

    #[test]
    fn a_file_of_credentials_is_one_line() {
        let file = std::env::temp_dir().join(format!("yiqi-credentials-{}", std::process::id()));
        std::fs::write(&file, "worker-1:secret:with:colons\n").unwrap();
        assert_eq!(read(&file).unwrap(), ("worker-1".to_owned(), "secret:with:colons".to_owned()));
        for wrong in ["", "worker", ":secret", "a.b:secret", "worker:"] {
            std::fs::write(&file, wrong).unwrap();
            assert!(read(&file).unwrap_err().contains("USER:PASSWORD"), "{wrong}");
        }
        std::fs::remove_file(&file).unwrap();
    }
}
