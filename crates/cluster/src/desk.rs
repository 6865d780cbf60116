//! Searches for people: a hall asks whether a worker is idle, and sends it the search; the worker tells what it finds.

use crate::connection::{Nats, NatsError, away};
use crate::job::{JobClass, search, token};
use async_nats::{Message, Subject, Subscriber};
use futures_util::StreamExt as _;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::time::timeout;

/// How long the hall waits for an idle worker.
const OFFER: Duration = Duration::from_secs(1);
/// How long an idle worker waits for the search that it offered itself for.
const ORDER: Duration = Duration::from_millis(1500);
/// The group of the workers: one of them hears of a search.
const GROUP: &str = "workers";

/// What a worker says of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SearchNews {
    /// It works.
    GoesOn,
    /// What was found so far, as JSON.
    Found(String),
    /// The result, as JSON.
    Done(String),
    /// Why there is none.
    Failed(String),
}

/// What the hall says of a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum DeskOrder {
    /// End now with what was found.
    End,
    /// Nobody wants the result.
    Stop,
}

/// An idle worker, as the hall sees it.
#[derive(Clone, Debug)]
pub struct Desk(Subject);

/// A search that a worker has.
#[derive(Debug)]
pub struct PersonSearch {
    /// What kind of search it is.
    pub class: JobClass,
    /// What is to be searched, as JSON.
    pub order: String,
    nats: Nats,
    reply: Subject,
    desk: Subject,
    control: Subscriber,
}

impl Nats {
    /// Finds an idle worker for a search of this class.
    pub async fn find_desk(&self, class: JobClass, build: &str) -> Option<Desk> {
        let asked = self.client.request(search(class, &token(build)), "".into());
        let reply = timeout(OFFER, asked).await.ok()?.ok()?;
        String::from_utf8(reply.payload.to_vec()).ok().map(|subject| Desk(subject.into()))
    }

    /// Gives an idle worker a search, or nothing. Returns where it tells what it finds.
    ///
    /// # Errors
    /// When the server is away.
    pub async fn order(&self, desk: &Desk, order: Option<String>) -> Result<Subscriber, NatsError> {
        let inbox = self.client.new_inbox();
        let heard = self.client.subscribe(inbox.clone()).await.map_err(away)?;
        let order = order.unwrap_or_default();
        let sent = self.client.publish_with_reply(desk.0.clone(), inbox, order.into()).await;
        sent.map_err(away)?;
        Ok(heard)
    }

    /// Tells a worker that a search shall end.
    pub async fn tell_desk(&self, desk: &Desk, order: DeskOrder) {
        let word = match order {
            DeskOrder::End => "end",
            DeskOrder::Stop => "stop",
        };
        self.say(desk.0.to_string(), word).await;
    }

    /// What a worker told.
    #[must_use]
    pub fn search_news(message: &Message) -> Option<SearchNews> {
        serde_json::from_slice(&message.payload).ok()
    }

    /// Hears of one search of this class, among all idle workers of the build.
    ///
    /// # Errors
    /// When the connection is closed.
    pub async fn hear_of_search(
        &self,
        class: JobClass,
        build: &str,
    ) -> Result<Subscriber, NatsError> {
        let subject = search(class, &token(build));
        let heard = self.client.queue_subscribe(subject, GROUP.to_owned()).await;
        let mut heard = heard.map_err(away)?;
        heard.unsubscribe_after(1).await.map_err(away)?;
        Ok(heard)
    }

    /// Offers to do the search that was heard of. `None` where somebody else does it.
    ///
    /// # Errors
    /// When the server is away.
    pub async fn sit_down(
        &self,
        class: JobClass,
        heard: &Message,
    ) -> Result<Option<PersonSearch>, NatsError> {
        let Some(reply) = heard.reply.clone() else { return Ok(None) };
        let desk = Subject::from(self.client.new_inbox());
        let mut control = self.client.subscribe(desk.clone()).await.map_err(away)?;
        self.client.publish(reply, desk.to_string().into()).await.map_err(away)?;
        let Ok(Some(order)) = timeout(ORDER, control.next()).await else { return Ok(None) };
        let (Some(reply), Ok(text)) = (order.reply, String::from_utf8(order.payload.to_vec()))
        else {
            return Ok(None);
        };
        let nats = self.clone();
        let found = PersonSearch { class, order: text, nats, reply, desk, control };
        Ok((!found.order.is_empty()).then_some(found))
    }
}

impl PersonSearch {
    /// Tells the hall. Where nobody hears it any more the server says so, and the search is stopped.
    pub async fn tell(&self, news: &SearchNews) {
        // Words and texts always become JSON.
        let text = serde_json::to_string(news).unwrap_or_default();
        let (reply, desk) = (self.reply.clone(), self.desk.clone());
        let said = self.nats.client.publish_with_reply(reply, desk, text.into()).await;
        if let Err(error) = said {
            tracing::debug!("NATS: {error}");
        }
    }

    /// What the hall says next; `None` when the connection is closed. It may be dropped before it is ready without loss.
    pub async fn hear(&mut self) -> Option<DeskOrder> {
        let message = self.control.next().await?;
        Some(if &*message.payload == b"end" { DeskOrder::End } else { DeskOrder::Stop })
    }
}
