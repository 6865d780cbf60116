//! The evaluation by a network. It takes the place of the hand-made one, or is added to it, as it was trained.

use super::lines::{self, CELLS, DIRECTIONS, Grid, REACH, STEPS, cell_of};
use game::{Position as _, Side};
use gomoku::{Position, Rules, Square, Squares};
use nnue::{CellChange, CellNetwork, CellSums, FileError};
use std::fmt;
use std::sync::{Arc, LazyLock};
use thiserror::Error;

/// A network that evaluates gomoku under some rules. Clones share its weights.
#[derive(Clone)]
pub struct GomokuNetwork {
    network: Arc<CellNetwork>,
    rules: Rules,
    is_beside: bool,
}

/// Why a file cannot evaluate gomoku.
#[derive(Debug, Error)]
pub enum NetError {
    /// It is no file of weights, or damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// It was trained for something else.
    #[error("the network was trained for the features {0}, which this program does not have")]
    Features(String),
}

/// The rows that the other side sees.
static TURNED: LazyLock<Vec<u16>> = LazyLock::new(lines::turned);

impl GomokuNetwork {
    /// Reads a weight file.
    ///
    /// # Errors
    /// When the bytes are no network for gomoku.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        Self::new(nnue::read_cells(bytes, &TURNED)?.0)
    }

    /// The network as an evaluation.
    ///
    /// # Errors
    /// When it is not for gomoku.
    pub fn new(network: CellNetwork) -> Result<Self, NetError> {
        let shape = network.shape();
        let known =
            [Rules::FREESTYLE, Rules::STANDARD, Rules::RENJU].into_iter().find_map(|rules| {
                let [alone, beside] = lines::names(rules)?;
                let is_beside = shape.features == beside;
                (is_beside || shape.features == alone).then_some((rules, is_beside))
            });
        let fits = shape.inputs == u32::from(lines::ROWS)
            && shape.rows as usize == DIRECTIONS
            && shape.regions as usize == lines::REGIONS
            && shape.most >= lines::MOST
            && shape.buckets == u32::from(lines::BUCKETS);
        match known.filter(|_| fits) {
            Some((rules, is_beside)) => Ok(Self { network: Arc::new(network), rules, is_beside }),
            None => Err(NetError::Features(format!(
                "{} ({} rows, {} regions, {} buckets)",
                shape.features, shape.inputs, shape.regions, shape.buckets
            ))),
        }
    }

    /// The rules that it was trained for.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Whether its value is added to the hand-made evaluation.
    #[must_use]
    #[inline]
    pub fn is_beside(&self) -> bool {
        self.is_beside
    }
}

/// Two of them are equal when they share their weights.
impl PartialEq for GomokuNetwork {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.network, &other.network)
    }
}

impl fmt::Debug for GomokuNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GomokuNetwork").field(self.network.shape()).finish()
    }
}

/// A point of the board, or of its rim.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Cell {
    /// The lines through it.
    lines: [u16; DIRECTIONS],
    region: u8,
    /// Stones on its lines, within reach.
    near: u8,
    is_empty: bool,
}

impl Cell {
    /// Whether it counts in its region.
    fn counts(self) -> bool {
        self.is_empty && self.near > 0
    }
}

/// The sums of the position on the way from the root, computed when they are asked for.
#[derive(Clone)]
pub(crate) struct Tracker {
    net: GomokuNetwork,
    sums: CellSums,
    cells: Box<[Cell; CELLS]>,
    /// What each move did since the start; the first `done` of them are in the sums.
    frames: Vec<Frame>,
    done: usize,
    changes: Vec<CellChange>,
    /// The moves do not tell what the position is: it is read from the board.
    is_lost: bool,
}

/// A move.
#[derive(Copy, Clone, Debug, Default)]
struct Frame {
    stone: Option<(u16, Side)>,
    /// Where its changes begin.
    start: usize,
}

impl Tracker {
    pub(crate) fn new(net: GomokuNetwork) -> Self {
        let sums = net.network.empty(CELLS);
        Self {
            net,
            sums,
            cells: Box::new([Cell::default(); CELLS]),
            frames: Vec::new(),
            done: 0,
            changes: Vec::new(),
            is_lost: true,
        }
    }

    pub(crate) fn net(&self) -> &GomokuNetwork {
        &self.net
    }

    /// Forgets all moves and starts at this position.
    pub(crate) fn start(&mut self, position: &Position) {
        self.frames.clear();
        self.changes.clear();
        self.done = 0;
        self.is_lost = false;
        self.cells.fill(Cell::default());
        self.sums = self.net.network.empty(CELLS);
        let size = position.size();
        let grid = Grid::new(position);
        for square in Squares::board(size).iter() {
            let at = cell_of(square);
            let lines = grid.lines(at);
            let cell = Cell {
                lines,
                region: lines::region(square, size),
                near: lines.into_iter().map(lines::stones).sum(),
                is_empty: position.empty().contains(square),
            };
            let rows = lines.map(|line| lines::row(line, Side::First));
            self.cells[at] = cell;
            let counts = cell.counts();
            self.net.network.set(&mut self.sums, at as u16, cell.region, &rows, counts);
        }
    }

    #[inline]
    pub(crate) fn push(&mut self) {
        self.frames.push(Frame::default());
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        let frame = self.frames.pop();
        if self.done > self.frames.len() {
            self.done = self.frames.len();
            if let Some(frame) = frame
                && !self.is_lost
            {
                self.take_back(frame);
            }
        }
    }

    #[inline]
    pub(crate) fn placed(&mut self, side: Side, square: Square) {
        let behind = self.done == self.frames.len();
        match self.frames.last_mut() {
            Some(frame) if frame.stone.is_none() && !behind => {
                frame.stone = Some((cell_of(square) as u16, side));
            }
            _ => self.is_lost = true,
        }
    }

    /// The value of the position for the side to move, in hundredths.
    pub(crate) fn value(&mut self, position: &Position) -> i32 {
        if self.is_lost {
            self.start(position);
        }
        while self.done < self.frames.len() {
            self.put(self.done);
            self.done += 1;
        }
        self.net.network.value(&self.sums, position.side_to_move() == Side::First, 0)
    }

    /// Puts the stone of a frame on the board.
    fn put(&mut self, frame: usize) {
        let start = self.changes.len();
        self.frames[frame].start = start;
        let Some((at, side)) = self.frames[frame].stone else { return };
        let at = usize::from(at);
        let here = &mut self.cells[at];
        // It counts no more, and keeps its lines until it is empty again.
        self.changes.push(CellChange {
            cell: at as u16,
            region: here.region,
            was: here.counts(),
            ..CellChange::default()
        });
        here.is_empty = false;
        for (direction, step) in STEPS.into_iter().enumerate() {
            for distance in 1..=REACH {
                for (ahead, there) in [(true, at - distance * step), (false, at + distance * step)]
                {
                    let Some(cell) = self.cells.get_mut(there).filter(|cell| cell.is_empty) else {
                        continue;
                    };
                    let line = cell.lines[direction];
                    let with = line | lines::bits(side) << lines::shift(ahead, distance);
                    self.changes.push(CellChange {
                        cell: there as u16,
                        region: cell.region,
                        was: cell.near > 0,
                        is: true,
                        old: lines::row(line, Side::First),
                        new: lines::row(with, Side::First),
                    });
                    cell.lines[direction] = with;
                    cell.near += 1;
                }
            }
        }
        self.net.network.change(&mut self.sums, &self.changes[start..]);
    }

    /// Takes the stone of a frame away.
    fn take_back(&mut self, frame: Frame) {
        let Some((at, side)) = frame.stone else { return };
        let at = usize::from(at);
        self.sums.undo(&self.changes[frame.start..]);
        self.changes.truncate(frame.start);
        self.cells[at].is_empty = true;
        for (direction, step) in STEPS.into_iter().enumerate() {
            for distance in 1..=REACH {
                for (ahead, there) in [(true, at - distance * step), (false, at + distance * step)]
                {
                    if let Some(cell) = self.cells.get_mut(there).filter(|cell| cell.is_empty) {
                        cell.lines[direction] ^= lines::bits(side) << lines::shift(ahead, distance);
                        cell.near -= 1;
                    }
                }
            }
        }
    }
}

impl fmt::Debug for Tracker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tracker").field(&self.net).finish()
    }
}
