//! Tells open pages that a list or the preferences changed, at this node or at another one.

use crate::events::{EventFeed, EventStream, json};
use crate::nodes::Nodes;
use axum::extract::ws::Utf8Bytes;
use std::sync::Arc;
use store::{ChangeListener, HallChanges};
use tokio::sync::watch;
use wire::HallEvent;

/// How many events a slow client may be behind; then it is told that everything may have changed.
const BACKLOG: usize = 16;

/// Where clients hear of it.
#[derive(Clone, Debug)]
pub(crate) struct HallNews(Arc<EventFeed>);

impl HallNews {
    /// Passes on what is heard until the hall closes.
    pub(crate) fn of(
        hearing: ChangeListener,
        nodes: &Nodes,
        mut closing: watch::Receiver<bool>,
    ) -> Self {
        let feed = Arc::new(EventFeed::new(BACKLOG));
        let (tell, nodes) = (Arc::clone(&feed), nodes.clone());
        tokio::spawn(async move {
            tokio::select! {
                () = hear(hearing, &nodes, &tell) => {}
                _ = closing.wait_for(|closes| *closes) => {}
            }
        });
        Self(feed)
    }

    /// Everything from now on. The state says that everything may have changed.
    pub(crate) fn stream(&self) -> EventStream {
        self.0.stream(event(HallChanges::ALL))
    }
}

#[cfg(not(feature = "cluster"))]
async fn hear(mut hearing: ChangeListener, _: &Nodes, feed: &EventFeed) {
    loop {
        feed.tell(event(hearing.next().await));
    }
}

/// Nodes tell one another: this one hears its own changes as the others do.
#[cfg(feature = "cluster")]
async fn hear(mut hearing: ChangeListener, nodes: &Nodes, feed: &EventFeed) {
    let peers = nodes.peers().map(|(peers, _)| peers);
    let mut others = match peers {
        Some(peers) => peers.lists().await.ok().zip(Some(peers.connections())),
        None => None,
    };
    loop {
        let (Some(peers), Some((lists, connections))) = (peers, &mut others) else {
            feed.tell(event(hearing.next().await));
            continue;
        };
        tokio::select! {
            changes = hearing.next() => {
                peers.tell_lists(changes).await;
                if !peers.are_reached() {
                    feed.tell(event(changes));
                }
            }
            changes = lists.next() => match changes {
                Some(changes) => feed.tell(event(changes)),
                None => others = None,
            },
            // What was told while the connection was lost is not known.
            _ = connections.changed() => feed.tell(event(HallChanges::ALL)),
        }
    }
}

/// The event of some changes.
fn event(HallChanges { games, studies, preferences }: HallChanges) -> Utf8Bytes {
    json(&HallEvent::Changed { games, studies, preferences })
}
