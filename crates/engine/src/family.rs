//! One game in progress, whatever the family: families differ in how they read, show and judge,
//! not in what it is to play.

use crate::{BoardView, EngineError, MoveError, Played, Session, Variant, Verdict};
use game::{Line, Position, Side};
use std::any::Any;
use std::fmt::{Debug, Display};
use std::ops::ControlFlow;

/// A move of a family.
pub(crate) type MoveOf<F> = <<F as Family>::Position as Position>::Move;

/// What a family says of its games. A value of it is the rules that one game is played by.
pub(crate) trait Family: Clone + Debug + Send + 'static {
    /// The positions of the family.
    type Position: Position<Move: Display> + Display;

    /// The variant being played.
    fn variant(&self) -> &'static Variant;

    /// The rule set that judges it: its id, or the text of one made to measure.
    fn rules(&self) -> &str;

    /// Reads a move that can be played, in any notation.
    fn read(position: &Self::Position, text: &str) -> Result<MoveOf<Self>, MoveError>;

    /// Reads a move that is legal. Only where moves can be played that are not (fouls) is this
    /// another question.
    fn read_legal(position: &Self::Position, text: &str) -> Result<MoveOf<Self>, MoveError> {
        Self::read(position, text)
    }

    /// Writes a move in the notation with the id `style`.
    fn write(position: &Self::Position, m: MoveOf<Self>, style: &str) -> Result<String, MoveError>;

    /// What a move does.
    fn played(position: &Self::Position, m: MoveOf<Self>) -> Played;

    /// The board for a screen; of a game that is over without moves.
    fn board(position: &Self::Position, last: Option<MoveOf<Self>>, over: bool) -> BoardView;

    /// Whether and how the game has ended.
    fn verdict(&self, line: &Line<Self::Position>) -> Option<Verdict>;

    /// See [`Session::natural_limit`].
    fn natural_limit(&self, line: &Line<Self::Position>) -> Option<(u32, u32)>;
}

/// See [`Session`].
#[derive(Clone, Debug)]
pub(crate) struct GameSession<F: Family> {
    family: F,
    line: Line<F::Position>,
}

impl<F: Family> GameSession<F> {
    pub(crate) fn new(family: F, start: F::Position) -> Self {
        Self { family, line: Line::new(start) }
    }

    /// The session as the family `plays` knows it, for its engine.
    pub(crate) fn of<'a>(
        session: &'a dyn Session,
        plays: &'static str,
    ) -> Result<&'a Self, EngineError> {
        let asked = session.variant().id;
        session.as_any().downcast_ref().ok_or(EngineError::WrongGame { plays, asked })
    }

    /// The rules it is played by.
    pub(crate) fn family(&self) -> &F {
        &self.family
    }

    /// The game as the rules crate sees it.
    pub(crate) fn line(&self) -> &Line<F::Position> {
        &self.line
    }

    fn last_move(&self) -> Option<MoveOf<F>> {
        self.line.plies().last().and_then(|ply| ply.mv)
    }
}

impl<F: Family> Session for GameSession<F> {
    fn variant(&self) -> &'static Variant {
        self.family.variant()
    }

    fn rules(&self) -> &str {
        self.family.rules()
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
        F::read_legal(self.line.position(), text).map(|m| m.to_string())
    }

    fn write_move(&self, text: &str, style: &str) -> Result<String, MoveError> {
        let m = F::read(self.line.position(), text)?;
        F::write(self.line.position(), m, style)
    }

    fn push(&mut self, text: &str) -> Result<Played, MoveError> {
        let m = F::read(self.line.position(), text)?;
        let played = F::played(self.line.position(), m);
        self.line.push(m);
        Ok(played)
    }

    fn pop(&mut self) -> bool {
        self.line.pop().is_some()
    }

    fn verdict(&self) -> Option<Verdict> {
        self.family.verdict(&self.line)
    }

    fn preview(&self, text: &str) -> Result<Option<Verdict>, MoveError> {
        let m = F::read(self.line.position(), text)?;
        let mut line = self.line.clone();
        line.push(m);
        Ok(self.family.verdict(&line))
    }

    fn last_played(&self) -> Option<Played> {
        let m = self.last_move()?;
        Some(F::played(&self.line.position_at(self.line.len() - 1), m))
    }

    fn board(&self) -> BoardView {
        F::board(self.line.position(), self.last_move(), self.verdict().is_some())
    }

    fn natural_limit(&self) -> Option<(u32, u32)> {
        self.family.natural_limit(&self.line)
    }

    fn divide(&self, depth: u32, each: &mut dyn FnMut(&str, u64) -> ControlFlow<()>) {
        let mut position = self.line.position().clone();
        game::divide(&mut position, depth, &mut |m, nodes| each(&m.to_string(), nodes));
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
