//! What a review says of moves that are known to be bad, and of those that are not.

use super::proof::own;
use super::{FilesArgs, StoredGame};
use crate::Failure;
use crate::common::progress_bar;
use crate::random::Random;
use clap::{Args, value_parser};
use engine::{Control, Engine, Level, Limits, Session};
use hall::review::{Effort, Grade, ReviewWork};
use std::fmt;
use std::io::Write as _;
use std::path::PathBuf;
use std::str::FromStr;

#[derive(Debug, Args)]
#[command(after_help = "\
The same seed replaces the same moves. A run that was interrupted goes on behind the last complete line of its file: \
GAME NUMBER PLY MOVE GOOD BAD LOSS GRADE, where GOOD and BAD are the expected scores of the move of the game and of MOVE by \
the deep search, LOSS and GRADE what the review says; `GAME NUMBER -` where no such move was found.")]
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
    #[arg(long, default_value_t = 200_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Moves that are replaced in each game, each in a copy of its own.
    #[arg(long, default_value_t = 1)]
    each: u64,
    /// The same seed chooses the same moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where each replaced move is written at once; without it nothing is kept.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A move that was replaced, and what the review said.
#[derive(Clone, Debug, PartialEq)]
struct PlantedMistake {
    ply: usize,
    text: String,
    good: f64,
    bad: f64,
    loss: f64,
    grade: Grade,
}

/// One try in one game, `None` where no move loses enough.
#[derive(Clone, Debug, PartialEq)]
struct PlantTrial {
    game: u64,
    number: u64,
    planted: Option<PlantedMistake>,
}

impl fmt::Display for PlantTrial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game, self.number)?;
        let Some(PlantedMistake { ply, text, good, bad, loss, grade }) = &self.planted else {
            return write!(f, " -");
        };
        write!(f, " {ply} {text} {good:.4} {bad:.4} {loss:.4} {}", grade.word())
    }
}

impl FromStr for PlantTrial {
    type Err = Failure;

    fn from_str(line: &str) -> Result<Self, Failure> {
        let words: Vec<&str> = line.split(' ').collect();
        let (game, number, planted) = match words[..] {
            [game, number, "-"] => (game, number, None),
            [game, number, ply, text, good, bad, loss, word] => {
                let grade = Grade::ALL.into_iter().find(|grade| grade.word() == word);
                let grade = grade.ok_or("there is no such grade")?;
                let text = text.to_owned();
                let (good, bad, loss) = (good.parse()?, bad.parse()?, loss.parse()?);
                let planted = PlantedMistake { ply: ply.parse()?, text, good, bad, loss, grade };
                (game, number, Some(planted))
            }
            _ => return Err(format!("{line:?} is no replaced move").into()),
        };
        Ok(Self { game: game.parse()?, number: number.parse()?, planted })
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
    // The book answers a request for one line without a score.
    for lines in [1, 2] {
        engine.new_game();
        let nodes = Some(nodes);
        let limits = Limits { nodes, lines, level: Some(Level::MAX), ..Limits::default() };
        let found = engine.search(after.as_ref(), &limits, &Control::new(), &mut |_| {})?;
        if let Some(info) = found.info {
            return Ok(session.expectation().of(hall::review::before(info.score), progress));
        }
    }
    Err(format!("a search after {text} without a score").into())
}

/// The lines of an earlier run, and the file behind them.
fn earlier(args: &PlantArgs) -> Result<(Vec<PlantTrial>, Option<std::fs::File>), Failure> {
    let Some(path) = &args.out else { return Ok((Vec::new(), None)) };
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let lines: Result<Vec<PlantTrial>, Failure> = text[..whole].lines().map(str::parse).collect();
    let mut options = std::fs::OpenOptions::new();
    let file = options.create(true).append(true).open(path)?;
    file.set_len(whole as u64)?;
    Ok((lines?, Some(file)))
}

/// Replaces moves and reviews the games: prints how many of the new moves are called blunders, and
/// how many of the moves that were left.
pub(crate) fn run(args: &PlantArgs) -> Result<(), Failure> {
    let games = args.files.read()?;
    let (mut lines, mut file) = earlier(args)?;
    let (mut untouched, mut accused) = (0_u64, 0_u64);
    for game in &games {
        for m in own(game, game.work()?.review().moves) {
            if game.levels[m.side.index()] == args.level {
                untouched += 1;
                accused += u64::from(m.grade == Grade::Blunder);
            }
        }
    }
    let mut wanted = Vec::new();
    for (game, at) in games.iter().zip(1..) {
        if game.levels.contains(&args.level) {
            wanted.extend((1..=args.each).map(|number| (game, at, number)));
        }
    }
    let bar = progress_bar(wanted.len() as u64);
    bar.set_position(lines.len().min(wanted.len()) as u64);
    for &(game, at, number) in wanted.iter().skip(lines.len()) {
        let mut random = Random::new(args.seed + 1000 * number, at);
        let mut engine = games::new_engine(&game.variant)?;
        engine.set_option("Hash", "8")?;
        let planted = replaced(args, game, &mut random, engine.as_mut())?;
        let line = PlantTrial { game: at, number, planted };
        if let Some(file) = &mut file {
            writeln!(file, "{line}")?;
        }
        lines.push(line);
        bar.inc(1);
    }
    bar.finish_and_clear();
    summary(&lines);
    println!(
        "moves of level {} that are in the games: {untouched}, called blunders {accused} ({:.2} %)",
        args.level,
        percent(accused, untouched)
    );
    Ok(())
}

fn percent(part: u64, of: u64) -> f64 {
    100.0 * part as f64 / of.max(1) as f64
}

fn summary(lines: &[PlantTrial]) {
    for line in lines {
        if line.planted.as_ref().is_some_and(|planted| planted.grade != Grade::Blunder) {
            println!("missed: {line}");
        }
    }
    let count = |least: Grade| {
        let grades = lines.iter().filter_map(|line| line.planted.as_ref()).map(|p| p.grade);
        grades.filter(|&grade| grade >= least).count() as u64
    };
    let (planted, found, bad) =
        (count(Grade::Forced), count(Grade::Blunder), count(Grade::Mistake));
    println!(
        "planted {planted}: called blunders {found} ({:.1} %), at least mistakes {bad} ({:.1} %)",
        percent(found, planted),
        percent(bad, planted)
    );
}

/// What the review says of a game up to a move of the level, with another move in its place that loses
/// enough; `None` where a few tries find none.
fn replaced(
    args: &PlantArgs,
    game: &StoredGame,
    random: &mut Random,
    engine: &mut dyn Engine,
) -> Result<Option<PlantedMistake>, Failure> {
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
        let text = &legal[random.below(legal.len())];
        if *text == game.moves[ply] {
            continue;
        }
        let good = worth(session.as_ref(), &game.moves[ply], args.nodes, engine)?;
        // Where so little is left to lose, nothing is measured.
        if good < args.loss {
            continue;
        }
        let bad = worth(session.as_ref(), text, args.nodes, engine)?;
        if good - bad < args.loss {
            continue;
        }
        let mut moves = game.moves[..ply].to_vec();
        moves.push(text.clone());
        let mut work = ReviewWork::new(start()?, &moves, Effort::nodes(game.nodes))?;
        // The positions before are searched already; this one too, but not compared with the new move.
        for (at, searched) in game.searched[..=ply].iter().enumerate() {
            let mut searched = searched.clone();
            if at == ply {
                (searched.compared, searched.confirmed) = (None, None);
            }
            work.give(at, searched);
        }
        hall::review::run(&mut work, engine, &Control::new(), &mut |_, _| {})?;
        let Some(said) = work.review().moves.pop() else { continue };
        let (loss, grade, text) = (said.loss, said.grade, text.clone());
        return Ok(Some(PlantedMistake { ply: ply + 1, text, good, bad, loss, grade }));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replaced_move_is_read_as_it_was_written() {
        for text in ["3 1 24 e2g2 0.9000 0.1000 0.7800 blunder", "3 2 -"] {
            let line: PlantTrial = text.parse().unwrap();
            assert_eq!(line.to_string(), text);
        }
        assert!("3 2 24 e2g2 0.9 0.1 0.7 awful".parse::<PlantTrial>().is_err());
        assert!("3".parse::<PlantTrial>().is_err());
    }
}
