//! Machines that are not our engines: small searches of their own, behind the same border.

use crate::bridge::clock;
use crate::options::{self, Value};
use crate::{
    BestMove, Bound, Control, Engine, EngineError, GameSession, Info, Limits, MoveOf, OptionError,
    OptionKind, OptionSpec, Score, Session, SessionRules,
};
use search::Clock;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A machine that can be chosen as an opponent besides our engine.
#[derive(Copy, Clone, Debug)]
pub struct Preset {
    /// The id used on the command line and in the API.
    pub id: &'static str,
    /// Its English name.
    pub name: &'static str,
    /// Its Chinese name, simplified.
    pub name_zh: &'static str,
    /// How it plays, in English.
    pub text: &'static str,
    /// The same in Chinese, simplified.
    pub text_zh: &'static str,
    /// The depth it searches, in plies; 0 where it does not search.
    pub depth: u32,
    /// Makes it.
    pub make: fn() -> Box<dyn Engine>,
}

/// The result of a machine's search.
#[derive(Copy, Clone, Debug)]
pub struct MachineResult<M> {
    /// The move; `None` when there is none.
    pub best: Option<M>,
    /// Its value for the side to move, in the machine's own points.
    pub score: i32,
    /// Positions looked at.
    pub nodes: u64,
}

/// A machine that searches a fixed depth; [`MachineEngine`] makes an [`Engine`] of it.
pub trait Machine: Debug + Send + 'static {
    /// The games it plays.
    type Rules: SessionRules;

    /// The id of its variant or family, for errors.
    const PLAYS: &'static str;

    /// Searches so many plies deep, as long as `go_on` (given the positions looked at) answers `true`.
    fn choose(
        &mut self,
        position: &<Self::Rules as SessionRules>::Position,
        depth: u32,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> MachineResult<MoveOf<Self::Rules>>;

    /// What the position is worth to the side to move, without a search.
    fn evaluate(&mut self, position: &<Self::Rules as SessionRules>::Position) -> i32;
}

/// The greatest depth that can be asked for: more would not end.
const DEEPEST: i64 = 12;

/// An [`Engine`] with a machine. It searches its depth, or less if the limits say so, and moves with
/// the best move so far when time or nodes run out.
#[derive(Debug)]
pub struct MachineEngine<M> {
    machine: M,
    usual: u32,
    depth: u32,
}

impl<M: Machine> MachineEngine<M> {
    /// An engine that searches so many plies deep, unless the option `Depth` says otherwise.
    #[must_use]
    pub fn new(machine: M, depth: u32) -> Self {
        Self { machine, usual: depth, depth }
    }
}

impl<M: Machine> Engine for MachineEngine<M> {
    fn options(&self) -> Vec<OptionSpec> {
        let kind = OptionKind::Spin { default: i64::from(self.usual), min: 1, max: DEEPEST };
        vec![OptionSpec { name: "Depth", kind }]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if let (_, Value::Number(depth)) = options::check(self.options(), name, value)? {
            self.depth = u32::try_from(depth).unwrap_or(self.usual);
        }
        Ok(())
    }

    fn new_game(&mut self) {}

    fn search(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, EngineError> {
        let position = GameSession::<M::Rules>::of(session, M::PLAYS)?.line().position();
        let depth = limits.depth.map_or(self.depth, |depth| depth.clamp(1, self.depth));
        let began = clock();
        let time = limits.move_time.or_else(|| {
            // It knows no clock: a thirtieth of it, so that it does not lose by time.
            limits.clock.map(|clock| clock.mine / 30 + clock.increment / 2)
        });
        let mut go_on = |nodes: u64| {
            !control.is_stopped()
                && limits.nodes.is_none_or(|most| nodes < most)
                && time.is_none_or(|most| Clock::elapsed(&began) < most)
        };
        let chosen =
            catch_unwind(AssertUnwindSafe(|| self.machine.choose(position, depth, &mut go_on)))
                .map_err(|_| EngineError::Failed("the machine panicked".to_owned()))?;
        let best = chosen.best.map(|m| m.to_string());
        let (score, expectation) = (Score::Cp(chosen.score), session.expectation());
        let info = Info {
            depth,
            seldepth: depth,
            line: 1,
            score,
            bound: Bound::Exact,
            wdl: expectation.chances(score, session.stage().progress).per_mille(),
            nodes: chosen.nodes,
            time: Clock::elapsed(&began),
            hashfull: 0,
            pv: best.iter().cloned().collect(),
        };
        report(&info);
        Ok(BestMove { best, ponder: None, info: Some(info) })
    }

    fn evaluate(&mut self, session: &dyn Session) -> Result<i32, EngineError> {
        let position = GameSession::<M::Rules>::of(session, M::PLAYS)?.line().position();
        Ok(self.machine.evaluate(position))
    }
}
