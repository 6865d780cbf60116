//! The recorded searches of one client. They belong to the client: when it is gone, they end.

use super::budget::EventBudget;
use super::position::SearchPosition;
use super::tape::{PAGE, Tape};
use super::{DEEPEST, MOST_NODES, leaves};
use crate::refusal::Refusal;
use crate::request;
use engine::laboratory::{Counters, RecordingResult};
use engine::{Control, Session, Techniques};
use futures_util::StreamExt as _;
use lab::ladder;
use pool::{Pool, SearchClass, SearchEvent, SearchStream, WorkJob};
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};
use wire::{LabEvent, LabName, LabNode, LabState};

/// Time between two events of one search.
const REPORTS: Duration = Duration::from_millis(200);
/// The slots of a client.
const SLOTS: usize = 2;
/// Nodes that are named at once.
const NAMES: usize = 256;
/// The memory of a traced search, in MiB: its table and what learns.
const MEMORY: u32 = 16;

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
    place: SearchPosition,
    tape: Arc<Mutex<Tape>>,
    /// It reports that there is more on the tape. Dropping it stops the search.
    search: Option<SearchStream<(), ()>>,
    /// The count of the leaves of minimax and whether it is exact, until it was told.
    count: Option<SearchStream<(u64, bool), ()>>,
    counted: Option<(u64, bool)>,
    /// The number of the last change that was sent.
    sent: u64,
    next: Instant,
    /// Moves that were sent.
    moves_sent: usize,
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
        place: SearchPosition,
    ) -> Result<LabEvent, Refusal> {
        let bad = |message: String| Err(Refusal::impossible("bad-search", message));
        let at = self.number(asked.slot)?;
        if !(1..=DEEPEST).contains(&asked.depth) {
            return bad(format!("depth: expected 1 to {DEEPEST}"));
        }
        let nodes = asked.nodes.unwrap_or(MOST_NODES);
        if !(1..=MOST_NODES).contains(&nodes) {
            return bad(format!("nodes: expected 1 to {MOST_NODES}"));
        }
        let impossible = |error: lab::LabError| {
            let message = crate::refusal::shortened(&error.to_string());
            Refusal::impossible("unknown-technique", message)
        };
        let rung = ladder::find(&asked.technique).map_err(impossible)?;
        let techniques = ladder::techniques(rung).map_err(|error| impossible(error.into()))?;
        games::new_laboratory(place.game.variant().id)?;
        // The memory of the one before is free first.
        self.slots[at] = None;
        let root = place.node(0, &[]);
        let tape = Arc::new(Mutex::new(Tape::new(&self.budget)));
        let search = self.search(&place, &tape, techniques, asked.depth, nodes);
        let count = self.count(&place, asked.depth);
        let next = Instant::now();
        let (search, count) = (Some(search), Some(count));
        self.slots[at] = Some(RecordingSlot {
            place,
            tape,
            search,
            count,
            counted: None,
            sent: 0,
            next,
            moves_sent: 0,
        });
        Ok(LabEvent::Begun {
            slot: asked.slot,
            root: Box::new(root),
            techniques: super::words(&ladder::parts(rung)),
        })
    }

    fn search(
        &self,
        place: &SearchPosition,
        tape: &Arc<Mutex<Tape>>,
        techniques: Techniques,
        depth: u32,
        nodes: u32,
    ) -> SearchStream<(), ()> {
        let tape = Arc::clone(tape);
        let (name, game) = (format!("{} lab", self.name), place.game.fork());
        let work = WorkJob::new(
            &name,
            game,
            SearchClass::Shown,
            MEMORY,
            move |session, control, changed| {
                let mut recorder = TapeRecorder { tape: &tape, changed, depth, nodes };
                recorder.record(session, techniques, control)
            },
        );
        self.pool.work(work.for_client(&request::client().to_string()))
    }

    fn count(&self, place: &SearchPosition, depth: u32) -> SearchStream<(u64, bool), ()> {
        let (name, game) = (format!("{} count", self.name), place.game.fork());
        let class = SearchClass::Background;
        let work = WorkJob::new(&name, game, class, MEMORY, move |session, control, report| {
            let lab = games::new_laboratory(session.variant().id);
            let mut lab = lab.map_err(|error| error.to_string())?;
            if let Some(counted) = leaves::count(lab.as_mut(), session, depth, control) {
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
            let mut tape = lock(&slot.tape);
            if matches!(tape.stands.state, LabState::Waiting | LabState::Searching) {
                tape.stands.state = LabState::Stopped;
                tape.number += 1;
            }
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
        let number = slot;
        let slot = self.slot(slot)?;
        let tape = lock(&slot.tape);
        let new = tape.moves_from(slot.moves_sent);
        let first = u32::try_from(slot.moves_sent).unwrap_or(u32::MAX);
        let moves = (!new.is_empty()).then(|| LabEvent::Moves {
            slot: number,
            from: first,
            moves: new.to_vec(),
        });
        slot.moves_sent += new.len();
        let most = most.map_or(PAGE, |most| most as usize);
        Ok((moves, tape.page(number, from, most)))
    }

    /// The moves into nodes in every notation.
    ///
    /// # Errors
    /// When a node does not exist, or there are too many.
    pub(crate) fn names(&mut self, slot: u32, nodes: &[u32]) -> Result<Vec<LabName>, Refusal> {
        if nodes.len() > NAMES {
            let message = format!("nodes: at most {NAMES} at once");
            return Err(Refusal::impossible("bad-node", message));
        }
        let slot = self.slot(slot)?;
        nodes.iter().map(|&node| Ok(slot.place.name(node, &slot.path(node)?))).collect()
    }

    /// A node with its position.
    ///
    /// # Errors
    /// When it does not exist.
    pub(crate) fn node(&mut self, slot: u32, node: u32) -> Result<LabNode, Refusal> {
        let slot = self.slot(slot)?;
        Ok(slot.place.node(node, &slot.path(node)?))
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
                if tape.number == slot.sent {
                    continue;
                }
                let is_over = !matches!(tape.stands.state, LabState::Waiting | LabState::Searching);
                if is_over || slot.next <= now {
                    slot.sent = tape.number;
                    slot.next = now + REPORTS;
                    let recording = Box::new(tape.stands.clone());
                    return LabEvent::Recording { slot: number, recording };
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
    fn path(&self, node: u32) -> Result<Vec<Option<String>>, Refusal> {
        let path = lock(&self.tape).path(node);
        path.ok_or_else(|| Refusal::impossible("bad-node", format!("there is no node {node}")))
    }

    /// Is ready when its search or its count has told something.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let search = self.search.as_mut();
        if let Some(Poll::Ready(Some(event))) = search.map(|one| one.poll_next_unpin(context)) {
            if let SearchEvent::Found(Err(why)) = event {
                tracing::error!("a recorded search failed: {why}");
                let mut tape = lock(&self.tape);
                tape.stands.state = LabState::Failed;
                tape.stands.message = Some("the search failed".to_owned());
                tape.number += 1;
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
struct TapeRecorder<'a> {
    tape: &'a Mutex<Tape>,
    /// Says that there is more on the tape.
    changed: &'a mut dyn FnMut(()),
    depth: u32,
    nodes: u32,
}

impl TapeRecorder<'_> {
    fn record(
        &mut self,
        session: &dyn Session,
        techniques: Techniques,
        control: &Control,
    ) -> Result<(), String> {
        let mut laboratory =
            games::new_laboratory(session.variant().id).map_err(|error| error.to_string())?;
        let began = std::time::Instant::now();
        // A search that was interrupted begins again with the events that are there already.
        let known = lock(self.tape).len();
        let (mut seen, mut has_room) = ((0, 0), true);
        let mut take = |batch: engine::laboratory::Batch<'_>| {
            let left = (known.0.saturating_sub(seen.0), known.1.saturating_sub(seen.1));
            seen = (seen.0 + batch.events.len(), seen.1 + batch.moves.len());
            let mut tape = lock(self.tape);
            if tape.stands.state == LabState::Waiting {
                tape.stands.state = LabState::Searching;
            }
            has_room = tape.take(batch, left);
            tape.stands.time_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
            tape.number += 1;
            drop(tape);
            (self.changed)(());
            has_room
        };
        let taped =
            laboratory.record(session, techniques, self.depth, self.nodes, control, &mut take);
        let taped = taped.map_err(|error| error.to_string())?;
        self.end(taped, has_room);
        Ok(())
    }

    fn end(&mut self, taped: RecordingResult, has_room: bool) {
        let RecordingResult { measured, is_whole } = taped;
        let mut tape = lock(self.tape);
        let is_full = tape.stands.nodes >= self.nodes;
        if is_whole {
            tape.stands.state = LabState::Done;
            tape.stands.score = Some(measured.score);
            tape.stands.best = measured.pv;
            tape.stands.counters = counters(&measured.counters);
            tape.stands.leaves = measured.counters.leaves;
        } else if is_full || !has_room {
            tape.stands.state = LabState::Limit;
            tape.stands.message = Some(if is_full {
                format!("the search has more than {} nodes", self.nodes)
            } else {
                "the hall has no memory left for more events".to_owned()
            });
        } else if tape.stands.state == LabState::Searching {
            // Interrupted for a more urgent search: it will begin again, or it was stopped.
            tape.stands.state = LabState::Waiting;
        }
        tape.number += 1;
        drop(tape);
        (self.changed)(());
    }
}

fn counters(counts: &Counters) -> std::collections::BTreeMap<String, u64> {
    let named = [
        ("inner", counts.inner),
        ("leaves", counts.leaves),
        ("quiescence", counts.quiescence),
        ("cut_offs", counts.cut_offs),
        ("first_cut_offs", counts.first_cut_offs),
        ("tried", counts.tried),
        ("probed", counts.probed),
        ("tried_inner", counts.tried_inner),
        ("width", counts.width),
        ("skipped", counts.skipped),
        ("null_moves", counts.null_moves),
        ("reduced", counts.reduced),
        ("again", counts.again),
        ("raises", counts.raises),
    ];
    named.into_iter().map(|(name, count)| (name.to_owned(), count)).collect()
}
