use super::search::{MachineSearch, SearchOrder, SearchPurpose, SearchQuestion};
use super::{LiveEvent, LiveGame, Refusal, given_up};
use crate::limits::{self, MachineStrength};
use crate::{MonotonicTime, Player};
use engine::{BestMove, Info, Limits, OpeningSession};
use game::Side;
use std::time::Duration;

/// What the machine does for a game. There is never more than one search, and never one beside a move that waits:
///
/// | from | what happens | to |
/// |---|---|---|
/// | any | the position changes | `Searching` where a machine is to move, `Idle` elsewhere |
/// | `Idle`, `Stalled` | a person asks for a hint, or offers a draw on the person's turn | `Searching` |
/// | `Searching` for a draw offer | a person asks for a hint | `Searching` for the hint; the offer waits for it |
/// | `Searching` | it has found a move of the machine before the earliest time | `Ready` |
/// | `Searching` | it has found anything else, or a move whose time has come | `Idle`; a move changes the position |
/// | `Searching` | it has failed | `Stalled` |
/// | `Ready` | its time has come | `Idle`, and the position changes |
/// | `Searching`, `Ready` | the move or the choice turns out to be impossible | `Stalled` |
/// | `Stalled` | a client joins, asks for the move now, or continues a paused game | as after a change |
/// | `Searching`, between machines | nobody watches | `Idle` |
#[derive(Debug, Default)]
pub enum MachineTurn {
    /// It has nothing to do.
    #[default]
    Idle,
    /// A search waits or runs.
    Searching(Box<MachineSearch>),
    /// A move is found and waits until it may be played.
    Ready(ReadyMove),
    /// The engine failed in this position; the next request starts it again.
    Stalled,
}

/// A move of the machine, found but not yet played.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadyMove {
    pub(super) text: String,
    /// The score for the first side.
    pub(super) score_cp: Option<i32>,
    pub(super) due: MonotonicTime,
}

impl MachineTurn {
    /// The search that waits or runs.
    #[must_use]
    pub fn search(&self) -> Option<&MachineSearch> {
        match self {
            Self::Searching(search) => Some(search),
            Self::Idle | Self::Ready(_) | Self::Stalled => None,
        }
    }

    fn search_mut(&mut self) -> Option<&mut MachineSearch> {
        match self {
            Self::Searching(search) => Some(search),
            Self::Idle | Self::Ready(_) | Self::Stalled => None,
        }
    }

    /// Whether it searches or has a move that waits.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        matches!(self, Self::Searching(_) | Self::Ready(_))
    }

    /// Whether the person offered a draw, and the machine answers with the result of its search.
    pub(super) fn offer_waits(&self) -> bool {
        self.search().is_some_and(|search| search.offer_waits)
    }

    /// The offer that waits, if one does, is answered.
    pub(super) fn forget_offer(&mut self) {
        if let Some(search) = self.search_mut() {
            search.offer_waits = false;
        }
    }

    /// When it has something to do.
    pub(super) fn deadline(&self) -> Option<MonotonicTime> {
        match self {
            Self::Searching(search) => Some(search.next_report),
            Self::Ready(ready) => Some(ready.due),
            Self::Idle | Self::Stalled => None,
        }
    }

    /// Ends it, and says whether it had failed.
    fn take_stalled(&mut self) -> bool {
        let is_stalled = matches!(self, Self::Stalled);
        if is_stalled {
            *self = Self::Idle;
        }
        is_stalled
    }
}

impl LiveGame {
    /// The side whose machine thinks, if one does.
    #[must_use]
    pub fn thinking(&self) -> Option<Side> {
        match &self.machine {
            MachineTurn::Searching(search) => search.purpose.side(),
            MachineTurn::Ready(_) => Some(self.state.turn()),
            MachineTurn::Idle | MachineTurn::Stalled => None,
        }
    }

    /// Whether only machines play.
    #[must_use]
    pub fn is_between_machines(&self) -> bool {
        self.state.persons().is_empty()
    }

    /// Whether the machine thinks although no onlooker waits for its result.
    #[must_use]
    pub fn is_at_work(&self) -> bool {
        let may_hurry = self.machine.search().is_some_and(|search| !search.is_hurried);
        let goes_on = self.state.end().is_none() && !self.state.is_paused();
        may_hurry || (goes_on && self.is_between_machines())
    }

    /// Stops what the machine does.
    pub fn stop_machine(&mut self) -> Vec<LiveEvent> {
        match std::mem::take(&mut self.machine) {
            MachineTurn::Searching(_) => vec![LiveEvent::SearchStopped],
            MachineTurn::Idle | MachineTurn::Ready(_) | MachineTurn::Stalled => Vec::new(),
        }
    }

    /// Makes the machine that searches end with the best move found so far.
    pub fn hurry_machine(&mut self) -> Vec<LiveEvent> {
        let Some(search) = self.machine.search_mut() else { return Vec::new() };
        search.is_hurried = true;
        vec![LiveEvent::SearchHurried]
    }

    /// Asks a machine that failed again.
    pub fn wake_machine(&mut self, now: MonotonicTime) -> Vec<LiveEvent> {
        if self.machine.take_stalled() { self.let_machine_think(false, now) } else { Vec::new() }
    }

    /// Starts the machine's search if it is its turn.
    pub(super) fn let_machine_think(
        &mut self,
        offer_waits: bool,
        now: MonotonicTime,
    ) -> Vec<LiveEvent> {
        if self.state.end().is_some() || self.state.is_paused() || self.machine.is_busy() {
            return Vec::new();
        }
        let side = self.state.turn();
        let Player::Machine { level, ref preset, depth, move_time_ms } = *self.state.player(side)
        else {
            return Vec::new();
        };
        if let Some(opening) = self.state.opening().map(OpeningSession::fork) {
            let purpose = SearchPurpose::Choice(side);
            return self.start_search(purpose, SearchQuestion::Choice(opening), None, now);
        }
        let preset = preset.clone();
        let strength = match &preset {
            Some(_) => MachineStrength::Textbook,
            None => MachineStrength::Level(level),
        };
        let (limits, expected) = limits::limits_for_move(
            strength,
            depth,
            move_time_ms,
            &self.state.clocks,
            &self.state.setup().clock,
            side,
            now,
        );
        let question = match preset {
            Some(id) => SearchQuestion::Preset { id, limits },
            None => SearchQuestion::Move(limits),
        };
        let events = self.start_search(SearchPurpose::Move(side), question, expected, now);
        if let Some(search) = self.machine.search_mut() {
            search.offer_waits = offer_waits;
        }
        events
    }

    /// A search for an answer to the person: a hint, or the answer to an offer of a draw.
    pub(super) fn search_for_person(
        &mut self,
        purpose: SearchPurpose,
        (limits, expected): (Limits, Option<Duration>),
        now: MonotonicTime,
    ) -> Vec<LiveEvent> {
        self.start_search(purpose, SearchQuestion::Move(limits), expected, now)
    }

    fn start_search(
        &mut self,
        purpose: SearchPurpose,
        question: SearchQuestion,
        expected: Option<Duration>,
        now: MonotonicTime,
    ) -> Vec<LiveEvent> {
        self.searches += 1;
        let is_choice = matches!(question, SearchQuestion::Choice(_));
        let is_another = std::mem::take(&mut self.is_another_game);
        let flag = self.state.clocks.runs_out_at();
        let order = SearchOrder {
            number: self.searches,
            purpose,
            forgets: is_choice || is_another || self.state.plies() < 2,
            deadline: flag.filter(|_| purpose.side().is_some()).map(|flag| flag - limits::LAG),
            question,
        };
        let mut search = MachineSearch::new(&order, self.state.plies(), now);
        search.expected = expected;
        search.offer_waits = self.machine.offer_waits();
        self.machine = MachineTurn::Searching(Box::new(search));
        vec![LiveEvent::SearchOrdered(Box::new(order))]
    }

    /// The search with this number if it is the present one. Reports of searches that were stopped arrive late and are
    /// ignored.
    fn search_numbered(&mut self, number: u64) -> Option<&mut MachineSearch> {
        self.machine.search_mut().filter(|search| search.number == number)
    }

    /// A search has begun. It may have waited for others, or may have been interrupted for them.
    pub fn search_began(&mut self, number: u64, now: MonotonicTime) {
        if let Some(search) = self.search_numbered(number).filter(|search| !search.has_begun()) {
            search.began = now;
        }
    }

    /// A search has reported.
    pub fn search_progressed(&mut self, number: u64, info: Info) {
        if let MachineTurn::Searching(search) = &mut self.machine
            && search.number == number
        {
            search.progressed(info, self.state.session());
        }
    }

    /// A search has ended.
    pub fn search_ended(
        &mut self,
        number: u64,
        found: Result<BestMove, String>,
        now: MonotonicTime,
    ) -> Vec<LiveEvent> {
        if self.search_numbered(number).is_none() {
            return Vec::new();
        }
        match (std::mem::take(&mut self.machine), found) {
            (MachineTurn::Searching(search), Ok(BestMove { best: Some(text), info, .. })) => {
                self.found(&search, text, info, now)
            }
            (turn, Ok(BestMove { best: None, .. })) => {
                self.engine_failed(turn.offer_waits(), "it found no move".to_owned())
            }
            (turn, Err(why)) => self.engine_failed(turn.offer_waits(), why),
            (_, Ok(_)) => Vec::new(),
        }
    }

    fn found(
        &mut self,
        search: &MachineSearch,
        text: String,
        info: Option<Info>,
        now: MonotonicTime,
    ) -> Vec<LiveEvent> {
        let own = info.as_ref().map(|info| crate::centipawns(info.score));
        let Some(side) = search.purpose.side() else {
            // These searches were made on the person's turn, with scores for the person's side.
            let machine = self.state.turn().other();
            let mut events = Vec::new();
            if search.purpose == SearchPurpose::Hint {
                let (score, pv) = info.map(|info| (info.score, info.pv)).unzip();
                let pv = pv.unwrap_or_default();
                events.push(LiveEvent::HintShown { ply: search.ply, text, score, pv });
            }
            events.extend(self.answer_waiting_offer(search, machine, own.map(|cp| -cp), now));
            return events;
        };
        let mut events = self.answer_waiting_offer(search, side, own, now);
        if self.state.end().is_some() || matches!(events[..], [LiveEvent::GivenUp(_)]) {
            return events;
        }
        let score_cp = own.map(|score| if side == Side::First { score } else { -score });
        let ready =
            ReadyMove { text, score_cp, due: search.began + self.least_thinking(side, now) };
        if search.is_hurried || ready.due <= now {
            events.extend(self.play_for_machine(&ready, now));
        } else {
            self.machine = MachineTurn::Ready(ready);
        }
        events
    }

    /// Answers the person's offer of a draw, if one waits; `own` is the machine's evaluation.
    fn answer_waiting_offer(
        &mut self,
        search: &MachineSearch,
        machine: Side,
        own: Option<i32>,
        now: MonotonicTime,
    ) -> Vec<LiveEvent> {
        if !search.offer_waits {
            return Vec::new();
        }
        self.answer_offer(None, machine, own, now).unwrap_or_else(given_up)
    }

    /// The earliest time of the machine's move, so that people can follow the game; a short clock allows an
    /// earlier move.
    fn least_thinking(&self, side: Side, now: MonotonicTime) -> Duration {
        let least = self.options.least_thinking;
        if !self.state.clocks.is_running() {
            return least;
        }
        least.min(self.state.clocks.left(side, now) / 20)
    }

    /// Plays the machine's move when its time has come, or shows how its search stands.
    pub(super) fn let_machine_go_on(&mut self, now: MonotonicTime) -> Vec<LiveEvent> {
        match std::mem::take(&mut self.machine) {
            MachineTurn::Ready(ready) if ready.due <= now => self.play_for_machine(&ready, now),
            MachineTurn::Searching(mut search) => {
                let thinking = search.report(now);
                self.machine = MachineTurn::Searching(search);
                thinking.map(LiveEvent::ThinkingShown).into_iter().collect()
            }
            turn => {
                self.machine = turn;
                Vec::new()
            }
        }
    }

    /// Makes the machine move at once.
    pub(super) fn move_now(&mut self, now: MonotonicTime) -> Result<Vec<LiveEvent>, Refusal> {
        match &mut self.machine {
            MachineTurn::Searching(_) => Ok(self.hurry_machine()),
            MachineTurn::Ready(ready) => {
                ready.due = now;
                Ok(Vec::new())
            }
            MachineTurn::Stalled => Ok(self.wake_machine(now)),
            MachineTurn::Idle => {
                Err(Refusal::conflict("nobody-thinks", "the machine is not thinking"))
            }
        }
    }

    fn play_for_machine(&mut self, ready: &ReadyMove, now: MonotonicTime) -> Vec<LiveEvent> {
        let played = if self.state.opening().is_some() {
            self.choose(None, &ready.text, now)
        } else {
            self.play(None, &ready.text, ready.score_cp, now)
        };
        played.unwrap_or_else(|refusal| match refusal {
            Refusal::Change(error) => {
                self.engine_failed(false, format!("it moved {}: {error}", ready.text))
            }
            refusal @ (Refusal::Conflict { .. } | Refusal::Forbidden { .. }) => given_up(refusal),
        })
    }

    fn engine_failed(&mut self, offer_waits: bool, why: String) -> Vec<LiveEvent> {
        self.machine = MachineTurn::Stalled;
        let declined = offer_waits.then_some(LiveEvent::DrawDeclined);
        let failed = [LiveEvent::EngineFailed { why }, LiveEvent::StateShown];
        declined.into_iter().chain(failed).collect()
    }

    /// Makes the next search forget the game before.
    pub(super) fn forget_the_game(&mut self) {
        self.is_another_game = true;
    }

    /// An offer waits for the end of the search, which is started if none runs.
    pub(super) fn let_offer_wait(&mut self, now: MonotonicTime) -> Vec<LiveEvent> {
        // The score of a search for a hint is an answer too.
        let events = match &self.machine {
            MachineTurn::Searching(_) => Vec::new(),
            _ => self.search_for_person(SearchPurpose::Offer, limits::limits_for_offer(), now),
        };
        if let Some(search) = self.machine.search_mut() {
            search.offer_waits = true;
        }
        events
    }

    /// The machine's evaluation of its present position for its own side, as far as it is known.
    pub(super) fn known_score(&self, machine: Side) -> Option<i32> {
        match &self.machine {
            MachineTurn::Ready(ready) => {
                ready.score_cp.map(|first| if machine == Side::First { first } else { -first })
            }
            MachineTurn::Searching(search) => search.score_cp(),
            MachineTurn::Idle | MachineTurn::Stalled => None,
        }
    }
}
