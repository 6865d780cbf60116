//! Games that end before the rules end them.

use crate::job::Adjudication;
use crate::packed::Ending;
use engine::Score;
use game::{Outcome, Side};

/// Tracks the scores of a game.
#[derive(Debug)]
pub(crate) struct Adjudicator<'a> {
    rules: &'a Adjudication,
    /// Only the rules of the game and its length end it.
    played_out: bool,
    leads: [u32; 2],
    level: u32,
}

/// A mate is greater than any other score.
pub(crate) const MATE: i32 = 30_000;

impl<'a> Adjudicator<'a> {
    pub(crate) fn new(rules: &'a Adjudication, played_out: bool) -> Self {
        Self { rules, played_out, leads: [0; 2], level: 0 }
    }

    /// Takes the score of a search for the side that moved.
    pub(crate) fn hear(
        &mut self,
        mover: Side,
        score: Score,
        ply: u32,
    ) -> Option<(Outcome, Ending)> {
        if self.played_out {
            return None;
        }
        if self.rules.proven && matches!(score, Score::Mate(moves) if moves > 0) {
            return Some((Outcome::win_of(mover), Ending::Proven));
        }
        let score = score.centipawns(MATE);
        if let Some(rule) = self.rules.win {
            let lead = i32::try_from(rule.score).unwrap_or(MATE);
            for (side, value) in [(mover, score), (!mover, -score)] {
                let counted = &mut self.leads[side.index()];
                *counted = if value >= lead { *counted + 1 } else { 0 };
                if *counted >= rule.plies {
                    return Some((Outcome::win_of(side), Ending::Lead));
                }
            }
        }
        let rule = self.rules.draw?;
        self.level = if score.unsigned_abs() <= rule.score { self.level + 1 } else { 0 };
        (ply >= rule.from && self.level >= rule.plies).then_some((Outcome::Draw, Ending::Level))
    }

    /// Takes the length of the game, and the greatest of the counts that end it in a draw.
    pub(crate) fn count(&self, ply: u32, quiet: impl FnOnce() -> u32) -> Option<(Outcome, Ending)> {
        if self.rules.longest.is_some_and(|longest| ply >= longest) {
            return Some((Outcome::Draw, Ending::Length));
        }
        let bound = self.rules.quiet.filter(|_| !self.played_out)?;
        (quiet() >= bound).then_some((Outcome::Draw, Ending::Quiet))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{DrawRule, WinRule};

    fn rules() -> Adjudication {
        Adjudication {
            win: Some(WinRule { score: 400, plies: 3 }),
            draw: Some(DrawRule { score: 10, plies: 2, from: 6 }),
            quiet: Some(50),
            longest: Some(9),
            proven: true,
            play_out: 0.0,
        }
    }

    fn run(scores: &[i32], played_out: bool) -> Option<(u32, Outcome, Ending)> {
        let rules = rules();
        let mut adjudicator = Adjudicator::new(&rules, played_out);
        (1..).zip(scores).find_map(|(ply, &score)| {
            let mover = Side::ALL[(ply as usize - 1) % 2];
            let ended = adjudicator.hear(mover, Score::Cp(score), ply);
            let (outcome, ending) = ended.or_else(|| adjudicator.count(ply, || 0))?;
            Some((ply, outcome, ending))
        })
    }

    #[test]
    fn a_lead_must_last() {
        assert_eq!(run(&[500, -500, 500], false), Some((3, Outcome::FirstWins, Ending::Lead)));
        let turned = [500, -500, 20, 450, -450, 450];
        assert_eq!(run(&turned, false), Some((6, Outcome::SecondWins, Ending::Lead)));
        assert_eq!(run(&[500; 4], false), None);
    }

    #[test]
    fn level_and_long_games_are_drawn() {
        assert_eq!(run(&[0; 12], false), Some((6, Outcome::Draw, Ending::Level)));
        assert_eq!(run(&[50; 12], false), Some((9, Outcome::Draw, Ending::Length)));
    }

    #[test]
    fn a_game_that_is_played_out_ends_by_length_only() {
        assert_eq!(run(&[500, -500, 500], true), None);
        assert_eq!(run(&[0; 12], true), Some((9, Outcome::Draw, Ending::Length)));
        let rules = rules();
        assert_eq!(Adjudicator::new(&rules, true).count(1, || 60), None);
        let quiet = Some((Outcome::Draw, Ending::Quiet));
        assert_eq!(Adjudicator::new(&rules, false).count(1, || 60), quiet);
    }

    #[test]
    fn a_proven_win_ends_the_game() {
        let rules = rules();
        let mut adjudicator = Adjudicator::new(&rules, false);
        assert_eq!(adjudicator.hear(Side::First, Score::Mate(-3), 1), None);
        let won = Some((Outcome::SecondWins, Ending::Proven));
        assert_eq!(adjudicator.hear(Side::Second, Score::Mate(2), 2), won);
    }
}
