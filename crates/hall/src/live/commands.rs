use super::consent::ADDED_MS;
use super::{
    ClientCommand, ConsentAction, ConsentRequest, LiveEvent, LiveGame, Refusal, SearchPurpose,
};
use crate::{Change, Command, End, EndBetweenPlayers, MonotonicTime, Speaker, limits};
use engine::Score;
use game::Side;

type CommandResult = Result<Vec<LiveEvent>, Refusal>;

const NOTHING: CommandResult = Ok(Vec::new());

impl LiveGame {
    pub(super) fn carry_out(
        &mut self,
        asked: ClientCommand<'_>,
        now: MonotonicTime,
    ) -> CommandResult {
        match *asked.command {
            Command::Move { ply, ref text, thought_ms } => {
                self.person_moves(asked, ply, text, self.made_at(thought_ms, now), now)
            }
            Command::Choose { ref choice } => self.person_chooses(asked, choice, now),
            Command::TakeBack { ply } => self.take_back(asked, ply),
            Command::Restart => self.restart(asked),
            Command::SwapSides => self.swap_sides(asked),
            Command::Resign => self.resign(asked, now),
            Command::OfferDraw { side } => self.offer_draw(asked, side, now),
            Command::AcceptDraw { side } => {
                self.must_be_offered_to(self.side_for(asked.speaker, side)?)?;
                self.agree(Some(asked), now)
            }
            Command::DeclineDraw => {
                self.must_be_offered()?;
                let mut events = self.commit(Some(asked), vec![Change::DrawDeclined])?;
                events.push(LiveEvent::DrawDeclined);
                Ok(events)
            }
            Command::Abort => self.abort(asked, now),
            Command::Claim { outcome } => self.claim(asked, outcome, now),
            Command::Say { ref saying } => self.talk(asked, saying),
            Command::Hint => self.hint(now),
            Command::MoveNow => self.must_go_on().and_then(|()| self.move_now(now)),
            Command::Pause => self.pause(asked, now),
            Command::Resume => self.resume(asked, now),
            Command::AddTime => {
                self.must_go_on()?;
                self.must_be_possible(ConsentAction::AddTime)?;
                self.add_time(asked, now)
            }
            Command::SitDown => self.sit_down(asked),
            Command::GiveConsent => self.give_consent(asked, now),
            Command::RefuseConsent => {
                self.must_be_asked()?;
                self.commit(Some(asked), vec![Change::ConsentRefused])
            }
            Command::Ping => NOTHING,
        }
    }

    fn sit_down(&mut self, asked: ClientCommand<'_>) -> CommandResult {
        let Some(person) = asked.speaker.person() else { return NOTHING };
        let side = self.state.side_for(person)?;
        let (person, name) = (person.id.clone(), person.name.clone());
        self.commit(Some(asked), vec![Change::SeatTaken { side, person, name }])
    }

    /// Whether somebody who acts in this game asks the other player first.
    pub(super) fn needs_consent(&self, speaker: &Speaker) -> bool {
        *speaker != Speaker::House && self.state.is_between_persons()
    }

    pub(super) fn ask_for_consent(
        &mut self,
        asked: ClientCommand<'_>,
        action: ConsentAction,
    ) -> CommandResult {
        self.must_go_on()?;
        self.must_be_possible(action)?;
        let [side] = self.state.sides_of(asked.speaker)[..] else { return Err(not_yours()) };
        match self.state.consent() {
            Some(request) if request.side == side && request.action == action => NOTHING,
            // Who asks for what the other one has asked for consents to it.
            Some(request) if request.action == action => Err(Refusal::conflict(
                "already-asked",
                "the other player asks for this: consent to it",
            )),
            Some(_) => Err(Refusal::conflict("already-asked", "a request waits for its answer")),
            None => self.commit(Some(asked), vec![Change::ConsentAsked { side, action }]),
        }
    }

    /// What cannot be done anyway is not asked for.
    fn must_be_possible(&self, action: ConsentAction) -> Result<(), Refusal> {
        match action {
            ConsentAction::TakeBack { ply } => self.back_to(ply).map(drop),
            ConsentAction::SwapSides => self.must_be_past_opening(),
            ConsentAction::Restart => Ok(()),
            ConsentAction::Pause if self.state.is_paused() => {
                Err(Refusal::conflict("paused", "the game pauses already"))
            }
            ConsentAction::Resume if !self.state.is_paused() => {
                Err(Refusal::conflict("not-paused", "the game does not pause"))
            }
            ConsentAction::AddTime if self.state.persons().len() < 2 => {
                Err(Refusal::conflict("not-two-persons", "only two persons give each other time"))
            }
            ConsentAction::AddTime if !self.state.clocks.setting().is_of_game() => {
                let message = "this game has no clock that can get more time";
                Err(Refusal::conflict("no-more-time", message))
            }
            ConsentAction::Pause | ConsentAction::Resume | ConsentAction::AddTime => Ok(()),
        }
    }

    fn add_time(&mut self, asked: ClientCommand<'_>, now: MonotonicTime) -> CommandResult {
        let left_ms = self.state.clocks.left_ms(now).map(|left| left.saturating_add(ADDED_MS));
        self.commit(Some(asked), vec![Change::TimeAdded { left_ms }])
    }

    fn must_be_asked(&self) -> Result<ConsentRequest, Refusal> {
        let nothing = || Refusal::conflict("no-request", "nothing has been asked for");
        self.state.consent().ok_or_else(nothing)
    }

    fn give_consent(&mut self, asked: ClientCommand<'_>, now: MonotonicTime) -> CommandResult {
        let request = self.must_be_asked()?;
        if self.state.sides_of(asked.speaker)[..] == [request.side] {
            let message = "only the other player can consent to this request";
            return Err(Refusal::conflict("own-request", message));
        }
        match request.action {
            ConsentAction::TakeBack { ply } => self.take_back(asked, ply),
            ConsentAction::Restart => self.restart(asked),
            ConsentAction::SwapSides => {
                self.must_be_past_opening()?;
                self.commit(Some(asked), vec![Change::SidesSwapped])
            }
            ConsentAction::Pause => {
                let left_ms = self.state.clocks.left_ms(now);
                self.commit(Some(asked), vec![Change::Paused { left_ms }])
            }
            ConsentAction::Resume => self.commit(Some(asked), vec![Change::Resumed]),
            ConsentAction::AddTime => self.add_time(asked, now),
        }
    }

    fn restart(&mut self, asked: ClientCommand<'_>) -> CommandResult {
        self.forget_the_game();
        self.commit(Some(asked), vec![Change::Restarted])
    }

    /// The side for which somebody speaks: the one that is named, or the speaker's own. `None`: both are.
    fn side_for(&self, speaker: &Speaker, named: Option<Side>) -> Result<Option<Side>, Refusal> {
        match (&self.state.sides_of(speaker)[..], named) {
            (&[own], Some(named)) if own != named => Err(not_yours()),
            (&[own], _) => Ok(Some(own)),
            _ => Ok(named),
        }
    }

    /// A move that came now, and was made `at` a moment before.
    fn person_moves(
        &mut self,
        asked: ClientCommand<'_>,
        ply: u32,
        text: &str,
        at: MonotonicTime,
        now: MonotonicTime,
    ) -> CommandResult {
        self.must_go_on()?;
        self.must_not_pause()?;
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
        let side = self.state.turn();
        let played = if self.state.opening().is_some() {
            self.choose(Some(asked), text, at)?
        } else {
            self.play(Some(asked), text, None, at)?
        };
        self.lag.used(side, now.since(at));
        Ok(played)
    }

    fn person_chooses(
        &mut self,
        asked: ClientCommand<'_>,
        choice: &str,
        now: MonotonicTime,
    ) -> CommandResult {
        self.must_go_on()?;
        self.must_not_pause()?;
        if self.state.opening().is_none() {
            return Err(Refusal::conflict("no-opening", "no opening is being played"));
        }
        if self.state.is_machine(self.state.turn()) {
            return Err(Refusal::conflict("not-your-turn", "it is the machine's turn"));
        }
        self.choose(Some(asked), choice, now)
    }

    fn take_back(&mut self, asked: ClientCommand<'_>, ply: u32) -> CommandResult {
        let plies = self.back_to(ply)?;
        self.commit(Some(asked), vec![Change::TakenBack { plies }])
    }

    /// The number of moves that remain when moves are taken back to this one.
    fn back_to(&self, ply: u32) -> Result<u32, Refusal> {
        let plies = self.state.plies();
        let reopens =
            ply == plies && self.state.end().is_some() && self.state.session().verdict().is_none();
        if ply == plies && self.state.offers_to_take_back() {
            return Ok(plies);
        }
        if ply >= plies && !reopens {
            return Err(Refusal::conflict(
                "nothing-to-take-back",
                format!("{plies} moves were played: fewer than that can remain, not {ply}"),
            ));
        }
        self.state.back_to(ply).ok_or_else(|| {
            let message = "the machine put the stones before this: restart instead";
            Refusal::conflict("opening-stands", message)
        })
    }

    fn swap_sides(&mut self, asked: ClientCommand<'_>) -> CommandResult {
        self.must_go_on()?;
        self.must_be_past_opening()?;
        if self.state.persons().len() != 1 {
            return Err(Refusal::conflict(
                "not-against-the-machine",
                "only a person and the machine can change sides",
            ));
        }
        self.commit(Some(asked), vec![Change::SidesSwapped])
    }

    fn must_be_past_opening(&self) -> Result<(), Refusal> {
        if self.state.opening().is_some() {
            return Err(Refusal::conflict("opening", "the opening decides the colours first"));
        }
        Ok(())
    }

    fn resign(&mut self, asked: ClientCommand<'_>, now: MonotonicTime) -> CommandResult {
        self.must_go_on()?;
        let loser = match self.state.sides_of(asked.speaker)[..] {
            [] => return Err(no_person("resign")),
            [side] => side,
            _ => self.state.turn(),
        };
        let end = End::between_players(Some(loser), EndBetweenPlayers::Resign);
        let left_ms = self.state.clocks.left_ms(now);
        self.commit(Some(asked), vec![Change::Ended { end, left_ms }])
    }

    fn offer_draw(
        &mut self,
        asked: ClientCommand<'_>,
        side: Option<Side>,
        now: MonotonicTime,
    ) -> CommandResult {
        self.must_go_on()?;
        match self.state.persons()[..] {
            [] => Err(no_person("offer a draw")),
            [person] => self.offer_to_machine(asked, person.other(), now),
            _ if self.state.draw_offer().is_some() => {
                Err(Refusal::conflict("already-offered", "a draw has already been offered"))
            }
            _ => {
                let side = self.side_for(asked.speaker, side)?;
                let side = side.unwrap_or_else(|| self.state.turn());
                self.commit(Some(asked), vec![Change::DrawOffered { side }])
            }
        }
    }

    /// The machine answers at once with the result of its current or last search. On the person's turn it
    /// first searches the position; if the person moves before the answer, the machine answers with the
    /// search for its move.
    fn offer_to_machine(
        &mut self,
        asked: ClientCommand<'_>,
        machine: Side,
        now: MonotonicTime,
    ) -> CommandResult {
        if self.state.opening().is_some() {
            return Ok(vec![LiveEvent::DrawDeclined]);
        }
        if self.state.turn() != machine {
            return Ok(self.let_offer_wait(now));
        }
        self.answer_offer(Some(asked), machine, self.known_score(machine), now)
    }

    /// The machine accepts or declines a draw; `own` is its evaluation of the position.
    pub(super) fn answer_offer(
        &mut self,
        asked: Option<ClientCommand<'_>>,
        machine: Side,
        own: Option<i32>,
        now: MonotonicTime,
    ) -> CommandResult {
        self.machine.forget_offer();
        let moves = self.state.moves();
        let is_opening = limits::is_opening(moves.len(), self.state.session(), self.usual_pieces);
        let session = self.state.session();
        let (expectation, progress) = (session.expectation(), session.stage().progress);
        let worth = |cp| expectation.of(Score::Cp(cp), progress);
        if limits::accepts_draw(moves, machine, own, is_opening, &worth) {
            return self.agree(asked, now);
        }
        Ok(vec![LiveEvent::DrawDeclined])
    }

    fn agree(&mut self, asked: Option<ClientCommand<'_>>, now: MonotonicTime) -> CommandResult {
        let end = End::between_players(None, EndBetweenPlayers::Agreement);
        let left_ms = self.state.clocks.left_ms(now);
        self.commit(asked, vec![Change::Ended { end, left_ms }])
    }

    fn hint(&mut self, now: MonotonicTime) -> CommandResult {
        self.must_go_on()?;
        if self.state.is_machine(self.state.turn()) {
            return Err(Refusal::conflict("not-your-turn", "it is the machine's turn"));
        }
        if self.state.opening().is_some() {
            return Err(Refusal::conflict("opening", "there are no hints in an opening"));
        }
        // The search for a hint also gives the score for an offer that waits.
        if self.machine.search().is_none_or(|search| search.purpose() == SearchPurpose::Offer) {
            return Ok(self.search_for_person(SearchPurpose::Hint, limits::limits_for_hint(), now));
        }
        NOTHING
    }

    fn pause(&mut self, asked: ClientCommand<'_>, now: MonotonicTime) -> CommandResult {
        self.must_be_two_machines()?;
        self.must_go_on()?;
        if self.state.is_paused() {
            return NOTHING;
        }
        let left_ms = self.state.clocks.left_ms(now);
        self.commit(Some(asked), vec![Change::Paused { left_ms }])
    }

    fn resume(&mut self, asked: ClientCommand<'_>, now: MonotonicTime) -> CommandResult {
        self.must_be_two_machines()?;
        self.must_go_on()?;
        if !self.state.is_paused() {
            return Ok(self.wake_machine(now));
        }
        self.commit(Some(asked), vec![Change::Resumed])
    }

    pub(super) fn must_go_on(&self) -> Result<(), Refusal> {
        match self.state.end() {
            None => Ok(()),
            Some(end) => Err(Refusal::conflict(
                "game-over",
                format!("the game is over: {} {}", end.stated_outcome(), end.reason),
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
    fn must_be_offered_to(&self, side: Option<Side>) -> Result<(), Refusal> {
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

    fn must_not_pause(&self) -> Result<(), Refusal> {
        if self.state.is_paused() {
            return Err(Refusal::conflict("paused", "the game pauses: it has to go on first"));
        }
        Ok(())
    }

    fn must_be_two_machines(&self) -> Result<(), Refusal> {
        if self.state.persons().is_empty() {
            return Ok(());
        }
        Err(Refusal::conflict("not-two-machines", "only machine against machine can be paused"))
    }
}

fn not_yours() -> Refusal {
    Refusal::forbidden("not-yours", "this side is the other player's")
}

fn no_person(what: &str) -> Refusal {
    Refusal::conflict("no-person", format!("no person plays here who could {what}"))
}
