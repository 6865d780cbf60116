//! A game whose tree is written down: the trees of textbooks.

use game::{Key, Observer, Position, Side};
use search::{Domain, Duty, End, Evaluator, Score, Slots, Stage};
use std::ops::ControlFlow;

/// A node of a written tree. Values are those of the side that moves at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tree {
    Leaf(i32),
    Inner(Vec<Tree>),
}

/// Reads `((3 12 8) (2 4 6))`.
pub(crate) fn read(text: &str) -> Tree {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut open = vec![Vec::new()];
    for word in spaced.split_whitespace() {
        match word {
            "(" => open.push(Vec::new()),
            ")" => {
                let inner = open.pop().expect("a parenthesis was opened");
                open.last_mut().expect("one more is open").push(Tree::Inner(inner));
            }
            value => {
                let leaf = Tree::Leaf(value.parse().expect("a leaf is a number"));
                open.last_mut().expect("the outermost stays open").push(leaf);
            }
        }
    }
    open.remove(0).remove(0)
}

/// A position: the tree, and the path to a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    tree: Tree,
    path: Vec<u8>,
}

impl Place {
    pub(crate) fn root(text: &str) -> Self {
        Self { tree: read(text), path: Vec::new() }
    }

    fn here(&self) -> &Tree {
        self.path.iter().fold(&self.tree, |tree, &m| match tree {
            Tree::Inner(inner) => &inner[usize::from(m)],
            Tree::Leaf(_) => tree,
        })
    }

    /// The value for the side to move.
    fn value(&self) -> i32 {
        let Tree::Leaf(value) = *self.here() else { return 0 };
        if self.side_to_move() == Side::First { value } else { -value }
    }
}

impl Position for Place {
    type Move = u8;
    type Undo = ();
    type Piece = ();
    type Square = u8;

    fn side_to_move(&self) -> Side {
        if self.path.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn key(&self) -> Key {
        let number = self.path.iter().fold(1_u64, |n, &m| n * 31 + u64::from(m) + 1);
        Key::random(number)
    }

    fn legal_moves(&self, sink: &mut impl FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
        let Tree::Inner(inner) = self.here() else { return ControlFlow::Continue(()) };
        for m in 0..inner.len() {
            sink(m as u8)?;
        }
        ControlFlow::Continue(())
    }

    fn make(&mut self, m: u8, _: &mut impl Observer<Self>) {
        self.path.push(m);
    }

    fn unmake(&mut self, _: u8, (): ()) {
        self.path.pop();
    }
}

/// The game.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Written;

impl Domain for Written {
    type Position = Place;
    type Info = ();
    type Hints = ();

    const BUTTERFLY: usize = 64;
    const PLACES: usize = 64;
    const VICTIMS: usize = 1;

    fn info(self, _: &Place) {}

    fn hints(self, _: &Place, (): &()) {}

    fn duty(self, _: &Place, (): &()) -> Duty {
        Duty::Free
    }

    fn generate(self, place: &Place, (): &(), stage: Stage, sink: &mut impl FnMut(u8)) {
        if stage == Stage::Quiet {
            place.moves().into_iter().for_each(sink);
        }
    }

    fn is_noisy(self, _: &Place, _: u8) -> bool {
        false
    }

    fn stuck(self, _: &Place) -> End {
        End::Draw
    }

    fn slots(self, place: &Place, m: u8) -> Slots {
        let at = u32::from(m) + 16 * (place.path.len() as u32 % 4);
        Slots { butterfly: at, place: at as u16, victim: 0 }
    }

    fn pack(self, m: u8) -> u16 {
        u16::from(m) + 1
    }

    fn unpack(self, place: &Place, (): &(), packed: u16) -> Option<u8> {
        let m = packed.checked_sub(1)? as u8;
        place.is_legal(m).then_some(m)
    }
}

/// The value of the leaf.
#[derive(Clone, Debug)]
pub(crate) struct Leaves;

impl Observer<Place> for Leaves {
    fn left(&mut self, (): (), _: u8) {}

    fn arrived(&mut self, (): (), _: u8) {}
}

impl Evaluator<Written> for Leaves {
    fn reset(&mut self, _: Written, _: &Place) {}

    fn push(&mut self) {}

    fn pop(&mut self) {}

    fn evaluate(&mut self, _: Written, place: &Place, (): &()) -> Score {
        Score::new(place.value())
    }
}
