//! Tells open pages that a list or the preferences changed, at this node or at another one.

use crate::events::json;
use axum::extract::ws::Utf8Bytes;
use store::{ChangeListener, HallChanges};
use tokio::sync::{broadcast, watch};
use wire::HallEvent;

/// How many events a slow client may be behind; then it is told that everything may have changed.
const BACKLOG: usize = 16;

/// Where clients hear of it.
#[derive(Clone, Debug)]
pub(crate) struct HallNews(broadcast::Sender<Utf8Bytes>);

impl HallNews {
    /// Passes on what is heard until the hall closes.
    pub(crate) fn of(mut hearing: ChangeListener, mut closing: watch::Receiver<bool>) -> Self {
        let (sender, _) = broadcast::channel(BACKLOG);
        let tell = sender.clone();
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    changes = hearing.next() => {
                        // Nobody may be there.
                        let _ = tell.send(event(changes));
                    }
                    _ = closing.changed() => return,
                }
            }
        });
        Self(sender)
    }

    /// Every event from now on.
    pub(crate) fn follow(&self) -> broadcast::Receiver<Utf8Bytes> {
        self.0.subscribe()
    }
}

/// The event of some changes.
pub(crate) fn event(HallChanges { games, studies, preferences }: HallChanges) -> Utf8Bytes {
    json(&HallEvent::Changed { games, studies, preferences })
}
