//! Everything that the hall has of a person, and its deletion.

use crate::api::AppState;
use crate::api::accounts::{session, signed_out};
use crate::api::archive::{ExportChunks, ReceiverStream};
use crate::api::body::Body;
use crate::api::files::download;
use crate::api::safety::person;
use crate::people::{SignedIn, own_games};
use crate::proxies::ClientOrigin;
use crate::quotas::QuotaKind;
use crate::refusal::Refusal;
use crate::{request, view};
use axum::Extension;
use axum::body::Body as AnswerBody;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use hall::{Command, Person, PersonId, Player, Seat, Speaker};
use serde_json::{Value, json};
use std::io::{self, BufWriter};
use store::{GameQuery, ListEntry, Store, StoreError, StoredReview, Whose};
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use wire::DeleteAccount;
#[cfg(feature = "schema")]
use wire::Problem;

/// The games of one look.
const PAGE: u32 = 200;
/// Bytes of a piece of an answer, and how many pieces wait to be read.
const CHUNK: usize = 64 << 10;
const CHUNKS: usize = 4;

/// Everything that is stored of who asks, as one JSON file.
#[utoipa::path(
    get,
    path = "/api/me/data",
    operation_id = "my_data",
    responses(
        (status = 200, description = "The file.", body = Value),
        (status = "4XX", description = "Why there is none.", body = Problem),
    )
)]
pub(crate) async fn my_data(State(app): State<AppState>) -> Result<Response, Refusal> {
    // In a hall of one user everything is that user's.
    let person = (request::speaker() != Speaker::House).then(person).transpose()?;
    if request::signed_in().is_some() {
        session()?;
    }
    let share = app.quotas.take(request::client(), QuotaKind::Export)?;
    let mut data = json!({
        "format": "yiqi-person", "version": 1, "written_at": view::moment(view::now()),
    });
    let own = match &person {
        Some(person) => {
            about(&mut data, &app.store, person, request::signed_in().as_ref()).await?;
            own_games(&Speaker::Person(Person { is_host: false, ..person.clone() }))
        }
        None => own_games(&Speaker::House),
    };
    let (tell, body) = mpsc::channel(CHUNKS);
    let (store, runtime) = (app.store.clone(), Handle::current());
    // One game is in memory at a time, and who reads slowly holds up nobody.
    tokio::task::spawn_blocking(move || {
        let mut out = BufWriter::with_capacity(CHUNK, ExportChunks(tell.clone()));
        let lists = Lists { store, runtime, of: own };
        if let Err(error) = lists.write(&mut out, &data) {
            tracing::warn!("a person's data end early: {error}");
            // The client sees that the file is not whole. It may be gone.
            let _ = tell.blocking_send(Err(error));
        }
        drop(share);
    });
    let whose = person.as_ref().map_or("hall", |person| &person.id.0);
    let name = download("data", whose, "json");
    let headers = [(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, AnswerBody::from_stream(ReceiverStream(body))).into_response())
}

/// What there is of a person besides games and studies. Secrets are in no file, also not their hashes.
async fn about(
    data: &mut Value,
    store: &Store,
    person: &Person,
    signed: Option<&SignedIn>,
) -> Result<(), StoreError> {
    let id = &person.id;
    data["person"] = json!({"id": id.0, "name": person.name});
    if signed.is_some()
        && let Some(account) = store.account(id).await?
    {
        let credentials = store.credentials(id).await?.into_iter().map(|it| {
            json!({
                "kind": if it.scopes.is_some() { "token" } else { "session" },
                "label": it.label, "scopes": it.scopes,
                "made_at": view::moment(it.made_at), "seen_at": view::moment(it.seen_at),
            })
        });
        data["account"] = json!({
            "name": account.name, "role": account.role.word(),
            "created_at": view::moment(account.created_at),
            "sessions_and_tokens": credentials.collect::<Vec<_>>(),
        });
        data["passkeys"] = (store.passkeys(id).await?.into_iter())
            .map(|it| {
                json!({
                    "credential": it.credential, "browser": it.label,
                    "made_at": view::moment(it.made_at), "seen_at": view::moment(it.seen_at),
                })
            })
            .collect();
        let kept = store.documents(id).await?.into_iter().map(|(name, body)| {
            let body = serde_json::from_str(&body).unwrap_or(Value::String(body));
            (name, body)
        });
        data["kept"] = Value::Object(kept.collect());
    }
    data["blocked"] = (store.blocked_by(id).await?.into_iter())
        .map(|it| json!({"id": it.person.id.0, "name": it.person.name, "at": view::moment(it.at)}))
        .collect();
    data["reports"] = (store.reports_by(id).await?.into_iter())
        .map(|it| {
            json!({
                "at": view::moment(it.at), "about": it.reported.id.0, "name": it.reported.name,
                "game": it.game, "reason": it.reason.word(), "words": it.words,
                "closed_at": it.closed_at.map(view::moment),
            })
        })
        .collect();
    data["ratings"] = (store.ratings(id).await?.into_iter())
        .map(|it| {
            json!({
                "pool": it.pool, "rating": it.rating.rating, "deviation": it.rating.deviation,
                "volatility": it.rating.volatility, "won": it.won, "drawn": it.drawn,
                "lost": it.lost, "at": view::moment(it.at),
            })
        })
        .collect();
    data["conditional_moves"] = (store.conditional_moves_of(id).await?.into_iter())
        .map(|(game, body)| {
            let moves = serde_json::from_str(&body).unwrap_or(Value::String(body));
            json!({"game": game, "moves": moves})
        })
        .collect();
    data["tournaments"] = json!(store.tournaments_with(id).await?);
    data["rated_games"] = (store.rated_games(id).await?.into_iter())
        .map(|it| {
            json!({
                "game": it.game, "pool": it.pool, "at": view::moment(it.at), "points": it.points,
                "opponent": it.opponent, "opponent_name": it.opponent_name,
                "opponent_rating": it.opponent_rating, "rating": it.rating, "change": it.change,
            })
        })
        .collect();
    Ok(())
}

/// The games and studies of a person, read one after the other.
struct Lists {
    store: Store,
    runtime: Handle,
    of: Whose,
}

impl Lists {
    /// Writes an object with the members of `head`, and with `games`, `studies`, `reviews` and `tags`.
    fn write(&self, out: &mut impl io::Write, head: &Value) -> io::Result<()> {
        let head = head.to_string();
        let open = head.strip_suffix('}').unwrap_or(&head);
        write!(out, "{open},\"games\":[")?;
        let mut after = None;
        let (mut comma, mut tags) = ("", Vec::new());
        loop {
            let query =
                GameQuery { of: self.of.clone(), after, limit: PAGE, ..GameQuery::default() };
            let page = self.runtime.block_on(self.store.list(&query)).map_err(io::Error::other)?;
            let ids: Vec<String> = page.games.iter().map(|entry| entry.id().to_owned()).collect();
            // Only the host gives games tags.
            if self.of == Whose::Everybody {
                let found = self.runtime.block_on(self.store.tags_of(&ids));
                let found = found.map_err(io::Error::other)?;
                tags.extend(found.into_iter().map(|(id, tags)| json!({"id": id, "tags": tags})));
            }
            for id in &ids {
                let raw = self.runtime.block_on(self.store.raw(id)).map_err(io::Error::other)?;
                if let Some(raw) = raw {
                    write!(out, "{comma}{raw}")?;
                    comma = ",";
                }
            }
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        write!(out, "],\"studies\":[")?;
        let mut comma = "";
        let ids =
            self.runtime.block_on(studies(&self.store, &self.of)).map_err(io::Error::other)?;
        for id in &ids {
            let raw = self.runtime.block_on(self.store.raw_study(id)).map_err(io::Error::other)?;
            if let Some(raw) = raw {
                write!(out, "{comma}{raw}")?;
                comma = ",";
            }
        }
        write!(out, "],\"reviews\":[")?;
        let mut comma = "";
        for study in &ids {
            let review = self.runtime.block_on(self.store.review(study));
            if let Some(StoredReview { under_way, head, nodes }) =
                review.map_err(io::Error::other)?
            {
                let row = |(node, body)| json!({"node": node, "body": body});
                let rows: Vec<_> = nodes.into_iter().map(row).collect();
                let review =
                    json!({"study": study, "head": head, "under_way": under_way, "rows": rows});
                write!(out, "{comma}{review}")?;
                comma = ",";
            }
        }
        write!(out, "],\"tags\":{}}}", Value::Array(tags))?;
        out.flush()
    }
}

/// The ids of somebody's studies.
async fn studies(store: &Store, of: &Whose) -> Result<Vec<String>, StoreError> {
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let page = store.list_studies(of, after.as_ref(), PAGE).await?;
        found.extend(page.studies.into_iter().map(|study| study.id));
        after = page.next;
        if after.is_none() {
            return Ok(found);
        }
    }
}

/// Deletes the account that is signed in, with everything that is the person's alone. Games with others stay theirs,
/// without the name; those that go on are resigned.
#[utoipa::path(
    post,
    path = "/api/account/deletion",
    operation_id = "delete_account",
    request_body = DeleteAccount,
    responses(
        (status = 204, description = "It is gone."),
        (status = "4XX", description = "Why it is there.", body = Problem),
    )
)]
pub(crate) async fn delete_account(
    State(app): State<AppState>,
    origin: Option<Extension<ClientOrigin>>,
    Body(asked): Body<DeleteAccount>,
) -> Result<Response, Refusal> {
    let signed = session()?;
    if asked.name != signed.name {
        let message = "name: write the name of the account as it is";
        return Err(Refusal::impossible("wrong-name", message));
    }
    app.accounts.must_know(&signed, &asked.password).await?;
    let own = Whose::Person { id: signed.person.clone(), hosts: false };
    for study in studies(&app.store, &own).await? {
        super::studies::delete_own(&app, &study).await?;
    }
    let shared = leave_games(&app, &signed.person, &own).await?;
    app.store.delete_account(&signed.person, view::now()).await?;
    // Whoever has one of these games open gets it without the name.
    for game in &shared {
        app.games.put_away(game).await?;
    }
    app.accounts.end_sessions(&signed.person, None).await?;
    Ok(signed_out(&app, origin.map(|Extension(origin)| origin).as_ref()))
}

/// Ends the games of a person that go on, and deletes those in which nobody else has a part; returns the others.
async fn leave_games(
    app: &AppState,
    person: &PersonId,
    own: &Whose,
) -> Result<Vec<String>, Refusal> {
    let (mut shared, mut after) = (Vec::new(), None);
    loop {
        let query = GameQuery { of: own.clone(), after, limit: PAGE, ..GameQuery::default() };
        let page = app.store.list(&query).await?;
        for game in page.games.iter().filter_map(ListEntry::game) {
            let is_others = |player: &Player| match player.seat() {
                Some(Seat::Taken { person: sitter }) => sitter != person,
                _ => false,
            };
            let is_shared = game.summary.players.iter().any(is_others);
            if game.summary.end.is_none() && (is_shared || game.setup.rated) {
                let command = if game.summary.plies > 1 { Command::Resign } else { Command::Abort };
                let id = format!("left-{}", game.id);
                let done = app.games.command(&game.id, wire::Request { id, command }).await;
                if let Err(refusal) = done {
                    // It has ended in this moment, or its other seat is open.
                    tracing::info!("game {}: {}", game.id, refusal.problem.message);
                }
            }
            if is_shared {
                shared.push(game.id.clone());
            } else {
                app.games.delete(&game.id).await?;
                app.stored.give_back();
            }
        }
        after = page.next;
        if after.is_none() {
            return Ok(shared);
        }
    }
}
