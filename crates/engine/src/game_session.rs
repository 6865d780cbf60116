//! A game in progress of any family. Families differ in how they read, show and judge moves, and share the
//! session.

use crate::{
    BoardView, Doubt, DrawLimit, EngineError, Expectation, ForeseenEnd, KnownResult, MoveEffect,
    MoveError, OpeningNames, PieceView, PuzzleTerms, Reason, RecordedMove, Score, Session, Stage,
    Variant, Verdict, foresight,
};
use game::{Line, NullObserver, Position, Side};
use std::any::Any;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::ops::ControlFlow;

/// A move of a session.
pub type MoveOf<R> = <<R as SessionRules>::Position as Position>::Move;

/// The rules of a family, from which [`GameSession`] makes a [`Session`]. A value has the rules of one game.
pub trait SessionRules: Clone + Debug + Send + 'static {
    /// The positions of the family.
    type Position: Position<Move: Display> + Display;

    /// The variant being played.
    fn variant(&self) -> &'static Variant;

    /// The rule set that judges it: its id, or the text of one made to measure.
    fn rules(&self) -> &str;

    /// Reads a move that can be played, in any notation.
    ///
    /// # Errors
    /// When the text names no such move, or more than one.
    fn read(position: &Self::Position, text: &str) -> Result<MoveOf<Self>, MoveError>;

    /// Reads a legal move. This differs from `read` only in games where some illegal moves (fouls) can be
    /// played.
    ///
    /// # Errors
    /// When the text names no legal move, or more than one.
    fn read_legal(position: &Self::Position, text: &str) -> Result<MoveOf<Self>, MoveError> {
        Self::read(position, text)
    }

    /// Writes a move in the notation with the id `style`.
    ///
    /// # Errors
    /// When there is no such notation.
    fn write(position: &Self::Position, m: MoveOf<Self>, style: &str) -> Result<String, MoveError>;

    /// The effect of a move.
    fn played(position: &Self::Position, m: MoveOf<Self>) -> MoveEffect;

    /// The board for a screen; of a game that is over without moves.
    fn board(position: &Self::Position, last: Option<MoveOf<Self>>, over: bool) -> BoardView;

    /// The pieces on the board, in any order.
    fn pieces(position: &Self::Position) -> Vec<PieceView> {
        Self::board(position, None, true).pieces
    }

    /// See [`Session::divide`].
    fn divide(
        position: &Self::Position,
        depth: u32,
        each: &mut dyn FnMut(MoveOf<Self>, u64) -> ControlFlow<()>,
    ) {
        game::divide(&mut position.clone(), depth, each);
    }

    /// Whether and how the game has ended.
    fn verdict(&self, line: &Line<Self::Position>) -> Option<Verdict>;

    /// Whether a forced win is a mate.
    const MATES: bool = false;

    /// See [`Session::stage`].
    fn stage(line: &Line<Self::Position>) -> Stage {
        let _ = line;
        Stage::UNKNOWN
    }

    /// See [`Session::expectation`].
    fn expectation(&self) -> Expectation {
        Expectation::constant(150.0)
    }

    /// See [`Session::puzzle_terms`].
    fn puzzle_terms(&self) -> PuzzleTerms {
        PuzzleTerms::USUAL
    }

    /// See [`Session::puzzle_themes`]. The moves are legal, one after another.
    fn puzzle_themes(line: &Line<Self::Position>, moves: &[MoveOf<Self>]) -> Vec<&'static str> {
        let _ = (line, moves);
        Vec::new()
    }

    /// See [`Session::solved`]; nothing where no search solves a position.
    fn solved(line: &Line<Self::Position>, score: Score, depth: u32) -> Option<f64> {
        let _ = (line, score, depth);
        None
    }

    /// The openings that have a name; none where openings have no names.
    fn named_openings(&self) -> Option<&'static OpeningNames> {
        None
    }

    /// See [`Session::explain`].
    fn explain(&self, line: &Line<Self::Position>, doubt: &Doubt<MoveOf<Self>>) -> Option<Reason> {
        let _ = (line, doubt);
        None
    }

    /// See [`Session::known`].
    fn known(
        line: &Line<Self::Position>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Vec<KnownResult<MoveOf<Self>>> {
        let _ = (line, go_on);
        Vec::new()
    }

    /// See [`Session::limits`]; none where games have no such limits.
    fn limits(&self, line: &Line<Self::Position>) -> Vec<DrawLimit> {
        let _ = line;
        Vec::new()
    }
}

/// A [`Session`] by the rules of a family.
#[derive(Clone, Debug)]
pub struct GameSession<R: SessionRules> {
    ruling: R,
    line: Line<R::Position>,
    /// The verdict at this ply, once it was computed.
    judged: OnceCell<Option<Verdict>>,
}

impl<R: SessionRules> GameSession<R> {
    /// A game that begins from `start`.
    #[must_use]
    pub fn new(ruling: R, start: R::Position) -> Self {
        Self { ruling, line: Line::new(start), judged: OnceCell::new() }
    }

    /// The concrete session of the family whose engine plays `plays`.
    ///
    /// # Errors
    /// When it is a session of other games.
    pub fn of<'a>(session: &'a dyn Session, plays: &'static str) -> Result<&'a Self, EngineError> {
        let asked = session.variant().id;
        session.as_any().downcast_ref().ok_or(EngineError::WrongGame { plays, asked })
    }

    /// The rules it is played by.
    #[must_use]
    pub fn ruling(&self) -> &R {
        &self.ruling
    }

    /// The game as the rules crate sees it.
    #[must_use]
    pub fn line(&self) -> &Line<R::Position> {
        &self.line
    }

    /// Plays a move that was read.
    fn make(&mut self, m: MoveOf<R>) -> MoveEffect {
        let played = R::played(self.line.position(), m);
        self.judged.take();
        self.line.push(m);
        played
    }

    /// A move in every notation of the variant.
    fn written(&self, m: MoveOf<R>) -> Vec<(&'static str, String)> {
        let position = self.line.position();
        let styles = self.ruling.variant().notations.iter();
        styles.filter_map(|style| Some((style.id, R::write(position, m, style.id).ok()?))).collect()
    }

    /// The moves of a line from a position, up to the first that is not legal.
    fn read_line(position: &R::Position, texts: &[String]) -> Vec<MoveOf<R>> {
        let mut position = position.clone();
        let read = texts.iter().map_while(|text| {
            let m = R::read_legal(&position, text).ok()?;
            position.make(m, &mut NullObserver);
            Some(m)
        });
        read.collect()
    }

    fn last_move(&self) -> Option<MoveOf<R>> {
        self.line.plies().last().and_then(|ply| ply.mv)
    }
}

impl<R: SessionRules> Session for GameSession<R> {
    fn variant(&self) -> &'static Variant {
        self.ruling.variant()
    }

    fn rules(&self) -> &str {
        self.ruling.rules()
    }

    fn start_text(&self) -> String {
        self.line.start().to_string()
    }

    fn position_text(&self) -> String {
        self.line.position().to_string()
    }

    fn side_to_move(&self) -> Side {
        self.line.position().side_to_move()
    }

    fn moves(&self) -> Vec<String> {
        self.line.plies().iter().filter_map(|ply| ply.mv).map(|m| m.to_string()).collect()
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves: Vec<String> =
            self.line.position().moves().iter().map(ToString::to_string).collect();
        moves.sort_unstable();
        moves
    }

    fn read_move(&self, text: &str) -> Result<String, MoveError> {
        R::read_legal(self.line.position(), text).map(|m| m.to_string())
    }

    fn write_move(&self, text: &str, style: &str) -> Result<String, MoveError> {
        let m = R::read(self.line.position(), text)?;
        R::write(self.line.position(), m, style)
    }

    fn push(&mut self, text: &str) -> Result<MoveEffect, MoveError> {
        let m = R::read(self.line.position(), text)?;
        Ok(self.make(m))
    }

    fn write_all(&self, text: &str) -> Result<Vec<(&'static str, String)>, MoveError> {
        let m = R::read_legal(self.line.position(), text)?;
        Ok(self.written(m))
    }

    fn record(&mut self, text: &str) -> Result<RecordedMove, MoveError> {
        let m = R::read_legal(self.line.position(), text)?;
        let notations = self.written(m);
        let before = R::pieces(self.line.position());
        let played = self.make(m);
        let after = R::pieces(self.line.position());
        let (removed, put) = (missing(&before, &after), missing(&after, &before));
        Ok(RecordedMove { played, notations, removed, put })
    }

    fn pop(&mut self) -> bool {
        self.judged.take();
        self.line.pop().is_some()
    }

    fn verdict(&self) -> Option<Verdict> {
        self.judged.get_or_init(|| self.ruling.verdict(&self.line)).clone()
    }

    fn preview(&self, text: &str) -> Result<Option<Verdict>, MoveError> {
        let m = R::read(self.line.position(), text)?;
        let mut line = self.line.clone();
        line.push(m);
        Ok(self.ruling.verdict(&line))
    }

    fn last_played(&self) -> Option<MoveEffect> {
        let m = self.last_move()?;
        Some(R::played(&self.line.position_at(self.line.len() - 1), m))
    }

    fn board(&self) -> BoardView {
        R::board(self.line.position(), self.last_move(), self.verdict().is_some())
    }

    fn limits(&self) -> Vec<DrawLimit> {
        self.ruling.limits(&self.line)
    }

    fn foresee(&self) -> Vec<ForeseenEnd> {
        foresight::foresee(&self.ruling, &self.line)
    }

    fn stage(&self) -> Stage {
        R::stage(&self.line)
    }

    fn expectation(&self) -> Expectation {
        self.ruling.expectation()
    }

    fn puzzle_terms(&self) -> PuzzleTerms {
        self.ruling.puzzle_terms()
    }

    fn puzzle_themes(&self, line: &[String]) -> Vec<&'static str> {
        R::puzzle_themes(&self.line, &Self::read_line(self.line.position(), line))
    }

    fn solved(&self, score: Score, depth: u32) -> Option<f64> {
        R::solved(&self.line, score, depth)
    }

    fn opening_name(&self) -> Option<&'static str> {
        self.ruling.named_openings()?.of(&self.line)
    }

    fn is_book_move(&self, text: &str) -> bool {
        let position = self.line.position();
        let Some(names) = self.ruling.named_openings() else { return false };
        R::read(position, text).is_ok_and(|m| {
            let mut after = position.clone();
            after.make(m, &mut NullObserver);
            names.leads_to(after.key())
        })
    }

    fn is_won_by_mate(&self) -> bool {
        R::MATES
    }

    fn explain(&self, doubt: &Doubt<String>) -> Option<Reason> {
        let position = self.line.position();
        let played = R::read(position, &doubt.played).ok()?;
        let mut after = position.clone();
        after.make(played, &mut NullObserver);
        let doubt = Doubt {
            played,
            answer: Self::read_line(&after, &doubt.answer),
            best: Self::read_line(position, &doubt.best),
            played_score: doubt.played_score,
            best_score: doubt.best_score,
        };
        self.ruling.explain(&self.line, &doubt)
    }

    fn known(&self, go_on: &mut dyn FnMut() -> bool) -> Vec<KnownResult<String>> {
        if self.verdict().is_some() {
            return Vec::new();
        }
        let known = R::known(&self.line, go_on).into_iter();
        known.map(|known| known.map(|m| m.to_string())).collect()
    }

    fn divide(&self, depth: u32, each: &mut dyn FnMut(&str, u64) -> ControlFlow<()>) {
        R::divide(self.line.position(), depth, &mut |m, nodes| each(&m.to_string(), nodes));
    }

    fn passed(&self) -> Option<Box<dyn Session>> {
        if self.verdict().is_some() {
            return None;
        }
        let mut position = self.line.position().clone();
        position.pass()?;
        let passed = Self::new(self.ruling.clone(), position);
        passed.verdict().is_none().then(|| Box::new(passed) as Box<dyn Session>)
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The pieces of one board that the other does not have.
fn missing(of: &[PieceView], on: &[PieceView]) -> Vec<PieceView> {
    let stands: HashMap<(u8, u8), (Side, &str)> =
        on.iter().map(|piece| ((piece.file, piece.rank), (piece.side, piece.kind))).collect();
    let is_missing = |piece: &&PieceView| {
        stands.get(&(piece.file, piece.rank)) != Some(&(piece.side, piece.kind))
    };
    of.iter().filter(is_missing).cloned().collect()
}
