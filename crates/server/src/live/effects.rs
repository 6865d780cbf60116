//! What a live game asks for is done here: its changes are stored, its searches started, its clients told.

use crate::live::actor::GameActor;
use crate::live::games::load;
use crate::refusal::Refusal;
use crate::view;
use hall::{ChangeBatch, LiveEvent};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use store::{Consequences, StoreError};
use tokio::time::Instant;
use wire::{Event, Problem};

impl GameActor {
    /// Does what the game asks for, in order. When changes cannot be stored, nothing after them is done: the game is
    /// what is stored, and all clients are told so.
    pub(super) async fn perform(
        &mut self,
        events: Vec<LiveEvent>,
    ) -> Result<ControlFlow<()>, Refusal> {
        let mut waiting = VecDeque::from(events);
        let mut failed = None;
        while let Some(event) = waiting.pop_front() {
            let step = match event {
                LiveEvent::Changed(changed) => {
                    match self.store_changes(changed).await {
                        Ok(events) => {
                            for event in events.into_iter().rev() {
                                waiting.push_front(event);
                            }
                        }
                        Err(error) => {
                            waiting = self.read_again().await?.into();
                            failed = Some(error.into());
                        }
                    }
                    ControlFlow::Continue(())
                }
                other => self.perform_at_once(other),
            };
            if step.is_break() {
                return Ok(step);
            }
        }
        failed.map_or(Ok(ControlFlow::Continue(())), Err)
    }

    /// Does what follows from no request. When that fails, the task ends; clients join again and get the stored game.
    pub(super) async fn perform_unasked(&mut self, events: Vec<LiveEvent>) -> ControlFlow<()> {
        let done = self.perform(events).await;
        done.unwrap_or_else(|refusal| self.give_up(refusal))
    }

    fn give_up(&self, refusal: Refusal) -> ControlFlow<()> {
        self.tell_problem(refusal.problem);
        ControlFlow::Break(())
    }

    pub(super) fn perform_at_once(&mut self, event: LiveEvent) -> ControlFlow<()> {
        match event {
            // `perform` does it.
            LiveEvent::Changed(_) => {}
            LiveEvent::SearchStopped => self.search = None,
            LiveEvent::SearchOrdered(order) => self.ask_pool(*order),
            LiveEvent::SearchHurried => {
                if let Some(search) = &self.search {
                    search.events.hurry();
                }
            }
            LiveEvent::Ended => {
                // Nobody may listen.
                let _ = self.ended.send((self.id.clone(), self.client));
                self.share = None;
            }
            LiveEvent::StateShown => {
                self.tell_state();
                self.tell_absence();
            }
            LiveEvent::MoveShown { after } => {
                self.tell_moved(after);
                self.tell_absence();
            }
            // What the machine thinks of the position would help who plays a rated game.
            LiveEvent::ThinkingShown(_) if self.game.state().setup().rated => {}
            LiveEvent::ThinkingShown(thinking) => self.tell(&Event::Thinking { thinking }),
            LiveEvent::HintShown { ply, text, score, pv } => self.tell_hint(ply, text, score, pv),
            LiveEvent::DrawDeclined => self.tell(&Event::DrawDeclined),
            LiveEvent::EngineFailed { why } => {
                tracing::error!("game {}: the engine failed: {why}", self.id);
                self.tell_problem(Problem {
                    code: "engine-failed".to_owned(),
                    message: "the machine's search failed; `move_now` asks it again".to_owned(),
                    ..Problem::default()
                });
            }
            LiveEvent::GivenUp(refusal) => return self.give_up(refusal.into()),
        }
        ControlFlow::Continue(())
    }

    /// Stores changes that the game has already. What follows from them is returned.
    async fn store_changes(&mut self, changed: ChangeBatch) -> Result<Vec<LiveEvent>, StoreError> {
        let (now, asked) = (view::now(), Instant::now());
        let state = self.game.state();
        let (before, summary) = (state.version(), state.summary());
        let request = changed.request_id();
        let changes = &changed.changes;
        let follows = Consequences {
            rated: state.rated_result(),
            turn: self.game.turn_after(changes, now, self.clock.now()),
        };
        let kept =
            self.store.append_with(&self.id, before, (request, now), changes, &summary, follows);
        match kept.await {
            Ok(version) => Ok(self.game.stored(changed, version, now, self.clock.now())),
            Err(error) => {
                tracing::warn!("game {}: {error}", self.id);
                // The time that the person thought is spent; the time that the store took is nobody's.
                let thought = self.clock.time(asked).since(self.game.turn_since());
                self.interrupted_turns.keep(&self.id, before, thought);
                Err(error)
            }
        }
    }

    /// Returns to the game in the store: no client was told of the changes that were not stored.
    async fn read_again(&mut self) -> Result<Vec<LiveEvent>, Refusal> {
        self.is_lost = true;
        let state = load(&self.store, &self.id).await?;
        self.is_lost = false;
        let since = self.interrupted_turns.take(&self.id, state.version());
        let mut events = self.game.replace(state, self.clock.now());
        if let Some(since) = since {
            self.game.go_on_from(self.clock.time(since));
        }
        self.game.catch_up(view::now(), self.clock.now());
        events.push(LiveEvent::StateShown);
        Ok(events)
    }
}
