//! What is compiled for each variant, behind one table.

use super::convert::{
    narrow, narrow_line, narrow_move, narrow_setup, narrow_square, widen, widen_attempt,
    widen_move, widen_setup, widen_square, widen_squares,
};
use super::engine::{TypedEngine, VariantEngine};
use super::{AnyAttempt, AnyLine, AnyMove, AnyPosition, AnySetup, AnySquare, AnyVariant};
use crate::endgames::{self, LoadedDatabase};
use draughts::notation::{Engine, Pdn, ReadMoveError};
use draughts::{
    Brazilian, Breakthrough, Canadian, Czech, English, FaultReason, FenError, Frisian,
    International, Italian, Killer, Limits, Losing, Pool, Position, Reason, Rules, RunningLimit,
    Russian, Setup, Spanish, Square, Turkish,
};
use draughts_engine::eval::{Evaluation, Explanation, LearntWeights};
use draughts_engine::{Draughts, SearchableVariant};
use endings::{Database, Value};
use game::{Notation as _, NullObserver, Position as _, Verdict};
use search::Domain as _;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::path::Path;

/// One thing that is wrong with a setup, see [`draughts::Fault`].
#[derive(Clone, Debug)]
pub(crate) struct PositionFault {
    pub(crate) reason: FaultReason,
    pub(crate) square: Option<AnySquare>,
    /// In words.
    pub(crate) text: String,
}

/// A setup that is no position: in words, and each fault.
#[derive(Clone, Debug)]
pub(crate) struct RefusedSetup {
    pub(crate) text: String,
    pub(crate) faults: Vec<PositionFault>,
}

/// The code of one variant. Positions, moves and squares that it is given must be of this variant.
pub(crate) trait VariantCode: Debug + Sync {
    fn rules(&self) -> &'static Rules;

    /// The bits of the squares in sets of squares, by number.
    fn square_bits(&self) -> Vec<u8>;
    fn letters(&self, square: AnySquare) -> String;
    fn read_square(&self, name: &str) -> Option<AnySquare>;

    fn start(&self) -> AnyPosition;
    fn legal_moves(
        &self,
        position: &AnyPosition,
        sink: &mut dyn FnMut(AnyMove) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
    fn count_legal(&self, position: &AnyPosition) -> u64;
    fn after(&self, position: &AnyPosition, m: AnyMove) -> AnyPosition;
    /// After a null move; none where that has no meaning.
    fn passed(&self, position: &AnyPosition) -> Option<AnyPosition>;
    fn must_capture(&self, position: &AnyPosition) -> bool;
    fn captures(&self, position: &AnyPosition) -> Vec<AnyMove>;
    fn routes(&self, position: &AnyPosition, m: AnyMove) -> Vec<Vec<AnySquare>>;
    fn attempts(&self, position: &AnyPosition, from: AnySquare) -> Vec<AnyAttempt>;
    fn divide(
        &self,
        position: &AnyPosition,
        depth: u32,
        each: &mut dyn FnMut(AnyMove, u64) -> ControlFlow<()>,
    );

    /// The FEN of a position.
    fn write(&self, position: &AnyPosition) -> String;
    fn read_setup(&self, text: &str) -> Result<AnySetup, FenError>;
    fn write_setup(&self, setup: &AnySetup) -> String;
    fn position(&self, setup: &AnySetup) -> Result<AnyPosition, RefusedSetup>;
    /// Reads a move in engine notation.
    fn read_engine(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, ReadMoveError>;
    /// Reads a move in the notation of PDN.
    fn read_pdn(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, ReadMoveError>;
    fn write_pdn(&self, position: &AnyPosition, m: AnyMove, letters: bool) -> String;

    fn judge(&self, line: &AnyLine, limits: &Limits) -> Option<Verdict<Reason>>;
    fn running_limits(&self, line: &AnyLine, limits: &Limits) -> Vec<RunningLimit>;
    fn occurrences(&self, line: &AnyLine) -> u32;

    fn engine(&self, megabytes: usize) -> Box<dyn VariantEngine>;
    /// What a move takes at first sight, in hundredths of a man ([`search::Domain::gain`]).
    fn gain(&self, position: &AnyPosition, m: AnyMove) -> i32;
    /// The evaluation taken apart, and the shares of squares in the value of the shapes.
    fn appraise(&self, position: &AnyPosition) -> (Explanation, Vec<(AnySquare, f64)>);
    /// The numbers of an evaluation in a file.
    fn read_learnt(&self, file: &[u8]) -> Result<LearntWeights, String>;

    /// Whether the variant can have an endgame database.
    fn supports_endgames(&self) -> bool;
    /// Whether the program has a database of the variant.
    fn has_endgames(&self) -> bool;
    /// The result that the database of the program has for the side to move.
    fn probe(&self, position: &AnyPosition) -> Option<Value>;
    /// The databases of a folder.
    fn load_endgames(&self, folder: &Path) -> Result<LoadedDatabase, String>;
}

/// See [`VariantCode`].
struct TypedVariant<V> {
    variant: AnyVariant,
    rules: PhantomData<V>,
}

impl<V> TypedVariant<V> {
    const fn at(place: u8) -> Self {
        Self { variant: AnyVariant(place), rules: PhantomData }
    }
}

impl<V> Debug for TypedVariant<V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TypedVariant({:?})", self.variant.0)
    }
}

/// The code of all variants, in the order of [`draughts::VARIANTS`].
pub(super) static ALL: [&dyn VariantCode; 14] = [
    &TypedVariant::<International>::at(0),
    &TypedVariant::<Killer>::at(1),
    &TypedVariant::<Breakthrough>::at(2),
    &TypedVariant::<Losing>::at(3),
    &TypedVariant::<Frisian>::at(4),
    &TypedVariant::<Canadian>::at(5),
    &TypedVariant::<Brazilian>::at(6),
    &TypedVariant::<Russian>::at(7),
    &TypedVariant::<Pool>::at(8),
    &TypedVariant::<English>::at(9),
    &TypedVariant::<Italian>::at(10),
    &TypedVariant::<Spanish>::at(11),
    &TypedVariant::<Czech>::at(12),
    &TypedVariant::<Turkish>::at(13),
];

impl<V: SearchableVariant> VariantCode for TypedVariant<V> {
    fn rules(&self) -> &'static Rules {
        const { &V::RULES }
    }

    fn square_bits(&self) -> Vec<u8> {
        Square::<V>::all().map(|square| square.bit_index() as u8).collect()
    }

    fn letters(&self, square: AnySquare) -> String {
        narrow_square::<V>(square).letters()
    }

    fn read_square(&self, name: &str) -> Option<AnySquare> {
        Some(widen_square(self.variant, Square::<V>::read(name)?))
    }

    fn start(&self) -> AnyPosition {
        widen(self.variant, &Position::<V>::start())
    }

    fn legal_moves(
        &self,
        position: &AnyPosition,
        sink: &mut dyn FnMut(AnyMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        narrow::<V>(position).legal_moves(&mut |m| sink(widen_move(self.variant, m)))
    }

    fn count_legal(&self, position: &AnyPosition) -> u64 {
        narrow::<V>(position).count_legal()
    }

    fn after(&self, position: &AnyPosition, m: AnyMove) -> AnyPosition {
        let mut after = narrow::<V>(position);
        after.make(narrow_move(m), &mut NullObserver);
        widen(self.variant, &after)
    }

    fn passed(&self, position: &AnyPosition) -> Option<AnyPosition> {
        let mut after = narrow::<V>(position);
        after.pass()?;
        Some(widen(self.variant, &after))
    }

    fn must_capture(&self, position: &AnyPosition) -> bool {
        narrow::<V>(position).must_capture()
    }

    fn captures(&self, position: &AnyPosition) -> Vec<AnyMove> {
        let captures = narrow::<V>(position).captures();
        captures.iter().map(|m| widen_move(self.variant, m)).collect()
    }

    fn routes(&self, position: &AnyPosition, m: AnyMove) -> Vec<Vec<AnySquare>> {
        let routes = narrow::<V>(position).routes(narrow_move(m));
        routes.iter().map(|route| widen_squares(self.variant, route)).collect()
    }

    fn attempts(&self, position: &AnyPosition, from: AnySquare) -> Vec<AnyAttempt> {
        let attempts = narrow::<V>(position).attempts(narrow_square(from));
        attempts.iter().map(|attempt| widen_attempt(self.variant, attempt)).collect()
    }

    fn divide(
        &self,
        position: &AnyPosition,
        depth: u32,
        each: &mut dyn FnMut(AnyMove, u64) -> ControlFlow<()>,
    ) {
        game::divide(&mut narrow::<V>(position), depth, &mut |m, nodes| {
            each(widen_move(self.variant, m), nodes)
        });
    }

    fn write(&self, position: &AnyPosition) -> String {
        narrow::<V>(position).to_string()
    }

    fn read_setup(&self, text: &str) -> Result<AnySetup, FenError> {
        Ok(widen_setup(self.variant, &text.parse::<Setup<V>>()?))
    }

    fn write_setup(&self, setup: &AnySetup) -> String {
        narrow_setup::<V>(setup).to_string()
    }

    fn position(&self, setup: &AnySetup) -> Result<AnyPosition, RefusedSetup> {
        let position = Position::try_from(narrow_setup::<V>(setup));
        let position = position.map_err(|refused| RefusedSetup {
            text: refused.to_string(),
            faults: refused
                .faults
                .iter()
                .map(|fault| PositionFault {
                    reason: fault.reason,
                    square: fault.square.map(|square| widen_square(self.variant, square)),
                    text: fault.to_string(),
                })
                .collect(),
        })?;
        Ok(widen(self.variant, &position))
    }

    fn read_engine(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, ReadMoveError> {
        Ok(widen_move(self.variant, Engine.parse(&narrow::<V>(position), text)?))
    }

    fn read_pdn(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, ReadMoveError> {
        Ok(widen_move(self.variant, Pdn::default().parse(&narrow::<V>(position), text)?))
    }

    fn write_pdn(&self, position: &AnyPosition, m: AnyMove, letters: bool) -> String {
        Pdn { letters }.print(&narrow::<V>(position), narrow_move(m))
    }

    fn judge(&self, line: &AnyLine, limits: &Limits) -> Option<Verdict<Reason>> {
        draughts::judge_within(&narrow_line::<V>(line), limits)
    }

    fn running_limits(&self, line: &AnyLine, limits: &Limits) -> Vec<RunningLimit> {
        draughts::running_limits(&narrow_line::<V>(line), limits)
    }

    fn occurrences(&self, line: &AnyLine) -> u32 {
        draughts::occurrences(&narrow_line::<V>(line))
    }

    fn engine(&self, megabytes: usize) -> Box<dyn VariantEngine> {
        Box::new(TypedEngine::<V>::new(self.variant, megabytes))
    }

    fn gain(&self, position: &AnyPosition, m: AnyMove) -> i32 {
        Draughts::<V>::default().gain(&narrow(position), narrow_move(m)).value()
    }

    fn appraise(&self, position: &AnyPosition) -> (Explanation, Vec<(AnySquare, f64)>) {
        let (evaluation, position) = (Evaluation::<V>::new(), narrow(position));
        let shapes = evaluation.shapes_by_square(&position).into_iter();
        let shapes = shapes.map(|(square, value)| (widen_square(self.variant, square), value));
        (evaluation.explain(&position), shapes.collect())
    }

    fn read_learnt(&self, file: &[u8]) -> Result<LearntWeights, String> {
        LearntWeights::read::<V>(file).map_err(|why| why.to_string())
    }

    fn supports_endgames(&self) -> bool {
        endings::supports::<V>().is_ok()
    }

    fn has_endgames(&self) -> bool {
        Database::<V>::shipped().is_some()
    }

    fn probe(&self, position: &AnyPosition) -> Option<Value> {
        Database::<V>::shipped()?.probe(&narrow(position))
    }

    fn load_endgames(&self, folder: &Path) -> Result<LoadedDatabase, String> {
        endgames::of_folder::<V>(folder).map(|database| database as LoadedDatabase)
    }
}
