//! Which quiet moves look promising: what a stone makes, and what it keeps the opponent from.

use game::Side;
use gomoku::{Pattern, Patterns};
use std::fmt;
use std::sync::LazyLock;

/// What a pattern is worth to the order of moves.
const WORTH: [i32; 12] = [0, 2, 4, 10, 34, 40, 110, 120, 150, 200, 300, 0];

/// How promising each combination of four patterns is, in units of history.
pub(crate) struct Order(Box<[i16; 1 << 16]>);

impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Order")
    }
}

impl Order {
    /// The table: it is computed once.
    pub(crate) fn get() -> &'static Self {
        static ORDER: LazyLock<Order> = LazyLock::new(Order::compute);
        &ORDER
    }

    fn compute() -> Self {
        let mut all = vec![0; 1 << 16];
        for (index, value) in all.iter_mut().enumerate() {
            let mut worth = Pattern::all_of_index(index as u16).map(|p| WORTH[p as usize]);
            worth.sort_unstable_by_key(|w| std::cmp::Reverse(*w));
            // Two lines that cross are worth more than both alone.
            let sum: i32 = worth.iter().sum();
            *value = (8 * (sum + worth[1])).min(8000) as i16;
        }
        Self(all.into_boxed_slice().try_into().expect("the table was made with this length"))
    }

    /// How promising a point is to `us` who moves.
    #[inline(always)]
    pub(crate) fn of(&self, patterns: Patterns, us: Side) -> i32 {
        let own = i32::from(self.0[patterns.index(us)]);
        let theirs = i32::from(self.0[patterns.index(us.other())]);
        own + own / 4 + theirs
    }
}
