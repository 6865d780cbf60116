use crate::view;
use engine::{Info, Session};
use game::Side;
use pool::Ticket;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;
use wire::Thinking;

/// A line in every notation, by their ids.
type NotatedLine = BTreeMap<String, Vec<String>>;

/// The number of plies of a line that are shown.
const SHOWN: usize = 10;

/// A requested search: it waits or runs. Dropping it stops it.
#[derive(Debug)]
pub(crate) struct MachineSearch {
    /// Its number among the game's searches.
    pub(crate) number: u64,
    /// Its purpose.
    pub(crate) purpose: SearchPurpose,
    /// The number of moves played before it.
    pub(crate) ply: u32,
    /// The ticket of the pool; `None` when the search is over.
    pub(crate) ticket: Option<Ticket>,
    /// Whether it was told to end soon.
    pub(crate) is_hurried: bool,
    /// When it began; before that, when it was requested.
    pub(crate) began: Instant,
    /// How long it may take, for the progress bar.
    pub(crate) expected: Option<Duration>,
    /// How deep it may go, for the progress bar.
    pub(crate) depth: Option<u32>,
    /// When to report next.
    pub(crate) next_report: Instant,
    latest: Option<(Info, NotatedLine)>,
}

/// The purpose of a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum SearchPurpose {
    /// The machine's move for this side.
    Move(Side),
    /// The choice in the opening of the machine that has this colour.
    Choice(Side),
    /// A hint.
    Hint,
    /// The machine's answer to an offer of a draw.
    Offer,
}

impl MachineSearch {
    pub(crate) fn new(number: u64, purpose: SearchPurpose, ply: u32) -> Self {
        let now = Instant::now();
        Self {
            number,
            purpose,
            ply,
            ticket: None,
            is_hurried: false,
            began: now,
            expected: None,
            depth: None,
            next_report: now,
            latest: None,
        }
    }

    /// Ends the search with the best move found so far.
    pub(crate) fn hurry(&mut self) {
        self.is_hurried = true;
        if let Some(ticket) = &self.ticket {
            ticket.hurry();
        }
    }

    /// Whether it has reported anything yet.
    pub(crate) fn has_begun(&self) -> bool {
        self.latest.is_some()
    }

    /// The evaluation of the position so far for the side to move, in centipawns.
    pub(crate) fn score_cp(&self) -> Option<i32> {
        self.latest.as_ref().map(|(info, _)| view::centipawns(info.score))
    }

    /// Records a report.
    pub(crate) fn progressed(&mut self, info: Info, session: &dyn Session) {
        let lines = match self.latest.take() {
            Some((before, lines)) if before.pv == info.pv => lines,
            _ => lines(session, &info.pv),
        };
        self.latest = Some((info, lines));
    }

    /// The part of it that clients are shown, after the first report.
    pub(crate) fn view(&self, now: Instant) -> Option<Thinking> {
        if self.purpose == SearchPurpose::Offer {
            return None;
        }
        let (info, lines) = self.latest.as_ref()?;
        let elapsed = now.saturating_duration_since(self.began);
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
