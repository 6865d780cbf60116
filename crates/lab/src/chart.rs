//! Charts as SVG.

use crate::LabError;
use plotters::prelude::*;
use std::fmt::Display;

/// The size of a chart in pixels.
const SIZE: (u32, u32) = (760, 440);

/// A line of a chart.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// Its name in the legend.
    pub(crate) name: String,
    /// Its points; a value that is not positive is left out.
    pub(crate) points: Vec<(u32, f64)>,
}

/// Words and lines of a chart.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// What it shows.
    pub(crate) title: String,
    /// The name of the vertical axis; its scale is logarithmic.
    pub(crate) values: &'static str,
    /// Its lines.
    pub(crate) series: Vec<Series>,
}

/// Colours that people with colour blindness tell apart (Okabe and Ito), then repeated.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(120, 120, 0),
    RGBColor(0, 0, 0),
];

impl Chart {
    /// The chart as an SVG document; `None` if it has no points.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub(crate) fn svg(&self) -> Result<Option<String>, LabError> {
        let points = || self.series.iter().flat_map(|s| &s.points).filter(|(_, v)| *v > 0.0);
        let Some(&(first, _)) = points().next() else { return Ok(None) };
        let depths = points().fold((first, first), |(a, b), (d, _)| (a.min(*d), b.max(*d)));
        let values = points().fold((f64::MAX, 0.0_f64), |(a, b), (_, v)| (a.min(*v), b.max(*v)));
        let mut text = String::new();
        self.draw(&mut text, depths, values)
            .map_err(|error| LabError::Report(error.to_string()))?;
        Ok(Some(text))
    }

    fn draw(
        &self,
        text: &mut String,
        depths: (u32, u32),
        values: (f64, f64),
    ) -> Result<(), Box<dyn std::error::Error>> {
        let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .caption(&self.title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(72)
            .build_cartesian_2d(
                f64::from(depths.0) - 0.2..f64::from(depths.1) + 0.2,
                (values.0 / 1.5..values.1 * 1.5).log_scale(),
            )?;
        chart
            .configure_mesh()
            .x_desc("depth in plies")
            .y_desc(self.values)
            .x_labels((depths.1 - depths.0 + 1).min(20) as usize)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| short(*y))
            .light_line_style(WHITE)
            .draw()?;
        for (series, &colour) in self.series.iter().zip(COLOURS.iter().cycle()) {
            let points: Vec<(f64, f64)> = series
                .points
                .iter()
                .filter(|(_, value)| *value > 0.0)
                .map(|&(depth, value)| (f64::from(depth), value))
                .collect();
            chart
                .draw_series(LineSeries::new(points.clone(), colour.stroke_width(2)))?
                .label(&series.name)
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2))
                });
            chart.draw_series(points.into_iter().map(|at| Circle::new(at, 3, colour.filled())))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.3))
            .draw()?;
        root.present()?;
        Ok(())
    }
}

/// A value in few characters: `1.2 M`.
fn short(value: f64) -> String {
    let (scaled, unit): (f64, &dyn Display) = match value {
        v if v >= 1e9 => (v / 1e9, &" G"),
        v if v >= 1e6 => (v / 1e6, &" M"),
        v if v >= 1e3 => (v / 1e3, &" k"),
        v => (v, &""),
    };
    if scaled >= 10.0 || scaled.fract().abs() < 1e-9 {
        format!("{scaled:.0}{unit}")
    } else if scaled >= 0.1 {
        format!("{scaled:.1}{unit}")
    } else {
        format!("{scaled:.1e}{unit}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_names_its_lines() {
        let points = vec![(1, 40.0), (2, 1600.0)];
        let series = vec![Series { name: "minimax".to_owned(), points }];
        let chart = Chart { title: "Leaves".to_owned(), values: "leaves", series };
        let svg = chart.svg().unwrap().unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("minimax") && svg.contains("Leaves"));
        let empty = Chart { series: Vec::new(), ..chart };
        assert_eq!(empty.svg().unwrap(), None);
    }

    #[test]
    fn values_are_short() {
        assert_eq!(
            [0.002, 0.5, 3.0, 1500.0, 2e6].map(short),
            ["2.0e-3", "0.5", "3", "1.5 k", "2 M"]
        );
    }
}
