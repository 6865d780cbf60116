use crate::live::actor::GameActor;
use crate::live::limits;
use crate::live::search::{MachineSearch, SearchPurpose};
use crate::refusal::{Refusal, shortened};
use game::Side;
use hall::Change;
use hall::{End, EndBetweenPlayers};
use std::ops::ControlFlow;
use tokio::time::Instant;
use wire::{Command, Event};

type CommandResult = Result<ControlFlow<()>, Refusal>;

const NOTHING: CommandResult = Ok(ControlFlow::Continue(()));

impl GameActor {
    /// Carries out a client's request once: a request whose id was done before is only confirmed.
    pub(super) async fn command(
        &mut self,
        request: &str,
        command: Command,
    ) -> (Result<(), Refusal>, ControlFlow<()>) {
        if self.state.has_done(request) {
            // Two clients may use one id: the second must not be told that its request was done.
            let is_another = self.requests.get(request).is_some_and(|done| *done != command);
            let done = if is_another { Err(Self::id_taken(request)) } else { Ok(()) };
            return (done, ControlFlow::Continue(()));
        }
        // A request after the time has run out is too late.
        if self.end_by_time().await.is_break() {
            let refusal = Refusal::internal("a game", &"the end by time was not stored");
            return (Err(refusal), ControlFlow::Break(()));
        }
        let asked = command.clone();
        match self.carry_out(request, command).await {
            Ok(step) => {
                if self.state.has_done(request) {
                    self.requests.insert(request.to_owned(), asked);
                }
                (Ok(()), step)
            }
            Err(refusal) => (Err(refusal), ControlFlow::Continue(())),
        }
    }

    fn id_taken(request: &str) -> Refusal {
        let message = format!(
            "another request with the id {:?} was already done; choose ids at random",
            shortened(request)
        );
        Refusal::conflict("id-taken", message)
    }

    async fn carry_out(&mut self, request: &str, command: Command) -> CommandResult {
        match command {
            Command::Move { ply, text } => self.person_moves(request, ply, &text).await,
            Command::Choose { choice } => self.person_chooses(request, &choice).await,
            Command::TakeBack { ply } => self.take_back(request, ply).await,
            Command::Restart => {
                self.forget_the_game();
                self.commit(Some(request), &[Change::Restarted]).await
            }
            Command::SwapSides => self.swap_sides(request).await,
            Command::Resign => self.resign(request).await,
            Command::OfferDraw { side } => self.offer_draw(request, side).await,
            Command::AcceptDraw { side } => {
                self.must_be_offered_to(side)?;
                self.agree(Some(request)).await
            }
            Command::DeclineDraw => {
                self.must_be_offered()?;
                let step = self.commit(Some(request), &[Change::DrawDeclined]).await?;
                self.tell(&Event::DrawDeclined);
                Ok(step)
            }
            Command::Hint => self.hint(),
            Command::MoveNow => self.move_now(),
            Command::Pause => self.pause(request).await,
            Command::Resume => self.resume(request).await,
            Command::Ping => NOTHING,
        }
    }

    async fn person_moves(&mut self, request: &str, ply: u32, text: &str) -> CommandResult {
        self.must_go_on()?;
        let next = self.state.plies() + 1;
        if ply != next {
            return Err(Refusal::conflict(
                "wrong-ply",
                format!("this move is for ply {ply}, but the next ply of the game is {next}"),
            ));
        }
        if self.state.is_machine(self.state.turn()) {
            return Err(Refusal::conflict("not-your-turn", "it is the machine's turn"));
        }
        if self.state.opening().is_some() {
            return self.choose(Some(request), text).await;
        }
        self.play(Some(request), text, None).await
    }

    async fn person_chooses(&mut self, request: &str, choice: &str) -> CommandResult {
        self.must_go_on()?;
        if self.state.opening().is_none() {
            return Err(Refusal::conflict("no-opening", "no opening is being played"));
        }
        if self.state.is_machine(self.state.turn()) {
            return Err(Refusal::conflict("not-your-turn", "it is the machine's turn"));
        }
        self.choose(Some(request), choice).await
    }

    async fn take_back(&mut self, request: &str, ply: u32) -> CommandResult {
        let plies = self.state.plies();
        let reopens =
            ply == plies && self.state.end().is_some() && self.state.session().verdict().is_none();
        let unoffers = ply == plies && self.state.offers_to_take_back();
        if unoffers {
            return self.commit(Some(request), &[Change::TakenBack { plies }]).await;
        }
        if ply >= plies && !reopens {
            return Err(Refusal::conflict(
                "nothing-to-take-back",
                format!("{plies} moves were played: fewer than that can remain, not {ply}"),
            ));
        }
        let Some(ply) = self.state.back_to(ply) else {
            return Err(Refusal::conflict(
                "opening-stands",
                "the machine put the stones before this: restart instead",
            ));
        };
        self.commit(Some(request), &[Change::TakenBack { plies: ply }]).await
    }

    async fn swap_sides(&mut self, request: &str) -> CommandResult {
        self.must_go_on()?;
        if self.state.opening().is_some() {
            return Err(Refusal::conflict("opening", "the opening decides the colours first"));
        }
        if self.persons().len() != 1 {
            return Err(Refusal::conflict(
                "not-against-the-machine",
                "only a person and the machine can change sides",
            ));
        }
        self.commit(Some(request), &[Change::SidesSwapped]).await
    }

    async fn resign(&mut self, request: &str) -> CommandResult {
        self.must_go_on()?;
        let loser = match self.persons()[..] {
            [] => return Err(no_person("resign")),
            [side] => side,
            _ => self.state.turn(),
        };
        let end = End::between_players(Some(loser), EndBetweenPlayers::Resign);
        let left_ms = self.state.clocks.left_ms(Instant::now());
        self.commit(Some(request), &[Change::Ended { end, left_ms }]).await
    }

    async fn offer_draw(&mut self, request: &str, side: Option<game::Side>) -> CommandResult {
        self.must_go_on()?;
        match self.persons()[..] {
            [] => Err(no_person("offer a draw")),
            [person] => self.offer_to_machine(request, person.other()).await,
            _ if self.state.draw_offer().is_some() => {
                Err(Refusal::conflict("already-offered", "a draw has already been offered"))
            }
            _ => {
                let side = side.unwrap_or_else(|| self.state.turn());
                self.commit(Some(request), &[Change::DrawOffered { side }]).await
            }
        }
    }

    /// The machine answers at once with the result of its current or last search. On the person's turn it
    /// first searches the position; if the person moves before the answer, the machine answers with the
    /// search for its move.
    async fn offer_to_machine(&mut self, request: &str, machine: Side) -> CommandResult {
        if self.state.opening().is_some() {
            self.tell(&Event::DrawDeclined);
            return NOTHING;
        }
        if self.state.turn() != machine {
            self.offer_waits = true;
            // The score of a search for a hint is an answer too.
            if self.search.is_none() {
                self.start_search(SearchPurpose::Offer, limits::limits_for_offer(), None);
            }
            return NOTHING;
        }
        let found = self.ready.as_ref().and_then(|ready| ready.score_cp);
        let found = found.map(|first| if machine == Side::First { first } else { -first });
        let now = found.or_else(|| self.search.as_ref().and_then(MachineSearch::score_cp));
        self.answer_offer(Some(request), machine, now).await
    }

    /// The machine accepts or declines a draw; `now` is its evaluation of the position.
    pub(super) async fn answer_offer(
        &mut self,
        request: Option<&str>,
        machine: Side,
        now: Option<i32>,
    ) -> CommandResult {
        self.offer_waits = false;
        let moves = self.state.moves();
        let is_opening = limits::is_opening(moves.len(), self.state.session());
        if limits::accepts_draw(moves, machine, now, is_opening) {
            return self.agree(request).await;
        }
        self.tell(&Event::DrawDeclined);
        NOTHING
    }

    async fn agree(&mut self, request: Option<&str>) -> CommandResult {
        let end = End::between_players(None, EndBetweenPlayers::Agreement);
        let left_ms = self.state.clocks.left_ms(Instant::now());
        self.commit(request, &[Change::Ended { end, left_ms }]).await
    }

    fn hint(&mut self) -> CommandResult {
        self.must_go_on()?;
        if self.state.is_machine(self.state.turn()) {
            return Err(Refusal::conflict("not-your-turn", "it is the machine's turn"));
        }
        if self.state.opening().is_some() {
            return Err(Refusal::conflict("opening", "there are no hints in an opening"));
        }
        // The search for a hint also gives the score for an offer that waits.
        if self.search.as_ref().is_none_or(|search| search.purpose == SearchPurpose::Offer) {
            let (limits, expected) = limits::limits_for_hint();
            self.start_search(SearchPurpose::Hint, limits, expected);
        }
        NOTHING
    }

    fn move_now(&mut self) -> CommandResult {
        self.must_go_on()?;
        if let Some(search) = &mut self.search {
            search.hurry();
        } else if let Some(ready) = &mut self.ready {
            ready.due = Instant::now();
        } else if std::mem::take(&mut self.is_stalled) {
            self.let_machine_think();
        } else {
            return Err(Refusal::conflict("nobody-thinks", "the machine is not thinking"));
        }
        NOTHING
    }

    async fn pause(&mut self, request: &str) -> CommandResult {
        self.must_be_two_machines()?;
        self.must_go_on()?;
        if self.state.is_paused() {
            return NOTHING;
        }
        let left_ms = self.state.clocks.left_ms(Instant::now());
        self.commit(Some(request), &[Change::Paused { left_ms }]).await
    }

    async fn resume(&mut self, request: &str) -> CommandResult {
        self.must_be_two_machines()?;
        self.must_go_on()?;
        if std::mem::take(&mut self.is_stalled) {
            self.let_machine_think();
        }
        if !self.state.is_paused() {
            return NOTHING;
        }
        self.commit(Some(request), &[Change::Resumed]).await
    }

    /// The sides played by persons.
    fn persons(&self) -> Vec<Side> {
        Side::ALL.into_iter().filter(|&side| !self.state.is_machine(side)).collect()
    }

    fn must_go_on(&self) -> Result<(), Refusal> {
        match self.state.end() {
            None => Ok(()),
            Some(end) => Err(Refusal::conflict(
                "game-over",
                format!("the game is over: {} {}", end.outcome, end.reason),
            )),
        }
    }

    fn must_be_offered(&self) -> Result<(), Refusal> {
        self.must_go_on()?;
        match self.state.draw_offer() {
            Some(_) => Ok(()),
            None => Err(Refusal::conflict("no-offer", "no draw has been offered")),
        }
    }

    /// An offer belongs to the side that made it: the other side may accept it.
    fn must_be_offered_to(&self, side: Option<game::Side>) -> Result<(), Refusal> {
        self.must_be_offered()?;
        let offerer = self.state.draw_offer();
        if side.is_some() && side == offerer {
            return Err(Refusal::conflict(
                "own-offer",
                "only the other side can accept this draw offer",
            ));
        }
        Ok(())
    }

    fn must_be_two_machines(&self) -> Result<(), Refusal> {
        if self.persons().is_empty() {
            return Ok(());
        }
        Err(Refusal::conflict("not-two-machines", "only machine against machine can be paused"))
    }
}

fn no_person(what: &str) -> Refusal {
    Refusal::conflict("no-person", format!("no person plays here who could {what}"))
}
