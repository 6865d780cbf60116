//! One game of Xiangqi in progress.

use super::{XIANGQI, board, movetext, names, position, referee};
use crate::registry;
use crate::{BoardView, MoveError, OpenError, Played, Session, Variant, Verdict};
use game::{Line, Position as _, Side};
use std::any::Any;
use std::ops::ControlFlow;
use xiangqi::{Move, Position, RuleSet};

/// See [`Session`].
#[derive(Clone, Debug)]
pub(crate) struct XiangqiSession {
    line: Line<Position>,
    rules: RuleSet,
}

impl XiangqiSession {
    pub(crate) fn new(rules: Option<&str>, text: Option<&str>) -> Result<Self, OpenError> {
        let rules = match rules {
            None => RuleSet::default(),
            Some(id) => id.parse().map_err(|_| OpenError::UnknownRules {
                variant: XIANGQI.id,
                rules: id.to_owned(),
                known: RuleSet::ALL.map(RuleSet::id).join(", "),
            })?,
        };
        let start = text.map_or_else(|| Ok(Position::start()), position::read)?;
        Ok(Self { line: Line::new(start), rules })
    }

    /// The game as the rules crate sees it, for the engine.
    pub(crate) fn line(&self) -> &Line<Position> {
        &self.line
    }

    /// The rule set that judges it.
    pub(crate) fn rule_set(&self) -> RuleSet {
        self.rules
    }

    fn last_move(&self) -> Option<Move> {
        self.line.plies().last().and_then(|ply| ply.mv)
    }
}

impl Session for XiangqiSession {
    fn variant(&self) -> &'static Variant {
        registry::known(XIANGQI.id)
    }

    fn rules(&self) -> &str {
        self.rules.id()
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
        let mut moves = self.line.position().moves();
        // By text: file before rank.
        moves.sort_unstable_by_key(|m| [m.from, m.to].map(|s| (s.file(), s.rank())));
        moves.into_iter().map(|m| m.to_string()).collect()
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
        referee::verdict(&self.line, self.rules)
    }

    fn preview(&self, text: &str) -> Result<Option<Verdict>, MoveError> {
        let m = movetext::read(self.line.position(), text)?;
        let mut line = self.line.clone();
        line.push(m);
        Ok(referee::verdict(&line, self.rules))
    }

    fn last_played(&self) -> Option<Played> {
        let m = self.last_move()?;
        Some(played(&self.line.position_at(self.line.len() - 1), m))
    }

    fn board(&self) -> BoardView {
        board::view(self.line.position(), self.last_move(), self.verdict().is_some())
    }

    fn natural_limit(&self) -> Option<(u32, u32)> {
        Some(referee::natural_limit(&self.line))
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

/// What the legal move `m` does.
fn played(position: &Position, m: Move) -> Played {
    let kind_at = |square| position.piece_at(square).map(|piece| names::kind(piece.kind()));
    Played {
        text: m.to_string(),
        from: Some(m.from.to_string()),
        to: m.to.to_string(),
        captured: kind_at(m.to).into_iter().collect(),
        piece: kind_at(m.from).unwrap_or_default(),
        check: position.gives_check(m),
        captured_at: position.piece_at(m.to).map(|_| m.to.to_string()).into_iter().collect(),
        path: Vec::new(),
        crowned: false,
    }
}
