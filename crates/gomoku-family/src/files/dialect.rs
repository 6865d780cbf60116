//! Gomoku and renju in files: points as `h8`, positions as rows or as a code of moves run together
//! (`h8i9j10`).

use crate::rules;
use crate::variants::{self, USUAL_SIZE, named};
use game::{NullObserver, Position as _, Side};
use gomoku::{LARGEST, Move, Position, Rules, SMALLEST, Setup, Square};
use records::{Dialect, Game, Node};

/// The names of the variants' rules in files.
const NAMES: [(&str, &str); 6] = [
    ("gomoku", "Freestyle"),
    ("gomoku-standard", "Standard"),
    ("renju", "Renju"),
    ("caro", "Caro"),
    ("caro-free", "Caro-Free"),
    ("omok", "Omok"),
];

/// Opening rules of renju, by which files name its rules.
const RENJU_OPENINGS: [&str; 8] =
    ["yamaguchi", "soos", "taraguchi", "tarannikov", "sakata", "n-renju", "连珠", "連珠"];

/// Gomoku by some rules on a board of some size. Forbidden points are read as moves: a side that
/// plays one has lost, but the move was played.
///
/// ```
/// use gomoku_family::files::Gomoku;
/// use records::list;
/// let dialect = Gomoku::of("renju", None).unwrap();
/// let game = list::Reader::new("h8i9j10 g7".as_bytes(), dialect).next().unwrap()?;
/// assert_eq!(game.moves().map(|m| m.to_string()).collect::<Vec<_>>(), ["h8", "i9", "j10", "g7"]);
/// # Ok::<(), records::ReadError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Gomoku {
    rules: Rules,
    size: u8,
}

impl Gomoku {
    /// These rules on a board of `size` by `size` points; `None` when there is no such board.
    #[must_use]
    pub fn new(rules: Rules, size: u8) -> Option<Self> {
        (SMALLEST..=LARGEST).contains(&size).then_some(Self { rules, size })
    }

    /// The variant with this id (`renju`, `gomoku20`: the number is the board's size), on
    /// another board if a size is given.
    #[must_use]
    pub fn of(variant: &str, size: Option<u8>) -> Option<Self> {
        let (base, own) = named(variant)?;
        Self::new(rules::of(base), size.unwrap_or(own))
    }

    /// The rules named in a file (`Renju`, `RIF`, `free style`), if they are known.
    #[must_use]
    pub fn rules_of(words: &str) -> Option<Rules> {
        let words = words.trim().to_lowercase();
        let exact = NAMES
            .iter()
            .find(|(id, name)| words == *id || words == name.to_lowercase())
            .map(|(id, _)| rules::of(id));
        let has = |part: &str| words.contains(part);
        exact.or_else(|| {
            Some(match () {
                () if has("renju") || has("rif") => Rules::RENJU,
                // Opening rules that only renju has.
                () if RENJU_OPENINGS.iter().any(|name| has(name)) => Rules::RENJU,
                () if has("caro") && has("free") => Rules::CARO_FREE,
                () if has("caro") => Rules::CARO,
                () if has("omok") && !has("gomok") => Rules::OMOK,
                () if has("free") => Rules::FREESTYLE,
                () if has("standard") || has("exact") => Rules::STANDARD,
                () if has("gomoku") || has("go-moku") || has("piskvor") => Rules::FREESTYLE,
                () => return None,
            })
        })
    }

    /// The id of the variant with these rules on this board; that of gomoku for rules without a
    /// name.
    #[must_use]
    pub fn variant(&self) -> &'static str {
        let base = NAMES.iter().find(|(id, _)| rules::of(id) == self.rules);
        let base = base.map_or(variants::ID, |(id, _)| *id);
        if self.size == USUAL_SIZE {
            return base;
        }
        variants::find(&format!("{base}{}", self.size)).map_or(base, |variant| variant.id)
    }

    /// The name of these rules in files.
    pub(crate) fn name_of(rules: Rules) -> &'static str {
        NAMES.iter().find(|(id, _)| rules::of(id) == rules).map_or("Gomoku", |(_, name)| *name)
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Points along an edge.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }
}

impl Dialect for Gomoku {
    type Position = Position;

    fn start(&self) -> Position {
        Position::new(self.rules, self.size)
    }

    fn read_position(&self, text: &str) -> Result<Position, String> {
        let setup: Setup =
            text.parse().map_err(|error: gomoku::ReadSetupError| error.to_string())?;
        setup.position(self.rules, self.size).map_err(|error| error.to_string())
    }

    fn write_position(&self, position: &Position) -> String {
        position.to_string()
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, String> {
        if is_pass(text.trim()) {
            return playable(position, Move::Pass);
        }
        let square = Square::read(text.trim()).map_err(|error| error.to_string());
        // `7,7`, in the coordinates of Gomocup.
        let pair = || {
            let (column, row) = text.split_once(',')?;
            Square::new(column.parse().ok()?, row.parse().ok()?)
        };
        // `8h`, the number first.
        let turned = || {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            let (number, letter) = text.split_at_checked(digits)?;
            let is_letter = digits > 0 && letter.len() == 1;
            is_letter.then(|| Square::read(&format!("{letter}{number}")).ok()).flatten()
        };
        let square = square.or_else(|why| pair().or_else(turned).ok_or(why))?;
        playable(position, square.into())
    }

    fn write_move(&self, _: &Position, m: Move) -> String {
        m.to_string()
    }

    fn split<'t>(&self, word: &'t str) -> Vec<&'t str> {
        if is_pass(word) {
            return vec![word];
        }
        // `h8-i9-j10`.
        if word.contains('-') && word.split('-').all(|part| !part.is_empty()) {
            return word.split('-').flat_map(|part| self.split(part)).collect();
        }
        // `8h9i10j`: a number begins each point.
        let turned = word.starts_with(|c: char| c.is_ascii_digit())
            && word.ends_with(|c: char| c.is_ascii_alphabetic());
        let is_begin = |at: usize, c: char| {
            let before = word.get(..at).and_then(|text| text.chars().last());
            if turned {
                c.is_ascii_digit() && before.is_none_or(|c| !c.is_ascii_digit())
            } else {
                c.is_ascii_alphabetic()
            }
        };
        let begins = |(at, c): (usize, char)| is_begin(at, c).then_some(at);
        let starts: Vec<usize> = word.char_indices().filter_map(begins).collect();
        if starts.first() != Some(&0) || starts.len() < 2 {
            return vec![word];
        }
        let ends = starts[1..].iter().copied().chain([word.len()]);
        starts.iter().zip(ends).map(|(&start, end)| &word[start..end]).collect()
    }

    fn opening_tags(&self) -> Vec<(&'static str, &'static str)> {
        vec![("Game", "Gomoku")]
    }

    fn closing_tags(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    fn player_tags(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }
}

/// Whether a word of a list is a pass.
pub(crate) fn is_pass(word: &str) -> bool {
    word.eq_ignore_ascii_case("pass")
}

/// A move that can be played: a stone on an empty point, forbidden or not, or a pass where the rules have it.
pub(crate) fn playable(position: &Position, m: Move) -> Result<Move, String> {
    if let Some(winner) = position.winner() {
        let winner = if winner == Side::First { "Black" } else { "White" };
        return Err(format!("{m}: the game is over: {winner} has won"));
    }
    let Move::Put(square) = m else {
        let why = "a pass, which these rules do not have";
        return if position.may_pass() { Ok(m) } else { Err(why.to_owned()) };
    };
    let size = position.size();
    if square.column() >= size || square.row() >= size {
        return Err(format!("{square} is not on a board of {size}×{size}"));
    }
    if position.stone_at(square).is_some() {
        return Err(format!("{square} has a stone already"));
    }
    Ok(m)
}

/// The stones of a game from the empty board: first its initial ones, in alternation, then those of its moves, with
/// their comments. This is for formats that have only stones in turn.
///
/// # Errors
/// When the stones cannot have been put in alternation, or a side passed.
pub(crate) fn from_empty(game: &Game<Position>) -> Result<Vec<Node<Square>>, String> {
    let start = &game.start;
    let mut stones = [Side::First, Side::Second].map(|side| start.stones(side).iter());
    let mut position = Position::new(start.rules(), start.size());
    let mut nodes = Vec::new();
    while let Some(square) = stones[position.side_to_move().index()].next() {
        position.make(playable(&position, square.into())?, &mut NullObserver);
        nodes.push(Node::new(square));
    }
    if position != *start {
        return Err("it begins from a position that players taking turns cannot reach".to_owned());
    }
    for node in &game.line.moves {
        let Some(square) = node.mv.square() else {
            return Err("a player passes in it, which these files cannot say".to_owned());
        };
        nodes.push(Node { comments: node.comments.clone(), ..Node::new(square) });
    }
    Ok(nodes)
}
