//! An evaluation taken apart, in the form for the browser.

use crate::LabSearchPosition;
use engine::{Layer, LayerContent, SquareValue};
use hall_messages::Refused;
use wire::{
    LabArrow, LabEvaluation, LabLayer, LabLayerKind, LabPoint, LabReach, LabSquare, LabTerm,
};

/// The evaluation `by` of a position, taken apart.
///
/// # Errors
/// When there is no such evaluation.
pub fn evaluation(place: &LabSearchPosition, by: &str) -> Result<LabEvaluation, Refused> {
    let found = games::appraise(place.game.as_ref(), by)?;
    let term =
        |term: engine::AppraisalTerm| LabTerm { id: term.id, sides: term.sides, total: term.total };
    Ok(LabEvaluation {
        score_cp: found.score,
        turn: place.game.side_to_move(),
        terms: found.terms.into_iter().map(term).collect(),
        layers: found.layers.into_iter().map(layer).collect(),
    })
}

fn layer(layer: Layer) -> LabLayer {
    let mut shown = LabLayer {
        id: layer.id.to_owned(),
        kind: LabLayerKind::Shading,
        squares: Vec::new(),
        pieces: Vec::new(),
        arrows: Vec::new(),
        points: Vec::new(),
    };
    match layer.content {
        LayerContent::Shading(values) => shown.squares = squares(values),
        LayerContent::Values(values) => {
            shown.kind = LabLayerKind::Values;
            shown.squares = squares(values);
        }
        LayerContent::Dots(pieces) => {
            shown.kind = LabLayerKind::Dots;
            let reach = |reach: engine::Reach| LabReach {
                from: reach.from,
                side: reach.side,
                to: reach.to,
            };
            shown.pieces = pieces.into_iter().map(reach).collect();
        }
        LayerContent::Arrows(arrows) => {
            shown.kind = LabLayerKind::Arrows;
            let arrow = |arrow: engine::Arrow| LabArrow {
                from: arrow.from,
                to: arrow.to,
                side: arrow.side,
                kind: if arrow.protects { "protect" } else { "threat" }.to_owned(),
            };
            shown.arrows = arrows.into_iter().map(arrow).collect();
        }
        LayerContent::Control(points) => {
            shown.kind = LabLayerKind::Control;
            let point = |point: engine::SquareControl| {
                let [first, second] = point.by;
                LabPoint { at: point.at, first, second }
            };
            shown.points = points.into_iter().map(point).collect();
        }
    }
    shown
}

fn squares(values: Vec<SquareValue>) -> Vec<LabSquare> {
    let square = |value: SquareValue| LabSquare {
        at: value.at,
        side: value.side,
        value: value.value,
        word: value.word.map(str::to_owned),
    };
    values.into_iter().map(square).collect()
}
