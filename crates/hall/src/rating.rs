//! Ratings: Glicko-2, by the crate `skillratings`. Each rated game is a rating period of its own, and the deviation grows
//! with the time in which somebody does not play.

use crate::{ClockSetting, GameState, Moment, PersonId, Player, Seat, Side};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// The scale between Glicko-2 and the usual numbers.
const SCALE: f64 = 173.717_8;
/// After so many days the deviation has grown as after one period without games: from 60 to 110 in about a year.
const PERIOD_DAYS: f64 = 4.7;
/// The deviation of somebody of whom nothing is known; none is greater.
const MOST_DEVIATION: f64 = 350.0;
/// Nobody is known better than so.
const LEAST_DEVIATION: f64 = 45.0;
/// A rating with a greater deviation is provisional.
pub const PROVISIONAL: f64 = 110.0;
/// The ratings of the levels of the machine, in every game. Level 3, which is even with a player that looks one move ahead
/// and errs in nothing, stands at 1000; the steps are those that were measured between neighbours, in the mean of all
/// games (`notebook/2026-11-27-level-scores.md`). The last one was not measured: 200 is assumed.
pub const LEVELS: [u16; 12] =
    [595, 717, 1000, 1177, 1372, 1566, 1774, 1975, 2180, 2391, 2551, 2751];
/// How exactly the rating of a level is known: the games differ.
const LEVEL_DEVIATION: f64 = 80.0;
/// How many moves of each side a game is thought to have when its time is estimated.
const MOVES: u64 = 40;

/// How long the games are that are rated together.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TimeClass {
    /// Less than three minutes for each side.
    Bullet,
    /// Less than ten.
    Blitz,
    /// Less than thirty.
    Rapid,
    /// More.
    Classical,
    /// Days for a move.
    Correspondence,
    /// No clock.
    Untimed,
}

impl TimeClass {
    /// All of them, the shortest first.
    pub const ALL: [Self; 6] = [
        Self::Bullet,
        Self::Blitz,
        Self::Rapid,
        Self::Classical,
        Self::Correspondence,
        Self::Untimed,
    ];

    /// The class of a clock, by the time that a side has for 40 moves.
    #[must_use]
    pub fn of(clock: &ClockSetting) -> Self {
        let ms = match *clock {
            ClockSetting::None => return Self::Untimed,
            ClockSetting::Days { .. } => return Self::Correspondence,
            ClockSetting::PerMove { ms } => ms.saturating_mul(MOVES),
            ClockSetting::Increment { base_ms, increment_ms } => {
                base_ms.saturating_add(increment_ms.saturating_mul(MOVES))
            }
            // Half of the moves are made in periods.
            ClockSetting::ByoYomi { base_ms, period_ms, .. } => {
                base_ms.saturating_add(period_ms.saturating_mul(MOVES / 2))
            }
        };
        match ms / 60_000 {
            0..3 => Self::Bullet,
            3..10 => Self::Blitz,
            10..30 => Self::Rapid,
            _ => Self::Classical,
        }
    }

    /// Its word in messages.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Bullet => "bullet",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
            Self::Correspondence => "correspondence",
            Self::Untimed => "untimed",
        }
    }
}

/// The name of what is rated together: the family of a game and the class of its clock.
#[must_use]
pub fn pool(family: &str, clock: &ClockSetting) -> String {
    format!("{family}/{}", TimeClass::of(clock).word())
}

/// How strong somebody is, and how well that is known.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rating {
    /// The usual number: 1500 for somebody of whom nothing is known.
    pub rating: f64,
    /// The standard deviation of it.
    pub deviation: f64,
    /// How much the strength changes.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Self {
        Self { rating: 1500.0, deviation: MOST_DEVIATION, volatility: 0.06 }
    }
}

impl Rating {
    /// That of a level of the machine, 1 to 12, which stays as it is.
    #[must_use]
    pub fn of_level(level: u8) -> Self {
        let rating = f64::from(LEVELS[usize::from(level.clamp(1, 12)) - 1]);
        Self { rating, deviation: LEVEL_DEVIATION, volatility: 0.06 }
    }

    /// The same after a time without games.
    #[must_use]
    pub fn at(self, last: Moment, now: Moment) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "a difference of moments is far smaller")]
        let days = now.0.saturating_sub(last.0).max(0) as f64 / 86_400_000.0;
        let grown = SCALE * self.volatility * (days / PERIOD_DAYS).sqrt();
        Self { deviation: self.deviation.hypot(grown).min(MOST_DEVIATION), ..self }
    }

    /// The rating after a game.
    #[must_use]
    pub fn after(self, opponent: Self, points: GamePoints) -> Self {
        let outcome = match points {
            GamePoints::Won => Outcomes::WIN,
            GamePoints::Drawn => Outcomes::DRAW,
            GamePoints::Lost => Outcomes::LOSS,
        };
        let new = glicko2_rating_period(
            &self.as_glicko(),
            &[(opponent.as_glicko(), outcome)],
            &Glicko2Config::new(),
        );
        Self {
            rating: new.rating,
            deviation: new.deviation.clamp(LEAST_DEVIATION, MOST_DEVIATION),
            volatility: new.volatility,
        }
    }

    /// Whether too little is known to compare it with others.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL
    }

    const fn as_glicko(self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.rating,
            deviation: self.deviation,
            volatility: self.volatility,
        }
    }
}

/// What a game was for one of its players.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum GamePoints {
    /// Won.
    Won,
    /// Drawn.
    Drawn,
    /// Lost.
    Lost,
}

impl GamePoints {
    /// What it was for the player of this side.
    #[must_use]
    pub fn of(side: Side, winner: Option<Side>) -> Self {
        match winner {
            None => Self::Drawn,
            Some(winner) if winner == side => Self::Won,
            Some(_) => Self::Lost,
        }
    }

    /// 2 for a win, 1 for a draw.
    #[must_use]
    pub const fn doubled(self) -> u32 {
        match self {
            Self::Won => 2,
            Self::Drawn => 1,
            Self::Lost => 0,
        }
    }
}

/// A player of a rated game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatedPlayer {
    /// A person, whose rating changes.
    Person {
        /// Who.
        id: PersonId,
        /// The name at the end of the game.
        name: String,
    },
    /// A level of the machine.
    Level {
        /// 1 to 12.
        level: u8,
    },
}

/// How a rated game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedResult {
    /// What it is rated with.
    pub pool: String,
    /// The players, the first side first.
    pub players: [RatedPlayer; 2],
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
}

impl GameState {
    /// How the game ended for the ratings; `None` while it goes on, if it is not rated, and where nobody is rated.
    #[must_use]
    pub fn rated_result(&self) -> Option<RatedResult> {
        let setup = self.setup();
        let end = self
            .end()
            .filter(|end| setup.rated && end.outcome.is_some() && !end.is_by_organiser())?;
        let [first, second] = Side::ALL.map(|side| self.rated_player(side));
        let players = [first?, second?];
        let [a, b] = &players;
        let has_two = match (a, b) {
            (RatedPlayer::Person { id: a, .. }, RatedPlayer::Person { id: b, .. }) => a != b,
            (RatedPlayer::Level { .. }, RatedPlayer::Level { .. }) => false,
            _ => true,
        };
        let pool = pool(self.session().variant().family, &setup.clock);
        has_two.then_some(RatedResult { pool, players, winner: end.winner })
    }

    fn rated_player(&self, side: Side) -> Option<RatedPlayer> {
        match self.player(side) {
            Player::Machine { level, preset: None, .. } => {
                Some(RatedPlayer::Level { level: *level })
            }
            Player::Machine { .. } => None,
            Player::Person { name, seat } => {
                let id = match seat {
                    Some(Seat::Taken { person }) => person,
                    Some(Seat::Open { .. }) => return None,
                    None => self.setup().maker.as_ref()?,
                };
                Some(RatedPlayer::Person { id: id.clone(), name: name.clone() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(found: f64, expected: f64, error: f64) {
        assert!((found - expected).abs() < error, "{found} is not {expected}");
    }

    #[test]
    fn the_example_of_the_paper() {
        // Glickman, "Example of the Glicko-2 system".
        let player = Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let opponents = [(1400.0, 30.0), (1550.0, 100.0), (1700.0, 300.0)];
        let opponents = opponents.map(|(rating, deviation)| Glicko2Rating {
            rating,
            deviation,
            volatility: 0.06,
        });
        let outcomes = [Outcomes::WIN, Outcomes::LOSS, Outcomes::LOSS];
        let games: Vec<_> = opponents.into_iter().zip(outcomes).collect();
        let new = glicko2_rating_period(&player.as_glicko(), &games, &Glicko2Config::new());
        about(new.rating, 1464.06, 0.01);
        about(new.deviation, 151.52, 0.01);
        about(new.volatility, 0.059_99, 0.000_01);
    }

    #[test]
    fn a_game_moves_both_and_time_makes_less_certain() {
        let (new, known) = (Rating::default(), Rating { deviation: 60.0, ..Rating::default() });
        let (won, lost) = (new.after(known, GamePoints::Won), known.after(new, GamePoints::Lost));
        assert!(won.rating > 1600.0 && won.deviation < 350.0, "{won:?}");
        assert!((1485.0..1500.0).contains(&lost.rating), "{lost:?}");
        let drawn = new.after(new, GamePoints::Drawn);
        about(drawn.rating, 1500.0, 1e-9);
        let year = Moment(365 * 86_400_000);
        about(known.at(Moment(0), year).deviation, 110.0, 2.0);
        about(known.at(year, Moment(0)).deviation, 60.0, 1e-9);
        about(new.at(Moment(0), year).deviation, 350.0, 1e-9);
        let mut best = known;
        for _ in 0..500 {
            best = best.after(known, GamePoints::Drawn);
        }
        assert!(best.deviation >= LEAST_DEVIATION && !best.is_provisional());
    }

    #[test]
    fn the_classes_of_time() {
        let clock = |base: u64, increment: u64| ClockSetting::Increment {
            base_ms: base * 60_000,
            increment_ms: increment * 1000,
        };
        for (clock, class) in [
            (clock(1, 0), "bullet"),
            (clock(1, 2), "bullet"),
            (clock(3, 0), "blitz"),
            (clock(5, 3), "blitz"),
            (clock(10, 0), "rapid"),
            (clock(10, 5), "rapid"),
            (clock(30, 0), "classical"),
            (ClockSetting::PerMove { ms: 30_000 }, "rapid"),
            (ClockSetting::PerMove { ms: 3_000 }, "bullet"),
            (ClockSetting::PerMove { ms: u64::MAX }, "classical"),
            (ClockSetting::Days { days: 1 }, "correspondence"),
            (ClockSetting::None, "untimed"),
        ] {
            assert_eq!(pool("x", &clock), format!("x/{class}"), "{clock:?}");
        }
        let byo_yomi = ClockSetting::ByoYomi {
            base_ms: 600_000,
            move_ms: None,
            period_ms: 30_000,
            periods: 3,
        };
        assert_eq!(TimeClass::of(&byo_yomi), TimeClass::Rapid);
    }
}
