//! The evaluation of draughts, taken apart.

use crate::session::DraughtsGame;
use draughts::{Bits as _, Kind, Position, Square};
use draughts_engine::SearchableVariant;
use draughts_engine::eval::{Evaluation, Term};
use engine::SquareValue;
use engine::{Appraisal, AppraisalTerm, GameSession, Layer, LayerContent, Reach, Session};
use game::Side;

/// See [`engine::Family::appraise`].
pub(crate) fn appraise<V: SearchableVariant>(session: &dyn Session) -> Option<Appraisal> {
    let session = GameSession::<DraughtsGame<V>>::of(session, V::RULES.id).ok()?;
    let position = session.line().position();
    let evaluation = Evaluation::<V>::new();
    let explained = evaluation.explain(position);
    let mut terms: Vec<AppraisalTerm> = Vec::new();
    for &(term, sides) in &explained.terms {
        terms.push(AppraisalTerm::by_sides(word(term), sides));
    }
    if explained.kings != [0; 2] {
        terms.push(AppraisalTerm::by_sides("king-places", explained.kings));
    }
    if explained.shapes != [0; 2] {
        terms.push(AppraisalTerm::by_sides("shapes", explained.shapes));
    }
    if explained.score != explained.sum {
        terms.push(AppraisalTerm::whole("scale", explained.score - explained.sum));
    }
    let mut layers =
        vec![Layer { id: "mobility", content: LayerContent::Dots(mobility(position)) }];
    let shapes: Vec<_> =
        evaluation.shapes_by_square(position).into_iter().filter_map(shade).collect();
    if !shapes.is_empty() {
        layers.push(Layer { id: "shapes", content: LayerContent::Shading(shapes) });
    }
    Some(Appraisal::new(explained.score, terms, layers))
}

/// The share of a square in the value of the shapes, for the side that it speaks for.
fn shade<V: SearchableVariant>((square, value): (Square<V>, f64)) -> Option<SquareValue> {
    let side = if value > 0.0 { Side::First } else { Side::Second };
    let value = value.abs().round() as i32;
    (value > 0).then(|| SquareValue { at: square.to_string(), side, value, word: None })
}

/// The word of a term.
const fn word(term: Term) -> &'static str {
    match term {
        Term::Man => "man",
        Term::King => "king",
        Term::KingsMore => "kings-more",
        Term::Tempo => "tempo",
        Term::Edge => "edge",
        Term::Centre => "centre",
        Term::Guard => "guard",
        Term::Skew => "skew",
        Term::SafeStep => "safe-step",
        Term::Held => "held",
        Term::Link => "link",
        Term::Outpost => "outpost",
        Term::Runner => "runner",
        Term::RunnerRow => "runner-row",
        Term::KingStep => "king-step",
        Term::KingTrapped => "king-trapped",
        Term::MainRoad => "main-road",
        Term::KingRun => "king-run",
        Term::KingDenied => "king-denied",
        Term::Turn => "turn",
    }
}

/// Where each piece could step if it were its turn, captures aside.
fn mobility<V: SearchableVariant>(position: &Position<V>) -> Vec<Reach> {
    let pieces = Square::<V>::all().filter_map(|square| Some((square, position.piece_at(square)?)));
    let reach = pieces.filter_map(|(from, piece)| {
        let is_king = piece.kind == Kind::King;
        let directions = if is_king {
            V::RULES.king_move.directions(piece.side)
        } else {
            V::RULES.men_move.directions(piece.side)
        };
        let mut free = V::Bits::ZERO;
        for &direction in directions {
            let mut at = Position::<V>::step(from.bit(), direction) & position.empty();
            while !at.is_zero() {
                free |= at;
                if !(is_king && V::RULES.flying) {
                    break;
                }
                at = Position::<V>::step(at, direction) & position.empty();
            }
        }
        let to: Vec<String> = Square::<V>::all()
            .filter(|square| !(square.bit() & free).is_zero())
            .map(|square| square.to_string())
            .collect();
        (!to.is_empty()).then(|| Reach { from: from.to_string(), side: piece.side, to })
    });
    reach.collect()
}
