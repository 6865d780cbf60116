//! Games, studies and reviews of another hall, as a hall in a browser writes them into one file: taken over.

use crate::api::AppState;
use crate::api::archive::LONGEST_TAG;
use crate::api::body::Body;
use crate::api::taken_ids;
use crate::hourly::HourlyKind;
use crate::people::rights::is_host;
use crate::quotas::QuotaKind;
use crate::refusal::Refusal;
use crate::review::{CheckedReview, FinishedReview, checked_review};
use crate::{request, text, view};
use axum::Json;
use axum::extract::State;
use hall::{Change, GameRecord, GameSetup, GameState, LoggedChange, Moment, PersonId, Player};
use hall_messages::{StudyLimits, study_of_stored};
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use store::{NewGame, NewStudy, StoreError, TakenGame, TakenStudy};
#[cfg(feature = "schema")]
use wire::Problem;
use wire::{TakenHall, TakenReview, TakenReviewRow};

/// The largest body; a larger hall comes in parts.
pub(crate) const LARGEST: usize = 8 << 20;
/// What the file says that it is.
const FORMAT: &str = "yiqi-hall 1";
/// The most tags of a game that are taken over.
const MOST_TAGS: usize = 20;

/// The file, or a part of it.
#[derive(Debug, Deserialize)]
pub(crate) struct HallFile {
    format: String,
    pub(super) games: Vec<FiledGame>,
    pub(super) studies: Vec<FiledStudy>,
    pub(super) reviews: Vec<FiledReview>,
    #[serde(default)]
    pub(super) tags: Vec<FiledTags>,
}

impl HallFile {
    /// The ids of its games.
    pub(super) fn game_ids(&self) -> Vec<String> {
        let id = |of: &FiledGame| of.game.get("id").and_then(|id| id.as_str()).map(str::to_owned);
        self.games.iter().filter_map(id).collect()
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct FiledGame {
    pub(super) game: serde_json::Value,
}

#[derive(Debug, Deserialize)]
struct ReadGame {
    id: String,
    setup: GameSetup,
    created_at: i64,
    updated_at: i64,
    log: Vec<FiledChange>,
}

#[derive(Debug, Deserialize)]
struct FiledChange {
    change: Change,
}

#[derive(Debug, Deserialize)]
pub(super) struct FiledStudy {
    pub(super) id: String,
    #[serde(default)]
    pub(super) game: Option<String>,
    setup: String,
    updated_at: i64,
    log: Vec<FiledEdit>,
}

#[derive(Debug, Deserialize)]
struct FiledEdit {
    body: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct FiledReview {
    pub(super) study: String,
    head: String,
    rows: Vec<TakenReviewRow>,
}

#[derive(Debug, Deserialize)]
pub(super) struct FiledTags {
    pub(super) id: String,
    tags: Vec<String>,
}

/// Takes over the games, studies and reviews of another hall: all that can be read of the file, or nothing.
#[utoipa::path(
    post,
    path = "/api/me/data",
    operation_id = "take_over",
    request_body = Value,
    responses(
        (status = 200, description = "What was taken over.", body = TakenHall),
        (status = "4XX", description = "Why nothing was.", body = Problem),
    )
)]
pub(crate) async fn take_over(
    State(app): State<AppState>,
    Body(mut file): Body<HallFile>,
) -> Result<Json<TakenHall>, Refusal> {
    if file.format != FORMAT {
        let message = format!(
            "format: expected {FORMAT:?}, not {:?}",
            crate::refusal::shortened(&file.format)
        );
        return Err(Refusal::impossible("bad-file", message));
    }
    // Only the host gives games tags.
    if !is_host(&request::speaker()) {
        file.tags.clear();
    }
    let client = request::client();
    app.quotas.begin(HourlyKind::File)?;
    let share = app.quotas.take(client, QuotaKind::Import)?;
    let failed = |error: &dyn std::fmt::Display| Refusal::internal("taking a hall over", error);
    let turn = Arc::clone(&app.archivists).acquire_owned().await.map_err(|why| failed(&why))?;
    let ids = taken_ids::rename(&app, &mut file).await?;
    let known = known(&app, &file).await?;
    let maker = request::speaker().person().map(|person| person.id.clone());
    let limits = &app.config.limits;
    let limits = StudyLimits { edits: limits.changes_per_game, bytes: limits.study_bytes };
    let reading = tokio::task::spawn_blocking(move || read(file, known, maker.as_ref(), limits));
    let read = reading.await.map_err(|why| failed(&why))?;
    let Read { games, studies, taken, done } = read;
    let place = |quota: &crate::storage_quota::StorageQuota, n: u64| {
        (0..n).map(|_| quota.take()).collect::<Result<Vec<_>, _>>()
    };
    let mut places = place(&app.stored, taken.games)?;
    places.extend(place(&app.studies.stored, taken.studies)?);
    if !places.is_empty() {
        match app.store.take_over(games, studies).await {
            Err(StoreError::Conflict) => {
                let message = "somebody takes over the same games at this moment: try again";
                return Err(Refusal::conflict("changed-elsewhere", message));
            }
            stored => stored?,
        };
    }
    for place in places {
        place.keep();
    }
    drop((turn, share));
    for (study, review) in done {
        app.reviews.look_for_puzzles(&study, review).await;
    }
    Ok(Json(TakenHall { ids, ..taken }))
}

/// The ids of games and studies that are here already, and of games that studies may belong to.
#[derive(Debug, Default)]
struct KnownIds {
    games: HashSet<String>,
    studies: HashSet<String>,
    /// Games that are here and have a study, or are somebody else's.
    closed: HashSet<String>,
}

async fn known(app: &AppState, file: &HallFile) -> Result<KnownIds, Refusal> {
    let games = file.game_ids();
    let studies: Vec<String> = file.studies.iter().map(|study| study.id.clone()).collect();
    let of: Vec<String> = file.studies.iter().filter_map(|study| study.game.clone()).collect();
    let mut known = KnownIds {
        games: app.store.known_games(&games).await?,
        studies: app.store.known_studies(&studies).await?,
        closed: app.store.studied_games(&of).await?,
    };
    for game in app.store.known_games(&of).await? {
        if app.games.must_have_part(&game).await.is_err() {
            known.closed.insert(game);
        } else {
            known.games.insert(game);
        }
    }
    Ok(known)
}

/// What was read of a file.
#[derive(Debug, Default)]
struct Read {
    games: Vec<TakenGame>,
    studies: Vec<TakenStudy>,
    taken: TakenHall,
    /// Reviews that are whole, by their study.
    done: Vec<(String, FinishedReview)>,
}

fn read(file: HallFile, known: KnownIds, maker: Option<&PersonId>, limits: StudyLimits) -> Read {
    let mut read = Read::default();
    let mut tags: HashMap<String, Vec<String>> =
        file.tags.into_iter().map(|of| (of.id, of.tags)).collect();
    let mut here = known.games;
    for FiledGame { game } in file.games {
        match serde_json::from_value::<ReadGame>(game) {
            Ok(game) if here.contains(&game.id) => read.taken.known += 1,
            Ok(game) => match taken_game(game, &mut tags, maker) {
                Some(game) => {
                    here.insert(game.game.id.clone());
                    read.games.push(game);
                    read.taken.games += 1;
                }
                None => read.taken.damaged += 1,
            },
            Err(_) => read.taken.damaged += 1,
        }
    }
    let mut reviews: HashMap<String, FiledReview> =
        file.reviews.into_iter().map(|review| (review.study.clone(), review)).collect();
    let (mut studies, mut closed) = (known.studies, known.closed);
    for mut study in file.studies {
        // A game has one study; one that is not here has none.
        let is_known = !studies.insert(study.id.clone());
        study.game = study.game.filter(|game| here.contains(game));
        if is_known || study.game.as_ref().is_some_and(|game| !closed.insert(game.clone())) {
            read.taken.known += 1;
            continue;
        }
        let review = reviews.remove(&study.id);
        match taken_study(study, review, maker.cloned(), limits) {
            Some((study, review)) => {
                read.taken.studies += 1;
                let id = study.study.id.clone();
                read.done.extend(review.map(|review| (id, review)));
                read.studies.push(study);
            }
            None => read.taken.damaged += 1,
        }
    }
    read
}

/// A time of another clock, which may be wrong.
fn time(at: i64) -> Moment {
    Moment(at.clamp(0, view::now().0))
}

/// The game as it is stored here, of whoever takes it over. What it says of other people of this hall, its ratings and its
/// tournaments is not taken over.
fn taken_game(
    filed: ReadGame,
    tags: &mut HashMap<String, Vec<String>>,
    maker: Option<&PersonId>,
) -> Option<TakenGame> {
    let ReadGame { id, mut setup, created_at, updated_at, log } = filed;
    uuid::Uuid::try_parse(&id).ok()?;
    let mut changes = Vec::with_capacity(log.len());
    for FiledChange { change } in log {
        match change {
            Change::SeatTaken { side, name, .. } => {
                setup.players[side.index()] = Player::person(name);
            }
            Change::RematchMade { .. } => {}
            other => changes.push(other),
        }
    }
    for player in &mut setup.players {
        if let Player::Person { seat, .. } = player {
            *seat = None;
        }
    }
    let setup = GameSetup {
        maker: maker.cloned(),
        rematch_of: None,
        tournament: None,
        in_lobby: false,
        rated: false,
        ..setup
    };
    let (created_at, updated_at) = (time(created_at), time(updated_at.max(created_at)));
    let logged =
        |(version, change)| LoggedChange { version, at: updated_at, request: None, change };
    let record = GameRecord {
        id: id.clone(),
        setup: setup.clone(),
        version: changes.len() as u64,
        created_at,
        updated_at,
        log: (1..).zip(changes.iter().cloned()).map(logged).collect(),
    };
    let summary = GameState::replay(&games::REGISTRY, record).ok()?.summary();
    let is_sound = |tag: &String| {
        !tag.is_empty() && tag.chars().count() <= LONGEST_TAG && text::check("tag", tag).is_ok()
    };
    let tags = tags.remove(&id).unwrap_or_default();
    let tags = tags.into_iter().filter(is_sound).take(MOST_TAGS).collect();
    let game = NewGame { id, setup, began: Some(created_at), changes, summary, tags };
    Some(TakenGame { game, updated_at })
}

/// The study as it is stored here, and its review if that is whole. A review that does not fit it is left out.
fn taken_study(
    filed: FiledStudy,
    review: Option<FiledReview>,
    maker: Option<PersonId>,
    limits: StudyLimits,
) -> Option<(TakenStudy, Option<FinishedReview>)> {
    let FiledStudy { id, game, setup, updated_at, log } = filed;
    uuid::Uuid::try_parse(&id).ok()?;
    let edits: Vec<String> = log.into_iter().map(|edit| edit.body).collect();
    let bytes: u64 = edits.iter().map(|edit| edit.len() as u64).sum();
    if edits.len() as u64 > limits.edits || bytes > limits.bytes {
        return None;
    }
    let (made, line) = study_of_stored(&setup, edits, maker, game).ok()?;
    let review = review.and_then(|FiledReview { head, rows, .. }| {
        checked_review(line, &TakenReview { head, rows }).ok()
    });
    let study = NewStudy {
        id,
        game: made.game,
        setup: made.setup,
        now: time(updated_at),
        edits: made.edits,
        head: made.head,
    };
    let stored = review.as_ref().map(CheckedReview::stored);
    let finished = review.as_ref().and_then(CheckedReview::finished);
    Some((TakenStudy { study, review: stored }, finished))
}
