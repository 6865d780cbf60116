use super::{ChosenMove, ForfeitReason, NoMove, Player, PlayerTurn};
use crate::spec::External;
use engine::Control;
use programs::{GRACE, ProgramConversation};
use protocol::manager::{BestReply, InfoUpdate, ManagerEvent};
use std::time::{Duration, Instant};

/// A program that speaks a protocol. After a fault it is ended, and started afresh for the
/// next game.
#[derive(Debug)]
pub(super) struct ExternalPlayer {
    spec: External,
    variant: String,
    patience: Duration,
    margin: Duration,
    running: Option<ProgramConversation>,
}

impl ExternalPlayer {
    pub(super) fn new(spec: External, variant: &str, patience: Duration, margin: Duration) -> Self {
        Self { spec, variant: variant.to_owned(), patience, margin, running: None }
    }

    /// Runs one exchange with the program; a fault ends it.
    fn exchange<T>(
        &mut self,
        f: impl FnOnce(&mut ProgramConversation) -> Result<T, NoMove>,
    ) -> Result<T, NoMove> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => ProgramConversation::start(&self.spec, &self.variant)?,
        };
        let result = f(&mut running);
        if result.is_ok() {
            self.running = Some(running);
        }
        result
    }
}

impl Player for ExternalPlayer {
    fn new_game(&mut self, control: &Control) -> Result<(), NoMove> {
        let patience = self.patience;
        self.exchange(|running| running.new_game(patience, control))
    }

    fn think(&mut self, turn: &PlayerTurn<'_>, control: &Control) -> Result<ChosenMove, NoMove> {
        let (patience, margin) = (self.patience, self.margin);
        self.exchange(|running| think(running, turn, patience, margin, control))
    }
}

impl Drop for ExternalPlayer {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.farewell();
        }
    }
}

fn think(
    talk: &mut ProgramConversation,
    turn: &PlayerTurn<'_>,
    patience: Duration,
    margin: Duration,
    control: &Control,
) -> Result<ChosenMove, NoMove> {
    let session = turn.session;
    talk.position(session, patience, control)?;
    let started = talk.go(&turn.limits(), session.side_to_move())?;
    let allowance = turn.clock().allowance();
    let until = started + allowance.map_or(patience, |allowance| allowance + margin);
    let mut thought = ChosenMove::default();
    let mut found = talk.wait(until, control, |at, event| heed(event, at, &mut thought))?;
    let overdue = found.is_none();
    if overdue {
        talk.stop()?;
        let until = Instant::now() + GRACE;
        found = talk.wait(until, control, |at, event| heed(event, at, &mut thought))?;
    }
    let Some((at, best)) = found else {
        return Err(ForfeitReason::Stall { after: started.elapsed() }.into());
    };
    if overdue && allowance.is_none() {
        return Err(ForfeitReason::Time { over: started.elapsed().saturating_sub(patience) }.into());
    }
    let elapsed = at.saturating_duration_since(started);
    Ok(ChosenMove { text: best.best, resigns: best.resign, elapsed, ..thought })
}

/// Takes note of an event during a search; the best move ends it.
fn heed(
    event: ManagerEvent,
    at: Instant,
    thought: &mut ChosenMove,
) -> Result<Option<(Instant, BestReply)>, ForfeitReason> {
    match event {
        ManagerEvent::Best(best) => Ok(Some((at, best))),
        ManagerEvent::Report(report) => {
            note(&report, thought);
            Ok(None)
        }
        // Only answers that matter can be wrong; noise is noise.
        ManagerEvent::Wrong(trouble) => Err(ForfeitReason::Garbage { what: trouble.to_string() }),
        _ => Ok(None),
    }
}

fn note(report: &InfoUpdate, thought: &mut ChosenMove) {
    thought.nodes = report.nodes.or(thought.nodes);
    if report.line.unwrap_or(1) == 1
        && let Some((score, _)) = report.score
    {
        thought.depth = report.depth.or(thought.depth);
        thought.score = Some(score);
    }
}
