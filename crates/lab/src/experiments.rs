//! The experiments that students of game playing make, on all games of the lab.

use crate::ladder::{self, Rung};
use crate::levels::{check_players, levels};
use crate::{LabError, LabPlan, Measurement, Progress, Settings, machines, report, run};
use arena::StartLine;
use engine::Control;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

/// An experiment.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// Minimax against alpha-beta: leaves and time at equal depth.
    MinimaxAlphabeta,
    /// Alpha-beta with and without the history heuristic.
    History,
    /// How long a search takes by its depth.
    DepthTime,
    /// What a move of a described machine costs at its depth.
    Cost,
    /// Our levels against each other, and the described machines against our levels.
    Levels,
}

impl Experiment {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::MinimaxAlphabeta, Self::History, Self::DepthTime, Self::Cost, Self::Levels];

    /// Its name on the command line.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::MinimaxAlphabeta => "minimax-alphabeta",
            Self::History => "history",
            Self::DepthTime => "depth-time",
            Self::Cost => "cost",
            Self::Levels => "levels",
        }
    }

    /// Its heading in the report.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::MinimaxAlphabeta => "Minimax against alpha-beta",
            Self::History => "The history heuristic",
            Self::DepthTime => "Depth against time",
            Self::Cost => "What a move costs",
            Self::Levels => "Players of several strengths",
        }
    }

    /// What others expected or found, and what it is about.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::MinimaxAlphabeta => {
                "The students expected 40 moves in a position: 40⁴ = 2.56 million leaves at depth 4 for minimax, and about the square root of that for alpha-beta. The square \
                 root is the minimal tree of Knuth and Moore (b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves); the \
                 column \"× minimal\" says how far a search is from it. Both search the same \
                 positions in the order of the squares."
            }
            Self::History => {
                "Alpha-beta with all moves in the order of the squares, with captures first, with all \
                 moves by their history (as the described machines do), and with both. Schaeffer \
                 (1989) found that the history heuristic and the transposition table together give \
                 nearly all of the possible reduction among the enhancements of his time."
            }
            Self::DepthTime => {
                "The students chose depth 4 and 5 as the deepest that is bearable. The machines here are \
                 written as they describe them, in Rust; \"full\" is the search that plays. The \
                 columns with × compare with one ply less on the same positions."
            }
            Self::Cost => {
                "One of the described machines took about 40 seconds a move, in Python. Each machine \
                 here searches its own depth on our positions, on one thread. Nodes are the same on every \
                 machine, seconds are those of the machine that made this report."
            }
            Self::Levels => {
                "The students let people of several strengths play against their machine. Here our levels \
                 play each other, and the described machines play our levels. A machine searches its \
                 fixed depth; a level searches as it does in the hall, with a limit of nodes for a move, which \
                 the highest levels reach. Every opening is played with both colours. The score is that of the first \
                 player, the interval of the Elo difference is one of 95 %; without one the result was too one-sided."
            }
        }
    }
}

/// How much an experiment may do.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Stops games and what follows them.
    pub control: Control,
    /// How searches are run. The log is that of `logs`.
    pub settings: Settings,
    /// The folder for the logs of the measurements, one for each variant. What is in them is not measured
    /// again.
    pub logs: Option<PathBuf>,
    /// The deepest search.
    pub depth: u32,
    /// Positions of each game.
    pub positions: usize,
    /// Games of each match.
    pub games: u32,
    /// The most nodes for a move of a level.
    pub level_nodes: u64,
    /// The players whose matches are played, by name (`level 4`, `classic-5`). All of them if empty.
    pub players: Vec<String>,
    /// The openings of the matches of each variant, by its id. Without any, all games begin from the start.
    pub openings: BTreeMap<String, Vec<StartLine>>,
}

impl Budget {
    /// How searches of a variant are run.
    pub(crate) fn settings(&self, variant: &str) -> Result<Settings, LabError> {
        let mut settings = self.settings.clone();
        if let Some(folder) = &self.logs {
            std::fs::create_dir_all(folder).map_err(LabError::file(folder.as_path()))?;
            settings.log = Some(folder.join(format!("experiments-{variant}.jsonl")));
        }
        Ok(settings)
    }
}

/// The result of an experiment as a section of Markdown, and its charts: file name and SVG.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The text.
    pub text: String,
    /// The charts.
    pub charts: Vec<(String, String)>,
}

/// Runs an experiment in these variants. `go_on` is told the progress of each part.
///
/// # Errors
/// When a search or a match fails.
pub fn experiment(
    which: Experiment,
    variants: &[String],
    budget: &Budget,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<Section, LabError> {
    let mut section = Section::default();
    let _ = writeln!(section.text, "## {}\n\n{}\n", which.title(), which.about());
    if which == Experiment::Levels {
        check_players(variants, &budget.players)?;
    }
    for variant in variants {
        if budget.control.is_stopped() {
            break;
        }
        let name = games::find_variant(variant)?.name;
        match which {
            Experiment::MinimaxAlphabeta => {
                compare(
                    which,
                    &["minimax", "alpha-beta"],
                    variant,
                    name,
                    budget,
                    go_on,
                    &mut section,
                )?;
            }
            Experiment::History => {
                let rungs = ["alpha-beta", "history-only", "captures", "history"];
                compare(which, &rungs, variant, name, budget, go_on, &mut section)?;
            }
            Experiment::DepthTime => {
                let rows = machines::by_depth(variant, name, budget, go_on, &mut section.text)?;
                add_chart(which, variant, name, &rows, &mut section)?;
            }
            Experiment::Cost => machines::cost(variant, name, budget, go_on, &mut section.text)?,
            Experiment::Levels => levels(variant, name, budget, go_on, &mut section.text)?,
        }
    }
    Ok(section)
}

/// So many positions of our own of a variant, spread over its phases.
///
/// # Errors
/// When there is no such variant.
pub fn positions(variant: &str, count: usize) -> Result<Vec<String>, LabError> {
    let all = games::positions(variant)?;
    let count = count.clamp(1, all.len().max(1));
    Ok((0..count).filter_map(|i| all.get(i * all.len() / count).cloned()).collect())
}

fn compare(
    which: Experiment,
    rungs: &[&str],
    variant: &str,
    name: &str,
    budget: &Budget,
    go_on: &mut dyn FnMut(Progress) -> bool,
    section: &mut Section,
) -> Result<(), LabError> {
    let rungs: Result<Vec<&'static Rung>, LabError> =
        rungs.iter().map(|id| Ok(ladder::find(id)?)).collect();
    let plan = LabPlan {
        variant: variant.to_owned(),
        rules: None,
        positions: positions(variant, budget.positions)?,
        rungs: rungs?,
        depths: (1..=budget.depth).collect(),
    };
    let rows = run(&plan, &budget.settings(variant)?, go_on)?;
    let _ = writeln!(section.text, "### {name}\n\n{}", report::markdown(&rows));
    if which == Experiment::MinimaxAlphabeta {
        section.text += &report::expected(&rows);
    }
    let _ = writeln!(section.text, "{}\n", report::agreement(&rows));
    add_chart(which, variant, name, &rows, section)
}

fn add_chart(
    which: Experiment,
    variant: &str,
    name: &str,
    rows: &[Measurement],
    section: &mut Section,
) -> Result<(), LabError> {
    let wanted = if which == Experiment::DepthTime { "nodes" } else { "leaves" };
    for (kind, svg) in report::charts(rows, name)? {
        if kind == wanted {
            let file = format!("{}-{variant}.svg", which.id());
            let _ = writeln!(section.text, "![{name}: {kind} by depth](lab/{file})\n");
            section.charts.push((file, svg));
        }
    }
    Ok(())
}
