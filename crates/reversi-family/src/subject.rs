//! The search of reversi in the lab.

use crate::session::{ReversiGame, ReversiSession};
use engine::Subject;
use game::Line;
use reversi::Position;
use reversi_engine::{Reversi, traced};
use search::TracedSearcher;

/// The table of a searcher, in MiB.
const TABLE: usize = 16;

/// See [`Subject`].
#[derive(Debug)]
pub(crate) struct ReversiSubject;

impl Subject for ReversiSubject {
    type Rules = ReversiGame;
    type Domain = Reversi;

    const PLAYS: &'static str = crate::variants::ID;

    fn line(session: &ReversiSession) -> Line<Position> {
        session.line().clone()
    }

    fn searcher(_: &ReversiSession) -> (Reversi, Box<dyn TracedSearcher<Reversi>>) {
        (Reversi::default(), traced(TABLE))
    }
}
