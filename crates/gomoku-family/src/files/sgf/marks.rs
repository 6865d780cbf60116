//! Marks and labels on the board, and clocks: in a game they are commands in comments, as portable notation has them
//! (`[%csl Gh8]`, `[%cal Gh8i9]`, `[%lb h8=A]`, `[%clk 0:04:50]`).

use super::point_text;
use super::read::{clock, point, rectangle};
use gomoku::Square;
use records::sgf::{Property, escaped};

/// Properties that mark points, and the colours with the same meaning.
const COLOURS: [(&str, char); 4] = [("TR", 'G'), ("MA", 'R'), ("SQ", 'B'), ("CR", 'Y')];

/// The marks of a node, in the order in which they are written.
#[derive(Debug, Default)]
pub(super) struct Marks {
    points: Vec<String>,
    arrows: Vec<String>,
    labels: Vec<String>,
}

impl Marks {
    /// Adds the marks of a property; whether all its values can be kept.
    pub(super) fn add(&mut self, property: &Property, size: u8) -> bool {
        let name = property.name.as_str();
        let read = |value: &String| -> Option<Vec<String>> {
            match name {
                "LB" => Some(vec![label(value, size)?]),
                "AR" => {
                    let (from, to) = value.split_once(':')?;
                    Some(vec![format!("G{}{}", point(from, size)?, point(to, size)?)])
                }
                _ => {
                    let (_, colour) = COLOURS.iter().find(|(own, _)| *own == name)?;
                    let points = rectangle(value, size).ok()?;
                    Some(points.iter().map(|square| format!("{colour}{square}")).collect())
                }
            }
        };
        let Some(all) = property.values.iter().map(read).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let place = match name {
            "LB" => &mut self.labels,
            "AR" => &mut self.arrows,
            _ => &mut self.points,
        };
        place.extend(all.into_iter().flatten());
        true
    }

    /// The commands that say them; empty without marks.
    pub(super) fn text(&self) -> String {
        let all = [("csl", &self.points), ("cal", &self.arrows), ("lb", &self.labels)];
        let said = all.into_iter().filter(|(_, marks)| !marks.is_empty());
        said.map(|(name, marks)| format!("[%{name} {}]", marks.join(","))).collect()
    }
}

/// `hh:A` as `h8=A`.
fn label(value: &str, size: u8) -> Option<String> {
    let (at, text) = value.split_once(':')?;
    let text = text.trim();
    let fits = !text.is_empty() && !text.contains([',', '[', ']', '=']) && !text.contains('\n');
    fits.then(|| Some(format!("{}={text}", point(at, size)?)))?
}

/// The properties that the commands at the beginning of a comment mean, those of clocks apart, and the text behind
/// them.
pub(super) fn properties(comment: &str, size: u8) -> (String, Option<String>, &str) {
    let (mut marks, mut seconds, mut rest) = (String::new(), None, comment);
    while let Some((command, after)) = rest.strip_prefix("[%").and_then(|c| c.split_once(']')) {
        let (name, value) = command.split_once(' ').unwrap_or((command, ""));
        if name == "clk" && seconds.is_none() {
            let Some(left) = seconds_of(value) else { break };
            seconds = Some(left);
        } else if let Some(written) = written(name, value, size) {
            marks.push_str(&written);
        } else {
            break;
        }
        rest = after;
    }
    if marks.is_empty() && seconds.is_none() {
        return (marks, seconds, comment);
    }
    (marks, seconds, rest.trim_start())
}

/// The properties that mean a command, if all of it can be written.
fn written(name: &str, value: &str, size: u8) -> Option<String> {
    let on_board = |text: &str| {
        let square = Square::read(text).ok()?;
        (square.column() < size && square.row() < size).then(|| point_text(square, size))
    };
    let mut all: Vec<(&str, String)> = Vec::new();
    for part in value.split(',') {
        all.push(match name {
            "csl" => {
                let (colour, at) = (part.chars().next()?, part.get(1..)?);
                let (own, _) = COLOURS.iter().find(|(_, other)| *other == colour)?;
                (own, on_board(at)?)
            }
            "cal" => {
                let points = part.strip_prefix('G')?;
                let middle = points.char_indices().skip(1).find(|(_, c)| c.is_alphabetic())?.0;
                let (from, to) = points.split_at_checked(middle)?;
                ("AR", format!("{}:{}", on_board(from)?, on_board(to)?))
            }
            "lb" => {
                let (at, text) = part.split_once('=')?;
                ("LB", format!("{}:{}", on_board(at)?, escaped(text)))
            }
            _ => return None,
        });
    }
    // A property may stand in a node only once: its values are together.
    let mut out = String::new();
    while let Some((name, _)) = all.first().cloned() {
        out.push_str(name);
        all.iter()
            .filter(|(own, _)| *own == name)
            .for_each(|(_, v)| out.push_str(&format!("[{v}]")));
        all.retain(|(own, _)| *own != name);
    }
    Some(out)
}

/// The seconds of a clock that come back as it is written.
fn seconds_of(text: &str) -> Option<String> {
    let mut parts = text.split(':');
    let (hours, minutes) = (parts.next()?.parse::<u32>().ok()?, parts.next()?.parse::<u32>().ok()?);
    let (rest, tenths) = parts.next().map(|rest| rest.split_once('.').unwrap_or((rest, "")))?;
    let whole = hours.checked_mul(3600)?.checked_add(minutes.checked_mul(60)?)?;
    let whole = whole.checked_add(rest.parse().ok()?)?;
    let seconds = if tenths.is_empty() { whole.to_string() } else { format!("{whole}.{tenths}") };
    (clock(&seconds).as_deref() == Some(text)).then_some(seconds)
}
