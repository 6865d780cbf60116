//! An analysis as a client sees it: the request, what its search has found, and how that is shown.

use crate::refused::Refused;
use crate::study::progress::AnalysisProgress;
use engine::{Bound, Info, Level, Limits, Score, Session};
use game::Side;
use std::time::Duration;
use wire::{Analysis, AnalysisLine, AnalysisState, Fault, MovePlayed};

/// Plies of a line that are sent.
const SHOWN: usize = 16;
/// Lines of one analysis.
pub const MOST_LINES: u32 = 5;
/// The longest search that can be asked for.
const LONGEST_MS: u64 = 24 * 60 * 60 * 1000;

/// The request for an analysis.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// The node whose position is searched.
    pub node: u32,
    /// The engine's id.
    pub engine: String,
    /// How many lines.
    pub lines: u32,
    /// The moves to choose among; empty: all.
    pub only: Vec<String>,
    /// Whether the side to move passes first.
    pub threat: bool,
    /// The depth to end at.
    pub depth: Option<u32>,
    /// The time to end after, in milliseconds.
    pub ms: Option<u64>,
}

/// An analysis and what its search has found so far.
#[derive(Debug)]
pub struct SearchedAnalysis {
    asked: AnalysisRequest,
    /// The game that is searched: after the pass, if the threat is asked for.
    game: Box<dyn Session>,
    latest: AnalysisProgress,
    /// The result of an earlier search.
    kept: Option<Analysis>,
    /// Lines as they were sent: most of them do not change from one report to the next.
    written: Vec<(Vec<String>, Vec<MovePlayed>)>,
}

impl AnalysisRequest {
    /// Checks the request, and writes its moves as engines do.
    ///
    /// # Errors
    /// When it makes no sense. The answer is the game to search: after the pass, if the threat is asked for.
    pub fn checked(mut self, game: Box<dyn Session>) -> Result<(Self, Box<dyn Session>), Refused> {
        let bad = |message: String| Err(Refused::impossible("bad-analysis", message));
        if !(1..=MOST_LINES).contains(&self.lines) {
            return bad(format!("lines: expected 1 to {MOST_LINES}"));
        }
        if self.depth.is_some_and(|depth| !(1..=99).contains(&depth)) {
            return bad("depth: expected 1 to 99".to_owned());
        }
        if self.ms.is_some_and(|ms| !(1..=LONGEST_MS).contains(&ms)) {
            return bad(format!("ms: expected 1 to {LONGEST_MS}"));
        }
        let game = if self.threat {
            game.passed().ok_or_else(|| {
                let message = "a pass makes no sense in this position";
                Refused::impossible("no-threat", message)
            })?
        } else {
            game
        };
        let mut only = Vec::with_capacity(self.only.len());
        for (i, text) in self.only.iter().enumerate() {
            let text = game.read_move(text);
            only.push(text.map_err(|error| Refused::from(error).at(&format!("only[{i}]")))?);
        }
        self.only = only;
        Ok((self, game))
    }

    /// The limits of the search, by an engine of this level.
    #[must_use]
    pub fn limits(&self, level: Option<Level>) -> Limits {
        Limits {
            depth: self.depth,
            move_time: self.ms.map(Duration::from_millis),
            only: self.only.clone(),
            level,
            lines: self.lines,
            ..Limits::default()
        }
    }

    /// An analysis that has found nothing.
    #[must_use]
    pub fn nothing(&self, state: AnalysisState) -> Analysis {
        Analysis {
            node: self.node,
            engine: self.engine.clone(),
            state,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            nps: 0,
            time_ms: 0,
            threat: self.threat,
            only: self.only.clone(),
            lines: Vec::new(),
            fault: None,
        }
    }
}

impl SearchedAnalysis {
    /// An analysis of which nothing is known but what an earlier search found.
    #[must_use]
    pub fn new(asked: AnalysisRequest, game: Box<dyn Session>, kept: Option<Analysis>) -> Self {
        let latest = AnalysisProgress::of(asked.lines);
        Self { asked, game, latest, kept, written: Vec::new() }
    }

    /// The search begins, or begins again after it was interrupted.
    pub fn begin(&mut self) {
        self.latest.begin();
    }

    /// Takes a report over.
    pub fn take(&mut self, info: Info) {
        self.latest.take(info);
    }

    /// The search has ended.
    pub fn end(&mut self, failed: Option<Fault>) {
        self.latest.has_ended = true;
        self.latest.failed = failed;
    }

    /// Whether the search has ended.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.latest.has_ended
    }

    /// How long it has searched since it last began.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.latest.time
    }

    /// The depth of the result of an earlier search.
    #[must_use]
    pub fn kept_depth(&self) -> Option<u32> {
        self.kept.as_ref().map(|kept| kept.depth)
    }

    /// How it stands now.
    pub fn view(&mut self) -> Analysis {
        let latest = &self.latest;
        let state = match (&latest.failed, latest.has_ended, latest.has_begun) {
            (Some(_), _, _) => AnalysisState::Failed,
            (None, true, _) => AnalysisState::Done,
            (None, false, true) => AnalysisState::Searching,
            (None, false, false) => AnalysisState::Waiting,
        };
        let depth = latest.depth();
        let (nodes, time) = (latest.nodes + latest.before.0, latest.time + latest.before.1);
        let mut analysis = Analysis {
            depth,
            seldepth: latest.seldepth,
            nodes,
            nps: engine::per_second(latest.nodes, latest.time),
            time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            fault: latest.failed.clone(),
            ..self.asked.nothing(state)
        };
        if let Some(kept) = self.kept.as_ref().filter(|kept| kept.depth > depth) {
            // What an earlier search found says more.
            analysis.depth = kept.depth;
            analysis.seldepth = kept.seldepth;
            analysis.lines.clone_from(&kept.lines);
            return analysis;
        }
        let infos = latest.lines.clone();
        for (info, rank) in infos.into_iter().zip(1..) {
            let line = self.line(rank, info);
            analysis.lines.push(line);
        }
        analysis
    }

    fn line(&mut self, rank: u32, info: Info) -> AnalysisLine {
        let is_second = self.game.side_to_move() == Side::Second;
        let [win, draw, loss] = info.wdl;
        // Another program may give a move without a score.
        let has_score = info.wdl != [0; 3];
        let score = if is_second { negated(info.score) } else { info.score };
        let bound = match (info.bound, is_second) {
            (Bound::Exact, _) => "exact",
            (Bound::Lower, false) | (Bound::Upper, true) => "lower",
            (Bound::Upper, false) | (Bound::Lower, true) => "upper",
        };
        AnalysisLine {
            rank,
            depth: info.depth,
            score: has_score.then_some(score),
            bound: bound.to_owned(),
            chances: if is_second { [loss, draw, win] } else { [win, draw, loss] },
            moves: self.moves(info.pv),
        }
    }

    /// The moves of a line in the form for the browser.
    fn moves(&mut self, mut pv: Vec<String>) -> Vec<MovePlayed> {
        pv.truncate(SHOWN);
        if let Some((_, moves)) = self.written.iter().find(|(known, _)| *known == pv) {
            return moves.clone();
        }
        let mut game = self.game.fork();
        let before = game.moves().len();
        let mut moves = Vec::with_capacity(pv.len());
        for (text, ply) in pv.iter().zip(before + 1..) {
            let side = game.side_to_move();
            let Ok(recorded) = game.record(text) else { break };
            moves.push(MovePlayed::new(recorded, ply, side));
        }
        if self.written.len() >= 2 * MOST_LINES as usize {
            self.written.remove(0);
        }
        self.written.push((pv, moves.clone()));
        moves
    }
}

/// A score for the other side.
const fn negated(score: Score) -> Score {
    match score {
        Score::Cp(cp) => Score::Cp(-cp),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}
