//! Matches between engines: openings, clocks, adjudication, reports. The figures come from the crate
//! `statistics`.
//!
//! A [`Match`] holds the contestants, the openings and the time controls; [`run`] plays it and returns a
//! [`MatchReport`]. A contestant is our own engine in this process, or a program that uses UCI, UCCI, Hub
//! or DXP. A program that crashes, stalls, sends invalid answers, plays an illegal move or oversteps its
//! time loses that game with the reason, and is ended together with every process that it started.
//!
//! The rules of the game judge each game ([`engine::Session::verdict`]). With a log, an interrupted match
//! continues where it stopped.

mod spec;

mod opening;

mod opening_set;

mod schedule;

mod run;

mod game;

mod venue;

mod portion;

mod clock;

mod adjudication;

mod player;

mod record;

mod log;

mod file;

mod report;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use file::{FileError, archives, file_format, to_text};
pub use log::LogError;
pub use opening::{OpeningError, StartLine, read_openings, shuffle};
pub use opening_set::{OpeningSet, OpeningSetError, read_opening_set};
pub use player::answer_build;
pub use portion::{GAMES_OF_UNIT, Portion, PortionPlayer};
pub use programs::{NoBoard, board_of, board_text};
pub use record::{EndManner, GameRecord, MoveRecord};
pub use report::{ContestantResult, MatchReport, PairReport, SprtReport};
pub use run::{MatchError, MatchEvent, run, run_at};
pub use schedule::{Format, ScheduledGame, plans};
pub use spec::{
    Build, Builtin, ClockControl, Contestant, DxpProgram, DxpRole, External, Kind, Match,
    TimeControl, TimeControlError,
};
pub use venue::{LocalVenue, Venue, VenueEvent};
