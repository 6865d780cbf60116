//! Sessions of Xiangqi.

use crate::{XIANGQI, board, explain, known, movetext, names, openings, position, referee, themes};
use engine::{
    BoardView, Doubt, DrawLimit, Expectation, GameSession, KnownResult, MoveEffect, MoveError,
    OpenError, OpeningNames, PuzzleTerms, Reason, SessionRules, Stage, Variant, Verdict,
};
use game::{Line, Position as _};
use xiangqi::{Move, Position, RuleSet};

/// A game of Xiangqi, judged by this rule set.
#[derive(Clone, Debug)]
pub(crate) struct XiangqiGame {
    pub(crate) rules: RuleSet,
}

/// See [`engine::Session`].
pub(crate) type XiangqiSession = GameSession<XiangqiGame>;

/// A session under these rules from this position; the defaults are the usual ones.
pub(crate) fn open(rules: Option<&str>, text: Option<&str>) -> Result<XiangqiSession, OpenError> {
    let rules = match rules {
        None => RuleSet::default(),
        Some(id) => id.parse().map_err(|_| OpenError::UnknownRules {
            variant: XIANGQI.id,
            rules: id.to_owned(),
            known: RuleSet::ALL.map(RuleSet::id).join(", "),
        })?,
    };
    let start = text.map_or_else(|| Ok(Position::start()), position::read)?;
    Ok(GameSession::new(XiangqiGame { rules }, start))
}

impl SessionRules for XiangqiGame {
    type Position = Position;

    fn variant(&self) -> &'static Variant {
        &XIANGQI
    }

    fn rules(&self) -> &str {
        self.rules.id()
    }

    fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
        movetext::read(position, text)
    }

    fn write(position: &Position, m: Move, style: &str) -> Result<String, MoveError> {
        movetext::write(position, m, style)
    }

    fn played(position: &Position, m: Move) -> MoveEffect {
        let kind_at = |square| position.piece_at(square).map(|piece| names::kind(piece.kind()));
        MoveEffect {
            text: m.to_string(),
            from: Some(m.from.to_string()),
            to: m.to.to_string(),
            captured: kind_at(m.to).into_iter().collect(),
            piece: kind_at(m.from).unwrap_or_default(),
            check: position.gives_check(m),
            check_at: position
                .gives_check(m)
                .then(|| position.king(position.side_to_move().other()).to_string()),
            captured_at: position.piece_at(m.to).map(|_| m.to.to_string()).into_iter().collect(),
            ..MoveEffect::default()
        }
    }

    fn board(position: &Position, last: Option<Move>, over: bool) -> BoardView {
        board::view(position, last, over)
    }

    fn verdict(&self, line: &Line<Position>) -> Option<Verdict> {
        referee::verdict(line, self.rules)
    }

    const MATES: bool = true;

    fn stage(line: &Line<Position>) -> Stage {
        explain::stage(line)
    }

    fn named_openings(&self) -> Option<&'static OpeningNames> {
        Some(&openings::NAMES)
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

    fn known(line: &Line<Position>, go_on: &mut dyn FnMut() -> bool) -> Vec<KnownResult<Move>> {
        known::known(line, go_on)
    }

    fn explain(&self, line: &Line<Position>, doubt: &Doubt<Move>) -> Option<Reason> {
        explain::explain(line, doubt)
    }

    fn limits(&self, line: &Line<Position>) -> Vec<DrawLimit> {
        vec![referee::natural_limit(line)]
    }
}
