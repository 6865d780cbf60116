use crate::{End, PersonId, Player, Seat, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a pairing ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PairingResult {
    /// The first side won.
    First,
    /// The second side won.
    Second,
    /// A draw.
    Draw,
    /// The second side did not play: the first one wins by forfeit.
    FirstByForfeit,
    /// The first side did not play: the second one wins by forfeit.
    SecondByForfeit,
    /// Neither did.
    Neither,
}

impl PairingResult {
    /// The points of a side, in halves.
    #[must_use]
    pub const fn points(self, side: Side) -> u32 {
        match (self, side) {
            (Self::First | Self::FirstByForfeit, Side::First)
            | (Self::Second | Self::SecondByForfeit, Side::Second) => 2,
            (Self::Draw, _) => 1,
            _ => 0,
        }
    }

    /// Whether the game was played.
    #[must_use]
    pub const fn is_played(self) -> bool {
        matches!(self, Self::First | Self::Second | Self::Draw)
    }

    /// The side that lost by forfeit; `None`: nobody, or both.
    #[must_use]
    pub const fn forfeiter(self) -> Option<Side> {
        match self {
            Self::FirstByForfeit => Some(Side::Second),
            Self::SecondByForfeit => Some(Side::First),
            _ => None,
        }
    }
}

/// Two who play each other in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Pairing {
    /// Who has the first side.
    pub first: PersonId,
    /// Who has the second side.
    pub second: PersonId,
    /// Their game; absent where one of them had left before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The result, once it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<PairingResult>,
}

impl Pairing {
    /// The person of a side.
    #[must_use]
    pub const fn person(&self, side: Side) -> &PersonId {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }

    /// The side of a person.
    #[must_use]
    pub fn side_of(&self, person: &PersonId) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.person(side) == person)
    }

    /// What the end of its game means for it; `None` while the game goes on, and for one that was called off. An opening may
    /// have changed the sides: the winner is the person, not the side.
    #[must_use]
    pub fn result_of(&self, players: &[Player; 2], end: Option<&End>) -> Option<PairingResult> {
        let end = end.filter(|end| end.outcome.is_some())?;
        let Some(winner) = end.winner else { return Some(PairingResult::Draw) };
        let Some(Seat::Taken { person }) = players[winner.index()].seat() else { return None };
        Some(match self.side_of(person)? {
            Side::First if end.is_by_organiser() => PairingResult::FirstByForfeit,
            Side::Second if end.is_by_organiser() => PairingResult::SecondByForfeit,
            Side::First => PairingResult::First,
            Side::Second => PairingResult::Second,
        })
    }
}
