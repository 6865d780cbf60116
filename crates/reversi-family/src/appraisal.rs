//! The evaluation of reversi, taken apart.

use crate::session::ReversiGame;
use engine::{
    Appraisal, AppraisalTerm, GameSession, Layer, LayerContent, OWN_EVALUATION, Session,
    SquareValue,
};
use game::{Position as _, Side};
use reversi::{Position, Size};
use reversi_engine::eval::Evaluation;

/// See [`engine::Family::appraise`].
pub(crate) fn appraise(session: &dyn Session, by: &str) -> Option<Appraisal> {
    let session = GameSession::<ReversiGame>::of(session, crate::variants::ID).ok()?;
    (by == OWN_EVALUATION).then(|| own(session.line().position()))
}

fn own(position: &Position) -> Appraisal {
    let evaluation =
        if position.size() == Size::Eight { Evaluation::default() } else { Evaluation::plain() };
    let is_first = position.side_to_move() == Side::First;
    let signed = |value: i32| if is_first { value } else { -value };
    let explained = evaluation.explain(position);
    let terms = explained.iter().map(|&(id, value)| AppraisalTerm::whole(id, signed(value)));
    let score = signed(evaluation.of(position).value());
    Appraisal::new(score, terms.collect(), vec![frontier(position)])
}

/// The discs beside an empty square: each makes moves for the other side.
fn frontier(position: &Position) -> Layer {
    let near = position.empty().grown();
    let discs = Side::ALL.into_iter().flat_map(|side| {
        (position.discs_of(side) & near).iter().map(move |square| SquareValue {
            at: square.to_string(),
            side,
            value: 1,
            word: Some("frontier"),
        })
    });
    Layer { id: "frontier", content: LayerContent::Values(discs.collect()) }
}
