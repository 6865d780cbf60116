//! The described machines: what their searches cost, by depth and at their own.

use crate::experiments::{Budget, positions};
use crate::log::{self, Log};
use crate::{LabError, LabPlan, Measurement, Progress, ladder, report, run};
use engine::{Control, Limits, Preset};
use std::fmt::Write as _;
use std::time::Duration;

/// The described machines and the search that plays, by depth, as a table. Returns the rows.
pub(crate) fn by_depth(
    variant: &str,
    name: &str,
    budget: &Budget,
    go_on: &mut dyn FnMut(Progress) -> bool,
    text: &mut String,
) -> Result<Vec<Measurement>, LabError> {
    let positions = positions(variant, budget.positions)?;
    let presets = games::presets(variant)?;
    let mut machines = Machines::new(variant, &positions, budget)?;
    let mut rows = Vec::new();
    let deepest = |preset: &Preset| preset.depth.max(budget.depth);
    let all = presets.iter().map(|preset| deepest(preset) as usize).sum();
    let mut done = 0;
    for preset in presets {
        for depth in 1..=deepest(preset) {
            let deeper = machines.measure(preset, depth)?;
            let slow = deeper.iter().any(|row| !row.complete);
            rows.extend(deeper);
            done += 1;
            if slow || !go_on(Progress { done, all }) {
                break;
            }
        }
    }
    let plan = LabPlan {
        variant: variant.to_owned(),
        rules: None,
        positions,
        rungs: vec![ladder::find("full")?],
        // The full search reaches more depth in the same time.
        depths: (1..=2 * budget.depth).collect(),
    };
    rows.extend(run(&plan, &budget.settings(variant)?, go_on)?);
    let _ = writeln!(text, "### {name}\n");
    for preset in presets {
        let _ = writeln!(text, "- **{}**: {}", preset.id, preset.text);
    }
    if !presets.is_empty() {
        text.push('\n');
    }
    *text += "| machine | depth | positions | nodes a move | most | × nodes | × time |\n\
              |---|---|---|---|---|---|---|\n";
    let mut before: Option<(&str, MeanCost)> = None;
    for (machine, depth) in keys(&rows) {
        let cost = MeanCost::of(&rows, machine, depth);
        let growth = before.filter(|(other, less)| *other == machine && less.count == cost.count);
        let times = |now: f64, then: f64, least: f64| {
            if then > least { format!("{:.1}", now / then) } else { "–".to_owned() }
        };
        let (nodes, time) = growth.map_or_else(
            || ("–".to_owned(), "–".to_owned()),
            |(_, less)| {
                (
                    times(cost.nodes, less.nodes, 0.0),
                    times(cost.seconds, less.seconds, report::LEAST),
                )
            },
        );
        let _ = writeln!(
            text,
            "| {machine} | {depth} | {} | {:.0} | {} | {nodes} | {time} |",
            cost.count, cost.nodes, cost.most,
        );
        before = Some((machine, cost));
    }
    text.push('\n');
    Ok(rows)
}

/// What a move of each described machine costs at its own depth, as a table.
pub(crate) fn cost(
    variant: &str,
    name: &str,
    budget: &Budget,
    go_on: &mut dyn FnMut(Progress) -> bool,
    text: &mut String,
) -> Result<(), LabError> {
    let presets = games::presets(variant)?;
    if presets.is_empty() {
        return Ok(());
    }
    let positions = positions(variant, budget.positions)?;
    let mut machines = Machines::new(variant, &positions, budget)?;
    let _ = writeln!(
        text,
        "### {name}\n\n\
         | machine | depth | positions | nodes a move | most | seconds a move | longest | moves in 40 s |\n\
         |---|---|---|---|---|---|---|---|"
    );
    for (preset, done) in presets.iter().zip(1..) {
        let rows = machines.measure(preset, preset.depth)?;
        let cost = MeanCost::of(&rows, preset.id, preset.depth);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {:.0} | {} | {:.4} | {:.4} | {:.0} |",
            preset.id,
            preset.depth,
            cost.count,
            cost.nodes,
            cost.most,
            cost.seconds,
            cost.longest,
            40.0 / cost.seconds.max(1e-6),
        );
        if !go_on(Progress { done, all: presets.len() }) {
            return Ok(());
        }
    }
    text.push('\n');
    Ok(())
}

/// Machines and depths of the finished searches, in their order.
fn keys(rows: &[Measurement]) -> Vec<(&str, u32)> {
    let mut keys: Vec<(&str, u32)> = Vec::new();
    for row in rows.iter().filter(|row| row.complete) {
        let key = (row.technique.as_str(), row.depth);
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

/// Means over the positions.
#[derive(Copy, Clone, Debug)]
struct MeanCost {
    count: usize,
    nodes: f64,
    most: u64,
    seconds: f64,
    longest: f64,
}

impl MeanCost {
    fn of(rows: &[Measurement], machine: &str, depth: u32) -> Self {
        let of = rows.iter().filter(|r| r.complete && r.technique == machine && r.depth == depth);
        let of: Vec<&Measurement> = of.collect();
        let count = of.len();
        let mean = |sum: f64| sum / count.max(1) as f64;
        Self {
            count,
            nodes: mean(of.iter().map(|row| row.nodes()).sum::<u64>() as f64),
            most: of.iter().map(|row| row.nodes()).max().unwrap_or(0),
            seconds: mean(of.iter().map(|row| row.seconds).sum()),
            longest: of.iter().map(|row| row.seconds).fold(0.0, f64::max),
        }
    }
}

/// Searches of described machines, kept in the log of the variant.
struct Machines<'a> {
    variant: &'a str,
    positions: &'a [String],
    longest: Duration,
    known: Vec<Measurement>,
    log: Option<Log>,
}

impl<'a> Machines<'a> {
    fn new(variant: &'a str, positions: &'a [String], budget: &Budget) -> Result<Self, LabError> {
        let settings = budget.settings(variant)?;
        let path = settings.log.as_deref();
        Ok(Self {
            variant,
            positions,
            longest: settings.longest,
            known: path.map(log::read).transpose()?.unwrap_or_default(),
            log: path.map(Log::open).transpose()?,
        })
    }

    /// The searches of a machine at a depth, one for each position.
    fn measure(&mut self, preset: &Preset, depth: u32) -> Result<Vec<Measurement>, LabError> {
        let mut engine = games::new_preset(self.variant, preset.id)?;
        engine.set_option("Depth", &depth.to_string())?;
        let limits = Limits { move_time: Some(self.longest), ..Limits::default() };
        let mut rows = Vec::new();
        for position in self.positions {
            let is_it = |row: &&Measurement| {
                row.technique == preset.id
                    && row.depth == depth
                    && row.position == *position
                    && row.variant == self.variant
            };
            if let Some(row) = self.known.iter().find(is_it) {
                rows.push(row.clone());
                continue;
            }
            let session = games::new_session(self.variant, None, Some(position))?;
            let found = engine.search(session.as_ref(), &limits, &Control::new(), &mut |_| {})?;
            let info = found.info.as_ref();
            let time = info.map_or(Duration::ZERO, |info| info.time);
            let row = Measurement {
                variant: self.variant.to_owned(),
                position: position.clone(),
                technique: preset.id.to_owned(),
                depth,
                complete: time < self.longest,
                best: found.best.unwrap_or_default(),
                leaves: info.map_or(0, |info| info.nodes),
                seconds: time.as_secs_f64(),
                ..Measurement::default()
            };
            if let Some(log) = &mut self.log {
                log.keep(&row)?;
            }
            rows.push(row);
        }
        Ok(rows)
    }
}
