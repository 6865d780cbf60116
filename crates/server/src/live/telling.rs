//! What the clients of a live game are told.

use crate::events::json;
use crate::live::actor::GameActor;
use crate::live::search::SearchPurpose;
use axum::extract::ws::Utf8Bytes;
use tokio::time::Instant;
use wire::Event;

impl GameActor {
    pub(super) fn view(&self) -> wire::Game {
        let mut game = self.state.view(Instant::now());
        game.thinking = self.thinking();
        game.warnings.clone_from(&self.warnings);
        game
    }

    /// The side whose machine thinks, if one does.
    pub(super) fn thinking(&self) -> Option<game::Side> {
        match (&self.search, &self.ready) {
            (Some(search), _) => match search.purpose {
                SearchPurpose::Move(side) | SearchPurpose::Choice(side) => Some(side),
                SearchPurpose::Hint | SearchPurpose::Offer => None,
            },
            (None, Some(_)) => Some(self.state.turn()),
            (None, None) => None,
        }
    }

    /// Reports the move just played: its changes to the game with the version `after`.
    pub(super) fn tell_moved(&self, after: u64) {
        if let Some(mut moved) = self.state.moved(after, Instant::now()) {
            moved.thinking = self.thinking();
            moved.warnings.clone_from(&self.warnings);
            self.tell(&Event::Moved { moved: Box::new(moved) });
        }
    }

    pub(super) fn state_event(&self) -> Utf8Bytes {
        json(&Event::State { game: Box::new(self.view()) })
    }

    pub(super) fn tell_state(&self) {
        // There may be no listeners.
        let _ = self.events.send(self.state_event());
    }

    pub(super) fn tell(&self, event: &Event) {
        let _ = self.events.send(json(event));
    }
}
