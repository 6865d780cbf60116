//! What the clients of a live game are told.

use crate::events::json;
use crate::live::actor::GameActor;
use axum::extract::ws::Utf8Bytes;
use hall::Score;
use wire::{Event, Problem};

impl GameActor {
    pub(super) fn view(&self) -> wire::Game {
        let mut shown = hall_messages::shown_at(self.game.state(), self.clock.now());
        shown.thinking = self.game.thinking();
        shown.warnings = self.game.warnings().to_vec();
        shown
    }

    /// Reports the move just played: its changes to the game with the version `after`.
    pub(super) fn tell_moved(&self, after: u64) {
        if let Some(mut moved) = hall_messages::moved(self.game.state(), after, self.clock.now()) {
            moved.thinking = self.game.thinking();
            moved.warnings = self.game.warnings().to_vec();
            self.tell(&Event::Moved { moved: Box::new(moved) });
        }
    }

    pub(super) fn state_event(&self) -> Utf8Bytes {
        json(&Event::State { game: Box::new(self.view()) })
    }

    /// Reports who is there, where people are told apart.
    pub(super) fn tell_presence(&self) {
        if self.config.mode.has_people() {
            let (present, spectators) = self.visitors.of(self.game.state().players());
            self.tell(&Event::Presence { present, spectators });
        }
    }

    pub(super) fn tell_state(&self) {
        // There may be no listeners.
        let _ = self.events.send(self.state_event());
    }

    pub(super) fn tell(&self, event: &Event) {
        let _ = self.events.send(json(event));
    }

    pub(super) fn tell_hint(&self, ply: u32, text: String, score: Option<Score>, pv: Vec<String>) {
        let written = self.game.state().session().write_all(&text).unwrap_or_default();
        self.tell(&Event::Hint { ply, text, notations: hall::notations(written), score, pv });
    }

    pub(super) fn tell_problem(&self, problem: Problem) {
        self.tell(&Event::Error { id: String::new(), problem });
    }
}
