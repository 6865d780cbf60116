//! Blocking and reporting.

use crate::api::AppState;
use crate::api::body::{Body, PersonPath};
use crate::api::ratings;
use crate::hourly::HourlyKind;
use crate::people::safety::too_many_reports;
use crate::refusal::Refusal;
use crate::{request, view};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use hall::text::shown;
use hall::{LONGEST_REPORT, Moment, Person, PersonId, Seat, Speaker};
use std::time::Duration;
use store::{BlockedPerson, NamedPerson, Report};
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{Blocks, NewReport, ShownBlock};

/// The most persons whom one person blocks.
const MOST_BLOCKED: usize = 500;
/// The most reports of one person in an hour.
const REPORTS_AN_HOUR: u64 = 5;
const HOUR: Duration = Duration::from_secs(3600);

/// Whom who asks has blocked.
#[utoipa::path(
    get,
    path = "/api/blocks",
    operation_id = "blocks",
    responses(
        (status = 200, description = "The persons.", body = Blocks),
        (status = "4XX", description = "Why that cannot be said.", body = Problem),
    )
)]
pub(crate) async fn blocks(State(app): State<AppState>) -> Result<Json<Blocks>, Refusal> {
    Ok(Json(of(&app, &person()?.id).await?))
}

/// Blocks a person: neither sees what the other offers, they are never paired, and they do not talk.
#[utoipa::path(
    put,
    path = "/api/blocks/{id}",
    operation_id = "block",
    params(("id" = String, Path, description = "The person's id.")),
    responses(
        (status = 200, description = "Whom who asks has blocked now.", body = Blocks),
        (status = "4XX", description = "Why nothing has changed.", body = Problem),
    )
)]
pub(crate) async fn block(
    State(app): State<AppState>,
    PersonPath(other): PersonPath,
) -> Result<Json<Blocks>, Refusal> {
    let own = person()?.id;
    must_be_another(&own, &other)?;
    app.quotas.hour(HourlyKind::Block)?;
    let known = app.store.blocked_by(&own).await?;
    if known.len() >= MOST_BLOCKED {
        let message = format!("{MOST_BLOCKED} persons can be blocked: take back one before");
        return Err(Refusal::conflict("too-many-blocks", message));
    }
    let blocked = BlockedPerson { person: named(&app, other).await?, at: view::now() };
    app.store.block(&own, blocked).await?;
    Ok(Json(of(&app, &own).await?))
}

/// Blocks a person no more.
#[utoipa::path(
    delete,
    path = "/api/blocks/{id}",
    operation_id = "unblock",
    params(("id" = String, Path, description = "The person's id.")),
    responses(
        (status = 200, description = "Whom who asks has blocked now.", body = Blocks),
        (status = "4XX", description = "Why nothing has changed.", body = Problem),
    )
)]
pub(crate) async fn unblock(
    State(app): State<AppState>,
    PersonPath(other): PersonPath,
) -> Result<Json<Blocks>, Refusal> {
    let own = person()?.id;
    app.store.unblock(&own, &other).await?;
    Ok(Json(of(&app, &own).await?))
}

/// Reports a person to the moderators.
#[utoipa::path(
    post,
    path = "/api/reports",
    operation_id = "report",
    request_body = NewReport,
    responses(
        (status = 204, description = "The moderators read it."),
        (status = "4XX", description = "Why it was not taken.", body = Problem),
    )
)]
pub(crate) async fn report(
    State(app): State<AppState>,
    Body(asked): Body<NewReport>,
) -> Result<StatusCode, Refusal> {
    let own = person()?;
    if !app.accounts.is_open() {
        let message = "this hall has no accounts, and so no moderators";
        return Err(Refusal::conflict("no-moderators", message));
    }
    let words = cleaned(&asked.words)?;
    let Ok(id) = uuid::Uuid::try_parse(&asked.person.0) else {
        return Err(Refusal::not_found("this is not the id of a person"));
    };
    let other = PersonId(id.simple().to_string());
    must_be_another(&own.id, &other)?;
    if let Some(game) = &asked.game {
        uuid::Uuid::try_parse(game).map_err(|_| Refusal::no_game(game))?;
        app.games.must_be_seen(game).await?;
        let state = app.games.stored(game).await?;
        let is_in = |seat: &Seat| matches!(seat, Seat::Taken { person } if *person == other);
        if !state.players().iter().filter_map(hall::Player::seat).any(is_in) {
            let message = "game: the person has no seat in it";
            return Err(Refusal::impossible("not-in-game", message));
        }
    }
    let now = view::now();
    let hour = i64::try_from(HOUR.as_millis()).unwrap_or(i64::MAX);
    if app.store.reports_since(&own.id, Moment(now.0 - hour)).await? >= REPORTS_AN_HOUR {
        return Err(too_many_reports(HOUR));
    }
    let reported = named(&app, other).await?;
    app.quotas.hour(HourlyKind::Report)?;
    app.safety.may_report(request::client())?;
    let report = Report {
        id: view::game_id(now),
        at: now,
        reporter: NamedPerson { id: own.id, name: own.name },
        reported,
        game: asked.game,
        reason: asked.reason,
        words,
        closed_at: None,
        verdict: None,
    };
    app.store.add_report(report).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn of(app: &AppState, person: &PersonId) -> Result<Blocks, Refusal> {
    let blocked = app.store.blocked_by(person).await?.into_iter().map(|it| ShownBlock {
        person: it.person.id,
        name: it.person.name,
        at: view::moment(it.at),
    });
    Ok(Blocks { blocked: blocked.collect() })
}

/// Who asks.
pub(super) fn person() -> Result<Person, Refusal> {
    match request::speaker() {
        Speaker::Person(person) => Ok(person),
        _ => Err(Refusal::conflict("no-persons", "this hall has one user")),
    }
}

/// A person whom the hall knows.
pub(super) async fn named(app: &AppState, id: PersonId) -> Result<NamedPerson, Refusal> {
    let account = app.store.account(&id).await?.map(|account| account.name);
    let name = match account {
        Some(name) => Some(name),
        None => ratings::known_name(app, &id).await?,
    };
    let nobody = || Refusal::not_found("nobody here has this id");
    Ok(NamedPerson { id, name: name.ok_or_else(nobody)? })
}

/// What somebody writes, without what cannot be seen.
pub(super) fn cleaned(words: &str) -> Result<String, Refusal> {
    match shown(words) {
        words if words.chars().count() <= LONGEST_REPORT => Ok(words),
        _ => {
            let message = format!("expected at most {LONGEST_REPORT} characters");
            Err(Refusal::impossible("too-long", message))
        }
    }
}

fn must_be_another(own: &PersonId, other: &PersonId) -> Result<(), Refusal> {
    if own != other {
        return Ok(());
    }
    Err(Refusal::conflict("yourself", "this is you"))
}
