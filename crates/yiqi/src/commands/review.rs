//! `yiqi review`: the games of a file, every move searched and graded.

use crate::commands::convert::{encoding, unreadable};
use clap::Args;
use command_line::arguments::OutputArgs;
use command_line::output::{self, Output};
use command_line::{Failure, Interrupt};
use encoding_rs::Encoding;
use engine::Control;
use games::files::{self, Hints, format_named};
use hall::review::{Effort, Grade, Review, ReviewWork, ReviewedMove, SideReview};
use indicatif::{ProgressBar, ProgressStyle};
use records::{Format, GameError, Record};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::PathBuf;
use std::time::Duration;

/// Nodes for each position where no limit is given: some tenths of a second.
const USUAL_NODES: u64 = 100_000;

#[derive(Debug, Args)]
pub(crate) struct ReviewArgs {
    /// The file with the games; - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The variant of games that do not name one.
    #[arg(long)]
    variant: Option<String>,
    /// The size of gomoku boards that the file does not say.
    #[arg(long)]
    size: Option<u8>,
    /// The encoding of a text that does not show it, as in big5, shift_jis or windows-1250.
    #[arg(long, value_name = "LABEL", value_parser = encoding)]
    encoding: Option<&'static Encoding>,
    /// The format of FILE, where neither its content nor its ending says it.
    #[arg(long, value_name = "FORMAT", value_parser = format_named)]
    from_format: Option<Format>,
    /// Search so many nodes for each position (100000 when no limit is given); the same games then
    /// have the same review every time.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search so many milliseconds for each position.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    ms: Option<u64>,
    /// Use a table of so many megabytes.
    #[arg(long, value_name = "MB", default_value_t = 16)]
    hash: u32,
    #[command(flatten)]
    output: OutputArgs,
}

impl ReviewArgs {
    fn effort(&self) -> Effort {
        let usual = self.ms.is_none().then_some(USUAL_NODES);
        Effort { nodes: self.nodes.or(usual), time: self.ms.map(Duration::from_millis) }
    }
}

pub(crate) fn run(args: &ReviewArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    hosts::check_table(&args.hash.to_string()).map_err(Failure::Input)?;
    let is_dash = args.file.as_os_str() == "-";
    let place = args.file.display().to_string();
    let source: Box<dyn Read> = if is_dash {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(&args.file);
        Box::new(file.map_err(|error| Failure::Input(format!("{place}: {error}")))?)
    };
    let hints = Hints {
        name: if is_dash { "" } else { args.file.to_str().unwrap_or("") },
        format: args.from_format,
        variant: args.variant.as_deref(),
        size: args.size,
        encoding: args.encoding,
    };
    let games = files::read(source, &hints)
        .map_err(|error| Failure::Input(format!("{place}: {}", unreadable(&error.kind))))?;
    let control = Control::new();
    let stop = control.clone();
    let interrupt = Interrupt::listen(move || stop.stop())?;
    let mut first_fault = None;
    let mut number = 0;
    for game in games {
        if let Err(error) = &game
            && error.error.is_notice()
        {
            // The game before is reviewed without what was left out.
            writeln!(io::stderr(), "notice: {error}")?;
            continue;
        }
        number += 1;
        let reviewed = game
            .map_err(|error| Failure::Input(GameError::to_string(&error)))
            .and_then(|record| one(args, &out, number, &record, &control));
        match reviewed {
            Ok(()) => {}
            Err(Failure::Input(why)) => {
                first_fault.get_or_insert(why);
            }
            Err(other) => return Err(other),
        }
        if interrupt.pressed() {
            return Err(Failure::Interrupted);
        }
    }
    match first_fault {
        None => Ok(()),
        Some(why) => Err(Failure::Input(format!("{place}: {why}"))),
    }
}

/// Reviews a game and prints it, also if it was interrupted on the way.
fn one(
    args: &ReviewArgs,
    out: &Output,
    number: u64,
    record: &Record,
    control: &Control,
) -> Result<(), Failure> {
    let wrong = |why: String| Failure::Input(format!("game {number}: {why}"));
    let start = games::new_session(record.variant, None, record.start.as_deref())
        .map_err(|error| wrong(error.to_string()))?;
    let rules = start.rules().to_owned();
    let moves: Vec<String> = record.moves().map(str::to_owned).collect();
    let base = shipped::openings::of(record.variant);
    let book = base.map_or_else(Vec::new, |base| base.book(start.fork(), &moves));
    let mut work = ReviewWork::new(start, &moves, args.effort())
        .map_err(|illegal| wrong(illegal.to_string()))?;
    work.know_book(&book);
    let mut engine = games::new_engine(record.variant)?;
    engine.set_option("Hash", &args.hash.to_string())?;
    let bar = progress_bar(number, work.progress().1);
    hall::review::run(&mut work, engine.as_mut(), control, &mut |work, _| {
        bar.set_position(work.progress().0 as u64);
    })?;
    bar.finish_and_clear();
    let review = work.review();
    let game = ReviewedGame { number, record, rules: &rules, complete: work.next().is_none() };
    game.lines(out, &review)?;
    out.json(|| game.json(args, &review))
}

/// A bar on standard error, if that is a terminal.
fn progress_bar(game: u64, positions: usize) -> ProgressBar {
    let bar = ProgressBar::new(positions as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    bar.set_message(format!("game {game}"));
    bar
}

/// A game that was reviewed.
struct ReviewedGame<'a> {
    number: u64,
    record: &'a Record,
    rules: &'a str,
    /// Whether every position was searched.
    complete: bool,
}

impl ReviewedGame<'_> {
    fn lines(&self, out: &Output, review: &Review) -> Result<(), Failure> {
        let variant = self.record.variant;
        let sides = games::find_variant(variant).map_or(["first", "second"], |v| v.sides);
        let players = files::players(self.record);
        let names: Vec<String> = sides
            .iter()
            .zip(players)
            .map(|(side, name)| name.map_or((*side).to_owned(), |name| format!("{side} {name}")))
            .collect();
        let cut = if self.complete { "" } else { ", not complete" };
        out.line(format_args!("game {} {variant}: {}{cut}", self.number, names.join(" - ")))?;
        for m in &review.moves {
            out.line(move_line(m, review.turning_points.contains(&m.ply)))?;
        }
        for (side, name) in review.sides.iter().zip(sides) {
            out.line(side_line(name, side))?;
        }
        Ok(())
    }

    fn json(&self, args: &ReviewArgs, review: &Review) -> Value {
        json!({
            "game": self.number,
            "variant": self.record.variant,
            "rules": self.rules,
            "players": files::players(self.record),
            "result": self.record.result.map(|result| result.to_string()),
            "complete": self.complete,
            "nodes": args.effort().nodes,
            "ms": args.ms,
            "moves": review.moves.iter().map(move_json).collect::<Vec<_>>(),
            "sides": review.sides.iter().map(side_json).collect::<Vec<_>>(),
            "phases": review.phases,
            "turning_points": review.turning_points,
            "decisive_ply": review.decisive_ply,
            "opening": review.opening_name,
        })
    }
}

/// `12 h2e2 mistake loss 0.14 score -0.80 chance 0.34 better c3c4 …: hangs the horse on e3`.
fn move_line(m: &ReviewedMove, turns: bool) -> String {
    let mut line = format!(
        "{} {} {} loss {:.2} score {} chance {:.2}",
        m.ply,
        m.text,
        m.grade.word(),
        m.loss,
        output::score(m.score),
        m.chance
    );
    if turns {
        line.push_str(" turns");
    }
    if m.grade > Grade::Good {
        let shown: Vec<&str> = m.best.iter().take(5).map(String::as_str).collect();
        line.push_str(&format!(" better {}", shown.join(" ")));
    }
    if let Some(reason) = &m.reason {
        line.push_str(": ");
        line.push_str(&reason.sentence());
    }
    line
}

fn side_line(name: &str, side: &SideReview) -> String {
    let figure = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.1}"));
    let [opening, middlegame, ending] = side.by_phase.map(figure);
    let counts: Vec<String> = Grade::ALL
        .iter()
        .zip(side.counts)
        .filter(|(_, count)| *count > 0)
        .map(|(grade, count)| format!("{} {count}", grade.word()))
        .collect();
    format!(
        "{name} accuracy {} (opening {opening} middlegame {middlegame} ending {ending}) loss {:.3} {}",
        figure(side.accuracy),
        side.average_loss,
        counts.join(" ")
    )
}

/// A fraction with four digits.
fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

fn move_json(m: &ReviewedMove) -> Value {
    json!({
        "ply": m.ply,
        "move": m.text,
        "score": output::score_json(m.score),
        "chance": rounded(m.chance),
        "loss": rounded(m.loss),
        "grade": m.grade.word(),
        "accuracy": rounded(m.accuracy),
        "best": m.best,
        "reason": m.reason.as_ref().map(|reason| json!({
            "code": reason.kind.code(),
            "squares": reason.squares,
            "pieces": reason.pieces,
            "moves": reason.moves,
            "count": reason.count.map(|(given, taken)| [given, taken]),
            "line": reason.line,
        })),
    })
}

fn side_json(side: &SideReview) -> Value {
    let counts: serde_json::Map<String, Value> = Grade::ALL
        .iter()
        .zip(side.counts)
        .map(|(grade, count)| (grade.word().to_owned(), count.into()))
        .collect();
    json!({
        "accuracy": side.accuracy.map(rounded),
        "counts": counts,
        "by_phase": side.by_phase.map(|value| value.map(rounded)),
        "average_loss": rounded(side.average_loss),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Reason, ReasonKind, Score};

    #[test]
    fn a_move_is_one_line() {
        let reason = Reason { moves: Some(2), ..Reason::new(ReasonKind::AllowsMate) };
        let line = move_line(
            &ReviewedMove {
                ply: 1,
                side: game::Side::First,
                text: "h2e2".to_owned(),
                score: Score::Cp(30),
                chance: 0.55,
                loss: 0.0,
                grade: Grade::Best,
                accuracy: 100.0,
                best: Vec::new(),
                reason: Some(reason),
            },
            false,
        );
        assert_eq!(line, "1 h2e2 best loss 0.00 score +0.30 chance 0.55: allows mate in 2");
    }
}
