//! Matches in pairs of games that share an opening, with colours reversed.

use crate::Failure;
use game::{Outcome, Side};
use statistics::{EloEstimate, Pentanomial, Sprt, Trinomial};
use std::fmt::{self, Display};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The results so far, from the view of the first of two players.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Tally {
    games: Trinomial,
    /// The games of a pair share an opening and are not independent.
    pairs: Pentanomial,
}

impl Tally {
    /// Counts a pair: first the game in which the player had the first side, then the other.
    pub(crate) fn add(&mut self, outcomes: [Outcome; 2]) {
        let mut points = 0;
        for (outcome, own) in outcomes.into_iter().zip(Side::ALL) {
            let half_points = match outcome.winner() {
                Some(winner) if winner == own => 2,
                None => 1,
                Some(_) => 0,
            };
            self.games.add(half_points);
            points += half_points;
        }
        self.pairs.add(points);
    }

    /// The number of counted pairs.
    pub(crate) fn pairs(&self) -> u64 {
        self.pairs.pairs()
    }

    /// The log-likelihood ratio of a test.
    pub(crate) fn llr(&self, sprt: &Sprt) -> f64 {
        sprt.llr_of_pairs(self.pairs)
    }
}

impl Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Trinomial { wins, draws, losses } = self.games;
        write!(f, "{} games +{wins} ={draws} -{losses}", self.games.games())?;
        let Some(estimate) = EloEstimate::from_pairs(self.pairs) else { return Ok(()) };
        let [low, high] = estimate.interval;
        let (score, elo) = (100.0 * estimate.score, estimate.elo);
        write!(f, " {score:.1} % Elo {elo:+.0} [{low:+.0}, {high:+.0}]")
    }
}

/// The length of a match.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Match {
    /// Games, rounded up to pairs.
    pub(crate) games: u64,
    /// Pairs played at the same time.
    pub(crate) threads: u64,
}

/// Plays a match. `set_up` creates the data of a thread; `play` plays the pair with that number
/// with this data. `report` receives the results so far after each pair and whether it is the last,
/// and ends the match by returning `true`.
///
/// # Errors
/// The first failure of a thread; the others finish their pairs.
pub(crate) fn play<T>(
    what: Match,
    set_up: impl Fn() -> Result<T, Failure> + Sync,
    play: impl Fn(&mut T, u64) -> Result<[Outcome; 2], Failure> + Sync,
    report: impl Fn(&Tally, bool) -> bool + Sync,
) -> Result<(), Failure> {
    let pairs = what.games.div_ceil(2);
    let next = AtomicU64::new(0);
    // The results so far, and whether the match has been decided.
    let standing = Mutex::new((Tally::default(), false));
    let end = || next.store(pairs, Relaxed);
    let work = || -> Result<(), Failure> {
        let mut table = set_up().inspect_err(|_| end())?;
        loop {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= pairs {
                return Ok(());
            }
            let outcomes = play(&mut table, pair).inspect_err(|_| end())?;
            let mut standing = standing.lock().map_err(|_| "a thread failed while counting")?;
            let (tally, decided) = &mut *standing;
            if *decided {
                return Ok(());
            }
            tally.add(outcomes);
            if report(tally, tally.pairs() == pairs) {
                *decided = true;
                end();
            }
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..what.threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| "a thread failed")?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_count_for_the_one_who_won() {
        let mut tally = Tally::default();
        tally.add([Outcome::FirstWins, Outcome::SecondWins]);
        assert_eq!(tally.games, Trinomial { wins: 2, draws: 0, losses: 0 });
        tally.add([Outcome::SecondWins, Outcome::Draw]);
        assert_eq!(tally.games, Trinomial { wins: 2, draws: 1, losses: 1 });
        assert_eq!(tally.pairs.counts, [0, 1, 0, 0, 1]);
        tally.add([Outcome::FirstWins, Outcome::FirstWins]);
        tally.add([Outcome::Draw, Outcome::SecondWins]);
        // Shares of 1, 1/4, 1/2 and 3/4: 0.625 ± 1.96 · 0.2795 / √4.
        assert_eq!(tally.to_string(), "8 games +4 =2 -2 62.5 % Elo +89 [-107, +380]");
    }

    #[test]
    fn every_pair_is_played_once() {
        let played = Mutex::new(Vec::new());
        let last = Mutex::new(String::new());
        let run = |fails: u64| {
            play(
                Match { games: 41, threads: 3 },
                || Ok(()),
                |(), pair| {
                    played.lock().expect("no test panics").push(pair);
                    if pair == fails { Err("tired".into()) } else { Ok([Outcome::Draw; 2]) }
                },
                |tally, _| {
                    *last.lock().expect("no test panics") = tally.to_string();
                    false
                },
            )
            .map_err(|e| e.to_string())
        };
        assert_eq!(run(99), Ok(()));
        played.lock().expect("no test panics").sort_unstable();
        assert_eq!(*played.lock().expect("no test panics"), (0..21).collect::<Vec<_>>());
        assert!(last.lock().expect("no test panics").starts_with("42 games +0 =42 -0 50.0 %"));
        assert_eq!(run(4), Err("tired".to_owned()));
    }

    #[test]
    fn a_decided_match_ends() {
        let counted = Mutex::new(0);
        let win = [Outcome::FirstWins, Outcome::SecondWins];
        let done = play(
            Match { games: 1000, threads: 3 },
            || Ok(()),
            |(), _| Ok(win),
            |tally, _| {
                *counted.lock().expect("no test panics") = tally.pairs();
                tally.pairs() == 7
            },
        );
        assert!(done.is_ok());
        assert_eq!(*counted.lock().expect("no test panics"), 7);
    }
}
