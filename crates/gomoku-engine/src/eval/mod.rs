//! The evaluation: linear, hand-made or learnt, in integers, and invariant under every rotation and reflection of the
//! board.
//!
//! For each side, an empty point is worth what a stone there would make on the four lines through
//! it. The board announces the points that change with each stone, so the sums are updated
//! incrementally.

mod explain;
mod linear;
pub mod lines;
mod network;
mod numbers;
mod values;
mod weights;

pub use explain::Explanation;
pub use linear::{Counter, Linear, LinearError, Times};
pub use network::{GomokuNetwork, NetError};
pub use numbers::{NumberKind, Numbers};
pub(crate) use values::by_combination;
pub use values::{Values, shape};
pub use weights::{ReadWeightsError, WeightSet, Weights};

use network::Tracker;

use crate::{Gomoku, Situation};
use game::{Observer, Position as _, Side};
use gomoku::{Content, Position, Rules, Square};
use search::{Evaluator, Score};
use std::sync::Arc;

/// Evaluates positions of a game of the family.
#[derive(Clone, Debug)]
pub struct Evaluation {
    values: Arc<Values>,
    /// The values of both sides' points: now, and before each move since the start.
    now: Sums,
    before: Vec<Sums>,
    /// The network, if one evaluates.
    learnt: Option<Tracker>,
}

/// The values of the points for Black and for White, as the side to move and as the side that
/// waits.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Sums([[i32; 2]; 2]);

impl Evaluation {
    /// The linear evaluation of the program for the rules.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self::with(Values::of(rules))
    }

    /// The hand-made evaluation with the values for the rules.
    #[must_use]
    pub fn by_hand(rules: Rules) -> Self {
        Self::with(Values::by_hand(rules))
    }

    /// The evaluation that the program has learnt for the most similar of freestyle, standard and renju rules: that of
    /// rules without numbers of their own. The training of such rules begins with it.
    #[must_use]
    pub fn by_similar(rules: Rules) -> Self {
        Self::with(Values::by_similar(rules))
    }

    /// The evaluation by this network, alone or beside the hand-made one. Under rules that it was not trained for, and
    /// without one, that of the program.
    #[must_use]
    pub fn with_net(rules: Rules, net: Option<GomokuNetwork>) -> Self {
        match net.filter(|net| net.rules() == rules) {
            Some(net) => Self { learnt: Some(Tracker::new(net)), ..Self::by_hand(rules) },
            None => Self::new(rules),
        }
    }

    /// The evaluation that was learnt. Under rules that it was not trained for, that of the program.
    #[must_use]
    pub fn with_linear(rules: Rules, linear: &Linear) -> Self {
        if linear.rules() == rules { Self::with(linear.values()) } else { Self::new(rules) }
    }

    /// The evaluation with these values.
    #[must_use]
    pub fn with(values: Arc<Values>) -> Self {
        Self { values, now: Sums::default(), before: Vec::with_capacity(256), learnt: None }
    }

    /// The score of a position for the side to move.
    ///
    /// ```
    /// use gomoku::{Position, Rules};
    /// use gomoku_engine::eval::Evaluation;
    /// let start = Position::new(Rules::FREESTYLE, 15);
    /// assert!(Evaluation::new(Rules::FREESTYLE).of(&start).value().abs() < 100);
    /// ```
    #[must_use]
    pub fn of(&mut self, position: &Position) -> Score {
        self.sum_up(position);
        if let Some(learnt) = &mut self.learnt {
            learnt.start(position);
        }
        self.judge(position)
    }

    /// The score by the network, if there is one, from the sums that are kept.
    #[inline(always)]
    fn judge(&mut self, position: &Position) -> Score {
        let Some(learnt) = &mut self.learnt else { return self.score(position) };
        let value = Score::new(learnt.value(position));
        if learnt.net().is_beside() { self.score(position) + value } else { value }
    }

    fn sum_up(&mut self, position: &Position) {
        self.now = Sums::default();
        for square in position.empty().iter() {
            self.arrived(Content::Prospects(position.prospects(square)), square);
        }
    }

    #[inline(always)]
    fn score(&self, position: &Position) -> Score {
        let us = position.side_to_move();
        let Sums(sums) = self.now;
        let points = sums[us.index()][0] - sums[us.other().index()][1];
        let value = points + self.values.threats(position, us);
        Score::new(value / Values::UNIT + self.values.tempo(us))
    }
}

impl Observer<Position> for Evaluation {
    #[inline(always)]
    fn left(&mut self, content: Content, _: Square) {
        let Content::Prospects(patterns) = content else { return };
        for side in Side::ALL {
            let [moving, waiting] = self.values.get(side, patterns);
            let sums = &mut self.now.0[side.index()];
            sums[0] -= moving;
            sums[1] -= waiting;
        }
    }

    #[inline(always)]
    fn arrived(&mut self, content: Content, square: Square) {
        let patterns = match content {
            Content::Prospects(patterns) => patterns,
            Content::Stone(stone) => {
                if let Some(learnt) = &mut self.learnt {
                    learnt.placed(stone.side, square);
                }
                return;
            }
        };
        for side in Side::ALL {
            let [moving, waiting] = self.values.get(side, patterns);
            let sums = &mut self.now.0[side.index()];
            sums[0] += moving;
            sums[1] += waiting;
        }
    }
}

impl Evaluator<Gomoku> for Evaluation {
    fn reset(&mut self, _: Gomoku, position: &Position) {
        self.before.clear();
        self.sum_up(position);
        if let Some(learnt) = &mut self.learnt {
            learnt.start(position);
        }
    }

    #[inline(always)]
    fn push(&mut self) {
        self.before.push(self.now);
        if let Some(learnt) = &mut self.learnt {
            learnt.push();
        }
    }

    #[inline(always)]
    fn pop(&mut self) {
        if let Some(before) = self.before.pop() {
            self.now = before;
            if let Some(learnt) = &mut self.learnt {
                learnt.pop();
            }
        }
    }

    #[inline]
    fn evaluate(&mut self, _: Gomoku, position: &Position, _: &Situation) -> Score {
        self.judge(position)
    }
}
