//! What the reviews of somebody's games say over time.

use crate::view;
use hall::review::{Grade, Review};
use hall::{End, Moment, Outcome, Player, Side};
use wire::ProgressGame;

/// A reviewed game.
#[derive(Copy, Clone, Debug)]
pub struct ReviewedGame<'a> {
    /// Its id.
    pub game: &'a str,
    /// The id of the study with its review.
    pub study: &'a str,
    /// The variant's id.
    pub variant: &'a str,
    /// When the game last changed.
    pub updated_at: Moment,
    /// How it ended.
    pub end: Option<&'a End>,
}

/// The side of the only person of a game against the machine.
#[must_use]
pub fn only_person(players: &[Player; 2]) -> Option<Side> {
    match players {
        [Player::Person { .. }, Player::Machine { .. }] => Some(Side::First),
        [Player::Machine { .. }, Player::Person { .. }] => Some(Side::Second),
        _ => None,
    }
}

/// What the review of a game says of the moves of one side.
#[must_use]
pub fn progress_game(of: ReviewedGame<'_>, side: Side, review: &Review) -> Option<ProgressGame> {
    let own = &review.sides[side.index()];
    let result = of.end.and_then(|end| match end.winner {
        Some(winner) => Some(if winner == side { 1 } else { -1 }),
        None => (end.outcome == Some(Outcome::Draw)).then_some(0),
    });
    Some(ProgressGame {
        game: of.game.to_owned(),
        study: of.study.to_owned(),
        variant: of.variant.to_owned(),
        side,
        updated_at: view::moment(of.updated_at),
        result,
        accuracy: own.accuracy? as f32,
        by_phase: own.by_phase.map(|value| value.map(|value| value as f32)),
        mistakes: own.count(Grade::Mistake) + own.count(Grade::Blunder),
        opening_name: review.opening_name.map(str::to_owned),
    })
}
