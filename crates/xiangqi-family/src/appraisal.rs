//! The evaluations of Xiangqi, taken apart: ours and those of the machines of textbooks.

use crate::session::XiangqiGame;
use classic::xiangqi::{CLASSIC_3, CLASSIC_4, CLASSIC_5, Machine};
use engine::{
    Appraisal, AppraisalTerm, Arrow, GameSession, Layer, LayerContent, OWN_EVALUATION, Reach,
    Session, SquareControl, SquareValue,
};
use game::{Position as _, Side};
use xiangqi::{Piece, Position, Square};
use xiangqi_engine::eval;

/// The ids of the evaluations.
pub(crate) const EVALUATIONS: &[&str] = &[OWN_EVALUATION, CLASSIC_3.id, CLASSIC_4.id, CLASSIC_5.id];

/// See [`engine::Family::appraise`].
pub(crate) fn appraise(session: &dyn Session, by: &str) -> Option<Appraisal> {
    let session = GameSession::<XiangqiGame>::of(session, crate::ID).ok()?;
    let position = session.line().position();
    if by == OWN_EVALUATION {
        return Some(own(position));
    }
    let presets = [CLASSIC_3, CLASSIC_4, CLASSIC_5];
    let preset = presets.iter().find(|preset| preset.id == by)?;
    Some(described(&Machine::new(preset), position))
}

fn own(position: &Position) -> Appraisal {
    let explained = eval::explain(position);
    let score = explained.score.value();
    let mut terms: Vec<AppraisalTerm> = Vec::new();
    for (name, red, black, _) in &explained.terms {
        terms.push(AppraisalTerm::by_sides(name.replace(' ', "-"), [red.value(), black.value()]));
    }
    // What is still to win with the material left, how long nothing was captured, and what was learnt from games.
    let quiet = score - explained.network - explained.scaled;
    let parts = [
        ("scale", explained.scaled - explained.sum),
        ("quiet-plies", quiet),
        ("network", explained.network),
    ];
    for (id, part) in parts {
        if part != 0 {
            terms.push(AppraisalTerm::whole(id, part));
        }
    }
    Appraisal::new(score, terms, layers(position, eval::places(position)))
}

fn described(machine: &Machine, position: &Position) -> Appraisal {
    let own = machine.evaluate(position);
    let score = if position.side_to_move() == Side::First { own } else { -own };
    let account = machine.account(position);
    let terms = account.iter().map(|&(id, sides)| AppraisalTerm::by_sides(id, sides)).collect();
    Appraisal::new(score, terms, layers(position, machine.places(position)))
}

fn pieces(position: &Position) -> impl Iterator<Item = (Square, Piece)> {
    position.occupied().into_iter().filter_map(|square| Some((square, position.piece_at(square)?)))
}

fn layers(position: &Position, places: Vec<(Square, i32)>) -> Vec<Layer> {
    let shading = places.into_iter().filter_map(|(square, value)| {
        let side = position.piece_at(square)?.side();
        Some(SquareValue { at: square.to_string(), side, value, word: None })
    });
    let dots = pieces(position).map(|(from, piece)| {
        let reached = position.reach(piece, from) - position.side(piece.side());
        let to = reached.into_iter().map(|square| square.to_string()).collect();
        Reach { from: from.to_string(), side: piece.side(), to }
    });
    vec![
        Layer { id: "places", content: LayerContent::Shading(shading.collect()) },
        Layer { id: "mobility", content: LayerContent::Dots(dots.collect()) },
        Layer { id: "attacks", content: LayerContent::Arrows(arrows(position)) },
        Layer { id: "control", content: LayerContent::Control(control(position)) },
    ]
}

/// Each piece with those that attack it, and where it is attacked with those that protect it.
fn arrows(position: &Position) -> Vec<Arrow> {
    let mut arrows = Vec::new();
    for (square, piece) in pieces(position) {
        let near = position.attackers_to(square, position.occupied());
        if !near.intersects(position.side(piece.side().other())) {
            continue;
        }
        for from in near {
            let Some(other) = position.piece_at(from) else { continue };
            let protects = other.side() == piece.side();
            let (from, to) = (from.to_string(), square.to_string());
            arrows.push(Arrow { from, to, side: other.side(), protects });
        }
    }
    arrows
}

fn control(position: &Position) -> Vec<SquareControl> {
    let mut by = [[0_u32; 2]; Square::COUNT];
    for (from, piece) in pieces(position) {
        for to in position.reach(piece, from) {
            by[to.index()][piece.side().index()] += 1;
        }
    }
    let controlled = Square::ALL.iter().zip(by).filter(|(_, by)| *by != [0; 2]);
    controlled.map(|(square, by)| SquareControl { at: square.to_string(), by }).collect()
}
