//! What a worker does with the units of batches.

use crate::connection::{Nats, NatsError, away};
use crate::job::{
    JobClass, MOST_RESULT, MOST_TRIES, WORK, consumer, doing, end, here, stop, token,
};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{self, AckKind};
use async_nats::{HeaderMap, StatusCode, Subscriber};
use futures_util::StreamExt as _;
use std::time::Duration;
use tokio::time::timeout;

/// How long it is waited whether a worker is there.
const THERE: Duration = Duration::from_secs(1);
/// How long the server may take to answer.
const ANSWER: Duration = Duration::from_secs(5);
/// After this time a unit that failed is tried again.
const AGAIN: Duration = Duration::from_millis(500);

/// A unit of work that a worker has. It is delivered to another worker when nothing is heard of this one.
#[derive(Debug)]
pub struct Assignment {
    /// What kind of work it is.
    pub class: JobClass,
    /// The name of its batch.
    pub name: String,
    /// The sum of its batch.
    pub sum: String,
    /// Its number.
    pub unit: u64,
    /// What is to be done, in the words of its class.
    pub payload: String,
    tries: i64,
    message: jetstream::Message,
}

impl Nats {
    /// Takes a unit of this class for this build, if one waits.
    ///
    /// # Errors
    /// When the server is away.
    pub async fn take(
        &self,
        class: JobClass,
        build: &str,
    ) -> Result<Option<Assignment>, NatsError> {
        let name = consumer(class, &token(build));
        if !self.has_queue(&name).await? {
            return Ok(None);
        }
        let subject = format!("$JS.API.CONSUMER.MSG.NEXT.{WORK}.{name}");
        // The answer comes under the subject of the unit, so it has an inbox of its own.
        let inbox = self.client.new_inbox();
        let mut answer = self.client.subscribe(inbox.clone()).await.map_err(away)?;
        let asked = r#"{"batch":1,"no_wait":true}"#;
        let asked = self.client.publish_with_reply(subject, inbox, asked.into()).await;
        asked.map_err(away)?;
        let Ok(answered) = timeout(ANSWER, answer.next()).await else {
            self.doubt_queue(&name);
            return Err(away("the queue does not answer"));
        };
        let message = answered.ok_or_else(|| away("the connection is closed"))?;
        // Nothing waits.
        if message.status.is_some_and(|status| status != StatusCode::OK) {
            return Ok(None);
        }
        let message = jetstream::Message { message, context: self.jetstream.clone() };
        let Some(taken) = Assignment::of(class, message) else { return Ok(None) };
        if taken.tries > MOST_TRIES {
            let why = format!("{MOST_TRIES} workers had it and did not end it");
            taken.give_up(&why).await?;
            return Ok(None);
        }
        Ok(Some(taken))
    }

    /// Hears which work is not wanted any more: the name of a batch, and its sum; an empty sum stands for all.
    ///
    /// # Errors
    /// When the connection is closed.
    pub async fn stopped(&self) -> Result<Subscriber, NatsError> {
        self.client.subscribe(stop("*")).await.map_err(away)
    }

    /// What such a message says.
    #[must_use]
    pub fn what_stopped(message: &async_nats::Message) -> (String, String) {
        let name = message.subject.rsplit('.').next().unwrap_or_default().to_owned();
        (name, String::from_utf8_lossy(&message.payload).into_owned())
    }

    /// Answers who asks whether a worker of this build for these classes is there, for ever.
    ///
    /// # Errors
    /// When the connection is closed.
    pub async fn be_here(&self, classes: &[JobClass], build: &str) -> Result<(), NatsError> {
        let build = token(build);
        let mut asked = Vec::new();
        for &class in classes {
            let subject = here(class, &build);
            asked.push(self.client.subscribe(subject).await.map_err(away)?);
        }
        let mut asked = futures_util::stream::select_all(asked);
        while let Some(question) = asked.next().await {
            if let Some(reply) = question.reply {
                self.say(reply.to_string(), "").await;
            }
        }
        Ok(())
    }

    /// Whether a worker of this build for this class is there.
    pub async fn has_worker(&self, class: JobClass, build: &str) -> bool {
        let asked = self.client.request(here(class, &token(build)), "".into());
        matches!(timeout(THERE, asked).await, Ok(Ok(_)))
    }
}

impl Assignment {
    fn of(class: JobClass, message: jetstream::Message) -> Option<Self> {
        // yiqi.work.CLASS.BUILD.NAME.SUM.UNIT
        let subject = message.message.subject.to_string();
        let mut parts = subject.rsplit('.');
        let unit = parts.next()?.parse().ok()?;
        let (sum, name) = (parts.next()?.to_owned(), parts.next()?.to_owned());
        let payload = String::from_utf8(message.message.payload.to_vec()).ok()?;
        let tries = message.info().ok()?.delivered;
        Some(Self { class, name, sum, unit, payload, tries, message })
    }

    fn rest(&self) -> String {
        format!("{}.{}.{}", self.name, self.sum, self.unit)
    }

    /// Says that the work goes on. Said twice a second, the unit stays with this worker.
    pub async fn goes_on(&self, nats: &Nats) {
        if let Err(error) = self.message.ack_with(AckKind::Progress).await {
            tracing::debug!("NATS: {error}");
        }
        nats.say(doing(&self.rest()), "").await;
    }

    /// Stores the result, once: where there is one already, this one does not count.
    ///
    /// # Errors
    /// When the server is away: the unit is not done before the result is stored.
    pub async fn done(&self, bytes: Vec<u8>, worker: &str) -> Result<bool, NatsError> {
        if bytes.len() > MOST_RESULT {
            let why = format!("the result has {} bytes and may have {MOST_RESULT}", bytes.len());
            self.give_up(&why).await?;
            return Ok(false);
        }
        let mut headers = HeaderMap::new();
        headers.insert("Yiqi-Worker", worker);
        let kept = self.store("done", bytes, headers).await?;
        self.message.double_ack().await.map_err(away)?;
        Ok(kept)
    }

    async fn store(
        &self,
        how: &str,
        bytes: Vec<u8>,
        headers: HeaderMap,
    ) -> Result<bool, NatsError> {
        let message = PublishMessage::build()
            .payload(bytes.into())
            .headers(headers)
            .expected_last_subject_sequence(0);
        let subject = end(&format!("{}.{how}", self.rest()));
        let sent = self.message.context.send_publish(subject, message).await.map_err(away)?;
        match sent.await {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => Ok(false),
            Err(error) => Err(away(error)),
        }
    }

    /// Tells why it cannot be done. It is tried again, or given up after the last try.
    ///
    /// # Errors
    /// When the server is away.
    pub async fn failed(&self, why: &str) -> Result<(), NatsError> {
        if self.tries >= MOST_TRIES {
            return self.give_up(why).await;
        }
        tracing::warn!("{} failed: {why}; it is tried again", self.rest());
        self.message.ack_with(AckKind::Nak(Some(AGAIN))).await.map_err(away)
    }

    /// Puts it where it can be seen why it was given up, and out of the queue.
    async fn give_up(&self, why: &str) -> Result<(), NatsError> {
        tracing::warn!("{} is given up: {why}", self.rest());
        self.store("dead", why.as_bytes().to_vec(), HeaderMap::new()).await?;
        self.message.double_ack_with(AckKind::Term).await.map_err(away)
    }

    /// Nobody wants it any more.
    ///
    /// # Errors
    /// When the server is away.
    pub async fn drop_it(&self) -> Result<(), NatsError> {
        self.message.ack_with(AckKind::Term).await.map_err(away)
    }

    /// Gives it to another worker.
    ///
    /// # Errors
    /// When the server is away: then it comes to another one when its time is over.
    pub async fn give_back(&self) -> Result<(), NatsError> {
        self.message.ack_with(AckKind::Nak(None)).await.map_err(away)
    }
}
