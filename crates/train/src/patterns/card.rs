//! The card of a linear evaluation: what it is, what it was trained on, how good it is. In Markdown.

use super::run::PatternTrainingResult;
use crate::card::{WeightFileFacts, course, made, settings, sources};
use std::fmt::Write as _;

/// The text of the card.
pub(crate) fn card(done: &PatternTrainingResult) -> String {
    let mut text = String::new();
    // Writing to a text cannot fail.
    let _ = write(&mut text, done);
    text
}

fn write(to: &mut String, done: &PatternTrainingResult) -> std::fmt::Result {
    let PatternTrainingResult { job, losses, drift, .. } = done;
    writeln!(to, "# Patterns for {}\n", job.variant)?;
    writeln!(to, "| | |\n|---|---|")?;
    let [numbers, used] = done.numbers;
    writeln!(
        to,
        "| form | {}: {numbers} numbers for the opening and for the end, {used} of them not zero |",
        done.form
    )?;
    let PatternTrainingResult { bytes, checksum, command, program, best, .. } = done;
    made(
        to,
        WeightFileFacts { bytes: *bytes, checksum, command, program, from: done.from.as_ref() },
    )?;
    course(to, done.epochs.len(), job.epochs, *best, done.trained, losses.positions)?;
    writeln!(to, "| scale | an output of 1 is {} hundredths |", done.scale)?;
    sources(to, &done.sources)?;
    writeln!(
        to,
        "\n## Loss on games held out\n\nThe divergence of the expected result from the target (cross-entropy less the \
         target's own); the target is {} result and {} score of the search.\n\n| evaluation | loss |\n|---|---|",
        job.result,
        ((1.0 - job.result) * 1000.0).round() / 1000.0
    )?;
    let (scaled, scale) = losses.today_scaled;
    writeln!(to, "| none (the mean) | {:.5} |", losses.constant)?;
    writeln!(to, "| in use | {:.5} |", losses.today)?;
    writeln!(to, "| in use, with the scale that suits it best ({scale:.0}) | {scaled:.5} |")?;
    if let Some(start) = losses.start {
        writeln!(to, "| the numbers that these began with | {start:.5} |")?;
    }
    writeln!(to, "| these numbers | {:.5} |", drift.loss_before)?;
    writeln!(to, "| these numbers, rounded to whole ones | {:.5} |", drift.loss)?;
    writeln!(to, "| the search's own scores | {:.5} |", losses.scores)?;
    writeln!(
        to,
        "\nWhole numbers change values by {:.2} hundredths on average, by {:.1} at most; {} numbers were cut.\n\n\
         ![loss by epoch](loss.svg)\n\n## Single numbers\n\n{} are a hundredth.\n\n| number | opening | end |\n|---|---|---|",
        drift.mean, drift.most, drift.cut, done.per_hundredth
    )?;
    for (name, [opening, end]) in &done.singles {
        writeln!(to, "| {name} | {opening} | {end} |")?;
    }
    writeln!(to, "\n{}", settings(job))
}
