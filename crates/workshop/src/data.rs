//! Games of the engine against itself, written to a file that a fit reads.

use crate::Failure;
use crate::common::progress_bar;
use crate::game_tools::{Game, Move};
use crate::random::Random;
use clap::{Args, value_parser};
use game::{Outcome, Position};
use search::{Configure as _, Limits, Score};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;

#[derive(Debug, Args)]
#[command(after_help = "\
The same seed gives the same games, with any number of threads. A run that was interrupted goes on
behind the last complete game of its file.")]
pub(crate) struct DataArgs {
    /// The file; games are added behind those it has.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games in the file at the end.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Nodes a move.
    #[arg(long, default_value_t = 2000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// The same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at the same time.
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u64).range(1..=1024))]
    threads: u64,
    /// Options of the engine, as for a side of `duel`; limits and levels are not used.
    #[arg(long, default_value = "", value_name = "OPTIONS")]
    options: String,
}

/// A game as it was played.
#[derive(Debug)]
pub(crate) struct PlayedGame<P: Position> {
    /// Moves that were not searched.
    pub(crate) opening: Vec<P::Move>,
    /// The moves after them with their scores for the side to move. The last one was not made
    /// where its score ended the game.
    pub(crate) moves: Vec<(P::Move, Score)>,
    pub(crate) outcome: Outcome,
}

/// Plays a game; `None` if its opening was too uneven.
fn play<G: Game>(
    game: &G,
    engine: &mut G::Engine,
    nodes: u64,
    mut random: Random,
) -> Option<PlayedGame<G::Position>> {
    let mut line = game.data_opening(engine, &mut random);
    engine.new_game();
    let opening = line.plies().iter().filter_map(|ply| ply.mv).collect();
    let mut moves: Vec<(Move<G>, Score)> = Vec::new();
    let mut adjudicator = G::DATA.begin();
    loop {
        if let Some(outcome) = game.outcome(&line) {
            return Some(PlayedGame { opening, moves, outcome });
        }
        let limits = Limits::nodes(game.data_nodes(nodes, &mut random));
        let found = game.search(engine, &line, &limits.into(), &mut |_| {});
        let (m, score) = (found.best()?, found.score());
        if moves.is_empty() && G::ONE_SIDED.is_some_and(|most| score.value().abs() > most) {
            return None;
        }
        moves.push((m, score));
        let side = line.position().side_to_move();
        let ended = adjudicator.hear(side, score, line.len(), true);
        let lifeless = || game.lifeless(&line).then_some(Outcome::Draw);
        if let Some(outcome) = ended.or_else(lifeless) {
            return Some(PlayedGame { opening, moves, outcome });
        }
        line.push(m);
    }
}

/// Opens the file, cuts it after its last complete line, and returns the number of the next game.
fn open<G: Game>(game: &G, path: &Path) -> Result<(File, u64), Failure> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == ErrorKind::NotFound => String::new(),
        Err(e) => return Err(e.into()),
    };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
    file.set_len(whole as u64)?;
    file.seek(SeekFrom::End(0))?;
    Ok((file, game.next_number(&text[..whole])))
}

pub(crate) fn run<G: Game>(game: &G, args: &DataArgs) -> Result<(), Failure> {
    let named = |e: Failure| -> Failure { format!("{}: {e}", args.out.display()).into() };
    let (mut file, first) = open(game, &args.out).map_err(named)?;
    // A wrong option is an error before any thread begins.
    engine(game, &args.options)?;
    let bar = progress_bar(args.games);
    bar.set_position(first.min(args.games));
    let numbers = AtomicU64::new(first);
    let (sender, receiver) = mpsc::sync_channel(256);
    let (mut played, mut results) = (0_u64, [0_u64; 3]);
    std::thread::scope(|scope| -> Result<(), Failure> {
        // Dropped at the end of this closure: the threads then end after their game.
        let receiver = receiver;
        for _ in 0..args.threads {
            let (sender, numbers) = (sender.clone(), &numbers);
            scope.spawn(move || {
                let Ok(mut engine) = engine(game, &args.options) else { return };
                loop {
                    let number = numbers.fetch_add(1, Relaxed);
                    if number >= args.games {
                        return;
                    }
                    let random = Random::new(args.seed, number);
                    let game = play(game, &mut engine, args.nodes, random);
                    if sender.send((number, game)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Games are written in the order of their numbers, whichever thread played them.
        let (mut waiting, mut next) = (BTreeMap::new(), first);
        for (number, game_played) in &receiver {
            waiting.insert(number, game_played);
            while let Some(game_played) = waiting.remove(&next) {
                if let Some(game_played) = game_played {
                    let text = game.write(next, &game_played);
                    file.write_all(text.as_bytes()).map_err(|e| named(e.into()))?;
                    played += 1;
                    results[match game_played.outcome {
                        Outcome::FirstWins => 0,
                        Outcome::Draw => 1,
                        Outcome::SecondWins => 2,
                    }] += 1;
                }
                next += 1;
                bar.inc(1);
            }
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    let [first, drawn, second] = results;
    println!("{played} games: first side {first}, drawn {drawn}, second side {second}");
    Ok(())
}

/// An engine with options of the search or of its game.
fn engine<G: Game>(game: &G, options: &str) -> Result<G::Engine, Failure> {
    let mut engine = game.engine(16);
    for option in options.split_whitespace() {
        let pair = option.split_once('=');
        let (name, value) = pair.ok_or_else(|| format!("{option} is not NAME=VALUE"))?;
        if game.set(&mut engine, name, value)? {
            continue;
        }
        match name {
            "without" => engine.set_ablation(value)?,
            _ => engine.set_tunable(name, value.parse()?)?,
        }
    }
    Ok(engine)
}
