//! The laws of every position, as functions that panic when a law is broken.

use crate::naive::Naive;
use game::{NullObserver, Observer, Position as _, Side};
use std::ops::ControlFlow;
use xiangqi::{Kind, Move, Piece, Position, Setup, Square, Squares};

/// All laws of one position.
pub(crate) fn position(p: &Position) {
    text(p);
    derived(p);
    generation(p);
    symmetry(p);
    playing(p);
    passing(p);
}

/// Walks `depth` plies of the tree below `p`, at most `breadth` moves each, checking every
/// position on the way.
pub(crate) fn walk(p: &mut Position, depth: u32, breadth: usize) {
    position(p);
    if depth == 0 {
        return;
    }
    let moves = p.moves();
    let step = moves.len().div_ceil(breadth).max(1);
    for &m in moves.iter().step_by(step) {
        let undo = p.make(m, &mut NullObserver);
        walk(p, depth - 1, breadth);
        p.unmake(m, undo);
    }
}

/// The body of a fuzz target: any bytes are either refused or a setup that prints and reads
/// back; if it is a position, the laws hold around it.
pub(crate) fn fuzz_fen(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(setup) = text.parse::<Setup>() else { return };
    assert_eq!(setup.to_string().parse::<Setup>().as_ref(), Ok(&setup), "{setup}");
    match Position::try_from(setup.clone()) {
        Ok(mut p) => walk(&mut p, 2, 4),
        Err(invalid) => {
            assert_eq!(*invalid.setup, setup);
            assert!(!invalid.faults.is_empty());
            assert_eq!(invalid.faults, setup.check());
        }
    }
}

/// The body of a fuzz target: any bytes are either refused or a move that prints and reads
/// back.
pub(crate) fn fuzz_move(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(m) = text.parse::<Move>() else { return };
    assert_eq!(m.to_string().parse(), Ok(m));
    assert_eq!(Move::unpack(m.pack()), Some(m));
}

fn text(p: &Position) {
    let read: Position = p.to_string().parse().expect("a printed position reads back");
    assert_identical(&read, p);
}

/// Equality compares the board; this compares everything, including the derived sets.
fn assert_identical(a: &Position, b: &Position) {
    assert_eq!(a, b);
    assert_eq!(a.to_string(), b.to_string());
    assert_eq!(a.key(), b.key(), "{a}");
    for side in Side::ALL {
        assert_eq!(a.side(side), b.side(side), "{a}");
        assert_eq!(a.king(side), b.king(side), "{a}");
        for kind in Kind::ALL {
            assert_eq!(a.pieces(side, kind), b.pieces(side, kind), "{a}");
        }
    }
}

fn derived(p: &Position) {
    for square in Square::ALL {
        let piece = p.piece_at(square);
        assert_eq!(p.occupied().contains(square), piece.is_some(), "{p}");
        for other in Piece::ALL {
            let there = p.pieces(other.side(), other.kind()).contains(square);
            assert_eq!(there, piece == Some(other), "{p}: {square}");
        }
        let attackers: Squares = p
            .occupied()
            .into_iter()
            .filter(|&from| {
                let Some(piece) = p.piece_at(from) else { return false };
                let cannon_slides = piece.kind() == Kind::Cannon && !p.occupied().contains(square);
                p.reach(piece, from).contains(square) && !cannon_slides
            })
            .collect();
        if p.occupied().contains(square) {
            assert_eq!(p.attackers_to(square, p.occupied()), attackers, "{p}: {square}");
        }
    }
}

fn generation(p: &Position) {
    let side = p.side_to_move();
    let naive = Naive::of(p);
    let moves = sorted(p.moves());
    assert_eq!(moves, naive.legal_moves(side), "{p}");
    assert_eq!(p.count_legal(), moves.len() as u64, "{p}");
    assert_eq!(p.has_legal_move(), !moves.is_empty(), "{p}");
    assert_eq!(p.is_in_check(), naive.is_in_check(side), "{p}");
    assert_eq!(!p.checkers().is_empty(), p.is_in_check(), "{p}");

    let captures = collect(|mut sink| p.captures(&mut sink));
    let quiets = collect(|mut sink| p.quiets(&mut sink));
    assert!(captures.iter().all(|&m| p.captured(m).is_some()), "{p}");
    assert!(quiets.iter().all(|&m| p.captured(m).is_none()), "{p}");
    assert_eq!(sorted([captures, quiets].concat()), moves, "{p}");

    for from in Square::ALL {
        for to in Square::ALL {
            let m = Move::new(from, to);
            assert_eq!(p.is_legal(m), moves.binary_search(&m).is_ok(), "{p}: {m}");
        }
    }

    // The moves of the other side if it were its turn, whether or not a side is in check.
    let danger = p.danger(side.other());
    let theirs = sorted(collect(|mut sink| p.legal_moves_within(&danger, Squares::ALL, &mut sink)));
    let kings = p.kind(Kind::King);
    assert_eq!(
        theirs.into_iter().filter(|m| !kings.contains(m.to)).collect::<Vec<_>>(),
        naive
            .legal_moves(side.other())
            .into_iter()
            .filter(|m| !kings.contains(m.to))
            .collect::<Vec<_>>(),
        "{p}"
    );
}

fn symmetry(p: &Position) {
    let mirrored: Vec<_> = p.moves().into_iter().map(Move::mirror).collect();
    assert_eq!(sorted(p.mirrored().moves()), sorted(mirrored), "{p}");
    let flipped: Vec<_> = p.moves().into_iter().map(Move::flip).collect();
    assert_eq!(sorted(p.flipped().moves()), sorted(flipped), "{p}");
    assert_identical(&p.mirrored().mirrored(), p);
    assert_identical(&p.flipped().flipped(), p);
    assert_eq!(p.flipped().is_in_check(), p.is_in_check(), "{p}");
}

fn playing(p: &Position) {
    let mut q = p.clone();
    for m in p.moves() {
        let mut seen = Replay(Setup::from(p));
        let undo = q.make(m, &mut seen);
        let fresh = Position::try_from(Setup::from(&q)).expect("a legal move keeps the rules");
        assert_identical(&q, &fresh);
        assert_eq!(seen.0.board, Setup::from(&q).board, "{p}: {m}");
        assert_eq!(p.gives_check(m), q.is_in_check(), "{p}: {m}");
        assert_eq!(undo.captured(), p.captured(m));
        assert_ne!(q.key(), p.key());
        q.unmake(m, undo);
        assert_identical(&q, p);
    }
}

fn passing(p: &Position) {
    let mut q = p.clone();
    match q.pass() {
        None => assert!(p.is_in_check(), "{p}"),
        Some(undo) => {
            assert!(!p.is_in_check(), "{p}");
            assert_eq!(q.side_to_move(), p.side_to_move().other());
            let fresh = Position::try_from(Setup::from(&q)).expect("a null move keeps the rules");
            assert_identical(&q, &fresh);
            q.unpass(undo);
        }
    }
    assert_identical(&q, p);
}

/// Updates a board from the calls to the observer.
struct Replay(Setup);

impl Observer<Position> for Replay {
    fn left(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0.piece_at(square), Some(piece));
        self.0.put(square, None);
    }

    fn arrived(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0.piece_at(square), None);
        self.0.put(square, Some(piece));
    }
}

fn collect(
    list: impl FnOnce(&mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()>,
) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = list(&mut |m| {
        moves.push(m);
        ControlFlow::Continue(())
    });
    moves
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort();
    moves
}
