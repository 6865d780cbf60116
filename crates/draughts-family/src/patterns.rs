//! What a linear evaluation of draughts is trained on.

use crate::erased::{AnyVariant, narrow};
use crate::session;
use draughts::VARIANTS;
use draughts_engine::SearchableVariant;
use draughts_engine::eval::{Evaluation, GREATEST, LearntWeights, TERMS, Term, Weights, tables};
use engine::{PatternCounter, PatternInput, PatternTable, Patterns, Session};
use std::sync::LazyLock;

/// See [`Patterns`].
#[derive(Debug)]
struct Counts(AnyVariant);

/// The counts of a variant.
pub(crate) fn of(variant: AnyVariant) -> Option<&'static dyn Patterns> {
    static ALL: LazyLock<Vec<Counts>> =
        LazyLock::new(|| VARIANTS.into_iter().filter_map(AnyVariant::of_id).map(Counts).collect());
    let counts = ALL.iter().find(|counts| counts.0 == variant)?;
    Some(counts)
}

/// Terms that a training begins with; the others begin with 0.
const BEGUN: [Term; 4] = [Term::Man, Term::King, Term::KingsMore, Term::Turn];

impl Patterns for Counts {
    fn form(&self) -> String {
        LearntWeights::form(self.0.rules())
    }

    fn singles(&self) -> Vec<String> {
        let terms = Term::ALL.iter().map(|term| term.name().to_owned());
        let squares = self.0.squares().map(|square| format!("king on {square}"));
        terms.chain(squares).collect()
    }

    fn tables(&self) -> Vec<PatternTable> {
        let table = |table: draughts_engine::eval::PatternTable| PatternTable {
            places: table.squares,
            parts: table.parts,
        };
        tables(self.0.rules()).into_iter().map(table).collect()
    }

    fn start(&self) -> Vec<[i16; 2]> {
        let weights = Weights::of(self.0.rules());
        let mut start = vec![[0; 2]; TERMS + self.0.squares().count()];
        for term in BEGUN {
            // All hand-made weights are small numbers.
            start[term as usize] = weights.terms[term as usize].map(|weight| weight as i16);
        }
        start
    }

    fn greatest(&self) -> i16 {
        GREATEST
    }

    fn counter(&self) -> Box<dyn PatternCounter> {
        self.0.code().counter()
    }
}

/// Counts in positions of a variant.
pub(crate) fn counter<V: SearchableVariant>(variant: V) -> Box<dyn PatternCounter> {
    Box::new(Counter { variant, evaluation: Evaluation::new(variant) })
}

/// See [`PatternCounter`].
#[derive(Debug)]
struct Counter<V: SearchableVariant> {
    variant: V,
    evaluation: Evaluation<V>,
}

impl<V: SearchableVariant> PatternCounter for Counter<V> {
    fn count(&self, session: &dyn Session, counted: &mut PatternInput) -> bool {
        let Ok(session) = session::of(session, self.variant.rules().id) else { return false };
        let sample = self.evaluation.sample(&narrow(self.variant, session.line().position()));
        *counted = PatternInput {
            times: sample.times,
            entries: sample.codes,
            opening: sample.phase,
            divisors: sample.divisors.map(|divisor| divisor as f32),
            captures: sample.captures,
        };
        true
    }
}
