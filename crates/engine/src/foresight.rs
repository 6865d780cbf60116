//! What the next two plies can bring about by the moves before them.

use crate::{ForeseenEnd, SessionRules, Verdict};
use game::{Line, Position, Side};
use std::collections::HashMap;

/// A count that ends the game within so many plies is looked at.
const NEAR: u32 = 2;

/// See [`crate::Session::foresee`].
///
/// Judging every move and every reply would take long. A verdict by history needs a count near
/// its bound, or a position that stands for the third time: without the one only moves to
/// positions that stood twice are judged, and without both nothing is.
pub(crate) fn foresee<R: SessionRules>(rules: &R, line: &Line<R::Position>) -> Vec<ForeseenEnd> {
    let mover = line.position().side_to_move();
    let mut stood: HashMap<_, u32> = HashMap::new();
    for key in line.plies().iter().map(|ply| ply.key).chain([line.key()]) {
        *stood.entry(key).or_default() += 1;
    }
    let is_counted = rules.limits(line).iter().any(|limit| limit.left() <= NEAR);
    if !is_counted && stood.values().all(|&times| times < 2) {
        return Vec::new();
    }
    let judged = |line: &Line<R::Position>| {
        let times = stood.get(&line.key()).copied().unwrap_or_default();
        (is_counted || times >= 2).then(|| rules.verdict(line)).flatten()
    };
    let mut line = line.clone();
    let mut foreseen = Vec::new();
    for m in line.position().moves() {
        line.push(m);
        let found = match judged(&line) {
            Some(verdict) => concerns(&verdict, mover).then_some((None, verdict)),
            None => {
                let is_known = stood.contains_key(&line.key());
                worst_reply::<R>(&mut line, mover, is_counted || is_known, &judged)
            }
        };
        line.pop();
        if let Some((reply, verdict)) = found {
            foreseen.push(ForeseenEnd { text: m.to_string(), reply, verdict });
        }
    }
    foreseen.sort_unstable_by(|a, b| a.text.cmp(&b.text));
    foreseen
}

/// Whether `side` should hear of it before it brings such an end about.
fn concerns(verdict: &Verdict, side: Side) -> bool {
    verdict.by_history && verdict.outcome.winner() != Some(side)
}

/// The reply that ends the game by history against `side`, or else in a draw, if `draws` are
/// looked for.
fn worst_reply<R: SessionRules>(
    line: &mut Line<R::Position>,
    side: Side,
    draws: bool,
    judged: &impl Fn(&Line<R::Position>) -> Option<Verdict>,
) -> Option<(Option<String>, Verdict)> {
    let mut worst = None;
    for reply in line.position().moves() {
        line.push(reply);
        let verdict = judged(line).filter(|verdict| concerns(verdict, side));
        line.pop();
        let Some(verdict) = verdict else { continue };
        if verdict.outcome.winner().is_some() {
            return Some((Some(reply.to_string()), verdict));
        }
        if draws && worst.is_none() {
            worst = Some((Some(reply.to_string()), verdict));
        }
    }
    worst
}
