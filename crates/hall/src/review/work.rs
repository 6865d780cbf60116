//! The searches of a review: which position is next, and what was found.

use crate::review::steps::ReviewStep;
use crate::review::{ExactResult, MoveResult, PositionResult, before};
use engine::{BestMove, Control, Engine, EngineError, Expectation, Limits, Phase, Score, Session};
use engine::{MoveError, Reason};
use game::{Outcome, Side};
use std::fmt;
use std::ops::Range;
use std::time::Duration;

/// What a position may cost, on average: the first search of each has a part of it, and what that leaves is spent on the
/// moves that seem bad ([`ReviewStep`]). With nodes alone a review is the same every time.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Nodes for each position.
    pub nodes: Option<u64>,
    /// Time for each position.
    pub time: Option<Duration>,
}

impl Effort {
    /// So many nodes for each position.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), time: None }
    }

    /// So much time for each position.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        Self { nodes: None, time: Some(time) }
    }
}

/// The next search of a review.
#[derive(Debug)]
pub struct SearchRequest {
    /// The position: the number of moves before it.
    pub ply: usize,
    /// Which search it is.
    pub step: ReviewStep,
    /// The position to search. The engine must forget what it learnt before.
    pub session: Box<dyn Session>,
    /// The limits of the search: full strength.
    pub limits: Limits,
}

/// A move of the game that is not possible.
#[derive(Debug)]
pub struct IllegalMove {
    /// The move's ply, from 1.
    pub ply: usize,
    /// Why it is not.
    pub error: MoveError,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.ply, self.error)
    }
}

impl std::error::Error for IllegalMove {}

/// What is known of a position without a search.
#[derive(Clone, Debug)]
pub(crate) struct KnownPosition {
    pub(crate) side: Side,
    pub(crate) phase: Phase,
    pub(crate) progress: f64,
    pub(crate) outcome: Option<Outcome>,
    /// The only legal move.
    pub(crate) only: Option<String>,
    /// Whether the move that was played is theory: one of the openings that have a name, or said by
    /// [`ReviewWork::know_book`].
    pub(crate) is_book: bool,
}

/// A game under review.
#[derive(Debug)]
pub struct ReviewWork {
    /// The session with all moves played.
    game: Box<dyn Session>,
    pub(crate) expectation: Expectation,
    pub(crate) moves: Vec<String>,
    pub(crate) places: Vec<KnownPosition>,
    effort: Effort,
    pub(crate) searched: Vec<Option<PositionResult>>,
    /// Why the moves are bad: `None` while that was not asked yet.
    pub(crate) reasons: Vec<Option<Option<Reason>>>,
    /// The position for which the engine answered without a score, from its book.
    bookish: Option<usize>,
    /// The positions that are to be searched, and those after them whose scores they need.
    pub(crate) part: Option<(Range<usize>, Range<usize>)>,
    /// The positions for which nothing more is to be searched.
    pub(crate) done: Vec<bool>,
}

impl ReviewWork {
    /// A game from the position of `start`, with the moves in any notation.
    ///
    /// # Errors
    /// When a move is not possible.
    pub fn new(
        start: Box<dyn Session>,
        moves: &[String],
        effort: Effort,
    ) -> Result<Self, Box<IllegalMove>> {
        let mut game = start;
        let mut places = vec![place(game.as_ref())];
        let mut texts = Vec::with_capacity(moves.len());
        for (text, ply) in moves.iter().zip(1..) {
            let is_book = game.is_book_move(text);
            if let Some(place) = places.last_mut() {
                place.is_book = is_book;
            }
            let played = game.push(text).map_err(|error| Box::new(IllegalMove { ply, error }))?;
            texts.push(played.text);
            places.push(place(game.as_ref()));
        }
        let count = places.len();
        let mut work = Self {
            expectation: game.expectation(),
            game,
            moves: texts,
            places,
            effort,
            searched: vec![None; count],
            reasons: vec![None; count],
            bookish: None,
            part: None,
            done: vec![false; count],
        };
        work.settle();
        Ok(work)
    }

    /// Says that these moves are theory, for each the number of moves before it; those of the openings that have a name
    /// are known.
    pub fn know_book(&mut self, plies: &[usize]) {
        for &ply in plies.iter().filter(|&&ply| ply < self.moves.len()) {
            self.places[ply].is_book = true;
            (self.done[ply], self.reasons[ply]) = (false, None);
        }
        self.settle();
    }

    /// The moves of the game, in engine notation.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The number of positions to search, and of those that are done.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let done = (0..self.places.len()).filter(|&ply| self.is_done(ply)).count();
        (done, self.places.len())
    }

    /// The number of positions of which nothing is known.
    #[must_use]
    pub fn unknown(&self) -> usize {
        self.searched.iter().filter(|searched| searched.is_none()).count()
    }

    /// What is known of the position after so many moves.
    #[must_use]
    pub fn searched(&self, ply: usize) -> Option<&PositionResult> {
        self.searched.get(ply)?.as_ref()
    }

    /// Takes over what was found in an earlier run with the same effort.
    pub fn give(&mut self, ply: usize, searched: PositionResult) {
        if let Some(place) = self.searched.get_mut(ply) {
            *place = Some(searched);
            for changed in [ply, ply.saturating_sub(1)] {
                self.done[changed] = false;
                self.reasons[changed] = None;
            }
            self.settle();
        }
    }

    /// Leaves all but these positions to others: `next` asks for what they need and no more. The results are those of a
    /// whole review.
    pub fn only(&mut self, plies: Range<usize>) {
        // What a move lost is known from the position after it; where a move was forced, from the one after that.
        let mut end = plies.end;
        while end < self.places.len() && self.is_forced(end) {
            end += 1;
        }
        let after = plies.end..(end + 1).min(self.places.len());
        self.part = Some((plies, after));
    }

    /// Leaves a position as it is: nothing more is searched for it.
    pub fn leave(&mut self, ply: usize) {
        if let Some(done) = self.done.get_mut(ply) {
            *done = true;
        }
    }

    /// The next search, `None` when all is done. Positions are searched from the last to the
    /// first.
    #[must_use]
    pub fn next(&self) -> Option<SearchRequest> {
        let (ply, step) = self.wanted()?;
        let session = self.session_of(ply, step);
        let percent = step.percent();
        let part = |nodes: u64| nodes.saturating_mul(u64::from(percent)).div_ceil(100);
        let limits = Limits {
            nodes: self.effort.nodes.map(part),
            move_time: self.effort.time.map(|time| time.saturating_mul(percent) / 100),
            level: Some(engine::Level::MAX),
            // No book answers a request for two lines.
            lines: if self.bookish == Some(ply) { 2 } else { 1 },
            ..Limits::default()
        };
        Some(SearchRequest { ply, step, session, limits })
    }

    /// Takes the answer to a search that ended by its own limits.
    pub fn answer(&mut self, ply: usize, step: ReviewStep, found: &BestMove) {
        if ply >= self.searched.len() {
            return;
        }
        if found.info.is_none() && self.bookish != Some(ply) {
            self.bookish = Some(ply);
            return;
        }
        let info = found.info.as_ref();
        let score = info.map_or(Score::Cp(0), |info| info.score);
        let depth = info.map_or(0, |info| info.depth);
        let line: Vec<String> = match (info, &found.best) {
            // The last report may be of an iteration that was not finished.
            (Some(info), Some(best)) if info.pv.first() == Some(best) => info.pv.clone(),
            (_, best) => best.iter().cloned().collect(),
        };
        self.bookish = None;
        let session = self.session_of(ply, step);
        let solved = session.solved(score, depth).map(ExactResult::of);
        let side = self.places[ply].side;
        let nodes = info.map_or(0, |info| info.nodes);
        let Some(searched) = &mut self.searched[ply] else {
            let searched =
                PositionResult { depth, nodes, solved, ..PositionResult::new(score, line) };
            self.searched[ply] = Some(searched);
            self.settle();
            return;
        };
        // After the move of the side the other one is to move; at the end of a line it may be either.
        let is_other = session.side_to_move() != side;
        let found = MoveResult {
            score: if is_other { before(score) } else { score },
            line,
            solved: if is_other { solved.map(ExactResult::for_other) } else { solved },
        };
        searched.take(step, found);
        self.settle();
    }

    /// See [`Session::opening_name`].
    pub(crate) fn opening_name(&self) -> Option<&'static str> {
        self.game.opening_name()
    }

    /// The position after so many moves.
    pub(crate) fn session(&self, ply: usize) -> Box<dyn Session> {
        let mut session = self.game.fork();
        for _ in ply..self.moves.len() {
            session.pop();
        }
        session
    }

    /// Whether the score of this position is that of the next one.
    fn is_forced(&self, ply: usize) -> bool {
        let goes_on = self.places.get(ply + 1).is_some_and(|next| next.outcome.is_none());
        let only = &self.places[ply].only;
        goes_on && only.is_some() && only.as_ref() == self.moves.get(ply)
    }

    /// Fills in what follows without a search: positions where the game is over, and those with
    /// one legal move, whose score is that of the next.
    fn settle(&mut self) {
        for ply in (0..self.places.len()).rev() {
            if self.searched[ply].is_none() {
                self.searched[ply] = self.by_itself(ply);
            }
            if self.done[ply] || self.searched[ply].is_none() {
                continue;
            }
            self.settle_known(ply);
            let is_known = ply == self.moves.len() || self.loss(ply).is_some();
            if is_known && self.step(ply).is_none() {
                self.done[ply] = true;
                self.reasons[ply] = Some(self.explained(ply));
            }
        }
    }

    /// Where a move that is to be searched ends the game, or its result is proven, that is what a search would find.
    fn settle_known(&mut self, ply: usize) {
        while let Some(step) = self.step(ply) {
            let found = self.by_rules(ply, step).or_else(|| self.by_proof(ply, step));
            let (Some(found), Some(searched)) = (found, &mut self.searched[ply]) else { break };
            searched.take(step, found);
        }
    }

    fn by_itself(&self, ply: usize) -> Option<PositionResult> {
        let place = &self.places[ply];
        if let Some(outcome) = place.outcome {
            let score = match outcome.winner() {
                Some(side) if side == place.side => Score::Mate(1),
                Some(_) => Score::Mate(0),
                None => Score::Cp(0),
            };
            let solved = Some(ExactResult::of(value(outcome, place.side)));
            return Some(PositionResult { solved, ..PositionResult::new(score, Vec::new()) });
        }
        let next = self.searched(ply + 1)?;
        // What a game that was judged as over is worth is no score.
        if !self.is_forced(ply) {
            return None;
        }
        let only = place.only.iter().chain(&next.line).cloned().collect();
        let solved = next.solved.map(ExactResult::for_other);
        Some(PositionResult {
            depth: next.depth,
            solved,
            ..PositionResult::new(before(next.score), only)
        })
    }
}

fn place(session: &dyn Session) -> KnownPosition {
    let stage = session.stage();
    let mut legal = session.legal_moves();
    let verdict = session.verdict();
    KnownPosition {
        side: session.side_to_move(),
        phase: stage.phase,
        progress: stage.progress,
        outcome: verdict.map(|verdict| verdict.outcome),
        is_book: false,
        only: if legal.len() == 1 { legal.pop() } else { None },
    }
}

/// The score of an outcome for a side.
pub(crate) fn value(outcome: Outcome, side: Side) -> f64 {
    match outcome.winner() {
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}

/// Searches all that is left with one engine, until `control` says stop, and calls `each` with the
/// work and the ply of every position that was answered.
///
/// # Errors
/// When a search fails.
pub fn run(
    work: &mut ReviewWork,
    engine: &mut dyn Engine,
    control: &Control,
    each: &mut dyn FnMut(&ReviewWork, usize),
) -> Result<(), EngineError> {
    while let Some(ask) = work.next() {
        if control.is_stopped() {
            break;
        }
        engine.new_game();
        let found = engine.search(ask.session.as_ref(), &ask.limits, control, &mut |_| {})?;
        if control.is_stopped() {
            // A search that was cut short would make another review.
            break;
        }
        work.answer(ask.ply, ask.step, &found);
        each(work, ask.ply);
    }
    Ok(())
}
