//! The recorded searches of one client. They belong to the client: when it is gone, they end.

use crate::refusal::Refusal;
use crate::request;
use engine::{Control, Session};
use futures_util::StreamExt as _;
use lab_messages::{
    EventBudget, LabSearchPosition, MEMORY_MB, RecordedSearch, Tape, minimax_leaves,
};
use pool::{Pool, SearchClass, SearchEvent, SearchStream, WorkJob};
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};
use wire::LabEvent;

/// Time between two events of one search.
const REPORTS: Duration = Duration::from_millis(200);
/// The slots of a client.
const SLOTS: usize = 2;

/// The request for a recorded search.
#[derive(Clone, Debug)]
pub(crate) struct RecordingRequest {
    pub(crate) slot: u32,
    pub(crate) technique: String,
    pub(crate) depth: u32,
    pub(crate) nodes: Option<u32>,
}

/// The recorded searches of one client.
#[derive(Debug)]
pub(crate) struct Recordings {
    pool: Pool,
    budget: EventBudget,
    /// The name under which the pool knows this client.
    name: String,
    slots: [Option<RecordingSlot>; SLOTS],
}

/// One of them.
#[derive(Debug)]
struct RecordingSlot {
    place: LabSearchPosition,
    tape: Arc<Mutex<Tape>>,
    /// It reports that there is more on the tape. Dropping it stops the search.
    search: Option<SearchStream<(), ()>>,
    /// The count of the leaves of minimax and whether it is exact, until it was told.
    count: Option<SearchStream<(u64, bool), ()>>,
    counted: Option<(u64, bool)>,
    /// The number of the last change that was sent.
    sent: u64,
    next: Instant,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Recordings {
    pub(crate) fn new(pool: Pool, budget: EventBudget, name: String) -> Self {
        Self { pool, budget, name, slots: [None, None] }
    }

    /// Begins a search in place of the one in its slot.
    ///
    /// # Errors
    /// When the request makes no sense.
    pub(crate) fn begin(
        &mut self,
        asked: &RecordingRequest,
        place: LabSearchPosition,
    ) -> Result<LabEvent, Refusal> {
        let at = self.number(asked.slot)?;
        let what = RecordedSearch::new(&asked.technique, asked.depth, asked.nodes)?;
        games::new_laboratory(place.game.variant().id)?;
        let begun = what.begun(asked.slot, &place);
        // The memory of the one before is free first.
        self.slots[at] = None;
        let tape = Arc::new(Mutex::new(Tape::new(&self.budget)));
        let search = self.search(&place, &tape, what);
        let count = self.count(&place, asked.depth);
        let next = Instant::now();
        let (search, count) = (Some(search), Some(count));
        self.slots[at] =
            Some(RecordingSlot { place, tape, search, count, counted: None, sent: 0, next });
        Ok(begun)
    }

    fn search(
        &self,
        place: &LabSearchPosition,
        tape: &Arc<Mutex<Tape>>,
        what: RecordedSearch,
    ) -> SearchStream<(), ()> {
        let tape = Arc::clone(tape);
        let (name, game) = (format!("{} lab", self.name), place.game.fork());
        let class = SearchClass::Shown;
        let work = WorkJob::new(&name, game, class, MEMORY_MB, move |session, control, changed| {
            record(&what, &tape, session, control, changed)
        });
        self.pool.work(work.for_client(&request::client().to_string()))
    }

    fn count(&self, place: &LabSearchPosition, depth: u32) -> SearchStream<(u64, bool), ()> {
        let (name, game) = (format!("{} count", self.name), place.game.fork());
        let class = SearchClass::Background;
        let work = WorkJob::new(&name, game, class, MEMORY_MB, move |session, control, report| {
            if let Some(counted) = minimax_leaves(session, depth, control) {
                report(counted);
            }
            Ok(())
        });
        self.pool.work(work.for_client(&request::client().to_string()))
    }

    /// Ends the search in a slot; what is recorded stays.
    ///
    /// # Errors
    /// When there is no such slot.
    pub(crate) fn stop(&mut self, slot: u32) -> Result<(), Refusal> {
        let at = self.number(slot)?;
        if let Some(slot) = &mut self.slots[at] {
            slot.search = None;
            lock(&slot.tape).stop();
        }
        Ok(())
    }

    /// A page of events, and the moves in it that were not sent before.
    ///
    /// # Errors
    /// When there is no search in the slot.
    pub(crate) fn page(
        &mut self,
        slot: u32,
        from: u32,
        most: Option<u32>,
    ) -> Result<(Option<LabEvent>, Vec<u8>), Refusal> {
        let recorded = self.slot(slot)?;
        Ok(lock(&recorded.tape).events(slot, from, most))
    }

    /// The moves into nodes in every notation.
    ///
    /// # Errors
    /// When a node does not exist, or there are too many.
    pub(crate) fn names(&mut self, slot: u32, nodes: &[u32]) -> Result<LabEvent, Refusal> {
        let recorded = self.slot(slot)?;
        Ok(lock(&recorded.tape).names(&recorded.place, slot, nodes)?)
    }

    /// A node with its position.
    ///
    /// # Errors
    /// When it does not exist.
    pub(crate) fn node(&mut self, slot: u32, node: u32) -> Result<LabEvent, Refusal> {
        let recorded = self.slot(slot)?;
        Ok(lock(&recorded.tape).node(&recorded.place, slot, node)?)
    }

    /// The next change, when it may be sent.
    pub(crate) async fn next(&mut self) -> LabEvent {
        loop {
            let now = Instant::now();
            let mut soonest: Option<Instant> = None;
            for (number, slot) in (0..).zip(&mut self.slots) {
                let Some(slot) = slot else { continue };
                if let Some((leaves, exact)) = slot.counted.take() {
                    slot.count = None;
                    return LabEvent::Minimax { slot: number, leaves, exact };
                }
                let tape = lock(&slot.tape);
                if tape.number() == slot.sent {
                    continue;
                }
                if tape.is_over() || slot.next <= now {
                    slot.sent = tape.number();
                    slot.next = now + REPORTS;
                    return tape.event(number);
                }
                soonest = Some(soonest.map_or(slot.next, |soonest| soonest.min(slot.next)));
            }
            let wake = soonest.unwrap_or(now);
            tokio::select! {
                () = poll_fn(|context| self.poll(context)) => {}
                () = sleep_until(wake), if soonest.is_some() => {}
            }
        }
    }

    /// Is ready when a search has told something.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let mut slots = self.slots.iter_mut().flatten();
        if slots.any(|slot| slot.poll(context).is_ready()) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    }

    /// Ends all searches and forgets them.
    pub(crate) fn close(&mut self) {
        self.slots = [None, None];
    }

    fn number(&self, slot: u32) -> Result<usize, Refusal> {
        let known = usize::try_from(slot).ok().filter(|&at| at < SLOTS);
        known.ok_or_else(|| {
            Refusal::impossible("bad-slot", format!("slot: expected 0 to {}", SLOTS - 1))
        })
    }

    fn slot(&mut self, slot: u32) -> Result<&mut RecordingSlot, Refusal> {
        let at = self.number(slot)?;
        let nothing = || Refusal::conflict("no-search", "there is no search in this slot");
        self.slots[at].as_mut().ok_or_else(nothing)
    }
}

impl RecordingSlot {
    /// Is ready when its search or its count has told something.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let search = self.search.as_mut();
        if let Some(Poll::Ready(Some(event))) = search.map(|one| one.poll_next_unpin(context)) {
            if let SearchEvent::Found(Err(why)) = event {
                tracing::error!("a recorded search failed: {why}");
                lock(&self.tape).fail();
            }
            return Poll::Ready(());
        }
        let count = self.count.as_mut();
        if let Some(Poll::Ready(Some(event))) = count.map(|one| one.poll_next_unpin(context)) {
            if let SearchEvent::Progress(counted) = event {
                self.counted = Some(counted);
            }
            return Poll::Ready(());
        }
        Poll::Pending
    }
}

/// Writes a search on a tape.
fn record(
    what: &RecordedSearch,
    tape: &Mutex<Tape>,
    session: &dyn Session,
    control: &Control,
    changed: &mut (dyn FnMut(()) + Send),
) -> Result<(), String> {
    // A search that was interrupted begins again with the events that are there already.
    let known = lock(tape).len();
    let mut seen = (0, 0);
    let ended = what.run(session, control, &mut |batch| {
        let left = (known.0.saturating_sub(seen.0), known.1.saturating_sub(seen.1));
        seen = (seen.0 + batch.events.len(), seen.1 + batch.moves.len());
        let has_room = lock(tape).take(batch, left);
        changed(());
        has_room
    })?;
    lock(tape).end(ended, what.nodes);
    changed(());
    Ok(())
}
