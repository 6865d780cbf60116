//! The stored form: JSON of types that only the store uses, so that the messages between server and browser
//! can change while stored games remain readable.
//!
//! Every row carries the number of its format and a checksum. Format 1 is what version 0.1.0
//! stored: the same JSON without checksums. A later format gets types of its own here; those of
//! earlier ones stay, for rows are never rewritten. Within a format, fields may be added with a
//! default and never renamed.

use crate::{Change, GameSetup, StoreError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The format of rows that are written now.
pub(crate) const FORMAT: i64 = 2;

/// A value in its stored form.
pub(crate) trait StoredForm: Sized {
    /// Its name in messages.
    const WHAT: &'static str;
    /// The types of formats 1 and 2.
    type Now: Serialize + DeserializeOwned;

    fn store(&self) -> Self::Now;
    fn restore(stored: Self::Now) -> Self;

    /// Its present stored form.
    fn write(&self) -> String {
        serde_json::to_string(&self.store())
            .expect("strings, numbers and lists of them are always JSON")
    }

    /// Reads a value of a format.
    fn read(format: i64, text: &str, id: &str) -> Result<Self, StoreError> {
        match format {
            1 | 2 => serde_json::from_str(text).map(Self::restore).map_err(|error| {
                StoreError::damaged(id, format!("stored {}: {error}", Self::WHAT))
            }),
            other => Err(StoreError::damaged(
                id,
                format!("stored {}: format {other} is unknown to this version", Self::WHAT),
            )),
        }
    }
}

/// A checksum over the parts of a row. It includes the lengths, so that text moved from one part to the
/// next is detected.
#[derive(Default)]
pub(crate) struct RowChecksum(crc32fast::Hasher);

impl RowChecksum {
    pub(crate) fn text(mut self, text: &str) -> Self {
        self.0.update(&(text.len() as u64).to_le_bytes());
        self.0.update(text.as_bytes());
        self
    }

    pub(crate) fn option(self, text: Option<&str>) -> Self {
        match text {
            Some(text) => self.number(1).text(text),
            None => self.number(0),
        }
    }

    pub(crate) fn number(mut self, number: i64) -> Self {
        self.0.update(&number.to_le_bytes());
        self
    }

    pub(crate) fn sum(self) -> i64 {
        i64::from(self.0.finalize())
    }
}

/// The checksum over the columns of a game that never change.
pub(crate) fn setup_check(id: &str, created_at: i64, setup: &str) -> i64 {
    RowChecksum::default().text(id).number(created_at).text(setup).sum()
}

/// The checksum over the columns that each change updates.
pub(crate) fn head_check(
    id: &str,
    version: i64,
    updated_at: i64,
    players: &str,
    plies: i64,
    position: &str,
    ending: Option<&str>,
) -> i64 {
    let check = RowChecksum::default().text(id).number(version).number(updated_at).text(players);
    check.number(plies).text(position).option(ending).sum()
}

/// The checksum over a change.
pub(crate) fn change_check(
    id: &str,
    version: i64,
    at: i64,
    request: Option<&str>,
    body: &str,
) -> i64 {
    RowChecksum::default().text(id).number(version).number(at).option(request).text(body).sum()
}

/// Versions count changes made one by one: they never reach 2⁶³.
pub(crate) fn number(version: u64) -> i64 {
    i64::try_from(version).unwrap_or(i64::MAX)
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StoredSide {
    First,
    Second,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum StoredPlayer {
    Person {
        #[serde(default)]
        name: String,
    },
    Machine {
        level: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        preset: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        move_time_ms: Option<u64>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum StoredClock {
    None,
    PerMove { ms: u64 },
    Increment { base_ms: u64, increment_ms: u64 },
}

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredEnd {
    outcome: String,
    #[serde(default)]
    winner: Option<StoredSide>,
    reason: String,
    #[serde(default)]
    evidence: String,
    #[serde(default)]
    rule: Option<String>,
    #[serde(default)]
    squares: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proof: Option<Box<StoredProof>>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredProof {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    chases: Vec<StoredChase>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fact: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    stones: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    counted: Option<[u32; 2]>,
    /// The square of a piece, and where it threatened mate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    mates: Vec<[String; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    repeated: Option<StoredRepetition>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredRepetition {
    plies: [u32; 2],
    times: u32,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredChase {
    victim: String,
    chasers: Vec<String>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredSetup {
    variant: String,
    rules: String,
    players: [StoredPlayer; 2],
    clock: StoredClock,
    start: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum StoredChange {
    Moved {
        text: String,
        time_ms: u64,
        left_ms: [u64; 2],
        #[serde(default, skip_serializing_if = "Option::is_none")]
        score_cp: Option<i32>,
    },
    OpeningChosen {
        choice: String,
        left_ms: [u64; 2],
    },
    TakenBack {
        plies: u32,
    },
    Restarted,
    SidesSwapped,
    Ended {
        end: StoredEnd,
        left_ms: [u64; 2],
    },
    DrawOffered {
        side: StoredSide,
    },
    DrawDeclined,
    Paused {
        left_ms: [u64; 2],
    },
    Resumed,
}

fn side(side: wire::Side) -> StoredSide {
    match side {
        wire::Side::First => StoredSide::First,
        wire::Side::Second => StoredSide::Second,
    }
}

fn wire_side(side: StoredSide) -> wire::Side {
    match side {
        StoredSide::First => wire::Side::First,
        StoredSide::Second => wire::Side::Second,
    }
}

fn player(player: &wire::Player) -> StoredPlayer {
    match player.clone() {
        wire::Player::Person { name } => StoredPlayer::Person { name },
        wire::Player::Machine { level, preset, depth, move_time_ms } => {
            StoredPlayer::Machine { level, preset, depth, move_time_ms }
        }
    }
}

fn wire_player(player: StoredPlayer) -> wire::Player {
    match player {
        StoredPlayer::Person { name } => wire::Player::Person { name },
        StoredPlayer::Machine { level, preset, depth, move_time_ms } => {
            wire::Player::Machine { level, preset, depth, move_time_ms }
        }
    }
}

impl StoredForm for [wire::Player; 2] {
    const WHAT: &'static str = "players";
    type Now = [StoredPlayer; 2];

    fn store(&self) -> [StoredPlayer; 2] {
        self.each_ref().map(player)
    }

    fn restore(stored: [StoredPlayer; 2]) -> Self {
        stored.map(wire_player)
    }
}

impl StoredForm for wire::End {
    const WHAT: &'static str = "end";
    type Now = StoredEnd;

    fn store(&self) -> StoredEnd {
        let end = self.clone();
        StoredEnd {
            outcome: end.outcome,
            winner: end.winner.map(side),
            reason: end.reason,
            evidence: end.evidence,
            rule: end.rule,
            squares: end.squares,
            proof: end.proof.map(|it| Box::new(proof(*it))),
        }
    }

    fn restore(end: StoredEnd) -> Self {
        Self {
            outcome: end.outcome,
            winner: end.winner.map(wire_side),
            reason: end.reason,
            evidence: end.evidence,
            rule: end.rule,
            squares: end.squares,
            proof: end.proof.map(|it| Box::new(wire_proof(*it))),
        }
    }
}

fn proof(proof: wire::Proof) -> StoredProof {
    let chased = |c: wire::Chased| StoredChase { victim: c.victim, chasers: c.chasers };
    StoredProof {
        chases: proof.chases.into_iter().map(chased).collect(),
        fact: proof.fact,
        at: proof.at,
        stones: proof.stones,
        counted: proof.counted,
        mates: proof.mates.into_iter().map(|mate| [mate.piece, mate.to]).collect(),
        repeated: proof.repeated.map(|r| StoredRepetition { plies: r.plies, times: r.times }),
    }
}

fn wire_proof(proof: StoredProof) -> wire::Proof {
    let chased = |c: StoredChase| wire::Chased { victim: c.victim, chasers: c.chasers };
    wire::Proof {
        chases: proof.chases.into_iter().map(chased).collect(),
        fact: proof.fact,
        at: proof.at,
        stones: proof.stones,
        counted: proof.counted,
        mates: proof.mates.into_iter().map(|[piece, to]| wire::MateThreat { piece, to }).collect(),
        repeated: proof.repeated.map(|r| wire::Repeated { plies: r.plies, times: r.times }),
    }
}

impl StoredForm for GameSetup {
    const WHAT: &'static str = "set-up";
    type Now = StoredSetup;

    fn store(&self) -> StoredSetup {
        let setup = self.clone();
        StoredSetup {
            variant: setup.variant,
            rules: setup.rules,
            players: setup.players.store(),
            clock: match setup.clock {
                wire::ClockSetting::None => StoredClock::None,
                wire::ClockSetting::PerMove { ms } => StoredClock::PerMove { ms },
                wire::ClockSetting::Increment { base_ms, increment_ms } => {
                    StoredClock::Increment { base_ms, increment_ms }
                }
            },
            start: setup.start,
            opening: setup.opening,
        }
    }

    fn restore(stored: StoredSetup) -> Self {
        Self {
            variant: stored.variant,
            rules: stored.rules,
            players: StoredForm::restore(stored.players),
            clock: match stored.clock {
                StoredClock::None => wire::ClockSetting::None,
                StoredClock::PerMove { ms } => wire::ClockSetting::PerMove { ms },
                StoredClock::Increment { base_ms, increment_ms } => {
                    wire::ClockSetting::Increment { base_ms, increment_ms }
                }
            },
            start: stored.start,
            opening: stored.opening,
        }
    }
}

impl StoredForm for Change {
    const WHAT: &'static str = "change";
    type Now = StoredChange;

    fn store(&self) -> StoredChange {
        match self.clone() {
            Self::Moved { text, time_ms, left_ms, score_cp } => {
                StoredChange::Moved { text, time_ms, left_ms, score_cp }
            }
            Self::OpeningChosen { choice, left_ms } => {
                StoredChange::OpeningChosen { choice, left_ms }
            }
            Self::TakenBack { plies } => StoredChange::TakenBack { plies },
            Self::Restarted => StoredChange::Restarted,
            Self::SidesSwapped => StoredChange::SidesSwapped,
            Self::Ended { end, left_ms } => StoredChange::Ended { end: end.store(), left_ms },
            Self::DrawOffered { side: by } => StoredChange::DrawOffered { side: side(by) },
            Self::DrawDeclined => StoredChange::DrawDeclined,
            Self::Paused { left_ms } => StoredChange::Paused { left_ms },
            Self::Resumed => StoredChange::Resumed,
        }
    }

    fn restore(stored: StoredChange) -> Self {
        match stored {
            StoredChange::Moved { text, time_ms, left_ms, score_cp } => {
                Self::Moved { text, time_ms, left_ms, score_cp }
            }
            StoredChange::OpeningChosen { choice, left_ms } => {
                Self::OpeningChosen { choice, left_ms }
            }
            StoredChange::TakenBack { plies } => Self::TakenBack { plies },
            StoredChange::Restarted => Self::Restarted,
            StoredChange::SidesSwapped => Self::SidesSwapped,
            StoredChange::Ended { end, left_ms } => {
                Self::Ended { end: wire::End::restore(end), left_ms }
            }
            StoredChange::DrawOffered { side } => Self::DrawOffered { side: wire_side(side) },
            StoredChange::DrawDeclined => Self::DrawDeclined,
            StoredChange::Paused { left_ms } => Self::Paused { left_ms },
            StoredChange::Resumed => Self::Resumed,
        }
    }
}
