//! Matches of the engine against itself with other options, or against another build. They measure
//! the value of a change.

use crate::Failure;
use crate::build;
use crate::game_tools::Game;
use crate::pairs::{self, Match, Tally};
use crate::player::Player;
use crate::random::Random;
use clap::{Args, value_parser};
use game::{Line, Outcome, Position as _};
use statistics::{EloModel, Sprt, SprtDecision};

#[derive(Debug, Args)]
#[command(after_help = "\
Options of a side are separated by spaces:
  without=NAME,NAME   without these techniques of the search
  level=N             at a level, 1 to 12
  nodes=N, ms=N       nodes or milliseconds a move
  build=PATH          another build of this program answers
  weights=FILE        (gomoku) other weights; weights=rule: those filled by rule
  eval=plain|FILE     (reversi) another evaluation
  NAME=VALUE          any number of the search

Each opening is played with both colours. The figures are those of A.

Examples:
  workshop xiangqi duel \"\" without=null-move --games 400 --nodes 20000
  workshop gomoku --variant renju15 duel level=6 level=5 --games 100
  workshop draughts duel ms=40 \"ms=40 build=/tmp/before\" --games 100")]
pub(crate) struct DuelArgs {
    /// Options of A.
    #[arg(default_value = "")]
    a: String,
    /// Options of B.
    #[arg(default_value = "")]
    b: String,
    /// Games, rounded up to pairs.
    #[arg(long, default_value_t = 400, value_parser = value_parser!(u64).range(1..))]
    games: u64,
    /// Nodes a move; 10000 where neither this nor an option limits a move.
    #[arg(long)]
    nodes: Option<u64>,
    /// The same seed gives the same openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at the same time.
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u64).range(1..=1024))]
    threads: u64,
    /// Ends the match when a sequential test (normalised Elo, 5 % errors) of these bounds is
    /// decided.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = read_test, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
}

fn read_test(text: &str) -> Result<Sprt, String> {
    let (elo0, elo1) = text.split_once(',').ok_or("two numbers, as in 0,5")?;
    let number = |text: &str| text.trim().parse::<f64>().map_err(|e| format!("{text}: {e}"));
    Sprt::new(number(elo0)?, number(elo1)?, 0.05, 0.05, EloModel::Normalized)
        .map_err(|e| e.to_string())
}

/// Answers the other build of a duel until standard input ends.
pub(crate) fn serve<G: Game>(game: &G) -> Result<(), Failure> {
    build::serve(&mut Player::new(game, "", None)?)
}

pub(crate) fn run<G: Game>(game: &G, args: &DuelArgs) -> Result<(), Failure> {
    let bar = crate::common::progress_bar(args.games.div_ceil(2) * 2);
    let played = pairs::play(
        Match { games: args.games, threads: args.threads },
        || {
            let player = |options: &str| Player::new(game, options, args.nodes);
            Ok((player(&args.a)?, player(&args.b)?, game.engine(8)))
        },
        |(a, b, judge), pair| {
            let mut random = Random::new(args.seed, pair);
            let opening = game.opening(judge, pair, args.seed, &mut random)?;
            let seed = random.below(1 << 30) as u64;
            let first = play(game, [&mut *a, &mut *b], &opening, seed)?;
            Ok([first, play(game, [b, a], &opening, seed)?])
        },
        |tally, last| {
            bar.set_position(2 * tally.pairs());
            bar.set_message(tally.to_string());
            let decided = args
                .sprt
                .is_some_and(|sprt| sprt.decide(tally.llr(&sprt)) != SprtDecision::Undecided);
            if decided || last || tally.pairs().is_multiple_of(10) {
                bar.suspend(|| println!("{}", standing(tally, args.sprt.as_ref())));
            }
            decided
        },
    );
    bar.finish_and_clear();
    played
}

/// The results so far as a line, with the state of a sequential test.
fn standing(tally: &Tally, sprt: Option<&Sprt>) -> String {
    let Some(sprt) = sprt else { return tally.to_string() };
    let (llr, (lower, upper)) = (tally.llr(sprt), sprt.bounds());
    let decision = match sprt.decide(llr) {
        SprtDecision::Undecided => "",
        SprtDecision::AcceptH1 => ", elo1 accepted",
        SprtDecision::AcceptH0 => ", elo0 accepted",
    };
    format!("{tally} LLR {llr:.2} [{lower:.2}, {upper:.2}]{decision}")
}

/// Plays a game; the first player plays the first side.
fn play<G: Game>(
    game: &G,
    mut players: [&mut Player<'_, G>; 2],
    opening: &Line<G::Position>,
    seed: u64,
) -> Result<Outcome, Failure> {
    let mut line = opening.clone();
    for player in &mut players {
        player.begin()?;
    }
    let mut adjudicator = G::DUEL.begin();
    loop {
        if let Some(outcome) = game.outcome(&line) {
            return Ok(outcome);
        }
        let side = line.position().side_to_move();
        let player = &mut players[side.index()];
        let (m, score) = player.think(&line, seed ^ line.len() as u64)?;
        if let Some(outcome) = adjudicator.hear(side, score, line.len(), player.is_exact()) {
            return Ok(outcome);
        }
        line.push(m);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_read() {
        assert!(read_test("0,5").is_ok() && read_test("-3, 0").is_ok());
        for text in ["5", "5,0", "a,1", "nan,1"] {
            assert!(read_test(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_decided_test_says_which() {
        let sprt = read_test("0,5").expect("bounds in order");
        let mut tally = Tally::default();
        assert!(!standing(&tally, Some(&sprt)).contains("accepted"));
        for n in 0..2000 {
            let worse = if n % 4 == 0 { Outcome::Draw } else { Outcome::SecondWins };
            tally.add([Outcome::FirstWins, worse]);
        }
        assert!(standing(&tally, Some(&sprt)).ends_with("elo1 accepted"));
    }
}
