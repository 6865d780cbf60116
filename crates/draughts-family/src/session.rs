//! Sessions of draughts.

use crate::limits::{self, Ruling};
use crate::{board, explain, known, movetext, openings, position, referee, themes};
use draughts::{Move, Position, VariantRules, running_limits};
use engine::{
    BoardView, Doubt, DrawLimit, Expectation, GameSession, KnownResult, MoveEffect, MoveError,
    OpenError, OpeningNames, Reason, Score, SessionRules, Stage, Verdict,
};
use game::Line;
use std::marker::PhantomData;

/// A game of draughts, judged by these limits.
#[derive(Clone, Debug)]
pub(crate) struct DraughtsGame<V> {
    variant: &'static engine::Variant,
    ruling: Ruling,
    board: PhantomData<V>,
}

/// See [`engine::Session`].
pub(crate) type DraughtsSession<V> = GameSession<DraughtsGame<V>>;

/// A session under these rules from this position; the defaults are the usual ones.
pub(crate) fn open<V: VariantRules>(
    variant: &'static engine::Variant,
    rules: Option<&str>,
    text: Option<&str>,
) -> Result<DraughtsSession<V>, OpenError> {
    let mut ruling = limits::read::<V>(rules)?;
    let start = text.map_or_else(|| Ok(Position::start()), position::read)?;
    ruling.limits.before = text.map_or(0, position::quiet_plies::<V>);
    Ok(GameSession::new(DraughtsGame { variant, ruling, board: PhantomData }, start))
}

impl<V: VariantRules> SessionRules for DraughtsGame<V> {
    type Position = Position<V>;

    fn variant(&self) -> &'static engine::Variant {
        self.variant
    }

    fn rules(&self) -> &str {
        &self.ruling.text
    }

    fn read(position: &Position<V>, text: &str) -> Result<Move<V>, MoveError> {
        movetext::read(position, text)
    }

    fn write(position: &Position<V>, m: Move<V>, style: &str) -> Result<String, MoveError> {
        movetext::write(position, m, style)
    }

    fn played(position: &Position<V>, m: Move<V>) -> MoveEffect {
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

    fn board(position: &Position<V>, last: Option<Move<V>>, over: bool) -> BoardView {
        board::view(position, last, over)
    }

    fn verdict(&self, line: &Line<Position<V>>) -> Option<Verdict> {
        referee::verdict(line, &self.ruling.limits)
    }

    fn stage(line: &Line<Position<V>>) -> Stage {
        explain::stage(line)
    }

    fn named_openings(&self) -> Option<&'static OpeningNames> {
        openings::names(self.variant.id)
    }

    fn puzzle_themes(line: &Line<Position<V>>, moves: &[Move<V>]) -> Vec<&'static str> {
        themes::of(line, moves)
    }

    fn solved(line: &Line<Position<V>>, _score: Score, _depth: u32) -> Option<f64> {
        known::solved(line.position())
    }

    fn expectation(&self) -> Expectation {
        explain::expected(self.variant.id)
    }

    fn known(
        line: &Line<Position<V>>,
        _go_on: &mut dyn FnMut() -> bool,
    ) -> Vec<KnownResult<Move<V>>> {
        known::known(line.position())
    }

    fn explain(&self, line: &Line<Position<V>>, doubt: &Doubt<Move<V>>) -> Option<Reason> {
        explain::explain(line.position(), doubt)
    }

    fn limits(&self, line: &Line<Position<V>>) -> Vec<DrawLimit> {
        let running = running_limits(line, &self.ruling.limits).into_iter();
        running
            .map(|l| DrawLimit { reason: l.reason.word(), count: l.plies, bound: l.limit })
            .collect()
    }
}
