//! Portable Draughts Notation: each game is read by its own game type.

use super::jumps::joined;
use super::{Draughts, GameType};
use crate::erased::AnyVariant;
use records::pgn::{Chunks, is_tag, lines_of, read_chunk};
use records::text::{TextLine, without_pdn_number};
use records::{Format, ReadError, ReadErrorKind, Record, pgn};
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
    let moves = lines.iter().filter(|line| !is_tag(line)).map(String::as_str);
    let moves = without_comments(moves);
    if tag || moves.iter().map(|line| begins_with_move(line)).find_map(|is| is).unwrap_or(false) {
        2
    } else {
        0
    }
}

/// Lines without what stands in braces and after semicolons.
fn without_comments<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut inside = false;
    let mut all = Vec::new();
    for line in lines {
        let mut kept = String::new();
        for c in line.chars() {
            match c {
                '}' if inside => inside = false,
                '{' => inside = true,
                ';' if !inside => break,
                _ if !inside => kept.push(c),
                _ => {}
            }
        }
        all.push(kept);
    }
    all
}

/// Whether a list begins with a position or a move of draughts.
pub(super) fn begins_list(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let mut lines = text.lines().map(|line| line.trim_start_matches('\u{feff}').trim());
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| {
        let is_move = begins_with_move(line).unwrap_or(false);
        ["W:", "B:"].iter().any(|side| line.starts_with(side)) || is_move
    })
}

/// Whether a line of movetext begins with a move of draughts; `None` if it has no words.
fn begins_with_move(line: &str) -> Option<bool> {
    let is_square = |name: &str| {
        let digits = matches!(name.len(), 1 | 2) && name.bytes().all(|b| b.is_ascii_digit());
        digits || matches!(*name.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
    };
    let words = line.split_whitespace().map(without_pdn_number);
    let first = words.into_iter().find(|word| !word.is_empty());
    first.map(|word| {
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
    /// What was read ahead to find out the variant.
    ahead: VecDeque<Result<Vec<TextLine>, ReadError>>,
    /// The variant of the games that do not name one.
    guessed: Option<GameType>,
}

/// How much is read to find out the variant of games that do not name one.
const MAX_AHEAD: usize = 1 << 24;

impl<R: Read> PdnReader<R> {
    pub(super) fn new(source: R, usual: Option<&'static str>) -> Self {
        let chunks = Chunks::new(source);
        Self { chunks, usual, ready: VecDeque::new(), ahead: VecDeque::new(), guessed: None }
    }

    /// The variant of the games that do not name one: all their moves in the file decide.
    fn guess(&mut self, lines: &[TextLine]) -> GameType {
        if let Some(guessed) = self.guessed {
            return guessed;
        }
        let size = |lines: &[TextLine]| lines.iter().map(|line| line.text.len() + 1).sum::<usize>();
        let mut bytes = size(lines);
        while bytes < MAX_AHEAD
            && let Some(next) = self.chunks.next()
        {
            bytes += next.as_ref().map_or(1, |lines| size(lines));
            self.ahead.push_back(next);
        }
        let others = self.ahead.iter().filter_map(|next| next.as_deref().ok());
        let others = others.filter(|lines| matches!(game_type(lines), Ok(None)));
        let guessed = vote(std::iter::once(lines).chain(others));
        self.guessed = Some(guessed);
        guessed
    }
}

impl<R: Read> Iterator for PdnReader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(record) = self.ready.pop_front() {
                return Some(record);
            }
            let lines = match self.ahead.pop_front().or_else(|| self.chunks.next())? {
                Err(error) => return Some(Err(error)),
                Ok(lines) => lines,
            };
            let own = match game_type(&lines) {
                Err(error) => return Some(Err(error)),
                Ok(Some(own)) => {
                    self.ready.extend(renumbered(&lines, own));
                    continue;
                }
                Ok(None) => self.usual.and_then(GameType::of_variant),
            };
            let own = own.unwrap_or_else(|| self.guess(&lines));
            self.ready.extend(games(&lines, own));
        }
    }
}

/// The games on these lines, read as this type says. If they are not legal, but are with jumps joined, they are
/// meant so.
fn games(lines: &[TextLine], own: GameType) -> Vec<Result<Record, ReadError>> {
    let Some(variant) = AnyVariant::of_id(own.variant()) else { return Vec::new() };
    let read = |lines: &[TextLine]| read_games(variant, lines, own);
    let told = read(lines);
    if told.iter().all(Result::is_ok) {
        return told;
    }
    let again = joined(lines).map(|whole| read(&whole));
    again.filter(|games| games.iter().all(Result::is_ok)).unwrap_or(told)
}

/// The games on these lines. If they are not legal with the numbers that their type names, but
/// with others, the others are meant: many programs write a wrong type.
fn renumbered(lines: &[TextLine], own: GameType) -> Vec<Result<Record, ReadError>> {
    let told = games(lines, own);
    if told.iter().all(Result::is_ok) {
        return told;
    }
    let mut others = own.renumbered().map(|other| games(lines, other));
    others.find(|other| other.iter().all(Result::is_ok)).unwrap_or(told)
}

/// The variant in which most of these games are legal. Of several the likeliest: the one that the first
/// game looks like, then the usual ones.
fn vote<'l>(all: impl Iterator<Item = &'l [TextLine]>) -> GameType {
    /// A variant that fails in so many games more than the best is given up.
    const BEHIND: usize = 3;
    let mut votes: Vec<Vote> = Vec::new();
    for lines in all {
        if votes.is_empty() {
            let likely = guess(lines);
            let others = GameType::variants().filter(|id| *id != likely);
            let types = std::iter::once(likely).chain(others).filter_map(GameType::of_variant);
            votes = types.map(|own| Vote { own, failed: 0, plies: 0 }).collect();
        }
        for vote in &mut votes {
            for error in games(lines, vote.own).into_iter().filter_map(Result::err) {
                match error.kind {
                    ReadErrorKind::Move { ply, .. } => {
                        vote.failed += 1;
                        vote.plies += u64::from(ply);
                    }
                    ReadErrorKind::Position(_) => vote.failed += 1,
                    // Other faults say nothing about the variant.
                    _ => {}
                }
            }
        }
        let best = votes.iter().map(|vote| vote.failed).min().unwrap_or(0);
        votes.retain(|vote| vote.failed < best + BEHIND);
        if votes.len() == 1 {
            break;
        }
    }
    let best = votes.iter().min_by_key(|vote| (vote.failed, std::cmp::Reverse(vote.plies)));
    let own = best.map(|vote| vote.own).or_else(|| GameType::of_variant(crate::ID));
    own.expect("draughts itself has a game type")
}

/// How well games fit a variant.
struct Vote {
    own: GameType,
    /// The games that are not legal.
    failed: usize,
    /// The moves up to the first illegal one, in all of them.
    plies: u64,
}

fn read_games(
    variant: AnyVariant,
    lines: &[TextLine],
    own: GameType,
) -> Vec<Result<Record, ReadError>> {
    let games = read_chunk(lines, &Draughts::as_in(variant, &own));
    let plain = Draughts::engine(variant);
    let record = |game| Record::of(variant.rules().id, game, &plain);
    games.into_iter().map(|game| game.map(record)).collect()
}

/// The game type of the games on these lines by their tags.
fn game_type(lines: &[TextLine]) -> Result<Option<GameType>, ReadError> {
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
        (Some(told), Some(named)) => Some(told.of_same_board(named).unwrap_or(told)),
        (own, None) | (None, own) => own,
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

/// The variant that a game without a game type looks like, by its position or its first move: such
/// files are nearly always international or English draughts.
fn guess(lines: &[TextLine]) -> &'static str {
    let tags = lines.iter().map(|line| line.text.as_str()).filter(|line| is_tag(line));
    let fen = tags.into_iter().find_map(|line| tag_value(line, "FEN"));
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
    let moves = lines.iter().map(|line| line.text.as_str()).filter(|line| !is_tag(line));
    let moves = without_comments(moves);
    let words = moves.iter().flat_map(|line| line.split_whitespace()).take(100);
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
