use crate::api::{
    archive, catalogue, files, games, hall_live, import, lab, live, openings, people, positions,
    preferences, progress, puzzles, reviews, studies, study_live,
};
use crate::health;
use utoipa::OpenApi;

/// The OpenAPI document of the hall: every HTTP path, and the messages of the WebSocket as
/// schemas beside them. The browser's types are generated from it.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    Document::openapi()
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
        preferences::preferences,
        preferences::set_preferences,
        games::create,
        games::list,
        games::game,
        games::delete,
        games::rematch,
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
        studies::export,
        puzzles::list,
        puzzles::shipped,
        puzzles::daily,
        puzzles::puzzle,
        puzzles::attempt,
        puzzles::solution,
        puzzles::cancel,
        reviews::begin,
        reviews::cancel,
        reviews::judge,
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
        wire::NewGame,
        wire::NewReview,
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
    ))
)]
struct Document;
