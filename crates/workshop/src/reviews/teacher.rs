//! How often the teacher speaks in games of careless players, and whether what it says is true.

use super::confirm::{answer, plain_loss};
use crate::Failure;
use crate::common::progress_bar;
use crate::random::Random;
use clap::{Args, value_parser};
use engine::{Control, Engine, Level, Limits, Session};
use game::Side;
use hall::review::{Effort, ReviewWork, thresholds};

/// A longer game is left.
const LONGEST: usize = 240;
/// The most nodes for a move of a level.
const PLAY: u64 = 4_000;

#[derive(Debug, Args)]
#[command(after_help = "\
Each move of the taught player is judged as the hall judges it in a teaching game, and is played whatever the teacher says. \
What it speaks about is searched again with so many times the nodes.")]
pub(crate) struct TeacherArgs {
    /// The variant's id.
    #[arg(long)]
    variant: String,
    /// Who is taught: sparring partners by their ids, levels by their numbers.
    #[arg(long, value_delimiter = ',', default_value = "hasty,careful,3")]
    players: Vec<String>,
    /// The level of the machine.
    #[arg(long, default_value_t = 2, value_parser = value_parser!(u8).range(1..=12))]
    against: u8,
    /// Games of each player.
    #[arg(long, default_value_t = 10, value_parser = value_parser!(u64).range(1..))]
    games: u64,
    /// Nodes for each position of a judgement.
    #[arg(long, default_value_t = 20_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// The longer searches have so many times these nodes.
    #[arg(long, default_value_t = 10, value_parser = value_parser!(u64).range(2..))]
    times: u64,
    /// The loss from which the teacher speaks, instead of that of the level.
    #[arg(long)]
    from: Option<f64>,
    /// The same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What was counted of a player.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    moves: u64,
    warnings: u64,
    /// Warnings about moves that lose as much as a mistake by longer searches, and about moves that lose less than an
    /// inaccuracy.
    mistakes: u64,
    fine: u64,
    /// The most warnings of a game.
    most: u64,
}

/// Who plays: an engine, and the level it is asked for.
struct TaughtPlayer {
    engine: Box<dyn Engine>,
    level: Option<Level>,
}

/// The loss from which the teacher speaks against a level: as in `web/src/lib/play/teacher.svelte.ts`.
fn threshold(level: u8) -> f64 {
    0.025_f64.mul_add(-f64::from(level), 0.3).max(0.1)
}

fn taught(variant: &str, name: &str) -> Result<TaughtPlayer, Failure> {
    if let Ok(number) = name.parse() {
        let level = Level::new(number).ok_or("levels go from 1 to 12")?;
        return Ok(TaughtPlayer { engine: games::new_engine(variant)?, level: Some(level) });
    }
    Ok(TaughtPlayer { engine: games::new_preset(variant, name)?, level: None })
}

pub(crate) fn run(args: &TeacherArgs) -> Result<(), Failure> {
    let against = Level::new(args.against).ok_or("levels go from 1 to 12")?;
    let from = args.from.unwrap_or_else(|| threshold(args.against));
    println!("{} against level {}, from a loss of {from:.3}", args.variant, args.against);
    let bar = progress_bar(args.games * args.players.len() as u64);
    let mut rows = Vec::new();
    for name in &args.players {
        let mut player = taught(&args.variant, name)?;
        let mut machine =
            TaughtPlayer { engine: games::new_engine(&args.variant)?, level: Some(against) };
        let mut tally = Tally::default();
        for number in 0..args.games {
            let before = tally.warnings;
            one(args, number, from, [&mut player, &mut machine], &mut tally)?;
            tally.most = tally.most.max(tally.warnings - before);
            bar.inc(1);
        }
        rows.push((name, tally));
    }
    bar.finish_and_clear();
    for (name, tally) in rows {
        let Tally { moves, warnings, mistakes, fine, most } = tally;
        println!(
            "{name}: {} games, {moves} moves, {warnings} warnings ({:.1} a game, at most {most}), mistakes deeper {mistakes}, fine deeper {fine}",
            args.games,
            warnings as f64 / args.games as f64
        );
    }
    Ok(())
}

/// Plays a game; the taught player begins every second one.
fn one(
    args: &TeacherArgs,
    number: u64,
    from: f64,
    players: [&mut TaughtPlayer; 2],
    tally: &mut Tally,
) -> Result<(), Failure> {
    let mut random = Random::new(args.seed, number);
    let mut judge = games::new_engine(&args.variant)?;
    judge.set_option("Hash", "8")?;
    let own = if number.is_multiple_of(2) { Side::First } else { Side::Second };
    let mut session = games::new_session(&args.variant, None, None)?;
    let [player, machine] = players;
    player.engine.new_game();
    machine.engine.new_game();
    for ply in 0..LONGEST {
        if session.verdict().is_some() {
            break;
        }
        let is_taught = session.side_to_move() == own;
        let mover = if is_taught { &mut *player } else { &mut *machine };
        let seed = random.below(usize::MAX) as u64;
        let limits = Limits { level: mover.level, nodes: Some(PLAY), seed, ..Limits::default() };
        let found = mover.engine.search(session.as_ref(), &limits, &Control::new(), &mut |_| {})?;
        let Some(best) = found.best else { break };
        session.push(&best)?;
        if is_taught {
            tally.moves += 1;
            if judged(args, session.as_ref(), judge.as_mut())? >= from {
                let nodes = args.nodes.saturating_mul(args.times);
                let moves = session.moves();
                let deep = plain_loss(&args.variant, &moves, ply, nodes, judge.as_mut())?;
                tally.warnings += 1;
                tally.mistakes += u64::from(deep >= thresholds::MISTAKE);
                tally.fine += u64::from(deep < thresholds::INACCURACY);
            }
        }
    }
    Ok(())
}

/// The loss of the last move, as the hall judges it.
fn judged(
    args: &TeacherArgs,
    session: &dyn Session,
    judge: &mut dyn Engine,
) -> Result<f64, Failure> {
    let moves = session.moves();
    let start = games::new_session(&args.variant, None, None)?;
    let mut work = ReviewWork::new(start, &moves, Effort::nodes(args.nodes))?;
    work.only(moves.len() - 1..moves.len());
    while let Some(ask) = work.next() {
        answer(&mut work, judge, &ask)?;
    }
    let review = work.review();
    Ok(review.moves.iter().find(|m| m.ply == moves.len()).map_or(0.0, |m| m.loss))
}
