use super::camp::Camp;
use super::material::{self, Counts, Scale};
use super::sink::Coefficients;
use super::{Side, board_terms, place};
use xiangqi::Position;

/// A position as the tuner sees it: the evaluation as a function of its numbers.
///
/// With `p` the phase in sixteenths, the evaluation from Red's side is
/// `Σ times · (p · middlegame + (16 − p) · endgame) / 16`, times the entry of the scale table
/// for the side that is better, in 64ths, times `fresh`.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The numbers that count, and how often: Red's minus Black's, zeros left out.
    pub terms: Vec<(u16, i16)>,
    /// 0 to 16.
    pub phase: u8,
    /// The entries of the scale table for an advantage of Red, and of Black.
    pub scale: [u8; 2],
    /// The share that remains after so many plies without a capture, 0 to 1.
    pub fresh: f32,
}

impl Sample {
    /// Splits a position into its terms.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let camps = Camp::both(position);
        let counts = Counts::of(position);
        let [red, black] = Side::ALL.map(|side| {
            let mut sink = Coefficients::new();
            place::terms(position, side, &mut sink);
            material::terms(counts, side, &mut sink);
            board_terms(position, &camps, side, &mut sink);
            sink.0
        });
        let terms = red
            .iter()
            .zip(&black)
            .enumerate()
            .filter(|(_, (r, b))| r != b)
            .map(|(index, (r, b))| (index as u16, (r - b) as i16))
            .collect();
        Self {
            terms,
            phase: counts.phase().sixteenths() as u8,
            scale: Side::ALL.map(|side| Scale::of(counts, side).index() as u8),
            fresh: super::damped(1000, position.quiet_plies()) as f32 / 1000.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::positions;
    use crate::eval::{evaluate, weights};
    use game::Position as _;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_sample_says_what_the_evaluation_says(position in positions()) {
            let sample = Sample::of(&position);
            let phase = f64::from(sample.phase);
            let sum: f64 = sample.terms.iter().map(|&(index, times)| {
                let value = weights::value(usize::from(index));
                let (mg, eg) = (f64::from(value.middlegame()), f64::from(value.endgame()));
                f64::from(times) * (phase * mg + (16.0 - phase) * eg) / 16.0
            }).sum();
            let scale = weights::scale(usize::from(sample.scale[usize::from(sum < 0.0)]));
            let red = sum * f64::from(scale) / 64.0 * f64::from(sample.fresh);
            let score = f64::from(evaluate(&position).value());
            let score = if position.side_to_move() == Side::First { score } else { -score };
            prop_assert!((red - score).abs() <= 4.0, "{red} {score}");
        }
    }
}
