//! The card of a network: what it is, what it was trained on, how good it is. In Markdown.

use crate::origin::Origin;
use crate::run::{AnyShape, TrainingResult};
use crate::source::Source;
use serde::Serialize;
use std::fmt::Write as _;

/// The text of the card.
pub(crate) fn card(done: &TrainingResult) -> String {
    let mut text = String::new();
    // Writing to a text cannot fail.
    let _ = write(&mut text, done);
    text
}

fn write(to: &mut String, done: &TrainingResult) -> std::fmt::Result {
    let TrainingResult { job, shape, losses, drift, .. } = done;
    writeln!(to, "# A network for {}\n", job.variant)?;
    writeln!(to, "| | |\n|---|---|")?;
    writeln!(to, "| shape | {} |", shape_in_words(shape))?;
    let place = if job.beside { "added to the hand-made evaluation" } else { "alone" };
    writeln!(to, "| use | {place} |")?;
    let TrainingResult { bytes, checksum, command, program, best, .. } = done;
    made(
        to,
        WeightFileFacts { bytes: *bytes, checksum, command, program, from: done.from.as_ref() },
    )?;
    course(to, done.epochs.len(), job.epochs, *best, done.trained, losses.positions)?;
    sources(to, &done.sources)?;
    writeln!(
        to,
        "\n## Loss on games held out\n\nThe mean squared error of the expected result; the target is {} result and {} \
         score of the search.\n\n| evaluation | loss |\n|---|---|",
        job.result[1],
        1.0 - job.result[1]
    )?;
    let (scaled, scale) = losses.today_scaled;
    writeln!(to, "| none (the mean) | {:.5} |", losses.constant)?;
    writeln!(to, "| in use, one is {} hundredths | {:.5} |", job.scale, losses.today)?;
    writeln!(to, "| in use, with the scale that suits it best ({scale:.0}) | {scaled:.5} |")?;
    if let Some((loss, scale)) = losses.hand_made {
        writeln!(
            to,
            "| the hand-made one alone, with the scale that suits it best ({scale:.0}) | {loss:.5} |"
        )?;
    }
    if let Some(start) = losses.start {
        writeln!(to, "| the network that this one began with | {start:.5} |")?;
    }
    writeln!(to, "| this network | {:.5} |", done.loss)?;
    writeln!(
        to,
        "| this network in integers, {} positions | {:.5} |",
        drift.positions, drift.loss
    )?;
    writeln!(to, "| the search's own scores | {:.5} |", losses.scores)?;
    writeln!(
        to,
        "\nIntegers differ from the trained numbers by {:.2} hundredths on average, by {:.0} at most; on the same \
         positions the loss was {:.5} before.\n\n![loss by epoch](loss.svg)\n\n{}",
        drift.mean,
        drift.most,
        drift.loss_before,
        settings(job)
    )
}

/// A weight file and what it was made by.
#[derive(Copy, Clone, Debug)]
pub(crate) struct WeightFileFacts<'a> {
    pub(crate) bytes: usize,
    pub(crate) checksum: &'a str,
    pub(crate) command: &'a str,
    pub(crate) program: &'a str,
    pub(crate) from: Option<&'a Origin>,
}

/// The rows of the first table on the file.
pub(crate) fn made(to: &mut String, of: WeightFileFacts<'_>) -> std::fmt::Result {
    let WeightFileFacts { bytes, checksum, command, program, from } = of;
    writeln!(to, "| file | {bytes} bytes, CRC-32 {checksum} (its last four bytes) |")?;
    writeln!(to, "| made by | `{command}` with {program} |")?;
    let Some(Origin { path, bytes, checksum }) = from else { return Ok(()) };
    writeln!(to, "| began with | `{path}`, {bytes} bytes, CRC-32 {checksum} |")
}

/// The rows of the first table on the course of the training: epochs done, of all, and the best one; positions trained and
/// held out.
pub(crate) fn course(
    to: &mut String,
    done: usize,
    of: u32,
    best: u32,
    trained: usize,
    held: usize,
) -> std::fmt::Result {
    writeln!(to, "| epochs | {done} of {of}; the best is number {best} |")?;
    writeln!(to, "| positions | {trained} trained, {held} held out |")
}

/// The table of the files of games.
pub(crate) fn sources(to: &mut String, sources: &[Source]) -> std::fmt::Result {
    writeln!(
        to,
        "\n## Data\n\n| file | games | bytes | CRC-32 | seed | program |\n|---|---|---|---|---|---|"
    )?;
    for Source { path, bytes, checksum, program, seed, games } in sources {
        writeln!(to, "| `{path}` | {games} | {bytes} | {checksum} | {seed} | {program} |")?;
    }
    Ok(())
}

/// The settings of the job.
pub(crate) fn settings(job: &impl Serialize) -> String {
    let job = serde_json::to_string_pretty(job).unwrap_or_default();
    format!("## Settings\n\n```json\n{job}\n```")
}

fn shape_in_words(shape: &AnyShape) -> String {
    match shape {
        AnyShape::Pieces(shape) => {
            let layers = shape.layers.map(|[second, third]| format!("{second} → {third} → "));
            format!(
                "{} features ({}) → {} for each perspective → {}1; behind the first layer each of {} buckets has its own",
                shape.inputs,
                shape.features,
                shape.hidden,
                layers.unwrap_or_default(),
                shape.buckets
            )
        }
        AnyShape::Cells(shape) => {
            let [second, third] = shape.layers;
            format!(
                "{} rows ({}), {} a cell → {} for each perspective, added up in {} regions → {second} → {third} → 1; \
                 behind the regions each of {} buckets has its own",
                shape.inputs, shape.features, shape.rows, shape.width, shape.regions, shape.buckets
            )
        }
    }
}
