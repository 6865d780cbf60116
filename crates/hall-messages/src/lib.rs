//! What the hall answers, as messages of `wire`: games and their moves, boards, the catalogue, reports on positions,
//! refusals. The server sends them, and the hall in a browser (`local-hall`) gives them to its page.
//!
//! Nothing here reads a clock or a file. The games are those of the registry.

mod archive;
mod catalogue;
mod files;
mod new_game;
mod openings;
mod positions;
mod progress;
mod puzzles;
mod refused;
mod review;
mod shown;
mod study;
mod view;

pub use archive::{
    ArchiveFacts, first_plies, next_moves, stored_key, wanted_key, wanted_pattern, written_opening,
};
pub use catalogue::{catalogue, preset_texts};
pub use files::{
    ArchivedRecord, GameDates, GameReader, ReadFile, StudyFile, WantedGames, WrittenFile,
    all_games, archived_record, bytes_of_file, fault, format_asked, game_record, is_annotated,
    is_notice, read_file, record_for_game, record_weight, sampled_games, study_for_game,
    written_archive, written_game, written_games,
};
pub use new_game::{LONGEST_POSITION, begin, check_new_game_form, check_text};
pub use openings::{CountedMove, OpeningPosition};
pub use positions::check_position;
pub use progress::{ReviewedGame, only_person, progress_game};
pub use puzzles::{PuzzleSession, TryAnswer, UnknownMove, listed_puzzles, shipped_puzzle_id};
pub use refused::{RefusalKind, Refused, faults, shortened};
pub use review::{
    ThreatQuestion, ThreatSearch, checked_effort, judged_move, judgement, review_head,
    review_under_way, shown_review,
};
pub use shown::{moved, shown, shown_at};
pub use study::{
    AnalysisRequest, AppliedEdit, EVENT, EditOutcome, GameOfFile, ListedStudy, MOST_LINES,
    MainLine, OpenStudy, SearchedAnalysis, SearchedValues, StoredEdit, StudyLimits, StudyStep,
    UnsavedStudy, are_points, is_own_engine, level_of_engine, listed_study, own_engines,
    proven_position, rules_of, study_of_export, study_of_game, study_of_position, study_of_record,
    study_of_stored, study_position,
};
pub use view::{board, limit, moment, picture};
