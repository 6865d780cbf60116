//! The order of moves before the search: the patterns that a stone makes, and those of the opponent
//! that it prevents.

use crate::eval::{Values, WeightSet, by_combination};
use game::Side;
use gomoku::{Patterns, Rules};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// The value of a pattern in the order of fours, and the initial values for the fit of the order of
/// other moves.
pub const WORTH: [i32; 12] = [0, 2, 4, 10, 34, 40, 110, 120, 150, 200, 300, 0];

/// The score of each combination of four patterns, in units of history.
pub(crate) struct Order {
    /// Computed by rule, and the same for both sides.
    fours: Box<[i16; 1 << 16]>,
    /// Fitted to the moves of games (`workshop gomoku tune-order`), in the form of an evaluation:
    /// the patterns of the side to move and those of the one that waits.
    others: Values,
}

impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Order")
    }
}

/// The orders of rule sets, computed on first use.
type OrderCache = Vec<(Rules, &'static Order)>;

impl Order {
    /// The order for the rules. It is never freed: there are few rule sets, and the domain, which
    /// holds a reference, is copied often.
    pub(crate) fn of(rules: Rules) -> &'static Self {
        static KNOWN: Mutex<OrderCache> = Mutex::new(Vec::new());
        // Only whole entries are ever pushed, so the list is valid even after a panic of another
        // thread.
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, order)) = known.iter().find(|(of, _)| *of == rules) {
            return order;
        }
        let order: &'static Self = Box::leak(Box::new(Self::compute(rules)));
        known.push((rules, order));
        order
    }

    fn compute(rules: Rules) -> Self {
        let fours = by_combination(|patterns| {
            let mut worth = patterns.map(|pattern| WORTH[pattern as usize]);
            worth.sort_unstable_by_key(|w| std::cmp::Reverse(*w));
            // Two lines that cross are worth more than their sum.
            let sum: i32 = worth.iter().sum();
            (8 * (sum + worth[1])).min(8000) as i16
        });
        let texts = [
            include_str!("freestyle.txt"),
            include_str!("standard.txt"),
            include_str!("renju.txt"),
        ];
        Self { fours, others: Values::of_order(rules, &WeightSet::most_like(rules, texts)) }
    }

    /// The score of a move of `us`, the side to move, by rule: for fours, and for the initial order
    /// at the root.
    #[inline(always)]
    pub(crate) fn by_rule(&self, patterns: Patterns, us: Side) -> i32 {
        let own = i32::from(self.fours[patterns.index(us)]);
        let theirs = i32::from(self.fours[patterns.index(us.other())]);
        own + own / 4 + theirs
    }

    /// The score of a move of `us`, the side to move, that makes no four.
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
