use crate::refusal::Refusal;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tracing::Span;

/// How many requests may wait for one task before senders wait themselves.
const INBOX: usize = 32;

/// Receives the answer of a task.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// A message to a task: what all tasks understand.
pub(crate) trait TaskMessage: Send + 'static {
    /// Ends the task if it is not needed.
    fn rest() -> Self;

    /// Ends the task, because what it serves is deleted.
    fn close(reply: Reply<()>) -> Self;
}

/// Sends messages to a task, each with the span of the request that it serves: the task's lines in the log
/// then name the request.
#[derive(Debug)]
pub(crate) struct Outbox<M>(mpsc::Sender<(Span, M)>);

impl<M> Clone for Outbox<M> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<M> Outbox<M> {
    /// Sends a message; waits while the inbox is full. Returns whether the task runs.
    pub(crate) async fn send(&self, message: M) -> bool {
        self.0.send((Span::current(), message)).await.is_ok()
    }

    /// Sends a message unless the inbox is full. Returns whether it was sent.
    pub(crate) fn try_send(&self, message: M) -> bool {
        self.0.try_send((Span::current(), message)).is_ok()
    }
}

/// The messages to a task.
pub(crate) type Inbox<M> = mpsc::Receiver<(Span, M)>;

/// What the errors of [`Tasks`] say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TaskTexts {
    /// What a task serves.
    pub(crate) what: &'static str,
    /// The code of the refusal at the limit.
    pub(crate) code: &'static str,
    /// The message of the refusal at the limit.
    pub(crate) full: &'static str,
}

/// The senders to tasks that serve one thing each, by its id. A task starts when what it serves is first
/// needed.
#[derive(Debug)]
pub(crate) struct Tasks<M> {
    running: Arc<Mutex<HashMap<String, Outbox<M>>>>,
    /// The greatest number of tasks.
    most: usize,
    words: TaskTexts,
}

impl<M> Clone for Tasks<M> {
    fn clone(&self) -> Self {
        Self { running: Arc::clone(&self.running), ..*self }
    }
}

impl<M: TaskMessage> Tasks<M> {
    pub(crate) fn new(most: usize, words: TaskTexts) -> Self {
        Self { running: Arc::default(), most, words }
    }

    /// Sends a message to a task and waits for the answer. `start` spawns the task with its inbox, if it does
    /// not run. A task that ends at this moment drops its messages; then the message is sent to the next one.
    pub(crate) async fn ask<T>(
        &self,
        id: &str,
        start: impl Fn(Inbox<M>),
        message: impl Fn(Reply<T>) -> M,
    ) -> Result<T, Refusal> {
        for _ in 0..3 {
            let (reply, answer) = oneshot::channel();
            if self.sender(id, &start).await?.send(message(reply)).await
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(Refusal::internal(self.words.what, &"its task ends repeatedly"))
    }

    /// The sender to a task that runs.
    pub(crate) fn living(&self, id: &str) -> Option<Outbox<M>> {
        self.lock().get(id).filter(|sender| !sender.0.is_closed()).cloned()
    }

    /// How many tasks run.
    pub(crate) fn count(&self) -> usize {
        self.lock().values().filter(|sender| !sender.0.is_closed()).count()
    }

    /// Ends a task, if it runs, because what it serves is deleted.
    pub(crate) async fn end(&self, id: &str) {
        if let Some(sender) = self.living(id) {
            let (reply, answer) = oneshot::channel();
            if sender.send(M::close(reply)).await {
                // No answer means that the task has ended by itself, which is just as good.
                let _ = answer.await;
            }
        }
    }

    /// Drops all senders: the tasks end when no client is joined any more.
    pub(crate) fn close(&self) {
        self.lock().clear();
    }

    /// The sender to a task, which is started if necessary. At the limit, unused tasks are ended first.
    async fn sender(&self, id: &str, start: &impl Fn(Inbox<M>)) -> Result<Outbox<M>, Refusal> {
        for wait in [1_u64, 10, 50, 200] {
            if let Some(sender) = self.with_room(id, start) {
                return Ok(sender);
            }
            let senders: Vec<_> = self.lock().values().cloned().collect();
            for sender in senders {
                // A task with a full inbox is in use.
                sender.try_send(M::rest());
            }
            tokio::time::sleep(Duration::from_millis(wait)).await;
        }
        Err(Refusal::busy(self.words.code, self.words.full))
    }

    /// The sender to a task that runs or for which there is room.
    fn with_room(&self, id: &str, start: &impl Fn(Inbox<M>)) -> Option<Outbox<M>> {
        let mut running = self.lock();
        running.retain(|_, sender| !sender.0.is_closed());
        if let Some(sender) = running.get(id) {
            return Some(sender.clone());
        }
        if running.len() >= self.most {
            return None;
        }
        let (sender, inbox) = mpsc::channel(INBOX);
        let sender = Outbox(sender);
        running.insert(id.to_owned(), sender.clone());
        start(inbox);
        Some(sender)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Outbox<M>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
