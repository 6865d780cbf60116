//! The lab in a browser: what a client is answered, and the searches that another instance does for it.

use crate::ask::Answer;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use engine::Control;
use engine::laboratory::{Batch, Event};
use hall_messages::Refused;
use lab_messages::{
    EventBudget, LabSearchPosition, MeasuredSearch, RecordedEnd, RecordedSearch, Tape,
    WatchedSearch, minimax_leaves,
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::Duration;
use wire::{LabCommand, LabEvaluate, LabEvent, LabIteration, LabMeasured, LabPosition, LabRequest};

/// The events that all recorded searches of a module may have together: a telephone has less memory than a server.
const MOST_EVENTS: usize = 6_000_000;
/// Milliseconds between two messages about a recorded search.
const REPORTS: f64 = 200.0;
/// The slots of a client.
const SLOTS: usize = 2;

/// A question about the lab.
#[derive(Debug, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum LabAsk {
    /// What the lab can show.
    Offer,
    /// The moves of a position on the board.
    Line {
        /// The position.
        at: LabPosition,
    },
    /// An evaluation, taken apart.
    Evaluation {
        /// Which.
        asked: LabEvaluate,
    },
    /// A request of a client.
    Command {
        /// The client's number.
        client: u64,
        /// What it says.
        request: LabRequest,
    },
    /// A search of a client reports.
    Told {
        /// The client's number.
        client: u64,
        /// Which of its searches.
        role: LabRole,
        /// What it reports.
        report: LabReport,
        /// The time, in milliseconds of a clock that never goes back.
        at: f64,
    },
    /// A search of a client has ended.
    Ended {
        /// The client's number.
        client: u64,
        /// Which of its searches.
        role: LabRole,
        /// What it found, or why it failed.
        found: Result<LabFound, String>,
    },
    /// A client is gone.
    Close {
        /// Its number.
        client: u64,
    },
}

/// The searches of a client, which run at the same time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabRole {
    /// The recorded one in the first slot.
    Record0,
    /// The recorded one in the second slot.
    Record1,
    /// The count of the leaves of minimax for the first slot.
    Count0,
    /// The count of the leaves of minimax for the second slot.
    Count1,
    /// The one that is watched.
    Mind,
    /// The one that is measured.
    Measure,
}

/// The slots, with their searches.
const ROLES: [(LabRole, LabRole); SLOTS] =
    [(LabRole::Record0, LabRole::Count0), (LabRole::Record1, LabRole::Count1)];

/// What a searching instance is asked for the lab.
#[derive(Debug, Serialize, Deserialize)]
pub struct LabSearch {
    at: LabPosition,
    task: LabTask,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum LabTask {
    Record { technique: String, depth: u32, nodes: Option<u32> },
    Count { depth: u32 },
    Watch { ms: Option<u64>, depth: Option<u32>, nodes: Option<u64> },
    Measure { request: String, by: String, depth: u32, ms: Option<u64> },
}

/// What a search of the lab reports.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabReport {
    /// Events of a recorded search.
    Events {
        /// The events, as a message has them, in base64.
        base64: String,
        /// The moves that are new in them.
        moves: Vec<String>,
        /// Nodes so far.
        nodes: u32,
        /// Leaves so far.
        leaves: u64,
        /// Milliseconds so far.
        ms: u64,
    },
    /// An iteration of the one that is watched.
    Iteration(Box<LabIteration>),
}

/// What a search of the lab found.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabFound {
    /// A recorded one; nothing where it did not end by itself.
    Recorded(Option<RecordedEnd>),
    /// The leaves of minimax, and whether they were counted.
    Counted(Option<(u64, bool)>),
    /// The one that is watched has no more iterations.
    Watched,
    /// What one cost.
    Measured(Box<LabMeasured>),
}

impl LabSearch {
    /// Searches.
    pub(crate) fn run(
        self,
        control: &Control,
        report: &mut (dyn FnMut(&LabReport) + Send),
    ) -> Result<LabFound, String> {
        let words = |refused: Refused| refused.problem.message;
        let place = LabSearchPosition::open(&self.at).map_err(words)?;
        let session = place.game.as_ref();
        match self.task {
            LabTask::Record { technique, depth, nodes } => {
                let what = RecordedSearch::new(&technique, depth, nodes).map_err(words)?;
                let ended = what.run(session, control, &mut |batch| {
                    report(&events(&batch));
                    true
                })?;
                Ok(LabFound::Recorded(ended))
            }
            LabTask::Count { depth } => {
                Ok(LabFound::Counted(minimax_leaves(session, depth, control)))
            }
            LabTask::Watch { ms, depth, nodes } => {
                let variant = session.variant().id;
                let what = WatchedSearch::new(variant, ms, depth, nodes).map_err(words)?;
                // A position is not shared: what is told is made of another one.
                let shown = LabSearchPosition { game: session.fork() };
                what.run(session, control, &mut move |iteration| {
                    report(&LabReport::Iteration(Box::new(shown.iteration(&iteration))));
                })?;
                Ok(LabFound::Watched)
            }
            LabTask::Measure { request, by, depth, ms } => {
                let variant = session.variant().id;
                let what = MeasuredSearch::new(variant, by, depth, ms).map_err(words)?;
                let cost = what.run(session, control)?;
                Ok(LabFound::Measured(Box::new(what.answer(request, Some(cost)))))
            }
        }
    }
}

fn events(batch: &Batch<'_>) -> LabReport {
    let bytes: Vec<u8> =
        batch.events.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
    LabReport::Events {
        base64: BASE64.encode(bytes),
        moves: batch.moves.to_vec(),
        nodes: batch.nodes,
        leaves: batch.leaves,
        ms: u64::try_from(batch.time.as_millis()).unwrap_or(u64::MAX),
    }
}

fn events_of(base64: &str) -> Result<Vec<Event>, Refused> {
    let bad = || Refused::bad_request("bad-base64", "events in base64");
    let bytes = BASE64.decode(base64).map_err(|_| bad())?;
    let (numbers, rest) = bytes.as_chunks::<4>();
    let numbers: Vec<i32> = numbers.iter().map(|&bytes| i32::from_le_bytes(bytes)).collect();
    let (events, left) = numbers.as_chunks::<4>();
    if rest.is_empty() && left.is_empty() { Ok(events.to_vec()) } else { Err(bad()) }
}

/// What is done for a client now.
#[derive(Debug, Default, Serialize)]
struct LabAnswer {
    /// What it is told, in order.
    events: Vec<LabEvent>,
    /// A binary message after these, in base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<String>,
    /// The searches that end.
    stop: Vec<LabRole>,
    /// The searches that begin, each in place of the one in its role.
    start: Vec<(LabRole, LabSearch)>,
}

/// A recorded search of a client.
#[derive(Debug)]
struct RecordingSlot {
    place: LabSearchPosition,
    tape: Tape,
    /// The most nodes it may have.
    nodes: u32,
    /// When the next message about it may be sent.
    next: f64,
}

#[derive(Debug, Default)]
struct LabClient {
    slots: [Option<RecordingSlot>; SLOTS],
    /// The last depth of the search that is watched, while one is.
    mind: Option<u32>,
    /// The request of the search that is measured.
    measure: Option<(String, MeasuredSearch)>,
}

/// The lab of a browser.
#[derive(Debug)]
pub(crate) struct LocalLab {
    budget: EventBudget,
    clients: HashMap<u64, LabClient>,
}

impl Default for LocalLab {
    fn default() -> Self {
        Self { budget: EventBudget::new(MOST_EVENTS), clients: HashMap::new() }
    }
}

impl LocalLab {
    pub(crate) fn ask(&mut self, ask: LabAsk) -> Result<Answer, Refused> {
        match ask {
            LabAsk::Offer => Answer::of(&lab_messages::offer()),
            LabAsk::Line { at } => Answer::of(&lab_messages::line(&at)?),
            LabAsk::Evaluation { asked } => {
                let place = LabSearchPosition::open(&asked.at)?;
                Answer::of(&lab_messages::evaluation(&place, &asked.by)?)
            }
            LabAsk::Command { client, request: LabRequest { id, command } } => {
                let client = self.clients.entry(client).or_default();
                let mut answer = client.command(&id, command, &self.budget).unwrap_or_else(
                    |Refused { problem, .. }| LabAnswer {
                        events: vec![LabEvent::Error { id: id.clone(), problem }],
                        ..LabAnswer::default()
                    },
                );
                if !matches!(answer.events[..], [LabEvent::Error { .. }]) {
                    answer.events.push(LabEvent::Done { id });
                }
                Answer::of(&answer)
            }
            LabAsk::Told { client, role, report, at } => match self.clients.get_mut(&client) {
                Some(client) => Answer::of(&client.told(role, report, at)?),
                None => Ok(Answer::default()),
            },
            LabAsk::Ended { client, role, found } => match self.clients.get_mut(&client) {
                Some(client) => Answer::of(&client.ended(role, found)),
                None => Ok(Answer::default()),
            },
            LabAsk::Close { client } => {
                self.clients.remove(&client);
                Ok(Answer::default())
            }
        }
    }
}

fn slot_number(slot: u32) -> Result<usize, Refused> {
    let known = usize::try_from(slot).ok().filter(|&at| at < SLOTS);
    known.ok_or_else(|| {
        Refused::impossible("bad-slot", format!("slot: expected 0 to {}", SLOTS - 1))
    })
}

impl LabClient {
    fn slot(&mut self, slot: u32) -> Result<&mut RecordingSlot, Refused> {
        let nothing = || Refused::conflict("no-search", "there is no search in this slot");
        self.slots[slot_number(slot)?].as_mut().ok_or_else(nothing)
    }

    fn command(
        &mut self,
        id: &str,
        command: LabCommand,
        budget: &EventBudget,
    ) -> Result<LabAnswer, Refused> {
        let mut answer = LabAnswer::default();
        match command {
            LabCommand::Search { slot, at, technique, depth, nodes } => {
                let number = slot_number(slot)?;
                let place = LabSearchPosition::open(&at)?;
                let what = RecordedSearch::new(&technique, depth, nodes)?;
                games::new_laboratory(place.game.variant().id)?;
                // The memory of the one before is free first.
                self.slots[number] = None;
                answer.events.push(what.begun(slot, &place));
                let (tape, most) = (Tape::new(budget), what.nodes);
                self.slots[number] = Some(RecordingSlot { place, tape, nodes: most, next: 0.0 });
                let (record, count) = ROLES[number];
                let counted = LabSearch { at: at.clone(), task: LabTask::Count { depth } };
                let recorded = LabTask::Record { technique, depth, nodes };
                answer.start = vec![(record, LabSearch { at, task: recorded }), (count, counted)];
            }
            LabCommand::Stop { slot } => {
                let number = slot_number(slot)?;
                if let Some(recording) = &mut self.slots[number] {
                    recording.tape.stop();
                    answer.events.push(recording.tape.event(slot));
                }
                answer.stop.push(ROLES[number].0);
            }
            LabCommand::Events { slot, from, most } => {
                let (moves, page) = self.slot(slot)?.tape.events(slot, from, most);
                answer.events.extend(moves);
                answer.page = Some(BASE64.encode(page));
            }
            LabCommand::Names { slot, nodes } => {
                let RecordingSlot { place, tape, .. } = self.slot(slot)?;
                answer.events.push(tape.names(place, slot, &nodes)?);
            }
            LabCommand::Node { slot, node } => {
                let RecordingSlot { place, tape, .. } = self.slot(slot)?;
                answer.events.push(tape.node(place, slot, node)?);
            }
            LabCommand::Mind { at, ms, depth, nodes } => {
                let place = LabSearchPosition::open(&at)?;
                WatchedSearch::new(place.game.variant().id, ms, depth, nodes)?;
                self.mind = Some(0);
                let task = LabTask::Watch { ms, depth, nodes };
                answer.start.push((LabRole::Mind, LabSearch { at, task }));
            }
            LabCommand::MindStop => {
                answer.events.extend(self.mind_ended(None));
                answer.stop.push(LabRole::Mind);
            }
            LabCommand::Measure { at, by, depth, ms } => {
                let place = LabSearchPosition::open(&at)?;
                let what = MeasuredSearch::new(place.game.variant().id, by.clone(), depth, ms)?;
                self.measure = Some((id.to_owned(), what));
                let task = LabTask::Measure { request: id.to_owned(), by, depth, ms };
                answer.start.push((LabRole::Measure, LabSearch { at, task }));
            }
            LabCommand::MeasureStop => {
                self.measure = None;
                answer.stop.push(LabRole::Measure);
            }
            LabCommand::Ping => answer.events.push(LabEvent::Pong),
        }
        Ok(answer)
    }

    /// The last message about the search that is watched, if one is.
    fn mind_ended(&mut self, message: Option<String>) -> Option<LabEvent> {
        let depth = self.mind.take()?;
        Some(LabEvent::Mind { iteration: Box::new(WatchedSearch::ended(depth, message)) })
    }

    fn told(&mut self, role: LabRole, report: LabReport, at: f64) -> Result<LabAnswer, Refused> {
        let mut answer = LabAnswer::default();
        match report {
            LabReport::Iteration(iteration) => {
                if iteration.score.is_some() {
                    self.mind = self.mind.map(|depth| depth.max(iteration.depth));
                }
                answer.events.push(LabEvent::Mind { iteration });
            }
            LabReport::Events { base64, moves, nodes, leaves, ms } => {
                let Some((slot, recording)) = self.recording(role) else { return Ok(answer) };
                let (events, time) = (events_of(&base64)?, Duration::from_millis(ms));
                let batch = Batch { events: &events, moves: &moves, nodes, leaves, time };
                let known = (0, 0);
                if !recording.tape.take(batch, known) {
                    recording.tape.end(None, recording.nodes);
                    answer.stop.push(role);
                }
                if recording.tape.is_over() || recording.next <= at {
                    recording.next = at + REPORTS;
                    answer.events.push(recording.tape.event(slot));
                }
            }
        }
        Ok(answer)
    }

    fn ended(&mut self, role: LabRole, found: Result<LabFound, String>) -> LabAnswer {
        let mut answer = LabAnswer::default();
        let failed = || "the search failed".to_owned();
        match (role, found) {
            (LabRole::Count0 | LabRole::Count1, Ok(LabFound::Counted(Some((leaves, exact))))) => {
                let slot = u32::from(role == LabRole::Count1);
                answer.events.push(LabEvent::Minimax { slot, leaves, exact });
            }
            (LabRole::Count0 | LabRole::Count1, _) => {}
            (LabRole::Record0 | LabRole::Record1, found) => {
                let Some((slot, recording)) = self.recording(role) else { return answer };
                match found {
                    Ok(LabFound::Recorded(ended)) => recording.tape.end(ended, recording.nodes),
                    _ => recording.tape.fail(),
                }
                answer.events.push(recording.tape.event(slot));
            }
            (LabRole::Mind, found) => {
                answer.events.extend(self.mind_ended(found.is_err().then(failed)));
            }
            (LabRole::Measure, found) => {
                let Some((request, what)) = self.measure.take() else { return answer };
                let measured = match found {
                    Ok(LabFound::Measured(measured)) => measured,
                    _ => Box::new(what.answer(request, None)),
                };
                answer.events.push(LabEvent::Measured { measured });
            }
        }
        answer
    }

    /// The slot of a recorded search.
    fn recording(&mut self, role: LabRole) -> Option<(u32, &mut RecordingSlot)> {
        let number = ROLES.iter().position(|&(record, _)| record == role)?;
        let slot = u32::try_from(number).ok()?;
        self.slots[number].as_mut().map(|recording| (slot, recording))
    }
}
