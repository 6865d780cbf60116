//! What a linear evaluation of draughts is trained on.

use crate::erased::narrow;
use crate::session;
use draughts::{Square, VariantRules};
use draughts_engine::SearchableVariant;
use draughts_engine::eval::{Evaluation, GREATEST, LearntWeights, TERMS, Term, Weights, tables};
use engine::{PatternCounter, PatternInput, PatternTable, Patterns, Session};
use std::fmt;
use std::marker::PhantomData;

/// See [`Patterns`].
struct Counts<V: VariantRules>(PhantomData<V>);

impl<V: VariantRules> fmt::Debug for Counts<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Counts").field(&V::RULES.id).finish()
    }
}

/// The counts of a variant.
pub(crate) const fn of<V: SearchableVariant>() -> &'static dyn Patterns {
    &const { Counts::<V>(PhantomData) }
}

/// Terms that a training begins with; the others begin with 0.
const BEGUN: [Term; 4] = [Term::Man, Term::King, Term::KingsMore, Term::Turn];

impl<V: SearchableVariant> Patterns for Counts<V> {
    fn form(&self) -> String {
        LearntWeights::form::<V>()
    }

    fn singles(&self) -> Vec<String> {
        let terms = Term::ALL.iter().map(|term| term.name().to_owned());
        let squares = Square::<V>::all().map(|square| format!("king on {square}"));
        terms.chain(squares).collect()
    }

    fn tables(&self) -> Vec<PatternTable> {
        let table = |table: draughts_engine::eval::PatternTable| PatternTable {
            places: table.squares,
            parts: table.parts,
        };
        tables::<V>().into_iter().map(table).collect()
    }

    fn start(&self) -> Vec<[i16; 2]> {
        let weights = Weights::of(&V::RULES);
        let mut start = vec![[0; 2]; TERMS + Square::<V>::COUNT];
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
        Box::new(Counter(Evaluation::<V>::new()))
    }
}

/// See [`PatternCounter`].
#[derive(Debug)]
struct Counter<V: SearchableVariant>(Evaluation<V>);

impl<V: SearchableVariant> PatternCounter for Counter<V> {
    fn count(&self, session: &dyn Session, counted: &mut PatternInput) -> bool {
        let Ok(session) = session::of(session, V::RULES.id) else { return false };
        let sample = self.0.sample(&narrow(session.line().position()));
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
