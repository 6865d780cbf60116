//! Searches for people that the hall lets its workers do: moves, hints, analyses.

use super::slot::RunningJob;
use engine::{Engine, Session};
use pool::{SearchAnswer, SearchOrder};

/// The engine of the last search: the next one is often of the same game.
#[derive(Default)]
pub(super) struct PersonSearcher(Option<IdleEngine>);

struct IdleEngine {
    engine: Box<dyn Engine>,
    variant: String,
    table_mb: u32,
    game: u64,
}

impl PersonSearcher {
    /// Searches. A search that is stopped ends with what it has found; the answer is JSON.
    pub(super) fn search(&mut self, payload: &str, slot: &RunningJob) -> Result<String, String> {
        let order: SearchOrder =
            serde_json::from_str(payload).map_err(|error| error.to_string())?;
        let faults = order.faults();
        if !faults.is_empty() {
            return Err(faults.join("; "));
        }
        let start = games::new_session(&order.variant, Some(&order.rules), Some(&order.start));
        let session = order.play(start.map_err(|error| error.to_string())?)?;
        let limits = order.limits();
        let mut report = |info: &engine::Info| slot.report(info);
        let found = match &order.preset {
            Some(preset) => {
                let machine = games::new_preset(&order.variant, preset);
                let mut machine = machine.map_err(|error| error.to_string())?;
                machine.search(session.as_ref(), &limits, &slot.control, &mut report)
            }
            None => {
                let engine = self.engine(&order, session.as_ref())?;
                engine.search(session.as_ref(), &limits, &slot.control, &mut report)
            }
        };
        let found = found.map_err(|error| error.to_string())?;
        let answer = SearchAnswer::new(&found, slot.take_reports());
        serde_json::to_string(&answer).map_err(|error| error.to_string())
    }

    /// An engine as the hall would take it. It names no file and takes no more memory than a job may.
    fn engine(
        &mut self,
        order: &SearchOrder,
        session: &dyn Session,
    ) -> Result<&mut dyn Engine, String> {
        let fits =
            |kept: &IdleEngine| kept.variant == order.variant && kept.table_mb == order.table_mb;
        let kept = match self.0.take().filter(fits) {
            Some(mut kept) => {
                if kept.game != order.game || order.forget {
                    kept.engine.new_game();
                }
                kept
            }
            None => {
                hosts::check_tables(order.table_mb.into())?;
                let variant = session.variant().id;
                let mut engine = games::new_engine(variant).map_err(|error| error.to_string())?;
                for (name, value) in [("Hash", order.table_mb), ("Threads", 1)] {
                    // As in the hall: an engine without this option searches without it.
                    if let Err(error) = engine.set_option(name, &value.to_string()) {
                        tracing::debug!("{name}: {error}");
                    }
                }
                engine.new_game();
                IdleEngine {
                    engine,
                    variant: order.variant.clone(),
                    table_mb: order.table_mb,
                    game: 0,
                }
            }
        };
        Ok(self.0.insert(IdleEngine { game: order.game, ..kept }).engine.as_mut())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;
    use engine::{BestMove, Level, Limits};
    use pool::{Pool, PoolSettings, Question, RemoteSearch, SearchStream, SearchTask};
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    const PATIENCE: Duration = Duration::from_secs(60);

    fn pool() -> Pool {
        let open = Arc::new(games::new_engine);
        Pool::new(PoolSettings { searches: 1, memory_mb: 200, open })
    }

    fn ask(pool: &Pool, game: &str, session: &dyn Session, question: Question) -> SearchStream {
        let is_new = session.moves().len() < 9;
        let job =
            pool::SearchJob::new(game, session.fork(), question, pool::SearchClass::Person, 2);
        pool.search(job.forgetting(is_new))
    }

    /// Waits for a search that goes out.
    fn taken(pool: &Pool) -> RemoteSearch {
        let began = Instant::now();
        loop {
            if let Some(search) = pool.take_out(&[pool::SearchClass::Person]) {
                return search;
            }
            assert!(began.elapsed() < PATIENCE);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// What does not depend on the clock.
    fn told(found: &BestMove) -> impl PartialEq + std::fmt::Debug + use<> {
        let info = found.info.as_ref().map(|info| {
            (
                info.depth,
                info.seldepth,
                info.score,
                info.bound,
                info.wdl,
                info.nodes,
                info.pv.clone(),
            )
        });
        (found.best.clone(), found.ponder.clone(), info)
    }

    /// A game with some moves.
    fn game(variant: &str, rules: Option<&str>) -> Box<dyn Session> {
        let mut session = games::new_session(variant, rules, None).unwrap();
        for ply in 0..8_usize {
            let moves = session.legal_moves();
            session.push(&moves[(ply * 7 + 3) % moves.len()]).unwrap();
        }
        assert!(session.verdict().is_none());
        session
    }

    #[test]
    fn a_worker_finds_what_the_pool_of_the_hall_finds() {
        let here = pool();
        let there = pool();
        // The only thread of the second pool is busy for ever.
        let endless = SearchTask::new(Limits::default(), |_, _, control, _| {
            while !control.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Err("it was stopped".to_owned())
        });
        let session = games::new_session("xiangqi", None, None).unwrap();
        let job = pool::SearchJob::new(
            "x",
            session,
            Question::Task(endless),
            pool::SearchClass::Person,
            1,
        );
        let _busy = there.search(job);
        let mut searcher = PersonSearcher::default();
        for (variant, rules) in [
            ("xiangqi", None),
            ("xiangqi", Some("cxa")),
            ("draughts", None),
            ("draughts-brazilian", None),
            ("gomoku", None),
            ("renju", None),
            ("reversi", None),
        ] {
            for level in [0, 1, 3, 8] {
                let mut session = game(variant, rules);
                let name = format!("{variant} {rules:?} {level}");
                // The second search is by an engine that has had the game before.
                for ply in 0..2 {
                    let limits = Limits {
                        nodes: Some(2_000),
                        level: Level::new(level),
                        seed: 77 + u64::from(level),
                        ..Limits::default()
                    };
                    let question = || Question::Move(limits.clone());
                    let expected = ask(&here, &name, session.as_ref(), question());
                    let expected = expected.wait().unwrap().unwrap();
                    let answered = ask(&there, &name, session.as_ref(), question());
                    let search = taken(&there);
                    let payload = serde_json::to_string(search.order()).unwrap();
                    let found = searcher.search(&payload, &RunningJob::default()).unwrap();
                    let answer = serde_json::from_str(&found).unwrap();
                    assert_eq!(search.end(answer), Ok(true), "{name}");
                    let found = answered.wait().unwrap().unwrap();
                    assert_eq!(told(&found), told(&expected), "{name}, search {ply}");
                    session.push(&found.best.unwrap()).unwrap();
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_searched_is_refused_with_a_reason() {
        let session = game("reversi", None);
        let there = pool();
        let limits = Limits { move_time: Some(Duration::from_secs(60)), ..Limits::default() };
        let _first = ask(&there, "a", session.as_ref(), Question::Move(limits.clone()));
        let _second = ask(&there, "b", session.as_ref(), Question::Move(limits));
        let order = taken(&there).order().clone();
        let mut searcher = PersonSearcher::default();
        let mut refused = |order: &SearchOrder| {
            let payload = serde_json::to_string(order).unwrap();
            searcher.search(&payload, &RunningJob::default()).unwrap_err()
        };
        let other = SearchOrder { position: "elsewhere".to_owned(), ..order.clone() };
        assert!(refused(&other).contains("expected elsewhere"));
        let illegal = SearchOrder { moves: vec!["a1".to_owned()], ..order.clone() };
        assert!(refused(&illegal).contains("move 1, a1"));
        let great = SearchOrder { table_mb: 1 << 20, ..order.clone() };
        assert!(refused(&great).contains("table_mb"));
        let preset = SearchOrder { preset: Some("nobody".to_owned()), ..order };
        assert!(refused(&preset).contains("nobody"));
        assert!(searcher.search("{}", &RunningJob::default()).unwrap_err().contains("missing"));
    }
}
