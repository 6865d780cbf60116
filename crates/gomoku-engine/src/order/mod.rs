//! Which moves look promising before they are searched: what a stone makes, and what it keeps
//! the opponent from.

use crate::eval::{Values, WeightSet};
use game::Side;
use gomoku::{Pattern, Patterns, Rules};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// What a pattern is worth to the order of fours, and where the fit of the order of other moves
/// begins.
pub const WORTH: [i32; 12] = [0, 2, 4, 10, 34, 40, 110, 120, 150, 200, 300, 0];

/// How promising each combination of four patterns is, in units of history.
pub(crate) struct Order {
    /// By rule, and the same to both sides.
    fours: Box<[i16; 1 << 16]>,
    /// Fitted to the moves of games (`workshop gomoku tune-order`), in the form of an evaluation:
    /// the patterns of the side that moves and those of the one that waits.
    others: Values,
}

impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Order")
    }
}

/// The orders of rule sets, computed when they are first asked for.
type Known = Vec<(Rules, &'static Order)>;

impl Order {
    /// The order that fits the rules. It is kept for ever: there are only so many rule sets, and
    /// what the search knows of a game is copied often.
    pub(crate) fn of(rules: Rules) -> &'static Self {
        static KNOWN: Mutex<Known> = Mutex::new(Vec::new());
        // Only whole entries are ever pushed, so what a panicking thread left is sound.
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, order)) = known.iter().find(|(of, _)| *of == rules) {
            return order;
        }
        let order: &'static Self = Box::leak(Box::new(Self::compute(rules)));
        known.push((rules, order));
        order
    }

    fn compute(rules: Rules) -> Self {
        let mut all = vec![0; 1 << 16];
        for (index, value) in all.iter_mut().enumerate() {
            let mut worth = Pattern::all_of_index(index as u16).map(|p| WORTH[p as usize]);
            worth.sort_unstable_by_key(|w| std::cmp::Reverse(*w));
            // Two lines that cross are worth more than both alone.
            let sum: i32 = worth.iter().sum();
            *value = (8 * (sum + worth[1])).min(8000) as i16;
        }
        let fours = all.into_boxed_slice().try_into().expect("the table was made with this length");
        let texts = [
            include_str!("freestyle.txt"),
            include_str!("standard.txt"),
            include_str!("renju.txt"),
        ];
        Self { fours, others: Values::new(rules, &WeightSet::most_like(rules, texts)) }
    }

    /// How promising a move is to `us` who moves, by rule: for fours, and for what the root begins with.
    #[inline(always)]
    pub(crate) fn by_rule(&self, patterns: Patterns, us: Side) -> i32 {
        let own = i32::from(self.fours[patterns.index(us)]);
        let theirs = i32::from(self.fours[patterns.index(us.other())]);
        own + own / 4 + theirs
    }

    /// How promising a move that makes no four is to `us` who moves.
    #[inline(always)]
    pub(crate) fn learnt(&self, patterns: Patterns, us: Side) -> i32 {
        self.others.get(us, patterns)[0] + self.others.get(us.other(), patterns)[1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_orders_are_read() {
        for rules in [Rules::FREESTYLE, Rules::STANDARD, Rules::RENJU] {
            let order = Order::of(rules);
            assert!(std::ptr::eq(order, Order::of(rules)));
        }
    }
}
