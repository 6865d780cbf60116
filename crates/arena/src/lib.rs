//! Matches between engines: openings, clocks, adjudication, Elo and SPRT.
//!
//! A [`Match`] says who plays whom, from where, at what time control; [`run`] plays it and
//! gives a [`MatchReport`]. Contestants are our own engines, in this process, or any program that
//! speaks UCI, UCCI or Hub, or plays over DXP. A program that crashes, stalls, talks nonsense, plays an illegal move
//! or oversteps its time loses that game with the reason, and is ended together with every
//! process it started.
//!
//! Games are judged by the game's own rules ([`engine::Session::verdict`]). With a log, a
//! match that was interrupted goes on where it stopped.

mod spec;

mod opening;

mod schedule;

mod run;

mod game;

mod clock;

mod adjudication;

mod player;

mod process;

mod record;

mod log;

mod file;

mod report;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use file::{FileError, archives, file_format, to_text};
pub use log::LogError;
pub use opening::{OpeningError, StartLine, read_openings, shuffle};
pub use record::{GameRecord, Manner, MoveRecord, RecordedScore};
pub use report::{MatchReport, PairReport, SprtReport, Standing};
pub use run::{Event, MatchError, run};
pub use schedule::{Format, Plan, plans};
pub use spec::{
    Builtin, ClockControl, Contestant, Door, DxpProgram, External, Kind, Match, TimeControl,
    TimeControlError,
};
