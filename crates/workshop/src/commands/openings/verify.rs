//! `workshop openings verify`: long searches say which of the moves that were played often are theory.

use super::{build, named};
use clap::Args;
use command_line::Failure;
use command_line::arguments::OutputArgs;
use command_line::output::{Output, progress};
use engine::{Control, Engine};
use game::Key;
use hall::openings::{OpeningBase, position_key};
use hall::review::{
    Effort, MoveResult, PositionResult, ReviewStep, ReviewWork, loss_of, thresholds,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(after_help = "\
A move is verified where it loses less expected score than an inaccuracy: the best move of a search of the position is compared \
with it by a search after each of the two. Positions and moves are searched once, whatever the order of moves.")]
pub(super) struct VerifyArgs {
    /// Bases of openings; they and their cards, the files beside them with the ending `md`, are written anew.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Verify the moves that so many games played.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..))]
    least: u64,
    /// Nodes of each search.
    #[arg(long, value_name = "N", default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Where the searches are kept, a file for each variant: a run that was stopped goes on from there.
    #[arg(long, value_name = "FOLDER")]
    work: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
}

/// A move that was played often, with a way to its position.
#[derive(Debug)]
struct OftenPlayed {
    key: Key,
    line: Vec<String>,
    text: String,
    games: u64,
}

/// What the searches say of a move.
#[derive(Debug)]
struct Verdict {
    best: String,
    loss: f64,
}

impl Verdict {
    fn is_verified(&self) -> bool {
        self.loss < thresholds::INACCURACY
    }
}

pub(super) fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    std::fs::create_dir_all(&args.work).map_err(|e| Failure::trouble(named(&args.work, e)))?;
    let control = Control::new();
    let stop = control.clone();
    let _interrupt = command_line::Interrupt::listen(move || stop.stop())?;
    for file in &args.files {
        one(args, file, &control, &out)?;
    }
    Ok(())
}

/// Verifies the moves of a base and writes it with its card.
fn one(args: &VerifyArgs, file: &Path, control: &Control, out: &Output) -> Result<(), Failure> {
    let beside = file.with_extension("md");
    let read = |path: &Path| {
        std::fs::read_to_string(path).map_err(|error| Failure::input(named(path, error)))
    };
    let (text, card) = (read(file)?, read(&beside)?);
    let mut base = OpeningBase::read(&text).map_err(|error| Failure::input(named(file, error)))?;
    let often = often_played(&base, args.least)?;
    let mut searches = Searches::open(&base, args)?;
    let bar = progress(often.len() as u64);
    let mut judged = Vec::new();
    for played in often {
        let verdict = searches.judge(&played, control);
        if verdict.is_err() {
            bar.finish_and_clear();
        }
        judged.push((played, verdict?));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let verified: HashSet<(u64, &str)> = judged
        .iter()
        .filter(|(_, verdict)| verdict.is_verified())
        .map(|(played, _)| (played.key.0, played.text.as_str()))
        .collect();
    base.verify(args.nodes, |key, one| verified.contains(&(key.0, one.text.as_str())));
    let text = base.write();
    let card = with_verdicts(&card, &judged, args, &searches.builds, text.len());
    std::fs::write(file, &text).map_err(|e| Failure::trouble(named(file, e)))?;
    std::fs::write(&beside, card).map_err(|e| Failure::trouble(named(&beside, e)))?;
    let (variant, count, all) = (&base.variant, verified.len(), judged.len());
    out.line(format_args!("{variant}: verified {count} of {all} moves"))?;
    out.json(|| json!({ "variant": variant, "moves": all, "verified": count }))
}

/// The moves that so many games of a base played, with the shortest way to each.
fn often_played(base: &OpeningBase, least: u64) -> Result<Vec<OftenPlayed>, Failure> {
    let mut often = Vec::new();
    let mut seen = HashSet::new();
    let mut left = VecDeque::from([Vec::new()]);
    while let Some(line) = left.pop_front() {
        let key = position_key(at(base, &line)?.as_ref());
        let Some(key) = key.filter(|key| seen.insert(*key)) else { continue };
        for one in base.at(key) {
            if one.games() >= least {
                let (text, games) = (one.text.clone(), one.games());
                often.push(OftenPlayed { key, line: line.clone(), text, games });
            }
            left.push_back(longer(&line, &one.text));
        }
    }
    Ok(often)
}

fn longer(line: &[String], text: &str) -> Vec<String> {
    line.iter().cloned().chain([text.to_owned()]).collect()
}

fn start(base: &OpeningBase) -> Result<Box<dyn engine::Session>, Failure> {
    games::new_session(&base.variant, Some(&base.rules), None).map_err(Failure::input)
}

/// The position after these moves.
fn at(base: &OpeningBase, line: &[String]) -> Result<Box<dyn engine::Session>, Failure> {
    let mut session = start(base)?;
    for text in line {
        session.push(text).map_err(Failure::input)?;
    }
    Ok(session)
}

/// What was found in a position: a line of the work file.
#[derive(Debug, Serialize, Deserialize)]
struct SearchedPosition {
    key: u64,
    nodes: u64,
    /// The build that searched it.
    by: String,
    found: PositionResult,
}

/// The searches of a base, each made once.
struct Searches {
    base: OpeningBase,
    nodes: u64,
    engine: Box<dyn Engine>,
    file: File,
    known: HashMap<u64, PositionResult>,
    /// The builds that searched.
    builds: BTreeSet<String>,
}

impl Searches {
    fn open(base: &OpeningBase, args: &VerifyArgs) -> Result<Self, Failure> {
        let path = args.work.join(format!("{}.jsonl", base.variant));
        let wrong = |error: std::io::Error| Failure::trouble(named(&path, error));
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            read => read.map_err(wrong)?,
        };
        // A line that was not finished is taken off.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let file = File::options().create(true).append(true).open(&path).map_err(wrong)?;
        file.set_len(whole as u64).map_err(wrong)?;
        let (mut known, mut builds) = (HashMap::new(), BTreeSet::new());
        for line in text[..whole].lines() {
            let one: SearchedPosition =
                serde_json::from_str(line).map_err(|error| Failure::input(named(&path, error)))?;
            if one.nodes == args.nodes {
                known.insert(one.key, one.found);
                builds.insert(one.by);
            }
        }
        let mut engine = games::new_engine(&base.variant).map_err(Failure::input)?;
        engine.set_option("Hash", "64").map_err(Failure::input)?;
        Ok(Self { base: base.clone(), nodes: args.nodes, engine, file, known, builds })
    }

    /// What a move that was played often loses.
    fn judge(&mut self, played: &OftenPlayed, control: &Control) -> Result<Verdict, Failure> {
        let OftenPlayed { line, text, .. } = played;
        let own = self.position(line, control)?;
        let best = own.line.first().ok_or("a position without a move").map_err(Failure::input)?;
        let mut after = |text: &str| {
            Ok::<_, Failure>(MoveResult::of_next(&self.position(&longer(line, text), control)?))
        };
        let loss = if best == text {
            0.0
        } else {
            let (best, text) = (after(best)?, after(text)?);
            let session = at(&self.base, line)?;
            loss_of(&session.expectation(), session.stage().progress, &best, &text)
        };
        Ok(Verdict { best: best.clone(), loss })
    }

    /// What a search finds after these moves.
    fn position(&mut self, line: &[String], control: &Control) -> Result<PositionResult, Failure> {
        let key = position_key(at(&self.base, line)?.as_ref());
        let key = key.ok_or("a board that cannot be kept").map_err(Failure::input)?.0;
        if let Some(found) = self.known.get(&key) {
            return Ok(found.clone());
        }
        // The first search of a review has a part of its nodes.
        let nodes = self.nodes.saturating_mul(100) / u64::from(ReviewStep::Position.percent());
        let mut work = ReviewWork::new(start(&self.base)?, line, Effort::nodes(nodes))
            .map_err(Failure::input)?;
        work.only(line.len()..line.len() + 1);
        hall::review::run(&mut work, self.engine.as_mut(), control, &mut |_, _| {})
            .map_err(Failure::trouble)?;
        let found = work.searched(line.len()).cloned().ok_or(Failure::Interrupted)?;
        let by = build()?;
        let one = SearchedPosition { key, nodes: self.nodes, by: by.clone(), found };
        let mut text = serde_json::to_string(&one).map_err(Failure::trouble)?;
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(Failure::trouble)?;
        self.known.insert(key, one.found.clone());
        self.builds.insert(by);
        Ok(one.found)
    }
}

/// What begins the part of a card that this command writes.
const HEADING: &str = "\n## Verified moves\n";

/// A card with what was found of the moves.
fn with_verdicts(
    card: &str,
    judged: &[(OftenPlayed, Verdict)],
    args: &VerifyArgs,
    builds: &BTreeSet<String>,
    bytes: usize,
) -> String {
    let before = card.split_once(HEADING).map_or(card, |(before, _)| before);
    let mut text = String::new();
    for line in before.trim_end().lines() {
        let size = line.starts_with("| file |").then(|| format!("| file | {bytes} bytes |"));
        let _ = writeln!(text, "{}", size.as_deref().unwrap_or(line));
    }
    let VerifyArgs { least, nodes, .. } = args;
    let count = judged.iter().filter(|(_, verdict)| verdict.is_verified()).count();
    let builds: Vec<&str> = builds.iter().map(String::as_str).collect();
    let _ = write!(
        text,
        "{HEADING}\nOf {all} moves that {least} games or more played, {count} lose less than {limit} of the expected score: the best move \
         of a search of the position and the move itself were compared by a search after each, with {nodes} nodes and an empty \
         table. A review calls these theory.\n\n| | |\n|---|---|\n| made by | `workshop openings verify --least {least} --nodes \
         {nodes} --work FOLDER FILE` |\n| searched by | {by} |\n",
        all = judged.len(),
        limit = thresholds::INACCURACY,
        by = builds.join(", "),
    );
    let rejected = judged.iter().filter(|(_, verdict)| !verdict.is_verified());
    let mut rows = rejected.map(|(played, Verdict { best, loss })| {
        let OftenPlayed { line, text, games, .. } = played;
        format!("| {} | {text} | {games} | {best} | {loss:.3} |\n", line.join(" "))
    });
    if let Some(first) = rows.next() {
        text += "\n| after | not verified | games | better | loss |\n|---|---|---|---|---|\n";
        text += &first;
        text.extend(rows);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_card_keeps_what_stood_before_and_says_what_was_not_verified() {
        let args = VerifyArgs {
            files: Vec::new(),
            least: 4,
            nodes: 9,
            work: PathBuf::new(),
            output: OutputArgs { json: false },
        };
        let played = |text: &str| OftenPlayed {
            key: Key(1),
            line: vec!["a1".to_owned()],
            text: text.to_owned(),
            games: 5,
        };
        let judged = [
            (played("b2"), Verdict { best: "b2".to_owned(), loss: 0.0 }),
            (played("c3"), Verdict { best: "b2".to_owned(), loss: 0.25 }),
        ];
        let builds = BTreeSet::from(["this build".to_owned()]);
        let card = "# Openings\n\n| file | 7 bytes |\n";
        let once = with_verdicts(card, &judged, &args, &builds, 12);
        assert!(
            once.starts_with("# Openings\n\n| file | 12 bytes |\n\n## Verified moves\n"),
            "{once}"
        );
        assert!(once.contains("Of 2 moves that 4 games or more played, 1 lose"), "{once}");
        assert!(once.ends_with("| a1 | c3 | 5 | b2 | 0.250 |\n"), "{once}");
        assert_eq!(with_verdicts(&once, &judged, &args, &builds, 12), once);
    }
}
