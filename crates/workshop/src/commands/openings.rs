//! `workshop openings`: openings for matches, and bases of openings out of packed games, with moves that are verified.
//! `docs/develop/studies.md` says what a base counts.

mod verify;

use super::{PROGRAM, build};
use clap::{Args, Subcommand};
use command_line::arguments::{CompletedName, OutputArgs};
use command_line::openings::OpeningsArgs;
use command_line::output::Output;
use command_line::{Failure, Interrupt};
use datagen::packed::{Game, Header, PackError, Reader};
use hall::openings::{OpeningBase, position_key};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct OpeningsCommand {
    #[command(subcommand)]
    other: Option<OtherOpenings>,
    #[command(flatten)]
    openings: OpeningsArgs,
}

#[derive(Debug, Subcommand)]
enum OtherOpenings {
    /// Counts the moves and results of packed games by positions, for the explorer of openings.
    Base(BaseArgs),
    /// Lets long searches say which of the moves that were played often are theory.
    Verify(verify::VerifyArgs),
}

#[derive(Debug, Args)]
struct BaseArgs {
    /// Folders of `workshop datagen run`, or files of packed games; a block that is not whole yet ends a file.
    #[arg(required = true, value_name = "FOLDER")]
    games: Vec<PathBuf>,
    /// The variant's id.
    #[arg(long, value_parser = CompletedName::VARIANTS, hide_possible_values = true)]
    variant: String,
    /// The file to write; a card is written beside it, with the ending `md`.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Count the first so many plies. Random ones are never counted.
    #[arg(long, value_name = "N", default_value_t = 20)]
    plies: usize,
    /// Keep positions that so many games reached.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    least: u64,
    /// The greatest file, in bytes: of a greater one the rarest positions are left out.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    bytes: usize,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(command: &OpeningsCommand) -> Result<(), Failure> {
    match &command.other {
        None => command_line::openings::run(&command.openings, PROGRAM),
        Some(OtherOpenings::Base(args)) => base(args),
        Some(OtherOpenings::Verify(args)) => verify::run(args),
    }
}

fn named(path: &Path, error: impl std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

/// A file of games.
#[derive(Debug)]
struct Source {
    file: PathBuf,
    header: Header,
    games: u64,
}

fn base(args: &BaseArgs) -> Result<(), Failure> {
    let interrupt = Interrupt::listen(|| ())?;
    let start = games::new_session(&args.variant, None, None).map_err(Failure::input)?;
    let mut base = OpeningBase::new(&args.variant, start.rules());
    let mut sources = Vec::new();
    for source in &args.games {
        let file = if source.is_dir() { source.join("games.yqg") } else { source.clone() };
        let wrong = |error: &dyn std::fmt::Display| Failure::input(named(&file, error));
        let opened = File::open(&file).map_err(|e| wrong(&e))?;
        let mut reader = Reader::new(BufReader::new(opened)).map_err(|e| wrong(&e))?;
        let header = reader.header().clone();
        if header.variant != args.variant || header.position.is_some() {
            let what = format!("its games are not of {} from the usual start", args.variant);
            return Err(wrong(&what));
        }
        let rules = header.session().map_err(|e| wrong(&e))?.rules().to_owned();
        if rules != base.rules {
            return Err(wrong(&format!("its games are judged by {rules}, not by {}", base.rules)));
        }
        let mut games = 0;
        loop {
            let block = match reader.next_block() {
                Ok(Some(block)) => block,
                Ok(None) | Err(PackError::Torn { .. }) => break,
                Err(error) => return Err(wrong(&error)),
            };
            for game in &block.games {
                count(&mut base, &header, game, args.plies).map_err(|e| wrong(&e))?;
                games += 1;
            }
            if interrupt.pressed() {
                return Err(Failure::Interrupted);
            }
        }
        base.games += games;
        base.nodes = header.job.as_ref().map_or(0, |job| job.nodes);
        sources.push(Source { file, header, games });
    }
    write(args, base, &sources)
}

/// Counts the moves of a game that the engine chose.
fn count(base: &mut OpeningBase, header: &Header, game: &Game, plies: usize) -> Result<(), String> {
    let mut session = header.session().map_err(|e| e.to_string())?;
    for (number, ply) in game.plies.iter().take(plies).enumerate() {
        let legal = session.legal_moves();
        let text = legal.get(usize::from(ply.index)).ok_or("a move that is not legal")?;
        if number >= game.opening as usize {
            let key = position_key(session.as_ref()).ok_or("a board that cannot be kept")?;
            base.count(key, text, game.outcome);
        }
        session.push(text).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// Writes the base and its card, with as many positions as the file has room for.
fn write(args: &BaseArgs, mut base: OpeningBase, sources: &[Source]) -> Result<(), Failure> {
    let all = base.positions();
    let mut least = args.least;
    base.keep(least);
    let mut text = base.write();
    while text.len() > args.bytes {
        least += 1;
        base.keep(least);
        text = base.write();
    }
    let card = card(args, &base, all, least, &text, sources)?;
    std::fs::write(&args.out, &text).map_err(|e| Failure::trouble(named(&args.out, e)))?;
    let beside = args.out.with_extension("md");
    std::fs::write(&beside, card).map_err(|e| Failure::trouble(named(&beside, e)))?;
    let out = Output::new(args.output);
    let (games, positions, bytes) = (base.games, base.positions(), text.len());
    out.line(format_args!("{games} games, {positions} positions of {all}, {bytes} bytes"))?;
    out.json(|| json!({ "games": games, "positions": positions, "bytes": bytes }))
}

fn card(
    args: &BaseArgs,
    base: &OpeningBase,
    all: usize,
    least: u64,
    file: &str,
    sources: &[Source],
) -> Result<String, Failure> {
    let mut text = format!("# Openings: {}\n\n| | |\n|---|---|\n", base.variant);
    let folders: Vec<String> = args.games.iter().map(|one| one.display().to_string()).collect();
    let start =
        games::new_session(&base.variant, Some(&base.rules), None).map_err(Failure::input)?;
    let first = position_key(start.as_ref()).map_or(&[][..], |key| base.at(key));
    let rows = [
        ("games", base.games.to_string()),
        ("rule set", base.rules.clone()),
        (
            "positions",
            format!("{} of {all}: those that {least} games or more reached", base.positions()),
        ),
        ("plies", format!("the first {}, as far as the engine chose them", args.plies)),
        ("file", format!("{} bytes", file.len())),
        (
            "made by",
            format!(
                "`workshop openings base {} --variant {} --plies {} --least {} --bytes {} --out FILE`",
                folders.join(" "),
                args.variant,
                args.plies,
                args.least,
                args.bytes
            ),
        ),
        ("counted by", build()?),
    ];
    for (name, value) in rows {
        let _ = writeln!(text, "| {name} | {value} |");
    }
    text += "\nThe games are the engine's own, played fast: they show what it chooses, and are no judgement of an opening.\n";
    text += "\n## Games\n\n| file | games | seed | nodes a move | opening | program |\n|---|---|---|---|---|---|\n";
    for Source { file, header, games } in sources {
        let job = header.job.as_ref();
        let nodes = job.map_or_else(|| "–".to_owned(), |job| job.nodes.to_string());
        let opening = job.map_or_else(
            || "–".to_owned(),
            |job| {
                let rule = &job.opening;
                let random = format!("{} to {} random plies", rule.plies[0], rule.plies[1]);
                let chosen = rule.choice.map(|choice| {
                    format!(
                        "; up to ply {} one of the best {} within {} hundredths",
                        choice.plies, choice.lines, choice.within
                    )
                });
                random + &chosen.unwrap_or_default()
            },
        );
        let (file, seed, program) = (file.display(), header.seed, &header.program);
        let _ = writeln!(text, "| `{file}` | {games} | {seed} | {nodes} | {opening} | {program} |");
    }
    text += "\n| first move | games | won by the first side | by the second | drawn |\n|---|---|---|---|---|\n";
    for one in first {
        let [won, lost, drawn] = one.results;
        let _ = writeln!(text, "| {} | {} | {won} | {lost} | {drawn} |", one.text, one.games());
    }
    let mut branches: BTreeMap<usize, usize> = BTreeMap::new();
    for moves in base.each() {
        *branches.entry(moves.len().min(6)).or_default() += 1;
    }
    text += "\n| moves in a position | positions |\n|---|---|\n";
    for (moves, positions) in branches {
        let more = if moves == 6 { " or more" } else { "" };
        let _ = writeln!(text, "| {moves}{more} | {positions} |");
    }
    Ok(text)
}
