use crate::Saying;
use game::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A command of a client about a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Command {
    /// Plays a move as ply `ply` (from 1): refused when the game is at another ply.
    Move {
        /// The number of this ply.
        ply: u32,
        /// The move, in engine notation or any other of the variant.
        text: String,
        /// How long who moves has seen the position. What the clock has counted beyond it was spent on the way, and is
        /// given back within a bound.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thought_ms: Option<u64>,
    },
    /// Makes a choice in the opening: `swap`, `keep`, `declare=5`, a point, …
    Choose {
        /// The choice.
        choice: String,
    },
    /// Takes moves back until `ply` moves remain. A finished game continues from there. Of two persons with
    /// seats the other one is asked for consent; so it is with `restart`, `swap_sides`, `pause`, `resume` and `add_time`.
    TakeBack {
        /// How many moves remain.
        ply: u32,
    },
    /// Starts the game again from its start position with the same players.
    Restart,
    /// The person and the engine change sides in the present position.
    SwapSides,
    /// The side to move (or, against an engine, the person) resigns.
    Resign,
    /// Offers a draw. An engine answers by its evaluation of the position, with the end of the game
    /// or `draw_declined`; a person answers by the next two commands.
    OfferDraw {
        /// The side of two persons that offers it; if absent, the side to move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
    },
    /// Accepts the offered draw. The side that offered it cannot accept it.
    AcceptDraw {
        /// The side that accepts; if absent, the side that did not offer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
    },
    /// Declines the draw, or withdraws the offer.
    DeclineDraw,
    /// Calls a game of two persons off before the second move: nobody wins.
    Abort,
    /// The other person has left, and does not come back: claims the game, or a draw.
    Claim {
        /// Which.
        outcome: ClaimedOutcome,
    },
    /// Says something to the other person.
    Say {
        /// What.
        saying: Saying,
    },
    /// Requests a move of the engine for this position; the answer is a `hint` event.
    Hint,
    /// Makes the engine that is searching move now.
    MoveNow,
    /// Pauses a game between engines, or asks the other person for the consent to a pause.
    Pause,
    /// Continues it.
    Resume,
    /// Gives both clocks of two persons a minute more.
    AddTime,
    /// Takes the open seat.
    SitDown,
    /// Gives the consent that the other person asked for.
    GiveConsent,
    /// Refuses it, or withdraws the request.
    RefuseConsent,
    /// A sign of life, answered by `pong`.
    Ping,
}

/// What is claimed when the other person has left.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimedOutcome {
    /// The game.
    Win,
    /// A draw.
    Draw,
}

impl Command {
    /// Whether another command asks for the same. How long somebody has thought is a matter of the moment at which it
    /// was sent.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Move { ply, text, .. }, Self::Move { ply: other_ply, text: other_text, .. }) => {
                ply == other_ply && text == other_text
            }
            _ => self == other,
        }
    }
}
