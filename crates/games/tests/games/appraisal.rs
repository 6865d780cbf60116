//! Evaluations taken apart, of all variants: their terms add up to what the engine says.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use engine::{AppraisalTerm, Layer, LayerContent, OWN_EVALUATION, Session};
use game::Side;

/// Positions of a variant, and those after a few moves from them.
fn positions(variant: &str) -> Vec<Box<dyn Session>> {
    let mut sessions = Vec::new();
    for text in games::positions(variant).unwrap().iter().take(4) {
        let mut session = games::new_session(variant, None, Some(text)).unwrap();
        for ply in 0..4 {
            sessions.push(session.fork());
            let moves = session.legal_moves();
            if session.verdict().is_some() || moves.is_empty() {
                break;
            }
            session.push(&moves[(ply * 5 + 1) % moves.len()]).unwrap();
        }
    }
    sessions
}

#[test]
fn the_terms_add_up_to_what_the_engine_says() {
    for variant in games::variants() {
        let mut own = games::new_engine(variant.id).unwrap();
        for session in positions(variant.id) {
            let sign = if session.side_to_move() == Side::First { 1 } else { -1 };
            for by in games::evaluations(variant.id).unwrap() {
                let name = format!("{} by {by}: {}", variant.id, session.position_text());
                let found = games::appraise(session.as_ref(), by).unwrap();
                let said = if *by == OWN_EVALUATION {
                    own.evaluate(session.as_ref())
                } else {
                    games::new_preset(variant.id, by).unwrap().evaluate(session.as_ref())
                };
                assert_eq!(found.score, sign * said.unwrap(), "{name}");
                let total: i32 = found.terms.iter().map(|term| term.total).sum();
                assert_eq!(total, found.score, "{name}");
                let is_rounding = |term: &&AppraisalTerm| term.id == "rounding";
                let rounding = found.terms.iter().find(is_rounding).map_or(0, |term| term.total);
                assert!(rounding.abs() <= 2 * found.terms.len() as i32, "{name}: {rounding}");
                for term in &found.terms {
                    let fits = term.sides.is_none_or(|[a, b]| a - b == term.total);
                    assert!(fits, "{name}: {term:?}");
                }
            }
        }
    }
}

#[test]
fn layers_name_squares_of_the_board() {
    for variant in games::variants() {
        for session in positions(variant.id).iter().take(3) {
            let names = session.board().names;
            for by in games::evaluations(variant.id).unwrap() {
                let found = games::appraise(session.as_ref(), by).unwrap();
                for Layer { id, content } in found.layers {
                    let at: Vec<String> = match content {
                        LayerContent::Shading(values) | LayerContent::Values(values) => {
                            values.into_iter().map(|value| value.at).collect()
                        }
                        LayerContent::Dots(pieces) => pieces
                            .into_iter()
                            .flat_map(|p| p.to.into_iter().chain([p.from]))
                            .collect(),
                        LayerContent::Arrows(arrows) => {
                            arrows.into_iter().flat_map(|arrow| [arrow.from, arrow.to]).collect()
                        }
                        LayerContent::Control(points) => {
                            points.into_iter().map(|point| point.at).collect()
                        }
                    };
                    for square in at {
                        assert!(names.contains(&square), "{} {id}: {square}", variant.id);
                    }
                }
            }
        }
    }
}

#[test]
fn an_unknown_evaluation_is_named_with_the_known_ones() {
    let session = games::new_session("xiangqi", None, None).unwrap();
    let error = games::appraise(session.as_ref(), "classic-9").unwrap_err().to_string();
    assert_eq!(
        error,
        "xiangqi has no evaluation \"classic-9\"; it has own, classic-3, classic-4, classic-5"
    );
}
