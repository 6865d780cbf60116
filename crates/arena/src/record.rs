use crate::schedule::ScheduledGame;
use engine::Score;
use game::{Outcome, Side};
use serde::{Deserialize, Serialize};

/// A finished game with everything that the log and the files need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game in the match.
    pub plan: ScheduledGame,
    /// The variant's id.
    pub variant: String,
    /// The rule set's id.
    pub rules: String,
    /// The player of each side, [`Side::First`] first.
    pub names: [String; 2],
    /// The time controls of the players.
    pub times: [String; 2],
    /// The start position's text.
    pub start: String,
    /// Whether [`Side::First`] moved first from there.
    pub first_to_move: bool,
    /// The moves, those of the opening first.
    pub moves: Vec<MoveRecord>,
    /// The result.
    #[serde(with = "outcome_text")]
    pub outcome: Outcome,
    /// What decided it.
    pub manner: EndManner,
    /// The reason's word: `checkmate`, `perpetual-check`, `time`, `illegal-move`, `crash`, …
    pub reason: String,
    /// More about it in words, if there is more.
    pub detail: String,
}

/// What decided a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndManner {
    /// By the rules of the game.
    Rules,
    /// The loser overstepped its time, crashed, or broke the rules.
    Fault,
    /// The loser resigned.
    Resignation,
    /// By the scores of the players, or by length.
    Adjudication,
}

/// A move of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move in engine notation.
    pub text: String,
    /// Milliseconds it took; `None` for moves of the opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// The mover's last score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// The depth of that score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl GameRecord {
    /// The half points of a contestant.
    #[must_use]
    pub fn half_points(&self, contestant: usize) -> u8 {
        let side = Side::ALL.into_iter().find(|s| self.plan.players[s.index()] == contestant);
        match (self.outcome.winner(), side) {
            (None, _) => 1,
            (Some(winner), Some(side)) if winner == side => 2,
            _ => 0,
        }
    }
}

mod outcome_text {
    use game::Outcome;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(outcome: &Outcome, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(outcome)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Outcome, D::Error> {
        let text = String::deserialize(from)?;
        [Outcome::FirstWins, Outcome::SecondWins, Outcome::Draw]
            .into_iter()
            .find(|outcome| outcome.to_string() == text)
            .ok_or_else(|| de::Error::custom(format!("{text:?} is no result: 1-0, 0-1 or 1/2")))
    }
}
