//! The explorer of openings: what was played in a position, by the machine and in the archive.

use crate::api::AppState;
use crate::api::body::Body;

use crate::archive::stored_key;
use crate::people::own_games;
use crate::refusal::Refusal;
use crate::request;
use axum::Json;
use axum::extract::State;
use engine::Session;
use hall::openings::position_key;
use hall_messages::LONGEST_POSITION;
use std::collections::HashSet;
use store::ArchiveFilter;
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{ExploreOpening, ExploredOpening, MachineOpenings, NamedMove, NextMove, WrittenMove};

/// The most moves before a position, and the most characters of one.
const MOST_MOVES: usize = 500;
const LONGEST_MOVE: usize = 200;

/// The moves that were played in a position, however it was reached.
#[utoipa::path(
    post,
    path = "/api/openings",
    operation_id = "explore_opening",
    request_body = ExploreOpening,
    responses(
        (status = 200, description = "The moves, the most frequent first.", body = ExploredOpening),
        (status = "4XX", description = "What is wrong with the question.", body = Problem),
    )
)]
pub(crate) async fn explore(
    State(app): State<AppState>,
    Body(asked): Body<ExploreOpening>,
) -> Result<Json<ExploredOpening>, Refusal> {
    let bad = |message: String| Err(Refusal::bad_request("bad-parameter", message));
    if asked.start.as_ref().is_some_and(|start| start.len() > LONGEST_POSITION) {
        return bad(format!("start: at most {LONGEST_POSITION} characters"));
    }
    if asked.moves.len() > MOST_MOVES || asked.moves.iter().any(|m| m.len() > LONGEST_MOVE) {
        return bad(format!(
            "moves: at most {MOST_MOVES} of at most {LONGEST_MOVE} characters each"
        ));
    }
    let mut session = games::new_session(&asked.variant, None, asked.start.as_deref())?;
    let mut played = Vec::with_capacity(asked.moves.len());
    for (i, text) in asked.moves.iter().enumerate() {
        let recorded = session.record(text);
        let recorded = recorded.map_err(|error| Refusal::from(error).at(&format!("moves[{i}]")))?;
        let notations = hall::notations(recorded.notations);
        played.push(WrittenMove { text: recorded.played.text, notations });
    }
    let key = position_key(session.as_ref());
    let machine = shipped_openings::of(&asked.variant).map(|base| {
        let found = key.map_or(&[][..], |key| base.at(key));
        let found = found.iter().map(|one| (one.text.as_str(), one.games(), one.results));
        MachineOpenings {
            games: base.games,
            nodes: base.nodes,
            moves: next(session.as_mut(), found),
        }
    });
    app.archive.catch_up().await?;
    let filter = ArchiveFilter {
        of: own_games(&request::speaker()),
        variant: Some(asked.variant.clone()),
        key: key.map(stored_key),
        ..ArchiveFilter::default()
    };
    let own = if key.is_some() { app.store.moves_at(&filter).await? } else { Vec::new() };
    let found = own.iter().map(|one| (one.text.as_str(), one.games, one.results));
    let own = next(session.as_mut(), found);
    let named = named(session.as_mut());
    let opening_name = session.opening_name().map(str::to_owned);
    Ok(Json(ExploredOpening { opening_name, played, machine, own, named }))
}

/// Counted moves in every notation; one that is not legal here is left out.
fn next<'a>(
    session: &mut dyn Session,
    found: impl Iterator<Item = (&'a str, u64, [u64; 3])>,
) -> Vec<NextMove> {
    let legal: HashSet<String> = session.legal_moves().into_iter().collect();
    let each =
        found.filter(|(text, ..)| legal.contains(*text)).filter_map(|(text, games, results)| {
            let written = written(session, text)?;
            let opening_name = name_after(session, text);
            Some(NextMove { written, opening_name, games, results })
        });
    each.collect()
}

fn written(session: &dyn Session, text: &str) -> Option<WrittenMove> {
    let notations = hall::notations(session.write_all(text).ok()?);
    Some(WrittenMove { text: text.to_owned(), notations })
}

/// The opening that is known after a move.
fn name_after(session: &mut dyn Session, text: &str) -> Option<String> {
    session.push(text).ok()?;
    let name = session.opening_name().map(str::to_owned);
    session.pop();
    name
}

/// The moves after which the opening has another name than now.
fn named(session: &mut dyn Session) -> Vec<NamedMove> {
    let now = session.opening_name();
    let legal = session.legal_moves();
    let each = legal.iter().filter(|text| session.is_book_move(text)).cloned().collect::<Vec<_>>();
    let named = each.into_iter().filter_map(|text| {
        let opening_name = name_after(session, &text).filter(|name| Some(name.as_str()) != now)?;
        Some(NamedMove { written: written(session, &text)?, opening_name })
    });
    named.collect()
}
