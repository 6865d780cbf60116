//! What the clients of a live game are told.

use crate::events::json;
use crate::live::actor::GameActor;
use axum::extract::ws::Utf8Bytes;
use hall::{Score, Side, Speaker};
use std::time::Duration;
use wire::{Event, Problem};

impl GameActor {
    /// The game as somebody sees it.
    pub(super) fn view_for(&self, speaker: &Speaker) -> wire::Game {
        let state = self.game.state();
        match state.is_held_back_from(speaker) {
            true => hall_messages::shown_to(state, speaker),
            false => self.view(),
        }
    }

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
            self.spectators.set(spectators);
            let now = self.clock.now();
            // Rounded up, so that a claim is not made too early.
            let milliseconds =
                |time: Duration| u64::try_from(time.as_micros().div_ceil(1000)).unwrap_or(u64::MAX);
            let claim_in_ms =
                Side::ALL.map(|side| self.game.claimable_in(side, now).map(milliseconds));
            let free_text = self.people.free_text;
            self.tell(&Event::Presence { present, spectators, claim_in_ms, free_text });
        }
    }

    /// Reports who is there where a step may have changed what can be claimed: somebody is away.
    pub(super) fn tell_absence(&self) {
        let (present, _) = self.visitors.of(self.game.state().players());
        if self.game.state().is_between_persons() && present != [true; 2] {
            self.tell_presence();
        }
    }

    pub(super) fn tell_state(&self) {
        self.events.tell(self.state_event());
    }

    pub(super) fn tell(&self, event: &Event) {
        self.events.tell(json(event));
    }

    pub(super) fn tell_hint(&self, ply: u32, text: String, score: Option<Score>, pv: Vec<String>) {
        let written = self.game.state().session().write_all(&text).unwrap_or_default();
        self.tell(&Event::Hint { ply, text, notations: hall::notations(written), score, pv });
    }

    pub(super) fn tell_problem(&self, problem: Problem) {
        self.tell(&Event::Error { id: String::new(), problem });
    }
}
