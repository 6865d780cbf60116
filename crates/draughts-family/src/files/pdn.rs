//! Portable Draughts Notation: each game is read by its own game type.

use super::{Draughts, GameType};
use draughts::{Task, Variant, with_variant};
use records::pgn::{Chunks, is_tag, lines_of, read_chunk};
use records::text::{TextLine, without_pdn_number};
use records::{Convention, Format, ReadError, ReadErrorKind, Record, pgn};
use std::collections::VecDeque;
use std::io::Read;

/// Portable Draughts Notation.
pub const PDN: Format = Format { shows, borrows: &["pgn"], ..Format::plain("pdn", "PDN") };

/// A file with tags is one of draughts if a tag or the first move shows it.
fn shows(head: &[u8]) -> u8 {
    if !pgn::has_tags(head) {
        return 0;
    }
    let lines = lines_of(head);
    let tag = lines.iter().filter(|line| is_tag(line)).any(|line| {
        line.contains("[GameType \"") || line.contains("\"W:") || line.contains("\"B:")
    });
    let first = lines.iter().find(|line| !is_tag(line) && !line.trim_start().starts_with('{'));
    if tag || first.is_some_and(|line| begins_with_move(line)) { 2 } else { 0 }
}

/// Whether a list begins with a position or a move of draughts.
pub(super) fn begins_list(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let mut lines = text.lines().map(|line| line.trim_start_matches('\u{feff}').trim());
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| {
        ["W:", "B:"].iter().any(|side| line.starts_with(side)) || begins_with_move(line)
    })
}

/// Whether a line of movetext begins with a move of draughts.
fn begins_with_move(line: &str) -> bool {
    let is_square = |name: &str| {
        let digits = matches!(name.len(), 1 | 2) && name.bytes().all(|b| b.is_ascii_digit());
        digits || matches!(*name.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
    };
    let words = line.split_whitespace().map(without_pdn_number);
    let first = words.into_iter().find(|word| !word.is_empty());
    first.is_some_and(|word| {
        let word = word.trim_end_matches(['!', '?']);
        word.split_once(['-', 'x', ':'])
            .is_some_and(|(from, to)| is_square(from) && to.split(['x', ':']).all(is_square))
    })
}

/// Reads PDN, each game by its own game type.
pub(super) struct PdnReader<R> {
    chunks: Chunks<R>,
    usual: Option<&'static str>,
    ready: VecDeque<Result<Record, ReadError>>,
}

impl<R: Read> PdnReader<R> {
    pub(super) fn new(source: R, usual: Option<&'static str>) -> Self {
        let chunks = Chunks::new(source, Convention::Pdn);
        Self { chunks, usual, ready: VecDeque::new() }
    }
}

impl<R: Read> Iterator for PdnReader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(record) = self.ready.pop_front() {
                return Some(record);
            }
            let lines = match self.chunks.next()? {
                Err(error) => return Some(Err(error)),
                Ok(lines) => lines,
            };
            let games = game_type(&lines, self.usual).map(|own| {
                with_variant(own.variant(), ReadPdn { lines: &lines, own }).unwrap_or_default()
            });
            match games {
                Ok(games) => self.ready.extend(games),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

struct ReadPdn<'a> {
    lines: &'a [TextLine],
    own: GameType,
}

impl Task for ReadPdn<'_> {
    type Output = Vec<Result<Record, ReadError>>;

    fn run<V: Variant>(self) -> Self::Output {
        let games = read_chunk(self.lines, &Draughts::<V>::as_in(&self.own));
        let plain = Draughts::<V>::engine();
        let record = |game| Record::of(V::RULES.id, game, &plain);
        games.into_iter().map(|game| game.map(record)).collect()
    }
}

/// The game type of the games on these lines: by the tags, else the default, else by the first
/// move.
fn game_type(lines: &[TextLine], usual: Option<&'static str>) -> Result<GameType, ReadError> {
    let mut told = None;
    let mut named = None;
    let is_moves = |line: &TextLine| {
        let text = line.text.trim_start();
        !text.is_empty() && !text.starts_with(['[', '%'])
    };
    for line in lines.iter().take_while(|line| !is_moves(line)) {
        let error = |why: String| ReadError {
            line: line.number,
            column: 1,
            kind: ReadErrorKind::Unknown(why),
        };
        if let Some(value) = tag_value(&line.text, "GameType") {
            let own = value.parse::<GameType>();
            told = told.or(Some(own.map_err(|unknown| error(unknown.to_string()))?));
        }
        if let Some(value) = tag_value(&line.text, "Variant") {
            named = named.or(GameType::of_name(value));
        }
    }
    Ok(match (told, named) {
        (Some(told), Some(named)) => told.of_same_board(named).unwrap_or(told),
        (Some(own), None) | (None, Some(own)) => own,
        (None, None) => usual
            .and_then(GameType::of_variant)
            .or_else(|| GameType::of_variant(guess(lines)))
            .expect("draughts itself has a game type"),
    })
}

/// The value of the tag with this name in a line of tags.
fn tag_value<'t>(line: &'t str, name: &str) -> Option<&'t str> {
    line.split('[').find_map(|tag| {
        let (found, rest) = tag.trim_start().split_at_checked(name.len())?;
        let rest = rest.trim_start().strip_prefix('"')?;
        found.eq_ignore_ascii_case(name).then_some(rest)?.split('"').next()
    })
}

/// The variant of a game without a game type, by its position or its first move: such files are
/// nearly always international or English draughts.
fn guess(lines: &[TextLine]) -> &'static str {
    let fen = lines.iter().find_map(|line| tag_value(&line.text, "FEN"));
    if let Some(fen) = fen {
        let numbers =
            fen.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse::<u32>().ok());
        return match numbers.max() {
            Some(n) if n > 50 => "draughts-canadian",
            Some(n) if n > 32 => "draughts",
            None => "draughts-russian",
            Some(_) => "draughts-english",
        };
    }
    let words = lines.iter().filter(|line| !line.text.trim_start().starts_with('['));
    let words = words.flat_map(|line| line.text.split_whitespace()).take(100);
    let bare = words.map(without_pdn_number);
    let from = bare.filter_map(|word| Some(word.split_once(['-', 'x', ':'])?.0));
    for from in from {
        match from.parse::<u32>() {
            Ok(9..=12) => return "draughts-english",
            Ok(21..=24) => return "draughts-russian",
            Ok(31..=35) => return "draughts",
            Ok(43..=48) => return "draughts-canadian",
            Ok(_) => {}
            Err(_) if is_letter_square(from) => return "draughts-russian",
            Err(_) => {}
        }
    }
    "draughts"
}

fn is_letter_square(name: &str) -> bool {
    matches!(*name.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}
