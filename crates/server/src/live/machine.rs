use crate::live::actor::{Actor, Ready};
use crate::live::mind;
use crate::live::search::{Purpose, Search};
use crate::live::thinker::{Report, Thinker, What};
use crate::view;
use engine::BestMove;
use game::Side;
use std::ops::ControlFlow;
use std::time::Duration;
use tokio::time::Instant;
use wire::{Event, Player, Problem};

/// What the machine does in a game.
impl Actor {
    /// Starts the machine's search if it is its turn.
    pub(super) fn let_machine_think(&mut self) {
        if self.state.end().is_some() || self.state.is_paused() || self.search.is_some() {
            return;
        }
        let side = self.state.turn();
        let Player::Machine { level, depth, move_time_ms } = *self.state.player(side) else {
            return;
        };
        if let Some(opening) = self.state.opening().cloned() {
            return self.start_choosing(side, opening);
        }
        let (limits, expected) = mind::limits_for_move(
            level,
            depth,
            move_time_ms,
            &self.state.clocks,
            &self.state.setup().clock,
            side,
            Instant::now(),
        );
        self.start_search(Purpose::Move(side), limits, expected);
    }

    /// Lets the machine think about a choice in the opening.
    fn start_choosing(&mut self, side: Side, opening: engine::Opening) {
        if !self.has_thinker() {
            return;
        }
        self.searches += 1;
        let number = self.searches;
        let session = self.state.session().fork();
        let thinker = self.thinker.as_ref();
        match thinker.and_then(|thinker| thinker.choose(number, session, opening)) {
            Some(control) => {
                let purpose = Purpose::Choice(side);
                self.search = Some(Search::new(number, purpose, self.state.plies(), control));
                self.last_search = Instant::now();
            }
            None => self.engine_failed("its thread is gone"),
        }
    }

    /// Starts the engine's thread if it does not run; whether it runs now.
    fn has_thinker(&mut self) -> bool {
        if self.thinker.is_none() {
            let started = Thinker::start(
                self.config.engines.clone(),
                &self.state.setup().variant,
                self.config.hash_mb,
                self.reports.0.clone(),
            );
            match started {
                Ok(thinker) => self.thinker = Some(thinker),
                Err(error) => self.engine_failed(&error.to_string()),
            }
        }
        self.thinker.is_some()
    }

    pub(super) fn start_search(
        &mut self,
        purpose: Purpose,
        limits: engine::Limits,
        expected: Option<Duration>,
    ) {
        if !self.has_thinker() {
            return;
        }
        self.searches += 1;
        let (number, depth) = (self.searches, limits.depth);
        let forget = std::mem::take(&mut self.forget) || self.state.plies() < 2;
        let session = self.state.session().fork();
        let control = self
            .thinker
            .as_ref()
            .and_then(|thinker| thinker.search(number, session, limits, forget));
        let Some(control) = control else {
            return self.engine_failed("its thread is gone");
        };
        let mut search = Search::new(number, purpose, self.state.plies(), control);
        search.expected = expected;
        search.depth = depth;
        self.search = Some(search);
        self.last_search = Instant::now();
    }

    pub(super) async fn reported(&mut self, report: Report) -> ControlFlow<()> {
        // Reports of searches that were given up come late and concern nobody.
        let Some(search) = self.search.as_mut().filter(|s| s.number == report.number) else {
            return ControlFlow::Continue(());
        };
        match report.what {
            What::Progress(info) => {
                search.progressed(info, self.state.session());
                ControlFlow::Continue(())
            }
            What::Found(found) => {
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
                        self.engine_failed(&why);
                        ControlFlow::Continue(())
                    }
                }
            }
        }
    }

    async fn found(
        &mut self,
        search: &Search,
        text: String,
        info: Option<engine::Info>,
    ) -> ControlFlow<()> {
        let side = match search.purpose {
            Purpose::Move(side) | Purpose::Choice(side) => side,
            Purpose::Hint => {
                self.tell_hint(search.ply, text, info);
                return ControlFlow::Continue(());
            }
        };
        let score_cp = info.map(|info| {
            let score = view::centipawns(info.score);
            if side == Side::First { score } else { -score }
        });
        let ready = Ready { text, score_cp, due: search.began + self.least_thinking(side) };
        if search.control.is_stopped() || ready.due <= Instant::now() {
            return self.play_for_machine(ready).await;
        }
        self.ready = Some(ready);
        ControlFlow::Continue(())
    }

    /// The machine does not move before people have seen what happened, unless its clock is
    /// short.
    fn least_thinking(&self, side: Side) -> Duration {
        if !self.state.clocks.is_running() {
            return self.config.least_thinking;
        }
        let left = self.state.clocks.left(side, Instant::now());
        self.config.least_thinking.min(left / 20)
    }

    pub(super) async fn play_for_machine(&mut self, ready: Ready) -> ControlFlow<()> {
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
        let notations = view::notations(self.state.session(), &text);
        let (score, pv) =
            info.map_or_else(Default::default, |info| (view::score(info.score), info.pv));
        self.tell(&Event::Hint { ply, text, notations, score, pv });
    }

    /// The engine did not do its work. The game lives; the machine is asked again when
    /// somebody joins, says `move_now` or `resume`, or changes the position.
    fn engine_failed(&mut self, why: &str) {
        tracing::error!("game {}: the engine failed: {why}", self.id);
        self.search = None;
        self.thinker = None;
        self.is_stalled = true;
        let problem = Problem {
            code: "engine-failed".to_owned(),
            message: "the machine's search failed; `move_now` asks it again".to_owned(),
            faults: Vec::new(),
        };
        self.tell(&Event::Error { id: String::new(), problem });
        self.tell_state();
    }

    /// The next search shall not remember the game before.
    pub(super) fn forget_the_game(&mut self) {
        self.forget = true;
    }
}
