//! Who plays whom when two people ask for a game now: the nearest rating within a window that grows with the wait.

use crate::Moment;

/// The difference of ratings that nobody has to wait for.
const AT_ONCE: f64 = 100.0;
/// How much the window grows in a second.
const PER_SECOND: f64 = 10.0;

/// Somebody who waits for a game.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitingPlayer {
    /// The game that is offered.
    pub game: String,
    /// Since when.
    pub since: Moment,
    /// The rating of who waits.
    pub rating: f64,
}

/// The largest difference of ratings after a wait.
#[must_use]
pub fn window(since: Moment, now: Moment) -> f64 {
    let milliseconds = now.0.saturating_sub(since.0).clamp(0, 3_600_000);
    #[expect(clippy::cast_precision_loss, reason = "an hour has few milliseconds")]
    let seconds = milliseconds as f64 / 1000.0;
    AT_ONCE + PER_SECOND * seconds
}

/// The place in `others` of who plays with `own`: the nearest rating, and of these who has waited longest. Who waits
/// already goes to an older offer only: of two who find each other one stays.
#[must_use]
pub fn nearest(own: &WaitingPlayer, others: &[WaitingPlayer], now: Moment) -> Option<usize> {
    let fits = |other: &WaitingPlayer| {
        let is_older = (other.since, &other.game) < (own.since, &own.game);
        let widest = window(own.since, now).max(window(other.since, now));
        is_older && (own.rating - other.rating).abs() <= widest
    };
    let found = others.iter().enumerate().filter(|(_, other)| fits(other));
    let nearer = |(_, a): &(usize, &WaitingPlayer), (_, b): &(usize, &WaitingPlayer)| {
        let distance = |other: &WaitingPlayer| (own.rating - other.rating).abs();
        let by_distance = distance(a).total_cmp(&distance(b));
        by_distance.then_with(|| (a.since, &a.game).cmp(&(b.since, &b.game)))
    };
    found.min_by(nearer).map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::float_cmp, reason = "these numbers are exact")]

    use super::*;

    fn waits(game: &str, since: i64, rating: f64) -> WaitingPlayer {
        WaitingPlayer { game: game.to_owned(), since: Moment(since), rating }
    }

    #[test]
    fn the_nearest_within_the_window_is_found_and_the_window_grows() {
        let others = [waits("a", 0, 1_900.0), waits("b", 1, 1_560.0), waits("c", 2, 1_440.0)];
        let own = waits("z", 1_000, 1_500.0);
        let at = |ms: i64| Moment(1_000 + ms);
        // As near as the other one, and has waited longer.
        assert_eq!(nearest(&own, &others, at(0)), Some(1));
        assert_eq!(nearest(&own, &others[..1], at(0)), None);
        // After half a minute 400 points are not too many.
        assert_eq!(nearest(&own, &others[..1], at(28_999)), None);
        assert_eq!(nearest(&own, &others[..1], at(29_000)), Some(0));
        assert_eq!(window(Moment(10), Moment(0)), 100.0, "a clock that was set back");
        assert!(window(Moment(0), Moment(i64::MAX)).is_finite());
    }

    #[test]
    fn of_two_who_find_each_other_one_stays() {
        let (one, other) = (waits("a", 5, 1_500.0), waits("b", 5, 1_500.0));
        let now = Moment(9);
        let goes = [
            nearest(&one, std::slice::from_ref(&other), now),
            nearest(&other, std::slice::from_ref(&one), now),
        ];
        assert_eq!(goes, [None, Some(0)]);
    }
}
