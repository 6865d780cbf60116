//! What a linear evaluation of gomoku is trained on.

use crate::session::GomokuGame;
use crate::variants::ID;
use engine::{
    GameSession, PatternCounter, PatternInput, PatternTable, Patterns, Session, SingleKind,
};
use game::{Position as _, Side};
use gomoku::{Rules, Threat};
use gomoku_engine::eval::{Counter, NumberKind, Numbers};
use std::sync::LazyLock;

/// See [`Patterns`]: single numbers, all of them for the whole game.
#[derive(Debug)]
struct Counts(Numbers);

/// The counts under these rules, where an evaluation can be learnt.
pub(crate) fn of(rules: Rules) -> Option<&'static dyn Patterns> {
    static ALL: LazyLock<Vec<Counts>> = LazyLock::new(|| Numbers::all().map(Counts).collect());
    let found = ALL.iter().find(|counts| counts.0.rules() == rules);
    found.map(|counts| counts as &dyn Patterns)
}

impl Patterns for Counts {
    fn form(&self) -> String {
        self.0.form().to_owned()
    }

    fn per_hundredth(&self) -> u8 {
        Numbers::UNIT
    }

    fn singles(&self) -> Vec<String> {
        (0..self.0.len()).map(|number| self.0.name(number)).collect()
    }

    fn kind(&self, single: usize) -> SingleKind {
        match self.0.kind(single) {
            NumberKind::Alone => SingleKind::Alone,
            NumberKind::Part => SingleKind::Part,
            NumberKind::Whole => SingleKind::Arrangement,
        }
    }

    fn tables(&self) -> Vec<PatternTable> {
        Vec::new()
    }

    fn start(&self) -> Vec<[i16; 2]> {
        self.0.start().into_iter().map(|number| [number, 0]).collect()
    }

    fn greatest(&self) -> i16 {
        i16::MAX
    }

    fn counter(&self) -> Box<dyn PatternCounter> {
        Box::new(PositionCounter(Counter::new(self.0)))
    }
}

/// See [`PatternCounter`].
#[derive(Debug)]
struct PositionCounter(Counter);

impl PatternCounter for PositionCounter {
    fn count(&self, session: &dyn Session, counted: &mut PatternInput) -> bool {
        let Ok(session) = GameSession::<GomokuGame>::of(session, ID) else { return false };
        let position = session.line().position();
        let Some(times) = self.0.count(position) else { return false };
        let us = position.side_to_move();
        let five = |side: Side| position.count(side, Threat::Five) > 0;
        *counted = PatternInput {
            times,
            entries: [Vec::new(), Vec::new()],
            opening: 1.0,
            divisors: [1.0; 2],
            // What a five wins at once, no static evaluation has to judge.
            captures: [five(us), five(us.other())],
        };
        true
    }
}
