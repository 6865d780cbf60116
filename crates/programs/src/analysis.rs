//! A program as an engine for analyses.

use crate::lines::SearchReport;
use crate::rest::IdleProgram;
use crate::{External, ForfeitReason, GRACE, NoMove, ProgramConversation, UnusableProgram};
use engine::{BestMove, Control, Engine, EngineError, Info, Limits, Session};
use protocol::manager::{BestReply, InfoUpdate, ManagerEvent, ProtocolKind};
use std::time::{Duration, Instant};

/// How long a program is waited for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ProgramTimeouts {
    /// For each answer at the beginning, and for the first report of a search.
    pub patience: Duration,
    /// For the end of a search that was stopped. A program that takes longer is ended.
    pub stop: Duration,
    /// How long a program that nobody asks anything is kept.
    pub rest: Duration,
}

impl Default for ProgramTimeouts {
    fn default() -> Self {
        Self {
            patience: Duration::from_secs(10),
            stop: Duration::from_millis(700),
            rest: Duration::from_secs(60),
        }
    }
}

/// The first and the longest time for a search by a brain, which cannot be asked to search without end: its
/// searches are repeated, each with twice the time.
const ROUNDS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(60)];
/// The longest search without another limit.
const ENDLESS: Duration = Duration::from_secs(24 * 60 * 60);

/// An [`Engine`] that is another program. It starts when it is first needed. After a fault, or when it does not
/// stop in time, it is ended and started afresh for the next search.
///
/// A program says nothing of chances: they follow from its score by the curve of the game
/// ([`Session::expectation`]). A move without a score has the chances `[0, 0, 0]`.
#[derive(Debug)]
pub struct ProgramEngine {
    spec: External,
    variant: &'static str,
    waits: ProgramTimeouts,
    rest: IdleProgram,
    /// It was not told of the game yet.
    is_new_game: bool,
    /// The number of lines it was told to show.
    lines: u32,
}

/// What the program says during a search.
enum ProgramOutput {
    Report(InfoUpdate),
    Best(BestReply),
    /// Nothing to show, but it is there.
    Else,
}

impl ProgramEngine {
    /// An engine for the variant. The program is not started yet.
    #[must_use]
    pub fn new(spec: External, variant: &'static str, waits: ProgramTimeouts) -> Self {
        let rest = IdleProgram::new(waits.rest);
        Self { spec, variant, waits, rest, is_new_game: true, lines: 1 }
    }

    /// The program, started and told of the game.
    fn ready(&mut self, lines: u32, control: &Control) -> Result<ProgramConversation, NoMove> {
        let mut talk = match self.rest.take() {
            Some(talk) => talk,
            None => {
                let talk = ProgramConversation::start(&self.spec, self.variant)?;
                talk.give_way();
                (self.is_new_game, self.lines) = (true, 1);
                talk
            }
        };
        if self.is_new_game {
            talk.new_game(self.waits.patience, control)?;
            self.is_new_game = false;
        }
        if lines != self.lines {
            let name = talk.manager().options().iter().find_map(|option| {
                option.name.eq_ignore_ascii_case("MultiPV").then(|| option.name.clone())
            });
            if let Some(name) = name {
                talk.set_option(&name, &lines.to_string())?;
                self.lines = lines;
            }
        }
        Ok(talk)
    }

    /// Searches the position, and puts the program to rest if it is fit for another search.
    fn analyse(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, NoMove> {
        if !limits.only.is_empty() && self.spec.protocol != ProtocolKind::Uci {
            return Err(UnusableProgram::OnlyMoves.into());
        }
        let mut talk = self.ready(limits.lines.max(1), control)?;
        let mut lines = SearchReport::new(session);
        let began = Instant::now();
        let mut round =
            ProgramSearch { number: 1, time: ROUNDS[0], lines: &mut lines, report, began };
        loop {
            let is_brain = self.spec.protocol == ProtocolKind::Gomocup;
            let left = limits.move_time.map(|time| time.saturating_sub(began.elapsed()));
            let mut limits = limits.clone();
            limits.move_time = if is_brain {
                Some(left.map_or(round.time, |left| left.min(round.time)))
            } else {
                left
            };
            let round_began = Instant::now();
            let ended = round.search(&mut talk, session, &limits, self.waits, control)?;
            let is_last = !is_brain
                || ended != ProgramSearchEnd::Done
                // A brain that moves at once will do so again.
                || round_began.elapsed() < round.time / 2
                || left.is_some_and(|left| left <= round.time)
                || limits.depth.is_some_and(|depth| {
                    round.lines.best().is_some_and(|best| best.depth >= depth)
                })
                || limits.nodes.is_some()
                || began.elapsed() > ENDLESS;
            if is_last {
                if ended != ProgramSearchEnd::Lost {
                    self.rest.put(talk);
                }
                break;
            }
            round.number += 1;
            round.time = (2 * round.time).min(ROUNDS[1]);
        }
        let info = lines.best().cloned();
        let move_at = |n: usize| info.as_ref().and_then(|info| info.pv.get(n).cloned());
        Ok(BestMove { best: move_at(0), ponder: move_at(1), info })
    }
}

/// How one search by the program ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum ProgramSearchEnd {
    /// With its move.
    Done,
    /// It was told to stop and did.
    Stopped,
    /// It was told to stop and went on: it has to be ended.
    Lost,
}

/// One search of a program; brains have several for an analysis.
struct ProgramSearch<'a, 'b> {
    number: u32,
    time: Duration,
    lines: &'a mut SearchReport<'b>,
    report: &'a mut dyn FnMut(&Info),
    began: Instant,
}

impl ProgramSearch<'_, '_> {
    fn search(
        &mut self,
        talk: &mut ProgramConversation,
        session: &dyn Session,
        limits: &Limits,
        waits: ProgramTimeouts,
        control: &Control,
    ) -> Result<ProgramSearchEnd, NoMove> {
        talk.position(session, waits.patience, control)?;
        let started = talk.go(limits, session.side_to_move())?;
        let end = limits.move_time.map_or(started + ENDLESS, |time| started + time + GRACE);
        // The first sign of life has to come soon, except from a program that reports nothing before its move.
        let mut until = match (self.is_quiet(talk), limits.move_time) {
            (true, Some(_)) => end,
            _ => (started + waits.patience).min(end),
        };
        loop {
            match talk.wait(until, control, said) {
                Ok(Some(said)) => {
                    until = end;
                    if self.heed(said)? {
                        return Ok(ProgramSearchEnd::Done);
                    }
                }
                Ok(None) if until < end => {
                    return Err(ForfeitReason::Silent { patience: waits.patience }.into());
                }
                // Its time is over, or nobody wants the search any more.
                Ok(None) | Err(NoMove::Stopped) => return self.stop(talk, waits, control),
                Err(halt) => return Err(halt),
            }
        }
    }

    fn is_quiet(&self, talk: &ProgramConversation) -> bool {
        !talk.manager().declares_options()
    }

    /// Ends the search.
    fn stop(
        &mut self,
        talk: &mut ProgramConversation,
        waits: ProgramTimeouts,
        control: &Control,
    ) -> Result<ProgramSearchEnd, NoMove> {
        let is_wanted = !control.is_stopped();
        talk.stop()?;
        let until = Instant::now() + waits.stop;
        // This control is never told to stop: the time is the limit.
        let patient = Control::new();
        loop {
            match talk.wait(until, &patient, said) {
                Ok(Some(said)) => {
                    if self.heed(said)? {
                        return Ok(if is_wanted {
                            ProgramSearchEnd::Done
                        } else {
                            ProgramSearchEnd::Stopped
                        });
                    }
                }
                Ok(None) if is_wanted => {
                    return Err(ForfeitReason::Stall { after: self.began.elapsed() }.into());
                }
                // What it did after nobody wanted it any more is no fault to report.
                Err(halt) if is_wanted => return Err(halt),
                Ok(None) | Err(_) => return Ok(ProgramSearchEnd::Lost),
            }
        }
    }

    /// Passes a report on; whether the search has ended with it.
    fn heed(&mut self, said: ProgramOutput) -> Result<bool, ForfeitReason> {
        let elapsed = self.began.elapsed();
        let (info, is_end) = match said {
            ProgramOutput::Report(report) => (self.lines.heed(&report, elapsed)?, false),
            ProgramOutput::Best(BestReply { best: Some(text), .. }) => {
                (Some(self.lines.found(&text, self.number, elapsed)?), true)
            }
            ProgramOutput::Best(_) if self.lines.best().is_none() => {
                return Err(ForfeitReason::NoMove);
            }
            ProgramOutput::Best(_) => (None, true),
            ProgramOutput::Else => (None, false),
        };
        if let Some(info) = info {
            (self.report)(&info);
        }
        Ok(is_end)
    }
}

fn said(_: Instant, event: ManagerEvent) -> Result<Option<ProgramOutput>, ForfeitReason> {
    match event {
        ManagerEvent::Best(best) => Ok(Some(ProgramOutput::Best(best))),
        ManagerEvent::Report(report) => Ok(Some(ProgramOutput::Report(report))),
        // Only answers that matter can be wrong; noise is noise.
        ManagerEvent::Wrong(trouble) => Err(ForfeitReason::Garbage { what: trouble.to_string() }),
        _ => Ok(Some(ProgramOutput::Else)),
    }
}

/// Its options come from the configuration; nobody else sets them.
impl Engine for ProgramEngine {
    fn new_game(&mut self) {
        self.is_new_game = true;
    }

    fn search(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, EngineError> {
        let asked = session.variant().id;
        if asked != self.variant {
            return Err(EngineError::WrongGame { plays: self.variant, asked });
        }
        let mut latest = None;
        let found = self.analyse(session, limits, control, &mut |info| {
            latest = Some(info.clone());
            report(info);
        });
        match found {
            Err(NoMove::Stopped) => {
                let best = latest.as_ref().and_then(|info| info.pv.first().cloned());
                Ok(BestMove { best, ponder: None, info: latest })
            }
            found => found.map_err(|halt| match halt.fault() {
                Some(fault) => EngineError::Program(Box::new(fault)),
                None => EngineError::Failed(halt.to_string()),
            }),
        }
    }

    fn evaluate(&mut self, _session: &dyn Session) -> Result<i32, EngineError> {
        Err(EngineError::Failed("another program cannot be asked for its evaluation".to_owned()))
    }
}
