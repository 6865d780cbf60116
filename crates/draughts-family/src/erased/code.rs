//! What is compiled for each variant, behind one table.

use super::convert::{
    narrow, narrow_line, narrow_move, narrow_setup, narrow_square, widen, widen_attempt,
    widen_move, widen_setup, widen_square, widen_squares,
};
use super::engine::{TypedEngine, VariantEngine};
use super::{AnyAttempt, AnyLine, AnyMove, AnyPosition, AnySetup, AnySquare, AnyVariant};
use crate::endgames::{self, LoadedDatabase};
use crate::patterns;
use draughts::groups::{LikeEnglish, LikeInternational, LikeItalian, LikeRussian};
use draughts::notation::{Engine, Pdn, ReadMoveError};
use draughts::{
    Canadian, FaultReason, FenError, Frisian, International, Limits, Position, Reason, Rules,
    RunningLimit, Setup, Square, Turkish,
};
use draughts_engine::eval::{Evaluation, Explanation, LearntWeights};
use draughts_engine::{Draughts, SearchableVariant};
use endings::{Database, Value};
use engine::PatternCounter;
use game::{Notation as _, NullObserver, Position as _, Verdict};
use search::Domain as _;
use std::fmt::Debug;
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
    /// Counts what a linear evaluation is trained on.
    fn counter(&self) -> Box<dyn PatternCounter>;
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
    typed: V,
}

impl<V> TypedVariant<V> {
    const fn new(place: u8, typed: V) -> Self {
        Self { variant: AnyVariant(place), typed }
    }
}

impl<V> Debug for TypedVariant<V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TypedVariant({:?})", self.variant.0)
    }
}

/// The code of all variants, in the order of [`draughts::VARIANTS`].
pub(super) static ALL: [&dyn VariantCode; 14] = [
    &TypedVariant::new(0, International),
    &TypedVariant::new(1, LikeInternational::KILLER),
    &TypedVariant::new(2, LikeInternational::BREAKTHROUGH),
    &TypedVariant::new(3, LikeInternational::LOSING),
    &TypedVariant::new(4, Frisian),
    &TypedVariant::new(5, Canadian),
    &TypedVariant::new(6, LikeRussian::BRAZILIAN),
    &TypedVariant::new(7, LikeRussian::RUSSIAN),
    &TypedVariant::new(8, LikeRussian::POOL),
    &TypedVariant::new(9, LikeEnglish::ENGLISH),
    &TypedVariant::new(10, LikeItalian::ITALIAN),
    &TypedVariant::new(11, LikeItalian::SPANISH),
    &TypedVariant::new(12, LikeEnglish::CZECH),
    &TypedVariant::new(13, Turkish),
];

impl<V: SearchableVariant> VariantCode for TypedVariant<V> {
    fn rules(&self) -> &'static Rules {
        self.typed.rules()
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
        widen(self.variant, &Position::start_of(self.typed))
    }

    fn legal_moves(
        &self,
        position: &AnyPosition,
        sink: &mut dyn FnMut(AnyMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        narrow(self.typed, position).legal_moves(&mut |m| sink(widen_move(self.variant, m)))
    }

    fn count_legal(&self, position: &AnyPosition) -> u64 {
        narrow(self.typed, position).count_legal()
    }

    fn after(&self, position: &AnyPosition, m: AnyMove) -> AnyPosition {
        let mut after = narrow(self.typed, position);
        after.make(narrow_move(m), &mut NullObserver);
        widen(self.variant, &after)
    }

    fn passed(&self, position: &AnyPosition) -> Option<AnyPosition> {
        let mut after = narrow(self.typed, position);
        after.pass()?;
        Some(widen(self.variant, &after))
    }

    fn must_capture(&self, position: &AnyPosition) -> bool {
        narrow(self.typed, position).must_capture()
    }

    fn captures(&self, position: &AnyPosition) -> Vec<AnyMove> {
        let captures = narrow(self.typed, position).captures();
        captures.iter().map(|m| widen_move(self.variant, m)).collect()
    }

    fn routes(&self, position: &AnyPosition, m: AnyMove) -> Vec<Vec<AnySquare>> {
        let routes = narrow(self.typed, position).routes(narrow_move(m));
        routes.iter().map(|route| widen_squares(self.variant, route)).collect()
    }

    fn attempts(&self, position: &AnyPosition, from: AnySquare) -> Vec<AnyAttempt> {
        let attempts = narrow(self.typed, position).attempts(narrow_square(from));
        attempts.iter().map(|attempt| widen_attempt(self.variant, attempt)).collect()
    }

    fn divide(
        &self,
        position: &AnyPosition,
        depth: u32,
        each: &mut dyn FnMut(AnyMove, u64) -> ControlFlow<()>,
    ) {
        game::divide(&mut narrow(self.typed, position), depth, &mut |m, nodes| {
            each(widen_move(self.variant, m), nodes)
        });
    }

    fn write(&self, position: &AnyPosition) -> String {
        narrow(self.typed, position).to_string()
    }

    fn read_setup(&self, text: &str) -> Result<AnySetup, FenError> {
        Ok(widen_setup(self.variant, &Setup::read(self.typed, text)?))
    }

    fn write_setup(&self, setup: &AnySetup) -> String {
        narrow_setup(self.typed, setup).to_string()
    }

    fn position(&self, setup: &AnySetup) -> Result<AnyPosition, RefusedSetup> {
        let position = Position::try_from(narrow_setup(self.typed, setup));
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
        Ok(widen_move(self.variant, Engine.parse(&narrow(self.typed, position), text)?))
    }

    fn read_pdn(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, ReadMoveError> {
        Ok(widen_move(self.variant, Pdn::default().parse(&narrow(self.typed, position), text)?))
    }

    fn write_pdn(&self, position: &AnyPosition, m: AnyMove, letters: bool) -> String {
        Pdn { letters }.print(&narrow(self.typed, position), narrow_move(m))
    }

    fn judge(&self, line: &AnyLine, limits: &Limits) -> Option<Verdict<Reason>> {
        draughts::judge_within(&narrow_line(self.typed, line), limits)
    }

    fn running_limits(&self, line: &AnyLine, limits: &Limits) -> Vec<RunningLimit> {
        draughts::running_limits(&narrow_line(self.typed, line), limits)
    }

    fn occurrences(&self, line: &AnyLine) -> u32 {
        draughts::occurrences(&narrow_line(self.typed, line))
    }

    fn engine(&self, megabytes: usize) -> Box<dyn VariantEngine> {
        Box::new(TypedEngine::new(self.variant, self.typed, megabytes))
    }

    fn gain(&self, position: &AnyPosition, m: AnyMove) -> i32 {
        Draughts::<V>::default().gain(&narrow(self.typed, position), narrow_move(m)).value()
    }

    fn appraise(&self, position: &AnyPosition) -> (Explanation, Vec<(AnySquare, f64)>) {
        let (evaluation, position) = (Evaluation::new(self.typed), narrow(self.typed, position));
        let shapes = evaluation.shapes_by_square(&position).into_iter();
        let shapes = shapes.map(|(square, value)| (widen_square(self.variant, square), value));
        (evaluation.explain(&position), shapes.collect())
    }

    fn counter(&self) -> Box<dyn PatternCounter> {
        patterns::counter(self.typed)
    }

    fn read_learnt(&self, file: &[u8]) -> Result<LearntWeights, String> {
        LearntWeights::read(self.typed.rules(), file).map_err(|why| why.to_string())
    }

    fn supports_endgames(&self) -> bool {
        endings::supports(self.typed.rules()).is_ok()
    }

    fn has_endgames(&self) -> bool {
        Database::<V>::shipped().is_some()
    }

    fn probe(&self, position: &AnyPosition) -> Option<Value> {
        Database::<V>::shipped()?.probe(&narrow(self.typed, position))
    }

    fn load_endgames(&self, folder: &Path) -> Result<LoadedDatabase, String> {
        endgames::of_folder(self.typed, folder).map(|database| database as LoadedDatabase)
    }
}
