//! A second generator, written to be obviously correct: it visits the board point by point, plays
//! every move on a copy and tests whether the king can be captured. It shares no table with the
//! crate.

use game::Side;
use xiangqi::{Kind, Move, Piece, Position, Square};

/// The pieces on the points.
#[derive(Clone)]
pub(crate) struct Naive([Option<Piece>; 90]);

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Naive {
    pub(crate) fn of(position: &Position) -> Self {
        Self(Square::ALL.map(|s| position.piece_at(s)))
    }

    /// The legal moves of `side`, sorted.
    pub(crate) fn legal_moves(&self, side: Side) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in Square::ALL {
            if self.at(from).is_some_and(|p| p.side() == side) {
                for to in self.steps(from) {
                    if self.at(to).is_none_or(|p| p.side() != side)
                        && !self.after(from, to).is_in_check(side)
                    {
                        moves.push(Move::new(from, to));
                    }
                }
            }
        }
        moves.sort();
        moves
    }

    /// Whether `side`'s king could be captured, or faces the other one.
    pub(crate) fn is_in_check(&self, side: Side) -> bool {
        let king = Some(Piece::new(side, Kind::King));
        let Some(king) = Square::ALL.into_iter().find(|&s| self.at(s) == king) else {
            return true;
        };
        Square::ALL.into_iter().any(|from| {
            self.at(from).is_some_and(|p| p.side() != side) && self.steps(from).contains(&king)
        }) || self.kings_face(king)
    }

    fn kings_face(&self, king: Square) -> bool {
        [1, -1].into_iter().any(|up| {
            self.first_on_ray(king, (0, up))
                .is_some_and(|s| self.at(s).is_some_and(|p| p.kind() == Kind::King))
        })
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    fn after(&self, from: Square, to: Square) -> Self {
        let mut after = self.clone();
        after.0[to.index()] = after.0[from.index()].take();
        after
    }

    fn first_on_ray(&self, from: Square, (x, y): (i32, i32)) -> Option<Square> {
        (1..10).map_while(|n| from.offset(n * x, n * y)).find(|&s| self.at(s).is_some())
    }

    fn steps(&self, from: Square) -> Vec<Square> {
        let Some(piece) = self.at(from) else { return Vec::new() };
        let side = piece.side();
        let mut to = Vec::new();
        match piece.kind() {
            Kind::King => to.extend(STRAIGHT.iter().filter_map(|&(x, y)| from.offset(x, y))),
            Kind::Advisor => to.extend(DIAGONAL.iter().filter_map(|&(x, y)| from.offset(x, y))),
            Kind::Elephant => {
                for (x, y) in DIAGONAL {
                    if let (Some(eye), Some(target)) =
                        (from.offset(x, y), from.offset(2 * x, 2 * y))
                        && self.at(eye).is_none()
                        && !target.is_across_river_for(side)
                    {
                        to.push(target);
                    }
                }
            }
            Kind::Horse => {
                for (x, y) in STRAIGHT {
                    if let Some(leg) = from.offset(x, y)
                        && self.at(leg).is_none()
                    {
                        to.extend(leg.offset(x + y, y + x));
                        to.extend(leg.offset(x - y, y - x));
                    }
                }
            }
            Kind::Chariot | Kind::Cannon => {
                for (x, y) in STRAIGHT {
                    let ray = (1..10).map_while(|n| from.offset(n * x, n * y));
                    to.extend(ray.take_while(|&s| self.at(s).is_none()));
                    let first = self.first_on_ray(from, (x, y));
                    to.extend(match piece.kind() {
                        Kind::Chariot => first,
                        _ => first.and_then(|screen| self.first_on_ray(screen, (x, y))),
                    });
                }
            }
            Kind::Pawn => {
                let up = if side == Side::First { 1 } else { -1 };
                to.extend(from.offset(0, up));
                if from.is_across_river_for(side) {
                    to.extend(from.offset(1, 0));
                    to.extend(from.offset(-1, 0));
                }
            }
        }
        if matches!(piece.kind(), Kind::King | Kind::Advisor) {
            to.retain(|s| is_in_palace(*s, side));
        }
        to
    }
}

fn is_in_palace(square: Square, side: Side) -> bool {
    let (file, rank) = (square.file().index(), square.rank().relative_to(side).index());
    (3..=5).contains(&file) && rank <= 2
}
