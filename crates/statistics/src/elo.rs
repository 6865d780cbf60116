use super::counts::{Distribution, Pentanomial, Trinomial, mean_and_variance};
use libm::erf;
use serde::Serialize;
use std::f64::consts::LN_10;

/// The scale of an Elo difference.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EloModel {
    /// Expected score = 1 / (1 + 10^(−elo/400)).
    Logistic,
    /// The difference in units of a game's standard deviation: the effort needed to prove it does
    /// not depend on the number of draws.
    #[default]
    Normalized,
    /// BayesElo with its own draw parameter.
    Bayesian,
}

/// One normalised Elo per unit of score over standard deviation.
pub(super) const NORMALIZED_UNIT: f64 = 800.0 / LN_10;

/// The 97.5 % point of the normal distribution: both sides together make 95 %.
const Z95: f64 = 1.959_963_984_540_054;

/// Elo differences estimated from results. They are infinite when everything was won or lost; the
/// error is also infinite when all results were equal.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct EloEstimate {
    /// Score, 0 to 1.
    pub score: f64,
    /// Logistic Elo difference.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
    /// The ends of that interval; an end beyond a score of 0 or 1 is infinite.
    pub interval: [f64; 2],
    /// Normalised Elo difference.
    pub normalized: f64,
    /// Half the width of its 95 % interval.
    pub normalized_error: f64,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
}

impl EloEstimate {
    /// From single games; `None` without games.
    ///
    /// ```
    /// use statistics::{EloEstimate, Trinomial};
    /// let even = Trinomial { wins: 10, draws: 20, losses: 10 };
    /// assert_eq!(EloEstimate::from_games(even).unwrap().elo.round(), 0.0);
    /// ```
    #[must_use]
    pub fn from_games(games: Trinomial) -> Option<Self> {
        (games.games() > 0).then(|| Self::new(&games.distribution()))
    }

    /// From pairs of games; `None` without pairs.
    #[must_use]
    pub fn from_pairs(pairs: Pentanomial) -> Option<Self> {
        (pairs.pairs() > 0).then(|| Self::new(&pairs.distribution()))
    }

    fn new(counts: &Distribution) -> Self {
        let total = counts.total();
        let (score, variance) = mean_and_variance(&counts.probabilities());
        let deviation = (variance / total).sqrt();
        let low = elo_of_score(score - Z95 * deviation);
        let high = elo_of_score(score + Z95 * deviation);
        let per_game = (variance * counts.games_each).sqrt();
        let edge = score - 0.5;
        Self {
            score,
            elo: elo_of_score(score),
            // Equal results give no information about their variance.
            interval: [low, high],
            error: if variance == 0.0 { f64::INFINITY } else { (high - low) / 2.0 },
            normalized: if edge == 0.0 { 0.0 } else { edge / per_game * NORMALIZED_UNIT },
            normalized_error: Z95 * NORMALIZED_UNIT / (total * counts.games_each).sqrt(),
            los: if edge == 0.0 {
                0.5
            } else {
                0.5 * (1.0 + erf(edge / deviation / std::f64::consts::SQRT_2))
            },
        }
    }
}

/// The logistic Elo difference with this expected score; infinite at 0 and 1 and beyond.
///
/// ```
/// assert_eq!(statistics::elo_of_score(0.75).round(), 191.0);
/// ```
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The expected score at this logistic Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, published: f64) {
        let tolerance = 0.01_f64.max(published.abs() * 0.001);
        assert!((found - published).abs() < tolerance, "{found}, published {published}");
    }

    /// Figures of fastchess, app/tests/elo_test.cpp at commit 2f5e8881.
    #[test]
    fn single_games_as_fastchess_has_them() {
        for (wins, losses, draws, nelo, nelo_error, los) in [
            (76, 89, 123, -20.76, 40.13, 0.1553),
            (136, 96, 111, 49.77, 36.77, 0.9960),
            (34, 356, 0, -508.44, 34.48, 0.0),
        ] {
            let found = EloEstimate::from_games(Trinomial { wins, draws, losses }).unwrap();
            close(found.normalized, nelo);
            close(found.normalized_error, nelo_error);
            close(found.los, los);
        }
        let found = EloEstimate::from_games(Trinomial { wins: 136, draws: 111, losses: 96 });
        close(found.unwrap().elo, 40.70);
        close(found.unwrap().error, 30.43);
    }

    /// The same file; its middle count is given there as two, drawn twice and won-and-lost.
    #[test]
    fn pairs_as_fastchess_has_them() {
        for (counts, nelo, nelo_error, elo, error) in [
            ([34, 54, 31 + 32, 64, 75], 57.94, 28.28, 55.58, 27.65),
            ([332, 433, 457 + 41, 333, 334], -9.17, 10.96, -8.64, 10.33),
            ([7895, 8757, 5485 + 200, 568, 9999], -19.01, 2.65, -21.04, 2.95),
        ] {
            let found = EloEstimate::from_pairs(Pentanomial { counts }).unwrap();
            close(found.normalized, nelo);
            close(found.normalized_error, nelo_error);
            close(found.elo, elo);
            close(found.error, error);
        }
    }

    #[test]
    fn one_sided_results_have_no_finite_elo() {
        let found = EloEstimate::from_games(Trinomial { wins: 3, draws: 0, losses: 0 }).unwrap();
        assert_eq!(found.elo, f64::INFINITY);
        assert_eq!(EloEstimate::from_games(Trinomial::default()), None);
    }
}
