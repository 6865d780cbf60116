//! Moves of draughts as sparring partners see them.

use crate::ID;
use crate::erased::{AnyMove, AnyPosition};
use crate::session::DraughtsGame;
use engine::{Preset, SparringGame, SparringText, SparringWeight, sparring_partners};
use game::{NullObserver, Position as _};

/// The sparring partners of all variants.
pub(crate) static PARTNERS: [Preset; 4] = sparring_partners::<DraughtsSparring>();

/// See [`SparringGame`].
#[derive(Debug)]
pub(crate) struct DraughtsSparring;

/// What a move takes: men, kings and a promotion, in hundredths of a man. Where the aim is to lose the pieces, what
/// it does not take.
fn takes(position: &AnyPosition, m: AnyMove) -> i32 {
    let gain = position.variant().code().gain(position, m);
    if position.rules().stuck_wins { -gain } else { gain }
}

fn after(position: &AnyPosition, m: AnyMove) -> AnyPosition {
    let mut next = *position;
    next.make(m, &mut NullObserver);
    next
}

/// What a capture takes, less what the best capture after it takes back.
fn exchange(position: &AnyPosition, capture: AnyMove) -> i32 {
    let next = after(position, capture);
    let back = next.captures().iter().map(|&answer| takes(&next, answer)).max().unwrap_or(0);
    takes(position, capture) - back
}

impl SparringGame for DraughtsSparring {
    type Rules = DraughtsGame;

    const PLAYS: &'static str = ID;

    const GREEDY: SparringText = (
        "Makes the capture that takes the most and crowns where it can. Otherwise it plays any legal move.",
        "吃得最多的一步优先，能升王就升王；否则随机走一步。",
    );

    const CAREFUL: SparringText = (
        "Wins at once where it can. Otherwise it looks at what it takes, what the opponent must take then, and what \
         it takes back; between moves that are equal in this, chance decides.",
        "能一步取胜就取胜；否则比较自己吃掉的、对方随后必须吃的和自己再吃回的；同样好的着法中随机选一步。",
    );

    fn weigh(position: &AnyPosition, m: AnyMove) -> SparringWeight {
        let next = after(position, m);
        let lost = next.captures().iter().map(|&answer| exchange(&next, answer)).max().unwrap_or(0);
        let stuck = !next.has_legal_move() && !position.rules().stuck_wins;
        let takes = takes(position, m);
        SparringWeight { wins: next.is_decided() || stuck, takes, balance: takes - lost }
    }
}
