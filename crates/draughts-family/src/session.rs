//! Sessions of draughts.

use crate::erased::{AnyLine, AnyMove, AnyPosition, AnyVariant};
use crate::limits::{self, Ruling};
use crate::{board, explain, known, movetext, openings, position, referee, themes};
use engine::{
    BoardView, Doubt, DrawLimit, EngineError, Expectation, GameSession, KnownResult, MoveEffect,
    MoveError, OpenError, OpeningNames, PuzzleTerms, Reason, Score, Session, SessionRules, Stage,
    Verdict,
};
use std::ops::ControlFlow;

/// A game of draughts, judged by these limits.
#[derive(Clone, Debug)]
pub(crate) struct DraughtsGame {
    variant: &'static engine::Variant,
    ruling: Ruling,
}

/// See [`engine::Session`].
pub(crate) type DraughtsSession = GameSession<DraughtsGame>;

/// The concrete session of this variant.
///
/// # Errors
/// When it is a session of another variant or family.
pub(crate) fn of<'a>(
    session: &'a dyn Session,
    variant: &'static str,
) -> Result<&'a DraughtsSession, EngineError> {
    let asked = session.variant().id;
    if asked != variant {
        return Err(EngineError::WrongGame { plays: variant, asked });
    }
    GameSession::of(session, variant)
}

/// A session under these rules from this position; the defaults are the usual ones.
pub(crate) fn open(
    board: AnyVariant,
    variant: &'static engine::Variant,
    rules: Option<&str>,
    text: Option<&str>,
) -> Result<DraughtsSession, OpenError> {
    let mut ruling = limits::read(board.rules(), rules)?;
    let start = text.map_or_else(|| Ok(board.start()), |text| position::read(board, text))?;
    ruling.limits.before = text.map_or(0, |text| position::quiet_plies(board, text));
    Ok(GameSession::new(DraughtsGame { variant, ruling }, start))
}

impl SessionRules for DraughtsGame {
    type Position = AnyPosition;

    fn variant(&self) -> &'static engine::Variant {
        self.variant
    }

    fn rules(&self) -> &str {
        &self.ruling.text
    }

    fn read(position: &AnyPosition, text: &str) -> Result<AnyMove, MoveError> {
        movetext::read(position, text)
    }

    fn write(position: &AnyPosition, m: AnyMove, style: &str) -> Result<String, MoveError> {
        movetext::write(position, m, style)
    }

    fn played(position: &AnyPosition, m: AnyMove) -> MoveEffect {
        let captured = m.captured();
        let kind_at =
            |square| position.piece_at(square).map_or("", |piece| board::kind(piece.kind));
        MoveEffect {
            text: m.to_string(),
            from: Some(m.from().to_string()),
            to: m.to().to_string(),
            captured: captured.iter().map(|&square| kind_at(square)).collect(),
            piece: kind_at(m.from()),
            check: false,
            captured_at: captured.iter().map(ToString::to_string).collect(),
            path: board::ways(position, m).into_iter().next().unwrap_or_default(),
            crowned: m.crowns(),
            check_at: None,
        }
    }

    fn board(position: &AnyPosition, last: Option<AnyMove>, over: bool) -> BoardView {
        board::view(position, last, over)
    }

    fn divide(
        position: &AnyPosition,
        depth: u32,
        each: &mut dyn FnMut(AnyMove, u64) -> ControlFlow<()>,
    ) {
        position.variant().code().divide(position, depth, each);
    }

    fn verdict(&self, line: &AnyLine) -> Option<Verdict> {
        referee::verdict(line, &self.ruling.limits)
    }

    fn stage(line: &AnyLine) -> Stage {
        explain::stage(line)
    }

    fn named_openings(&self) -> Option<&'static OpeningNames> {
        openings::names(self.variant.id)
    }

    fn puzzle_terms(&self) -> PuzzleTerms {
        explain::puzzle_terms(self.variant.id)
    }

    fn puzzle_themes(line: &AnyLine, moves: &[AnyMove]) -> Vec<&'static str> {
        themes::of(line, moves)
    }

    fn solved(line: &AnyLine, _score: Score, _depth: u32) -> Option<f64> {
        known::solved(line.position())
    }

    fn expectation(&self) -> Expectation {
        explain::expected(self.variant.id)
    }

    fn known(line: &AnyLine, _go_on: &mut dyn FnMut() -> bool) -> Vec<KnownResult<AnyMove>> {
        known::known(line.position())
    }

    fn explain(&self, line: &AnyLine, doubt: &Doubt<AnyMove>) -> Option<Reason> {
        explain::explain(line.position(), doubt)
    }

    fn limits(&self, line: &AnyLine) -> Vec<DrawLimit> {
        let code = line.position().variant().code();
        let running = code.running_limits(line, &self.ruling.limits).into_iter();
        running
            .map(|l| DrawLimit { reason: l.reason.word(), count: l.plies, bound: l.limit })
            .collect()
    }
}
