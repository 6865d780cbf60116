//! A small game to search: discs are dropped into columns, `K` in a row win, a full board is a
//! draw. It is small enough for plain minimax.

use game::{Key, Observer, Position, Side};
use search::{Domain, Duty, End, Evaluator, MoveOf, Score, Slots, Stage};
use std::ops::ControlFlow;

pub(crate) const WIDTH: usize = 5;
pub(crate) const HEIGHT: usize = 4;
const POINTS: usize = WIDTH * HEIGHT;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) cells: [Option<Side>; POINTS],
    pub(crate) heights: [u8; WIDTH],
    pub(crate) turn: Side,
    key: u64,
    last: Option<usize>,
}

impl Board {
    pub(crate) fn new() -> Self {
        Self { cells: [None; POINTS], heights: [0; WIDTH], turn: Side::First, key: 0, last: None }
    }

    fn in_a_row(&self, at: usize, k: usize) -> bool {
        let side = self.cells[at];
        let (x, y) = ((at % WIDTH) as i32, (at / WIDTH) as i32);
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| {
            let run = |s: i32| {
                (1..)
                    .take_while(|n| {
                        let (x, y) = (x + s * n * dx, y + s * n * dy);
                        (0..WIDTH as i32).contains(&x)
                            && (0..HEIGHT as i32).contains(&y)
                            && self.cells[y as usize * WIDTH + x as usize] == side
                    })
                    .count()
            };
            run(1) + run(-1) + 1 >= k
        })
    }

    pub(crate) fn lost(&self, k: usize) -> bool {
        self.last.is_some_and(|at| self.in_a_row(at, k))
    }
}

#[derive(Copy, Clone, Debug)]
pub(crate) struct Undo(Option<usize>);

impl Position for Board {
    type Move = u8;
    type Undo = Undo;
    type Piece = Side;
    type Square = usize;

    fn side_to_move(&self) -> Side {
        self.turn
    }

    fn key(&self) -> Key {
        Key(self.key)
    }

    fn legal_moves(&self, sink: &mut impl FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
        for column in 0..WIDTH {
            if (self.heights[column] as usize) < HEIGHT {
                sink(column as u8)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn make(&mut self, m: u8, observer: &mut impl Observer<Self>) -> Undo {
        let at = self.heights[m as usize] as usize * WIDTH + m as usize;
        self.heights[m as usize] += 1;
        self.cells[at] = Some(self.turn);
        observer.arrived(self.turn, at);
        self.key ^= Key::random((at * 2 + self.turn.index()) as u64 + 7).0;
        self.turn = !self.turn;
        Undo(self.last.replace(at))
    }

    fn unmake(&mut self, m: u8, undo: Undo) {
        self.turn = !self.turn;
        self.heights[m as usize] -= 1;
        let at = self.heights[m as usize] as usize * WIDTH + m as usize;
        self.cells[at] = None;
        self.key ^= Key::random((at * 2 + self.turn.index()) as u64 + 7).0;
        self.last = undo.0;
    }
}

/// The game with this many in a row.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Connect(pub usize);

impl Domain for Connect {
    type Position = Board;
    type Info = ();
    type Hints = ();

    const BUTTERFLY: usize = 2 * WIDTH;
    const PLACES: usize = 2 * POINTS;
    const VICTIMS: usize = 1;

    fn info(self, _: &Board) {}

    fn hints(self, _: &Board, (): &()) {}

    fn duty(self, _: &Board, (): &()) -> Duty {
        Duty::Free
    }

    /// The middle column counts as noisy, so that every stage has something to do.
    fn generate(self, p: &Board, (): &(), stage: Stage, sink: &mut impl FnMut(u8)) {
        for m in p.moves() {
            if self.is_noisy(p, m) == (stage == Stage::Noisy) {
                sink(m);
            }
        }
    }

    fn is_noisy(self, _: &Board, m: u8) -> bool {
        m as usize == WIDTH / 2
    }

    fn immediate(self, p: &Board) -> Option<End> {
        p.lost(self.0).then_some(End::Loss)
    }

    fn stuck(self, _: &Board) -> End {
        End::Draw
    }

    fn slots(self, p: &Board, m: MoveOf<Self>) -> Slots {
        let at = p.heights[m as usize] as usize * WIDTH + m as usize;
        Slots {
            butterfly: (p.turn.index() * WIDTH + m as usize) as u32,
            place: (p.turn.index() * POINTS + at) as u16,
            victim: 0,
        }
    }

    fn pack(self, m: u8) -> u16 {
        u16::from(m) + 1
    }

    fn unpack(self, p: &Board, (): &(), packed: u16) -> Option<u8> {
        let m = packed.checked_sub(1)? as u8;
        ((m as usize) < WIDTH && p.is_legal(m)).then_some(m)
    }
}

/// Prefers points near the middle; kept incrementally.
#[derive(Clone, Debug, Default)]
pub(crate) struct Middle {
    frames: Vec<i32>,
    now: i32,
}

fn worth(at: usize) -> i32 {
    7 * (2 - (at % WIDTH) as i32 - 2).abs() + 3 * (at / WIDTH) as i32 + (at as i32 * 5) % 11
}

impl Observer<Board> for Middle {
    fn left(&mut self, side: Side, at: usize) {
        self.arrived(!side, at);
    }

    fn arrived(&mut self, side: Side, at: usize) {
        self.now += if side == Side::First { worth(at) } else { -worth(at) };
    }
}

impl Evaluator<Connect> for Middle {
    fn reset(&mut self, _: Connect, position: &Board) {
        self.frames.clear();
        self.now = 0;
        for (at, cell) in position.cells.iter().enumerate() {
            if let Some(side) = *cell {
                self.arrived(side, at);
            }
        }
    }

    fn push(&mut self) {
        self.frames.push(self.now);
    }

    fn pop(&mut self) {
        self.now = self.frames.pop().expect("pop follows push");
    }

    fn evaluate(&mut self, _: Connect, position: &Board, (): &()) -> Score {
        Score::new(if position.turn == Side::First { self.now } else { -self.now })
    }
}
