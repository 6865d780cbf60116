#[cfg(feature = "passkeys")]
use crate::api::passkeys;
use crate::api::{
    accounts, archive, catalogue, correspondence, files, games, hall_live, import, lab, live,
    lobby, moderation, openings, own_data, people, positions, preferences, progress, puzzles,
    ratings, reviews, safety, studies, study_live, taking_over, tournaments, visibility,
};
use crate::health;
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use std::sync::OnceLock;
use utoipa::OpenApi;

/// The OpenAPI document of the hall: every HTTP path, and the messages of the WebSocket as
/// schemas beside them. The browser's types are generated from it.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    let document = Document::openapi();
    #[cfg(feature = "passkeys")]
    let document = document.merge_from(PasskeyDocument::openapi());
    document
}

/// The part of a program that has passkeys.
#[cfg(feature = "passkeys")]
#[derive(OpenApi)]
#[openapi(paths(
    passkeys::challenge,
    passkeys::add,
    passkeys::sign_in_challenge,
    passkeys::sign_in,
))]
struct PasskeyDocument;

/// Where the document is served, made when it is first asked for.
pub(crate) fn route<S: Clone + Send + Sync + 'static>() -> Router<S> {
    static DOCUMENT: OnceLock<String> = OnceLock::new();
    let text = || DOCUMENT.get_or_init(|| openapi().to_json().unwrap_or_default()).as_str();
    let answer = async move || ([(CONTENT_TYPE, "application/json")], text());
    Router::new().route("/openapi.json", get(answer))
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Yiqi",
        license(name = "MIT OR Apache-2.0"),
        description = "The hall's HTTP interface. `/api/games/{id}/live` is a WebSocket: \
                       the client sends `Request`, the server sends `Event`, one JSON text \
                       per message. `/api/studies/{id}/live` is another, with `StudyRequest` \
                       and `StudyEvent`; `/api/lab/live` is a third, with `LabRequest` and \
                       `LabEvent`. `/api/live`, with `HallRequest` and `HallEvent`, tells \
                       what changes in the whole hall.",
    ),
    paths(
        catalogue::catalogue,
        catalogue::presets,
        people::me,
        people::set_name,
        people::qr,
        accounts::sign_up,
        accounts::sign_in,
        accounts::sign_out,
        accounts::recover,
        accounts::new_recovery_code,
        accounts::change_password,
        accounts::my_account,
        accounts::end_session,
        accounts::remove_passkey,
        accounts::new_token,
        accounts::kept,
        accounts::keep,
        own_data::delete_account,
        own_data::my_data,
        taking_over::take_over,
        safety::blocks,
        safety::block,
        safety::unblock,
        safety::report,
        moderation::moderation,
        moderation::close_report,
        moderation::set_disabled,
        moderation::set_role,
        preferences::preferences,
        preferences::set_preferences,
        games::create,
        games::list,
        games::game,
        games::delete,
        games::rematch,
        visibility::of_game,
        visibility::set_of_game,
        ratings::person,
        ratings::of_game_ended,
        lobby::lobby,
        lobby::pair,
        lobby::sit_down,
        correspondence::turns,
        correspondence::conditional,
        correspondence::set_conditional,
        tournaments::list,
        tournaments::create,
        tournaments::tournament,
        tournaments::command,
        tournaments::delete,
        tournaments::export,
        files::export,
        files::raw,
        import::import,
        positions::check_position,
        archive::list,
        archive::moves,
        archive::tags,
        archive::tag,
        archive::export,
        archive::import,
        openings::explore,
        progress::progress,
        hall_live::live,
        live::live,
        studies::create,
        studies::list,
        studies::study,
        studies::delete,
        studies::raw,
        visibility::of_study,
        visibility::set_of_study,
        studies::export,
        puzzles::list,
        puzzles::shipped,
        puzzles::daily,
        puzzles::puzzle,
        puzzles::attempt,
        puzzles::solution,
        puzzles::cancel,
        reviews::begin,
        reviews::take,
        reviews::cancel,
        reviews::judge,
        reviews::threat,
        study_live::live,
        lab::lab,
        lab::line,
        lab::evaluate,
        lab::live,
        health::healthz,
        health::readyz,
    ),
    components(schemas(
        wire::ArchiveImportEvent,
        wire::ArchiveList,
        wire::ArchiveQuery,
        wire::Catalogue,
        wire::Family,
        wire::FileFormat,
        wire::CheckPosition,
        wire::Event,
        wire::Game,
        wire::GameList,
        wire::HallEvent,
        wire::HallRequest,
        wire::ImportFile,
        wire::Imported,
        wire::Lab,
        wire::LabEvaluate,
        wire::LabEvaluation,
        wire::LabLine,
        wire::LabPosition,
        wire::LabEvent,
        wire::LabRequest,
        wire::Lobby,
        wire::NewGame,
        wire::Pairing,
        wire::PersonProfile,
        wire::SeekGame,
        wire::TakeSeat,
        wire::NewReview,
        wire::TakenHall,
        wire::TakenReview,
        wire::NewStudy,
        wire::PageData,
        wire::PositionReport,
        wire::Preferences,
        wire::Problem,
        wire::ShownPuzzle,
        wire::PuzzleAnswer,
        wire::PuzzleList,
        wire::PuzzleSolution,
        wire::PuzzleTry,
        wire::Readiness,
        wire::Request,
        wire::ShownReview,
        wire::ShownStudy,
        wire::StudyEvent,
        wire::StudyList,
        wire::StudyRequest,
        wire::NewTournament,
        wire::ShownTournament,
        wire::TournamentCommand,
        wire::TournamentList,
    ))
)]
struct Document;
