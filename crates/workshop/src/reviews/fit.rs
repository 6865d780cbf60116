//! The fit of expected scores.

use super::calibration::{self, PhaseTable};
use super::{FilesArgs, StoredGame, curve_fit, plot};
use crate::Failure;
use clap::Args;
use datagen::packed::{Ending, PackError, Reader};
use engine::{Chances, Expectation, Score, Session};
use game::{Outcome, Side};
use std::fmt::Write as _;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// The greatest difference of levels of a game that is fitted: a stronger side scores more from the
/// same position.
const NEAR: u8 = 3;

#[derive(Debug, Args)]
pub(crate) struct FitArgs {
    /// Files that `games` wrote, or, all of one variant, folders of `datagen run` and their files (`.yqg`).
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Only games of this variant.
    #[arg(long)]
    variant: Option<String>,
    /// Where the plot of the curve in use is written, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Where the fitted curve is written, as Rust for the family of the game, with a card (`.md`) beside it.
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,
    /// Where the positions are written, one a line: game, ply, progress, score, result.
    #[arg(long, value_name = "FILE")]
    samples: Option<PathBuf>,
}

/// A position with the result of its game, for the side to move.
#[derive(Copy, Clone, Debug)]
pub(super) struct Sample {
    pub(super) cp: i32,
    pub(super) progress: f64,
    /// The result: for certain, or what is expected of a game that was not played to its end.
    pub(super) result: Chances,
    pub(super) weight: f64,
    pub(super) game: usize,
    /// The number of moves before it.
    pub(super) ply: usize,
    /// Whether the first side is to move.
    pub(super) is_first: bool,
    /// Whether the game was ended by its length.
    pub(super) is_cut: bool,
}

/// The positions of games, and the constants in use.
#[derive(Debug, Default)]
struct Samples {
    variant: String,
    games: usize,
    /// The games that were ended by their length.
    cut: usize,
    /// What played the games.
    players: Vec<String>,
    samples: Vec<Sample>,
    in_use: Option<Expectation>,
}

/// A game as its positions see it.
#[derive(Copy, Clone, Debug)]
struct SampledGame {
    outcome: Outcome,
    /// What a position of it weighs.
    weight: f64,
    is_cut: bool,
}

impl Samples {
    fn begin(&mut self, session: &dyn Session) -> Result<(), Failure> {
        let variant = session.variant().id;
        if self.in_use.is_none() {
            self.in_use = Some(session.expectation());
            variant.clone_into(&mut self.variant);
        }
        if self.variant == variant {
            return Ok(());
        }
        Err(format!("games of {} and of {variant}: name one by --variant", self.variant).into())
    }

    /// Adds a position with the score of its search.
    fn add(&mut self, session: &dyn Session, cp: i32, ply: usize, played: SampledGame) {
        let side = session.side_to_move();
        let result = match played.outcome.winner() {
            None => Chances::DRAW,
            Some(winner) if winner == side => Chances::WIN,
            Some(_) => Chances::LOSS,
        };
        let (progress, game, is_first) =
            (session.stage().progress, self.games, side == Side::First);
        let SampledGame { weight, is_cut, .. } = played;
        self.samples.push(Sample { cp, progress, result, weight, game, ply, is_first, is_cut });
    }

    /// The positions of the games between players of similar strength.
    fn read_games(&mut self, games: &[StoredGame]) -> Result<(), Failure> {
        for game in games {
            let [a, b] = game.levels;
            let mut session = games::new_session(&game.variant, None, None)?;
            self.begin(session.as_ref())?;
            if a.abs_diff(b) > NEAR {
                continue;
            }
            let outcome = match game.result {
                result if result > 0.75 => Outcome::FirstWins,
                result if result < 0.25 => Outcome::SecondWins,
                _ => Outcome::Draw,
            };
            let weight = 1.0 / game.moves.len().max(1) as f64;
            let played = SampledGame { outcome, weight, is_cut: false };
            for (ply, (text, searched)) in game.moves.iter().zip(&game.searched).enumerate() {
                if let (Score::Cp(cp), true) = (searched.score, ply >= game.opening) {
                    self.add(session.as_ref(), cp, ply, played);
                }
                session.push(text)?;
            }
            self.games += 1;
        }
        Ok(())
    }

    /// The positions of packed games, in which both sides are equally strong.
    fn read_packed(&mut self, path: &Path) -> Result<(), Failure> {
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let file = File::open(path).map_err(|error| named(&error))?;
        let mut reader = Reader::new(BufReader::new(file)).map_err(|error| named(&error))?;
        let start = reader.header().session().map_err(|error| named(&error))?;
        self.begin(start.as_ref())?;
        if let Some(job) = &reader.header().job {
            let end = job.adjudication.longest.map(|longest| format!(", ended at ply {longest}"));
            let (nodes, end) = (job.nodes, end.unwrap_or_default());
            self.players.push(format!("{nodes} nodes a move{end}"));
        }
        loop {
            let block = match reader.next_block() {
                Ok(Some(block)) => block,
                // It is still being written, or its run was stopped.
                Ok(None) | Err(PackError::Torn { .. }) => return Ok(()),
                Err(error) => return Err(named(&error).into()),
            };
            for game in &block.games {
                let (weight, mut ply) = (1.0 / game.plies.len().max(1) as f64, 0);
                let is_cut = game.ending == Ending::Length;
                let played = SampledGame { outcome: game.outcome, weight, is_cut };
                game.replay(start.fork().as_mut(), &mut |session, _, score| {
                    if let Some(cp) = score.map(i32::from).filter(|cp| cp.abs() < PACKED_MATE) {
                        self.add(session, cp, ply, played);
                    }
                    ply += 1;
                })
                .map_err(|(ply, why)| named(&format!("ply {ply}: {why}")))?;
                self.games += 1;
                self.cut += usize::from(is_cut);
            }
        }
    }
}

/// From this score on a packed score is a mate.
const PACKED_MATE: i32 = 29_000;

/// The positions of the files.
fn samples(args: &FitArgs) -> Result<Samples, Failure> {
    let is_packed = |path: &&PathBuf| path.is_dir() || path.extension().is_some_and(|e| e == "yqg");
    let (packed, written): (Vec<&PathBuf>, Vec<&PathBuf>) = args.files.iter().partition(is_packed);
    let mut samples = Samples::default();
    if !written.is_empty() {
        let files = written.into_iter().cloned().collect();
        let games = FilesArgs { files, variant: args.variant.clone() }.read()?;
        samples.read_games(&games)?;
    }
    for path in packed {
        let file = if path.is_dir() { path.join("games.yqg") } else { path.clone() };
        samples.read_packed(&file)?;
    }
    if samples.samples.is_empty() {
        return Err("no games between players of similar strength".into());
    }
    Ok(samples)
}

/// How well a curve holds, a row for each phase.
fn table(name: &str, phases: &[PhaseTable]) -> String {
    let mut text = format!("{name}:\n");
    for phase in phases {
        let row =
            |g: &calibration::Group| format!("{:.2}:{:+.3}", g.expected, g.scored - g.expected);
        let rows: Vec<String> = phase.groups.iter().map(row).collect();
        let (worst, mean) = (phase.worst(), phase.mean());
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {}: worst {:.3} (by chance {:.3}), mean {mean:.3}, beyond 0.03 {} of {}, surely {} | {}",
            phase.name,
            worst.map_or(0.0, |g| (g.expected - g.scored).abs()),
            worst.map_or(0.0, |g| g.chance),
            phase.beyond(0.0),
            rows.len(),
            phase.beyond(2.0),
            rows.join(" ")
        );
    }
    text
}

/// What curves that were fitted to other games expect, and what is scored.
fn crossed(samples: &[Sample], spread: f64) -> Vec<PhaseTable> {
    let (samples, expected) = curve_fit::crossed(samples, spread);
    calibration::by_phase(&samples, &expected)
}

/// The card of a curve: from what games it was fitted, and how well it holds on games that it was not fitted to.
fn card(samples: &Samples, phases: &[PhaseTable]) -> String {
    let Samples { variant, games, cut, players, samples, .. } = samples;
    let mut players = players.clone();
    players.dedup();
    let (players, positions) = (players.join("; "), samples.len());
    let mut text = format!(
        "# What scores of {variant} mean\n\nFitted by `workshop review fit` to {positions} positions of {games} games of our engine against itself \
         ({players}).\n{cut} of them were ended by their length; what they would have come to is estimated from their last score.\n\n\
         On games that it was not fitted to (four parts, each with a curve of the others), groups of at least 200 positions, by \
         what is expected of\nthem: the greatest difference to what they scored, what is off by chance with so many games (a standard \
         error), the mean difference.\n\n| phase | greatest | by chance | mean | beyond 0.03 | groups |\n|---|---|---|---|---|---|\n"
    );
    for phase in phases.iter().filter(|phase| !phase.groups.is_empty()) {
        let worst = phase.worst();
        let _ = writeln!(
            text,
            "| {} | {:.3} | {:.3} | {:.3} | {} | {} |",
            phase.name,
            worst.map_or(0.0, |g| (g.expected - g.scored).abs()),
            worst.map_or(0.0, |g| g.chance),
            phase.mean(),
            phase.beyond(0.0),
            phase.groups.len()
        );
    }
    text
}

pub(crate) fn run(args: &FitArgs) -> Result<(), Failure> {
    let read = samples(args)?;
    let Samples { variant, games, cut, samples, in_use, .. } = &read;
    let in_use = in_use.ok_or("no games")?;
    if let Some(path) = &args.samples {
        let row = |s: &Sample| {
            let (game, ply, progress, cp) = (s.game, s.ply, s.progress, s.cp);
            format!("{game}\t{ply}\t{progress:.4}\t{cp}\t{}\n", s.result.expected())
        };
        return crate::common::write_file(path, samples.iter().map(row).collect::<String>());
    }
    println!(
        "{variant}: {} positions of {games} games, {cut} ended by their length",
        samples.len()
    );
    let spread = in_use.spread[0];
    let curve = curve_fit::fitted(samples, spread);
    for (what, curve) in [("in use", &in_use), ("fitted", &curve)] {
        print!("{what}: {}", curve_fit::written(curve));
    }
    let completed = curve_fit::completed(samples, &curve);
    let expected: Vec<f64> =
        samples.iter().map(|s| in_use.of(Score::Cp(s.cp), s.progress)).collect();
    let used = calibration::by_phase(&completed, &expected);
    print!("{}", table("in use", &used));
    let crossed = crossed(samples, spread);
    print!("{}", table("fitted, on games not fitted to", &crossed));
    if let (Some(path), Some(whole)) = (&args.svg, used.first()) {
        crate::common::write_file(path, plot::calibration(variant, &whole.groups))?;
    }
    if let Some(path) = &args.curve {
        crate::common::write_file(path, curve_fit::written(&curve))?;
        crate::common::write_file(&path.with_extension("md"), card(&read, &crossed))?;
    }
    Ok(())
}
