use crate::{ClockSetting, ConsentAction, End, PersonId, Player, Saying};
use game::Side;
use serde::{Deserialize, Serialize};

/// Milliseconds since 1970-01-01 UTC; before it, negative.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub i64);

/// The initial data of a game, which never change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameSetup {
    /// The variant's id.
    pub variant: String,
    /// The rule set's id.
    pub rules: String,
    /// The players, the first side first.
    pub players: [Player; 2],
    /// The clock.
    pub clock: ClockSetting,
    /// The start position's text.
    pub start: String,
    /// The opening protocol's id, if the game begins with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// Who made it; absent for what was made in a hall that had one user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maker: Option<PersonId>,
    /// The id of the game after which it is another one of the same two persons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<String>,
    /// The id of the tournament that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    /// Whether it was offered to everybody in the lobby: then everybody may also be shown that it goes on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_lobby: bool,
    /// Whether its end changes the ratings of its players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// How many moves later than its players others see it, while it goes on.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A change of a game. The log of a game is its changes in order; with the setup they are the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Change {
    /// A move was played.
    Moved {
        /// In engine notation.
        text: String,
        /// Time used for it.
        time_ms: u64,
        /// The times left on both clocks after it.
        left_ms: [u64; 2],
        /// The machine's score for the first side in centipawns, if a machine moved.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        score_cp: Option<i32>,
    },
    /// A choice in the opening was made.
    OpeningChosen {
        /// The choice as the protocol writes it: `h8`, `swap`, `declare=5`, ….
        choice: String,
        /// The times left on both clocks after it.
        left_ms: [u64; 2],
    },
    /// Moves were taken back.
    TakenBack {
        /// How many moves remain. When all do, it is the last fifth move offered in an opening
        /// that is taken back, or the end of a game that the players had ended.
        plies: u32,
    },
    /// The game began again from its start position.
    Restarted,
    /// The players changed sides.
    SidesSwapped,
    /// The game ended.
    Ended {
        /// The ending.
        end: End,
        /// The times left on both clocks.
        left_ms: [u64; 2],
    },
    /// A side offers a draw.
    DrawOffered {
        /// The side.
        side: Side,
    },
    /// The offer was declined.
    DrawDeclined,
    /// A person sat down.
    SeatTaken {
        /// The side.
        side: Side,
        /// Who.
        person: PersonId,
        /// The person's name.
        name: String,
    },
    /// One of two persons says something to the other one.
    Said {
        /// The side.
        side: Side,
        /// What.
        saying: Saying,
    },
    /// One of two persons asks the other one for the consent to something. A move ends the request.
    ConsentAsked {
        /// The side that asks.
        side: Side,
        /// What for.
        action: ConsentAction,
    },
    /// The other one does not consent, or the request was withdrawn.
    ConsentRefused,
    /// After the end: another game of the same two persons was made.
    RematchMade {
        /// Its id.
        game: String,
    },
    /// Machine against machine, or with the consent of both persons: paused.
    Paused {
        /// The times left on both clocks.
        left_ms: [u64; 2],
    },
    /// Continued.
    Resumed,
    /// With the consent of both persons: both clocks have more time.
    TimeAdded {
        /// The times left on both clocks.
        left_ms: [u64; 2],
    },
}

impl Change {
    /// Whether it leaves the position, whose turn it is and since when as they are: players talk to each other.
    #[must_use]
    pub const fn is_talk(&self) -> bool {
        matches!(
            self,
            Self::DrawOffered { .. }
                | Self::DrawDeclined
                | Self::ConsentAsked { .. }
                | Self::ConsentRefused
                | Self::TimeAdded { .. }
                | Self::Said { .. }
        )
    }
}

/// A change in the log.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedChange {
    /// The game's version with this change.
    pub version: u64,
    /// The time of the change.
    pub at: Moment,
    /// The client's id of the request that made it, if one did.
    pub request: Option<String>,
    /// The change.
    pub change: Change,
}

/// A complete game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Its id.
    pub id: String,
    /// Its initial data.
    pub setup: GameSetup,
    /// The version after the last change; 0 when nothing happened yet.
    pub version: u64,
    /// When it began.
    pub created_at: Moment,
    /// When it last changed.
    pub updated_at: Moment,
    /// All changes in order.
    pub log: Vec<LoggedChange>,
}

/// The summary of a game for lists. It repeats facts of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSummary {
    /// The players now.
    pub players: [Player; 2],
    /// How many moves were played.
    pub plies: u32,
    /// The position now.
    pub position: String,
    /// How it ended, if it has.
    pub end: Option<End>,
}
