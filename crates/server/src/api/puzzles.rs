//! Puzzles over HTTP. What a client has solved is kept by the client.

use crate::api::AppState;
use crate::api::body::{Body, GameId, Parameters, PuzzleId};
use crate::people::rights::must_have_made;
use crate::people::{open_games, own_games};
use crate::puzzles::{self, GameSearch, PuzzleKey};
use crate::refusal::{Refusal, shortened};
use crate::request;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use hall::puzzles::{AlternativeResult, RatingRange};
use hall_messages::{PuzzleSession, TryAnswer};
use serde::Deserialize;
use store::{PuzzleFilter, Whose};
use utoipa::IntoParams;
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{PuzzleAnswer, PuzzleList, PuzzleSolution, PuzzleTry, ShippedPuzzles, ShownPuzzle};

/// Which puzzles to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleQuery {
    /// The variant's id; absent: all.
    variant: Option<String>,
    /// The id of a game; absent: those of all games.
    game: Option<String>,
    /// The value `next` of the page before; absent: the first page.
    after: Option<String>,
    /// The largest number of ids, 1 to 500.
    #[serde(default = "usual_limit")]
    #[param(minimum = 1, maximum = 500)]
    limit: u32,
}

fn usual_limit() -> u32 {
    100
}

/// How many puzzles there are out of one's own games and those that everybody may watch, and their ids, those of the latest game
/// first.
#[utoipa::path(
    get,
    path = "/api/puzzles",
    operation_id = "list_puzzles",
    params(PuzzleQuery),
    responses(
        (status = 200, description = "A page of them.", body = PuzzleList),
        (status = "4XX", description = "What is wrong with the question.", body = Problem),
    )
)]
pub(crate) async fn list(
    State(app): State<AppState>,
    Parameters(wanted): Parameters<PuzzleQuery>,
) -> Result<Json<PuzzleList>, Refusal> {
    let bad = |message: String| Err(Refusal::bad_request("bad-parameter", message));
    if !(1..=500).contains(&wanted.limit) {
        return bad(format!("limit: {} is not between 1 and 500", wanted.limit));
    }
    if let Some(variant) = wanted.variant.as_deref() {
        games::new_session(variant, None, None)
            .map_err(|error| Refusal::from(error).at("variant"))?;
    }
    if let Some(game) = &wanted.game {
        uuid::Uuid::try_parse(game).map_err(|_| Refusal::no_game(game))?;
    }
    let after = match wanted.after.as_deref().map(|id| (id, puzzles::place(id))) {
        Some((id, None)) => {
            return bad(format!("after: {:?} is not the id of a puzzle", shortened(id)));
        }
        Some((_, after)) => after,
        None => None,
    };
    let game = wanted.game.as_deref();
    // Who has the address of a game has its puzzles; a list of all has no addresses of others' games.
    let of = match game {
        Some(game) if app.games.must_be_seen(game).await.is_ok() => vec![Whose::Everybody],
        Some(_) => vec![Whose::Nobody],
        None => vec![own_games(&request::speaker()), open_games(app.config.mode)],
    };
    let filter = PuzzleFilter { variant: wanted.variant.as_deref(), game, of: Some(&of) };
    // It comes first: when it says that the search has ended, all that was found is in the list.
    let search = match game {
        Some(game) if of == [Whose::Everybody] => app.store.puzzle_search(game).await?,
        _ => None,
    };
    let page = app.store.list_puzzles(filter, after.as_ref(), wanted.limit).await?;
    // One that cannot be read has ended.
    let search = search.and_then(|stored| {
        let search: GameSearch = serde_json::from_str(&stored.body).ok()?;
        Some(search.shown(stored.under_way))
    });
    let ids: Vec<String> = page.places.iter().map(puzzles::id).collect();
    Ok(Json(PuzzleList {
        variants: app.store.count_puzzles(game, &of).await?,
        next: ids.last().filter(|_| page.more).cloned(),
        ids,
        search,
    }))
}

/// Which shipped puzzles to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShippedQuery {
    /// The variant's id; absent: only how many there are of each is told.
    variant: Option<String>,
    /// Only those about this: a word of the variant's family.
    theme: Option<String>,
    /// The least rating.
    from: Option<u16>,
    /// The greatest rating.
    to: Option<u16>,
}

/// The puzzles that come with the program.
#[utoipa::path(
    get,
    path = "/api/puzzles/shipped",
    operation_id = "list_shipped_puzzles",
    params(ShippedQuery),
    responses(
        (status = 200, description = "How many there are, and those that were asked for.", body = ShippedPuzzles),
        (status = "4XX", description = "What is wrong with the question.", body = Problem),
    )
)]
pub(crate) async fn shipped(
    Parameters(wanted): Parameters<ShippedQuery>,
) -> Result<Json<ShippedPuzzles>, Refusal> {
    let ShippedQuery { variant, theme, from, to } = wanted;
    if let Some(variant) = &variant {
        games::find_variant(variant).map_err(|error| Refusal::from(error).at("variant"))?;
    }
    let ratings = RatingRange { from, to };
    Ok(Json(puzzles::shipped(variant.as_deref(), theme.as_deref(), ratings)))
}

/// Which day.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct DailyQuery {
    /// The date of the person as a number: days since 1970-01-01.
    day: u32,
}

/// The puzzle of a day: the same one in every hall with the same shipped puzzles.
#[utoipa::path(
    get,
    path = "/api/puzzles/daily",
    operation_id = "daily_puzzle",
    params(DailyQuery),
    responses(
        (status = 200, description = "The puzzle.", body = ShownPuzzle),
        (status = "4XX", description = "There is none.", body = Problem),
    )
)]
pub(crate) async fn daily(
    Parameters(wanted): Parameters<DailyQuery>,
) -> Result<Json<ShownPuzzle>, Refusal> {
    let one = puzzles::daily(wanted.day);
    let one = one.ok_or_else(|| Refusal::not_found("no puzzles came with this program"))?;
    Ok(Json(PuzzleSession::shipped(one)?.shown()?))
}

/// A puzzle, without its solution.
#[utoipa::path(
    get,
    path = "/api/puzzles/{id}",
    operation_id = "puzzle",
    params(("id" = String, Path, description = "The puzzle's id.")),
    responses(
        (status = 200, description = "The puzzle.", body = ShownPuzzle),
        (status = "4XX", description = "There is none.", body = Problem),
    )
)]
pub(crate) async fn puzzle(
    State(app): State<AppState>,
    PuzzleId(key): PuzzleId,
) -> Result<Json<ShownPuzzle>, Refusal> {
    Ok(Json(play(&app, &key).await?.shown()?))
}

// A move that the puzzle does not know is searched before the answer.
/// Tries a move. The client says all moves of the solver so far; the last one is tried.
#[utoipa::path(
    post,
    path = "/api/puzzles/{id}/try",
    operation_id = "try_puzzle",
    params(("id" = String, Path, description = "The puzzle's id.")),
    request_body = PuzzleTry,
    responses(
        (status = 200, description = "Whether it is right, and what follows.", body = PuzzleAnswer),
        (status = "4XX", description = "Why that cannot be said.", body = Problem),
    )
)]
pub(crate) async fn attempt(
    State(app): State<AppState>,
    PuzzleId(key): PuzzleId,
    Body(tried): Body<PuzzleTry>,
) -> Result<Json<PuzzleAnswer>, Refusal> {
    let play = play(&app, &key).await?;
    let answer = match play.answer(&tried.moves)? {
        TryAnswer::Known(answer) => *answer,
        TryAnswer::Unknown(open) => {
            let alternative = play.alternative(&open, app.puzzles.nodes_of_try());
            let (at, m) = (open.at, open.m.clone());
            let judged = app.puzzles.judge(&key, at, m, alternative, &app.quotas).await;
            let judged = match judged {
                // Only its line is missing.
                Err(_) if open.is_right => AlternativeResult::without_line(),
                judged => judged?,
            };
            play.judged(*open, &judged)?
        }
    };
    // What becomes of shipped puzzles is not counted: they belong to no game of the hall.
    if let PuzzleKey::Stored(place) = key {
        if tried.moves.len() == 1 {
            app.store.tried_puzzle(place.clone(), false).await?;
        }
        if answer.done {
            app.store.tried_puzzle(place, true).await?;
        }
    }
    Ok(Json(answer))
}

/// The solution, for whoever gives up.
#[utoipa::path(
    get,
    path = "/api/puzzles/{id}/solution",
    operation_id = "solution_of_puzzle",
    params(("id" = String, Path, description = "The puzzle's id.")),
    responses(
        (status = 200, description = "All its moves.", body = PuzzleSolution),
        (status = "4XX", description = "There is no such puzzle.", body = Problem),
    )
)]
pub(crate) async fn solution(
    State(app): State<AppState>,
    PuzzleId(key): PuzzleId,
) -> Result<Json<PuzzleSolution>, Refusal> {
    Ok(Json(play(&app, &key).await?.solution()?))
}

/// Ends the search of a game for puzzles, for who made the game. Those that were found are kept.
#[utoipa::path(
    delete,
    path = "/api/games/{id}/puzzles",
    operation_id = "cancel_puzzles",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 204, description = "It has ended."),
        (status = "4XX", description = "There was none.", body = Problem),
    )
)]
pub(crate) async fn cancel(
    State(app): State<AppState>,
    GameId(id): GameId,
) -> Result<StatusCode, Refusal> {
    must_have_made(app.games.stored(&id).await?.setup().maker.as_ref())?;
    app.puzzles.cancel(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The puzzle with this id.
async fn play(app: &AppState, key: &PuzzleKey) -> Result<PuzzleSession, Refusal> {
    let none = || Refusal::no_puzzle(&key.text());
    match key {
        PuzzleKey::Stored(place) => {
            // A puzzle has the id of its game.
            app.games.must_be_seen(&place.game).await.map_err(|_| none())?;
            puzzles::stored(app.store.puzzle(place).await?.ok_or_else(none)?)
        }
        PuzzleKey::Shipped { variant, id } => {
            let shipped = shipped::puzzles::find(variant, id).ok_or_else(none)?;
            Ok(PuzzleSession::shipped(shipped)?)
        }
    }
}
