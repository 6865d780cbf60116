use super::Point;
use crate::LineError;
use crate::words::Words;
use std::fmt;

/// The time left, in milliseconds, that stands for no limit.
pub const NO_LIMIT: i64 = 2_147_483_647;

/// The value of `INFO`. It is never answered: a value that is impossible is kept as
/// [`Info::Impossible`]. The brain reports it at the next command that has an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Info {
    /// `timeout_turn`: milliseconds for a move; 0 means as fast as possible.
    TimeoutTurn(u64),
    /// `timeout_match`: milliseconds for the game; 0 means no limit.
    TimeoutMatch(u64),
    /// `time_left`: the remaining part of that time; negative when overdrawn, [`NO_LIMIT`] for
    /// none.
    TimeLeft(i64),
    /// `time_increment`: milliseconds added after each move.
    TimeIncrement(u64),
    /// `max_memory`: bytes; 0 means no limit.
    MaxMemory(u64),
    /// `game_type`: 0 human, 1 brain, 2 tournament, 3 network tournament.
    GameType(u32),
    /// `rule`: a sum of 1 exactly five, 2 continuous game, 4 renju, 8 caro; with Yixin-Board
    /// also 5 and 6, swaps.
    Rule(u32),
    /// `evaluate`: the point under the mouse.
    Evaluate(Point),
    /// `folder`: where the brain may keep files.
    Folder(String),
    /// `max_depth`: plies.
    MaxDepth(u32),
    /// `start_depth`: plies at which deepening begins.
    StartDepth(u32),
    /// `max_node`: nodes.
    MaxNode(u64),
    /// `show_detail`: bit 1 messages while searching, bit 2 details of each line.
    ShowDetail(u32),
    /// `caution_factor`: 0 to 5, how far from stones moves are considered.
    CautionFactor(u32),
    /// `thread_num`.
    ThreadNum(u32),
    /// `hash_size`: kilobytes.
    HashSize(u64),
    /// `pondering`: 0 or 1.
    Pondering(u32),
    /// `strength`: 0 to 100.
    Strength(u32),
    /// A known key with an invalid value.
    Impossible {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// A key that is unknown here and is ignored.
    Other {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
}

impl Info {
    /// Reads what follows `INFO`.
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        let key = words.need("a key, as in timeout_turn")?.to_ascii_lowercase();
        let value = words.rest_text();
        let info = Self::known(&key, &value);
        Ok(info.unwrap_or_else(|| {
            if KEYS.contains(&key.as_str()) {
                Self::Impossible { key, value }
            } else {
                Self::Other { key, value }
            }
        }))
    }

    fn known(key: &str, value: &str) -> Option<Self> {
        let small = || value.parse::<u32>().ok();
        let large = || value.parse::<u64>().ok();
        Some(match key {
            "timeout_turn" => Self::TimeoutTurn(large()?),
            "timeout_match" => Self::TimeoutMatch(large()?),
            "time_left" => Self::TimeLeft(value.parse().ok()?),
            "time_increment" => Self::TimeIncrement(large()?),
            "max_memory" => Self::MaxMemory(large()?),
            "game_type" => Self::GameType(small()?),
            "rule" => Self::Rule(small()?),
            "evaluate" => Self::Evaluate(Point::read(value)?),
            "folder" => Self::Folder(value.to_owned()),
            "max_depth" => Self::MaxDepth(small()?),
            "start_depth" => Self::StartDepth(small()?),
            "max_node" => Self::MaxNode(large()?),
            "show_detail" => Self::ShowDetail(small()?),
            "caution_factor" => Self::CautionFactor(small()?),
            "thread_num" => Self::ThreadNum(small()?),
            "hash_size" => Self::HashSize(large()?),
            "pondering" => Self::Pondering(small()?),
            "strength" => Self::Strength(small()?),
            _ => return None,
        })
    }

    /// Its key.
    #[must_use]
    pub fn key(&self) -> &str {
        match self {
            Self::TimeoutTurn(_) => "timeout_turn",
            Self::TimeoutMatch(_) => "timeout_match",
            Self::TimeLeft(_) => "time_left",
            Self::TimeIncrement(_) => "time_increment",
            Self::MaxMemory(_) => "max_memory",
            Self::GameType(_) => "game_type",
            Self::Rule(_) => "rule",
            Self::Evaluate(_) => "evaluate",
            Self::Folder(_) => "folder",
            Self::MaxDepth(_) => "max_depth",
            Self::StartDepth(_) => "start_depth",
            Self::MaxNode(_) => "max_node",
            Self::ShowDetail(_) => "show_detail",
            Self::CautionFactor(_) => "caution_factor",
            Self::ThreadNum(_) => "thread_num",
            Self::HashSize(_) => "hash_size",
            Self::Pondering(_) => "pondering",
            Self::Strength(_) => "strength",
            Self::Impossible { key, .. } | Self::Other { key, .. } => key,
        }
    }
}

/// The keys whose values are read.
const KEYS: [&str; 18] = [
    "timeout_turn",
    "timeout_match",
    "time_left",
    "time_increment",
    "max_memory",
    "game_type",
    "rule",
    "evaluate",
    "folder",
    "max_depth",
    "start_depth",
    "max_node",
    "show_detail",
    "caution_factor",
    "thread_num",
    "hash_size",
    "pondering",
    "strength",
];

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())?;
        match self {
            Self::TimeoutTurn(n)
            | Self::TimeoutMatch(n)
            | Self::TimeIncrement(n)
            | Self::MaxMemory(n)
            | Self::MaxNode(n)
            | Self::HashSize(n) => write!(f, " {n}"),
            Self::TimeLeft(n) => write!(f, " {n}"),
            Self::GameType(n)
            | Self::Rule(n)
            | Self::MaxDepth(n)
            | Self::StartDepth(n)
            | Self::ShowDetail(n)
            | Self::CautionFactor(n)
            | Self::ThreadNum(n)
            | Self::Pondering(n)
            | Self::Strength(n) => write!(f, " {n}"),
            Self::Evaluate(point) => write!(f, " {point}"),
            Self::Folder(text)
            | Self::Impossible { value: text, .. }
            | Self::Other { value: text, .. } => {
                if text.is_empty() {
                    Ok(())
                } else {
                    write!(f, " {text}")
                }
            }
        }
    }
}
