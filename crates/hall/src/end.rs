use game::{Outcome, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct End {
    /// `1-0`, `0-1` or `1/2` (the first side's view); `*` for a game that was called off.
    #[serde(with = "stated_outcome")]
    #[schema(value_type = String)]
    pub outcome: Option<Outcome>,
    /// The winner, if any.
    #[serde(default)]
    pub winner: Option<Side>,
    /// `checkmate`, `perpetual-chase`, `resign`, `time`, `agreement`, …
    pub reason: String,
    /// The evidence in English (`e5 by b3`).
    #[serde(default)]
    #[schema(required)]
    pub evidence: String,
    /// The paragraph of the rule that decided, if there is one (`wxf 3`).
    #[serde(default)]
    pub rule: Option<String>,
    /// The squares concerned.
    #[serde(default)]
    #[schema(required)]
    pub squares: Vec<String>,
    /// The evidence as data; `evidence` is its English text. Absent if the reason needs no evidence,
    /// and in games that an earlier version stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Box<Proof>>,
}

/// The evidence for the end of a game as data. A field that the reason does not have is empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Proof {
    /// The chased pieces, one entry for each victim (perpetual and mutual chases).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chases: Vec<Chased>,
    /// A word for the case, if the reason has several: `no-pieces`, `blocked`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fact: Option<String>,
    /// The square that the reason is about: that of the stone that made a foul.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The stones or pieces that belong to it: a winning row, the stones of a foul.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stones: Vec<String>,
    /// What was counted and the limit it reached, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<[u32; 2]>,
    /// Mates that were threatened by turns on every move: the square of the piece, and the square it threatened to go
    /// to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mates: Vec<[String; 2]>,
    /// What was repeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeated: Option<Repeated>,
}

/// A position that occurred again.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Repeated {
    /// The first and the last ply between its first and its last time, from 1. In a warning the
    /// last ones are not played yet.
    pub plies: [u32; 2],
    /// How often it has occurred.
    pub times: u32,
}

/// A chased piece and its chasers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Chased {
    /// The square of the chased piece.
    pub victim: String,
    /// The squares of the pieces that threatened to capture it.
    pub chasers: Vec<String>,
}

/// The reason of an end by who directs a tournament.
const BY_ORGANISER: &str = "organiser";

/// An end by the players and not by the rules.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum EndBetweenPlayers {
    /// A side resigned.
    Resign,
    /// The clock of a side ran out.
    Time,
    /// Both agreed to a draw.
    Agreement,
    /// A person left and did not come back, and the other one claimed the game, or a draw.
    Left,
}

impl EndBetweenPlayers {
    /// The word of this reason.
    const fn word(self) -> &'static str {
        match self {
            Self::Resign => "resign",
            Self::Time => "time",
            Self::Agreement => "agreement",
            Self::Left => "left",
        }
    }
}

impl End {
    /// An end with nothing but an outcome and a reason.
    #[must_use]
    pub fn stated(outcome: Outcome, reason: &str) -> Self {
        Self {
            outcome: Some(outcome),
            winner: outcome.winner(),
            reason: reason.to_owned(),
            evidence: String::new(),
            rule: None,
            squares: Vec::new(),
            proof: None,
        }
    }

    /// The end of a game that was called off before it had begun well: nobody won, and it is no draw.
    #[must_use]
    pub fn called_off() -> Self {
        Self { outcome: None, winner: None, ..Self::stated(Outcome::Draw, "called-off") }
    }

    /// The outcome as it is written: `*` where there is none.
    #[must_use]
    pub fn stated_outcome(&self) -> String {
        self.outcome.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
    }

    /// An end by who directs the tournament of a game; without an outcome it is called off.
    #[must_use]
    pub fn by_organiser(outcome: Option<Outcome>) -> Self {
        outcome.map_or_else(Self::called_off, |outcome| Self::stated(outcome, BY_ORGANISER))
    }

    /// Whether who directs the tournament of the game has ended it.
    #[must_use]
    pub fn is_by_organiser(&self) -> bool {
        self.reason == BY_ORGANISER
    }

    /// An end by the players: `loser` lost, or nobody.
    #[must_use]
    pub fn between_players(loser: Option<Side>, why: EndBetweenPlayers) -> Self {
        let outcome = loser.map_or(Outcome::Draw, |loser| Outcome::win_of(loser.other()));
        Self::stated(outcome, why.word())
    }
}

impl From<engine::Verdict> for End {
    fn from(verdict: engine::Verdict) -> Self {
        Self {
            outcome: Some(verdict.outcome),
            winner: verdict.outcome.winner(),
            reason: verdict.reason.to_owned(),
            evidence: verdict.evidence,
            rule: verdict.rule.map(str::to_owned),
            squares: verdict.squares,
            proof: Proof::of(verdict.proof),
        }
    }
}

impl Proof {
    /// The evidence of a verdict; `None` when it has none.
    fn of(proven: engine::Evidence) -> Option<Box<Self>> {
        let chased = |c: engine::ChasedPiece| Chased { victim: c.victim, chasers: c.chasers };
        let repeated = |r: engine::Repetition| Repeated { plies: r.plies.into(), times: r.times };
        let proof = Self {
            chases: proven.chases.into_iter().map(chased).collect(),
            fact: proven.fact.map(str::to_owned),
            at: proven.at,
            stones: proven.stones,
            counted: proven.counted.map(<[u32; 2]>::from),
            mates: proven.mates.into_iter().map(<[String; 2]>::from).collect(),
            repeated: proven.repeated.map(repeated),
        };
        (proof != Self::default()).then(|| Box::new(proof))
    }
}

/// Outcomes as they are stored and sent, with `*` for none.
mod stated_outcome {
    use game::Outcome;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum StatedOutcome {
        Outcome(Outcome),
        None(NoOutcome),
    }

    #[derive(Serialize, Deserialize)]
    enum NoOutcome {
        #[serde(rename = "*")]
        None,
    }

    pub(super) fn serialize<S: Serializer>(
        outcome: &Option<Outcome>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        outcome
            .map_or(StatedOutcome::None(NoOutcome::None), StatedOutcome::Outcome)
            .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Outcome>, D::Error> {
        Ok(match StatedOutcome::deserialize(deserializer)? {
            StatedOutcome::Outcome(outcome) => Some(outcome),
            StatedOutcome::None(NoOutcome::None) => None,
        })
    }
}
