//! The hall without input and output: what its games, their logs, clocks and preferences are.
//!
//! Nothing here reads a file, a socket or a clock: the time is an argument. No game is known by name: the caller opens
//! sessions by the rules. The serde form of these types is the stored form, held byte for byte by tests, and the
//! messages of the hall embed them. With the feature `schema` they have schemas for the API document.

#[cfg(not(feature = "schema"))]
extern crate no_schema as utoipa;

mod account;
pub mod agreement;
pub mod archive;
mod clocks;
mod end;
pub mod limits;
mod live;
mod log;
mod new_game;
pub mod openings;
pub mod pairing;
mod person;
mod played;
mod player;
mod preferences;
pub mod puzzles;
pub mod rating;
pub mod review;
mod safety;
mod score;
mod state;
pub mod study;
mod summary;
mod talk;
pub mod text;
mod time;
pub mod tournament;
mod warning;
mod watching;

pub use account::{AccountRole, TokenScope};
pub use clocks::{ClockSetting, Clocks};
pub use end::{Chased, End, EndBetweenPlayers, Proof, Repeated};
pub use game::{Outcome, Score, Side};
pub use live::{
    AwaitedTurn, ChangeBatch, ClaimedOutcome, Command, ConditionalMoves, ConditionalStanding,
    ConsentAction, ConsentRequest, LONGEST_CONDITIONAL_LINE, LiveEvent, LiveGame, LiveOptions,
    MOST_CONDITIONAL_LINES, MOST_GIVEN_BACK, MachineSearch, MachineTurn, PeopleOptions, ReadyMove,
    Refusal, SearchOrder, SearchPurpose, SearchQuestion, Thinking, TurnUpdate,
};
pub use log::{Change, GameRecord, GameSetup, GameSummary, LoggedChange, Moment};
pub use new_game::{ImportedGameId, NewGame};
pub use person::{LONGEST_NAME, Person, PersonId, Seat, Speaker, cleaned_name};
pub use played::{MovePlayed, Piece};
pub use player::Player;
pub use preferences::{FamilyPreferences, OptionValue, Preferences};
pub use safety::{DELETED_NAME, LONGEST_REPORT, ModerationAct, ReportReason};
pub use score::centipawns;
pub use state::{ChangeError, GameState, ReplayError};
pub use talk::{LONGEST_LINE, Line, MOST_LINES, Phrase, Saying, cleaned_line};
pub use time::MonotonicTime;
pub use warning::{RuleWarning, WrittenMove, notations};
pub use watching::MOST_DELAY;
