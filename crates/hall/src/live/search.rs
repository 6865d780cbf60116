use crate::{MonotonicTime, centipawns};
use engine::{Info, Limits, OpeningSession, Session};
use game::{Score, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;
use utoipa::ToSchema;

/// A line in every notation, by their ids.
type NotatedLine = BTreeMap<String, Vec<String>>;

/// The number of plies of a line that are shown.
const SHOWN: usize = 10;
/// Time between two events about the machine's search.
const REPORTS: Duration = Duration::from_millis(100);

/// The purpose of a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SearchPurpose {
    /// The machine's move for this side.
    Move(Side),
    /// The choice in the opening of the machine that has this colour.
    Choice(Side),
    /// A hint.
    Hint,
    /// The machine's answer to an offer of a draw.
    Offer,
}

impl SearchPurpose {
    /// The side whose machine searches for itself; `None` when a person asked for it.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Move(side) | Self::Choice(side) => Some(side),
            Self::Hint | Self::Offer => None,
        }
    }
}

/// What is searched.
#[derive(Clone, Debug)]
pub enum SearchQuestion {
    /// A move of the engine. Whoever starts the search chooses the seed.
    Move(Limits),
    /// A move of a machine of a textbook.
    Preset {
        /// Its id.
        id: String,
        /// The limits, without a seed.
        limits: Limits,
    },
    /// A choice in this opening.
    Choice(Box<dyn OpeningSession>),
}

/// A search to be started, of the present position.
#[derive(Clone, Debug)]
pub struct SearchOrder {
    /// Its number among the game's searches.
    pub number: u64,
    /// Its purpose.
    pub purpose: SearchPurpose,
    /// What is searched.
    pub question: SearchQuestion,
    /// Whether the engine forgets what it knows of the game before.
    pub forgets: bool,
    /// When a move must be found at the latest, because the clock runs out soon after.
    pub deadline: Option<MonotonicTime>,
}

/// A search that was ordered: it waits or runs.
#[derive(Debug)]
pub struct MachineSearch {
    /// Its number among the game's searches.
    pub(super) number: u64,
    /// Its purpose.
    pub(super) purpose: SearchPurpose,
    /// The number of moves played before it.
    pub(super) ply: u32,
    /// Whether it was told to end soon.
    pub(super) is_hurried: bool,
    /// Whether an offer of a draw waits for its result.
    pub(super) offer_waits: bool,
    /// When it began; before that, when it was ordered.
    pub(super) began: MonotonicTime,
    /// How long it may take, for the progress bar.
    pub(super) expected: Option<Duration>,
    /// How deep it may go, for the progress bar.
    depth: Option<u32>,
    /// When to report next.
    pub(super) next_report: MonotonicTime,
    latest: Option<(Info, NotatedLine)>,
}

/// Progress of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Thinking {
    /// The ply of the position (the number of moves played).
    pub ply: u32,
    /// Whether it is for a hint and not for a move of the engine.
    pub for_hint: bool,
    /// Depth in plies.
    pub depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// Time so far.
    pub time_ms: u64,
    /// The used share of its time or depth, from 0 to 1.
    pub progress: f32,
    /// Score for the side to move.
    pub score: Score,
    /// The line in every notation of the variant: id → moves.
    pub lines: BTreeMap<String, Vec<String>>,
    /// The line in engine notation.
    pub pv: Vec<String>,
}

impl MachineSearch {
    pub(super) fn new(order: &SearchOrder, ply: u32, now: MonotonicTime) -> Self {
        let depth = match &order.question {
            SearchQuestion::Move(limits) | SearchQuestion::Preset { limits, .. } => limits.depth,
            SearchQuestion::Choice(_) => None,
        };
        Self {
            number: order.number,
            purpose: order.purpose,
            ply,
            is_hurried: false,
            offer_waits: false,
            began: now,
            expected: None,
            depth,
            next_report: now,
            latest: None,
        }
    }

    /// Its number among the game's searches.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Its purpose.
    #[must_use]
    pub const fn purpose(&self) -> SearchPurpose {
        self.purpose
    }

    /// Whether it has reported anything yet.
    pub(super) const fn has_begun(&self) -> bool {
        self.latest.is_some()
    }

    /// The evaluation of the position so far for the side to move, in centipawns.
    pub(super) fn score_cp(&self) -> Option<i32> {
        self.latest.as_ref().map(|(info, _)| centipawns(info.score))
    }

    /// Records a report.
    pub(super) fn progressed(&mut self, info: Info, session: &dyn Session) {
        let lines = match self.latest.take() {
            Some((before, lines)) if before.pv == info.pv => lines,
            _ => lines(session, &info.pv),
        };
        self.latest = Some((info, lines));
    }

    /// What clients are shown of it, when it is time for that.
    pub(super) fn report(&mut self, now: MonotonicTime) -> Option<Thinking> {
        if self.next_report > now {
            return None;
        }
        self.next_report = now + REPORTS;
        self.shown(now)
    }

    /// The part of it that clients are shown, after the first report.
    fn shown(&self, now: MonotonicTime) -> Option<Thinking> {
        if self.purpose == SearchPurpose::Offer {
            return None;
        }
        let (info, lines) = self.latest.as_ref()?;
        let elapsed = now.since(self.began);
        let by_time = self
            .expected
            .map_or(0.0, |expected| elapsed.as_secs_f32() / expected.as_secs_f32().max(0.001));
        let by_depth = self.depth.map_or(0.0, |depth| info.depth as f32 / depth.max(1) as f32);
        Some(Thinking {
            ply: self.ply,
            for_hint: self.purpose == SearchPurpose::Hint,
            depth: info.depth,
            nodes: info.nodes,
            nps: info.nps(),
            time_ms: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
            progress: by_time.max(by_depth).clamp(0.0, 1.0),
            score: info.score,
            lines: lines.clone(),
            pv: info.pv.clone(),
        })
    }
}

/// A line in every notation. It ends before the first illegal move.
fn lines(session: &dyn Session, pv: &[String]) -> NotatedLine {
    let mut session = session.fork();
    let mut lines = NotatedLine::new();
    for text in pv.iter().take(SHOWN) {
        let Ok(written) = session.write_all(text) else { break };
        for (style, text) in written {
            lines.entry(style.to_owned()).or_default().push(text);
        }
        if session.push(text).is_err() {
            break;
        }
    }
    lines
}
