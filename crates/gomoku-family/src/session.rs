//! Sessions of gomoku and renju.

use crate::rules::{self, Ruling};
use crate::{board, explain, known, movetext, openings, position, referee, themes};
use engine::{
    BoardView, Doubt, Expectation, GameSession, KnownResult, MoveEffect, MoveError, OpenError,
    OpeningNames, PuzzleTerms, Reason, SessionRules, Stage, Variant, Verdict,
};
use game::Line;
use gomoku::{Move, Position};

/// A game of a variant by these rules.
#[derive(Clone, Debug)]
pub(crate) struct GomokuGame {
    variant: &'static Variant,
    ruling: Ruling,
}

/// See [`engine::Session`].
pub(crate) type GomokuSession = GameSession<GomokuGame>;

/// A session under these rules from this position; the defaults are the usual ones.
pub(crate) fn open(
    variant: &'static Variant,
    rules: Option<&str>,
    text: Option<&str>,
) -> Result<GomokuSession, OpenError> {
    let ruling = rules::read(variant, rules)?;
    let start = position::read(&ruling, text.unwrap_or("startpos"))?;
    Ok(GameSession::new(GomokuGame { variant, ruling }, start))
}

impl SessionRules for GomokuGame {
    type Position = Position;

    fn variant(&self) -> &'static Variant {
        self.variant
    }

    fn rules(&self) -> &str {
        &self.ruling.text
    }

    fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
        movetext::read(position, text)
    }

    fn read_legal(position: &Position, text: &str) -> Result<Move, MoveError> {
        movetext::read_legal(position, text)
    }

    fn write(position: &Position, m: Move, style: &str) -> Result<String, MoveError> {
        movetext::write(position, m, style)
    }

    fn played(_: &Position, m: Move) -> MoveEffect {
        MoveEffect {
            text: m.to_string(),
            to: m.to_string(),
            piece: "stone",
            ..MoveEffect::default()
        }
    }

    fn board(position: &Position, last: Option<Move>, over: bool) -> BoardView {
        board::view(position, last, over)
    }

    fn stage(line: &Line<Position>) -> Stage {
        explain::stage(line)
    }

    fn named_openings(&self) -> Option<&'static OpeningNames> {
        openings::names(self.ruling.size)
    }

    fn expectation(&self) -> Expectation {
        explain::expected(self.variant.id)
    }

    fn puzzle_terms(&self) -> PuzzleTerms {
        PuzzleTerms { spread: 85.0, ..PuzzleTerms::USUAL }
    }

    fn puzzle_themes(line: &Line<Position>, moves: &[Move]) -> Vec<&'static str> {
        themes::of(line, moves)
    }

    fn known(line: &Line<Position>, go_on: &mut dyn FnMut() -> bool) -> Vec<KnownResult<Move>> {
        known::known(line.position(), go_on)
    }

    fn explain(&self, line: &Line<Position>, doubt: &Doubt<Move>) -> Option<Reason> {
        explain::explain(line.position(), doubt)
    }

    fn verdict(&self, line: &Line<Position>) -> Option<Verdict> {
        referee::verdict(line, &self.ruling)
    }
}
