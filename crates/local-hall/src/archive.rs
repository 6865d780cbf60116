//! The archive of a browser: what is kept of each game to find it, worked out here; whoever holds the module filters.

use crate::ask::Answer;
use crate::stored::StoredGame;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use hall::archive::Track;
use hall_messages::{
    ArchiveFacts, Refused, first_plies, next_moves, wanted_key, wanted_pattern, written_opening,
};
use serde::{Deserialize, Serialize};
use wire::{BoardPattern, Player, WantedPosition, WrittenMove};

/// A question about the archive.
#[derive(Debug, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum ArchiveAsk {
    /// What is kept of a game.
    Facts {
        /// The game.
        game: Box<StoredGame>,
    },
    /// The key of a position.
    Key {
        /// The position.
        position: WantedPosition,
    },
    /// Where a pattern stood first in games: a ply for each, or nothing.
    Find {
        /// The pattern.
        pattern: BoardPattern,
        /// The boards of the games, as [`ArchivedFacts`] has them.
        tracks: Vec<String>,
    },
    /// Moves with which games went on, in every notation.
    Next {
        /// The variant.
        variant: String,
        /// The moves before.
        opening: Vec<String>,
        /// The moves, in how many games, and their results.
        counted: Vec<(String, u64, [u64; 3])>,
    },
}

/// What is kept of a game, as a browser stores it.
#[derive(Debug, Serialize)]
pub struct ArchivedFacts {
    /// Its first moves in engine notation.
    pub line: Vec<String>,
    /// The first of them in every notation.
    pub opening: Vec<WrittenMove>,
    /// The code of its opening, where it has a name.
    pub opening_name: Option<&'static str>,
    /// The winner and the loser, if there are such.
    pub winner: Option<[Player; 2]>,
    /// In a game of a person with a machine: 1, the person won; 0, drawn; −1, lost.
    pub person: Option<i8>,
    /// The keys of its positions and where each stood first.
    pub keys: Vec<(String, u32)>,
    /// Its boards in base64; empty where a track cannot hold them.
    pub track: String,
}

/// The answer to a question.
pub(crate) fn ask(asked: ArchiveAsk) -> Result<Answer, Refused> {
    match asked {
        ArchiveAsk::Facts { game } => {
            let variant = game.setup.variant.clone();
            let state = game.state();
            let state = state.map_err(|error| crate::live::damaged(&error.to_string()))?;
            Answer::of(&kept(&variant, ArchiveFacts::of(&state)))
        }
        // A number of JavaScript does not hold a key.
        ArchiveAsk::Key { position } => Answer::of(&wanted_key(&position)?.to_string()),
        ArchiveAsk::Find { pattern, tracks } => {
            let pattern = wanted_pattern(&pattern)?;
            let find = |text: &String| {
                let track = Track::from_bytes(&BASE64.decode(text).ok()?).ok()?;
                track.find(&pattern)
            };
            Answer::of(&tracks.iter().map(find).collect::<Vec<Option<u32>>>())
        }
        ArchiveAsk::Next { variant, opening, counted } => {
            Answer::of(&next_moves(&variant, &opening, counted.into_iter())?)
        }
    }
}

fn kept(variant: &str, facts: ArchiveFacts) -> ArchivedFacts {
    let ArchiveFacts { line, winner, person, track } = facts;
    let line: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let (opening, opening_name) = written_opening(variant, &line);
    let track = track.ok();
    let keys = track.as_ref().map(first_plies).unwrap_or_default();
    ArchivedFacts {
        line,
        opening,
        opening_name,
        winner: winner.map(|both| both.map(Player::shown)),
        person,
        keys: keys.into_iter().map(|(key, ply)| (key.to_string(), ply)).collect(),
        track: track.map(|track| BASE64.encode(track.to_bytes())).unwrap_or_default(),
    }
}
