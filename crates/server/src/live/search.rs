//! The searches of a game in the pool.

use crate::live::actor::GameActor;
use hall::{SearchOrder, SearchPurpose, SearchQuestion};
use pool::{JobEvent, Question, SearchClass, SearchJob, SearchTask, Ticket};
use std::ops::ControlFlow;
use tokio::time::Instant;
use wire::Player;

/// What the pool says of the search with this number.
#[derive(Debug)]
pub(super) struct SearchEvent {
    number: u64,
    event: JobEvent,
}

/// A search that the pool has. Dropping it stops the search.
#[derive(Debug)]
pub(super) struct PoolSearch {
    number: u64,
    ticket: Ticket,
}

impl PoolSearch {
    /// Ends the search with the best move found so far.
    pub(super) fn hurry(&self) {
        self.ticket.hurry();
    }

    /// Lets searches go first for which somebody waits.
    pub(super) fn step_back(&self) {
        self.ticket.step_back();
    }
}

impl GameActor {
    /// Requests a search from the pool; this task receives its reports.
    pub(super) fn ask_pool(&mut self, order: SearchOrder) {
        let SearchOrder { number, purpose, question, forgets, deadline } = order;
        let reports = self.reports.0.clone();
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
        let ticket = self.pool.ask(job, move |event| {
            // The sender may be gone; then no event is needed.
            let _ = reports.send(SearchEvent { number, event });
        });
        self.search = Some(PoolSearch { number, ticket });
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

    pub(super) async fn reported(
        &mut self,
        SearchEvent { number, event }: SearchEvent,
    ) -> ControlFlow<()> {
        let now = self.clock.now();
        match event {
            JobEvent::Begins => self.game.search_began(number, now),
            JobEvent::Progress(info) => self.game.search_progressed(number, info),
            JobEvent::Found(found) => {
                // Reports of searches that were stopped arrive late.
                if self.search.take_if(|search| search.number == number).is_some() {
                    self.last_search = Instant::now();
                }
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

/// A number made of the id of a game, by FNV-1a.
fn seed_of(game: &str) -> u64 {
    game.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
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
