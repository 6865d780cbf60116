//! Written games read back as the same; invalid files never cause a panic.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::bodies::{read_draughts, read_everything, read_gomoku};
use game::{NullObserver, Outcome, Position as _};
use proptest::prelude::*;
use records::{Branch, Game, Node, list, pgn};
use xiangqi::{Move, Position};
use xiangqi_family::files::{Notation, Xiangqi};

const STARTS: &[&str] = &[
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "4k4/9/3N5/4p4/9/9/9/4C4/9/3K5 b - - 7 31",
    "4k4/3PaP3/P7P/9/2P6/6p2/9/p7p/3pAp3/4K4 w - - 0 1",
    "2bak4/9/9/4p4/3rNr3/4P4/9/3n1n3/9/2BAK1B2 w - - 0 1",
];

/// Draws a random walk with annotations from numbers.
struct Dice<'a>(std::slice::Iter<'a, u16>);

impl Dice<'_> {
    fn roll(&mut self, sides: usize) -> usize {
        usize::from(*self.0.next().unwrap_or(&0)) % sides
    }

    fn words(&mut self) -> Vec<String> {
        let known =
            ["good", "黑方失先", "[Event \"x\"]", "1-0", "{", "(", "a; b", "%", "$1", "\"q\""];
        let count = match self.roll(6) {
            0 => 1,
            1 => 2,
            _ => 0,
        };
        (0..count)
            .map(|_| (0..=self.roll(20)).map(|_| known[self.roll(known.len())]).collect::<Vec<_>>())
            .map(|words| words.join(" "))
            .collect()
    }

    fn branch(&mut self, start: &Position, depth: usize, first: Option<usize>) -> Branch<Move> {
        let mut branch = Branch { comments: self.words(), moves: Vec::new() };
        let mut now = start.clone();
        let length = 1 + self.roll(12);
        for i in 0..length {
            let moves = now.moves();
            if moves.is_empty() {
                break;
            }
            let m = match first {
                Some(first) if i == 0 => moves[first % moves.len()],
                _ => moves[self.roll(moves.len())],
            };
            let mut node = Node::new(m);
            if self.roll(5) == 0 {
                node.nags.push(u16::try_from(self.roll(1000)).unwrap());
            }
            node.comments = self.words();
            if depth > 0 && self.roll(6) == 0 {
                let first = self.roll(100);
                node.variations.push(self.branch(&now, depth - 1, Some(first)));
            }
            branch.moves.push(node);
            now.make(m, &mut NullObserver);
        }
        branch
    }
}

fn game(numbers: &[u16]) -> Game<Position> {
    let mut dice = Dice(numbers.iter());
    let start: Position = STARTS[dice.roll(STARTS.len())].parse().unwrap();
    let mut game = Game::new(start.clone());
    for (name, value) in [("Event", "杯 \"A\\B\""), ("Red", "胡"), ("Black", "y"), ("X_1", "]")] {
        if dice.roll(2) == 0 {
            game.tags.set(name, value);
        }
    }
    game.line = dice.branch(&start, 3, None);
    game.result = [None, Some(Outcome::FirstWins), Some(Outcome::SecondWins), Some(Outcome::Draw)]
        [dice.roll(4)];
    game
}

const NOTATIONS: &[Notation] = Notation::ALL;

proptest! {
    #[test]
    fn pgn_comes_back(numbers in prop::collection::vec(any::<u16>(), 0..200), style in 0..NOTATIONS.len()) {
        let dialect = Xiangqi::new(NOTATIONS[style]);
        let written = game(&numbers);
        let text = pgn::to_string(&written, &dialect);
        let file = format!("{text}{text}");
        let read: Vec<_> = pgn::Reader::new(file.as_bytes(), dialect).collect();
        prop_assert_eq!(read.len(), 2, "{}", file);
        for game in read {
            let game = game.unwrap_or_else(|error| panic!("{error}\n{file}"));
            prop_assert_eq!(&game.line, &written.line, "{}", file);
            prop_assert_eq!(&game.start, &written.start);
            prop_assert_eq!(game.result, written.result);
            for (name, value) in written.tags.iter() {
                prop_assert_eq!(game.tags.get(name), Some(value));
            }
            prop_assert_eq!(pgn::to_string(&game, &dialect), text.as_str());
        }
        prop_assert!(text.lines().all(|line| line.chars().count() <= 90 || line.starts_with('[')));
    }

    #[test]
    fn lists_come_back(numbers in prop::collection::vec(any::<u16>(), 0..60), style in 0..NOTATIONS.len()) {
        let dialect = Xiangqi::new(NOTATIONS[style]);
        let mut written = game(&numbers);
        written.line.comments.clear();
        for positions in [true, false] {
            let mut file = Vec::new();
            if positions {
                list::write_position(&mut file, &written, &dialect).unwrap();
            } else {
                list::write_moves(&mut file, &written, &dialect).unwrap();
            }
            let read = list::Reader::new(&file[..], dialect).next().unwrap();
            let read = read.unwrap_or_else(|error| panic!("{error}"));
            prop_assert_eq!(read.moves().collect::<Vec<_>>(), written.moves().collect::<Vec<_>>());
            prop_assert_eq!(&read.start, &written.start);
            prop_assert!(read.tags.is_empty());
        }
    }

    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read_everything(&bytes);
        read_draughts(&bytes);
        read_gomoku(&bytes);
    }

    #[test]
    fn damaged_files_are_read_without_panic(
        numbers in prop::collection::vec(any::<u16>(), 0..80),
        damage in prop::collection::vec((any::<usize>(), any::<u8>(), 0..3_u8), 1..6),
    ) {
        let mut bytes = pgn::to_string(&game(&numbers), &Xiangqi::default()).into_bytes();
        for (at, byte, kind) in damage {
            if bytes.is_empty() {
                break;
            }
            let at = at % bytes.len();
            match kind {
                0 => bytes[at] = byte,
                1 => { bytes.remove(at); }
                _ => bytes.truncate(at.max(1)),
            }
        }
        read_everything(&bytes);
    }
}

#[test]
fn the_corpus_is_read_without_panic() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
    let mut files = 0;
    for entry in std::fs::read_dir(corpus).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        for end in (0..bytes.len()).step_by(1 + bytes.len() / 40).chain([bytes.len()]) {
            read_everything(&bytes[..end]);
            read_draughts(&bytes[..end]);
            read_gomoku(&bytes[..end]);
        }
        files += 1;
    }
    assert!(files >= 10, "the corpus has {files} files");
}
