//! What may be said in a tournament, and what follows from it.

use super::swiss::{self, Float, SwissPairing, SwissPlayer};
use super::{
    LateEntries, MOST_IN_ROUND_ROBIN, MOST_IN_SWISS, Pairing, PairingResult, Tournament,
    TournamentEvent, TournamentStage, TournamentSystem, berger_round,
};
use crate::{End, Person, PersonId, Player, Speaker};
use game::Side;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use utoipa::ToSchema;

/// What somebody wants in a tournament. `enter` and `leave` are for everybody, the others for who made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TournamentCommand {
    /// To take part.
    Enter,
    /// To take part no more.
    Leave,
    /// Pairs the next round and begins its games.
    BeginRound {
        /// The number of the round, from 1: a request that comes twice begins one round.
        round: u32,
    },
    /// Decides a game, or corrects its result. A game that goes on ends with it.
    SetResult {
        /// The round, from 1.
        round: u32,
        /// The place of the pairing in it, from 0.
        board: u32,
        /// The result.
        result: PairingResult,
    },
    /// Somebody takes part no more.
    Remove {
        /// Who.
        person: PersonId,
    },
    /// Ends the tournament.
    End,
}

/// What a command is given from outside.
pub struct NewRound<'a> {
    /// The rating of who speaks, for an entry.
    pub rating: i32,
    /// A random number, for lots.
    pub lots: u64,
    /// Makes the id of a new game.
    pub game_id: &'a mut dyn FnMut() -> String,
}

impl std::fmt::Debug for NewRound<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewRound").field("rating", &self.rating).finish_non_exhaustive()
    }
}

/// Why something was not done in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct TournamentRefusal {
    /// A stable word for it (`round-on`).
    pub code: &'static str,
    /// In English.
    pub message: String,
    /// Whether who asks may not do it at all.
    pub is_forbidden: bool,
}

fn refused(code: &'static str, message: impl Into<String>) -> TournamentRefusal {
    TournamentRefusal { code, message: message.into(), is_forbidden: false }
}

fn forbidden(code: &'static str, message: &str) -> TournamentRefusal {
    TournamentRefusal { is_forbidden: true, ..refused(code, message) }
}

type Events = Result<Vec<TournamentEvent>, TournamentRefusal>;

impl Tournament {
    /// What follows from a command.
    ///
    /// # Errors
    /// Why nothing does.
    pub fn carry_out(
        &self,
        command: &TournamentCommand,
        speaker: &Speaker,
        mut given: NewRound<'_>,
    ) -> Events {
        let Some(person) = speaker.person() else {
            let message = "the hall does not know who you are: open its page first";
            return Err(forbidden("no-identity", message));
        };
        if self.stage() == TournamentStage::Over {
            return Err(refused("tournament-over", "the tournament is over"));
        }
        match command {
            TournamentCommand::Enter => return self.enter(person, given.rating),
            TournamentCommand::Leave => return self.remove(&person.id),
            _ if self.setup.organiser != person.id => {
                let message = "only who made this tournament can do this";
                return Err(forbidden("not-yours", message));
            }
            _ => {}
        }
        match command {
            TournamentCommand::Enter | TournamentCommand::Leave => Ok(Vec::new()),
            TournamentCommand::BeginRound { round } => self.begin_round(*round, &mut given),
            TournamentCommand::SetResult { round, board, result } => {
                let index = (*round as usize).checked_sub(1);
                let found = index.and_then(|round| self.rounds.get(round));
                let pairing = found.and_then(|round| round.pairings.get(*board as usize));
                let pairing =
                    pairing.ok_or_else(|| refused("no-pairing", "there is no such pairing"))?;
                if pairing.result == Some(*result) {
                    return Ok(Vec::new());
                }
                let (round, board, result) = (*round, *board, *result);
                Ok(vec![TournamentEvent::Result { round, board, result }])
            }
            TournamentCommand::Remove { person } => self.remove(person),
            TournamentCommand::End => {
                self.must_have_no_games()?;
                Ok(vec![TournamentEvent::Ended])
            }
        }
    }

    /// The results of games that have ended since: those of pairings without one.
    #[must_use]
    pub fn report(
        &self,
        ended: impl Fn(&str) -> Option<([Player; 2], Option<End>)>,
    ) -> Vec<TournamentEvent> {
        let mut events = Vec::new();
        for (round, number) in self.rounds.iter().zip(1..) {
            for (pairing, board) in round.pairings.iter().zip(0..) {
                let Some(game) = pairing.game.as_ref().filter(|_| pairing.result.is_none()) else {
                    continue;
                };
                let Some((players, end)) = ended(game) else { continue };
                if let Some(result) = pairing.result_of(&players, end.as_ref()) {
                    events.push(TournamentEvent::Result { round: number, board, result });
                }
            }
        }
        events
    }

    fn enter(&self, person: &Person, rating: i32) -> Events {
        let known = self.entries.iter().find(|entry| entry.person == person.id);
        if known.is_some_and(|entry| !entry.is_gone) {
            return Ok(Vec::new());
        }
        if person.name.is_empty() {
            return Err(refused("needs-name", "who takes part needs a name"));
        }
        if self.stage() == TournamentStage::Running && self.setup.late == LateEntries::Closed {
            return Err(refused("entries-closed", "this tournament takes no late entries"));
        }
        let is_round_robin = matches!(self.setup.system, TournamentSystem::RoundRobin { .. });
        if known.is_none() {
            let has_begun = !self.rounds.is_empty();
            if is_round_robin && has_begun && self.entries.len() >= self.table_size() {
                let message = "the table of this round robin has no free place";
                return Err(refused("table-full", message));
            }
            let most = if is_round_robin { MOST_IN_ROUND_ROBIN } else { MOST_IN_SWISS };
            if self.entries.len() >= most {
                let message = format!("{most} people take part already, and no more can");
                return Err(refused("tournament-full", message));
            }
        }
        let (person, name) = (person.id.clone(), person.name.clone());
        Ok(vec![TournamentEvent::Entered { person, name, rating }])
    }

    fn remove(&self, person: &PersonId) -> Events {
        match self.entries.iter().find(|entry| entry.person == *person) {
            Some(entry) if !entry.is_gone => {
                Ok(vec![TournamentEvent::Left { person: person.clone() }])
            }
            _ => Ok(Vec::new()),
        }
    }

    fn must_have_no_games(&self) -> Result<(), TournamentRefusal> {
        if self.rounds.last().is_none_or(super::Round::is_over) {
            return Ok(());
        }
        Err(refused("round-on", "games of this round go on, or have no result"))
    }

    fn begin_round(&self, round: u32, given: &mut NewRound<'_>) -> Events {
        let next = self.rounds.len() + 1;
        if round as usize != next {
            let message = format!("the next round is the round {next}, not {round}");
            return Err(refused("wrong-round", message));
        }
        self.must_have_no_games()?;
        if self.entries.iter().filter(|entry| !entry.is_gone).count() < 2 {
            return Err(refused("too-few-players", "a round needs two players"));
        }
        if next > self.round_count() {
            return Err(refused("no-more-rounds", "all rounds have been played"));
        }
        let mut paired = self.clone();
        let order = if self.rounds.is_empty() { self.drawn_order(given.lots) } else { Vec::new() };
        if !order.is_empty() {
            paired.entries.sort_by_key(|entry| order.iter().position(|one| *one == entry.person));
        }
        let SwissPairing { pairs, bye } = match self.setup.system {
            TournamentSystem::RoundRobin { double } => paired.round_robin_pairs(double),
            TournamentSystem::Swiss { .. } => {
                // The lot for the sides is a bit of the number that drew the order; later rounds do not need it.
                let initial = if given.lots.is_multiple_of(2) { Side::First } else { Side::Second };
                paired.swiss_pairs(initial)?
            }
        };
        let person = |number: usize| paired.entries[number].person.clone();
        let pairing = |(first, second): (usize, usize)| {
            let gone = [first, second].map(|number| paired.entries[number].is_gone);
            let result = match gone {
                [false, false] => None,
                [false, true] => Some(PairingResult::FirstByForfeit),
                [true, false] => Some(PairingResult::SecondByForfeit),
                [true, true] => Some(PairingResult::Neither),
            };
            let game = result.is_none().then(&mut *given.game_id);
            Pairing { first: person(first), second: person(second), game, result }
        };
        let pairings = pairs.into_iter().map(pairing).collect();
        Ok(vec![TournamentEvent::RoundBegun { order, pairings, bye: bye.map(person) }])
    }

    /// The pairing numbers: by lot in a round robin, by rating in a Swiss tournament, where the lot decides among equals.
    fn drawn_order(&self, lots: u64) -> Vec<PersonId> {
        let mut state = lots;
        let mut drawn: Vec<_> =
            self.entries.iter().map(|entry| (next_random(&mut state), entry)).collect();
        let by_rating = matches!(self.setup.system, TournamentSystem::Swiss { .. });
        drawn.sort_by_key(|(lot, entry)| {
            (if by_rating { -i64::from(entry.rating) } else { 0 }, *lot)
        });
        drawn.into_iter().map(|(_, entry)| entry.person.clone()).collect()
    }

    fn round_robin_pairs(&self, double: bool) -> SwissPairing {
        let pairs = berger_round(self.table_size(), double, self.rounds.len());
        let is_there = |place: usize| place < self.entries.len();
        let lone = pairs.iter().find_map(|&(a, b)| match (is_there(a), is_there(b)) {
            (true, false) => Some(a),
            (false, true) => Some(b),
            _ => None,
        });
        let bye = lone.filter(|&number| !self.entries[number].is_gone);
        let pairs = pairs.into_iter().filter(|&(a, b)| is_there(a) && is_there(b)).collect();
        SwissPairing { pairs, bye }
    }

    fn swiss_pairs(&self, initial: Side) -> Result<SwissPairing, TournamentRefusal> {
        let present: Vec<usize> =
            (0..self.entries.len()).filter(|&number| !self.entries[number].is_gone).collect();
        let players: Vec<_> = present.iter().map(|&n| self.swiss_player(n, &present)).collect();
        let Some(found) = swiss::pair(&players, initial) else {
            let message = "nobody can be paired any more without meeting somebody again, or having a second bye";
            return Err(refused("no-pairing-left", message));
        };
        let pairs = found.pairs.into_iter().map(|(a, b)| (present[a], present[b])).collect();
        Ok(SwissPairing { pairs, bye: found.bye.map(|bye| present[bye]) })
    }

    /// What the pairing has to know of an entry.
    fn swiss_player(&self, number: usize, present: &[usize]) -> SwissPlayer {
        let person = &self.entries[number].person;
        let mut player = SwissPlayer::default();
        let mut floats = Vec::new();
        for (index, round) in self.rounds.iter().enumerate() {
            let own = self.points_before(number, index);
            if round.bye.as_ref() == Some(person) {
                player.had_bye = true;
                floats.push(Float::Down);
                continue;
            }
            // Points without a game are a float down (C.04.3, A.4).
            let unplayed = |got: u32| if got > own { Float::Down } else { Float::None };
            let found =
                round.pairings.iter().find_map(|pairing| Some((pairing, pairing.side_of(person)?)));
            let is_played = found
                .is_some_and(|(pairing, _)| pairing.result.is_none_or(PairingResult::is_played));
            let Some((pairing, side)) = found.filter(|_| is_played) else {
                let won = found.and_then(|(pairing, side)| Some(pairing.result?.points(side)));
                player.had_bye |= won.is_some_and(|points| points > 0);
                floats.push(unplayed(self.points_before(number, index + 1)));
                continue;
            };
            let Some(opponent) = self.number_of(pairing.person(side.other())) else { continue };
            // Who did not play each other can still meet.
            player.opponents.extend(present.iter().position(|&n| n == opponent));
            player.sides.push(side);
            floats.push(match self.points_before(opponent, index).cmp(&own) {
                std::cmp::Ordering::Less => Float::Down,
                std::cmp::Ordering::Equal => Float::None,
                std::cmp::Ordering::Greater => Float::Up,
            });
        }
        player.points = self.points_before(number, self.rounds.len());
        // In halves, half of the points of so many rounds is their number.
        let is_last_round = self.rounds.len() + 1 == self.round_count();
        player.is_top_scorer = is_last_round && player.points as usize > self.rounds.len();
        let mut last = floats.into_iter().rev();
        player.floats = [(); 2].map(|()| last.next().unwrap_or_default());
        player
    }
}

/// The next of a row of random numbers (SplitMix64).
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
