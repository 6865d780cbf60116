//! `workshop puzzles`: puzzles out of packed games, whose plies have scores: where to look costs nothing, and only the proof
//! is searched. `docs/develop/studies.md` says what is a puzzle.

mod card;
mod choice;
mod difficulty;
mod prove;
mod rate;
mod suspicion;
mod work_file;

use super::build;
use choice::Choice;
use clap::{Args, Subcommand};
use command_line::arguments::{CompletedName, OutputArgs};
use command_line::output::{Output, progress};
use command_line::{Failure, Interrupt};
use datagen::JobPart;
use datagen::packed::{Header, PackError, Reader};
use engine::Control;
use hall::puzzles::PuzzleSet;
use prove::{GameOfFile, Prover};
use rate::RateArgs;
use serde_json::json;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use work_file::{GameFound, Settings, WorkFile};

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzlesCommand {
    /// Makes the puzzles of a variant; a run that was interrupted goes on behind the last whole game.
    Make(MakeArgs),
    /// Measures anew by which levels the puzzles of a file are found, when the levels have changed.
    Rate(RateArgs),
}

#[derive(Debug, Args)]
#[command(after_help = "\
The same games, nodes and build give the same puzzles. What was found lies in the work file, one line for each game: \
once it has enough, another --count, and what families say of themes, cost no searches. Parts (`--part 1/16 --work \
part1.jsonl`) may run at the same time; `--choose --work part1.jsonl --work part2.jsonl …` chooses among what all have.")]
pub(crate) struct MakeArgs {
    /// Folders of `workshop datagen run`, or files of packed games.
    #[arg(required = true, value_name = "FOLDER")]
    games: Vec<PathBuf>,
    /// The variant's id.
    #[arg(long, value_parser = CompletedName::VARIANTS, hide_possible_values = true)]
    variant: String,
    /// The number of puzzles.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// The file to write; a card is written beside it, with the ending `md`.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The work file; `puzzles.jsonl` in the first folder if absent. Named again, files of other parts: they are only read.
    #[arg(long, value_name = "FILE")]
    work: Vec<PathBuf>,
    /// Looks only at every Nth game, from the Ith on, for one of several machines or processes.
    #[arg(long, value_name = "I/N", requires = "work", conflicts_with = "choose")]
    part: Option<JobPart>,
    /// Nodes of the searches that find a puzzle; ten times as many prove it.
    #[arg(long, default_value_t = 4_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The most puzzles of one game.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    per_game: u32,
    /// A file of puzzles, beside which its card is: they are kept, except for those that are like another one, and the games
    /// give what is missing.
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Only chooses among what the work file has, and searches nothing.
    #[arg(long)]
    choose: bool,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(command: &PuzzlesCommand) -> Result<(), Failure> {
    match command {
        PuzzlesCommand::Make(args) => make(args),
        PuzzlesCommand::Rate(args) => rate::run(args),
    }
}

fn named(path: &Path, error: impl std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

/// The file of packed games of an argument.
fn packed_file(path: &Path) -> PathBuf {
    if path.is_dir() { path.join("games.yqg") } else { path.to_owned() }
}

fn make(args: &MakeArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let beside = || packed_file(&args.games[0]).with_file_name("puzzles.jsonl");
    let path = args.work.first().cloned().unwrap_or_else(beside);
    let settings = Settings {
        variant: args.variant.clone(),
        nodes: args.nodes,
        per_game: args.per_game,
        tries: difficulty::TRIES,
    };
    let build = build()?;
    let (mut work, mut found) = WorkFile::open(&path, &settings).map_err(Failure::input)?;
    for other in args.work.iter().skip(1) {
        work.read_also(other, &settings, &mut found).map_err(Failure::input)?;
    }
    found.sort_by_key(|game| (game.seed, game.game));
    let mut choice = Choice::new(&args.variant, args.count as usize).map_err(Failure::input)?;
    let mut old_card = None;
    if let Some(path) = &args.keep {
        let (set, card) = read_set(path)?;
        choice.keep(set)?;
        old_card = Some(card);
    }
    let mut builds: BTreeSet<String> = found.iter().map(|game| game.by.clone()).collect();
    for game in &found {
        choice.offer(game).map_err(|why| Failure::input(named(&path, why)))?;
    }
    let control = Control::new();
    let stop = control.clone();
    let interrupt = Interrupt::listen(move || stop.stop())?;
    let bar = progress(args.count.into());
    bar.set_position(choice.len() as u64);
    let mut sources = Vec::new();
    for source in &args.games {
        let file = packed_file(source);
        let opened = File::open(&file).map_err(|e| Failure::input(named(&file, e)))?;
        let mut reader =
            Reader::new(BufReader::new(opened)).map_err(|e| Failure::input(named(&file, e)))?;
        let header = reader.header().clone();
        if header.variant != args.variant {
            return Err(Failure::input(named(
                &file,
                format!("its games are of {}", header.variant),
            )));
        }
        let mut prover = Prover::new(&header, args.nodes, args.per_game)?;
        let mut looked_at = 0;
        loop {
            let block = match reader.next_block() {
                Ok(Some(block)) => block,
                // It is still being written, or its run was stopped.
                Ok(None) | Err(PackError::Torn { .. }) => break,
                Err(error) => return Err(Failure::input(named(&file, error))),
            };
            for (game, number) in block.games.iter().zip(block.first..) {
                let key = (header.seed, number);
                if work.has(key) {
                    looked_at += 1;
                    continue;
                }
                if args.choose
                    || choice.is_full()
                    || args.part.is_some_and(|part| !part.has(number))
                {
                    continue;
                }
                let game = GameOfFile { game, number };
                let Some(puzzles) = prover.find(&game, &control)? else {
                    bar.finish_and_clear();
                    return Err(Failure::Interrupted);
                };
                let found =
                    GameFound { seed: header.seed, game: number, by: build.clone(), puzzles };
                work.add(&found).map_err(|e| Failure::trouble(named(&path, e)))?;
                choice.offer(&found).map_err(Failure::trouble)?;
                builds.insert(found.by);
                looked_at += 1;
                bar.set_position(choice.len() as u64);
                bar.set_message(format!("game {number}"));
            }
        }
        sources.push(Source { file, header, looked_at });
    }
    bar.finish_and_clear();
    if interrupt.pressed() {
        return Err(Failure::Interrupted);
    }
    let set = choice.chosen().map_err(Failure::trouble)?;
    let text = set.write();
    let parts = card::CardParts { args, set: &set, bytes: text.len(), sources: &sources, builds };
    let card = card::text(parts, old_card.as_deref());
    write_set(&args.out, &text, &card)?;
    let (count, wanted) = (set.puzzles.len(), args.count);
    out.line(format_args!("{count} of {wanted} puzzles, {} bytes", text.len()))?;
    out.json(|| json!({ "puzzles": count, "wanted": wanted, "bytes": text.len() }))
}

/// A file of puzzles and its card, the file beside it with the ending `md`.
fn read_set(path: &Path) -> Result<(PuzzleSet, String), Failure> {
    let read = |path: &Path| {
        std::fs::read_to_string(path).map_err(|error| Failure::input(named(path, error)))
    };
    let set = PuzzleSet::read(&read(path)?).map_err(|error| Failure::input(named(path, error)))?;
    Ok((set, read(&path.with_extension("md"))?))
}

fn write_set(path: &Path, text: &str, card: &str) -> Result<(), Failure> {
    let write = |path: &Path, text: &str| {
        std::fs::write(path, text).map_err(|error| Failure::trouble(named(path, error)))
    };
    write(path, text)?;
    write(&path.with_extension("md"), card)
}

/// A file of games, and how many of them were looked at.
#[derive(Debug)]
struct Source {
    file: PathBuf,
    header: Header,
    looked_at: u64,
}
