//! Games between levels, every position searched as a review searches it.

use super::stored_game::StoredGame;
use crate::Failure;
use crate::common::progress_bar;
use crate::random::Random;
use clap::{Args, value_parser};
use engine::{Control, Engine, Level, Limits};
use game::Side;
use hall::review::{Effort, ReviewWork};
use std::io::Write as _;
use std::path::PathBuf;

/// A longer game is a draw.
const LONGEST: usize = 240;
/// The level that plays the first moves: it makes natural moves, and others every time.
const OPENING: Level = match Level::new(4) {
    Some(level) => level,
    None => Level::MIN,
};

#[derive(Debug, Args)]
#[command(after_help = "\
The same seed gives the same games. A run that was interrupted goes on behind the last complete game of its file.")]
pub(crate) struct GamesArgs {
    /// The variant's id.
    #[arg(long)]
    variant: String,
    /// The file; games are added behind those it has.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games in the file at the end.
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Nodes for each position of the review.
    #[arg(long, default_value_t = 4000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// The most nodes for a move of a player.
    #[arg(long, default_value_t = 4000, value_parser = value_parser!(u64).range(1..))]
    play: u64,
    /// The levels of the players; each game draws two of them.
    #[arg(long, value_delimiter = ',', default_value = "2,4,6,8,10,12")]
    levels: Vec<u8>,
    /// The first plies, played by a low level.
    #[arg(long, default_value_t = 4)]
    opening: usize,
    /// The same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn new_engine(variant: &str) -> Result<Box<dyn Engine>, Failure> {
    let mut engine = games::new_engine(variant)?;
    engine.set_option("Hash", "8")?;
    Ok(engine)
}

/// Three engines: of both players, and of the review.
struct Engines([Box<dyn Engine>; 2], Box<dyn Engine>);

pub(crate) fn run(args: &GamesArgs) -> Result<(), Failure> {
    let levels: Option<Vec<Level>> = args.levels.iter().map(|&n| Level::new(n)).collect();
    let levels = levels.filter(|levels| !levels.is_empty()).ok_or("levels go from 1 to 12")?;
    let text = std::fs::read_to_string(&args.out).unwrap_or_default();
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let first = text[..whole].lines().count() as u64;
    let mut options = std::fs::OpenOptions::new();
    let mut file = options.create(true).append(true).open(&args.out)?;
    file.set_len(whole as u64)?;
    let open = || new_engine(&args.variant);
    let mut engines = Engines([open()?, open()?], open()?);
    let bar = progress_bar(args.games);
    bar.set_position(first.min(args.games));
    for number in first..args.games {
        let mut random = Random::new(args.seed, number);
        let chosen = [(); 2].map(|()| levels[random.below(levels.len())]);
        let game = play(args, chosen, &mut random, &mut engines)?;
        writeln!(file, "{game}")?;
        bar.inc(1);
    }
    bar.finish();
    Ok(())
}

/// Plays a game and searches all its positions.
fn play(
    args: &GamesArgs,
    levels: [Level; 2],
    random: &mut Random,
    Engines(players, reviewer): &mut Engines,
) -> Result<StoredGame, Failure> {
    let mut session = games::new_session(&args.variant, None, None)?;
    for player in &mut *players {
        player.new_game();
    }
    let mut result = 0.5;
    let mut ply = 0;
    while ply < LONGEST {
        if let Some(verdict) = session.verdict() {
            result = match verdict.outcome.winner() {
                Some(Side::First) => 1.0,
                Some(Side::Second) => 0.0,
                None => 0.5,
            };
            break;
        }
        let side = session.side_to_move().index();
        let level = if ply < args.opening { OPENING } else { levels[side] };
        let limits = Limits {
            level: Some(level),
            nodes: Some(args.play),
            seed: random.below(usize::MAX) as u64,
            ..Limits::default()
        };
        let control = Control::new();
        let found = players[side].search(session.as_ref(), &limits, &control, &mut |_| {})?;
        let Some(best) = found.best else { break };
        session.push(&best)?;
        ply += 1;
    }
    let start = games::new_session(&args.variant, None, None)?;
    let mut work = ReviewWork::new(start, &session.moves(), Effort::nodes(args.nodes))?;
    hall::review::run(&mut work, reviewer.as_mut(), &Control::new(), &mut |_, _| {})?;
    let searched = (0..=work.moves().len()).filter_map(|ply| work.searched(ply).cloned());
    Ok(StoredGame {
        variant: args.variant.clone(),
        levels: levels.map(Level::number),
        opening: args.opening,
        nodes: args.nodes,
        result,
        searched: searched.collect(),
        moves: work.moves().to_vec(),
    })
}
