//! The card of a network: what it is, what it was trained on, how good it is. In Markdown.

use crate::run::{AnyShape, Done};
use std::fmt::Write as _;

/// The text of the card.
pub(crate) fn card(done: &Done) -> String {
    let mut text = String::new();
    // Writing to a text cannot fail.
    let _ = write(&mut text, done);
    text
}

fn write(to: &mut String, done: &Done) -> std::fmt::Result {
    let Done { job, shape, losses, drift, .. } = done;
    writeln!(to, "# A network for {}\n", job.variant)?;
    writeln!(to, "| | |\n|---|---|")?;
    writeln!(to, "| shape | {} |", shape_in_words(shape))?;
    let place = if job.beside { "added to the hand-made evaluation" } else { "alone" };
    writeln!(to, "| use | {place} |")?;
    writeln!(
        to,
        "| file | {} bytes, CRC-32 {} (its last four bytes) |",
        done.bytes, done.checksum
    )?;
    writeln!(to, "| made by | `{}` with {} |", done.command, done.program)?;
    if let Some(from) = &done.from {
        writeln!(
            to,
            "| began with | `{}`, {} bytes, CRC-32 {} |",
            from.path, from.bytes, from.checksum
        )?;
    }
    writeln!(
        to,
        "| epochs | {} of {}; the best is number {} |",
        done.epochs.len(),
        job.epochs,
        done.best
    )?;
    writeln!(to, "| positions | {} trained, {} held out |", done.trained, losses.positions)?;
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
         positions the loss was {:.5} before.\n\n![loss by epoch](loss.svg)\n\n## Settings\n\n```json\n{}\n```",
        drift.mean,
        drift.most,
        drift.loss_before,
        serde_json::to_string_pretty(job).unwrap_or_default()
    )
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
