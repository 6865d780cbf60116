use crate::api::AppState;
use crate::api::body::{Body, GameId, Parameters};
use crate::api::{import, lobby, seats, visibility};
use crate::hourly::HourlyKind;
use crate::live;
use crate::people::{HallMode, own_games};
use crate::refusal::{Refusal, shortened};
use crate::request;
use crate::view;
use axum::Json;
use axum::extract;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use hall_messages::study_for_game;
use serde::Deserialize;
use std::time::Duration;
use store::{GameListItem, ListCursor, ListEntry, StateFilter, Whose};
use utoipa::IntoParams;
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{Game, GameList, ListedGame, NewGame, Player};

/// Begins a game.
#[utoipa::path(
    post,
    path = "/api/games",
    request_body = NewGame,
    responses(
        (status = 201, description = "The game; `Location` says where it is.", body = Game),
        (status = "4XX", description = "Why there is none.", body = Problem),
    )
)]
pub(crate) async fn create(
    extract::State(app): extract::State<AppState>,
    Body(new): Body<NewGame>,
) -> Result<impl IntoResponse, Refusal> {
    let game = begin(&app, new).await?;
    let location = [(header::LOCATION, format!("/api/games/{}", game.id))];
    Ok((StatusCode::CREATED, location, Json(game)))
}

/// Makes and stores a new game.
pub(super) async fn begin(app: &AppState, mut new: NewGame) -> Result<Game, Refusal> {
    let record = match new.imported.take() {
        Some(game) => Some(import::game_for(app, &game, &mut new)?),
        None => None,
    };
    hall_messages::check_new_game_form(&new)?;
    let speaker = request::speaker();
    let mut new = seats::seated(new, &speaker)?;
    if let Some(maker) = speaker.person().filter(|_| new.in_lobby) {
        lobby::must_have_room(app, maker).await?;
    }
    check_move_time(&new, app.config.limits.client.move_time)?;
    app.quotas.begin(HourlyKind::Game)?;
    let place = app.stored.take()?;
    let now = view::now();
    let id = view::game_id(now);
    let times = record.as_deref().map(hall::study::move_times).unwrap_or_default();
    if new.draw_lots && rand::random() {
        new.players.swap(0, 1);
    }
    let (mut state, changes) = hall_messages::begin(&id, new, &speaker, &times, now)?;
    let study = record.and_then(|record| study_for_game(&record, &id, state.setup()));
    let study = study.transpose()?;
    let version = app.store.create(&id, state.setup(), now, &changes, &state.summary()).await?;
    if let Some(study) = study
        && let Err(refusal) = app.studies.keep(study).await.and_then(|kept| Ok(kept?))
    {
        // A game without what its file says of it is not what was asked for.
        app.games.delete(&id).await?;
        return Err(refusal);
    }
    place.keep();
    state.stored(version, None, now);
    Ok(live::shown(&state))
}

/// Checks the times that machines are given for a move.
fn check_move_time(new: &NewGame, longest: Duration) -> Result<(), Refusal> {
    for (i, player) in new.players.iter().enumerate() {
        if let Player::Machine { move_time_ms: Some(ms), .. } = player
            && Duration::from_millis(*ms) > longest
        {
            let message = format!("players[{i}].move_time_ms: at most {}", longest.as_millis());
            return Err(Refusal::impossible("bad-game", message));
        }
    }
    Ok(())
}

/// Which games to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct GamePageQuery {
    /// The value `next` of the page before; if absent, the first page.
    after: Option<String>,
    /// The number of games to skip, up to 10000; `after` has no such bound and is faster.
    #[serde(default)]
    #[param(maximum = 10000)]
    offset: u32,
    /// The largest number of games, 1 to 200.
    #[serde(default = "usual_limit")]
    #[param(minimum = 1, maximum = 200)]
    limit: u32,
    /// `all`, `playing` or `over`.
    #[serde(default = "all")]
    state: String,
    /// `xiangqi`, `draughts` or `gomoku`; absent: all.
    family: Option<String>,
    /// A part of a player's name, in capitals or small letters.
    player: Option<String>,
    /// In a hall with several people: `own` (the default), `open` for those that are open to everybody or, among friends, `others`:
    /// the games of two persons that one may watch, and those that wait for somebody to sit down.
    #[serde(default = "own")]
    of: String,
}

/// The largest number of bytes of a name to search for: more than any name has.
const LONGEST_PART: usize = 400;

impl GamePageQuery {
    /// The query for the store.
    fn query(self, of: Whose) -> Result<store::GameQuery, Refusal> {
        let bad = |message: String| Err(Refusal::bad_request("bad-parameter", message));
        let filter = match self.state.as_str() {
            "all" => StateFilter::All,
            "playing" => StateFilter::Playing,
            "over" => StateFilter::Over,
            other => {
                return bad(format!("state: {:?} is not all, playing or over", shortened(other)));
            }
        };
        if !(1..=200).contains(&self.limit) {
            return bad(format!("limit: {} is not between 1 and 200", self.limit));
        }
        if self.offset > store::GameQuery::MOST_OFFSET {
            let most = store::GameQuery::MOST_OFFSET;
            return bad(format!("offset: {} is more than {most}; use `after`", self.offset));
        }
        if let Some(family) = self.family.as_deref()
            && games::family(family).is_none()
        {
            let known: Vec<_> = games::families().iter().map(|family| family.id()).collect();
            let known = known.join(", ");
            return bad(format!("family: {:?} is none of {known}", shortened(family)));
        }
        if self.player.as_ref().is_some_and(|part| part.len() > LONGEST_PART) {
            return bad(format!("player: at most {LONGEST_PART} bytes"));
        }
        let after = match self.after.as_deref().map(str::parse::<ListCursor>) {
            Some(Err(error)) => return bad(format!("after: {error}")),
            Some(Ok(after)) => Some(after),
            None => None,
        };
        let Self { family, player, offset, limit, .. } = self;
        Ok(store::GameQuery { of, filter, family, player, after, offset, limit })
    }
}

fn usual_limit() -> u32 {
    50
}

fn own() -> String {
    "own".to_owned()
}

fn all() -> String {
    "all".to_owned()
}

/// Games in the order of the last change, latest first.
#[utoipa::path(
    get,
    path = "/api/games",
    params(GamePageQuery),
    responses(
        (status = 200, description = "A page of the list.", body = GameList),
        (status = "4XX", description = "What is wrong with the parameters.", body = Problem),
    )
)]
pub(crate) async fn list(
    extract::State(app): extract::State<AppState>,
    Parameters(page): Parameters<GamePageQuery>,
) -> Result<Json<GameList>, Refusal> {
    let of = match (page.of.as_str(), app.config.mode) {
        ("own", _) | ("others", HallMode::Mine) => own_games(&request::speaker()),
        ("others", HallMode::Friends) => Whose::Watchable,
        ("others", HallMode::Public) => Whose::Nobody,
        ("open", _) => visibility::open_to_all(&app).await?,
        (other, _) => {
            let message = format!("of: {:?} is not own, others or open", shortened(other));
            return Err(Refusal::bad_request("bad-parameter", message));
        }
    };
    let listing = app.store.list(&page.query(of)?).await?;
    Ok(Json(GameList {
        games: listing.games.into_iter().map(summary).collect(),
        total: listing.total,
        total_is_exact: listing.is_total_exact,
        next: listing.next.map(|next| next.to_string()),
    }))
}

/// A game as it is listed for who asks.
pub(super) fn summary(entry: ListEntry) -> ListedGame {
    match entry {
        ListEntry::Game(game) => {
            let (setup, now) = (&game.setup, &game.summary);
            if setup.is_held_back_from(&request::visitor(), &now.players, now.end.as_ref()) {
                // A list has no other position than that of now.
                let plies = now.plies.saturating_sub(setup.delay);
                return ListedGame { board: None, position: String::new(), plies, ..listed(*game) };
            }
            listed(*game)
        }
        ListEntry::Broken(broken) => ListedGame {
            board: None,
            id: broken.id,
            variant: String::new(),
            rules: String::new(),
            players: [(); 2].map(|()| Player::person("")),
            created_at: view::moment(broken.updated_at),
            updated_at: view::moment(broken.updated_at),
            plies: 0,
            end: None,
            position: String::new(),
            damage: Some(broken.what),
            damaged: true,
        },
    }
}

fn listed(game: GameListItem) -> ListedGame {
    ListedGame {
        board: games::read_board(&game.setup.variant, &game.summary.position)
            .ok()
            .map(hall_messages::picture),
        id: game.id,
        variant: game.setup.variant,
        rules: game.setup.rules,
        players: game.summary.players.map(wire::Player::shown),
        created_at: view::moment(game.created_at),
        updated_at: view::moment(game.updated_at),
        plies: game.summary.plies,
        end: game.summary.end,
        position: game.summary.position,
        damage: None,
        damaged: false,
    }
}

/// A whole game.
#[utoipa::path(
    get,
    path = "/api/games/{id}",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "The game.", body = Game),
        (status = "4XX", description = "There is none.", body = Problem),
    )
)]
pub(crate) async fn game(
    extract::State(app): extract::State<AppState>,
    GameId(id): GameId,
) -> Result<Json<Game>, Refusal> {
    app.games.shown(&id).await.map(Json)
}

/// Deletes a game.
#[utoipa::path(
    delete,
    path = "/api/games/{id}",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 204, description = "It is gone."),
        (status = "4XX", description = "There is none.", body = Problem),
    )
)]
pub(crate) async fn delete(
    extract::State(app): extract::State<AppState>,
    GameId(id): GameId,
) -> Result<StatusCode, Refusal> {
    app.games.delete(&id).await?;
    app.stored.give_back();
    Ok(StatusCode::NO_CONTENT)
}

/// Another game of the same two persons, who change sides: the other one's seat is kept.
#[utoipa::path(
    post,
    path = "/api/games/{id}/rematch",
    params(("id" = String, Path, description = "The id of the game that is over.")),
    responses(
        (status = 200, description = "The rematch that there is already.", body = Game),
        (status = 201, description = "The new game.", body = Game),
        (status = "4XX", description = "Why there is none.", body = Problem),
    )
)]
pub(crate) async fn rematch(
    extract::State(app): extract::State<AppState>,
    GameId(id): GameId,
) -> Result<impl IntoResponse, Refusal> {
    seats::rematch(&app, &id).await
}
