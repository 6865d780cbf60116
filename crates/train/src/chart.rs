//! The curve of the losses as SVG.

use crate::loss::Losses;
use crate::run::Epoch;
use plotters::prelude::*;
use std::error::Error;

const SIZE: (u32, u32) = (760, 440);
/// Colours that people with colour blindness tell apart (Okabe and Ito).
const TRAINED: RGBColor = RGBColor(0, 114, 178);
const HELD_OUT: RGBColor = RGBColor(213, 94, 0);
const TODAY: RGBColor = RGBColor(0, 158, 115);

/// The losses by epoch, and that of the evaluation in use as a level line.
pub(crate) fn svg(
    [title, measure]: [&str; 2],
    epochs: &[Epoch],
    before: &Losses,
) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    let lines = [
        ("trained on", TRAINED, epochs.iter().map(|e| (e.number, e.trained)).collect::<Vec<_>>()),
        ("held out", HELD_OUT, epochs.iter().map(|e| (e.number, e.held_out)).collect()),
        (
            "evaluation in use, held out",
            TODAY,
            epochs.iter().map(|e| (e.number, before.today_scaled.0)).collect(),
        ),
    ];
    let all = || lines.iter().flat_map(|(_, _, points)| points).map(|&(_, loss)| loss);
    let (least, most) = (all().fold(f64::MAX, f64::min), all().fold(0.0, f64::max));
    let last = epochs.last().map_or(1, |epoch| epoch.number);
    {
        let root = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .caption(title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(72)
            .build_cartesian_2d(0.5..f64::from(last) + 0.5, least * 0.98..most * 1.02)?;
        chart
            .configure_mesh()
            .x_desc("epoch")
            .y_desc(measure)
            .x_labels(last.min(20) as usize)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.4}"))
            .light_line_style(WHITE)
            .draw()?;
        for (name, colour, points) in &lines {
            let points: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (f64::from(x), y)).collect();
            let colour = *colour;
            chart
                .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
                .label(*name)
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2))
                });
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.3))
            .draw()?;
        root.present()?;
    }
    Ok(text)
}
