use crate::schedule::Plan;
use game::{Outcome, Side};
use serde::{Deserialize, Serialize};

/// A finished game, complete: what the log holds and what files are made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Which game of the match it was.
    pub plan: Plan,
    /// The variant's id.
    pub variant: String,
    /// The rule set's id.
    pub rules: String,
    /// Who had which side, [`Side::First`] first.
    pub names: [String; 2],
    /// At what time controls.
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
    /// How it came about.
    pub manner: Manner,
    /// The reason's word: `checkmate`, `perpetual-check`, `time`, `illegal-move`, `crash`, …
    pub reason: String,
    /// More about it, if there is more; for people.
    pub detail: String,
}

/// How a result came about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
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
    pub score: Option<RecordedScore>,
    /// The depth of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// A score as its player saw it, for itself.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordedScore {
    /// Centipawns.
    Cp(i32),
    /// Mate in so many moves; negative when being mated.
    Mate(i32),
}

impl RecordedScore {
    /// As centipawns; mates count beyond any.
    pub(crate) fn centipawns(self) -> i32 {
        const MATE: i32 = 100_000;
        match self {
            Self::Cp(cp) => cp.clamp(-MATE, MATE),
            Self::Mate(moves) if moves > 0 => MATE,
            Self::Mate(_) => -MATE,
        }
    }
}

impl GameRecord {
    /// What a contestant made of it, in half points.
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
