use crate::api::Hands;
use crate::api::body::{Body, GameId, Parameters};
use crate::live;
use crate::refusal::{Refusal, faults, shortened};
use crate::view;
use axum::Json;
use axum::extract;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use engine::OpenError;
use serde::Deserialize;
use store::{Change, Filter, Setup};
use tokio::time::Instant;
use utoipa::IntoParams;
use wire::{
    CheckPosition, ClockSetting, Game, GameList, GameSummary, NewGame, Player, PositionReport,
    Problem,
};

/// Moves a game may begin with.
const MOST_MOVES: usize = 5_000;
/// Characters a position's text may have.
const LONGEST_POSITION: usize = 4_000;
/// A day: no clock and no move takes longer.
const LONGEST_MS: u64 = 24 * 60 * 60 * 1000;

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
    extract::State(hands): extract::State<Hands>,
    Body(new): Body<NewGame>,
) -> Result<impl IntoResponse, Refusal> {
    check_new_game_form(&new)?;
    let id = uuid::Uuid::now_v7().to_string();
    let now = view::now();
    let (mut state, changes) = begin(&id, new, now)?;
    let version = hands.store.create(&id, state.setup(), now, &changes, &state.summary()).await?;
    state.stored(version, None, now);
    let location = [(header::LOCATION, format!("/api/games/{id}"))];
    Ok((StatusCode::CREATED, location, Json(state.view(Instant::now()))))
}

/// The new game with the moves it begins with, as changes to be stored.
fn begin(
    id: &str,
    new: NewGame,
    now: store::Moment,
) -> Result<(live::State, Vec<Change>), Refusal> {
    if new.opening.is_some() && (new.position.is_some() || !new.moves.is_empty()) {
        let message = "an opening protocol begins with the empty board";
        return Err(Refusal::impossible("bad-game", message));
    }
    let session = engine::new_session(&new.variant, new.rules.as_deref(), new.position.as_deref())?;
    let mut players = new.players;
    if new.draw_lots && rand::random() {
        players.swap(0, 1);
    }
    let setup = Setup {
        variant: session.variant().id.to_owned(),
        rules: session.rules().to_owned(),
        players,
        clock: new.clock,
        start: session.start_text(),
        opening: new.opening,
    };
    let mut state = live::State::new(id, setup, now)?;
    let mut changes = Vec::new();
    for (i, text) in new.moves.iter().enumerate() {
        let place = || format!("moves[{i}]");
        if state.end().is_some() {
            let message = format!("{}: the game was over before it", place());
            return Err(Refusal::impossible("game-over", message));
        }
        let read = state.session().read_move(text);
        let text = read.map_err(|error| Refusal::from(error).at(&place()))?;
        let left_ms = state.clocks.left_ms(Instant::now());
        let mut happened = vec![Change::Moved { text, time_ms: 0, left_ms, score_cp: None }];
        state.apply(&happened[0]).map_err(|error| Refusal::from(error).at(&place()))?;
        happened.extend(over_by_rules(&state, left_ms));
        changes.append(&mut happened);
        if let Some(over @ Change::Ended { .. }) = changes.last() {
            state.apply(over)?;
        }
    }
    if changes.is_empty()
        && let Some(over) = over_by_rules(&state, state.clocks.left_ms(Instant::now()))
    {
        // A position in which the side to move is mated already.
        state.apply(&over)?;
        changes.push(over);
    }
    Ok((state, changes))
}

fn over_by_rules(state: &live::State, left_ms: [u64; 2]) -> Option<Change> {
    let end = view::end(state.session().verdict()?);
    Some(Change::Ended { end, left_ms })
}

/// Checks what can be checked of a new game without opening it.
pub(crate) fn check_new_game_form(new: &NewGame) -> Result<(), Refusal> {
    let bad = |message: String| Err(Refusal::impossible("bad-game", message));
    for (i, player) in new.players.iter().enumerate() {
        match player {
            Player::Person { name } if name.chars().count() > 80 => {
                return bad(format!("players[{i}].name: at most 80 characters"));
            }
            Player::Person { .. } => {}
            Player::Machine { level, depth, move_time_ms } => {
                if engine::Level::new(*level).is_none() {
                    return bad(format!("players[{i}].level: {level} is not between 1 and 12"));
                }
                if depth.is_some_and(|depth| !(1..=99).contains(&depth)) {
                    return bad(format!("players[{i}].depth: expected 1 to 99"));
                }
                if move_time_ms.is_some_and(|ms| !(1..=LONGEST_MS).contains(&ms)) {
                    return bad(format!("players[{i}].move_time_ms: expected 1 to {LONGEST_MS}"));
                }
            }
        }
    }
    match new.clock {
        ClockSetting::PerMove { ms } if !(1..=LONGEST_MS).contains(&ms) => {
            return bad(format!("clock.ms: expected 1 to {LONGEST_MS}"));
        }
        ClockSetting::Increment { base_ms, increment_ms }
            if !(1..=LONGEST_MS).contains(&base_ms) || increment_ms > LONGEST_MS =>
        {
            return bad(format!(
                "clock: expected base_ms 1 to {LONGEST_MS}, increment_ms up to that"
            ));
        }
        _ => {}
    }
    if new.position.as_ref().is_some_and(|text| text.len() > LONGEST_POSITION) {
        return bad(format!("position: at most {LONGEST_POSITION} characters"));
    }
    if new.moves.len() > MOST_MOVES {
        return bad(format!("moves: at most {MOST_MOVES}"));
    }
    Ok(())
}

/// Which games to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct Page {
    /// How many to pass over.
    #[serde(default)]
    offset: u32,
    /// How many at most, 1 to 200.
    #[serde(default = "usual_limit")]
    #[param(minimum = 1, maximum = 200)]
    limit: u32,
    /// `all`, `playing` or `over`.
    #[serde(default = "all")]
    state: String,
    /// `xiangqi`, `draughts` or `gomoku`; absent: all.
    family: Option<String>,
    /// A part of a player's name, capitals and small letters alike.
    player: Option<String>,
}

impl Page {
    /// Whether it asks for only some games.
    fn narrows(&self) -> bool {
        self.family.is_some() || self.player.as_ref().is_some_and(|name| !name.trim().is_empty())
    }

    /// Whether a game is of the family and the player asked for.
    fn takes(&self, game: &store::Listed) -> bool {
        let family = |asked: &String| {
            engine::find_variant(&game.setup.variant).is_ok_and(|own| own.family == *asked)
        };
        let wanted = self.player.as_deref().unwrap_or_default().trim().to_lowercase();
        let named = |player: &Player| match player {
            Player::Person { name } => name.to_lowercase().contains(&wanted),
            Player::Machine { level, .. } => format!("yiqi, level {level}").contains(&wanted),
        };
        self.family.as_ref().is_none_or(family)
            && (wanted.is_empty() || game.summary.players.iter().any(named))
    }
}

fn usual_limit() -> u32 {
    50
}

fn all() -> String {
    "all".to_owned()
}

/// Games, the latest change first.
#[utoipa::path(
    get,
    path = "/api/games",
    params(Page),
    responses(
        (status = 200, description = "A page of the list.", body = GameList),
        (status = "4XX", description = "What is wrong with the parameters.", body = Problem),
    )
)]
pub(crate) async fn list(
    extract::State(hands): extract::State<Hands>,
    Parameters(page): Parameters<Page>,
) -> Result<Json<GameList>, Refusal> {
    let filter = match page.state.as_str() {
        "all" => Filter::All,
        "playing" => Filter::Playing,
        "over" => Filter::Over,
        other => {
            let message = format!("state: {:?} is not all, playing or over", shortened(other));
            return Err(Refusal::bad_request("bad-parameter", message));
        }
    };
    if !(1..=200).contains(&page.limit) {
        let message = format!("limit: {} is not between 1 and 200", page.limit);
        return Err(Refusal::bad_request("bad-parameter", message));
    }
    if let Some(family) = page.family.as_deref()
        && engine::variants().iter().all(|variant| variant.family != family)
    {
        let message = format!("family: {:?} is not xiangqi, draughts or gomoku", shortened(family));
        return Err(Refusal::bad_request("bad-parameter", message));
    }
    let (games, total) = if page.narrows() {
        let takes = |game: &store::Listed| page.takes(game);
        hands.store.search(filter, takes, page.offset, page.limit).await?
    } else {
        hands.store.list(filter, page.offset, page.limit).await?
    };
    let summary = |game: store::Listed| GameSummary {
        id: game.id,
        variant: game.setup.variant,
        rules: game.setup.rules,
        players: game.summary.players,
        created_at: view::moment(game.created_at),
        updated_at: view::moment(game.updated_at),
        plies: game.summary.plies,
        end: game.summary.end,
        position: game.summary.position,
    };
    Ok(Json(GameList { games: games.into_iter().map(summary).collect(), total }))
}

/// A game, whole.
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
    extract::State(hands): extract::State<Hands>,
    GameId(id): GameId,
) -> Result<Json<Game>, Refusal> {
    hands.games.view(&id).await.map(Json)
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
    extract::State(hands): extract::State<Hands>,
    GameId(id): GameId,
) -> Result<StatusCode, Refusal> {
    hands.games.delete(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Whether a text is a position; if not, everything that is wrong with it.
#[utoipa::path(
    post,
    path = "/api/positions",
    request_body = CheckPosition,
    responses(
        (status = 200, description = "The position, or all its faults.", body = PositionReport),
        (status = "4XX", description = "The question makes no sense.", body = Problem),
    )
)]
pub(crate) async fn check_position(
    Body(asked): Body<CheckPosition>,
) -> Result<Json<PositionReport>, Refusal> {
    if asked.text.len() > LONGEST_POSITION {
        let message = format!("text: at most {LONGEST_POSITION} characters");
        return Err(Refusal::impossible("bad-position", message));
    }
    match engine::new_session(&asked.variant, None, Some(&asked.text)) {
        Ok(session) => Ok(Json(PositionReport {
            text: Some(session.start_text()),
            board: Some(view::board(session.board())),
            faults: Vec::new(),
            end: session.verdict().map(view::end),
        })),
        Err(OpenError::Position(error)) => {
            let board = engine::read_board(&asked.variant, &asked.text).ok().map(view::board);
            Ok(Json(PositionReport { text: None, board, faults: faults(error), end: None }))
        }
        Err(other) => Err(other.into()),
    }
}
