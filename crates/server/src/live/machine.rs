use crate::live::actor::{GameActor, PendingMove};
use crate::live::limits;
use crate::live::search::{MachineSearch, SearchPurpose};
use crate::view;
use engine::BestMove;
use game::Side;
use pool::{JobEvent, Question, SearchClass, SearchJob, SearchTask};
use std::ops::ControlFlow;
use std::time::Duration;
use tokio::time::Instant;
use wire::{Event, Player, Problem};

/// What the pool says of the search with this number.
#[derive(Debug)]
pub(super) struct SearchEvent {
    number: u64,
    event: JobEvent,
}

/// The seed of a game's machines, so that a level judges a position in the same way throughout the game.
fn seed_of(game: &str) -> u64 {
    // FNV-1a.
    game.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// The machine's part of a game.
impl GameActor {
    /// Starts the machine's search if it is its turn.
    pub(super) fn let_machine_think(&mut self) {
        if self.state.end().is_some() || self.state.is_paused() || self.search.is_some() {
            return;
        }
        let side = self.state.turn();
        let Player::Machine { level, ref preset, depth, move_time_ms } = *self.state.player(side)
        else {
            return;
        };
        let preset = preset.clone();
        if let Some(opening) = self.state.opening().map(engine::OpeningSession::fork) {
            return self.start_choosing(side, opening);
        }
        let strength = match &preset {
            Some(_) => limits::MachineStrength::Textbook,
            None => limits::MachineStrength::Level(level),
        };
        let (limits, expected) = limits::limits_for_move(
            strength,
            depth,
            move_time_ms,
            &self.state.clocks,
            &self.state.setup().clock,
            side,
            Instant::now(),
        );
        let limits = engine::Limits { seed: seed_of(&self.id), ..limits };
        match preset {
            Some(preset) => self.start_machine(side, &preset, limits, expected),
            None => self.start_search(SearchPurpose::Move(side), limits, expected),
        }
    }

    /// Starts the search of a machine of a textbook.
    fn start_machine(
        &mut self,
        side: Side,
        preset: &str,
        limits: engine::Limits,
        expected: Option<Duration>,
    ) {
        let mut search = self.next_search(SearchPurpose::Move(side));
        search.expected = expected;
        search.depth = limits.depth;
        let name = preset.to_owned();
        let task = SearchTask::new(limits, move |session, limits, control, report| {
            let machine = games::new_preset(session.variant().id, &name);
            let mut machine = machine.map_err(|error| error.to_string())?;
            machine.search(session, limits, control, report).map_err(|error| error.to_string())
        });
        self.ask_pool(search, Question::Task(task.of_preset(preset)));
    }

    /// Starts a search for a choice in the opening.
    fn start_choosing(&mut self, side: Side, opening: Box<dyn engine::OpeningSession>) {
        let search = self.next_search(SearchPurpose::Choice(side));
        self.ask_pool(search, Question::Choice(opening));
    }

    pub(super) fn start_search(
        &mut self,
        purpose: SearchPurpose,
        limits: engine::Limits,
        expected: Option<Duration>,
    ) {
        let mut search = self.next_search(purpose);
        search.expected = expected;
        search.depth = limits.depth;
        self.ask_pool(search, Question::Move(limits));
    }

    fn next_search(&mut self, purpose: SearchPurpose) -> MachineSearch {
        self.searches += 1;
        MachineSearch::new(self.searches, purpose, self.state.plies())
    }

    /// Requests a search from the pool; this task receives its reports.
    fn ask_pool(&mut self, mut search: MachineSearch, question: Question) {
        let (number, reports) = (search.number, self.reports.0.clone());
        let is_choice = matches!(question, Question::Choice(_));
        let forget = is_choice || std::mem::take(&mut self.forget) || self.state.plies() < 2;
        let largest = self.config.hash_mb;
        let (class, table_mb) = match search.purpose {
            SearchPurpose::Hint | SearchPurpose::Offer => (SearchClass::Person, largest),
            SearchPurpose::Move(side) | SearchPurpose::Choice(side) => {
                let class = if self.is_between_machines() {
                    SearchClass::Machines
                } else {
                    SearchClass::Person
                };
                let table_mb = match *self.state.player(side) {
                    Player::Machine { preset: Some(_), .. } => 1,
                    Player::Machine { level, .. } => pool::table_mb(level, largest),
                    Player::Person { .. } => largest,
                };
                (class, table_mb)
            }
        };
        let is_asked = matches!(search.purpose, SearchPurpose::Hint | SearchPurpose::Offer);
        let deadline = self.state.clocks.runs_out_at().filter(|_| !is_asked);
        let deadline = deadline.and_then(|at| at.into_std().checked_sub(limits::LAG));
        let session = self.state.session().fork();
        let job = SearchJob::new(&self.id, session, question, class, table_mb)
            .for_client(&self.client.to_string())
            .forgetting(forget)
            .until(deadline);
        search.ticket = Some(self.pool.ask(job, move |event| {
            // The sender may be gone; then no event is needed.
            let _ = reports.send(SearchEvent { number, event });
        }));
        self.search = Some(search);
        self.last_search = Instant::now();
    }

    /// Whether the machine thinks although no onlooker waits for its result.
    pub(super) fn is_at_work(&self) -> bool {
        let may_hurry = self.search.as_ref().is_some_and(|search| !search.is_hurried);
        let goes_on = self.state.end().is_none() && !self.state.is_paused();
        may_hurry || (goes_on && self.is_between_machines())
    }

    /// Handles a game without onlookers. If two machines play, the task ends and the clocks stop until a client
    /// joins. A machine that plays with a person makes its move now.
    pub(super) fn work_for_nobody(&mut self) -> ControlFlow<()> {
        if self.is_between_machines() {
            self.search = None;
            return ControlFlow::Break(());
        }
        if let Some(search) = &mut self.search {
            if let Some(ticket) = &search.ticket {
                ticket.step_back();
            }
            search.hurry();
        }
        ControlFlow::Continue(())
    }

    /// Whether only machines play.
    pub(super) fn is_between_machines(&self) -> bool {
        Side::ALL.into_iter().all(|side| self.state.is_machine(side))
    }

    pub(super) async fn reported(&mut self, event: SearchEvent) -> ControlFlow<()> {
        // Reports of searches that were stopped arrive late and are ignored.
        let Some(search) = self.search.as_mut().filter(|s| s.number == event.number) else {
            return ControlFlow::Continue(());
        };
        match event.event {
            JobEvent::Begins => {
                // The search may have waited for others, or may have been interrupted for them.
                if !search.has_begun() {
                    search.began = Instant::now();
                }
                ControlFlow::Continue(())
            }
            JobEvent::Progress(info) => {
                search.progressed(info, self.state.session());
                ControlFlow::Continue(())
            }
            JobEvent::Found(found) => {
                let Some(search) = self.search.take() else { return ControlFlow::Continue(()) };
                self.last_search = Instant::now();
                match found {
                    Ok(BestMove { best: Some(text), info, .. }) => {
                        self.found(&search, text, info).await
                    }
                    Ok(BestMove { best: None, .. }) => {
                        self.engine_failed("it found no move");
                        ControlFlow::Continue(())
                    }
                    Err(why) => {
                        self.engine_failed(&why.message);
                        ControlFlow::Continue(())
                    }
                }
            }
        }
    }

    async fn found(
        &mut self,
        search: &MachineSearch,
        text: String,
        info: Option<engine::Info>,
    ) -> ControlFlow<()> {
        let own = info.as_ref().map(|info| view::centipawns(info.score));
        let side = match search.purpose {
            SearchPurpose::Move(side) | SearchPurpose::Choice(side) => side,
            // These searches were made on the person's turn, with scores for the person's side.
            SearchPurpose::Hint | SearchPurpose::Offer => {
                if search.purpose == SearchPurpose::Hint {
                    self.tell_hint(search.ply, text, info);
                }
                return self
                    .answer_waiting_offer(self.state.turn().other(), own.map(|cp| -cp))
                    .await;
            }
        };
        let step = self.answer_waiting_offer(side, own).await;
        if step.is_break() || self.state.end().is_some() {
            return step;
        }
        let score_cp = own.map(|score| if side == Side::First { score } else { -score });
        let ready = PendingMove { text, score_cp, due: search.began + self.least_thinking(side) };
        if search.is_hurried || ready.due <= Instant::now() {
            return self.play_for_machine(ready).await;
        }
        self.ready = Some(ready);
        ControlFlow::Continue(())
    }

    /// Answers the person's offer of a draw, if one waits; `now` is the machine's evaluation.
    async fn answer_waiting_offer(&mut self, machine: Side, now: Option<i32>) -> ControlFlow<()> {
        if !self.offer_waits {
            return ControlFlow::Continue(());
        }
        let answered = self.answer_offer(None, machine, now).await;
        answered.unwrap_or_else(|refusal| self.give_up(refusal))
    }

    /// The earliest time of the machine's move, so that people can follow the game; a short clock allows an
    /// earlier move.
    fn least_thinking(&self, side: Side) -> Duration {
        if !self.state.clocks.is_running() {
            return self.config.least_thinking;
        }
        let left = self.state.clocks.left(side, Instant::now());
        self.config.least_thinking.min(left / 20)
    }

    pub(super) async fn play_for_machine(&mut self, ready: PendingMove) -> ControlFlow<()> {
        if self.state.opening().is_some() {
            return match self.choose(None, &ready.text).await {
                Ok(step) => step,
                Err(refusal) => self.give_up(refusal),
            };
        }
        match self.play(None, &ready.text, ready.score_cp).await {
            Ok(step) => step,
            Err(refusal) if self.state.session().read_move(&ready.text).is_err() => {
                self.engine_failed(&format!(
                    "it moved {}: {}",
                    ready.text, refusal.problem.message
                ));
                ControlFlow::Continue(())
            }
            Err(refusal) => self.give_up(refusal),
        }
    }

    fn tell_hint(&self, ply: u32, text: String, info: Option<engine::Info>) {
        let written = self.state.session().write_all(&text).unwrap_or_default();
        let notations = view::notations(written);
        let (score, pv) =
            info.map_or_else(Default::default, |info| (view::score(info.score), info.pv));
        self.tell(&Event::Hint { ply, text, notations, score, pv });
    }

    /// Handles a failure of the engine. The game goes on; the next search starts when a client joins, sends
    /// `move_now` or `resume`, or changes the position.
    fn engine_failed(&mut self, why: &str) {
        tracing::error!("game {}: the engine failed: {why}", self.id);
        self.search = None;
        self.is_stalled = true;
        if std::mem::take(&mut self.offer_waits) {
            self.tell(&Event::DrawDeclined);
        }
        let problem = Problem {
            code: "engine-failed".to_owned(),
            message: "the machine's search failed; `move_now` asks it again".to_owned(),
            ..Problem::default()
        };
        self.tell(&Event::Error { id: String::new(), problem });
        self.tell_state();
    }

    /// Makes the next search forget the game before.
    pub(super) fn forget_the_game(&mut self) {
        self.forget = true;
    }
}
