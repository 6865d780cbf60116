//! The recorded searches of one client. They belong to the client: when it is gone, they end.

use super::budget::EventBudget;
use super::position::SearchPosition;
use super::tape::{PAGE, Tape};
use super::{DEEPEST, MOST_NODES, leaves};
use crate::refusal::Refusal;
use crate::request;
use engine::laboratory::{Counters, RecordingResult};
use engine::{BestMove, Control, Limits, Session, Techniques};
use lab::ladder;
use pool::{JobEvent, Pool, Question, SearchClass, SearchJob, SearchTask, Ticket};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
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
    changed: Arc<Notify>,
}

/// One of them.
#[derive(Debug)]
struct RecordingSlot {
    place: SearchPosition,
    tape: Arc<Mutex<Tape>>,
    /// Dropping it stops the search.
    search: Option<Ticket>,
    /// The count of the leaves of minimax, until it was told.
    count: Option<LeafCount>,
    /// The number of the last change that was sent.
    sent: u64,
    next: Instant,
    /// Moves that were sent.
    moves_sent: usize,
}

/// A count that goes on.
#[derive(Debug)]
struct LeafCount {
    found: Arc<Mutex<Option<(u64, bool)>>>,
    _ticket: Ticket,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a task of the pool returns: no move is wanted.
const fn nothing() -> BestMove {
    BestMove { best: None, ponder: None, info: None }
}

impl Recordings {
    pub(crate) fn new(pool: Pool, budget: EventBudget, name: String) -> Self {
        Self { pool, budget, name, slots: [None, None], changed: Arc::default() }
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
        self.slots[at] =
            Some(RecordingSlot { place, tape, search, count, sent: 0, next, moves_sent: 0 });
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
    ) -> Ticket {
        let (written, changed) = (Arc::clone(tape), Arc::clone(&self.changed));
        let task = SearchTask::new(Limits::default(), move |session, _, control, _| {
            let recorder = TapeRecorder { tape: &written, changed: &changed, depth, nodes };
            recorder.record(session, techniques, control)
        });
        let (tape, changed) = (Arc::clone(tape), Arc::clone(&self.changed));
        let name = format!("{} lab", self.name);
        let question = Question::Task(task);
        let job = SearchJob::new(&name, place.game.fork(), question, SearchClass::Shown, MEMORY)
            .for_client(&request::client().to_string());
        self.pool.ask(job, move |report| {
            if let JobEvent::Found(Err(why)) = report {
                tracing::error!("a recorded search failed: {why}");
                let mut tape = lock(&tape);
                tape.stands.state = LabState::Failed;
                tape.stands.message = Some("the search failed".to_owned());
                tape.number += 1;
            }
            changed.notify_one();
        })
    }

    fn count(&self, place: &SearchPosition, depth: u32) -> LeafCount {
        let found: Arc<Mutex<Option<(u64, bool)>>> = Arc::default();
        let (told, changed) = (Arc::clone(&found), Arc::clone(&self.changed));
        let task = SearchTask::new(Limits::default(), move |session, _, control, _| {
            let mut lab =
                games::new_laboratory(session.variant().id).map_err(|error| error.to_string())?;
            let counted = leaves::count(lab.as_mut(), session, depth, control);
            if counted.is_some() {
                *lock(&told) = counted;
                changed.notify_one();
            }
            Ok(nothing())
        });
        let name = format!("{} count", self.name);
        let job = SearchJob::new(
            &name,
            place.game.fork(),
            Question::Task(task),
            SearchClass::Background,
            MEMORY,
        )
        .for_client(&request::client().to_string());
        LeafCount { found, _ticket: self.pool.ask(job, |_| {}) }
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
        self.changed.notify_one();
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
                if let Some(event) = slot.counted(number) {
                    return event;
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
            // A change between the look and the wait leaves a permit, so that the wait ends at once.
            match soonest {
                Some(soonest) => tokio::select! {
                    () = self.changed.notified() => {}
                    () = sleep_until(soonest) => {}
                },
                None => self.changed.notified().await,
            }
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

    /// The count of the leaves of minimax, once.
    fn counted(&mut self, slot: u32) -> Option<LabEvent> {
        let (leaves, exact) = (*lock(&self.count.as_ref()?.found))?;
        self.count = None;
        Some(LabEvent::Minimax { slot, leaves, exact })
    }
}

/// Writes a search on a tape.
struct TapeRecorder<'a> {
    tape: &'a Mutex<Tape>,
    changed: &'a Notify,
    depth: u32,
    nodes: u32,
}

impl TapeRecorder<'_> {
    fn record(
        &self,
        session: &dyn Session,
        techniques: Techniques,
        control: &Control,
    ) -> Result<BestMove, String> {
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
            self.changed.notify_one();
            has_room
        };
        let taped =
            laboratory.record(session, techniques, self.depth, self.nodes, control, &mut take);
        let taped = taped.map_err(|error| error.to_string())?;
        self.end(taped, has_room);
        Ok(nothing())
    }

    fn end(&self, taped: RecordingResult, has_room: bool) {
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
        self.changed.notify_one();
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
