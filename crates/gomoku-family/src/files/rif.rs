//! The database of RenjuNet, `.rif`: markup with tables of players, tournaments, rules and openings, and games
//! that refer to them. It is only read.
//!
//! ```text
//! <database>
//!  <players><player id="1" name="Kazuto" surname="Hasegawa" .../></players>
//!  <tournaments><tournament id="3" name="..." .../></tournaments>
//!  <rules><rule id="2" name="Yamaguchi"/></rules>
//!  <games>
//!   <game id="7" tournament="3" round="2" rule="2" black="1" white="4" bresult="1" ...>
//!    <move>h8 i9 j10 ...</move><info>...</info>
//!   </game>
//!  </games>
//! </database>
//! ```

use crate::files::dialect::{Gomoku, playable};
use game::{NullObserver, Outcome, Position as _};
use gomoku::{Position, ReadSquareError, Rules};
use records::text::{decode, squeeze};
use records::{Dialect as _, Format, Game, Node, ReadError, ReadErrorKind};
use roxmltree::{Document, Node as Element};
use std::collections::HashMap;
use std::io::Read;

/// The database of RenjuNet.
pub const RIF: Format = Format {
    shows: |head| {
        let text = String::from_utf8_lossy(head);
        let begins = text.trim_start_matches('\u{feff}').trim_start().starts_with('<');
        if begins && text.contains("<database") { 3 } else { 0 }
    },
    is_written: false,
    ..Format::plain("rif", "RenjuNet database")
};

/// The greatest size of a file that is read.
const MAX_FILE: u64 = 1 << 27;
const SIZE: u8 = 15;

/// Reads the games of a database. `usual` are the rules of games whose rule is not named.
///
/// ```
/// use gomoku_family::files::rif;
/// let file = r#"<database><players><player id="5" name="Ando" surname="Meritee"/></players>
///   <games><game id="1" black="5" white="0" bresult="1"><move>h8 i9 j10</move></game></games></database>"#;
/// let game = rif::read(file.as_bytes(), gomoku::Rules::RENJU).remove(0)?;
/// assert_eq!(game.tags.get("Black"), Some("Ando Meritee"));
/// assert_eq!(game.line.moves.len(), 3);
/// # Ok::<(), records::ReadError>(())
/// ```
#[must_use]
pub fn read(source: impl Read, usual: Rules) -> Vec<Result<Game<Position>, ReadError>> {
    let begin = |kind| ReadError { line: 1, column: 1, kind };
    let mut bytes = Vec::new();
    if let Err(failure) = source.take(MAX_FILE + 1).read_to_end(&mut bytes) {
        return vec![Err(begin(ReadErrorKind::Io(failure.to_string())))];
    }
    if bytes.len() as u64 > MAX_FILE {
        let limit = usize::try_from(MAX_FILE).unwrap_or(usize::MAX);
        return vec![Err(begin(ReadErrorKind::TooLong { what: "the file", limit }))];
    }
    let text = decode(&bytes);
    let document = match Document::parse(&text) {
        Ok(document) => document,
        Err(error) => {
            let place = error.pos();
            let kind = ReadErrorKind::Unknown(format!("not markup: {error}"));
            return vec![Err(ReadError { line: place.row, column: place.col, kind })];
        }
    };
    let tables = Tables::of(&document);
    let games = document.descendants().filter(|node| node.has_tag_name("game"));
    games.map(|game| read_game(&document, game, &tables, usual)).collect()
}

/// The names that games refer to by number.
struct Tables<'d> {
    players: HashMap<&'d str, String>,
    tournaments: HashMap<&'d str, Element<'d, 'd>>,
    rules: HashMap<&'d str, String>,
    openings: HashMap<&'d str, String>,
}

impl<'d> Tables<'d> {
    fn of(document: &'d Document<'d>) -> Self {
        let mut tables = Self {
            players: HashMap::new(),
            tournaments: HashMap::new(),
            rules: HashMap::new(),
            openings: HashMap::new(),
        };
        for node in document.descendants() {
            let Some(id) = node.attribute("id") else { continue };
            match node.tag_name().name() {
                "player" => {
                    let names = ["name", "surname"].map(|name| node.attribute(name).unwrap_or(""));
                    tables.players.insert(id, squeeze(&names.join(" ")));
                }
                "tournament" => {
                    tables.tournaments.insert(id, node);
                }
                "rule" => {
                    tables.rules.insert(id, name(node));
                }
                "opening" => {
                    tables.openings.insert(id, name(node));
                }
                _ => {}
            }
        }
        tables
    }
}

fn name(node: Element<'_, '_>) -> String {
    squeeze(node.attribute("name").unwrap_or(""))
}

fn read_game(
    document: &Document<'_>,
    node: Element<'_, '_>,
    tables: &Tables<'_>,
    usual: Rules,
) -> Result<Game<Position>, ReadError> {
    let place = document.text_pos_at(node.range().start);
    let error = |kind| ReadError { line: place.row, column: place.col, kind };
    let attribute = |name| node.attribute(name).unwrap_or("");
    let rule = tables.rules.get(attribute("rule")).map_or("", String::as_str);
    // The database is one of renju; a few of its tournaments were of gomoku.
    let is_gomoku = rule.to_lowercase().contains("gomoku") || rule.to_lowercase().contains("swap2");
    let rules = if is_gomoku { Rules::STANDARD } else { usual };
    let Some(dialect) = Gomoku::new(rules, SIZE) else {
        unreachable!("there are boards of 15×15")
    };
    let mut game = Game::new(dialect.start());
    let tournament = tables.tournaments.get(attribute("tournament"));
    let told = |name| tournament.and_then(|node| node.attribute(name)).unwrap_or("");
    let date = [told("year"), told("month"), told("day")];
    let date = match date {
        ["", ..] => String::new(),
        [year, month, day] => {
            let two = |text: &str| match text.parse::<u8>() {
                Ok(number @ 1..=31) => format!("{number:02}"),
                _ => "??".to_owned(),
            };
            format!("{year}.{}.{}", two(month), two(day))
        }
    };
    let player = |name| tables.players.get(attribute(name)).cloned().unwrap_or_default();
    let tags = [
        ("Event", told("name").to_owned()),
        ("Date", date),
        ("Round", attribute("round").to_owned()),
        ("Black", player("black")),
        ("White", player("white")),
        ("Opening", tables.openings.get(attribute("opening")).cloned().unwrap_or_default()),
        ("Rules", rule.to_owned()),
        ("Alternatives", attribute("alt").to_owned()),
    ];
    for (tag, value) in tags {
        let value = squeeze(&value);
        if !value.is_empty() {
            game.tags.set(tag, &value);
        }
    }
    game.result = match attribute("bresult") {
        "1" => Some(Outcome::FirstWins),
        "0" => Some(Outcome::SecondWins),
        "0.5" | "0,5" => Some(Outcome::Draw),
        _ => None,
    };
    let text = |name| {
        let child = node.children().find(|child| child.has_tag_name(name));
        child.and_then(|child| child.text()).unwrap_or("")
    };
    game.line.comment(squeeze(text("info")));
    let mut now = game.start.clone();
    for (word, ply) in text("move").split_whitespace().zip(1..) {
        let bad = |why| error(ReadErrorKind::Move { ply, why });
        let m = word.parse().map_err(|fault: ReadSquareError| bad(fault.to_string()))?;
        let m = playable(&now, m).map_err(bad)?;
        now.make(m, &mut NullObserver);
        game.line.moves.push(Node::new(m));
    }
    Ok(game)
}
