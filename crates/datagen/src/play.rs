//! One game.

use crate::adjudicate::{Adjudicator, MATE};
use crate::job::{ChoiceRule, DatagenJob, JobError};
use crate::opening::{begin, random};
use crate::packed::{Ending, Game, Ply};
use engine::{Bound, Control, Engine, EngineError, Info, Limits, OpenError, Score, Session};
use game::Outcome;
use rand::RngExt as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use thiserror::Error;

/// Why a game cannot be played.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The variant or the rules are unknown.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The job cannot be used.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The search failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A move cannot be played.
    #[error("{0}")]
    Move(String),
    /// The engine returned no move, or one that is not legal.
    #[error("the engine has no legal move in {0}")]
    NoMove(String),
    /// A position has more moves than the format has numbers.
    #[error("more than 65,536 legal moves")]
    TooMany,
    /// No opening is balanced.
    #[error("no opening found in {0} tries: allow a wider balance or more random plies")]
    NoOpening(u32),
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(crate) struct SearchedMove {
    pub(crate) best: String,
    pub(crate) value: Score,
    /// The value as one number.
    pub(crate) score: i16,
}

/// Searches the session's position; `None` when `control` says stop.
pub(crate) fn search(
    engine: &mut dyn Engine,
    session: &dyn Session,
    nodes: u64,
    control: &Control,
) -> Result<Option<SearchedMove>, PlayError> {
    let limits = Limits { nodes: Some(nodes), lines: 1, ..Limits::default() };
    let found = engine.search(session, &limits, control, &mut |_| ())?;
    if control.is_stopped() {
        return Ok(None);
    }
    let Some(best) = found.best else { return Err(PlayError::NoMove(session.position_text())) };
    // A search too short for one iteration has no score.
    let value = found.info.map_or(Score::Cp(0), |info| info.score);
    let score = i16::try_from(value.centipawns(MATE)).unwrap_or(0);
    Ok(Some(SearchedMove { best, value, score }))
}

/// Searches several lines, and takes one of those that are nearly as good as the best: the nearer, the more often.
/// `None` when `control` says stop.
fn choose(
    job: &DatagenJob,
    rule: ChoiceRule,
    engine: &mut dyn Engine,
    session: &dyn Session,
    random: &mut Xoshiro256PlusPlus,
    control: &Control,
) -> Result<Option<SearchedMove>, PlayError> {
    let nodes = job.nodes.saturating_mul(rule.lines.into());
    let limits = Limits { nodes: Some(nodes), lines: rule.lines, ..Limits::default() };
    let mut lines: BTreeMap<u32, Info> = BTreeMap::new();
    let found = engine.search(session, &limits, control, &mut |info| {
        if info.bound == Bound::Exact && !info.pv.is_empty() {
            lines.insert(info.line, info.clone());
        }
    })?;
    if control.is_stopped() {
        return Ok(None);
    }
    let Some(best) = found.best else { return Err(PlayError::NoMove(session.position_text())) };
    let searched: Vec<(String, Score, i32)> = lines
        .into_values()
        .map(|info| (info.pv[0].clone(), info.score, info.score.centipawns(MATE)))
        .collect();
    let Some(most) = searched.iter().map(|(.., score)| *score).max() else {
        return Ok(Some(SearchedMove { best, value: Score::Cp(0), score: 0 }));
    };
    let within = i32::try_from(rule.within).unwrap_or(MATE);
    let weight = |score: i32| u32::try_from(within - (most - score) + 1).unwrap_or(0);
    let all: u32 = searched.iter().map(|(.., score)| weight(*score)).sum();
    let mut at = random.random_range(0..all.max(1));
    for (best, value, score) in searched {
        let weight = weight(score);
        if at < weight {
            return Ok(Some(SearchedMove {
                best,
                value,
                score: i16::try_from(score).unwrap_or(0),
            }));
        }
        at -= weight;
    }
    Err(PlayError::NoMove(session.position_text()))
}

/// Plays the game with this number; `None` when `control` says stop.
pub(crate) fn play(
    job: &DatagenJob,
    engine: &mut dyn Engine,
    number: u64,
    control: &Control,
) -> Result<Option<Game>, PlayError> {
    let mut random = random(job.seed, number);
    let played_out = random.random_bool(job.adjudication.play_out);
    let Some(begun) = begin(job, engine, &mut random, control)? else { return Ok(None) };
    let (mut session, mut plies) = (begun.session, begun.plies);
    let opening = u32::try_from(plies.len()).unwrap_or(u32::MAX);
    let mut first = Some(begun.searched);
    let mut adjudicator = Adjudicator::new(&job.adjudication, played_out);
    let finished = |outcome, ending, plies| Ok(Some(Game { opening, outcome, ending, plies }));
    let chosen_until = job.opening.choice.map_or(0, |rule| rule.plies as usize);
    if chosen_until > plies.len() {
        first = None;
    }
    loop {
        let moves = session.legal_moves();
        let mover = session.side_to_move();
        let searched = match (first.take(), &moves[..]) {
            (_, []) => return Err(PlayError::NoMove(session.position_text())),
            // There is nothing to decide.
            (_, [_]) => None,
            (Some(searched), _) => Some(searched),
            (None, _) => {
                let chosen = job.opening.choice.filter(|_| plies.len() < chosen_until);
                let searched = match chosen {
                    Some(rule) => {
                        choose(job, rule, engine, session.as_ref(), &mut random, control)?
                    }
                    None => search(engine, session.as_ref(), job.nodes, control)?,
                };
                match searched {
                    Some(searched) => Some(searched),
                    None => return Ok(None),
                }
            }
        };
        let best = searched.as_ref().map_or(&moves[0], |searched| &searched.best);
        let at = moves.binary_search(best);
        let at = at.map_err(|_| PlayError::NoMove(session.position_text()))?;
        let index = u16::try_from(at).map_err(|_| PlayError::TooMany)?;
        plies.push(Ply { index, score: searched.as_ref().map(|searched| searched.score) });
        session.push(best).map_err(|e| PlayError::Move(e.to_string()))?;
        // The rules decide before scores do.
        if let Some(verdict) = session.verdict() {
            return finished(verdict.outcome, Ending::Rules, plies);
        }
        let ply = u32::try_from(plies.len()).unwrap_or(u32::MAX);
        let ended: Option<(Outcome, Ending)> =
            searched.and_then(|searched| adjudicator.hear(mover, searched.value, ply));
        let quiet = || session.limits().iter().map(|limit| limit.count).max().unwrap_or(0);
        if let Some((outcome, ending)) = ended.or_else(|| adjudicator.count(ply, quiet)) {
            return finished(outcome, ending, plies);
        }
        if plies.len() >= usize::from(u16::MAX) {
            return finished(Outcome::Draw, Ending::Length, plies);
        }
    }
}
