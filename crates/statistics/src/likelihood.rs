//! Maximum-likelihood distributions under a hypothesis, after Van den Bergh, "A practical
//! introduction to the GSPRT" and "Normalized Elo in practice".

use super::counts::mean_and_variance;

/// The distribution with this mean that is nearest to the observed one.
pub(super) fn with_mean(observed: &[(f64, f64)], mean: f64) -> Vec<(f64, f64)> {
    let shifted: Vec<_> = observed.iter().map(|&(score, p)| (score - mean, p)).collect();
    reweighted(observed, &shifted)
}

/// The distribution nearest to the observed one among those whose mean lies `t` standard deviations
/// above one half. The condition is not linear: the solution iterates over linear approximations,
/// which takes a few steps.
pub(super) fn with_t_value(observed: &[(f64, f64)], t: f64) -> Vec<(f64, f64)> {
    #[expect(clippy::cast_precision_loss, reason = "three or five")]
    let even = 1.0 / observed.len() as f64;
    let mut current: Vec<_> = observed.iter().map(|&(score, _)| (score, even)).collect();
    for _ in 0..10 {
        let (mean, variance) = mean_and_variance(&current);
        let sigma = variance.sqrt();
        let linear: Vec<_> = observed
            .iter()
            .map(|&(score, p)| {
                let pull = 1.0 + ((mean - score) / sigma).powi(2);
                (score - 0.5 - t * sigma * pull / 2.0, p)
            })
            .collect();
        let next = reweighted(observed, &linear);
        let moved = current.iter().zip(&next).map(|(a, b)| (a.1 - b.1).abs()).fold(0.0, f64::max);
        current = next;
        if moved < 1e-9 {
            break;
        }
    }
    current
}

/// Divides each probability by `1 + x·a` with the `x` that makes the sum of `a·p` zero, `a`
/// being the left column of `condition`.
fn reweighted(observed: &[(f64, f64)], condition: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let x = secular_root(condition);
    let pairs = observed.iter().zip(condition);
    pairs.map(|(&(score, p), &(a, _))| (score, p / (1.0 + x * a))).collect()
}

/// The `x` at which the sum of `p·a / (1 + x·a)` is zero. The sum falls strictly between its
/// two poles, so halving finds it.
fn secular_root(condition: &[(f64, f64)]) -> f64 {
    let sum = |x: f64| condition.iter().map(|&(a, p)| p * a / (1.0 + x * a)).sum::<f64>();
    let least = condition.iter().map(|c| c.0).fold(f64::INFINITY, f64::min);
    let most = condition.iter().map(|c| c.0).fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        // The hypothesis is impossible with these scores.
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_becomes_what_is_asked() {
        let observed = [(0.0, 0.2), (0.5, 0.3), (1.0, 0.5)];
        for mean in [0.3, 0.5, 0.65, 0.9] {
            let found = with_mean(&observed, mean);
            assert!((mean_and_variance(&found).0 - mean).abs() < 1e-9);
            let total: f64 = found.iter().map(|f| f.1).sum();
            assert!((total - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn the_t_value_becomes_what_is_asked() {
        let observed = [(0.0, 0.1), (0.25, 0.2), (0.5, 0.3), (0.75, 0.2), (1.0, 0.2)];
        for t in [-0.2, 0.0, 0.1] {
            let (mean, variance) = mean_and_variance(&with_t_value(&observed, t));
            assert!(((mean - 0.5) / variance.sqrt() - t).abs() < 1e-6);
        }
    }
}
