//! What grades and accuracy say: of the levels, and of moves that are known to be bad.

use super::{FilesArgs, Kept};
use crate::Failure;
use crate::common::progress_bar;
use crate::random::Random;
use clap::{Args, value_parser};
use engine::{Control, Engine, Limits, Session};
use game::Side;
use review::{Effort, Grade, ReviewedMove, Work};
use std::collections::BTreeMap;

#[derive(Debug, Args)]
pub(crate) struct PlantArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// Only moves of this level are replaced.
    #[arg(long, default_value_t = 12)]
    level: u8,
    /// The expected score that the new move loses at least.
    #[arg(long, default_value_t = 0.3)]
    loss: f64,
    /// Nodes with which the loss is measured, for each of both moves.
    #[arg(long, default_value_t = 40_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Moves that are replaced, at most one in a game.
    #[arg(long, default_value_t = 100)]
    count: u64,
    /// The same seed chooses the same moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The moves of a level.
#[derive(Clone, Debug, Default)]
struct Tally {
    /// The accuracy of each game.
    games: Vec<f64>,
    losses: Vec<f64>,
    grades: BTreeMap<Grade, usize>,
}

/// The moves that the players chose.
fn own(game: &Kept, moves: Vec<ReviewedMove>) -> impl Iterator<Item = ReviewedMove> {
    let opening = game.opening;
    moves.into_iter().filter(move |m| m.ply > opening && m.grade != Grade::Forced)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The standard error of a mean.
fn error(values: &[f64]) -> f64 {
    let (middle, count) = (mean(values), values.len() as f64);
    let squares: f64 = values.iter().map(|v| (v - middle).powi(2)).sum();
    (squares / (count - 1.0).max(1.0) / count.max(1.0)).sqrt()
}

/// Prints the accuracy and the grades of each level, and how often the higher level of a game was
/// the more accurate one.
pub(crate) fn levels(args: &FilesArgs) -> Result<(), Failure> {
    let games = args.read()?;
    let mut tallies: BTreeMap<u8, Tally> = BTreeMap::new();
    let (mut right, mut unequal) = (0_u32, 0_u32);
    for game in &games {
        let moves: Vec<ReviewedMove> = own(game, game.work()?.review().moves).collect();
        let mut both = [0.0; 2];
        for side in Side::ALL {
            let of: Vec<&ReviewedMove> = moves.iter().filter(|m| m.side == side).collect();
            if of.is_empty() {
                continue;
            }
            let tally = tallies.entry(game.levels[side.index()]).or_default();
            let accuracy = mean(&of.iter().map(|m| m.accuracy).collect::<Vec<_>>());
            both[side.index()] = accuracy;
            tally.games.push(accuracy);
            for m in of {
                tally.losses.push(m.loss);
                *tally.grades.entry(m.grade).or_default() += 1;
            }
        }
        if game.levels[0] != game.levels[1] {
            unequal += 1;
            right += u32::from((game.levels[0] > game.levels[1]) == (both[0] > both[1]));
        }
    }
    println!("level games accuracy ± loss best% good% inaccuracy% mistake% blunder%");
    for (level, tally) in &tallies {
        let moves = tally.losses.len().max(1) as f64;
        let share =
            |grade| 100.0 * tally.grades.get(&grade).copied().unwrap_or_default() as f64 / moves;
        println!(
            "{level} {} {:.1} {:.1} {:.4} {:.1} {:.1} {:.1} {:.1} {:.2}",
            tally.games.len(),
            mean(&tally.games),
            error(&tally.games),
            mean(&tally.losses),
            share(Grade::Best),
            share(Grade::Good),
            share(Grade::Inaccuracy),
            share(Grade::Mistake),
            share(Grade::Blunder)
        );
    }
    println!("the higher level was more accurate in {right} of {unequal} games");
    quantiles(&tallies);
    let accuracies: Vec<f64> = tallies.values().map(|tally| mean(&tally.games)).collect();
    let ordered = accuracies.windows(2).all(|pair| pair[0] < pair[1]);
    println!("accuracy orders the levels: {}", if ordered { "yes" } else { "no" });
    Ok(())
}

/// The losses that so many moves of each level stay below.
fn quantiles(tallies: &BTreeMap<u8, Tally>) {
    println!("level loss below which are 50% 75% 90% 95% 99% of the moves");
    for (level, tally) in tallies {
        let mut losses = tally.losses.clone();
        losses.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = ((losses.len() as f64 * share) as usize).min(losses.len() - 1);
            losses.get(place).copied().unwrap_or_default()
        };
        let [a, b, c, d, e] = [0.5, 0.75, 0.9, 0.95, 0.99].map(at);
        println!("{level} {a:.3} {b:.3} {c:.3} {d:.3} {e:.3}");
    }
}

/// The expected score of the side to move after one of its moves, by a search of the position
/// after it.
fn worth(
    session: &dyn Session,
    text: &str,
    nodes: u64,
    engine: &mut dyn Engine,
) -> Result<f64, Failure> {
    let progress = session.stage().progress;
    let mut after = session.fork();
    after.push(text)?;
    if let Some(verdict) = after.verdict() {
        let won = verdict.outcome.winner().map(|winner| winner == session.side_to_move());
        return Ok(won.map_or(0.5, |won| if won { 1.0 } else { 0.0 }));
    }
    engine.new_game();
    let limits = Limits { nodes: Some(nodes), lines: 1, ..Limits::default() };
    let found = engine.search(after.as_ref(), &limits, &Control::new(), &mut |_| {})?;
    let info = found.info.ok_or("a search without a score")?;
    Ok(session.expectation().of(review::before(info.score), progress))
}

/// Replaces moves and reviews the games: prints how many of the new moves are called blunders, and
/// how many of the moves before them.
pub(crate) fn plant(args: &PlantArgs) -> Result<(), Failure> {
    let games = args.files.read()?;
    let bar = progress_bar(args.count);
    let (mut planted, mut found, mut graded_bad) = (0_u64, 0_u64, 0_u64);
    let (mut untouched, mut accused) = (0_u64, 0_u64);
    for (number, game) in games.iter().enumerate() {
        if !game.levels.contains(&args.level) {
            continue;
        }
        for m in own(game, game.work()?.review().moves) {
            if game.levels[m.side.index()] == args.level {
                untouched += 1;
                accused += u64::from(m.grade == Grade::Blunder);
            }
        }
        if planted >= args.count {
            continue;
        }
        let mut random = Random::new(args.seed, number as u64);
        let mut engine = games::new_engine(&game.variant)?;
        engine.set_option("Hash", "8")?;
        let Some(mut work) = replaced(args, game, &mut random, engine.as_mut())? else { continue };
        review::run(&mut work, engine.as_mut(), &Control::new(), &mut |_, _| {})?;
        let Some(bad) = work.review().moves.pop() else { continue };
        planted += 1;
        found += u64::from(bad.grade == Grade::Blunder);
        graded_bad += u64::from(bad.grade >= Grade::Mistake);
        if bad.grade != Grade::Blunder {
            println!("missed in game {}: {bad:?}", number + 1);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let percent = |part: u64, of: u64| 100.0 * part as f64 / of.max(1) as f64;
    println!(
        "planted {planted}: called blunders {found} ({:.1} %), at least mistakes {graded_bad} ({:.1} %)",
        percent(found, planted),
        percent(graded_bad, planted)
    );
    println!(
        "moves of level {} that are in the games: {untouched}, called blunders {accused} ({:.2} %)",
        args.level,
        percent(accused, untouched)
    );
    Ok(())
}

/// The game up to a move of the level, with another move in its place that loses enough; `None` where
/// a few tries find none.
fn replaced(
    args: &PlantArgs,
    game: &Kept,
    random: &mut Random,
    engine: &mut dyn Engine,
) -> Result<Option<Work>, Failure> {
    const TRIES: usize = 12;
    let start = || games::new_session(&game.variant, None, None);
    let plies: Vec<usize> =
        (game.opening..game.moves.len()).filter(|ply| game.levels[ply % 2] == args.level).collect();
    for _ in 0..TRIES {
        if plies.is_empty() {
            break;
        }
        let ply = plies[random.below(plies.len())];
        let mut session = start()?;
        for text in &game.moves[..ply] {
            session.push(text)?;
        }
        let legal = session.legal_moves();
        if legal.len() < 2 {
            continue;
        }
        let bad = &legal[random.below(legal.len())];
        if *bad == game.moves[ply] {
            continue;
        }
        let good = worth(session.as_ref(), &game.moves[ply], args.nodes, engine)?;
        // Where so little is left to lose, nothing is measured.
        if good < args.loss {
            continue;
        }
        if good - worth(session.as_ref(), bad, args.nodes, engine)? >= args.loss {
            let mut moves = game.moves[..ply].to_vec();
            moves.push(bad.clone());
            let mut work = Work::new(start()?, &moves, Effort::nodes(game.nodes))?;
            // The positions before are searched already.
            for (at, searched) in game.searched[..ply].iter().enumerate() {
                work.give(at, searched.clone());
            }
            return Ok(Some(work));
        }
    }
    Ok(None)
}
