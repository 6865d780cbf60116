use super::counts::{Distribution, Pentanomial, Trinomial};
use super::elo::{EloModel, NORMALIZED_UNIT, score_of_elo};
use super::likelihood::{with_mean, with_t_value};
use serde::Serialize;
use thiserror::Error;

/// A sequential probability ratio test: is the difference `elo1` rather than `elo0`?
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// The current decision of the test.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtDecision {
    /// Play on.
    Undecided,
    /// The difference is `elo1` or more, with error probability `alpha`.
    AcceptH1,
    /// The difference is `elo0` or less, with error probability `beta`.
    AcceptH0,
}

/// The reason why a test is invalid.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
pub enum SprtError {
    /// The hypotheses are not in order.
    #[error("elo0 must be less than elo1")]
    Order,
    /// An error probability is invalid.
    #[error("alpha and beta must lie between 0 and 1 and sum to less than 1")]
    Probability,
}

impl Sprt {
    /// A test of `elo1` against `elo0` with these error probabilities.
    ///
    /// # Errors
    /// When the hypotheses are not in order or a probability is invalid.
    ///
    /// ```
    /// use statistics::{EloModel, Pentanomial, Sprt, SprtDecision};
    /// let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, EloModel::Normalized).unwrap();
    /// let llr = sprt.llr_of_pairs(Pentanomial { counts: [10, 100, 300, 250, 40] });
    /// assert_eq!(sprt.decide(llr), SprtDecision::AcceptH1);
    /// ```
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: EloModel,
    ) -> Result<Self, SprtError> {
        // Written so that NaN fails too.
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Order);
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Probability);
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The log-likelihood ratios at which the test ends: below, above.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The decision for a log-likelihood ratio.
    #[must_use]
    pub fn decide(&self, llr: f64) -> SprtDecision {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            SprtDecision::AcceptH1
        } else if llr <= lower {
            SprtDecision::AcceptH0
        } else {
            SprtDecision::Undecided
        }
    }

    /// The log-likelihood ratio of single games.
    #[must_use]
    pub fn llr_of_games(&self, games: Trinomial) -> f64 {
        if games.games() == 0 {
            return 0.0;
        }
        match self.model {
            EloModel::Bayesian => self.bayesian_llr(games),
            _ => self.llr(games.distribution().softened()),
        }
    }

    /// The log-likelihood ratio of pairs of games. BayesElo does not define pairs: under it the
    /// hypotheses are read as logistic.
    #[must_use]
    pub fn llr_of_pairs(&self, pairs: Pentanomial) -> f64 {
        if pairs.pairs() == 0 { 0.0 } else { self.llr(pairs.distribution().softened()) }
    }

    #[expect(clippy::needless_pass_by_value, reason = "softened for this one use")]
    fn llr(&self, counts: Distribution) -> f64 {
        let observed = counts.probabilities();
        let under = |elo: f64| match self.model {
            EloModel::Normalized => {
                with_t_value(&observed, elo / NORMALIZED_UNIT * counts.games_each.sqrt())
            }
            EloModel::Logistic | EloModel::Bayesian => with_mean(&observed, score_of_elo(elo)),
        };
        let (h0, h1) = (under(self.elo0), under(self.elo1));
        let per_count: f64 = observed
            .iter()
            .zip(h0.iter().zip(&h1))
            .map(|(&(_, p), (&(_, p0), &(_, p1)))| p * (p1 / p0).ln())
            .sum();
        counts.total() * per_count
    }

    /// BayesElo: the draw parameter is estimated from the games; then both hypotheses give
    /// probabilities of loss, draw and win.
    #[expect(clippy::cast_precision_loss, reason = "counts of games stay far below 2^52")]
    fn bayesian_llr(&self, games: Trinomial) -> f64 {
        if games.wins == 0 || games.draws == 0 || games.losses == 0 {
            return 0.0;
        }
        let total = games.games() as f64;
        let (win, loss) = (games.wins as f64 / total, games.losses as f64 / total);
        let draw_elo = 200.0 * ((1.0 - loss) / loss * (1.0 - win) / win).log10();
        let under = |elo: f64| {
            let win = score_of_elo(elo - draw_elo);
            let loss = score_of_elo(-elo - draw_elo);
            [loss, 1.0 - win - loss, win]
        };
        let counts = [games.losses, games.draws, games.wins];
        let (h0, h1) = (under(self.elo0), under(self.elo1));
        (0..3).map(|i| counts[i] as f64 * (h1[i] / h0[i]).ln()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
    }

    fn close(found: f64, published: f64) {
        let tolerance = 0.01_f64.max(published.abs() * 0.01);
        assert!((found - published).abs() < tolerance, "{found}, published {published}");
    }

    /// Figures of fastchess, app/tests/sprt_test.cpp at commit 0cbac498; without the rows of
    /// one-sided results, whose figures differ between its own versions.
    #[test]
    fn single_games_as_fastchess_has_them() {
        use EloModel::{Bayesian, Logistic, Normalized};
        for (wins, losses, draws, elo0, elo1, model, llr) in [
            (36433, 36027, 68692, 0.0, 2.0, Normalized, 0.92),
            (10871, 10650, 20431, -1.75, 0.25, Normalized, 2.30),
            (21404, 21184, 40708, 0.5, 2.5, Logistic, -1.57),
            (57433, 57030, 106_593, 0.0, 2.0, Logistic, -2.59),
            (68965, 68526, 128_429, 0.0, 2.0, Bayesian, -1.26),
            (21629, 21484, 41111, 0.5, 2.5, Bayesian, -1.13),
        ] {
            let games = Trinomial { wins, draws, losses };
            close(test(elo0, elo1, model).llr_of_games(games), llr);
        }
    }

    /// The same file; its middle count is given there as two.
    #[test]
    fn pairs_as_fastchess_has_them() {
        use EloModel::{Logistic, Normalized};
        for (counts, elo0, elo1, model, llr) in [
            ([365, 16618, 36029 + 200, 16974, 390], 0.0, 2.0, Normalized, 2.25),
            ([127, 4883, 10311 + 401, 5150, 104], -1.75, 0.25, Normalized, 3.01),
            ([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, Logistic, -3.07),
            ([871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, Logistic, -4.98),
        ] {
            close(test(elo0, elo1, model).llr_of_pairs(Pentanomial { counts }), llr);
        }
    }

    /// Figures of cutechess, projects/lib/tests/sprt/tst_sprt.cpp at commit 0394da8d. Its
    /// hypotheses are logistic and scaled to BayesElo by the slope at an even game.
    #[test]
    fn single_games_as_cutechess_has_them() {
        for (wins, losses, draws, llr) in
            [(1477_u32, 1351_u32, 2942_u32, 2.52), (555, 555, 298, -0.74)]
        {
            let total = f64::from(wins + draws + losses);
            let (win, loss) = (f64::from(wins) / total, f64::from(losses) / total);
            let (wins, draws, losses) = (wins.into(), draws.into(), losses.into());
            let games = Trinomial { wins, draws, losses };
            let x = ((loss / (1.0 - loss)) * (win / (1.0 - win))).sqrt();
            let slope = 4.0 * x / (1.0 + x).powi(2);
            let sprt = Sprt::new(0.0, 10.0 / slope, 0.01, 0.01, EloModel::Bayesian).unwrap();
            close(sprt.llr_of_games(games), llr);
            close(sprt.bounds().0, -4.6);
            close(sprt.bounds().1, 4.6);
        }
    }

    #[test]
    fn no_games_say_nothing() {
        let sprt = test(0.0, 5.0, EloModel::Normalized);
        assert_eq!(sprt.llr_of_games(Trinomial::default()), 0.0);
        assert_eq!(sprt.llr_of_pairs(Pentanomial::default()), 0.0);
        assert_eq!(sprt.decide(0.0), SprtDecision::Undecided);
    }

    #[test]
    fn senseless_tests_are_refused() {
        let new = |e0, e1, a, b| Sprt::new(e0, e1, a, b, EloModel::Logistic);
        assert_eq!(new(5.0, 0.0, 0.05, 0.05), Err(SprtError::Order));
        assert_eq!(new(f64::NAN, 0.0, 0.05, 0.05), Err(SprtError::Order));
        assert_eq!(new(0.0, 5.0, 0.0, 0.05), Err(SprtError::Probability));
        assert_eq!(new(0.0, 5.0, 0.6, 0.6), Err(SprtError::Probability));
    }
}
