//! Points and tie-breaks, after FIDE C.07.
//!
//! Swiss: points, Buchholz, Sonneborn-Berger, direct encounter, games won. Round robin: points, direct encounter,
//! Sonneborn-Berger, games won. In a Swiss tournament a round in which somebody did not play counts for the own tie-breaks
//! as a game against somebody with as many points as oneself.

use super::{PairingResult, Tournament, TournamentSystem};
use crate::PersonId;
use game::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What somebody did in a round.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoundCellKind {
    /// A game.
    Game,
    /// A game that was not played.
    Forfeit,
    /// A bye, because the number of players was odd.
    Bye,
    /// Not there.
    Absent,
}

/// A round of somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RoundCell {
    /// What it was.
    pub kind: RoundCellKind,
    /// The pairing number of the opponent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<u32>,
    /// The own side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The points in halves; absent while the game goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
}

/// Somebody's line in the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Standing {
    /// The place, from 1; equals share one.
    pub rank: u32,
    /// The pairing number, from 1.
    pub number: u32,
    /// Who.
    pub person: PersonId,
    /// The person's name.
    pub name: String,
    /// The rating at the time of the entry.
    pub rating: i32,
    /// Whether the person has left.
    pub gone: bool,
    /// Points, in halves.
    pub points: u32,
    /// The sum of the opponents' points, in halves.
    pub buchholz: u32,
    /// The sum of the points of those one has beaten and of half the points of those one has drawn with, in quarters.
    pub sonneborn_berger: u32,
    /// The points of the games among those that are equal up to here, in halves; absent where they have not all met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direct_encounter: Option<u32>,
    /// Games won on the board.
    pub wins: u32,
    /// The rounds.
    pub rounds: Vec<RoundCell>,
}

impl Tournament {
    /// What an entry did in a round, from 0.
    fn cell(&self, number: usize, round: usize) -> RoundCell {
        let entry = &self.entries[number];
        let nothing = RoundCell {
            kind: RoundCellKind::Absent,
            opponent: None,
            side: None,
            points: Some(if round < entry.since { self.setup.late.points() } else { 0 }),
        };
        let Some(round) = self.rounds.get(round) else { return nothing };
        if round.bye.as_ref() == Some(&entry.person) {
            let is_swiss = matches!(self.setup.system, TournamentSystem::Swiss { .. });
            let points = Some(if is_swiss { 2 } else { 0 });
            return RoundCell { kind: RoundCellKind::Bye, points, ..nothing };
        }
        let paired = round
            .pairings
            .iter()
            .find_map(|pairing| Some((pairing, pairing.side_of(&entry.person)?)));
        let Some((pairing, side)) = paired else { return nothing };
        let opponent = self.number_of(pairing.person(side.other()));
        let is_played = pairing.result.is_none_or(PairingResult::is_played);
        RoundCell {
            kind: if is_played { RoundCellKind::Game } else { RoundCellKind::Forfeit },
            opponent: opponent.and_then(|number| u32::try_from(number + 1).ok()),
            side: Some(side),
            points: pairing.result.map(|result| result.points(side)),
        }
    }

    /// The points of an entry before a round, from 0.
    pub(super) fn points_before(&self, number: usize, round: usize) -> u32 {
        (0..round).filter_map(|round| self.cell(number, round).points).sum()
    }

    /// The standings, the first place first.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let rounds = self.rounds.len();
        let points: Vec<u32> =
            (0..self.entries.len()).map(|number| self.points_before(number, rounds)).collect();
        let is_swiss = matches!(self.setup.system, TournamentSystem::Swiss { .. });
        let mut lines: Vec<Standing> = self
            .entries
            .iter()
            .enumerate()
            .map(|(number, entry)| {
                let cells: Vec<_> = (0..rounds).map(|round| self.cell(number, round)).collect();
                let mut line = Standing {
                    rank: 0,
                    number: u32::try_from(number + 1).unwrap_or(u32::MAX),
                    person: entry.person.clone(),
                    name: entry.name.clone(),
                    rating: entry.rating,
                    gone: entry.is_gone,
                    points: points[number],
                    buchholz: 0,
                    sonneborn_berger: 0,
                    direct_encounter: None,
                    wins: 0,
                    rounds: Vec::new(),
                };
                for cell in &cells {
                    let Some(won) = cell.points else { continue };
                    let is_played = cell.kind == RoundCellKind::Game;
                    let opponent = cell.opponent.filter(|_| is_played || !is_swiss);
                    let theirs = match opponent {
                        Some(opponent) => points[opponent as usize - 1],
                        None if is_swiss => line.points,
                        None => 0,
                    };
                    line.buchholz += theirs;
                    line.sonneborn_berger += theirs * won;
                    line.wins += u32::from(is_played && won == 2);
                }
                line.rounds = cells;
                line
            })
            .collect();
        rank(&mut lines, is_swiss);
        lines
    }
}

/// Sorts the lines and gives the places.
fn rank(lines: &mut [Standing], is_swiss: bool) {
    let before = |line: &Standing| {
        if is_swiss {
            [line.points, line.buchholz, line.sonneborn_berger]
        } else {
            [line.points, 0, 0]
        }
    };
    lines.sort_by_key(|line| std::cmp::Reverse(before(line)));
    for tied in lines.chunk_by_mut(|a, b| before(a) == before(b)) {
        set_direct_encounter(tied);
    }
    let after = |line: &Standing| {
        let direct = line.direct_encounter.unwrap_or(0);
        if is_swiss { [direct, line.wins, 0] } else { [direct, line.sonneborn_berger, line.wins] }
    };
    let key = |line: &Standing| (before(line), after(line));
    lines.sort_by_key(|line| (std::cmp::Reverse(key(line)), line.number));
    for place in 0..lines.len() {
        let is_equal = place > 0 && key(&lines[place - 1]) == key(&lines[place]);
        lines[place].rank = if is_equal {
            lines[place - 1].rank
        } else {
            u32::try_from(place + 1).unwrap_or(u32::MAX)
        };
    }
}

fn set_direct_encounter(tied: &mut [Standing]) {
    if tied.len() < 2 {
        return;
    }
    let numbers: Vec<u32> = tied.iter().map(|line| line.number).collect();
    let among = |line: &Standing| -> Option<u32> {
        let met = |other: u32| {
            let of = line.rounds.iter().filter(move |cell| cell.opponent == Some(other));
            let points: Vec<u32> = of.filter_map(|cell| cell.points).collect();
            (!points.is_empty()).then(|| points.into_iter().sum::<u32>())
        };
        numbers.iter().filter(|&&other| other != line.number).map(|&other| met(other)).sum()
    };
    let direct: Option<Vec<u32>> = tied.iter().map(among).collect();
    for (line, points) in tied.iter_mut().zip(direct.into_iter().flatten()) {
        line.direct_encounter = Some(points);
    }
}
