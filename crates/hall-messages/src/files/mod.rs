//! Files of games: read, written, and made into games of the archive.

mod archived;
mod read;
mod written;

pub use archived::{ArchivedRecord, archived_record};
pub use read::{
    GameReader, ReadFile, WantedGames, all_games, bytes_of_file, fault, is_annotated, is_notice,
    read_file, record_for_game, record_weight, sampled_games, study_for_game,
};
pub use written::{
    GameDates, StudyFile, WrittenFile, format_asked, game_record, written_archive, written_game,
    written_games,
};
