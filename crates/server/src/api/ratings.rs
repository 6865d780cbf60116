//! How strong people are, and what the hall says of them.

use crate::api::AppState;
use crate::api::body::{GameId, PersonPath};
use crate::api::progress::reviewed_games;
use crate::refusal::Refusal;
use crate::view;
use axum::Json;
use axum::extract::State;
use hall::rating::{LEVELS, Rating, pool};
use hall::{ClockSetting, Moment, PersonId, Player, Seat, Side};
use hall_messages::only_person;
use std::collections::HashMap;
use store::{GameQuery, ListEntry, PoolRating, RatedGame, Whose};
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{PersonProfile, RatingChanges, ShownRatedGame, ShownRating, ShownRatingChange};

/// So many games are looked through for the name of a person.
const NAMES: u32 = 10;
/// Of so many reviewed games the accuracy is said.
const REVIEWED: u32 = 20;

/// The rating of the games of a variant with a clock, among those of a person.
fn found<'a>(
    ratings: &'a [PoolRating],
    variant: &str,
    clock: &ClockSetting,
) -> Option<&'a PoolRating> {
    let (family, _) = games::REGISTRY.find(variant).ok()?;
    let pool = pool(family.id(), clock);
    ratings.iter().find(|rating| rating.pool == pool)
}

/// The number by which people are paired, from a person's ratings: that of somebody unknown before the first rated game.
pub(super) fn to_pair(ratings: &[PoolRating], variant: &str, clock: &ClockSetting) -> f64 {
    found(ratings, variant, clock).map_or_else(Rating::default, |found| found.rating).rating
}

/// A person's rating as others see it, from all that the person has.
pub(super) fn shown(
    ratings: &[PoolRating],
    variant: &str,
    clock: &ClockSetting,
) -> Option<ShownRating> {
    found(ratings, variant, clock).map(|found| of_pool(found, view::now()))
}

fn of_pool(found: &PoolRating, now: Moment) -> ShownRating {
    let (family, time) = parts(&found.pool);
    let rating = found.rating.at(found.at, now);
    ShownRating {
        family,
        time,
        rating: rounded(rating.rating),
        deviation: rounded(rating.deviation),
        provisional: rating.is_provisional(),
        won: found.won,
        drawn: found.drawn,
        lost: found.lost,
    }
}

fn of_game(found: RatedGame) -> ShownRatedGame {
    let (family, time) = parts(&found.pool);
    let level = found.opponent.strip_prefix("level-").and_then(|level| level.parse().ok());
    ShownRatedGame {
        game: found.game,
        family,
        time,
        at: view::moment(found.at),
        points: found.points,
        opponent: level.is_none().then_some(PersonId(found.opponent)),
        opponent_name: found.opponent_name,
        level,
        opponent_rating: rounded(found.opponent_rating),
        rating: rounded(found.rating),
        change: rounded(found.change),
        accuracy: None,
    }
}

/// The accuracy of a person's moves in the last games of the person that were reviewed, by the games' ids.
async fn accuracies(app: &AppState, id: &PersonId) -> Result<HashMap<String, f32>, Refusal> {
    let of = Whose::Person { id: id.clone(), hosts: false };
    let side_of = |players: &[Player; 2]| {
        let has_seat =
            |player: &Player| matches!(player.seat(), Some(Seat::Taken { person }) if person == id);
        let own = Side::ALL.into_iter().find(|side| has_seat(&players[side.index()]));
        own.or_else(|| only_person(players))
    };
    let games = reviewed_games(app, of, REVIEWED, side_of).await?;
    Ok(games.into_iter().map(|it| (it.game, it.accuracy)).collect())
}

pub(super) fn parts(pool: &str) -> (String, String) {
    let (family, time) = pool.split_once('/').unwrap_or((pool, ""));
    (family.to_owned(), time.to_owned())
}

#[expect(clippy::cast_possible_truncation, reason = "a rating has four digits")]
pub(super) fn rounded(number: f64) -> i32 {
    number.round() as i32
}

/// What the hall says of a person: ratings, and what each rated game changed.
#[utoipa::path(
    get,
    path = "/api/persons/{id}",
    params(("id" = String, Path, description = "The person's id.")),
    responses(
        (status = 200, description = "The person.", body = PersonProfile),
        (status = "4XX", description = "There is none.", body = Problem),
    )
)]
pub(crate) async fn person(
    State(app): State<AppState>,
    PersonPath(id): PersonPath,
) -> Result<Json<PersonProfile>, Refusal> {
    let now = view::now();
    let ratings = app.store.ratings(&id).await?;
    let games = app.store.rated_games(&id).await?;
    let mut accuracies = accuracies(&app, &id).await?;
    let games = games.into_iter().map(|game| {
        let accuracy = accuracies.remove(&game.game);
        ShownRatedGame { accuracy, ..of_game(game) }
    });
    Ok(Json(PersonProfile {
        name: known_name(&app, &id).await?.unwrap_or_default(),
        id,
        ratings: ratings.iter().map(|rating| of_pool(rating, now)).collect(),
        games: games.collect(),
        levels: LEVELS.into_iter().map(i32::from).collect(),
    }))
}

/// The name of the account, or in the last game in which the person has a seat; `None` for somebody whom the hall does not
/// know.
pub(super) async fn known_name(app: &AppState, id: &PersonId) -> Result<Option<String>, Refusal> {
    if let Some(account) = app.store.account(id).await? {
        return Ok(Some(account.name));
    }
    let of = Whose::Person { id: id.clone(), hosts: false };
    let query = GameQuery { of, limit: NAMES, ..GameQuery::default() };
    let games = app.store.list(&query).await?.games;
    let names = games.iter().filter_map(ListEntry::game).flat_map(|game| {
        game.summary.players.iter().filter_map(|player| match player {
            Player::Person { name, seat: Some(Seat::Taken { person }) } if person == id => {
                Some(name.clone())
            }
            _ => None,
        })
    });
    let named = names.into_iter().find(|name| !name.is_empty());
    Ok(named.or_else(|| (!games.is_empty()).then(String::new)))
}

/// What a game did to the ratings of its players.
#[utoipa::path(
    get,
    path = "/api/games/{id}/ratings",
    operation_id = "rating_changes",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
        (status = 200, description = "The changes.", body = RatingChanges),
        (status = "4XX", description = "Why that cannot be said.", body = Problem),
    )
)]
pub(crate) async fn of_game_ended(
    State(app): State<AppState>,
    GameId(id): GameId,
) -> Result<Json<RatingChanges>, Refusal> {
    let changes = app.store.rating_changes(&id).await?.into_iter().map(|it| ShownRatingChange {
        person: it.person,
        rating: rounded(it.rating),
        change: rounded(it.rating) - rounded(it.rating - it.change),
    });
    Ok(Json(RatingChanges { changes: changes.collect() }))
}
