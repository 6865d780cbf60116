//! What the counts of a person say beside those of others.

use crate::PersonId;

/// The quantile of the normal distribution for the bound: below it a rate lies by chance once in 200.
const BOUND: f64 = 2.576;
/// Others within so many points of a rating are compared with it.
const NEAR: f64 = 200.0;
/// From so many others on there is something to compare with.
const PEOPLE: usize = 8;
/// A rate whose bound is so many spreads above the median of others stands out.
const SPREADS: f64 = 2.0;
/// The standard deviation of a normal distribution by the median of the distances from its median.
const MAD: f64 = 1.4826;
/// Few people can be alike by chance: their spread counts at least so much.
const LEAST_SPREAD: f64 = 0.02;

/// The compared moves of a person in the last games of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct AgreementCounts {
    /// Whose.
    pub person: PersonId,
    /// The family of games and the class of time.
    pub pool: String,
    /// The games.
    pub games: u32,
    /// The moves that were compared.
    pub compared: u64,
    /// Those of them that the engine would choose.
    pub agreed: u64,
    /// Over the games, the sums of the squares of both, and of their product.
    pub compared_squares: u64,
    /// See there.
    pub agreed_squares: u64,
    /// See there.
    pub products: u64,
    /// The mean of the ratings after these games.
    pub rating: f64,
}

/// How others of about the same rating agree with the engine.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct UsualAgreement {
    /// How many they are.
    pub people: u32,
    /// The median of their rates.
    pub middle: f64,
    /// How far their rates lie from it, as a standard deviation.
    pub spread: f64,
}

/// What the counts of a person say.
#[derive(Clone, Debug, PartialEq)]
pub struct AgreementStanding {
    /// The counts.
    pub counts: AgreementCounts,
    /// The part of the moves that the engine would choose.
    pub rate: f64,
    /// The rate is hardly lower than this in truth (one chance in 200).
    pub least: f64,
    /// What is usual; `None` where there are too few others of about this rating.
    pub usual: Option<UsualAgreement>,
    /// Whether even the bound is far above what is usual.
    pub stands_out: bool,
}

impl AgreementCounts {
    #[expect(clippy::cast_precision_loss, reason = "counts of moves are small")]
    fn rate(&self) -> f64 {
        self.agreed as f64 / self.compared.max(1) as f64
    }

    /// The bound of Wilson with as many independent moves as the spread between the games allows: moves of one game are alike.
    #[expect(clippy::cast_precision_loss, reason = "counts of moves are small")]
    fn least(&self) -> f64 {
        let (rate, moves, games) =
            (self.rate(), self.compared.max(1) as f64, f64::from(self.games));
        let independent = rate * (1.0 - rate) / moves;
        let squares = self.agreed_squares as f64 - 2.0 * rate * self.products as f64
            + rate * rate * self.compared_squares as f64;
        let between = if games > 1.0 {
            games / (games - 1.0) * squares.max(0.0) / (moves * moves)
        } else {
            independent
        };
        let effective = if between > independent { moves * independent / between } else { moves };
        let z = BOUND * BOUND / effective;
        let root = (rate * (1.0 - rate) / effective + z / effective / 4.0).sqrt();
        (rate + z / 2.0 - BOUND * root) / (1.0 + z)
    }
}

/// Compares each of these with the others of the same kind of games and about the same rating. Those who are farthest above
/// what is usual come first, and where nothing is known of others the highest bounds come last.
#[must_use]
pub fn standings(all: &[AgreementCounts]) -> Vec<AgreementStanding> {
    let rates: Vec<f64> = all.iter().map(AgreementCounts::rate).collect();
    let mut standings: Vec<AgreementStanding> = all
        .iter()
        .enumerate()
        .map(|(own, counts)| {
            let is_near = |other: &AgreementCounts| {
                other.pool == counts.pool && (other.rating - counts.rating).abs() <= NEAR
            };
            let others = all.iter().zip(&rates).enumerate();
            let others = others.filter(|&(i, (other, _))| i != own && is_near(other));
            let usual = usual(&others.map(|(_, (_, &rate))| rate).collect::<Vec<_>>());
            let least = counts.least();
            let stands_out = usual.is_some_and(|it| least > it.middle + SPREADS * it.spread);
            AgreementStanding { counts: counts.clone(), rate: rates[own], least, usual, stands_out }
        })
        .collect();
    let height = |one: &AgreementStanding| one.usual.map(|usual| one.least - usual.middle);
    standings.sort_by(|a, b| {
        let height = |one| height(one).unwrap_or(f64::NEG_INFINITY);
        height(b).total_cmp(&height(a)).then_with(|| b.least.total_cmp(&a.least))
    });
    standings
}

/// Median and spread: one who is far off changes neither.
fn usual(rates: &[f64]) -> Option<UsualAgreement> {
    if rates.len() < PEOPLE {
        return None;
    }
    let middle = median(rates.to_vec());
    let spread = MAD * median(rates.iter().map(|rate| (rate - middle).abs()).collect());
    let people = u32::try_from(rates.len()).unwrap_or(u32::MAX);
    Some(UsualAgreement { people, middle, spread: spread.max(LEAST_SPREAD) })
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    let half = numbers.len() / 2;
    if numbers.len().is_multiple_of(2) {
        f64::midpoint(numbers[half - 1], numbers[half])
    } else {
        numbers[half]
    }
}

#[cfg(test)]
#[path = "standing_tests.rs"]
mod tests;
