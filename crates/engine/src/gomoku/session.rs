//! One game of gomoku or renju in progress.

use super::rules::{self, Ruling};
use super::{board, movetext, position, referee};
use crate::{BoardView, MoveError, OpenError, Played, Session, Variant, Verdict};
use game::{Line, Position as _, Side};
use gomoku::{Move, Position};
use std::any::Any;
use std::ops::ControlFlow;

/// See [`Session`].
#[derive(Clone, Debug)]
pub(super) struct GomokuSession {
    variant: &'static Variant,
    line: Line<Position>,
    ruling: Ruling,
}

impl GomokuSession {
    pub(super) fn new(
        variant: &'static Variant,
        rules: Option<&str>,
        text: Option<&str>,
    ) -> Result<Self, OpenError> {
        let ruling = rules::read(variant, rules)?;
        let start = position::read(&ruling, text.unwrap_or("startpos"))?;
        Ok(Self { variant, line: Line::new(start), ruling })
    }

    /// The game as the rules crate sees it, for the engine.
    pub(super) fn line(&self) -> &Line<Position> {
        &self.line
    }

    fn last_move(&self) -> Option<Move> {
        self.line.plies().last().and_then(|ply| ply.mv)
    }
}

impl Session for GomokuSession {
    fn variant(&self) -> &'static Variant {
        self.variant
    }

    fn rules(&self) -> &str {
        &self.ruling.text
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
        movetext::read_legal(self.line.position(), text).map(|m| m.to_string())
    }

    fn write_move(&self, text: &str, style: &str) -> Result<String, MoveError> {
        let m = movetext::read(self.line.position(), text)?;
        movetext::write(self.line.position(), m, style)
    }

    fn push(&mut self, text: &str) -> Result<Played, MoveError> {
        let m = movetext::read(self.line.position(), text)?;
        self.line.push(m);
        Ok(played(m))
    }

    fn pop(&mut self) -> bool {
        self.line.pop().is_some()
    }

    fn verdict(&self) -> Option<Verdict> {
        referee::verdict(&self.line, &self.ruling)
    }

    fn preview(&self, text: &str) -> Result<Option<Verdict>, MoveError> {
        let m = movetext::read(self.line.position(), text)?;
        let mut line = self.line.clone();
        line.push(m);
        Ok(referee::verdict(&line, &self.ruling))
    }

    fn last_played(&self) -> Option<Played> {
        self.last_move().map(played)
    }

    fn board(&self) -> BoardView {
        board::view(self.line.position(), self.last_move(), self.verdict().is_some())
    }

    fn natural_limit(&self) -> Option<(u32, u32)> {
        None
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

/// What a move does.
fn played(m: Move) -> Played {
    Played {
        text: m.to_string(),
        from: None,
        to: m.to_string(),
        captured: Vec::new(),
        piece: "stone",
        check: false,
        captured_at: Vec::new(),
        path: Vec::new(),
        crowned: false,
    }
}
