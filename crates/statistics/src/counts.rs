use serde::{Deserialize, Serialize};

/// Results of single games, from the view of one player.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Results of pairs of games from one opening with colours exchanged, from the view of one
/// player.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial {
    /// The numbers of pairs with 0, ½, 1, 1½ and 2 points.
    pub counts: [u64; 5],
}

/// Counts as a distribution over scores between 0 and 1, for both kinds of counts.
pub(super) struct Distribution {
    /// Each score with its number of occurrences, by rising score.
    pub(super) points: Vec<(f64, f64)>,
    /// The number of games behind one count.
    pub(super) games_each: f64,
}

impl Trinomial {
    /// The number of games.
    #[must_use]
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points, in halves.
    #[must_use]
    pub fn half_points(self) -> u64 {
        2 * self.wins + self.draws
    }

    /// The same games from the opponent's view.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Counts one game with 0, 1 or 2 half points.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    pub(super) fn distribution(self) -> Distribution {
        spread(&[self.losses, self.draws, self.wins], 1.0)
    }
}

impl Pentanomial {
    /// The number of pairs.
    #[must_use]
    pub fn pairs(self) -> u64 {
        self.counts.iter().sum()
    }

    /// Counts one pair with 0 to 4 half points.
    pub fn add(&mut self, half_points: u8) {
        self.counts[usize::from(half_points.min(4))] += 1;
    }

    pub(super) fn distribution(self) -> Distribution {
        spread(&self.counts, 2.0)
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of games stay far below 2^52")]
fn spread(counts: &[u64], games_each: f64) -> Distribution {
    let top = (counts.len() - 1) as f64;
    let points = counts.iter().enumerate().map(|(i, &count)| (i as f64 / top, count as f64));
    Distribution { points: points.collect(), games_each }
}

impl Distribution {
    pub(super) fn total(&self) -> f64 {
        self.points.iter().map(|(_, n)| n).sum()
    }

    /// The same counts with zeros replaced by small values, so that logarithms exist.
    pub(super) fn softened(mut self) -> Self {
        for (_, count) in &mut self.points {
            *count = count.max(1e-3);
        }
        self
    }

    /// Scores with their probabilities.
    pub(super) fn probabilities(&self) -> Vec<(f64, f64)> {
        let total = self.total();
        self.points.iter().map(|&(score, n)| (score, n / total)).collect()
    }
}

/// Mean and variance of scores with their probabilities.
pub(super) fn mean_and_variance(probabilities: &[(f64, f64)]) -> (f64, f64) {
    let mean: f64 = probabilities.iter().map(|(score, p)| score * p).sum();
    let variance = probabilities.iter().map(|(score, p)| (score - mean).powi(2) * p).sum();
    (mean, variance)
}
