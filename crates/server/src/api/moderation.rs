//! What moderators see and do, and who is one.

use crate::agreement::shown_since;
use crate::api::AppState;
use crate::api::accounts::session;
use crate::api::body::{Body, PersonPath};
use crate::api::ratings::{known_name, parts, rounded};
use crate::api::safety::{cleaned, named};
use crate::people::rights::forbidden;
use crate::people::{SignedIn, look};
use crate::refusal::Refusal;
use crate::view;
use axum::Json;
use axum::extract::{Path, State};
use hall::agreement::{AgreementStanding, standings};
use hall::{AccountRole, ModerationAct};
use store::{ModerationEntry, NamedPerson, Report};
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{
    AccountWithRole, CloseReport, ComparedGame, Moderation, SetDisabled, SetRole, ShownAgreement,
    ShownDisabled, ShownModeration, ShownReport, UsualShare,
};

/// The most accounts that are looked at for those with a role, which come first.
const ROLES: u32 = 100;
/// So many people are shown who choose the moves of the engine.
const AGREEMENTS: usize = 20;

/// The reports, who is disabled, and what moderators did.
#[utoipa::path(
    get,
    path = "/api/moderation",
    operation_id = "moderation",
    responses(
        (status = 200, description = "What a moderator sees.", body = Moderation),
        (status = "4XX", description = "Why that is not shown.", body = Problem),
    )
)]
pub(crate) async fn moderation(State(app): State<AppState>) -> Result<Json<Moderation>, Refusal> {
    Ok(Json(shown(&app).await?))
}

/// Closes a report.
#[utoipa::path(
    post,
    path = "/api/moderation/reports/{id}",
    operation_id = "close_report",
    params(("id" = String, Path, description = "The id of the report.")),
    request_body = CloseReport,
    responses(
        (status = 200, description = "What a moderator sees now.", body = Moderation),
        (status = "4XX", description = "Why it is as it was.", body = Problem),
    )
)]
pub(crate) async fn close_report(
    State(app): State<AppState>,
    Path(id): Path<String>,
    Body(asked): Body<CloseReport>,
) -> Result<Json<Moderation>, Refusal> {
    let signed = session()?;
    let words = cleaned(&asked.verdict)?;
    let Some(report) = app.store.report(&id).await? else {
        return Err(Refusal::not_found("there is no such report"));
    };
    let act = entry(&signed, ModerationAct::ReportClosed, report.reported, words);
    if !app.store.close_report(&id, act).await? {
        return Err(Refusal::conflict("report-closed", "another moderator has closed this report"));
    }
    Ok(Json(shown(&app).await?))
}

/// Disables a person, with an account or without one, or enables the person again.
#[utoipa::path(
    put,
    path = "/api/moderation/persons/{id}",
    operation_id = "set_disabled",
    params(("id" = String, Path, description = "The person's id.")),
    request_body = SetDisabled,
    responses(
        (status = 200, description = "What a moderator sees now.", body = Moderation),
        (status = "4XX", description = "Why it is as it was.", body = Problem),
    )
)]
pub(crate) async fn set_disabled(
    State(app): State<AppState>,
    PersonPath(id): PersonPath,
    Body(asked): Body<SetDisabled>,
) -> Result<Json<Moderation>, Refusal> {
    let signed = session()?;
    let words = cleaned(&asked.reason)?;
    if words.trim().is_empty() {
        let message = "reason: the person and the other moderators read it: say why";
        return Err(Refusal::impossible("no-reason", message));
    }
    if id == signed.person {
        return Err(Refusal::conflict("yourself", "this is you"));
    }
    let role = app.store.account(&id).await?.map(|account| account.role).unwrap_or_default();
    if role >= signed.role {
        let message = "only who has the greater role can do this with a moderator or the owner";
        return Err(forbidden("greater-role", message));
    }
    if asked.disabled {
        let person = named(&app, id).await?;
        app.store.disable(entry(&signed, ModerationAct::Disabled, person, words)).await?;
    } else {
        let known = app.store.disabled().await?.into_iter().find(|it| it.person.id == id);
        let Some(known) = known else {
            return Err(Refusal::conflict("not-disabled", "this person is not disabled"));
        };
        app.store.enable(entry(&signed, ModerationAct::Enabled, known.person, words)).await?;
    }
    app.safety.has_changed();
    Ok(Json(shown(&app).await?))
}

/// Makes an account a moderator's, or an ordinary one again.
#[utoipa::path(
    put,
    path = "/api/moderation/roles",
    operation_id = "set_role",
    request_body = SetRole,
    responses(
        (status = 200, description = "What the owner sees now.", body = Moderation),
        (status = "4XX", description = "Why it is as it was.", body = Problem),
    )
)]
pub(crate) async fn set_role(
    State(app): State<AppState>,
    Body(asked): Body<SetRole>,
) -> Result<Json<Moderation>, Refusal> {
    let signed = session()?;
    let Some(account) = app.store.account_that_looks(&look(&asked.name)).await? else {
        return Err(Refusal::not_found("there is no account with this name"));
    };
    if account.role == AccountRole::Owner || asked.role == AccountRole::Owner {
        let message = "who the owner is says the program that opens the hall: --owner NAME";
        return Err(Refusal::conflict("owner-stays", message));
    }
    let person = NamedPerson { id: account.person, name: account.name };
    let act = entry(&signed, ModerationAct::RoleSet, person, asked.role.word().to_owned());
    app.store.set_role_of(asked.role, act).await?;
    Ok(Json(shown(&app).await?))
}

fn entry(
    signed: &SignedIn,
    act: ModerationAct,
    person: NamedPerson,
    words: String,
) -> ModerationEntry {
    let at = view::now();
    let moderator = NamedPerson { id: signed.person.clone(), name: signed.name.clone() };
    ModerationEntry { id: view::game_id(at), at, moderator, act, person, words }
}

async fn shown(app: &AppState) -> Result<Moderation, Refusal> {
    let disabled = app.store.disabled().await?.into_iter().map(|it| ShownDisabled {
        person: it.person.id,
        name: it.person.name,
        reason: it.reason,
        at: view::moment(it.at),
    });
    let log = app.store.moderation_log().await?.into_iter().map(|it| ShownModeration {
        id: it.id,
        at: view::moment(it.at),
        moderator_name: it.moderator.name,
        act: it.act,
        person: it.person.id,
        person_name: it.person.name,
        words: it.words,
    });
    let roles = app.store.accounts(ROLES).await?.into_iter();
    let roles = roles.filter(|it| it.role != AccountRole::Member).map(|it| AccountWithRole {
        person: it.person,
        name: it.name,
        role: it.role,
    });
    Ok(Moderation {
        reports: app.store.reports().await?.into_iter().map(shown_report).collect(),
        disabled: disabled.collect(),
        log: log.collect(),
        roles: roles.collect(),
        agreements: agreements(app).await?,
        compare_nodes: app.config.compare_nodes,
        compare_games: app.config.compare_games,
    })
}

/// Who chooses the moves of the engine more often than is usual.
async fn agreements(app: &AppState) -> Result<Vec<ShownAgreement>, Refusal> {
    if app.config.compare_nodes == 0 {
        return Ok(Vec::new());
    }
    let counts = app.store.agreements(shown_since(), app.config.compare_games).await?;
    let mut shown = Vec::new();
    for one in standings(&counts).into_iter().take(AGREEMENTS) {
        shown.push(shown_agreement(app, one).await?);
    }
    Ok(shown)
}

async fn shown_agreement(
    app: &AppState,
    AgreementStanding { counts, rate, least, usual, stands_out }: AgreementStanding,
) -> Result<ShownAgreement, Refusal> {
    let games = app.store.agreements_of(&counts.person, &counts.pool, shown_since()).await?;
    let games = games.into_iter().map(|one| ComparedGame {
        game: one.part.game,
        at: view::moment(one.part.at),
        compared: one.compared,
        agreed: one.agreed,
    });
    let (family, time) = parts(&counts.pool);
    Ok(ShownAgreement {
        name: known_name(app, &counts.person).await?.unwrap_or_default(),
        person: counts.person,
        family,
        time,
        rating: rounded(counts.rating),
        share: per_mille(rate),
        least: per_mille(least),
        usual: usual.map(|usual| UsualShare {
            people: usual.people,
            middle: per_mille(usual.middle),
            spread: per_mille(usual.spread),
        }),
        stands_out,
        games: games.collect(),
    })
}

/// A share from 0 to 1.
fn per_mille(share: f64) -> u16 {
    (share.clamp(0.0, 1.0) * 1000.0).round() as u16
}

fn shown_report(report: Report) -> ShownReport {
    ShownReport {
        id: report.id,
        at: view::moment(report.at),
        reporter: report.reporter.id,
        reporter_name: report.reporter.name,
        reported: report.reported.id,
        reported_name: report.reported.name,
        game: report.game,
        reason: report.reason,
        words: report.words,
        closed_at: report.closed_at.map(view::moment),
        verdict: report.verdict,
    }
}
