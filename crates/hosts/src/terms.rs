//! Options and scores of the engine in the form that several protocols share.

use engine::{OptionKind, OptionSpec, Score};
use protocol::{OptionDecl, OptionType};

/// An option as protocols of lines declare it, under this name.
pub(crate) fn declare(name: impl Into<String>, spec: &OptionSpec) -> OptionDecl {
    let kind = match &spec.kind {
        OptionKind::Check { default } => OptionType::Check { default: *default },
        OptionKind::Spin { default, min, max } => {
            OptionType::Spin { default: *default, min: *min, max: *max }
        }
        OptionKind::Combo { default, values } => OptionType::Combo {
            default: (*default).to_owned(),
            values: values.iter().map(|&v| v.to_owned()).collect(),
        },
        OptionKind::Button => OptionType::Button,
        OptionKind::Text { default } => OptionType::String { default: default.clone() },
    };
    OptionDecl { name: name.into(), kind }
}

/// A score as one number, for protocols without mate scores: the end of the game counts `end`, each ply before
/// it one less; `evaluation` converts centipawns.
pub(crate) fn number(score: Score, end: i32, evaluation: impl Fn(i32) -> i32) -> i32 {
    match (score, score.plies()) {
        (Score::Cp(cp), _) => evaluation(cp),
        (_, Some(plies)) if plies > 0 => end - plies.min(end / 2),
        (_, plies) => -end + plies.unwrap_or(0).saturating_abs().min(end / 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ply_before_the_end_costs_one() {
        let number = |score| number(score, 10_000, |cp| cp);
        assert_eq!(number(Score::Cp(35)), 35);
        assert_eq!(number(Score::Mate(0)), -10_000);
        assert_eq!(number(Score::Mate(1)), 9_999);
        assert_eq!(number(Score::Mate(-1)), -9_998);
        assert_eq!(number(Score::Mate(i32::MAX)), 5_000);
        assert_eq!(number(Score::Mate(i32::MIN)), -5_000);
    }
}
