//! Searching while the opponent thinks: the engine goes to a thread of its own and comes back with what it found.

use super::{ForfeitReason, NoMove, PlayerTurn};
use engine::{BestMove, Control, Engine, Limits};
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// How often a wait for the search looks whether the match has been stopped.
const GLANCE: Duration = Duration::from_millis(20);

type PonderResult = Result<BestMove, engine::EngineError>;

/// A search of the position after the reply that is expected.
#[derive(Debug)]
pub(super) struct Pondering {
    /// The moves of the game up to that position.
    moves: Vec<String>,
    control: Control,
    found: Receiver<PonderResult>,
    engine: JoinHandle<Box<dyn Engine>>,
}

impl Pondering {
    /// Begins to search the position after `reply`; `turn` is the opponent's. The engine comes back at once where
    /// there is nothing to search: the reply is not legal, or it ends the game.
    ///
    /// # Errors
    /// When no thread could be started; the engine is lost then.
    pub(super) fn begin(
        mut engine: Box<dyn Engine>,
        turn: &PlayerTurn<'_>,
        reply: &str,
    ) -> io::Result<Result<Self, Box<dyn Engine>>> {
        let mut session = turn.session.fork();
        if session.push(reply).is_err() || session.verdict().is_some() {
            return Ok(Err(engine));
        }
        let after = PlayerTurn { session: &*session, ..*turn };
        let limits = Limits { ponder: true, lines: 1, seed: turn.seed, ..after.limits() };
        let (moves, control) = (session.moves(), Control::new());
        let steered = control.clone();
        let (tell, found) = sync_channel(1);
        let engine = Builder::new().name("pondering".to_owned()).spawn(move || {
            let best = engine.search(&*session, &limits, &steered, &mut |_| ());
            // Nobody listens any more after a game that was given up.
            let _ = tell.send(best);
            engine
        })?;
        Ok(Ok(Self { moves, control, found, engine }))
    }

    /// Whether this position is the one that was expected.
    pub(super) fn expected(&self, turn: &PlayerTurn<'_>) -> bool {
        self.moves == turn.session.moves()
    }

    /// Lets the search find its move: its time counts from now on.
    pub(super) fn hit(self, control: &Control) -> Result<(Box<dyn Engine>, PonderResult), NoMove> {
        self.control.ponder_hit();
        loop {
            match self.found.recv_timeout(GLANCE) {
                Ok(found) => return Ok((joined(self.engine)?, found)),
                Err(RecvTimeoutError::Timeout) if control.is_stopped() => {
                    self.control.stop();
                    return Err(NoMove::Stopped);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    joined(self.engine)?;
                    return Err(lost());
                }
            }
        }
    }

    /// Ends the search, whatever it has found.
    pub(super) fn give_up(self) -> Result<Box<dyn Engine>, NoMove> {
        self.control.stop();
        joined(self.engine)
    }
}

/// The engine panicked, or sent nothing.
fn lost() -> NoMove {
    ForfeitReason::Crash { ending: "the search on the opponent's time failed".to_owned() }.into()
}

fn joined(thread: JoinHandle<Box<dyn Engine>>) -> Result<Box<dyn Engine>, NoMove> {
    thread.join().map_err(|_| lost())
}
