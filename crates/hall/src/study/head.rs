use crate::study::Study;
use game::Outcome;
use serde::{Deserialize, Serialize};

/// What lists show of a study. It is stored in this form: fields may be added with a default and never renamed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudyHead {
    /// What it is called.
    pub title: String,
    /// How many moves it has.
    pub moves: u32,
    /// The position at the end of the main line.
    pub position: String,
    /// The result of the game that it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Outcome>,
}

impl StudyHead {
    /// What lists show of this study, whose game has this result.
    pub fn of(study: &mut Study, result: Option<Outcome>) -> Self {
        let last = study.main_line().last().copied().unwrap_or(0);
        let position = study.game_at(last).map(|game| game.position_text()).unwrap_or_default();
        Self { title: study.title().to_owned(), moves: study.moves(), position, result }
    }
}
