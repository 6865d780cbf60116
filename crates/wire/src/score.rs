//! A score that may be unknown: an object without a field then.

use crate::Score;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
struct ScoreObject {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
}

pub(crate) fn serialize<S: Serializer>(
    score: &Option<Score>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let (cp, mate) = match *score {
        Some(Score::Cp(cp)) => (Some(cp), None),
        Some(Score::Mate(mate)) => (None, Some(mate)),
        None => (None, None),
    };
    ScoreObject { cp, mate }.serialize(serializer)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Score>, D::Error> {
    let ScoreObject { cp, mate } = ScoreObject::deserialize(deserializer)?;
    if cp.is_some() && mate.is_some() {
        return Err(D::Error::custom("either cp or mate, not both"));
    }
    Ok(mate.map(Score::Mate).or(cp.map(Score::Cp)))
}
