//! Sessions of reversi.

use crate::{board, explain, movetext, openings, plan, position, referee, themes, variants};
use engine::{
    BoardView, Doubt, Expectation, GameSession, MoveEffect, MoveError, OpenError, OpeningNames,
    PuzzleTerms, Reason, Score, SessionRules, Stage, Variant, Verdict,
};
use game::Line;
use reversi::{Move, Position};

/// A game of a variant.
#[derive(Clone, Debug)]
pub(crate) struct ReversiGame {
    variant: &'static Variant,
    rules: &'static str,
}

/// See [`engine::Session`].
pub(crate) type ReversiSession = GameSession<ReversiGame>;

/// A session under these rules from this position; the defaults are the usual ones.
pub(crate) fn open(
    variant: &'static Variant,
    rules: Option<&str>,
    text: Option<&str>,
) -> Result<ReversiSession, OpenError> {
    let known = variant.rule_sets;
    let found = match rules {
        None => known.first(),
        Some(id) => known.iter().find(|set| set.id == id),
    };
    let rules = found.ok_or_else(|| OpenError::UnknownRules {
        variant: variant.id,
        rules: rules.unwrap_or_default().chars().take(80).collect(),
        known: known.iter().map(|set| set.id).collect::<Vec<_>>().join(", "),
    })?;
    let start = position::read(variants::size(variant), text.unwrap_or("startpos"))?;
    Ok(GameSession::new(ReversiGame { variant, rules: rules.id }, start))
}

impl SessionRules for ReversiGame {
    type Position = Position;

    fn variant(&self) -> &'static Variant {
        self.variant
    }

    fn rules(&self) -> &str {
        self.rules
    }

    fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
        movetext::read(position, text)
    }

    fn write(position: &Position, m: Move, style: &str) -> Result<String, MoveError> {
        movetext::write(position, m, style)
    }

    /// A flipped disc is not captured: it stays on the board.
    fn played(_: &Position, m: Move) -> MoveEffect {
        MoveEffect {
            text: m.to_string(),
            to: m.to_string(),
            piece: board::DISC,
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
        openings::names(variants::size(self.variant))
    }

    fn expectation(&self) -> Expectation {
        explain::EXPECTED
    }

    fn puzzle_terms(&self) -> PuzzleTerms {
        explain::PUZZLES
    }

    fn puzzle_themes(line: &Line<Position>, moves: &[Move]) -> Vec<&'static str> {
        themes::of(line, moves)
    }

    fn solved(line: &Line<Position>, score: Score, depth: u32) -> Option<f64> {
        explain::solved(line.position(), score, depth)
    }

    fn explain(&self, line: &Line<Position>, doubt: &Doubt<Move>) -> Option<Reason> {
        plan::explain(line.position(), doubt)
    }

    fn verdict(&self, line: &Line<Position>) -> Option<Verdict> {
        referee::verdict(line)
    }
}
