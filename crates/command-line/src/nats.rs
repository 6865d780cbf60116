//! The NATS server that carries work to other machines, on the command line.

use crate::arguments::NatsArgs;
use crate::failure::Failure;
use cluster::{Nats, NatsError};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// The first and the longest pause after something that failed.
const PAUSES: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(15)];
/// How often a pause looks whether to end.
const GLANCE: Duration = Duration::from_millis(50);

impl NatsArgs {
    /// The connection, if a server is named.
    ///
    /// # Errors
    /// When it does not come about.
    pub fn link(&self, program: &str) -> Result<Option<NatsLink>, Failure> {
        let Some(url) = &self.nats else { return Ok(None) };
        NatsLink::open(url, self.creds.as_deref(), program, false).map(Some)
    }
}

/// A connection to a NATS server for a command.
#[derive(Clone, Debug)]
pub struct NatsLink {
    /// The connection.
    pub nats: Nats,
    runtime: Arc<Runtime>,
}

impl NatsLink {
    /// Connects. With `waits` a server that is away is waited for, without end.
    ///
    /// # Errors
    /// When the server refuses, or is away and not waited for.
    pub fn open(
        url: &str,
        credentials: Option<&Path>,
        program: &str,
        waits: bool,
    ) -> Result<Self, Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(Failure::trouble)?;
        let nats = match runtime.block_on(Nats::connect(url, credentials, program, false)) {
            Err(NatsError::Away(why)) if waits => {
                tracing::warn!("{why}; it is waited for");
                runtime.block_on(Nats::connect(url, credentials, program, true))
            }
            connected => connected,
        };
        Ok(Self { nats: nats.map_err(Failure::from)?, runtime: Arc::new(runtime) })
    }

    /// Waits for something on the runtime of the connection.
    pub fn wait<F: Future>(&self, what: F) -> F::Output {
        self.runtime.block_on(what)
    }

    /// Does something beside.
    pub fn spawn<F>(&self, what: F) -> tokio::task::JoinHandle<F::Output>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        self.runtime.spawn(what)
    }
}

impl From<NatsError> for Failure {
    fn from(error: NatsError) -> Self {
        match error {
            NatsError::Away(why) => Self::Trouble(why),
            NatsError::Refused(why) => Self::Input(why),
        }
    }
}

/// Pauses that grow, each of a random length, so that many do not come back at the same moment.
#[derive(Debug)]
pub struct Backoff(Duration);

impl Default for Backoff {
    fn default() -> Self {
        Self(PAUSES[0])
    }
}

impl Backoff {
    /// Waits; the next pause is twice as long.
    pub fn pause(&mut self, ends: impl Fn() -> bool) {
        let time = self.0.mul_f64(0.5 + rand::random::<f64>() / 2.0);
        self.0 = (self.0 * 2).min(PAUSES[1]);
        pause(time, ends);
    }

    /// Something succeeded: the next pause is short again.
    pub fn reset(&mut self) {
        *self = Self::default();
    }
}

/// Waits for this time, or until it is to end.
pub fn pause(time: Duration, ends: impl Fn() -> bool) {
    let until = Instant::now() + time;
    while !ends() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        std::thread::sleep(left.min(GLANCE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_limit() {
        let mut backoff = Backoff::default();
        for _ in 0..20 {
            backoff.pause(|| true);
        }
        assert_eq!(backoff.0, PAUSES[1]);
        backoff.reset();
        assert_eq!(backoff.0, PAUSES[0]);
    }
}
