//! Who waits for a game, a game with anybody now, and what can be watched.

use crate::api::AppState;
use crate::api::body::{Body, GameId};
use crate::api::{games, ratings};
use crate::hourly::HourlyKind;
use crate::live::STALE;
use crate::people::open_games;
use crate::quotas::QuotaKind;
use crate::refusal::Refusal;
use crate::request;
use crate::view;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use hall::pairing::{self, WaitingPlayer};
use hall::{Command, GameSetup, Moment, Person, Player, Seat, Side, Speaker};
use std::time::Duration;
use store::{Challenge, GameQuery, ListEntry, StateFilter};
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{Lobby, NewGame, OpenChallenge, Pairing, SeekGame, TakeSeat, WatchedGame};

/// The most offers that are shown.
const SHOWN: u32 = 200;
/// The most games to watch that are shown.
const WATCHED: u32 = 50;
/// A game in which nothing has happened for so long is not shown to watchers.
const ASLEEP: Duration = Duration::from_secs(24 * 60 * 60);
/// The most bytes of the id of a request.
const LONGEST_ID: usize = 100;
/// The most games that one person offers at a time.
const OFFERED: u64 = 3;

/// Who waits for a game, and what can be watched; nothing in a hall of one user.
#[utoipa::path(
    get,
    path = "/api/lobby",
    responses(
        (status = 200, description = "The lobby.", body = Lobby),
        (status = "4XX", description = "Why there is none.", body = Problem),
    )
)]
pub(crate) async fn lobby(State(app): State<AppState>) -> Result<Json<Lobby>, Refusal> {
    if !app.config.mode.has_people() {
        return Ok(Json(Lobby { challenges: Vec::new(), games: Vec::new() }));
    }
    let now = view::now();
    let mut offers = app.store.challenges(since(now, STALE), SHOWN).await?;
    let hidden = app.safety.hidden_from(&request::speaker()).await?;
    offers.retain(|offer| !hidden.contains(&offer.person));
    let challenges = offers.into_iter().filter_map(shown).collect();
    Ok(Json(Lobby { challenges, games: watched(&app, now).await? }))
}

/// The games that go on and may be watched.
async fn watched(app: &AppState, now: Moment) -> Result<Vec<WatchedGame>, Refusal> {
    let of = open_games(app.config.mode);
    let filter = StateFilter::Playing;
    let query = GameQuery { of, filter, limit: WATCHED, ..GameQuery::default() };
    let asleep = since(now, ASLEEP);
    let found = app.store.list(&query).await?.games.into_iter().filter_map(|entry| match entry {
        ListEntry::Game(game) if game.updated_at >= asleep && is_played(&game.summary.players) => {
            let (id, rated) = (game.id.clone(), game.setup.rated);
            let game = games::summary(ListEntry::Game(game));
            Some(WatchedGame { game, spectators: app.games.spectators(&id), rated })
        }
        _ => None,
    });
    Ok(found.collect())
}

fn is_played(players: &[Player; 2]) -> bool {
    !players.iter().any(|player| matches!(player.seat(), Some(Seat::Open { .. })))
}

fn since(now: Moment, time: Duration) -> Moment {
    Moment(now.0.saturating_sub(i64::try_from(time.as_millis()).unwrap_or(i64::MAX)))
}

/// An offer as others see it; `None` if nobody can sit down there.
fn shown(offer: Challenge) -> Option<OpenChallenge> {
    let Challenge { person, since, game, ratings } = offer;
    let rating = ratings::shown(&ratings, &game.setup.variant, &game.setup.clock);
    let is_open =
        |side: &Side| game.summary.players[side.index()].seat() == Some(&Seat::Open { only: None });
    let side = Side::ALL.into_iter().find(is_open)?;
    let name = match &game.summary.players[side.other().index()] {
        Player::Person { name, .. } => name.clone(),
        Player::Machine { .. } => String::new(),
    };
    Some(OpenChallenge {
        id: game.id,
        variant: game.setup.variant,
        rules: game.setup.rules,
        opening: game.setup.opening,
        clock: game.setup.clock,
        rated: game.setup.rated,
        person,
        name,
        rating,
        side,
        since: view::moment(since),
    })
}

/// Refuses who offers too much.
pub(super) async fn must_have_room(app: &AppState, person: &Person) -> Result<(), Refusal> {
    let offered = app.store.challenges_of(&person.id, since(view::now(), STALE)).await?;
    if offered >= OFFERED {
        let message = format!("{OFFERED} games can be offered at a time: withdraw one before");
        return Err(Refusal::conflict("too-many-challenges", message));
    }
    app.quotas.take(request::client(), QuotaKind::Challenge)?;
    app.quotas.hour(HourlyKind::Challenge)
}

/// A game with anybody, now: the offer of somebody near in strength, or one's own.
#[utoipa::path(
    post,
    path = "/api/pairing",
    request_body = SeekGame,
    responses(
        (status = 200, description = "The game of somebody, or one's own.", body = Pairing),
        (status = "4XX", description = "Why there is none.", body = Problem),
    )
)]
pub(crate) async fn pair(
    State(app): State<AppState>,
    Body(sought): Body<SeekGame>,
) -> Result<Json<Pairing>, Refusal> {
    let Speaker::Person(person) = request::speaker() else {
        return Err(Refusal::conflict("no-persons", "this hall has one user"));
    };
    let now = view::now();
    let mut offers = app.store.challenges(since(now, STALE), SHOWN).await?;
    let hidden = app.safety.hidden_from(&request::speaker()).await?;
    offers.retain(|offer| !hidden.contains(&offer.person));
    let rules = sought.rules.as_deref();
    let fits = |setup: &GameSetup| {
        setup.variant == sought.variant
            && rules.is_none_or(|rules| setup.rules == rules)
            && setup.clock == sought.clock
            && setup.rated == sought.rated
            && setup.opening.is_none()
    };
    let own = sought.waiting.as_deref().and_then(|waiting| {
        offers.iter().find(|offer| offer.game.id == waiting && offer.person == person.id)
    });
    let own = WaitingPlayer {
        game: own.map(|own| own.game.id.clone()).unwrap_or_default(),
        since: own.map_or(now, |own| own.since),
        rating: ratings::to_pair(
            &app.store.ratings(&person.id).await?,
            &sought.variant,
            &sought.clock,
        ),
    };
    let waiting = |offer: &Challenge| WaitingPlayer {
        game: offer.game.id.clone(),
        since: offer.since,
        rating: ratings::to_pair(&offer.ratings, &sought.variant, &sought.clock),
    };
    let is_fit = |offer: &&Challenge| offer.person != person.id && fits(&offer.game.setup);
    let mut others: Vec<WaitingPlayer> = offers.iter().filter(is_fit).map(waiting).collect();
    if let Some(found) = pairing::nearest(&own, &others, now) {
        return Ok(Json(Pairing { game: others.swap_remove(found).game, found: true }));
    }
    if let Some(waiting) = sought.waiting.filter(|_| !own.game.is_empty()) {
        return Ok(Json(Pairing { game: waiting, found: false }));
    }
    let open = Some(Seat::Open { only: None });
    let new = NewGame {
        variant: sought.variant,
        rules: sought.rules,
        players: [
            Player::Person { name: String::new(), seat: None },
            Player::Person { name: String::new(), seat: open },
        ],
        draw_lots: true,
        clock: sought.clock,
        position: None,
        moves: Vec::new(),
        opening: None,
        imported: None,
        in_lobby: true,
        rated: sought.rated,
        delay: 0,
    };
    let game = games::begin(&app, new).await?;
    Ok(Json(Pairing { game: game.id, found: false }))
}

/// Sits down on the open seat of a game.
#[utoipa::path(
    post,
    path = "/api/games/{id}/seat",
    params(("id" = String, Path, description = "The game's id.")),
    request_body = TakeSeat,
    responses(
        (status = 204, description = "The seat is the person's."),
        (status = "4XX", description = "Why it is not.", body = Problem),
    )
)]
pub(crate) async fn sit_down(
    State(app): State<AppState>,
    GameId(id): GameId,
    Body(TakeSeat { request }): Body<TakeSeat>,
) -> Result<StatusCode, Refusal> {
    if request.is_empty() || request.len() > LONGEST_ID {
        let message = format!("request: expected 1 to {LONGEST_ID} characters");
        return Err(Refusal::bad_request("bad-id", message));
    }
    app.games.command(&id, wire::Request { id: request, command: Command::SitDown }).await?;
    Ok(StatusCode::NO_CONTENT)
}
