//! The search of Xiangqi in the lab.

use crate::session::{XiangqiGame, XiangqiSession};
use engine::Subject;
use game::Line;
use search::TracedSearcher;
use xiangqi::Position;
use xiangqi_engine::{Xiangqi, traced};

/// The table of a searcher, in MiB.
const TABLE: usize = 16;

/// See [`Subject`].
#[derive(Debug)]
pub(crate) struct XiangqiSubject;

impl Subject for XiangqiSubject {
    type Rules = XiangqiGame;
    type Domain = Xiangqi;

    const PLAYS: &'static str = crate::ID;

    fn line(session: &XiangqiSession) -> Line<Position> {
        session.line().clone()
    }

    fn searcher(session: &XiangqiSession) -> (Xiangqi, Box<dyn TracedSearcher<Xiangqi>>) {
        (Xiangqi::new(session.ruling().rules), traced(TABLE))
    }
}
