//! Why a move is not legal, in words a person at the board understands.

use crate::board::kind;
use crate::obligation;
use draughts::{Kind, Piece, Position, Square, Variant};
use game::{Position as _, Side};

/// What a side is called in messages.
const fn side(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

/// Why the squares in `text` are no legal move. Looks at one thing after the other in the order
/// a person would: whose piece it is, whether something must be captured, how it moves.
pub(crate) fn why_not<V: Variant>(position: &Position<V>, text: &str) -> String {
    let squares: Option<Vec<Square<V>>> =
        text.split(['-', 'x', 'X', ':', '×']).map(|name| Square::read(name.trim())).collect();
    let Some([from, rest @ ..]) = squares.as_deref() else {
        return "no legal move is called that".to_owned();
    };
    let Some(piece) = position.piece_at(*from) else {
        return format!("there is no piece on {from}");
    };
    let us = position.side_to_move();
    if piece.side != us {
        return format!(
            "it is {}'s turn, and {}'s {} on {from} is not",
            side(us),
            side(piece.side),
            kind(piece.kind)
        );
    }
    if position.must_capture() {
        return forced(position, *from, rest);
    }
    match rest {
        [to] => movement(position, piece, *from, *to),
        _ => format!("the {} on {from} has nothing to capture there", kind(piece.kind)),
    }
}

/// Why the move is not the capture that must be played.
fn forced<V: Variant>(position: &Position<V>, from: Square<V>, rest: &[Square<V>]) -> String {
    let legal = position.moves();
    let list = |texts: Vec<String>| texts.join(", ");
    let all = || list(legal.iter().map(ToString::to_string).collect());
    let tried = rest.iter().find_map(|&to| {
        position.attempts(from).into_iter().find(|tried| tried.landings.last() == Some(&to))
    });
    let Some(tried) = tried else {
        return format!("a capture must be played: {}", all());
    };
    let most = legal.iter().map(|m| m.captures() as usize).max().unwrap_or(0);
    match obligation::fault(from, &tried, &legal) {
        Some("takes-fewer") => {
            let takes = tried.captured.len();
            format!("you must take {}; this takes {}: {}", count(most), count(takes), all())
        }
        Some("unfinished") => format!("a capture must be completed: {}", all()),
        Some("king-must-capture") => format!("a king must capture if it can: {}", all()),
        Some("lower-value") => {
            format!("the capture of the highest value must be played: {}", all())
        }
        Some(_) => format!("of captures equally long, that with or of the most kings: {}", all()),
        None => format!("it is written {}", all()),
    }
}

fn count(n: usize) -> String {
    match n {
        1 => "one".to_owned(),
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        _ => n.to_string(),
    }
}

/// Why the piece cannot go there when nothing need be captured.
fn movement<V: Variant>(
    position: &Position<V>,
    piece: Piece,
    from: Square<V>,
    to: Square<V>,
) -> String {
    if position.piece_at(to).is_some() {
        return format!("{to} is not empty");
    }
    let run = position.run(piece.side);
    if run.square() == Some(from) && run.moves() >= V::RULES.king_run && V::RULES.king_run > 0 {
        return format!(
            "the same king may make no more than {} moves in a row while its side has a man",
            V::RULES.king_run
        );
    }
    let along = if V::RULES.board.every_square { "along a row or column" } else { "diagonally" };
    match piece.kind {
        Kind::Man if V::RULES.board.every_square => {
            "a man moves one step straight forward or sideways".to_owned()
        }
        Kind::Man => "a man moves one step diagonally forward".to_owned(),
        Kind::King if V::RULES.flying => {
            format!("a king moves {along} as far as the way is free")
        }
        Kind::King => format!("a king moves one step {along}"),
    }
}
