//! The evaluations of gomoku, taken apart: ours and that of the machine of the textbook.

use crate::session::GomokuGame;
use classic::gomoku::GOMOKU_3;
use engine::{
    Appraisal, AppraisalTerm, GameSession, Layer, LayerContent, OWN_EVALUATION, Session,
    SquareValue,
};
use game::{Position as _, Side};
use gomoku::{Position, Threat};
use gomoku_engine::eval::Evaluation;

/// The ids of the evaluations where the machine of the textbook plays, and elsewhere.
pub(crate) const EVALUATIONS: [&[&str]; 2] = [&[OWN_EVALUATION, GOMOKU_3.id], &[OWN_EVALUATION]];

/// See [`engine::Family::appraise`].
pub(crate) fn appraise(session: &dyn Session, by: &str) -> Option<Appraisal> {
    let session = GameSession::<GomokuGame>::of(session, crate::variants::ID).ok()?;
    let position = session.line().position();
    match by {
        OWN_EVALUATION => Some(own(position)),
        _ if by == GOMOKU_3.id => Some(described(position)),
        _ => None,
    }
}

fn own(position: &Position) -> Appraisal {
    let mut evaluation = Evaluation::new(position.rules());
    let explained = evaluation.explain(position);
    let own = evaluation.of(position).value();
    let is_first = position.side_to_move() == Side::First;
    let mut terms: Vec<AppraisalTerm> = Vec::new();
    for (kind, sides) in &explained.kinds {
        terms.push(AppraisalTerm::by_sides(format!("points-{}", kind.word()), *sides));
    }
    for (kind, sides) in explained.any.iter().filter(|(_, sides)| *sides != [0; 2]) {
        terms.push(AppraisalTerm::by_sides(format!("any-{}", kind.word()), *sides));
    }
    // Credited to the side to move, for which it was learnt.
    let for_mover = |value: i32| if is_first { [value, 0] } else { [0, value] };
    if explained.together != 0 {
        terms.push(AppraisalTerm::by_sides("threats-together", for_mover(explained.together)));
    }
    terms.push(AppraisalTerm::by_sides("tempo", for_mover(explained.tempo)));
    let shown = explained.points.iter().filter(|(.., value)| *value != 0);
    let values = shown.map(|&(square, side, threat, value)| {
        let word = (threat != Threat::Quiet).then(|| threat.word());
        SquareValue { at: square.to_string(), side, value, word }
    });
    let layers = vec![Layer { id: "patterns", content: LayerContent::Values(values.collect()) }];
    Appraisal::new(if is_first { own } else { -own }, terms, layers)
}

fn described(position: &Position) -> Appraisal {
    let own = classic::gomoku::evaluate(position);
    let score = if position.side_to_move() == Side::First { own } else { -own };
    let account = classic::gomoku::account(position);
    let terms = account.iter().map(|&(id, sides)| AppraisalTerm::by_sides(id, sides)).collect();
    Appraisal::new(score, terms, Vec::new())
}
