//! Openings: which moves were played in a position, in how many games, and how those games ended.
//!
//! A position is known by the key of its board ([`position_key`]), so that another order of moves leads to the same counts. A
//! base is a text: the first line names the format, the variant, its rule set, the number of games, the nodes of a move and those
//! of each search by which moves were verified; each further line has a key and the moves that were played there, with the games
//! that the first side won, the second side won, and that were drawn, and `*` behind a move that was verified.
//!
//! ```
//! use hall::openings::OpeningBase;
//!
//! let text = "yiqi-openings 2\tgame\tusual\t3\t2000\t90000\n00000000000000ff\ta1:1/0/1* b2:0/1/0\n";
//! let base = OpeningBase::read(text)?;
//! assert_eq!(base.at(game::Key(0xff))[0].results, [1, 0, 1]);
//! assert!(base.at(game::Key(0xff))[0].verified);
//! assert_eq!(base.write(), text);
//! # Ok::<(), hall::openings::OpeningBaseError>(())
//! ```

use crate::archive::Track;
use engine::Session;
use game::{Key, Outcome};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use thiserror::Error;

/// What the first line begins with.
const FORMAT: &str = "yiqi-openings 2";
/// What stands behind a move that was verified.
const VERIFIED: char = '*';

/// The key of the position now; `None` where a board cannot be kept ([`Track::of_board`]).
#[must_use]
pub fn position_key(session: &dyn Session) -> Option<Key> {
    let track = Track::of_board(&session.board(), session.side_to_move()).ok()?;
    track.keys().first().copied()
}

/// A move that was played in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedMove {
    /// The move in engine notation.
    pub text: String,
    /// The games that the first side won, the second side won, and that were drawn.
    pub results: [u64; 3],
    /// Whether long searches after it and after the best move found that it loses less than an inaccuracy.
    pub verified: bool,
}

impl CountedMove {
    /// In how many games it was played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }
}

/// Moves and results by positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningBase {
    /// The variant's id.
    pub variant: String,
    /// The rule set of all games.
    pub rules: String,
    /// The number of games.
    pub games: u64,
    /// The nodes of a move; 0 where they are not known.
    pub nodes: u64,
    /// The nodes of each search by which moves were verified; 0 where none was.
    pub verified_nodes: u64,
    positions: BTreeMap<u64, Vec<CountedMove>>,
}

/// What is wrong with the text of a base.
#[derive(Debug, Error)]
#[error("line {line}: {what}")]
pub struct OpeningBaseError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl OpeningBase {
    /// A base without games.
    #[must_use]
    pub fn new(variant: &str, rules: &str) -> Self {
        Self { variant: variant.to_owned(), rules: rules.to_owned(), ..Self::default() }
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// The moves of a position, the most frequent first.
    #[must_use]
    pub fn at(&self, key: Key) -> &[CountedMove] {
        self.positions.get(&key.0).map_or(&[], Vec::as_slice)
    }

    /// The moves of every position.
    pub fn each(&self) -> impl Iterator<Item = &[CountedMove]> {
        self.positions.values().map(Vec::as_slice)
    }

    /// The moves of a game that were verified: for each the number of moves before it. `session` is the start of the game.
    #[must_use]
    pub fn book(&self, mut session: Box<dyn Session>, moves: &[String]) -> Vec<usize> {
        let mut book = Vec::new();
        if session.rules() != self.rules {
            return book;
        }
        for (ply, text) in moves.iter().enumerate() {
            let known = position_key(session.as_ref()).map_or(&[][..], |key| self.at(key));
            let Ok(played) = session.push(text) else { break };
            if known.iter().any(|one| one.verified && one.text == played.text) {
                book.push(ply);
            }
        }
        book
    }

    /// Says of every move whether it was verified, by searches with so many nodes.
    pub fn verify(&mut self, nodes: u64, is_verified: impl Fn(Key, &CountedMove) -> bool) {
        self.verified_nodes = nodes;
        for (&key, moves) in &mut self.positions {
            for one in moves {
                one.verified = is_verified(Key(key), one);
            }
        }
    }

    /// Counts a move of a game with this result.
    pub fn count(&mut self, key: Key, text: &str, outcome: Outcome) {
        let moves = self.positions.entry(key.0).or_default();
        let at = moves.iter().position(|one| one.text == text).unwrap_or_else(|| {
            moves.push(CountedMove { text: text.to_owned(), results: [0; 3], verified: false });
            moves.len() - 1
        });
        moves[at].results[place(outcome)] += 1;
    }

    /// Forgets the positions that fewer games than this reached.
    pub fn keep(&mut self, least: u64) {
        self.positions
            .retain(|_, moves| moves.iter().map(CountedMove::games).sum::<u64>() >= least);
    }

    /// The text of the base.
    #[must_use]
    pub fn write(&self) -> String {
        let Self { variant, rules, games, nodes, verified_nodes, .. } = self;
        let mut text =
            format!("{FORMAT}\t{variant}\t{rules}\t{games}\t{nodes}\t{verified_nodes}\n");
        for (key, moves) in &self.positions {
            let mut moves: Vec<&CountedMove> = moves.iter().collect();
            moves.sort_by(|a, b| b.games().cmp(&a.games()).then_with(|| a.text.cmp(&b.text)));
            let moves: Vec<String> = moves
                .iter()
                .map(|CountedMove { text, results: [first, second, drawn], verified }| {
                    let sign = if *verified { VERIFIED.to_string() } else { String::new() };
                    format!("{text}:{first}/{second}/{drawn}{sign}")
                })
                .collect();
            let _ = writeln!(text, "{key:016x}\t{}", moves.join(" "));
        }
        text
    }

    /// Reads the text of a base. Whether the moves are legal is not asked.
    ///
    /// # Errors
    /// When a line cannot be read, or a position occurs twice.
    pub fn read(text: &str) -> Result<Self, OpeningBaseError> {
        let mut lines = text.lines().zip(1..);
        let fault = |line, what: String| OpeningBaseError { line, what };
        let (head, line) = lines.next().ok_or_else(|| fault(1, "the file is empty".to_owned()))?;
        let mut base = read_head(head).ok_or_else(|| {
            let what = format!(
                "expected {FORMAT:?}, the variant, the rule set, the games, the nodes of a move and those of a search that \
                 verifies, with tabs between"
            );
            fault(line, what)
        })?;
        for (text, line) in lines {
            let (key, moves) = read_position(text).map_err(|what| fault(line, what))?;
            if base.positions.insert(key, moves).is_some() {
                return Err(fault(line, format!("key: {key:016x} is there twice")));
            }
        }
        Ok(base)
    }
}

/// The place of a result among those that are counted.
const fn place(outcome: Outcome) -> usize {
    match outcome {
        Outcome::FirstWins => 0,
        Outcome::SecondWins => 1,
        Outcome::Draw => 2,
    }
}

fn read_head(line: &str) -> Option<OpeningBase> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [FORMAT, variant, rules, games, nodes, verified_nodes] = columns[..] else { return None };
    let (games, nodes) = (games.parse().ok()?, nodes.parse().ok()?);
    let verified_nodes = verified_nodes.parse().ok()?;
    Some(OpeningBase { games, nodes, verified_nodes, ..OpeningBase::new(variant, rules) })
}

fn read_position(line: &str) -> Result<(u64, Vec<CountedMove>), String> {
    let shown: String = line.chars().take(60).collect();
    let expected = || format!("{shown:?}: expected a key, a tab, and moves as in e2e4:1/0/2");
    let (key, moves) = line.split_once('\t').ok_or_else(expected)?;
    if key.len() != 16 {
        return Err(expected());
    }
    let key = u64::from_str_radix(key, 16).map_err(|_| expected())?;
    let each = moves.split(' ').map(|one| {
        // A move may have a colon of its own.
        let (text, results) = one.rsplit_once(':')?;
        let (results, verified) = match results.strip_suffix(VERIFIED) {
            Some(results) => (results, true),
            None => (results, false),
        };
        let results: Vec<u64> =
            results.split('/').map(str::parse).collect::<Result<_, _>>().ok()?;
        let results = <[u64; 3]>::try_from(results).ok()?;
        (!text.is_empty()).then(|| CountedMove { text: text.to_owned(), results, verified })
    });
    let moves: Option<Vec<_>> = each.collect();
    Ok((key, moves.ok_or_else(expected)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> OpeningBase {
        let mut base = OpeningBase::new("game", "usual");
        (base.games, base.nodes) = (3, 2000);
        base.count(Key(7), "b2", Outcome::Draw);
        base.count(Key(7), "a1", Outcome::FirstWins);
        base.count(Key(7), "a1", Outcome::SecondWins);
        base.count(Key(9), "c3", Outcome::Draw);
        base
    }

    #[test]
    fn a_base_is_read_as_it_was_written() {
        let mut base = base();
        base.verify(90_000, |_, one| one.text == "a1");
        let text = base.write();
        let read = OpeningBase::read(&text).expect("it was written so");
        assert_eq!((read.games, read.nodes, read.positions()), (3, 2000, 2));
        assert_eq!(read.verified_nodes, 90_000);
        let first = CountedMove { text: "a1".to_owned(), results: [1, 1, 0], verified: true };
        assert_eq!(read.at(Key(7))[0], first);
        assert!(!read.at(Key(7))[1].verified && !read.at(Key(9))[0].verified);
        assert!(read.at(Key(8)).is_empty());
        assert_eq!(read.write(), text);
    }

    #[test]
    fn rare_positions_are_forgotten() {
        let mut base = base();
        base.keep(2);
        assert_eq!((base.positions(), base.at(Key(9)).len()), (1, 0));
    }

    #[test]
    fn a_damaged_line_is_named() {
        let text = base().write();
        for (from, to, told) in [
            ("yiqi-openings 2", "yiqi-openings 1", "line 1: expected"),
            ("\t2000\t0", "\t2000", "line 1: expected"),
            ("\t2000", "\tmany", "line 1: expected"),
            ("0000000000000007", "7", "line 2: "),
            ("a1:1/1/0", "a1:1/1", "line 2: "),
            ("a1:1/1/0", ":1/1/0", "line 2: "),
            ("0000000000000009", "0000000000000007", "line 3: key: "),
        ] {
            let error = OpeningBase::read(&text.replacen(from, to, 1)).expect_err(to).to_string();
            assert!(error.starts_with(told), "{error}");
        }
        assert!(OpeningBase::read("").is_err());
    }
}
