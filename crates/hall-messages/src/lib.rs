//! What the hall answers, as messages of `wire`: games and their moves, boards, the catalogue, reports on positions,
//! refusals. The server sends them, and the hall in a browser (`local-hall`) gives them to its page.
//!
//! Nothing here reads a clock or a file. The games are those of the registry.

mod catalogue;
mod new_game;
mod positions;
mod puzzles;
mod refused;
mod shown;
mod view;

pub use catalogue::{catalogue, preset_texts};
pub use new_game::{LONGEST_POSITION, begin, check_new_game_form, check_text};
pub use positions::check_position;
pub use puzzles::{PuzzleSession, TryAnswer, UnknownMove, listed_puzzles, shipped_puzzle_id};
pub use refused::{RefusalKind, Refused, faults, shortened};
pub use shown::{moved, shown, shown_at};
pub use view::{board, limit, moment, picture};
