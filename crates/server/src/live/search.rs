//! The searches of a game in the pool.

use crate::live::actor::GameActor;
use hall::limits::seed_of;
use hall::{SearchOrder, SearchPurpose, SearchQuestion};
use pool::{Question, SearchClass, SearchEvent, SearchJob, SearchStream, SearchTask};
use std::ops::ControlFlow;
use tokio::time::Instant;
use wire::Player;

/// The search that a game ordered, with its number. Dropping it stops the search.
#[derive(Debug)]
pub(super) struct OrderedSearch {
    number: u64,
    pub(super) events: SearchStream,
}

impl GameActor {
    /// Requests a search from the pool; this task receives its events.
    pub(super) fn ask_pool(&mut self, order: SearchOrder) {
        let SearchOrder { number, purpose, question, forgets, deadline } = order;
        let question = match question {
            SearchQuestion::Move(limits) => Question::Move(seeded(limits, purpose, &self.id)),
            SearchQuestion::Preset { id, limits } => preset(&id, seeded(limits, purpose, &self.id)),
            SearchQuestion::Choice(opening) => Question::Choice(opening),
        };
        let (class, table_mb) = self.share_of_pool(purpose);
        let deadline = deadline.and_then(|at| self.clock.instant(at)).map(Instant::into_std);
        let session = self.game.state().session().fork();
        let job = SearchJob::new(&self.id, session, question, class, table_mb)
            .for_client(&self.client.to_string())
            .forgetting(forgets)
            .until(deadline);
        self.search = Some(OrderedSearch { number, events: self.pool.search(job) });
        self.last_search = Instant::now();
    }

    /// Who waits for a search, and how large its table may be.
    fn share_of_pool(&self, purpose: SearchPurpose) -> (SearchClass, u32) {
        let largest = self.config.hash_mb;
        let Some(side) = purpose.side() else { return (SearchClass::Person, largest) };
        let class = if self.game.is_between_machines() {
            SearchClass::Machines
        } else {
            SearchClass::Person
        };
        let table_mb = match *self.game.state().player(side) {
            Player::Machine { preset: Some(_), .. } => 1,
            Player::Machine { level, .. } => pool::table_mb(level, largest),
            Player::Person { .. } => largest,
        };
        (class, table_mb)
    }

    /// The next event of the search; without one it never comes.
    pub(super) async fn next_event(search: &mut Option<OrderedSearch>) -> (u64, SearchEvent) {
        if let Some(OrderedSearch { number, events }) = search
            && let Some(event) = events.next().await
        {
            return (*number, event);
        }
        // Without a pool the hall closes.
        std::future::pending().await
    }

    pub(super) async fn reported(&mut self, number: u64, event: SearchEvent) -> ControlFlow<()> {
        let now = self.clock.now();
        match event {
            SearchEvent::Begins => self.game.search_began(number, now),
            SearchEvent::Progress(info) => self.game.search_progressed(number, info),
            SearchEvent::Found(found) => {
                self.search = None;
                self.last_search = Instant::now();
                let events = self.game.search_ended(number, found.map_err(|why| why.message), now);
                return self.perform_unasked(events).await;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Limits of a move with the seed of its game: equal positions of two games need not get equal moves, and a level judges a
/// position in the same way throughout a game.
fn seeded(limits: engine::Limits, purpose: SearchPurpose, game: &str) -> engine::Limits {
    match purpose {
        SearchPurpose::Move(_) => engine::Limits { seed: seed_of(game), ..limits },
        SearchPurpose::Choice(_) | SearchPurpose::Hint | SearchPurpose::Offer => limits,
    }
}

/// The search of a machine of a textbook.
fn preset(id: &str, limits: engine::Limits) -> Question {
    let name = id.to_owned();
    let task = SearchTask::new(limits, move |session, limits, control, report| {
        let machine = games::new_preset(session.variant().id, &name);
        let mut machine = machine.map_err(|error| error.to_string())?;
        machine.search(session, limits, control, report).map_err(|error| error.to_string())
    });
    Question::Task(task.of_preset(id))
}
