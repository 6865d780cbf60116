//! What can be read of a game.

use super::GameState;
use crate::{ConsentRequest, End, GameSetup, Line, Moment, MovePlayed, Player};
use engine::{OpeningSession, Session};
use game::Side;

impl GameState {
    /// When the present turn began.
    #[must_use]
    pub const fn turn_began(&self) -> Moment {
        self.turn_began
    }

    /// How often moves were taken back, the game begun again, or sides or colours changed: what was counted from a number of
    /// moves on is about other moves then.
    #[must_use]
    pub(crate) const fn rewinds(&self) -> u32 {
        self.rewinds
    }

    /// Whether the request with this id was already done.
    #[must_use]
    pub fn has_done(&self, request: &str) -> bool {
        self.requests.contains(request)
    }

    /// Its version: how many changes are stored.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Its initial data.
    #[must_use]
    pub fn setup(&self) -> &GameSetup {
        &self.setup
    }

    /// The game by the rules.
    #[must_use]
    pub fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }

    /// How many moves were played.
    #[must_use]
    pub fn plies(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &[MovePlayed] {
        &self.moves
    }

    /// The side that moves; in an opening, the side that decides.
    #[must_use]
    pub fn turn(&self) -> Side {
        let stage = self.opening.as_ref().and_then(|opening| opening.stage());
        stage.map_or_else(|| self.session.side_to_move(), |stage| stage.decides)
    }

    /// Whether a person is offering fifth moves and may take the last of them back. This takes back
    /// no stone of the game.
    #[must_use]
    pub fn offers_to_take_back(&self) -> bool {
        let person = !self.is_machine(self.turn());
        person && self.end.is_none() && self.opening.clone().is_some_and(|mut o| o.unoffer())
    }

    /// The opening, while it lasts.
    #[must_use]
    pub fn opening(&self) -> Option<&dyn OpeningSession> {
        self.opening.as_deref().filter(|opening| opening.stage().is_some())
    }

    /// The player of a side.
    #[must_use]
    pub fn player(&self, side: Side) -> &Player {
        &self.players[side.index()]
    }

    /// Whether a machine plays a side.
    #[must_use]
    pub fn is_machine(&self, side: Side) -> bool {
        matches!(self.player(side), Player::Machine { .. })
    }

    /// How it ended, if it has.
    #[must_use]
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Whether a game between machines is paused.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// The side that offers a draw.
    #[must_use]
    pub fn draw_offer(&self) -> Option<Side> {
        self.draw_offer
    }

    /// What one of two persons asks the other one for.
    #[must_use]
    pub const fn consent(&self) -> Option<ConsentRequest> {
        self.consent
    }

    /// The id of the next game of the same two persons, if there is one.
    #[must_use]
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// What the persons have said to each other, in order.
    #[must_use]
    pub fn talk(&self) -> &[Line] {
        &self.talk
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The players now, the first side first.
    #[must_use]
    pub const fn players(&self) -> &[Player; 2] {
        &self.players
    }

    /// When it began.
    #[must_use]
    pub const fn created_at(&self) -> Moment {
        self.created_at
    }

    /// When it last changed.
    #[must_use]
    pub const fn updated_at(&self) -> Moment {
        self.updated_at
    }

    /// The opening it began with, also after it is over.
    #[must_use]
    pub fn begun_with(&self) -> Option<&dyn OpeningSession> {
        self.opening.as_deref()
    }

    /// The sides that persons play.
    #[must_use]
    pub fn persons(&self) -> Vec<Side> {
        Side::ALL.into_iter().filter(|&side| !self.is_machine(side)).collect()
    }
}
