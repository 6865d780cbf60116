//! The evaluation of draughts, taken apart.

use crate::board;
use crate::erased::{AnyPosition, AnySquare};
use crate::session::DraughtsSession;
use draughts::{Direction, Kind};
use draughts_engine::eval::Term;
use engine::SquareValue;
use engine::{Appraisal, AppraisalTerm, Layer, LayerContent, Reach};
use game::Side;

/// See [`engine::Family::appraise`].
pub(crate) fn appraise(session: &DraughtsSession) -> Appraisal {
    let position = session.line().position();
    let (explained, shapes) = position.variant().code().appraise(position);
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
    let shapes: Vec<_> = shapes.into_iter().filter_map(shade).collect();
    if !shapes.is_empty() {
        layers.push(Layer { id: "shapes", content: LayerContent::Shading(shapes) });
    }
    Appraisal::new(explained.score, terms, layers)
}

/// The share of a square in the value of the shapes, for the side that it speaks for.
fn shade((square, value): (AnySquare, f64)) -> Option<SquareValue> {
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
fn mobility(position: &AnyPosition) -> Vec<Reach> {
    let rules = position.rules();
    let squares: Vec<AnySquare> = position.variant().squares().collect();
    let at =
        |place: (u8, u8)| squares.iter().copied().find(|square| board::place(*square) == place);
    let reach = position.pieces().filter_map(|(from, piece)| {
        let is_king = piece.kind == Kind::King;
        let reach = if is_king { rules.king_move } else { rules.men_move };
        let mut free = Vec::new();
        for &direction in reach.directions(piece.side) {
            let mut next = step(board::place(from), direction).and_then(at);
            while let Some(square) = next.filter(|square| position.piece_at(*square).is_none()) {
                free.push(square.number());
                if !(is_king && rules.flying) {
                    break;
                }
                next = step(board::place(square), direction).and_then(at);
            }
        }
        free.sort_unstable();
        let to: Vec<String> = free.iter().map(ToString::to_string).collect();
        (!to.is_empty()).then(|| Reach { from: from.to_string(), side: piece.side, to })
    });
    reach.collect()
}

/// The next place in a direction, as column and row from White's lower left.
fn step((column, row): (u8, u8), direction: Direction) -> Option<(u8, u8)> {
    use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};
    let column = match direction {
        DownLeft | Left | UpLeft => column.checked_sub(1)?,
        DownRight | Right | UpRight => column + 1,
        Down | Up => column,
    };
    let row = match direction {
        Down | DownLeft | DownRight => row.checked_sub(1)?,
        Up | UpLeft | UpRight => row + 1,
        Left | Right => row,
    };
    Some((column, row))
}
