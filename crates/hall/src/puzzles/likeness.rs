//! What puzzles have in common that differ only in their game: the position up to its place and its image, and the
//! solution in it.

use crate::puzzles::Puzzle;
use engine::Session;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A square by its file and rank.
type GridPoint = (i32, i32);
/// An image of the board; the first number is that of its files, less one.
type BoardImage = fn(i32, GridPoint) -> GridPoint;

/// The images of a board on which stones are put. They are shifted to the corner afterwards.
const TURNED: [BoardImage; 8] = [
    |_, (x, y)| (x, y),
    |_, (x, y)| (-x, y),
    |_, (x, y)| (x, -y),
    |_, (x, y)| (-x, -y),
    |_, (x, y)| (y, x),
    |_, (x, y)| (-y, x),
    |_, (x, y)| (y, -x),
    |_, (x, y)| (-y, -x),
];
/// Those of a board on which pieces move: forwards stays forwards, and nothing is shifted.
const MIRRORED: [BoardImage; 2] = [|_, (x, y)| (x, y), |last, (x, y)| (last - x, y)];

/// A text that is the same for puzzles with the same question and solution: whatever was played before, in mirror
/// images, and where stones are put also for turned and shifted ones. `at` is the puzzle's position.
#[must_use]
pub fn likeness(puzzle: &Puzzle, at: &dyn Session) -> String {
    let board = at.board();
    let last = i32::from(board.grid.files) - 1;
    let files = usize::from(board.grid.files).max(1);
    let square = |name: &str| -> GridPoint {
        let place = board.names.iter().position(|one| one == name).unwrap_or_default();
        let number = |n: usize| i32::try_from(n).unwrap_or_default();
        (number(place % files), number(place / files))
    };
    let is_put = board.moves.iter().all(|m| m.from.is_none());
    let pieces: Vec<(String, GridPoint)> = board
        .pieces
        .iter()
        .map(|piece| {
            let at = (i32::from(piece.file), i32::from(piece.rank));
            (format!("{:?} {}", piece.side, piece.kind), at)
        })
        .collect();
    let mut game = at.fork();
    let mut solution: Vec<GridPoint> = Vec::new();
    for m in &puzzle.solution {
        let Ok(played) = game.push(m) else { break };
        solution.extend(played.from.iter().chain([&played.to]).map(|name| square(name)));
    }
    let images: &[BoardImage] = if is_put { &TURNED } else { &MIRRORED };
    let texts = images.iter().map(|image| {
        let corner = |least: fn(GridPoint) -> i32| {
            let all = pieces.iter().map(|&(_, at)| least(image(last, at)));
            if is_put { all.min().unwrap_or(0) } else { 0 }
        };
        let (left, low) = (corner(|at| at.0), corner(|at| at.1));
        let placed = |at: GridPoint| {
            let (x, y) = image(last, at);
            format!("{},{}", x - left, y - low)
        };
        let mut words: Vec<String> =
            pieces.iter().map(|(word, at)| format!("{word} {}", placed(*at))).collect();
        words.sort_unstable();
        let moves: Vec<String> = solution.iter().map(|&at| placed(at)).collect();
        format!("{} | {}", words.join(" "), moves.join(" "))
    });
    let mut text = format!("{} {} {:?} ", puzzle.variant, puzzle.rules, puzzle.side());
    let _ = write!(text, "{}", texts.min().unwrap_or_default());
    text
}

/// Two positions that differ in no more squares are nearly the same question.
const NEARLY: usize = 2;

/// What stands on the squares of a board: whether it is of the side to move, and its kind.
type Pieces = BTreeMap<GridPoint, (bool, &'static str)>;

/// The position of a puzzle in all its images, to compare it with others.
#[derive(Debug)]
pub struct Likeness {
    /// The variant, the rules, and the side to move where the sides have other duties.
    kind: String,
    /// The first one is the position itself, seen from the side to move.
    images: Vec<Pieces>,
}

impl Likeness {
    /// `at` is the puzzle's position.
    #[must_use]
    pub fn of(puzzle: &Puzzle, at: &dyn Session) -> Self {
        let board = at.board();
        let (last, top) = (i32::from(board.grid.files) - 1, i32::from(board.grid.ranks) - 1);
        let is_put = board.moves.iter().all(|m| m.from.is_none());
        let is_turned = !is_put && puzzle.side() == game::Side::Second;
        let images: &[BoardImage] = if is_put { &TURNED } else { &MIRRORED };
        let image = |image: &BoardImage| {
            let all = board.pieces.iter().map(|piece| {
                let (x, y) = (i32::from(piece.file), i32::from(piece.rank));
                let place = if is_turned { (last - x, top - y) } else { (x, y) };
                (image(last, place), (piece.side == puzzle.side(), piece.kind))
            });
            let placed: Vec<(GridPoint, (bool, &'static str))> = all.collect();
            let corner = |of: fn(&GridPoint) -> i32| {
                let least = placed.iter().map(|(place, _)| of(place)).min();
                if is_put { least.unwrap_or(0) } else { 0 }
            };
            let (left, low) = (corner(|place| place.0), corner(|place| place.1));
            placed.into_iter().map(|((x, y), piece)| ((x - left, y - low), piece)).collect()
        };
        let side = is_put.then(|| puzzle.side());
        let kind = format!("{} {} {side:?}", puzzle.variant, puzzle.rules);
        Self { kind, images: images.iter().map(image).collect() }
    }

    /// Whether the two positions, or images of them, differ in two squares at most.
    #[must_use]
    pub fn is_near(&self, other: &Self) -> bool {
        let Some(own) = self.images.first().filter(|_| self.kind == other.kind) else {
            return false;
        };
        other.images.iter().any(|image| {
            own.len().abs_diff(image.len()) <= NEARLY && squares_apart(own, image) <= NEARLY
        })
    }
}

/// In how many squares two boards differ.
fn squares_apart(one: &Pieces, other: &Pieces) -> usize {
    let changed = one.iter().filter(|(place, piece)| other.get(place) != Some(piece)).count();
    changed + other.keys().filter(|place| !one.contains_key(place)).count()
}
