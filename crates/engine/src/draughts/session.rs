//! One game of draughts in progress.

use super::limits::{self, Ruling};
use super::{board, movetext, position, referee};
use crate::registry;
use crate::{BoardView, MoveError, OpenError, Played, Session, Verdict};
use draughts::{Move, Position, Variant};
use game::{Line, Position as _, Side};
use std::any::Any;
use std::ops::ControlFlow;

/// See [`Session`].
#[derive(Clone, Debug)]
pub(super) struct DraughtsSession<V: Variant> {
    line: Line<Position<V>>,
    ruling: Ruling,
}

impl<V: Variant> DraughtsSession<V> {
    pub(super) fn new(rules: Option<&str>, text: Option<&str>) -> Result<Self, OpenError> {
        let ruling = limits::read::<V>(rules)?;
        let start = text.map_or_else(|| Ok(Position::start()), position::read)?;
        Ok(Self { line: Line::new(start), ruling })
    }

    /// The game as the rules crate sees it, for the engine.
    pub(super) fn line(&self) -> &Line<Position<V>> {
        &self.line
    }

    fn last_move(&self) -> Option<Move<V>> {
        self.line.plies().last().and_then(|ply| ply.mv)
    }
}

impl<V: Variant> Session for DraughtsSession<V> {
    fn variant(&self) -> &'static crate::Variant {
        registry::known(V::RULES.id)
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
        movetext::read(self.line.position(), text).map(|m| m.to_string())
    }

    fn write_move(&self, text: &str, style: &str) -> Result<String, MoveError> {
        let m = movetext::read(self.line.position(), text)?;
        movetext::write(self.line.position(), m, style)
    }

    fn push(&mut self, text: &str) -> Result<Played, MoveError> {
        let m = movetext::read(self.line.position(), text)?;
        let played = played(self.line.position(), m);
        self.line.push(m);
        Ok(played)
    }

    fn pop(&mut self) -> bool {
        self.line.pop().is_some()
    }

    fn verdict(&self) -> Option<Verdict> {
        referee::verdict(&self.line, &self.ruling.limits)
    }

    fn preview(&self, text: &str) -> Result<Option<Verdict>, MoveError> {
        let m = movetext::read(self.line.position(), text)?;
        let mut line = self.line.clone();
        line.push(m);
        Ok(referee::verdict(&line, &self.ruling.limits))
    }

    fn last_played(&self) -> Option<Played> {
        let m = self.last_move()?;
        Some(played(&self.line.position_at(self.line.len() - 1), m))
    }

    fn board(&self) -> BoardView {
        board::view(self.line.position(), self.last_move(), self.verdict().is_some())
    }

    fn natural_limit(&self) -> Option<(u32, u32)> {
        referee::natural_limit(&self.line, &self.ruling.limits)
    }

    fn divide(&self, depth: u32, each: &mut dyn FnMut(&str, u64) -> ControlFlow<()>) {
        let mut position = *self.line.position();
        game::divide(&mut position, depth, &mut |m, nodes| each(&m.to_string(), nodes));
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// What the legal move `m` does.
fn played<V: Variant>(position: &Position<V>, m: Move<V>) -> Played {
    let captured = m.captured();
    let kind_at = |square| position.piece_at(square).map_or("", |piece| board::kind(piece.kind));
    Played {
        text: m.to_string(),
        from: Some(m.from().to_string()),
        to: m.to().to_string(),
        captured: captured.iter().map(|&square| kind_at(square)).collect(),
        piece: kind_at(m.from()),
        check: false,
        captured_at: captured.iter().map(ToString::to_string).collect(),
        path: board::ways(position, m).into_iter().next().unwrap_or_default(),
        crowned: m.crowns(),
    }
}
