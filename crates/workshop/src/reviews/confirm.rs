//! Whether the moves that a review blames are bad by much longer searches.

use super::kept::KeptSearches;
use super::{FilesArgs, StoredGame};
use crate::Failure;
use crate::common::progress_bar;
use clap::{Args, value_parser};
use engine::{Control, Engine};
use hall::openings::OpeningBase;
use hall::review::{Effort, Grade, ReviewStep, ReviewWork, ReviewedMove, thresholds};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(after_help = "\
Each game is reviewed with the given nodes. For each move that is blamed, the position, the one after the move and the one \
after the best move are searched with so many times the nodes, and the loss is taken from these searches alone.")]
pub(crate) struct ConfirmArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// Nodes for each position of the review.
    #[arg(long, default_value_t = 100_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// The longer searches have so many times these nodes.
    #[arg(long, default_value_t = 10, value_parser = value_parser!(u64).range(2..))]
    times: u64,
    /// Prints each blamed move with both losses.
    #[arg(long)]
    list: bool,
    /// Asks for all moves, not for the blamed ones alone: tells what is passed.
    #[arg(long)]
    all: bool,
    /// Reviews by the plain comparison alone, with the whole nodes for each search: what confirmed blames are to be
    /// compared with.
    #[arg(long)]
    plain: bool,
    /// Leaves out so many games at the start.
    #[arg(long, default_value_t = 0)]
    skip: usize,
    /// The most games.
    #[arg(long, default_value_t = usize::MAX)]
    games: usize,
    /// What the bases of openings of this folder have verified is book, as in a hall.
    #[arg(long, value_name = "FOLDER")]
    openings: Option<PathBuf>,
    /// Keeps all searches in files of this folder, one for each variant: who asks again with the same build goes on from them.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
}

impl ConfirmArgs {
    /// The moves of a game that are book beside those of the openings with a name.
    fn book(&self, game: &StoredGame) -> Result<Vec<usize>, Failure> {
        let Some(folder) = &self.openings else { return Ok(Vec::new()) };
        let text = crate::common::read_file(&folder.join(format!("{}.tsv", game.variant)))?;
        let start = games::new_session(&game.variant, None, None)?;
        Ok(OpeningBase::read(&text)?.book(start, &game.moves))
    }
}

/// What was counted of a variant.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: u64,
    moves: u64,
    /// Moves that are blamed, and those of them that lose less than an inaccuracy.
    blamed: [u64; 2],
    /// The same of mistakes and blunders.
    bad: [u64; 2],
    /// Mistakes and blunders with a reason.
    explained: u64,
    /// Moves that are not blamed, and those of them that lose as much as an inaccuracy, or as a mistake.
    passed: [u64; 3],
    /// Searches of the review by kind: their number, what they may cost in hundredths of the nodes for a position, and
    /// the nodes that they had.
    searches: [[u64; 3]; 5],
}

fn engine_of(variant: &str, keep: Option<&Path>) -> Result<Box<dyn Engine>, Failure> {
    let mut engine = games::new_engine(variant)?;
    engine.set_option("Hash", "16")?;
    let Some(folder) = keep else { return Ok(engine) };
    std::fs::create_dir_all(folder)?;
    Ok(Box::new(KeptSearches::open(&folder.join(format!("{variant}.jsonl")), engine)?))
}

pub(crate) fn run(args: &ConfirmArgs) -> Result<(), Failure> {
    let games = args.files.read()?;
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let games: Vec<&StoredGame> = games.iter().skip(args.skip).take(args.games).collect();
    let bar = progress_bar(games.len() as u64);
    for game in games {
        let tally = tallies.entry(game.variant.clone()).or_default();
        one(args, game, tally)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    for (variant, tally) in &tallies {
        print(variant, tally, args.nodes);
    }
    Ok(())
}

/// Reviews a game and asks for its moves.
fn one(args: &ConfirmArgs, game: &StoredGame, tally: &mut Tally) -> Result<(), Failure> {
    let mut engine = engine_of(&game.variant, args.keep.as_deref())?;
    let start = games::new_session(&game.variant, None, None)?;
    let nodes = if args.plain { whole(args.nodes) } else { args.nodes };
    let mut work = ReviewWork::new(start, &game.moves, Effort::nodes(nodes))?;
    work.know_book(&args.book(game)?);
    while let Some(ask) = work.next() {
        if args.plain && !is_plain(ask.step) {
            work.leave(ask.ply);
            continue;
        }
        let at = match ask.step {
            ReviewStep::Position => 0,
            ReviewStep::AfterBest => 1,
            ReviewStep::ConfirmPlayed | ReviewStep::ConfirmBest => 2,
            ReviewStep::EnsurePlayed | ReviewStep::EnsureBest => 3,
            ReviewStep::ContinuePlayed | ReviewStep::ContinueBest => 4,
        };
        let nodes = answer(&mut work, engine.as_mut(), &ask)?;
        let [number, hundredths, spent] = &mut tally.searches[at];
        *number += 1;
        *hundredths += ask.limits.nodes.unwrap_or_default() * 100 / args.nodes;
        *spent += nodes;
    }
    tally.games += 1;
    let nodes = args.nodes.saturating_mul(args.times);
    // Where all moves are asked for, each position is searched once for the move before it and the one after it.
    let all = args
        .all
        .then(|| plain(&game.variant, &game.moves, 0..game.moves.len(), nodes, engine.as_mut()));
    let all = all.transpose()?;
    for m in work.review().moves {
        if m.ply <= game.opening || m.grade.is_unjudged() {
            continue;
        }
        tally.moves += 1;
        let is_blamed = m.grade >= Grade::Inaccuracy;
        if !is_blamed && !args.all {
            continue;
        }
        let deep = match &all {
            Some(all) => all.loss_without_doubt(m.ply - 1).ok_or(NO_LOSS)?,
            None => plain_loss(&game.variant, &game.moves, m.ply - 1, nodes, engine.as_mut())?,
        };
        count(tally, &m, deep);
        if args.list && (is_blamed || deep >= thresholds::INACCURACY) {
            let reason = m.reason.as_ref().map(engine::Reason::sentence).unwrap_or_default();
            println!(
                "{} {} {} {} loss {:.3} deeper {deep:.3}: {reason}",
                game.variant,
                m.ply,
                m.text,
                m.grade.word(),
                m.loss
            );
        }
    }
    Ok(())
}

/// Makes a search and gives its answer; the nodes that it had.
pub(super) fn answer(
    work: &mut ReviewWork,
    engine: &mut dyn Engine,
    ask: &hall::review::SearchRequest,
) -> Result<u64, Failure> {
    engine.new_game();
    let found = engine.search(ask.session.as_ref(), &ask.limits, &Control::new(), &mut |_| {})?;
    work.answer(ask.ply, ask.step, &found);
    Ok(found.info.map_or(0, |info| info.nodes))
}

/// The nodes of a review whose first searches have so many.
fn whole(nodes: u64) -> u64 {
    nodes.saturating_mul(100) / u64::from(ReviewStep::Position.percent())
}

/// The steps of a review that confirms nothing.
const fn is_plain(step: ReviewStep) -> bool {
    matches!(step, ReviewStep::Position | ReviewStep::AfterBest)
}

/// The review of these positions by long searches alone: those of one kind, without a confirmation.
fn plain(
    variant: &str,
    moves: &[String],
    plies: Range<usize>,
    nodes: u64,
    engine: &mut dyn Engine,
) -> Result<ReviewWork, Failure> {
    let start = games::new_session(variant, None, None)?;
    let mut work = ReviewWork::new(start, moves, Effort::nodes(whole(nodes)))?;
    work.only(plies);
    while let Some(ask) = work.next() {
        if is_plain(ask.step) {
            answer(&mut work, engine, &ask)?;
        } else {
            work.leave(ask.ply);
        }
    }
    Ok(work)
}

const NO_LOSS: &str = "a move without a loss";

/// The loss of a move by long searches alone.
pub(super) fn plain_loss(
    variant: &str,
    moves: &[String],
    ply: usize,
    nodes: u64,
    engine: &mut dyn Engine,
) -> Result<f64, Failure> {
    let work = plain(variant, moves, ply..ply + 1, nodes, engine)?;
    Ok(work.loss_without_doubt(ply).ok_or(NO_LOSS)?)
}

fn count(tally: &mut Tally, m: &ReviewedMove, deep: f64) {
    let is_fine = u64::from(deep < thresholds::INACCURACY);
    if m.grade >= Grade::Inaccuracy {
        tally.blamed[0] += 1;
        tally.blamed[1] += is_fine;
        if m.grade >= Grade::Mistake {
            tally.bad[0] += 1;
            tally.bad[1] += is_fine;
            tally.explained += u64::from(m.reason.is_some());
        }
    } else {
        tally.passed[0] += 1;
        tally.passed[1] += 1 - is_fine;
        tally.passed[2] += u64::from(deep >= thresholds::MISTAKE);
    }
}

fn print(variant: &str, tally: &Tally, nodes: u64) {
    let percent = |[all, part]: [u64; 2]| 100.0 * part as f64 / all.max(1) as f64;
    let [positions, compared, confirmed, ensured, continued] = tally.searches.map(|[n, ..]| n);
    println!("{variant}: {} games, {} moves", tally.games, tally.moves);
    println!(
        "  blamed {}, fine deeper {} ({:.1} %)",
        tally.blamed[0],
        tally.blamed[1],
        percent(tally.blamed)
    );
    println!(
        "  mistakes and blunders {}, fine deeper {} ({:.1} %), with a reason {} ({:.1} %)",
        tally.bad[0],
        tally.bad[1],
        percent(tally.bad),
        tally.explained,
        percent([tally.bad[0], tally.explained])
    );
    if tally.passed[0] > 0 {
        let [all, inaccurate, bad] = tally.passed;
        println!("  passed {all}, inaccurate deeper {inaccurate}, mistakes deeper {bad}");
    }
    let of = |part: &[u64; 3], at: usize| part[at] as f64 / positions.max(1) as f64;
    let allowed: Vec<f64> = tally.searches.iter().map(|part| of(part, 1) / 100.0).collect();
    let spent: Vec<f64> = tally.searches.iter().map(|part| of(part, 2) / nodes as f64).collect();
    println!(
        "  searches: positions {positions}, after the best move {compared}, confirming {confirmed}, ensuring {ensured}, \
         continued {continued}"
    );
    for (what, parts) in [("limits", allowed), ("nodes", spent)] {
        let total: f64 = parts.iter().sum();
        let parts: Vec<String> = parts.iter().map(|part| format!("{part:.2}")).collect();
        println!("  {what}: {total:.2} times those for a position: {}", parts.join(" + "));
    }
}
