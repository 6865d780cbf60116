//! The searches of a review: which position is next, and what was found.

use crate::{before, reason, thresholds};
use engine::{BestMove, Control, Engine, EngineError, Expectation, Limits, Phase, Score, Session};
use engine::{Doubt, MoveError, Reason};
use game::{Outcome, Side};
use std::fmt;
use std::ops::Range;
use std::time::Duration;

/// What a position may cost. With nodes alone a review is the same every time.
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

/// What a search found in a position. Scores are those of the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The score.
    pub score: Score,
    /// The line that the search expects, the best move first; empty where the game is over.
    pub line: Vec<String>,
    /// The depth that was completed.
    pub depth: u32,
    /// The nodes that were searched.
    pub nodes: u64,
    /// What a search of the position after the best move found, where the move that was played
    /// seems worse: the two are then compared by searches of the same kind.
    pub compared: Option<Compared>,
}

/// See [`Searched::compared`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The score of the best move, for the side that makes it.
    pub score: Score,
    /// The line after the best move.
    pub line: Vec<String>,
}

/// The next search of a review.
#[derive(Debug)]
pub struct Ask {
    /// The position: the number of moves before it.
    pub ply: usize,
    /// Whether the position after its best move is searched, for a comparison.
    pub compares: bool,
    /// The position to search. The engine must forget what it learnt before.
    pub session: Box<dyn Session>,
    /// The limits of the search: full strength.
    pub limits: Limits,
}

/// A move of the game that is not possible.
#[derive(Debug)]
pub struct Illegal {
    /// The move's ply, from 1.
    pub ply: usize,
    /// Why it is not.
    pub error: MoveError,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.ply, self.error)
    }
}

impl std::error::Error for Illegal {}

/// What is known of a position without a search.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) side: Side,
    pub(crate) phase: Phase,
    pub(crate) progress: f64,
    pub(crate) outcome: Option<Outcome>,
    /// The only legal move.
    pub(crate) only: Option<String>,
}

/// A game under review.
#[derive(Debug)]
pub struct Work {
    /// The session with all moves played.
    game: Box<dyn Session>,
    pub(crate) expectation: Expectation,
    pub(crate) moves: Vec<String>,
    pub(crate) places: Vec<Place>,
    effort: Effort,
    pub(crate) searched: Vec<Option<Searched>>,
    /// Why the moves are bad: `None` while that was not asked yet.
    pub(crate) reasons: Vec<Option<Option<Reason>>>,
    /// The position for which the engine answered without a score, from its book.
    bookish: Option<usize>,
    /// The positions that are to be searched, and those after them whose scores they need.
    part: Option<(Range<usize>, Range<usize>)>,
}

impl Work {
    /// A game from the position of `start`, with the moves in any notation.
    ///
    /// # Errors
    /// When a move is not possible.
    pub fn new(
        start: Box<dyn Session>,
        moves: &[String],
        effort: Effort,
    ) -> Result<Self, Box<Illegal>> {
        let mut game = start;
        let mut places = vec![place(game.as_ref())];
        let mut texts = Vec::with_capacity(moves.len());
        for (text, ply) in moves.iter().zip(1..) {
            let played = game.push(text).map_err(|error| Box::new(Illegal { ply, error }))?;
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
        };
        work.settle();
        Ok(work)
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

    /// What is known of the position after so many moves.
    #[must_use]
    pub fn searched(&self, ply: usize) -> Option<&Searched> {
        self.searched.get(ply)?.as_ref()
    }

    /// Takes over what was found in an earlier run with the same effort.
    pub fn give(&mut self, ply: usize, searched: Searched) {
        if let Some(place) = self.searched.get_mut(ply) {
            *place = Some(searched);
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

    /// The next search, `None` when all is done. Positions are searched from the last to the
    /// first.
    #[must_use]
    pub fn next(&self) -> Option<Ask> {
        let ply = (0..self.places.len()).rev().find(|&ply| self.is_wanted(ply))?;
        let mut session = self.session(ply);
        let compares = self.searched[ply].is_some();
        if let Some(best) = self.best(ply).filter(|_| compares) {
            // It was found in this position, so it is possible.
            let _ = session.push(best);
        }
        let limits = Limits {
            nodes: self.effort.nodes,
            move_time: self.effort.time,
            level: Some(engine::Level::MAX),
            // No book answers a request for two lines.
            lines: if self.bookish == Some(ply) { 2 } else { 1 },
            ..Limits::default()
        };
        Some(Ask { ply, compares, session, limits })
    }

    /// Takes the answer to a search that ended by its own limits.
    pub fn answer(&mut self, ply: usize, compares: bool, found: &BestMove) {
        let Some(slot) = self.searched.get_mut(ply) else { return };
        if found.info.is_none() && self.bookish != Some(ply) {
            self.bookish = Some(ply);
            return;
        }
        let info = found.info.as_ref();
        let score = info.map_or(Score::Cp(0), |info| info.score);
        let line = match (info, &found.best) {
            // The last report may be of an iteration that was not finished.
            (Some(info), Some(best)) if info.pv.first() == Some(best) => info.pv.clone(),
            (_, best) => best.iter().cloned().collect(),
        };
        self.bookish = None;
        match slot {
            Some(searched) if compares => {
                searched.compared = Some(Compared { score: before(score), line });
            }
            _ => {
                *slot = Some(Searched {
                    score,
                    line,
                    depth: info.map_or(0, |info| info.depth),
                    nodes: info.map_or(0, |info| info.nodes),
                    compared: None,
                });
            }
        }
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

    /// The best move of a position.
    pub(crate) fn best(&self, ply: usize) -> Option<&str> {
        self.searched(ply)?.line.first().map(String::as_str)
    }

    fn is_wanted(&self, ply: usize) -> bool {
        match &self.part {
            None => !self.is_done(ply),
            Some((own, _)) if own.contains(&ply) => !self.is_done(ply),
            Some((_, after)) => after.contains(&ply) && self.searched[ply].is_none(),
        }
    }

    /// Whether the score of this position is that of the next one.
    fn is_forced(&self, ply: usize) -> bool {
        let goes_on = self.places.get(ply + 1).is_some_and(|next| next.outcome.is_none());
        let only = &self.places[ply].only;
        goes_on && only.is_some() && only.as_ref() == self.moves.get(ply)
    }

    /// Whether nothing more is to be searched for this position.
    fn is_done(&self, ply: usize) -> bool {
        let Some(searched) = &self.searched[ply] else { return false };
        searched.compared.is_some() || !self.is_doubtful(ply)
    }

    /// Whether the move played here seems to be worse than the best one.
    fn is_doubtful(&self, ply: usize) -> bool {
        self.loss(ply).is_some_and(|loss| loss >= thresholds::INACCURACY)
            && self.searched(ply + 1).is_some()
    }

    /// The expected score that the move played here lost, as far as is known.
    pub(crate) fn loss(&self, ply: usize) -> Option<f64> {
        let played = self.moves.get(ply)?;
        let searched = self.searched(ply)?;
        let place = &self.places[ply];
        let after = self.played(ply)?;
        if place.only.is_some() || searched.line.first() == Some(played) {
            return Some(0.0);
        }
        let of = |score| self.expectation.of(score, place.progress);
        let compared = searched.compared.as_ref().map_or(1.0, |compared| of(compared.score));
        Some((of(searched.score).min(compared) - after).max(0.0))
    }

    /// The expected score of the move played here, for its side.
    fn played(&self, ply: usize) -> Option<f64> {
        let (place, next) = (&self.places[ply], self.places.get(ply + 1)?);
        if let Some(outcome) = next.outcome {
            return Some(value(outcome, place.side));
        }
        let searched = self.searched(ply + 1)?;
        Some(self.expectation.of(before(searched.score), place.progress))
    }

    /// Fills in what follows without a search: positions where the game is over, and those with
    /// one legal move, whose score is that of the next.
    fn settle(&mut self) {
        for ply in (0..self.places.len()).rev() {
            if self.searched[ply].is_none() {
                self.searched[ply] = self.by_itself(ply);
            }
            if self.reasons[ply].is_none() && self.is_done(ply) && self.loss(ply).is_some() {
                self.reasons[ply] = Some(self.explained(ply));
            }
        }
    }

    fn by_itself(&self, ply: usize) -> Option<Searched> {
        let place = &self.places[ply];
        let known = |score, line| Searched { score, line, depth: 0, nodes: 0, compared: None };
        if let Some(outcome) = place.outcome {
            let score = match outcome.winner() {
                Some(side) if side == place.side => Score::Mate(1),
                Some(_) => Score::Mate(0),
                None => Score::Cp(0),
            };
            return Some(known(score, Vec::new()));
        }
        let next = self.searched(ply + 1)?;
        // What a game that was judged as over is worth is no score.
        if !self.is_forced(ply) {
            return None;
        }
        let only = place.only.iter().chain(&next.line).cloned().collect();
        Some(Searched { depth: next.depth, ..known(before(next.score), only) })
    }

    /// Why the move played here is bad, if it is.
    fn explained(&self, ply: usize) -> Option<Reason> {
        if self.loss(ply)? < thresholds::INACCURACY {
            return None;
        }
        let searched = self.searched(ply)?;
        let next = self.searched(ply + 1)?;
        let best = match &searched.compared {
            Some(compared) => searched.line.iter().take(1).chain(&compared.line).cloned().collect(),
            None => searched.line.clone(),
        };
        let doubt = Doubt {
            played: self.moves[ply].clone(),
            answer: next.line.clone(),
            best,
            played_score: before(next.score),
            best_score: searched.score,
        };
        reason::reason(self.session(ply).as_ref(), &doubt)
    }
}

fn place(session: &dyn Session) -> Place {
    let stage = session.stage();
    let mut legal = session.legal_moves();
    let verdict = session.verdict();
    Place {
        side: session.side_to_move(),
        phase: stage.phase,
        progress: stage.progress,
        outcome: verdict.map(|verdict| verdict.outcome),
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
    work: &mut Work,
    engine: &mut dyn Engine,
    control: &Control,
    each: &mut dyn FnMut(&Work, usize),
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
        work.answer(ask.ply, ask.compares, &found);
        each(work, ask.ply);
    }
    Ok(())
}
