//! The card of a linear evaluation: what it is, what it was trained on, how good it is. In Markdown.

use super::run::Done;
use std::fmt::Write as _;

/// The text of the card.
pub(crate) fn card(done: &Done) -> String {
    let mut text = String::new();
    // Writing to a text cannot fail.
    let _ = write(&mut text, done);
    text
}

fn write(to: &mut String, done: &Done) -> std::fmt::Result {
    let Done { job, losses, drift, .. } = done;
    writeln!(to, "# Patterns for {}\n", job.variant)?;
    writeln!(to, "| | |\n|---|---|")?;
    let [numbers, used] = done.numbers;
    writeln!(
        to,
        "| form | {}: {numbers} numbers for the opening and for the end, {used} of them not zero |",
        done.form
    )?;
    writeln!(
        to,
        "| file | {} bytes, CRC-32 {} (its last four bytes) |",
        done.bytes, done.checksum
    )?;
    writeln!(to, "| made by | `{}` with {} |", done.command, done.program)?;
    writeln!(
        to,
        "| epochs | {} of {}; the best is number {} |",
        done.epochs.len(),
        job.epochs,
        done.best
    )?;
    writeln!(to, "| positions | {} trained, {} held out |", done.trained, losses.positions)?;
    writeln!(to, "| scale | an output of 1 is {} hundredths |", done.scale)?;
    writeln!(
        to,
        "\n## Data\n\n| file | games | bytes | CRC-32 | seed | program |\n|---|---|---|---|---|---|"
    )?;
    for source in &done.sources {
        writeln!(
            to,
            "| `{}` | {} | {} | {} | {} | {} |",
            source.path, source.games, source.bytes, source.checksum, source.seed, source.program
        )?;
    }
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
    writeln!(
        to,
        "\n## Settings\n\n```json\n{}\n```",
        serde_json::to_string_pretty(job).unwrap_or_default()
    )
}
