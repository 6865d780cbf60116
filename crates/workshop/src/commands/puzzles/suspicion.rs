//! Where a packed game may have puzzles, by the scores of its plies: no search is needed.

use engine::{Phase, PuzzleTerms, Score, Session};
use hall::puzzles::Suspect;

/// The score of a mate in no moves; a mate in `n` moves is so much less `n`.
const MATE: i32 = 30_000;
/// From this score on it is a proven win.
const PROVEN: i32 = MATE - 1_000;
/// The longest forced win, in moves, that is looked at though nobody went wrong before it.
const SHORT_WIN: i32 = 7;

/// How far the scores of the game may be from those that a puzzle needs: its searches are short.
const DOUBT: f64 = 0.12;

/// What the score of a ply says.
#[derive(Copy, Clone, Debug, PartialEq)]
struct ScoredPly {
    /// The chance of the side to move.
    chance: f64,
    /// The moves to a proven win of that side.
    wins_in: Option<i32>,
    /// Whether the game is so near its end that the position can be solved.
    is_ending: bool,
}

/// The meaning of a packed score.
fn score(packed: i16) -> Score {
    let packed = i32::from(packed);
    if packed.abs() < PROVEN {
        Score::Cp(packed)
    } else if packed > 0 {
        Score::Mate(MATE - packed)
    } else {
        Score::Mate(-(MATE + packed))
    }
}

/// Gathers what the plies of a game say, in order.
#[derive(Debug, Default)]
pub(super) struct Suspicion {
    plies: Vec<Option<ScoredPly>>,
}

impl Suspicion {
    /// The next ply: the session before its move, and its score.
    pub(super) fn see(&mut self, session: &dyn Session, packed: Option<i16>) {
        let stage = session.stage();
        self.plies.push(packed.map(|packed| {
            let score = score(packed);
            let wins_in = match score {
                Score::Mate(moves) if moves > 0 => Some(moves),
                _ => None,
            };
            let chance = session.puzzle_terms().chance(score);
            ScoredPly { chance, wins_in, is_ending: stage.phase == Phase::Ending }
        }));
    }

    /// The positions that may be puzzles, the most promising first: before and after a move that lost much, where a side has just got a short
    /// forced win, and in games whose endings are solved all positions of the ending.
    pub(super) fn suspects(&self, terms: &PuzzleTerms) -> Vec<Suspect> {
        let mut losses: Vec<Option<f64>> = vec![None; self.plies.len() + 1];
        let mut raise = |ply: usize, loss: f64| {
            let known = losses[ply].unwrap_or(0.0);
            losses[ply] = Some(known.max(loss));
        };
        for (ply, pair) in self.plies.windows(2).enumerate() {
            let [Some(before), Some(after)] = pair else { continue };
            let loss = before.chance + after.chance - 1.0;
            if loss < terms.fall {
                continue;
            }
            // The move that was played is a wrong one: it must be far enough behind the right one.
            let wins = before.chance >= terms.winning - DOUBT;
            let saves =
                before.chance >= terms.saved - DOUBT && 1.0 - after.chance <= terms.lost + DOUBT;
            if (wins || saves) && loss >= terms.lead - DOUBT {
                raise(ply, loss);
            }
            if after.chance >= terms.winning - DOUBT {
                raise(ply + 1, loss);
            }
        }
        for (ply, scored) in self.plies.iter().enumerate() {
            let Some(scored) = scored else { continue };
            let before = ply.checked_sub(2).and_then(|ply| self.plies[ply]);
            let is_new = before.is_none_or(|before| before.wins_in.is_none());
            let is_short = scored.wins_in.is_some_and(|moves| moves <= SHORT_WIN);
            if (is_short && is_new) || (terms.solved && scored.is_ending) {
                raise(ply, 0.0);
            }
        }
        let found = losses.iter().enumerate();
        let mut found: Vec<Suspect> =
            found.filter_map(|(ply, loss)| Some(Suspect { ply, loss: (*loss)? })).collect();
        found.sort_by(|a, b| b.loss.total_cmp(&a.loss).then(a.ply.cmp(&b.ply)));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(chance: f64, wins_in: Option<i32>) -> Option<ScoredPly> {
        Some(ScoredPly { chance, wins_in, is_ending: false })
    }

    #[test]
    fn packed_scores_have_their_meaning() {
        assert_eq!(score(-120), Score::Cp(-120));
        assert_eq!(score(29_998), Score::Mate(2));
        assert_eq!(score(-29_997), Score::Mate(-3));
    }

    #[test]
    fn a_fall_is_looked_at_before_and_after_it_and_a_new_win_where_it_begins() {
        let plies = vec![
            None,
            scored(0.5, None),
            scored(0.5, None),
            scored(0.55, None),
            scored(0.9, None),
            scored(0.1, None),
            scored(1.0, Some(3)),
            scored(0.0, None),
            scored(1.0, Some(2)),
        ];
        let found = Suspicion { plies }.suspects(&PuzzleTerms::USUAL);
        let plies: Vec<usize> = found.iter().map(|one| one.ply).collect();
        assert_eq!(plies, [3, 4, 6]);
        assert!((found[0].loss - 0.45).abs() < 1e-9 && found[2].loss < 0.11);
    }
}
