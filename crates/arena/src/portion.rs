//! Games of a match that are played on another machine, and what comes back of them.

use crate::adjudication::Adjudication;
use crate::game::AbortReason;
use crate::opening::{StartLine, set_up};
use crate::record::GameRecord;
use crate::run::{MatchError, check};
use crate::schedule::{ScheduledGame, plans};
use crate::spec::{Builtin, Contestant, Kind, Match, TimeControl};
use crate::venue::Players;
use engine::{Control, Level};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::Duration;

/// How many games a unit has: whole pairs, a few seconds of work at 5,000 nodes a move.
pub const GAMES_OF_UNIT: usize = 8;
/// How many units a portion has at most.
const UNITS: usize = 32;
/// Options that a match has no say in on another machine: the number of threads is that of the machine.
const OURS: [&str; 1] = ["Threads"];

/// A part of the games of a match, with all that they depend on. A machine with the same build plays the same games.
///
/// It is cut into units of [`GAMES_OF_UNIT`] games. The same match has the same portions each time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Portion {
    variant: String,
    rules: Option<String>,
    contestants: Vec<PortionContestant>,
    adjudication: Adjudication,
    seed: u64,
    margin: Duration,
    patience: Duration,
    openings: Vec<StartLine>,
    games: Vec<PortionGame>,
}

/// Our own engine as a contestant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PortionContestant {
    name: String,
    preset: Option<String>,
    level: Option<u8>,
    options: Vec<(String, String)>,
    time: TimeControl,
}

/// A game: its number in the match, its opening in the match and here, and its players.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PortionGame(u32, usize, usize, [usize; 2]);

impl PortionGame {
    fn plan(self) -> ScheduledGame {
        ScheduledGame { id: self.0, opening: self.1, players: self.3 }
    }
}

impl Portion {
    /// All portions of a match, each of at most `longest` bytes as text, unless one unit needs more.
    ///
    /// # Errors
    /// When another machine cannot play the match: a contestant is a program, or an option names a file.
    pub fn all(of: &Match, longest: usize) -> Result<Vec<Self>, MatchError> {
        let contestants = of.contestants.iter().map(|one| guest(one, &of.variant));
        let empty = Self {
            variant: of.variant.clone(),
            rules: of.rules.clone(),
            contestants: contestants.collect::<Result<_, _>>()?,
            adjudication: of.adjudication,
            seed: of.seed,
            margin: of.margin,
            patience: of.patience,
            openings: Vec::new(),
            games: Vec::new(),
        };
        let all: Vec<ScheduledGame> =
            plans(of.format, of.contestants.len(), of.rounds, of.openings.len()).collect();
        let room = longest.saturating_sub(size(&empty));
        let (mut portions, mut current, mut used) = (Vec::new(), empty.clone(), 0);
        let mut places = HashMap::new();
        for unit in all.chunks(GAMES_OF_UNIT) {
            let next =
                |plan: &ScheduledGame| of.openings.get(plan.opening).cloned().unwrap_or_default();
            let bytes: usize = unit.iter().map(|plan| size(&next(plan)) + 40).sum();
            let full = used + bytes > room || current.games.len() >= UNITS * GAMES_OF_UNIT;
            if full && !current.games.is_empty() {
                portions.push(std::mem::replace(&mut current, empty.clone()));
                places.clear();
                used = 0;
            }
            for plan in unit {
                let place = *places.entry(plan.opening).or_insert_with(|| {
                    let opening = next(plan);
                    used += size(&opening);
                    current.openings.push(opening);
                    current.openings.len() - 1
                });
                used += 40;
                current.games.push(PortionGame(plan.id, plan.opening, place, plan.players));
            }
        }
        portions.extend((!current.games.is_empty()).then_some(current));
        Ok(portions)
    }

    /// The portion as text, the same each time.
    #[must_use]
    pub fn to_text(&self) -> String {
        // Numbers and texts always become JSON.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// How many units it has.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.games.len().div_ceil(GAMES_OF_UNIT) as u64
    }

    /// The numbers of the games of a unit in the match.
    #[must_use]
    pub fn games_of(&self, unit: u64) -> Vec<u32> {
        self.unit(unit).iter().map(|game| game.0).collect()
    }

    fn unit(&self, unit: u64) -> &[PortionGame] {
        let at = usize::try_from(unit).unwrap_or(usize::MAX);
        self.games.chunks(GAMES_OF_UNIT).nth(at).unwrap_or_default()
    }

    /// The conditions of the match. Openings are numbered as they are here.
    fn conditions(&self) -> Result<Match, MatchError> {
        let contestant = |guest: &PortionContestant| {
            let level = guest.level.map(|number| {
                Level::new(number).ok_or_else(|| unfit(&guest.name, "levels are 1 to 12"))
            });
            let builtin = Builtin {
                preset: guest.preset.clone(),
                level: level.transpose()?,
                options: guest.options.clone(),
                ponder: false,
            };
            let kind = Kind::Builtin(builtin);
            Ok(Contestant { name: guest.name.clone(), kind, time: guest.time })
        };
        let contestants = self.contestants.iter().map(contestant);
        Ok(Match {
            rules: self.rules.clone(),
            openings: self.openings.clone(),
            adjudication: self.adjudication,
            seed: self.seed,
            margin: self.margin,
            patience: self.patience,
            ..Match::new(&self.variant, contestants.collect::<Result<_, MatchError>>()?)
        })
    }

    /// Reads the games of a unit, which came from another machine: they must be those of the unit, and played by the
    /// rules.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn take(&self, unit: u64, bytes: &[u8]) -> Result<Vec<GameRecord>, String> {
        let games: Vec<GameRecord> =
            serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let expected = self.unit(unit);
        if games.len() != expected.len() {
            return Err(format!("{} games, not {}", games.len(), expected.len()));
        }
        for (game, expected) in games.iter().zip(expected) {
            self.check_game(game, *expected)
                .map_err(|why| format!("game {}: {why}", expected.0 + 1))?;
        }
        Ok(games)
    }

    fn check_game(&self, game: &GameRecord, expected: PortionGame) -> Result<(), String> {
        let names = expected.3.map(|who| self.contestants.get(who).map(|guest| &guest.name));
        if game.plan != expected.plan()
            || game.variant != self.variant
            || game.names.each_ref().map(Some) != names
        {
            return Err("it is another one".to_owned());
        }
        let opening = self.openings.get(expected.2).cloned().unwrap_or_default();
        let set_up = set_up(&opening, &self.variant, self.rules.as_deref());
        let mut session = set_up.map_err(|error| error.to_string())?;
        let text = |at: usize| game.moves.get(at).map(|one| one.text.as_str());
        let before = session.moves();
        if before.iter().enumerate().any(|(at, known)| text(at) != Some(known)) {
            return Err("it has another opening".to_owned());
        }
        for (at, one) in game.moves.iter().enumerate().skip(before.len()) {
            session.push(&one.text).map_err(|error| format!("ply {}: {error}", at + 1))?;
        }
        match session.verdict() {
            Some(verdict) if verdict.outcome != game.outcome => {
                Err(format!("its result is {}, not {}", verdict.outcome, game.outcome))
            }
            _ => Ok(()),
        }
    }
}

/// The length of something as JSON.
fn size(what: &impl Serialize) -> usize {
    serde_json::to_string(what).map_or(usize::MAX, |text| text.len())
}

fn unfit(name: &str, why: &str) -> MatchError {
    MatchError::Unusable(format!("{name}: {why}"))
}

/// A contestant that other machines have, too.
fn guest(contestant: &Contestant, variant: &str) -> Result<PortionContestant, MatchError> {
    let Kind::Builtin(builtin) = &contestant.kind else {
        let why = "other machines have only this build: another program or build plays here";
        return Err(unfit(&contestant.name, why));
    };
    if builtin.ponder {
        return Err(unfit(&contestant.name, "on other machines nobody ponders"));
    }
    let guest = PortionContestant {
        name: contestant.name.clone(),
        preset: builtin.preset.clone(),
        level: builtin.level.map(Level::number),
        options: builtin.options.clone(),
        time: contestant.time,
    };
    names_no_file(&guest, variant)?;
    Ok(guest)
}

/// A machine opens nothing that a message names.
fn names_no_file(guest: &PortionContestant, variant: &str) -> Result<(), MatchError> {
    let engine = match &guest.preset {
        Some(preset) => games::new_preset(variant, preset),
        None => games::new_engine(variant),
    };
    let known = engine?.options();
    let names = guest.options.iter().map(|(name, _)| name.as_str());
    match engine::local_options(&known, &OURS, names).first() {
        Some(name) => {
            Err(unfit(&guest.name, &format!("the option {name:?} cannot go to other machines")))
        }
        None => Ok(()),
    }
}

/// Plays units of a portion that came from another machine.
#[derive(Debug)]
pub struct PortionPlayer {
    portion: Portion,
    of: Match,
    players: Players,
}

impl PortionPlayer {
    /// Reads a portion, and checks it as a file from outside.
    ///
    /// # Errors
    /// When it is none, cannot be played, or names a file.
    pub fn read(text: &str) -> Result<Self, MatchError> {
        let portion: Portion = serde_json::from_str(text)
            .map_err(|error| MatchError::Unusable(format!("no part of a match: {error}")))?;
        let of = portion.conditions()?;
        for guest in &portion.contestants {
            names_no_file(guest, &portion.variant)?;
        }
        check(&of)?;
        let is_known = |game: &PortionGame| {
            let [a, b] = game.3;
            a != b && a.max(b) < of.contestants.len() && game.2 < of.openings.len()
        };
        if !portion.games.iter().all(is_known) {
            let why = "no part of a match: a game has an unknown player or opening";
            return Err(MatchError::Unusable(why.to_owned()));
        }
        Ok(Self { portion, of, players: Players::default() })
    }

    /// The hash tables that its engines are asked to have, in MiB.
    #[must_use]
    pub fn tables_mb(&self) -> u64 {
        self.of.tables_mb()
    }

    /// Plays a unit: the games as bytes for [`Portion::take`]; `None` when `control` says stop.
    ///
    /// # Errors
    /// When there is no such unit, or a contestant cannot play.
    pub fn play(&mut self, unit: u64, control: &Control) -> Result<Option<Vec<u8>>, MatchError> {
        let games = self.portion.unit(unit).to_vec();
        if games.is_empty() {
            return Err(MatchError::Unusable(format!("there is no unit {unit}")));
        }
        let mut played = Vec::new();
        for game in games {
            // The openings have other numbers here; the moves depend on that of the game only.
            let plan = ScheduledGame { opening: game.2, ..game.plan() };
            match self.players.play(plan, &self.of, control) {
                Ok(record) => played.push(GameRecord { plan: game.plan(), ..record }),
                Err(AbortReason::Stopped) => return Ok(None),
                Err(AbortReason::Unusable(why)) => return Err(MatchError::Unusable(why)),
            }
        }
        let bytes = serde_json::to_vec(&played);
        bytes.map(Some).map_err(|error| MatchError::Unusable(error.to_string()))
    }
}
