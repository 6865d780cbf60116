//! What the moves of a game lost, by what was found.

use crate::review::work::{ReviewWork, value};
use crate::review::worth::{ScoreMeaning, SideValue};
use crate::review::{ExactResult, MoveResult, before, reason, thresholds};
use engine::{Doubt, Reason, Score};

/// How much longer searches change the difference of two moves, typically: a blame must hold without it. Justified in
/// `docs/develop/studies.md`.
const DOUBT: f64 = 0.02;

impl ReviewWork {
    /// The best move of a position.
    pub(crate) fn best(&self, ply: usize) -> Option<&str> {
        self.searched(ply)?.line.first().map(String::as_str)
    }

    /// The expected score that the move played here lost, as far as is known: the least of all comparisons
    /// between searches of the same kind.
    pub(crate) fn loss(&self, ply: usize) -> Option<f64> {
        let lost = self.loss_without_doubt(ply)?;
        // What the doubt takes away is not worth longer searches.
        let is_doubted = self.searched(ply)?.compared.is_some();
        Some(if is_doubted { (lost - DOUBT).max(0.0) } else { lost })
    }

    /// The expected score that the move played here lost by the searches alone, without what a review takes from it
    /// since longer searches might find less.
    #[must_use]
    pub fn loss_without_doubt(&self, ply: usize) -> Option<f64> {
        let played = self.moves.get(ply)?;
        let searched = self.searched(ply)?;
        let place = &self.places[ply];
        let after = self.played(ply)?;
        if place.only.is_some() || place.is_book || searched.line.first() == Some(played) {
            return Some(0.0);
        }
        let meaning = ScoreMeaning { expectation: &self.expectation, progress: place.progress };
        let mut lost = SideValue::of(searched.score, searched.solved, meaning).lost(after);
        let mut best = None;
        if let Some(compared) = &searched.compared {
            let compared = SideValue::of_found(compared, meaning);
            lost = lost.min(compared.lost(after));
            best = Some(compared);
        }
        if let Some(confirmed) = &searched.confirmed {
            let played = SideValue::of_found(&confirmed.played, meaning);
            let best =
                confirmed.best.as_ref().map(|best| SideValue::of_found(best, meaning)).or(best);
            lost = lost.min(best.map_or(lost, |best| best.lost(played)));
        }
        Some(lost)
    }

    /// The worth of the move played here, for its side.
    fn played(&self, ply: usize) -> Option<SideValue> {
        let (place, next) = (&self.places[ply], self.places.get(ply + 1)?);
        if let Some(outcome) = next.outcome {
            return Some(SideValue::exact(ExactResult::of(value(outcome, place.side))));
        }
        let searched = self.searched(ply + 1)?;
        let solved = searched.solved.map(ExactResult::for_other);
        let meaning = ScoreMeaning { expectation: &self.expectation, progress: place.progress };
        Some(SideValue::of(before(searched.score), solved, meaning))
    }

    /// The best move of a position with the line that follows it, and its score: by a search that has found a forced
    /// win, and otherwise by the longest.
    pub(crate) fn better(&self, ply: usize) -> Option<(Score, Vec<String>)> {
        let searched = self.searched(ply)?;
        let first = searched.line.first()?;
        let confirmed = searched.confirmed.as_ref().and_then(|confirmed| confirmed.best.as_ref());
        let after = [confirmed, searched.compared.as_ref()].into_iter().flatten();
        let after = after.map(|found| {
            (found.score, [first].into_iter().chain(&found.line).cloned().collect::<Vec<_>>())
        });
        let mut all: Vec<_> = after.collect();
        all.push((searched.score, searched.line.clone()));
        let won = all.iter().position(|(score, _)| matches!(score, Score::Mate(1..)));
        let longest = all.iter().position(|(_, line)| line.len() > 1).unwrap_or(0);
        Some(all.swap_remove(won.unwrap_or(longest)))
    }

    /// What the deepest search found after the move played here, for its side.
    pub(crate) fn deepest(&self, ply: usize) -> Option<&MoveResult> {
        Some(&self.searched(ply)?.confirmed.as_ref()?.played)
    }

    /// The worth of the position after so many moves, for its side to move, by the deepest search.
    pub(crate) fn worth(&self, ply: usize) -> Option<SideValue> {
        let place = self.places.get(ply)?;
        let meaning = ScoreMeaning { expectation: &self.expectation, progress: place.progress };
        if let Some(found) = ply.checked_sub(1).and_then(|last| self.deepest(last)) {
            let solved = found.solved.map(ExactResult::for_other);
            return Some(SideValue::of(after(found.score), solved, meaning));
        }
        let searched = self.searched(ply)?;
        Some(SideValue::of(searched.score, searched.solved, meaning))
    }

    /// Why the move played here is bad, if it is.
    pub(crate) fn explained(&self, ply: usize) -> Option<Reason> {
        if self.loss(ply)? < thresholds::INACCURACY {
            return None;
        }
        reason::reason(self.session(ply).as_ref(), &self.doubt(ply)?)
    }

    /// The move that was played after so many moves and the better one, each with the line and score by which a reason is
    /// looked for; `None` while nothing is known of it.
    #[must_use]
    pub fn doubt(&self, ply: usize) -> Option<Doubt<String>> {
        let (best_score, best) = self.better(ply)?;
        let (played_score, answer) = match self.deepest(ply) {
            Some(found) => (found.score, found.line.clone()),
            None => {
                let next = self.searched(ply + 1)?;
                (before(next.score), next.line.clone())
            }
        };
        let played = self.moves.get(ply)?.clone();
        Some(Doubt { played, answer, best, played_score, best_score })
    }
}

/// The score of the side to move, from that of the side that has just moved: the inverse of [`before`].
fn after(score: Score) -> Score {
    match score {
        Score::Cp(cp) => Score::Cp(-cp),
        Score::Mate(moves) if moves > 0 => Score::Mate(1 - moves),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}
