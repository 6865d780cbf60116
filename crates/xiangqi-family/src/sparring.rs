//! Moves of Xiangqi as sparring partners see them.

use crate::session::XiangqiGame;
use engine::{Preset, SparringGame, SparringText, SparringWeight, sparring_partners};
use game::{NullObserver, Position as _};
use xiangqi::{Move, Position};
use xiangqi_engine::{exchange_yield, gained};

/// See [`engine::Family::sparring_partners`].
pub(crate) static PARTNERS: [Preset; 4] = sparring_partners::<XiangqiSparring>();

/// See [`SparringGame`].
#[derive(Debug)]
pub(crate) struct XiangqiSparring;

impl SparringGame for XiangqiSparring {
    type Rules = XiangqiGame;

    const PLAYS: &'static str = crate::ID;

    const GREEDY: SparringText = (
        "Captures the most valuable piece it can, without a look at what captures back. Otherwise it plays any \
         legal move.",
        "能吃就吃价值最大的子，不看会不会被吃回；没有子可吃时随机走一步。",
    );

    const CAREFUL: SparringText = (
        "Mates at once where it can. Otherwise it takes what is free and leaves nothing that one exchange on one \
         point would win; between moves that are equal in this, chance decides.",
        "能一步将死就将死；否则吃没有保护的子，也不把子留给对方在一点上兑换得利；同样好的着法中随机选一步。",
    );

    /// An answer counts by the exchange that it begins on its point.
    fn weigh(position: &Position, m: Move) -> SparringWeight {
        let takes = gained(position, m);
        let mut next = position.clone();
        next.make(m, &mut NullObserver);
        let answers = next.moves();
        let captures = answers.iter().filter(|&&answer| next.captured(answer).is_some());
        let lost = captures.map(|&answer| exchange_yield(&next, answer)).max().unwrap_or(0);
        SparringWeight { wins: answers.is_empty(), takes, balance: takes - lost.max(0) }
    }
}
