//! The hand-made evaluation of Xiangqi.
//!
//! ```text
//! score = Σ over terms (Red's − Black's), tapered by the material left
//!         × how much can still be won with what is left       (SCALE)
//!         × how long nothing was captured                     (damped)
//! ```
//!
//! Every number is in [`weights`]; every term is linear in its number, so that the tuner (`workshop
//! xiangqi tune`) can fit all of them to games. The value and place of pieces and the counts of
//! pieces are updated as moves are made. All other terms are computed from the board, for one side
//! at a time and relative to that side, so that both colours are equal.
//!
//! A [`XiangqiNetwork`] can take the place of the terms or be added to them: [`Evaluation::with_net`]. It sees the [`features`] of a position.

mod cache;
mod tapered;

pub mod weights;

mod sink;

mod camp;
mod material;
mod place;

mod king;
mod lines;
mod pawns;
mod pieces;
mod threats;

pub mod features;
mod network;

mod explain;
mod sample;

#[cfg(test)]
mod testing;

pub use explain::{Explanation, explain, places};
pub use network::{NetError, XiangqiNetwork};
pub use sample::Sample;
pub use tapered::{Phase, Tapered};

use cache::Cache;
use camp::Camp;
use game::{Observer, Position as _, Side};
use material::{Balance, Counts};
use network::Accumulators;
use search::{Domain, Evaluator, Score};
use sink::{Sink, Total};
use xiangqi::{Piece, Position, Square, Squares};

/// The score of the position for the side to move, computed from scratch.
///
/// ```
/// use xiangqi::Position;
/// use xiangqi_engine::eval::evaluate;
/// // The start is equal but for the move.
/// let score = evaluate(&Position::start()).value();
/// assert!((0..60).contains(&score));
/// ```
#[must_use]
pub fn evaluate(position: &Position) -> Score {
    let balance = Balance::new(Counts::of(position));
    let mut places = [Total::default(); 2];
    for side in Side::ALL {
        place::terms(position, side, &mut places[side.index()]);
    }
    Score::new(finish(position, &balance, places[0].0 - places[1].0)).as_evaluation()
}

/// All terms but value, place and material.
fn board_terms(position: &Position, camps: &[Camp<'_>; 2], us: Side, sink: &mut impl Sink) {
    let occupied: Squares = position.occupied();
    let (own, enemy) = (&camps[us.index()], &camps[us.other().index()]);
    let on_move = position.side_to_move() == us;
    pieces::terms(own, enemy, occupied, sink);
    lines::terms(own, enemy, occupied, sink);
    king::terms(own, enemy, occupied, on_move, sink);
    pawns::terms(own, enemy, sink);
    threats::terms(own, enemy, on_move, sink);
    if on_move {
        sink.add(weights::TEMPO.only(), 1);
    }
}

/// Adds the terms of the board to the cached ones: the value for the side to move, in centipawns.
#[inline]
fn finish(position: &Position, balance: &Balance, places: Tapered) -> i32 {
    let camps = Camp::both(position);
    let mut totals = [Total::default(); 2];
    for side in Side::ALL {
        board_terms(position, &camps, side, &mut totals[side.index()]);
    }
    let sum = balance.score + places + totals[0].0 - totals[1].0;
    let red = sum.blend(balance.phase);
    let strong = if red >= 0 { Side::First } else { Side::Second };
    let red = red * balance.scale[strong.index()] / 64;
    let red = damped(red, position.quiet_plies());
    match position.side_to_move() {
        Side::First => red,
        Side::Second => -red,
    }
}

/// The part of an advantage that remains after many plies without a capture. The natural limit is
/// 120 plies, and an advantage without progress may be none.
const fn damped(score: i32, quiet_plies: u16) -> i32 {
    score * (DAMPING - quiet(quiet_plies)) / DAMPING
}

const DAMPING: i32 = 240;

/// The bound of a network's value before it is damped, far beyond every evaluation.
const GREATEST: i32 = 100_000;

const fn quiet(plies: u16) -> i32 {
    if plies < 120 { plies as i32 } else { 120 }
}

/// The evaluation as the search uses it: it updates value and place of the pieces as moves are made
/// and taken back.
#[derive(Clone)]
pub struct Evaluation {
    frames: Vec<Frame>,
    balances: Vec<Balance>,
    /// The network that evaluates instead of the terms, or beside them.
    network: Option<Box<Accumulators>>,
    known: Cache,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Frame {
    /// Red's less Black's.
    places: Tapered,
    counts: Counts,
}

/// 512 balances are enough: a search meets few exchanges of material.
const BALANCE_BITS: u32 = 9;

impl Evaluation {
    /// An evaluation of an empty board; [`Evaluation::start`] gives it a position.
    #[must_use]
    pub fn new() -> Self {
        Self {
            frames: vec![Frame::default()],
            balances: vec![Balance::new(Counts::default()); 1 << BALANCE_BITS],
            network: None,
            known: Cache::new(),
        }
    }

    /// The same, by a network or with one beside it; by hand without one.
    #[must_use]
    pub fn with_net(net: Option<XiangqiNetwork>) -> Self {
        let network = net.map(|net| Box::new(Accumulators::new(net)));
        Self { network, ..Self::new() }
    }

    /// The network, if it evaluates by one.
    #[must_use]
    pub fn net(&self) -> Option<&XiangqiNetwork> {
        self.network.as_deref().map(Accumulators::net)
    }

    /// Forgets all frames and starts at this position.
    pub fn start(&mut self, position: &Position) {
        self.frames.clear();
        self.frames.push(Frame::default());
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                let top = self.top();
                top.places += place::of(piece, square);
                top.counts.add(piece);
            }
        }
        if let Some(network) = &mut self.network {
            network.start(position);
        }
    }

    /// The score for the side to move. The position must be the one that the announced moves led
    /// to.
    pub fn judge(&mut self, position: &Position) -> Score {
        let key = Cache::key(position.key(), position.quiet_plies());
        if let Some(value) = self.known.get(key) {
            return Score::new(i32::from(value));
        }
        let score = self.computed(position);
        self.known.put(key, score.value() as i16);
        score
    }

    fn computed(&mut self, position: &Position) -> Score {
        let frame = *self.top();
        let mut value = 0;
        let mut is_hand_made = true;
        if let Some(network) = &mut self.network {
            value = network.value(position, features::bucket_of(frame.counts));
            value = damped(value.clamp(-GREATEST, GREATEST), position.quiet_plies());
            is_hand_made = network.is_beside();
        }
        if is_hand_made {
            let balance = self.balance(frame.counts);
            value += finish(position, &balance, frame.places);
        }
        Score::new(value).as_evaluation()
    }

    /// Opens a frame for a move about to be made.
    #[inline]
    pub fn open(&mut self) {
        let top = *self.top();
        self.frames.push(top);
        if let Some(network) = &mut self.network {
            network.open();
        }
    }

    /// Drops the last frame: the move is taken back.
    #[inline]
    pub fn close(&mut self) {
        if self.frames.len() > 1 {
            self.frames.pop();
        }
        if let Some(network) = &mut self.network {
            network.close();
        }
    }

    fn balance(&mut self, counts: Counts) -> Balance {
        let slot = &mut self.balances[counts.slot(BALANCE_BITS)];
        if slot.counts != counts {
            *slot = Balance::new(counts);
        }
        *slot
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the first frame is never dropped")
    }
}

impl Default for Evaluation {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluation").field("frames", &self.frames).finish_non_exhaustive()
    }
}

impl Observer<Position> for Evaluation {
    #[inline]
    fn left(&mut self, piece: Piece, square: Square) {
        let top = self.top();
        top.places -= place::of(piece, square);
        top.counts.remove(piece);
        if let Some(network) = &mut self.network {
            network.left(piece, square);
        }
    }

    #[inline]
    fn arrived(&mut self, piece: Piece, square: Square) {
        let top = self.top();
        top.places += place::of(piece, square);
        top.counts.add(piece);
        if let Some(network) = &mut self.network {
            network.arrived(piece, square);
        }
    }
}

impl<D: Domain<Position = Position>> Evaluator<D> for Evaluation {
    fn reset(&mut self, _: D, position: &Position) {
        self.start(position);
    }

    #[inline]
    fn push(&mut self) {
        self.open();
    }

    #[inline]
    fn pop(&mut self) {
        self.close();
    }

    fn evaluate(&mut self, _: D, position: &Position, _: &D::Info) -> Score {
        self.judge(position)
    }
}

#[cfg(test)]
mod tests {
    use super::testing::positions;
    use super::*;
    use proptest::prelude::*;

    /// Plays the chosen moves and takes them back; positions have the value of a fresh evaluation. On the way
    /// some are not evaluated, unless `every` is 1.
    fn kept_is_fresh(
        mut position: Position,
        choices: &[usize],
        every: usize,
        fresh: impl Fn(&Position) -> Score,
        mut kept: Evaluation,
    ) -> Result<(), TestCaseError> {
        kept.start(&position);
        let mut line = Vec::new();
        for choice in choices {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[choice % moves.len()];
            kept.open();
            line.push((m, position.make(m, &mut kept)));
            if choice % every == 0 {
                prop_assert_eq!(kept.judge(&position), fresh(&position));
            }
        }
        while let Some((m, undo)) = line.pop() {
            position.unmake(m, undo);
            kept.close();
            prop_assert_eq!(kept.judge(&position), fresh(&position));
        }
        Ok(())
    }

    fn by(net: &XiangqiNetwork, position: &Position) -> Score {
        let mut fresh = Evaluation::with_net(Some(net.clone()));
        fresh.start(position);
        fresh.judge(position)
    }

    fn networks() -> [XiangqiNetwork; 2] {
        [features::NAME, features::BESIDE].map(network::tests::net)
    }

    proptest! {
        #[test]
        fn a_network_is_kept_as_moves_are_made(position in positions(), choices in testing::choices()) {
            for net in networks() {
                let kept = Evaluation::with_net(Some(net.clone()));
                kept_is_fresh(position.clone(), &choices, 3, |position| by(&net, position), kept)?;
            }
        }

        #[test]
        fn a_network_sees_equal_colours(position in positions()) {
            for net in networks() {
                prop_assert_eq!(by(&net, &position.flipped()), by(&net, &position));
            }
        }

        #[test]
        fn a_network_beside_the_evaluation_is_added_to_it(position in positions()) {
            let [alone, beside] = networks().map(|net| by(&net, &position).value());
            let sum = Score::new(alone + evaluate(&position).value()).as_evaluation();
            // Scores that are no mate have bounds.
            if alone.abs() < 10_000 {
                prop_assert_eq!(beside, sum.value());
            }
        }

        #[test]
        fn colours_and_sides_of_the_board_are_alike(position in positions()) {
            prop_assert_eq!(evaluate(&position.flipped()), evaluate(&position));
            prop_assert_eq!(evaluate(&position.mirrored()), evaluate(&position));
        }

        #[test]
        fn the_kept_half_is_the_fresh_one(position in positions(), choices in testing::choices()) {
            kept_is_fresh(position, &choices, 1, evaluate, Evaluation::new())?;
        }
    }
}
