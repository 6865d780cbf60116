//! Games that end before the rules end them.

use game::{Outcome, Side};
use search::Score;

/// The conditions under which a game ends early.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Adjudication {
    /// A side wins after its lead was at least this great for so many plies.
    pub(crate) decided: Option<(i32, u32)>,
    /// A draw: scores no greater than this, for so many plies, and not before this ply.
    pub(crate) level: Option<(i32, u32, usize)>,
    /// A draw at this ply.
    pub(crate) longest: Option<usize>,
    /// A win that the engine has proven counts as won.
    pub(crate) proven: bool,
}

/// Tracks the scores of a game.
#[derive(Debug)]
pub(crate) struct Adjudicator {
    when: Adjudication,
    leads: [u32; 2],
    level: u32,
}

impl Adjudication {
    /// No early end: only the rules end a game.
    pub(crate) const NONE: Self = Self { decided: None, level: None, longest: None, proven: false };

    pub(crate) fn begin(self) -> Adjudicator {
        Adjudicator { when: self, leads: [0; 2], level: 0 }
    }
}

impl Adjudicator {
    /// Records the score of the side to move after so many plies of the game. `exact` means that
    /// the player's proven wins are correct.
    pub(crate) fn hear(
        &mut self,
        mover: Side,
        score: Score,
        plies: usize,
        exact: bool,
    ) -> Option<Outcome> {
        if self.when.proven && exact && score.is_win() {
            return Some(Outcome::win_of(mover));
        }
        let score = score.value();
        if let Some((lead, lasts)) = self.when.decided {
            for (side, value) in [(mover, score), (mover.other(), -score)] {
                let counted = &mut self.leads[side.index()];
                *counted = if value >= lead { *counted + 1 } else { 0 };
                if *counted >= lasts {
                    return Some(Outcome::win_of(side));
                }
            }
        }
        let mut draw = self.when.longest.is_some_and(|longest| plies >= longest);
        if let Some((most, lasts, from)) = self.when.level {
            self.level = if score.abs() <= most { self.level + 1 } else { 0 };
            draw |= plies >= from && self.level >= lasts;
        }
        draw.then_some(Outcome::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHEN: Adjudication = Adjudication {
        decided: Some((400, 3)),
        level: Some((10, 2, 6)),
        longest: Some(9),
        proven: true,
    };

    fn run(scores: &[i32]) -> Option<(usize, Outcome)> {
        let mut adjudicator = WHEN.begin();
        scores.iter().enumerate().find_map(|(ply, &score)| {
            let mover = Side::ALL[ply % 2];
            Some((ply, adjudicator.hear(mover, Score::new(score), ply, true)?))
        })
    }

    #[test]
    fn a_lead_must_last() {
        assert_eq!(run(&[500, -500, 500]), Some((2, Outcome::FirstWins)));
        assert_eq!(run(&[500, -500, 20, 450, -450, 450]), Some((5, Outcome::SecondWins)));
        assert_eq!(run(&[500, 500, 500, 500]), None);
    }

    #[test]
    fn level_games_are_drawn_late() {
        assert_eq!(run(&[0; 12]), Some((6, Outcome::Draw)));
        assert_eq!(run(&[50; 12]), Some((9, Outcome::Draw)));
    }

    #[test]
    fn a_proven_win_ends_the_game() {
        let mut adjudicator = WHEN.begin();
        let win = Score::LEAST_WIN;
        assert_eq!(adjudicator.hear(Side::Second, win, 1, false), None);
        assert_eq!(adjudicator.hear(Side::Second, win, 1, true), Some(Outcome::SecondWins));
    }
}
