//! Moves of draughts as sparring partners see them.

use crate::session::DraughtsGame;
use draughts::{Move, Position};
use draughts_engine::{Draughts, SearchableVariant};
use engine::{Preset, SparringGame, SparringText, SparringWeight, sparring_partners};
use game::{NullObserver, Position as _};
use search::Domain as _;
use std::marker::PhantomData;

/// The sparring partners of a variant.
pub(crate) const fn of<V: SearchableVariant>() -> &'static [Preset] {
    const { &sparring_partners::<DraughtsSparring<V>>() }
}

/// See [`SparringGame`].
#[derive(Debug)]
pub(crate) struct DraughtsSparring<V>(PhantomData<V>);

/// What a move takes: men, kings and a promotion, in hundredths of a man. Where the aim is to lose the pieces, what
/// it does not take.
fn takes<V: SearchableVariant>(position: &Position<V>, m: Move<V>) -> i32 {
    let gain = Draughts::<V>::default().gain(position, m).value();
    if V::RULES.stuck_wins { -gain } else { gain }
}

fn after<V: SearchableVariant>(position: &Position<V>, m: Move<V>) -> Position<V> {
    let mut next = *position;
    next.make(m, &mut NullObserver);
    next
}

/// What a capture takes, less what the best capture after it takes back.
fn exchange<V: SearchableVariant>(position: &Position<V>, capture: Move<V>) -> i32 {
    let next = after(position, capture);
    let back = next.captures().iter().map(|answer| takes(&next, answer)).max().unwrap_or(0);
    takes(position, capture) - back
}

impl<V: SearchableVariant> SparringGame for DraughtsSparring<V> {
    type Rules = DraughtsGame<V>;

    const PLAYS: &'static str = V::RULES.id;

    const GREEDY: SparringText = (
        "Makes the capture that takes the most and crowns where it can. Otherwise it plays any legal move.",
        "吃得最多的一步优先，能升王就升王；否则随机走一步。",
    );

    const CAREFUL: SparringText = (
        "Wins at once where it can. Otherwise it looks at what it takes, what the opponent must take then, and what \
         it takes back; between moves that are equal in this, chance decides.",
        "能一步取胜就取胜；否则比较自己吃掉的、对方随后必须吃的和自己再吃回的；同样好的着法中随机选一步。",
    );

    fn weigh(position: &Position<V>, m: Move<V>) -> SparringWeight {
        let next = after(position, m);
        let lost = next.captures().iter().map(|answer| exchange(&next, answer)).max().unwrap_or(0);
        let stuck = !next.has_legal_move() && !V::RULES.stuck_wins;
        let takes = takes(position, m);
        SparringWeight { wins: next.is_decided() || stuck, takes, balance: takes - lost }
    }
}
