//! The search of gomoku and renju in the lab.

use crate::session::{GomokuGame, GomokuSession};
use engine::Subject;
use game::Line;
use gomoku::Position;
use gomoku_engine::{Gomoku, traced};
use search::TracedSearcher;

/// The table of a searcher, in MiB.
const TABLE: usize = 16;

/// See [`Subject`].
#[derive(Debug)]
pub(crate) struct GomokuSubject;

impl Subject for GomokuSubject {
    type Rules = GomokuGame;
    type Domain = Gomoku;

    const PLAYS: &'static str = crate::variants::ID;

    fn line(session: &GomokuSession) -> Line<Position> {
        session.line().clone()
    }

    fn searcher(session: &GomokuSession) -> (Gomoku, Box<dyn TracedSearcher<Gomoku>>) {
        let rules = session.line().position().rules();
        (Gomoku::new(rules), traced(rules, TABLE))
    }
}
