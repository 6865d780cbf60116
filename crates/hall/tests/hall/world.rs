//! What a live game needs around it, without a server: a store that may fail, an engine, clients and a clock.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod persons;

pub(crate) use persons::PATIENCE;

use hall::{
    Change, ClockSetting, Command, GameRecord, GameSetup, GameState, LiveEvent, LiveGame,
    LiveOptions, LoggedChange, MachineTurn, Moment, MonotonicTime, PersonId, Player, Refusal,
    SearchOrder, SearchPurpose, SearchQuestion, Side, Speaker,
};
use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Duration;

/// How the writing of a change goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Writing {
    Done,
    /// Nothing is written, and the game hears of it.
    Fails,
    /// The program is killed before the change is written.
    KilledBefore,
    /// The program is killed after it is written, before anybody hears of it.
    KilledAfter,
}

/// A live game and all around it. What is on the disk is text.
pub(crate) struct World {
    setup: String,
    log: Vec<(Option<String>, String)>,
    /// When each change was stored.
    stored_at: Vec<Moment>,
    /// The conditional moves on the disk.
    conditional: Vec<(PersonId, String)>,
    game: LiveGame,
    now: MonotonicTime,
    search: Option<SearchOrder>,
    declined: u32,
    ended: u32,
    requests: u32,
    /// Since when each person is away: the two who play, as they are counted here.
    away: HashMap<PersonId, Option<MonotonicTime>>,
}

/// A game of two persons (0), a person first (1) or second (2), or two machines.
pub(crate) fn setup(variant: &str, opening: Option<&str>, players: u8, clock: u8) -> GameSetup {
    let session = games::new_session(variant, None, None).unwrap();
    let person = Player::person("Ada");
    let machine = Player::Machine { level: 3, preset: None, depth: None, move_time_ms: None };
    let players = match players {
        0 => [person.clone(), person],
        1 => [person, machine],
        2 => [machine, person],
        _ => [machine.clone(), machine],
    };
    let clock = match clock {
        0 => ClockSetting::None,
        1 => ClockSetting::PerMove { ms: 2_000 },
        2 => ClockSetting::Increment { base_ms: 5_000, increment_ms: 500 },
        3 => ClockSetting::ByoYomi {
            base_ms: 3_000,
            move_ms: Some(1_500),
            period_ms: 1_000,
            periods: 2,
        },
        4 => ClockSetting::Days { days: 2 },
        _ => ClockSetting::Increment { base_ms: 60_000, increment_ms: 0 },
    };
    GameSetup {
        variant: variant.to_owned(),
        rules: session.rules().to_owned(),
        players,
        clock,
        start: session.start_text(),
        opening: opening.map(str::to_owned),
        maker: None,
        rematch_of: None,
        tournament: None,
        in_lobby: false,
        rated: false,
        delay: 0,
    }
}

fn options() -> LiveOptions {
    LiveOptions { least_thinking: Duration::from_millis(700), most_changes: 1_000 }
}

/// The report of a search that found a move.
fn info(cp: i32, text: &Option<String>) -> engine::Info {
    engine::Info {
        depth: 3,
        seldepth: 5,
        line: 1,
        score: hall::Score::Cp(cp),
        bound: engine::Bound::Exact,
        wdl: [300, 400, 300],
        nodes: 1_000,
        time: Duration::from_millis(10),
        hashfull: 0,
        pv: text.iter().cloned().collect(),
    }
}

/// All that can be seen of a game, but the clocks that run.
pub(crate) fn essence(state: &GameState) -> String {
    let opening = state.begun_with().map(|opening| (opening.acts(), opening.offered()));
    format!(
        "{:?}",
        (
            (state.version(), state.players(), state.session().position_text(), state.moves()),
            (state.end(), state.is_paused(), state.draw_offer(), state.turn(), opening),
            (state.consent(), state.rematch(), state.talk()),
            (state.one_back(), state.offers_to_take_back(), state.session().moves()),
        )
    )
}

impl World {
    pub(crate) fn new(setup: GameSetup) -> Self {
        let stored = serde_json::to_string(&setup).unwrap();
        let state = GameState::new(&games::REGISTRY, "g", setup, Moment(0)).unwrap();
        let (game, events) =
            LiveGame::new(&games::REGISTRY, state, options(), MonotonicTime::START);
        let mut world = Self {
            setup: stored,
            log: Vec::new(),
            stored_at: Vec::new(),
            conditional: Vec::new(),
            game,
            now: MonotonicTime::START,
            search: None,
            declined: 0,
            ended: 0,
            requests: 0,
            away: HashMap::new(),
        };
        world.game.set_people_options(persons::options());
        world.perform(events, Writing::Done);
        world
    }

    /// The game as it is on the disk.
    fn read(&self) -> GameState {
        let log = self.log.iter().zip(&self.stored_at).zip(1..);
        let log = log.map(|(((request, body), at), version)| LoggedChange {
            version,
            at: *at,
            request: request.clone(),
            change: serde_json::from_str(body).unwrap(),
        });
        let record = GameRecord {
            id: "g".to_owned(),
            setup: serde_json::from_str(&self.setup).unwrap(),
            version: self.log.len() as u64,
            created_at: Moment(0),
            updated_at: Moment(0),
            log: log.collect(),
        };
        GameState::replay(&games::REGISTRY, record).unwrap()
    }

    pub(crate) fn kill(&mut self) {
        self.search = None;
        let (game, events) = LiveGame::new(&games::REGISTRY, self.read(), options(), self.now);
        self.game = game;
        self.game.set_people_options(persons::options());
        self.game.catch_up(self.moment(), self.now);
        self.game.set_conditional(self.read_conditional());
        // Whoever was there has to come again.
        let now = self.now;
        self.away.values_mut().for_each(|away| *away = Some(now));
        self.perform(events, Writing::Done);
    }

    fn write(&mut self, request: Option<&str>, changes: &[Change]) {
        for (i, change) in changes.iter().enumerate() {
            let request = request.filter(|_| i == 0).map(str::to_owned);
            self.log.push((request, serde_json::to_string(change).unwrap()));
            self.stored_at.push(self.moment());
        }
    }

    fn perform(&mut self, events: Vec<LiveEvent>, writing: Writing) {
        let mut waiting = VecDeque::from(events);
        while let Some(event) = waiting.pop_front() {
            match event {
                LiveEvent::Changed(changed) => {
                    if matches!(writing, Writing::Done | Writing::KilledAfter) {
                        self.write(changed.request_id(), &changed.changes);
                    }
                    match writing {
                        Writing::Done => {
                            let version = self.log.len() as u64;
                            let at = self.moment();
                            let follow = self.game.stored(changed, version, at, self.now);
                            follow.into_iter().rev().for_each(|it| waiting.push_front(it));
                            assert_eq!(essence(&self.read()), self.essence());
                        }
                        Writing::Fails => {
                            let stored = self.read();
                            waiting = self.game.replace(stored, self.now).into();
                            self.game.catch_up(self.moment(), self.now);
                        }
                        Writing::KilledBefore | Writing::KilledAfter => return self.kill(),
                    }
                }
                LiveEvent::SearchOrdered(order) => self.search = Some(*order),
                LiveEvent::SearchStopped => self.search = None,
                LiveEvent::DrawDeclined => self.declined += 1,
                LiveEvent::Ended => self.ended += 1,
                LiveEvent::GivenUp(refusal) => panic!("given up: {refusal}"),
                LiveEvent::SearchHurried
                | LiveEvent::StateShown
                | LiveEvent::MoveShown { .. }
                | LiveEvent::ThinkingShown(_)
                | LiveEvent::HintShown { .. }
                | LiveEvent::EngineFailed { .. } => {}
            }
        }
    }

    /// A client's request, given as JSON.
    pub(crate) fn command(&mut self, request: &str, command: &str) -> Result<(), String> {
        let command: Command = serde_json::from_str(command).unwrap();
        self.request(request, &command, Writing::Done)
    }

    fn request(&mut self, id: &str, command: &Command, writing: Writing) -> Result<(), String> {
        self.request_of(&Speaker::House, id, command, writing)
    }

    fn request_of(
        &mut self,
        speaker: &Speaker,
        id: &str,
        command: &Command,
        writing: Writing,
    ) -> Result<(), String> {
        let over = self.game.end_before(command, speaker, self.now);
        self.perform(over, Writing::Done);
        let before = self.essence();
        match self.game.apply(id, command, speaker, self.now) {
            Ok(events) => {
                self.perform(events, writing);
                Ok(())
            }
            Err(refusal) => {
                assert_eq!(self.essence(), before, "a refusal changes nothing");
                Err(match refusal {
                    Refusal::Conflict { code, message } | Refusal::Forbidden { code, message } => {
                        format!("{code}: {message}")
                    }
                    Refusal::Change(error) => format!("impossible: {error}"),
                })
            }
        }
    }

    pub(crate) fn essence(&self) -> String {
        essence(self.game.state())
    }

    pub(crate) fn plies(&self) -> u32 {
        self.game.state().plies()
    }

    pub(crate) const fn declined(&self) -> u32 {
        self.declined
    }

    pub(crate) const fn ended(&self) -> u32 {
        self.ended
    }

    /// What is searched for.
    pub(crate) fn search(&self) -> String {
        self.search.as_ref().map_or("none".to_owned(), |order| format!("{:?}", order.purpose))
    }

    /// Lets time pass and does what is due.
    pub(crate) fn wait(&mut self, ms: u64) {
        self.pass(ms);
        // A move that is due starts a search, which reports at once.
        for _ in 0..3 {
            let events = self.game.time_passed(self.now);
            self.perform(events, Writing::Done);
        }
        assert!(self.game.next_deadline().is_none_or(|due| due > self.now), "all is done");
    }

    /// Lets time pass, and nobody wakes the game.
    pub(crate) fn pass(&mut self, ms: u64) {
        self.now = self.now + Duration::from_millis(ms);
    }

    pub(crate) fn join(&mut self) {
        let events = self.game.wake_machine(self.now);
        self.perform(events, Writing::Done);
    }

    pub(crate) fn engine_moves(&mut self, text: &str) {
        let best = engine::BestMove { best: Some(text.to_owned()), ponder: None, info: None };
        self.engine_ends(Ok(best), Writing::Done);
    }

    pub(crate) fn engine_fails(&mut self) {
        self.engine_ends(Err("it is tired".to_owned()), Writing::Done);
    }

    fn engine_ends(&mut self, found: Result<engine::BestMove, String>, writing: Writing) {
        let Some(order) = self.search.take() else { return };
        // What an earlier search says late is ignored.
        let late = engine::BestMove { best: Some("late".to_owned()), ponder: None, info: None };
        assert!(self.game.search_ended(order.number - 1, Ok(late), self.now).is_empty());
        self.game.search_began(order.number, self.now);
        let events = self.game.search_ended(order.number, found, self.now);
        self.perform(events, writing);
    }

    /// The answer of an engine to the present search: mostly a legal one.
    fn engine_answers(&mut self, pick: u16, score: u16, writing: Writing) {
        let Some(order) = &self.search else { return };
        let session = self.game.state().session();
        let text = match &order.question {
            SearchQuestion::Choice(opening) => opening.advise(&mut |_| 0),
            SearchQuestion::Move(_) | SearchQuestion::Preset { .. } => {
                let moves = session.legal_moves();
                (!moves.is_empty()).then(|| moves[pick as usize % moves.len()].clone())
            }
        };
        let info = info(i32::from(score % 400) - 200, &text);
        let number = order.number;
        self.game.search_progressed(number, info.clone());
        let found = match pick % 29 {
            27 => Err("it failed".to_owned()),
            28 => Ok(Some("h1z9".to_owned())),
            _ => Ok(text),
        };
        let found = found.map(|best| engine::BestMove { best, ponder: None, info: Some(info) });
        self.engine_ends(found, writing);
    }

    /// Something that happens, out of numbers.
    pub(crate) fn step(&mut self, [kind, pick, when, luck]: [u16; 4]) {
        let writing = match luck % 12 {
            9 => Writing::Fails,
            10 => Writing::KilledBefore,
            11 => Writing::KilledAfter,
            _ => Writing::Done,
        };
        match kind % 16 {
            0..=8 => {
                self.pass(u64::from(when % 300));
                let command = self.some_command(kind, pick, when);
                // Some requests are sent again, under the same id.
                self.requests += u32::from(luck % 5 != 0);
                let client = if when % 2 == 0 { "ada" } else { "bob" };
                let id = format!("{client}{}", self.requests);
                // Whether it is refused does not matter here.
                let _ = self.request(&id, &command, writing);
            }
            9..=12 => self.engine_answers(pick, when, writing),
            13 => self.wait(u64::from(when % 2_500)),
            14 => self.join(),
            _ => self.kill(),
        }
    }

    fn some_command(&self, kind: u16, pick: u16, when: u16) -> Command {
        let state = self.game.state();
        let side = [None, Some(Side::First), Some(Side::Second)][usize::from(when % 3)];
        if kind % 16 < 6 {
            let stage = state.opening().and_then(|opening| opening.stage());
            let texts = match stage {
                Some(stage) if kind.is_multiple_of(2) => {
                    let choice = stage.choices.into_iter().chain(stage.points);
                    let choices: Vec<String> = choice.collect();
                    let choice = choices.get(pick as usize % choices.len().max(1)).cloned();
                    return Command::Choose { choice: choice.unwrap_or_default() };
                }
                Some(stage) => stage.points,
                None => state.session().legal_moves(),
            };
            let text = texts.get(pick as usize % texts.len().max(1)).cloned();
            // Now and then a client sends what it may not, or missed a move.
            let text =
                text.filter(|_| !when.is_multiple_of(17)).unwrap_or_else(|| "a9z1".to_owned());
            let ply = state.plies() + u32::from(!when.is_multiple_of(13));
            return Command::Move { ply, text, thought_ms: None };
        }
        match pick % 13 {
            0 | 1 => Command::TakeBack { ply: u32::from(when) % (state.plies() + 2) },
            2 => Command::Restart,
            3 => Command::SwapSides,
            4 => Command::Resign,
            5 => Command::OfferDraw { side },
            6 => Command::AcceptDraw { side },
            7 => Command::DeclineDraw,
            8 => Command::Hint,
            9 => Command::MoveNow,
            10 => Command::Pause,
            11 => Command::AddTime,
            _ => Command::Resume,
        }
    }

    /// The game.
    pub(crate) fn state(&self) -> &GameState {
        self.game.state()
    }

    /// The same game as it is stored, to be looked at.
    pub(crate) fn copy(&self) -> Self {
        let (game, _) = LiveGame::new(&games::REGISTRY, self.read(), options(), self.now);
        Self {
            setup: self.setup.clone(),
            log: self.log.clone(),
            stored_at: self.stored_at.clone(),
            conditional: self.conditional.clone(),
            game,
            now: self.now,
            search: None,
            declined: 0,
            ended: 0,
            requests: 0,
            away: self.away.clone(),
        }
    }

    /// The same a moment later.
    pub(crate) fn copy_in(&self, ms: u64) -> Self {
        let mut copy = self.copy();
        copy.pass(ms);
        copy
    }

    /// The changes that are stored.
    pub(crate) fn stored(&self) -> Vec<Change> {
        self.log.iter().map(|(_, body)| serde_json::from_str(body).unwrap()).collect()
    }

    /// What always holds between two steps.
    pub(crate) fn is_sound(&self) {
        let (state, stored) = (self.game.state(), self.read());
        assert_eq!(essence(&stored), essence(state));
        assert_eq!(state.version(), self.log.len() as u64);
        let mut seen = HashSet::new();
        for request in self.log.iter().filter_map(|(request, _)| request.as_deref()) {
            assert!(seen.insert(request), "{request} was carried out twice");
            assert!(state.has_done(request));
        }
        let (live, kept) = (state.clocks.left_ms(self.now), stored.clocks.left_ms(self.now));
        assert!((0..2).all(|side| live[side] <= kept[side]), "{live:?} of {kept:?}");
        self.machine_is_sound();
    }

    /// The search that runs is the one that the game waits for, and it is for who is to move.
    fn machine_is_sound(&self) {
        let state = self.game.state();
        let goes_on = state.end().is_none() && !state.is_paused();
        let turn = state.turn();
        let machine = self.game.machine();
        let running = self.search.as_ref().map(|order| order.number);
        assert_eq!(machine.search().map(hall::MachineSearch::number), running);
        match machine.search().map(hall::MachineSearch::purpose) {
            Some(SearchPurpose::Move(side)) => {
                assert!(goes_on && side == turn && state.opening().is_none());
            }
            Some(SearchPurpose::Choice(side)) => {
                assert!(goes_on && side == turn && state.opening().is_some());
            }
            Some(SearchPurpose::Hint | SearchPurpose::Offer) => {
                assert!(goes_on && !state.is_machine(turn));
            }
            None => {}
        }
        if goes_on && state.is_machine(turn) {
            assert!(!matches!(machine, MachineTurn::Idle), "the machine is to move");
        }
        assert_eq!(self.game.thinking().is_some(), machine.is_busy() && state.is_machine(turn));
    }
}
