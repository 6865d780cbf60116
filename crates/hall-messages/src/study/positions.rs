//! The position of a node, with what its game knows of the moves for certain.

use crate::study::are_points;
use crate::view;
use engine::{KnownResult, Session, Verdict};
use game::Side;
use std::collections::BTreeMap;
use wire::{KnownMove, StudyPosition};

/// Legal moves that are looked at. More than any position of a game with repetition has.
const MOST: usize = 400;

/// The position with what databases and proofs say of its moves; `None` if they say nothing. It takes time: `go_on` says how
/// long.
pub fn proven_position(
    node: u32,
    game: &dyn Session,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<StudyPosition> {
    let found = game.known(go_on);
    if found.is_empty() {
        return None;
    }
    let mut position = study_position(node, game);
    let side = game.side_to_move();
    for KnownResult { m, winner, plies, source } in found.into_iter().take(MOST) {
        // An end by the rules says more.
        let is_new = position.known.iter().all(|known| known.text != m);
        let shown = position.board.moves.iter().find(|shown| shown.text == m);
        if let Some(shown) = shown.filter(|_| is_new) {
            let (to, value) = (shown.to.clone(), value(winner, side).to_owned());
            position.known.push(KnownMove { text: m, to, value, plies, source: source.to_owned() });
        }
    }
    Some(position)
}

/// The position of a node, with what the rules say of its moves.
#[must_use]
pub fn study_position(node: u32, game: &dyn Session) -> StudyPosition {
    let end = game.verdict();
    let foreseen = if end.is_none() { game.foresee() } else { Vec::new() };
    let board = view::board(game.board());
    let known = if end.is_none() { known(game, &board.moves, &foreseen) } else { Vec::new() };
    StudyPosition {
        node,
        text: game.position_text(),
        turn: game.side_to_move(),
        board,
        end: end.map(hall::End::from),
        warnings: foreseen
            .into_iter()
            .map(|foreseen| wire::RuleWarning::new(game, foreseen))
            .collect(),
        limit: game.limits().first().copied().map(view::limit),
        opening_name: game.opening_name().map(str::to_owned),
        known,
        can_pass: game.passed().is_some(),
        points: are_points(game),
    }
}

/// Moves that end the game, and those after which a reply can end it by what was played before.
fn known(
    game: &dyn Session,
    moves: &[wire::BoardMove],
    foreseen: &[engine::ForeseenEnd],
) -> Vec<KnownMove> {
    let side = game.side_to_move();
    let ends: BTreeMap<&str, (&Verdict, u32)> = foreseen
        .iter()
        .map(|foreseen| {
            let plies = if foreseen.reply.is_some() { 2 } else { 1 };
            (foreseen.text.as_str(), (&foreseen.verdict, plies))
        })
        .collect();
    let mut known = Vec::new();
    for wire::BoardMove { text, to, .. } in moves.iter().take(MOST) {
        let at_once = game.preview(text).ok().flatten();
        let (verdict, plies) = match (&at_once, ends.get(text.as_str())) {
            (Some(verdict), _) => (verdict, 1),
            (None, Some((verdict, plies))) => (*verdict, *plies),
            (None, None) => continue,
        };
        known.push(KnownMove {
            text: text.clone(),
            to: to.clone(),
            value: value(verdict.outcome.winner(), side).to_owned(),
            plies: Some(plies),
            source: if verdict.by_history { "repetition" } else { "rules" }.to_owned(),
        });
    }
    known
}

fn value(winner: Option<Side>, side: Side) -> &'static str {
    match winner {
        None => "draw",
        Some(winner) if winner == side => "win",
        Some(_) => "loss",
    }
}
