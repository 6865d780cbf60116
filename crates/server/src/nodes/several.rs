//! One of several nodes, as the rest of the hall sees it: what it serves, and who serves the rest.

use crate::events::{EventStream, NumberedEvent};
use crate::nodes::followed::FollowedTopics;
use crate::nodes::question::{NodeAnswer, NodeQuestion, NodeRequest, parsed, read, written};
use crate::refusal::Refusal;
use cluster::{PeerError, Peers};
use serde::de::DeserializeOwned;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;
use store::{LeaseKey, Store, StoreError};
use tokio::sync::broadcast;

/// How long another node may take for its answer.
const ANSWER: Duration = Duration::from_secs(10);
/// How long it may take to let a client join: one that is told to try again may find that another node serves the game by
/// then.
const JOINING: Duration = Duration::from_secs(3);

/// What this node serves, and who serves the rest. A hall in a folder has no others.
#[derive(Clone, Debug)]
pub(crate) struct Nodes {
    leases: cluster::Nodes,
    pub(super) followed: Arc<FollowedTopics>,
}

impl Deref for Nodes {
    type Target = cluster::Nodes;

    fn deref(&self) -> &cluster::Nodes {
        &self.leases
    }
}

impl Nodes {
    pub(crate) fn new(store: Store, lease: Option<Duration>, peers: Option<Peers>) -> Self {
        Self { leases: cluster::Nodes::new(store, lease, peers), followed: Arc::default() }
    }

    /// The other node that serves something; where nobody does, this one takes it.
    pub(crate) async fn elsewhere(&self, topic: LeaseKey) -> Result<Option<Elsewhere>, StoreError> {
        // As long as its events are heard, the database need not be asked.
        let node = match self.followed.node(&topic).filter(|_| !self.holds(&topic)) {
            Some(node) => Some(node),
            None => self.hold(&topic).await?,
        };
        self.found(node, topic)
    }

    /// The other node that serves something, if one does. This takes nothing.
    pub(crate) async fn read_elsewhere(
        &self,
        topic: LeaseKey,
    ) -> Result<Option<Elsewhere>, StoreError> {
        let node = self.other(&topic).await?;
        self.found(node, topic)
    }

    fn found(&self, node: Option<i64>, topic: LeaseKey) -> Result<Option<Elsewhere>, StoreError> {
        let Some(node) = node else { return Ok(None) };
        let (peers, _) = self.peers().ok_or(StoreError::Elsewhere)?;
        self.count_asked();
        let (peers, followed) = (peers.clone(), Arc::clone(&self.followed));
        Ok(Some(Elsewhere { peers, followed, node, topic }))
    }
}

/// A game or a study that another node serves.
#[derive(Debug)]
pub(crate) struct Elsewhere {
    peers: Peers,
    followed: Arc<FollowedTopics>,
    node: i64,
    topic: LeaseKey,
}

impl Elsewhere {
    /// Asks the node. The effects of what it did have arrived here before its answer.
    pub(crate) async fn ask<T: DeserializeOwned>(&self, ask: NodeRequest) -> Result<T, Refusal> {
        let (last, body) = self.asked(ask, ANSWER).await?;
        if last > 0 {
            self.followed.wait_for(&self.topic, self.node, last).await;
        }
        parsed(&body)
    }

    /// Joins: the state as of now, and the events after it.
    pub(crate) async fn join(&self) -> Result<EventStream, Refusal> {
        // The events are heard before the state is asked for.
        let events = self.follow().await?;
        let visit = rand::random();
        let (peers, topic) = (self.peers.clone(), self.topic.clone());
        let away = Visiting { peers, node: self.node, topic, visit };
        let (after, state) = self.asked(NodeRequest::Join { visit }, JOINING).await?;
        self.followed.reached(&self.topic, self.node, after);
        let mut stream = EventStream::new(state.into(), events, after);
        stream.away = Some(away);
        Ok(stream)
    }

    async fn follow(&self) -> Result<broadcast::Receiver<NumberedEvent>, Refusal> {
        let (peers, followed) = (&self.peers, Arc::clone(&self.followed));
        let followed = followed.follow(peers, &self.topic, self.node).await;
        followed.map_err(|error| {
            tracing::info!("node {}: {error}", self.node);
            silent()
        })
    }

    /// The number of the last event before the answer, and the answer.
    async fn asked(&self, ask: NodeRequest, most: Duration) -> Result<(u64, String), Refusal> {
        let question = written(&NodeQuestion::new(self.peers.node(), self.topic.clone(), ask));
        let answer = self.peers.ask(self.node, question, most).await;
        let why = match answer.map(|answer| read(&answer)) {
            Ok(Some(NodeAnswer::Done { last, body })) => return Ok((last, body)),
            Ok(Some(NodeAnswer::Refused { status, problem })) => {
                return Err(Refusal::of_node(status, problem));
            }
            Ok(Some(NodeAnswer::NotHere)) => "does not serve it any more",
            Ok(None) => "says what is no answer",
            Err(PeerError::Nobody) => "is not there",
            Err(PeerError::Silent) => "does not answer",
        };
        tracing::info!("node {}, {}: it {why}", self.node, self.topic.key());
        // The database is asked the next time.
        self.followed.give_up(&self.topic, self.node);
        Err(silent())
    }
}

/// A client's visit at another node. Its end is told.
#[derive(Debug)]
pub(crate) struct Visiting {
    peers: Peers,
    node: i64,
    topic: LeaseKey,
    visit: u64,
}

impl Drop for Visiting {
    fn drop(&mut self) {
        let leave = NodeRequest::Leave { visit: self.visit };
        let question = NodeQuestion::new(self.peers.node(), self.topic.clone(), leave);
        self.peers.tell(self.node, written(&question));
    }
}

/// The refusal while a node that serves something does not answer and does not yet count as dead.
fn silent() -> Refusal {
    let message = "the node of the hall that serves it does not answer; try again";
    Refusal::busy(Refusal::NODE_SILENT, message)
}
