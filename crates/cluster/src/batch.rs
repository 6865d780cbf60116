//! A batch of work: what submits its units, and takes the results.

use crate::connection::{Nats, NatsError, away};
use crate::job::{JobClass, MOST_PAYLOAD, RESULTS, WORK, consumer, doing, end, stop, token, work};
use async_nats::Subscriber;
use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, RawMessageErrorKind, RetentionPolicy, Stream};
use futures_util::FutureExt as _;
use futures_util::StreamExt as _;
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::{Duration, Instant};

/// A worker that was silent for this time has lost its unit. It says twice in a second that it works.
const ACK_WAIT: Duration = Duration::from_secs(10);
/// What nobody has fetched for this time is forgotten.
const KEPT: Duration = Duration::from_secs(7 * 86_400);
/// Units without any news for this time are submitted again: the server may have lost its data.
const AGAIN: Duration = Duration::from_secs(60);

/// A batch of work. Its name, with the sum of its payload and its build, says which it is: the same work of the same build
/// is the same batch, and a second run takes up the results of the first.
#[derive(Debug)]
pub struct Batch {
    nats: Nats,
    class: JobClass,
    build: String,
    name: String,
    sum: String,
    payload: Vec<u8>,
    results: Stream,
    /// The message of the results after the last one that was read.
    next: u64,
    found: BTreeMap<u64, Vec<u8>>,
    dead: BTreeMap<u64, String>,
    news: Subscriber,
    heard: Instant,
    /// What was submitted last, and when.
    submitted: Option<(Range<u64>, Instant)>,
}

impl Nats {
    /// The streams of work and of results, made where they are missing.
    async fn streams(&self) -> Result<[Stream; 2], NatsError> {
        let stream = |name: &str, subjects: &str, retention| Config {
            name: name.to_owned(),
            subjects: vec![subjects.to_owned()],
            retention,
            max_age: KEPT,
            ..Config::default()
        };
        let waiting = stream(WORK, "yiqi.work.>", RetentionPolicy::WorkQueue);
        let ended = stream(RESULTS, "yiqi.end.>", RetentionPolicy::Limits);
        let work = self.jetstream.get_or_create_stream(waiting).await.map_err(away)?;
        let results = self.jetstream.get_or_create_stream(ended).await.map_err(away)?;
        Ok([work, results])
    }

    /// Forgets all batches of this name: their workers stop, and what waits or was found is removed.
    ///
    /// # Errors
    /// When the server is away.
    pub async fn forget(&self, class: JobClass, build: &str, name: &str) -> Result<(), NatsError> {
        if !self.is_connected() {
            return Err(away("the server is away"));
        }
        let (build, name) = (token(build), token(name));
        let [waiting, results] = self.streams().await?;
        let subject = work(class, &build, &format!("{name}.>"));
        // Those that work on it stop; who takes one more meanwhile hears it a second time.
        self.say(stop(&name), "").await;
        waiting.purge().filter(subject).await.map_err(away)?;
        self.say(stop(&name), "").await;
        results.purge().filter(end(&format!("{name}.>"))).await.map_err(away)?;
        Ok(())
    }
}

impl Batch {
    /// Opens a batch, and reads what was found of it before. Nothing is submitted yet; what was given up is forgotten.
    ///
    /// # Errors
    /// When the payload is too long, or the server is away.
    pub async fn open(
        nats: &Nats,
        class: JobClass,
        name: &str,
        build: &str,
        payload: String,
    ) -> Result<Self, NatsError> {
        if payload.len() > MOST_PAYLOAD {
            let why = format!("the work is described in {} bytes", payload.len());
            return Err(NatsError::Refused(format!("{why}, and may have {MOST_PAYLOAD}")));
        }
        let sum = |text: &str| crc32fast::hash(text.as_bytes());
        let sum = format!("{:08x}{:08x}", sum(&payload), sum(build));
        let (build, name) = (token(build), token(name));
        let [waiting, results] = nats.streams().await?;
        let config = pull::Config {
            durable_name: Some(consumer(class, &build)),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            // What cannot be done is given up by the worker that gets it once too often.
            max_deliver: -1,
            max_ack_pending: 100_000,
            filter_subject: work(class, &build, ">"),
            inactive_threshold: KEPT,
            ..pull::Config::default()
        };
        waiting.create_consumer(config).await.map_err(away)?;
        let dead = end(&format!("{name}.{sum}.*.dead"));
        results.purge().filter(dead).await.map_err(away)?;
        let news = doing(&format!("{name}.{sum}.*"));
        let news = nats.client.subscribe(news).await.map_err(away)?;
        let mut batch = Self {
            nats: nats.clone(),
            class,
            build,
            name,
            sum,
            payload: payload.into_bytes(),
            results,
            next: 1,
            found: BTreeMap::new(),
            dead: BTreeMap::new(),
            news,
            heard: Instant::now(),
            submitted: None,
        };
        batch.poll().await?;
        Ok(batch)
    }

    fn key(&self) -> String {
        format!("{}.{}", self.name, self.sum)
    }

    /// Submits units. What waits, is worked on or was found is not submitted twice.
    ///
    /// # Errors
    /// When the server is away.
    pub async fn submit(&mut self, units: Range<u64>) -> Result<(), NatsError> {
        let mut told = Vec::new();
        for unit in units.clone().filter(|unit| !self.found.contains_key(unit)) {
            let subject = work(self.class, &self.build, &format!("{}.{unit}", self.key()));
            // It is refused where the unit is there already.
            let message = PublishMessage::build()
                .payload(self.payload.clone().into())
                .expected_last_subject_sequence(0);
            let sent = self.nats.jetstream.send_publish(subject, message).await;
            told.push(sent.map_err(away)?);
        }
        for told in told {
            match told.await {
                Ok(_) => {}
                Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => {}
                Err(error) => return Err(away(error)),
            }
        }
        (self.submitted, self.heard) = (Some((units, Instant::now())), Instant::now());
        Ok(())
    }

    /// Reads what was found since the last call; returns whether there was anything.
    ///
    /// # Errors
    /// When the server is away.
    pub async fn poll(&mut self) -> Result<bool, NatsError> {
        let filter = end(&format!("{}.>", self.key()));
        let mut came = false;
        loop {
            let asked = self.results.raw_message_builder().sequence(self.next);
            match asked.next_by_subject(filter.clone()).send().await {
                Ok(message) => {
                    self.next = message.sequence + 1;
                    self.take_in(&message.subject, message.payload.to_vec());
                    came = true;
                }
                Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => break,
                Err(error) => return Err(away(error)),
            }
        }
        while let Some(Some(_)) = self.news.next().now_or_never() {
            self.heard = Instant::now();
        }
        if came {
            self.heard = Instant::now();
        }
        if let Some((units, at)) = self.submitted.clone()
            && at.elapsed() > AGAIN
            && self.heard.elapsed() > AGAIN
        {
            // All is read again: what was read may be lost with the rest.
            self.next = 1;
            self.submit(units).await?;
        }
        Ok(came)
    }

    fn take_in(&mut self, subject: &str, payload: Vec<u8>) {
        // yiqi.end.NAME.SUM.UNIT.HOW
        let mut parts = subject.rsplit('.');
        let (how, unit) = (parts.next(), parts.next().and_then(|unit| unit.parse().ok()));
        match (how, unit) {
            (Some("done"), Some(unit)) => drop(self.found.insert(unit, payload)),
            (Some("dead"), Some(unit)) => {
                let why = String::from_utf8_lossy(&payload).into_owned();
                self.dead.insert(unit, why);
            }
            _ => tracing::warn!("a result that is none: {subject}"),
        }
    }

    /// How long nothing was heard of the batch: no worker works on it.
    #[must_use]
    pub fn silence(&self) -> Duration {
        self.heard.elapsed()
    }

    /// Takes the result of a unit, if it was read.
    pub fn take(&mut self, unit: u64) -> Option<Vec<u8>> {
        self.found.remove(&unit)
    }

    /// Takes any result that was read.
    pub fn take_any(&mut self) -> Option<(u64, Vec<u8>)> {
        self.found.pop_first()
    }

    /// Why a unit was given up, if it was.
    #[must_use]
    pub fn why_dead(&self, unit: u64) -> Option<&str> {
        self.dead.get(&unit).map(String::as_str)
    }

    /// How many units were given up.
    #[must_use]
    pub fn count_dead(&self) -> usize {
        self.dead.len()
    }

    /// What is not done is not wanted any more. What is done waits for the next run.
    ///
    /// # Errors
    /// When the server is away.
    pub async fn cancel(&self) -> Result<(), NatsError> {
        let [waiting, _] = self.nats.streams().await?;
        let subject = work(self.class, &self.build, &format!("{}.>", self.key()));
        waiting.purge().filter(subject).await.map_err(away)?;
        self.nats.say(stop(&self.name), self.sum.clone()).await;
        Ok(())
    }

    /// Nobody needs it any more: nothing of it stays.
    ///
    /// # Errors
    /// When the server is away.
    pub async fn remove(&self) -> Result<(), NatsError> {
        self.cancel().await?;
        let subject = end(&format!("{}.>", self.key()));
        self.results.purge().filter(subject).await.map_err(away)?;
        Ok(())
    }
}
