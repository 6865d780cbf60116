//! Studies: what clients ask of one that is open, how new ones are made, and how analyses of their positions are shown.

mod analysis;
mod commands;
mod engines;
mod making;
mod open;
mod positions;
mod progress;
mod values;
mod view;

pub use analysis::{AnalysisRequest, MOST_LINES, SearchedAnalysis};
pub use engines::{is_own_engine, level_of_engine, own_engines};
pub use making::{
    EVENT, GameOfFile, UnsavedStudy, rules_of, study_of_export, study_of_game, study_of_position,
    study_of_record, study_of_stored,
};
pub use open::{AppliedEdit, EditOutcome, MainLine, OpenStudy, StoredEdit, StudyLimits, StudyStep};
pub use positions::{proven_position, study_position};
pub use values::{SearchedValues, are_points};
pub use view::{ListedStudy, listed_study};

pub(crate) use view::head;
