//! The evaluation by a network. It takes the place of the hand-made one, or is added to it, as it was trained.

use super::features::{self, ACTIVE, BESIDE, BUCKETS, INPUTS, NAME};
use arrayvec::ArrayVec;
use game::{Position as _, Side};
use nnue::{Accumulator, FileError, Network};
use std::fmt;
use std::sync::{Arc, LazyLock};
use thiserror::Error;
use xiangqi::{Kind, Piece, Position, Square, Squares};

/// A network that evaluates Xiangqi. Clones share its weights.
#[derive(Clone)]
pub struct XiangqiNetwork(Arc<Network>);

/// Why a file cannot evaluate Xiangqi.
#[derive(Debug, Error)]
pub enum NetError {
    /// It is no file of weights, or damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// It was trained for something else.
    #[error(
        "the network was trained for the features {found}; this program has {NAME} and {BESIDE}"
    )]
    Features {
        /// What it was trained for.
        found: String,
    },
}

/// The weights that are part of the program. Their card is beside them.
static BUILT_IN: LazyLock<XiangqiNetwork> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../../nets/xiangqi.nnue");
    XiangqiNetwork::read(bytes).expect("a test reads the weights of the program")
});

impl XiangqiNetwork {
    /// The network that is part of the program.
    #[must_use]
    pub fn built_in() -> Self {
        BUILT_IN.clone()
    }

    /// Reads a weight file.
    ///
    /// # Errors
    /// When the bytes are no network for Xiangqi.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        Self::new(nnue::read(bytes)?.0)
    }

    /// The network as an evaluation.
    ///
    /// # Errors
    /// When it is not for Xiangqi.
    pub fn new(network: Network) -> Result<Self, NetError> {
        let shape = network.shape();
        let fits = [NAME, BESIDE].contains(&&*shape.features)
            && shape.inputs == u32::from(INPUTS)
            && shape.active >= u32::from(ACTIVE)
            && shape.buckets == u32::from(BUCKETS);
        if !fits {
            let found = format!(
                "{} ({} inputs, {} active, {} buckets)",
                shape.features, shape.inputs, shape.active, shape.buckets
            );
            return Err(NetError::Features { found });
        }
        Ok(Self(Arc::new(network)))
    }

    /// Whether its value is added to the hand-made evaluation.
    #[must_use]
    pub fn is_beside(&self) -> bool {
        self.0.shape().features == BESIDE
    }
}

/// Two of them are equal when they share their weights.
impl PartialEq for XiangqiNetwork {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for XiangqiNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("XiangqiNetwork").field(self.0.shape()).finish()
    }
}

/// More moves back than this, the hidden layer is computed from the board: about as many rows of weights.
const FAR: usize = 8;

/// The hidden layers of the positions on the way from the root, computed when they are asked for.
#[derive(Clone)]
pub(crate) struct Accumulators {
    net: XiangqiNetwork,
    /// [`XiangqiNetwork::is_beside`].
    is_beside: bool,
    /// The hidden layer of an empty board.
    empty: Accumulator,
    frames: Vec<Frame>,
    /// For each frame the hidden layers of both sides; longer than `frames` after moves were taken back.
    layers: Vec<[Accumulator; 2]>,
    /// By side and whether it sees the board mirrored: the last board whose hidden layer was computed without an
    /// earlier frame. The next one differs from it in few pieces.
    boards: [[Board; 2]; 2],
}

/// A board and its hidden layer.
#[derive(Clone)]
struct Board {
    layer: Accumulator,
    /// The points of each piece.
    pieces: [Squares; 14],
}

/// What a move changed.
#[derive(Clone, Debug, Default)]
struct Frame {
    gone: ArrayVec<(Piece, Square), 2>,
    come: ArrayVec<(Piece, Square), 2>,
    /// Whether each side sees the board mirrored.
    mirrored: [bool; 2],
    /// Whether the hidden layer of each side is computed.
    ready: [bool; 2],
    /// The changes do not tell what the position is: it is read from the board.
    is_lost: bool,
}

impl Board {
    /// Changes what differs in the position. On the way there may be more pieces than in a game: the sums wrap, so
    /// the end is right.
    fn become_that_of(&mut self, of: &Position, side: Side, mirrored: bool, network: &Network) {
        for piece in Piece::ALL {
            let (before, now) = (self.pieces[piece.index()], of.pieces(piece.side(), piece.kind()));
            let feature = |square| u32::from(features::feature(side, mirrored, piece, square));
            for square in before - now {
                network.remove(&mut self.layer, feature(square));
            }
            for square in now - before {
                network.add(&mut self.layer, feature(square));
            }
            self.pieces[piece.index()] = now;
        }
    }
}

impl Accumulators {
    pub(crate) fn new(net: XiangqiNetwork) -> Self {
        let empty = net.0.empty();
        let layers = vec![[empty.clone(), empty.clone()]];
        let frames = vec![Frame { is_lost: true, ..Frame::default() }];
        let is_beside = net.is_beside();
        let board = || Board { layer: empty.clone(), pieces: [Squares::EMPTY; 14] };
        let boards = [(); 2].map(|()| [board(), board()]);
        Self { net, is_beside, empty, frames, layers, boards }
    }

    pub(crate) fn net(&self) -> &XiangqiNetwork {
        &self.net
    }

    #[inline]
    pub(crate) fn is_beside(&self) -> bool {
        self.is_beside
    }

    /// Forgets all frames and starts at this position.
    pub(crate) fn start(&mut self, position: &Position) {
        let mirrored = Side::ALL.map(|side| features::is_mirrored(position.king(side)));
        self.frames.clear();
        self.frames.push(Frame { mirrored, is_lost: true, ..Frame::default() });
    }

    #[inline]
    pub(crate) fn open(&mut self) {
        let mirrored = self.frames.last().map(|frame| frame.mirrored).unwrap_or_default();
        self.frames.push(Frame { mirrored, ..Frame::default() });
        if self.layers.len() < self.frames.len() {
            self.layers.push([self.empty.clone(), self.empty.clone()]);
        }
    }

    #[inline]
    pub(crate) fn close(&mut self) {
        if self.frames.len() > 1 {
            self.frames.pop();
        }
    }

    #[inline]
    pub(crate) fn left(&mut self, piece: Piece, square: Square) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.is_lost |= frame.gone.try_push((piece, square)).is_err() || frame.ready != [false; 2];
        frame.ready = [false; 2];
    }

    #[inline]
    pub(crate) fn arrived(&mut self, piece: Piece, square: Square) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.is_lost |= frame.come.try_push((piece, square)).is_err() || frame.ready != [false; 2];
        frame.ready = [false; 2];
        if piece.kind() == Kind::King {
            frame.mirrored[piece.side().index()] = features::is_mirrored(square);
        }
    }

    /// The value of the position for the side to move, in centipawns.
    pub(crate) fn value(&mut self, position: &Position, bucket: u8) -> i32 {
        let top = self.frames.len() - 1;
        for side in Side::ALL {
            if !self.frames[top].ready[side.index()] {
                self.compute(side, position);
                self.frames[top].ready[side.index()] = true;
            }
        }
        let [red, black] = &self.layers[top];
        let (own, other) = match position.side_to_move() {
            Side::First => (red, black),
            Side::Second => (black, red),
        };
        self.net.0.value(own, other, usize::from(bucket))
    }

    /// Computes the hidden layer of a side in the last frame, from the nearest one that is computed or from the
    /// board.
    fn compute(&mut self, side: Side, position: &Position) {
        let (i, top) = (side.index(), self.frames.len() - 1);
        let network = &*self.net.0;
        let mirrored = self.frames[top].mirrored[i];
        let Some(from) = self.known(i) else {
            let board = &mut self.boards[i][usize::from(mirrored)];
            board.become_that_of(position, side, mirrored, network);
            self.layers[top][i].copy_from(&board.layer);
            return;
        };
        let (before, after) = self.layers.split_at_mut(top);
        let layer = &mut after[0][i];
        layer.copy_from(&before[from][i]);
        let of = |&(piece, square): &(Piece, Square)| {
            u32::from(features::feature(side, mirrored, piece, square))
        };
        for frame in &self.frames[from + 1..] {
            let (mut gone, mut come) = (frame.gone.iter().map(of), frame.come.iter().map(of));
            loop {
                match (gone.next(), come.next()) {
                    (Some(gone), Some(come)) => network.replace(layer, gone, come),
                    (Some(gone), None) => network.remove(layer, gone),
                    (None, Some(come)) => network.add(layer, come),
                    (None, None) => break,
                }
            }
        }
    }

    /// The nearest earlier frame whose hidden layer of the side is computed and needs few changes only.
    fn known(&self, i: usize) -> Option<usize> {
        let top = self.frames.len() - 1;
        let mirrored = self.frames[top].mirrored[i];
        let mut at = top;
        loop {
            if self.frames[at].is_lost || at == 0 || top - at >= FAR {
                return None;
            }
            at -= 1;
            if self.frames[at].mirrored[i] != mirrored {
                return None;
            }
            if self.frames[at].ready[i] {
                return Some(at);
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use nnue::{Parameters, Shape};

    /// A network of numbers that have no meaning.
    pub(crate) fn net(features: &str) -> XiangqiNetwork {
        let (inputs, hidden, buckets) = (usize::from(INPUTS), 32, usize::from(BUCKETS));
        let mut state = 7_u32;
        let mut numbers = |count: usize, most: i32| -> Vec<i16> {
            let next = |_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                ((state >> 8) as i32 % (2 * most + 1) - most) as i16
            };
            (0..count).map(next).collect()
        };
        let parameters = Parameters {
            weights: numbers(inputs * hidden, 60),
            bias: numbers(hidden, 60),
            output: numbers(buckets * 2 * hidden, 60),
            output_bias: numbers(buckets, 600).into_iter().map(i32::from).collect(),
            skip: numbers(inputs * buckets, 60),
            third: Vec::new(),
            third_bias: Vec::new(),
            last: Vec::new(),
            last_bias: Vec::new(),
        };
        let shape = Shape {
            features: features.to_owned(),
            inputs: u32::from(INPUTS),
            active: u32::from(ACTIVE),
            hidden: 32,
            buckets: u32::from(BUCKETS),
            scale: 200,
            layers: None,
            fineness: nnue::Fineness::default(),
        };
        XiangqiNetwork::new(Network::new(shape, parameters).expect("numbers that cannot overflow"))
            .expect("a network for Xiangqi")
    }

    #[test]
    fn the_network_of_the_program_is_read() {
        assert!(XiangqiNetwork::built_in().is_beside());
        assert_eq!(XiangqiNetwork::built_in(), XiangqiNetwork::built_in());
    }

    #[test]
    fn other_networks_are_refused() {
        let shape = Shape { features: "draughts-1".to_owned(), ..net(NAME).0.shape().clone() };
        let other = Network::new(shape, net(NAME).0.parameters().clone()).expect("a network");
        let why = XiangqiNetwork::new(other).expect_err("other features").to_string();
        assert!(why.contains("draughts-1") && why.contains(NAME), "{why}");
        assert!(XiangqiNetwork::read(b"something else").is_err());
    }
}
