use crate::archive::track::{check_board, code, square};
use crate::archive::{TrackError, TrackPiece};
use game::Side;

/// What a pattern says of a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareCondition {
    what: SquareContent,
    is_negated: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum SquareContent {
    Empty,
    /// A piece, of this side and of this kind if they are named.
    Piece(Option<Side>, Option<String>),
}

impl SquareCondition {
    /// Nothing is on the square.
    #[must_use]
    pub const fn empty() -> Self {
        Self { what: SquareContent::Empty, is_negated: false }
    }

    /// A piece is on the square, of this side and of this kind if they are named.
    #[must_use]
    pub fn piece(side: Option<Side>, kind: Option<&str>) -> Self {
        Self { what: SquareContent::Piece(side, kind.map(str::to_owned)), is_negated: false }
    }

    /// The opposite. *Not a red horse* fits an empty square too.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { is_negated: !self.is_negated, ..self }
    }

    /// The set of codes that fit, as bits.
    fn allowed(&self, kinds: &[String]) -> u64 {
        let set = match &self.what {
            SquareContent::Empty => 1,
            SquareContent::Piece(side, kind) => {
                let kinds = kinds.iter().enumerate();
                kinds.filter(|(_, known)| kind.as_ref().is_none_or(|kind| kind == *known)).fold(
                    0,
                    |set, (number, _)| {
                        let sides =
                            Side::ALL.into_iter().filter(|s| side.is_none_or(|of| of == *s));
                        sides.fold(set, |set, side| set | 1 << code(number, side))
                    },
                )
            }
        };
        if self.is_negated { !set } else { set }
    }
}

/// Squares and what is wanted of them; a square that is not named fits anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    files: u8,
    ranks: u8,
    squares: Vec<(u16, SquareCondition)>,
    turn: Option<Side>,
}

impl Pattern {
    /// A pattern that fits every board of this size.
    ///
    /// # Errors
    /// When there is no such board.
    pub fn new(files: u8, ranks: u8) -> Result<Self, TrackError> {
        check_board(files, ranks)?;
        Ok(Self { files, ranks, squares: Vec::new(), turn: None })
    }

    /// The pattern of exactly these pieces, with all other squares empty.
    ///
    /// # Errors
    /// When a piece is not on the board.
    pub fn of_board(files: u8, ranks: u8, pieces: &[TrackPiece<'_>]) -> Result<Self, TrackError> {
        let mut pattern = Self::new(files, ranks)?;
        for rank in 0..ranks {
            for file in 0..files {
                pattern.set(file, rank, SquareCondition::empty())?;
            }
        }
        for piece in pieces {
            pattern.set(
                piece.file,
                piece.rank,
                SquareCondition::piece(Some(piece.side), Some(piece.kind)),
            )?;
        }
        Ok(pattern)
    }

    /// Says what is wanted of a square, in place of what was said before.
    ///
    /// # Errors
    /// When it is not on the board.
    pub fn set(&mut self, file: u8, rank: u8, want: SquareCondition) -> Result<(), TrackError> {
        let square = square(self.files, self.ranks, file, rank)?;
        match self.squares.iter_mut().find(|(known, _)| *known == square) {
            Some(known) => known.1 = want,
            None => self.squares.push((square, want)),
        }
        Ok(())
    }

    /// Says who is to move.
    pub fn set_turn(&mut self, turn: Option<Side>) {
        self.turn = turn;
    }

    /// The pattern for tracks with these kinds; `None` where it fits no board of the game.
    pub(crate) fn compiled(
        &self,
        files: u8,
        ranks: u8,
        kinds: &[String],
    ) -> Option<CompiledPattern> {
        if (files, ranks) != (self.files, self.ranks) {
            return None;
        }
        let wanted = |(square, want): &(u16, SquareCondition)| {
            let allowed = want.allowed(kinds);
            (allowed != 0).then_some((usize::from(*square), allowed))
        };
        let squares = self.squares.iter().map(wanted).collect::<Option<Vec<_>>>()?;
        Some(CompiledPattern { squares, turn: self.turn })
    }
}

/// Squares by number, with the codes that fit as bits.
#[derive(Debug)]
pub(crate) struct CompiledPattern {
    squares: Vec<(usize, u64)>,
    turn: Option<Side>,
}

impl CompiledPattern {
    pub(crate) fn fits(&self, codes: &[u8], turn: Side) -> bool {
        self.turn.is_none_or(|wanted| wanted == turn)
            && self.squares.iter().all(|&(square, allowed)| {
                codes.get(square).is_some_and(|code| allowed >> (code & 63) & 1 == 1)
            })
    }
}
