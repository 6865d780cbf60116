use crate::record::{EndManner, GameRecord};
use crate::spec::Match;
use serde::Serialize;
use statistics::{EloEstimate, Pentanomial, Sprt, SprtDecision, Trinomial};
use std::collections::BTreeMap;
use std::fmt;

/// The result of a match, so far or at its end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchReport {
    /// Games finished.
    pub games: u64,
    /// Games planned.
    pub planned: u64,
    /// The results of the contestants, in their order.
    pub standings: Vec<ContestantResult>,
    /// The results of each pairing, from the view of its first contestant.
    pub pairs: Vec<PairReport>,
    /// The state of the sequential test, if there is one.
    pub sprt: Option<SprtReport>,
    /// How often games ended for which reason, most frequent first.
    pub reasons: Vec<(String, u64)>,
}

/// One contestant's results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContestantResult {
    /// Who.
    pub name: String,
    /// All games.
    pub games: Trinomial,
    /// Games lost by a crash, a stall, an illegal move, overstepped time and the like.
    pub faults: u64,
    /// The estimate from all games.
    pub elo: Option<EloEstimate>,
}

/// The results of one pairing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairReport {
    /// The contestants by number. The figures are those of the first.
    pub players: [usize; 2],
    /// Games.
    pub games: Trinomial,
    /// Pairs of games with colours exchanged, of which both are finished.
    pub pairs: Pentanomial,
    /// The estimate from the pairs, or from the games until there is a pair.
    pub elo: Option<EloEstimate>,
}

/// A test's state.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct SprtReport {
    /// The log-likelihood ratio of the pairs of games.
    pub llr: f64,
    /// The lower bound, at which the test ends.
    pub lower: f64,
    /// The upper bound, at which the test ends.
    pub upper: f64,
    /// The decision so far.
    pub decision: SprtDecision,
}

/// Counts games into a report.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    report: MatchReport,
    sprt: Option<Sprt>,
    reasons: BTreeMap<String, u64>,
    /// Half points of the pairing's first player in pairs of which one game is finished.
    half_pairs: BTreeMap<u32, u8>,
}

impl Tally {
    pub(crate) fn new(of: &Match, planned: u64) -> Self {
        let standings = of.contestants.iter().map(|c| ContestantResult {
            name: c.name.clone(),
            games: Trinomial::default(),
            faults: 0,
            elo: None,
        });
        let report = MatchReport {
            games: 0,
            planned,
            standings: standings.collect(),
            pairs: Vec::new(),
            sprt: None,
            reasons: Vec::new(),
        };
        let mut tally =
            Self { report, sprt: of.sprt, reasons: BTreeMap::new(), half_pairs: BTreeMap::new() };
        tally.test();
        tally
    }

    pub(crate) fn report(&self) -> &MatchReport {
        &self.report
    }

    pub(crate) fn add(&mut self, game: &GameRecord) {
        self.report.games += 1;
        for (&who, side) in game.plan.players.iter().zip(game::Side::ALL) {
            let Some(standing) = self.report.standings.get_mut(who) else { continue };
            standing.games.add(game.half_points(who));
            standing.elo = EloEstimate::from_games(standing.games);
            let lost = game.outcome.winner() == Some(!side);
            standing.faults += u64::from(lost && game.manner == EndManner::Fault);
        }
        self.add_to_pairing(game);
        *self.reasons.entry(game.reason.clone()).or_default() += 1;
        let mut reasons: Vec<_> = self.reasons.clone().into_iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        self.report.reasons = reasons;
        self.test();
    }

    fn add_to_pairing(&mut self, game: &GameRecord) {
        let mut players = game.plan.players;
        players.sort_unstable();
        let half_points = game.half_points(players[0]);
        let at = match self.report.pairs.iter().position(|p| p.players == players) {
            Some(at) => at,
            None => {
                let (games, pairs) = (Trinomial::default(), Pentanomial::default());
                self.report.pairs.push(PairReport { players, games, pairs, elo: None });
                self.report.pairs.sort_by_key(|p| p.players);
                // It was just inserted.
                self.report.pairs.iter().position(|p| p.players == players).unwrap_or(0)
            }
        };
        let pairing = &mut self.report.pairs[at];
        pairing.games.add(half_points);
        match self.half_pairs.remove(&game.plan.pair()) {
            Some(other) => pairing.pairs.add(half_points + other),
            None => {
                self.half_pairs.insert(game.plan.pair(), half_points);
            }
        }
        pairing.elo = EloEstimate::from_pairs(pairing.pairs)
            .or_else(|| EloEstimate::from_games(pairing.games));
    }

    fn test(&mut self) {
        self.report.sprt = self.sprt.map(|sprt| {
            let pairs = self.report.pairs.first().map(|p| p.pairs).unwrap_or_default();
            let llr = sprt.llr_of_pairs(pairs);
            let (lower, upper) = sprt.bounds();
            SprtReport { llr, lower, upper, decision: sprt.decide(llr) }
        });
    }
}

impl fmt::Display for MatchReport {
    /// The crosstable, pairings with Elo, the test, and how games ended.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.standings.iter().map(|s| s.name.chars().count()).max().unwrap_or(4).max(4);
        writeln!(
            f,
            "{:width$} {:>6} {:>6} {:>6} {:>6} {:>7} {:>18} {:>7}",
            "name", "games", "won", "drawn", "lost", "score", "elo", "faults"
        )?;
        for standing in &self.standings {
            let games = standing.games;
            writeln!(
                f,
                "{:width$} {:>6} {:>6} {:>6} {:>6} {:>7} {:>18} {:>7}",
                standing.name,
                games.games(),
                games.wins,
                games.draws,
                games.losses,
                percent(standing.elo),
                interval(standing.elo),
                standing.faults
            )?;
        }
        for pair in &self.pairs {
            let [a, b] = pair.players.map(|who| self.standings[who].name.as_str());
            let [ll, ld, dd, wd, ww] = pair.pairs.counts;
            let games = pair.games;
            write!(f, "{a} against {b}: +{} ={} -{}", games.wins, games.draws, games.losses)?;
            write!(f, ", {}, elo {}", percent(pair.elo), interval(pair.elo))?;
            if let Some(elo) = pair.elo.filter(|elo| elo.error.is_finite()) {
                write!(f, ", los {:.1} %", 100.0 * elo.los)?;
            }
            writeln!(f, ", pairs {ll} {ld} {dd} {wd} {ww}")?;
        }
        if let Some(sprt) = self.sprt {
            let decision = match sprt.decision {
                SprtDecision::Undecided => "undecided",
                SprtDecision::AcceptH0 => "H0 accepted",
                SprtDecision::AcceptH1 => "H1 accepted",
            };
            let (llr, lower, upper) = (sprt.llr, sprt.lower, sprt.upper);
            writeln!(f, "sprt: llr {llr:.2} ({lower:.2}, {upper:.2}), {decision}")?;
        }
        let reasons = self.reasons.iter().map(|(reason, count)| format!("{reason} {count}"));
        writeln!(f, "ended by: {}", reasons.collect::<Vec<_>>().join(", "))
    }
}

fn percent(elo: Option<EloEstimate>) -> String {
    elo.map_or_else(|| "-".to_owned(), |elo| format!("{:.1} %", 100.0 * elo.score))
}

fn interval(elo: Option<EloEstimate>) -> String {
    match elo {
        None => "-".to_owned(),
        Some(elo) if elo.elo.is_infinite() => {
            if elo.elo > 0.0 { "all won" } else { "all lost" }.to_owned()
        }
        Some(elo) if elo.error.is_finite() => format!("{:+.1} ± {:.1}", elo.elo, elo.error),
        Some(EloEstimate { elo, interval: [low, high], .. }) => {
            // Few and one-sided games bound the difference on one side only.
            match (low.is_finite() && low < elo, high.is_finite() && high > elo) {
                (true, _) => format!("{elo:+.1} (≥ {low:+.1})"),
                (_, true) => format!("{elo:+.1} (≤ {high:+.1})"),
                _ => format!("{elo:+.1} ± ?"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::ScheduledGame;
    use crate::spec::{Builtin, Contestant, Kind, TimeControl};
    use game::Outcome;
    use statistics::EloModel;

    fn of(names: &[&str]) -> Match {
        let contestants = names.iter().map(|name| Contestant {
            name: (*name).to_owned(),
            kind: Kind::Builtin(Builtin::default()),
            time: TimeControl::default(),
        });
        Match::new("xiangqi", contestants.collect())
    }

    /// A game of the match `of`, with contestants 0 and 1 exchanging sides.
    fn game(id: u32, outcome: Outcome, manner: EndManner, reason: &str) -> GameRecord {
        let players = if id.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        GameRecord {
            plan: ScheduledGame { id, opening: 0, players },
            variant: "xiangqi".to_owned(),
            rules: "wxf".to_owned(),
            names: players.map(|who| ["a", "bee"][who].to_owned()),
            times: [String::new(), String::new()],
            start: String::new(),
            first_to_move: true,
            moves: Vec::new(),
            outcome,
            manner,
            reason: reason.to_owned(),
            detail: String::new(),
        }
    }

    #[test]
    fn a_table() {
        let mut of = of(&["a", "bee"]);
        of.sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, EloModel::Normalized).ok();
        let mut tally = Tally::new(&of, 6);
        tally.add(&game(0, Outcome::FirstWins, EndManner::Rules, "checkmate"));
        tally.add(&game(1, Outcome::Draw, EndManner::Rules, "repetition"));
        tally.add(&game(2, Outcome::SecondWins, EndManner::Fault, "time"));
        tally.add(&game(3, Outcome::SecondWins, EndManner::Rules, "checkmate"));
        // The second game of its pair is missing: it counts among the games alone.
        tally.add(&game(4, Outcome::FirstWins, EndManner::Rules, "checkmate"));
        let expected = "\
name  games    won  drawn   lost   score              elo  faults
a         5      3      1      1  70.0 %  +147.2 (≥ -108.0)       1
bee       5      1      1      3  30.0 %  -147.2 (≤ +108.0)       0
a against bee: +3 =1 -1, 62.5 %, elo +88.7 ± 136.3, los 92.1 %, pairs 0 0 1 1 0
sprt: llr 0.04 (-2.94, 2.94), undecided
ended by: checkmate 3, repetition 1, time 1
";
        let found = tally.report().to_string();
        let shape = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(shape(&found), shape(expected), "\n{found}");
    }
}
