use super::NotationError;
use super::pattern::{
    Direction, Order, Pattern, PieceTag, Reader, column, file_number, has_two_tandem_files, way,
};
use crate::{Kind, Move, Piece, Position, Square};
use game::Notation;

/// The notation of the World Xiangqi Federation in four characters: piece, file, direction
/// (`+` forward, `-` back, `=` sideways), file or distance, as in `C2=5`, `H8+7`.
///
/// Of two pieces on a file the front one is called `C+`, the rear one `C-`. Three or more pawns on
/// a file, or pawns in tandem on two files, are numbered from the front, with the file: `15+1` is
/// the foremost pawn on file 5. Advisors and elephants need no sign, because only one of the two
/// can make the move. A piece whose twin would leave the board needs no sign either.
///
/// Prints H for the horse and E for the elephant. Also reads N and B, G (general, or guard where no general can move
/// so) and M (minister), small letters, `.` for `=`, and the sign before the piece.
///
/// ```
/// use game::Notation as _;
/// use xiangqi::{Position, notation::Wxf};
///
/// let start = Position::start();
/// let m = Wxf.parse(&start, "C2=5")?;
/// assert_eq!(m.to_string(), "h2e2");
/// assert_eq!(Wxf.print(&start, m), "C2=5");
/// # Ok::<(), xiangqi::notation::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Wxf;

impl Notation<Position> for Wxf {
    type Error = NotationError;

    fn print(&self, position: &Position, m: Move) -> String {
        let Some(piece) = position.piece_at(m.from) else { return String::new() };
        let (direction, number) = way(piece, m);
        let name = match place(position, piece, m) {
            PieceTag::File(file) => format!("{}{file}", letter(piece.kind())),
            PieceTag::Tandem(Order::Nth(order), file) => {
                format!("{order}{}", file.unwrap_or_else(|| file_number(m.from, piece.side())))
            }
            PieceTag::Tandem(Order::Front, _) => format!("{}+", letter(piece.kind())),
            PieceTag::Tandem(..) | PieceTag::Numbered(_) => format!("{}-", letter(piece.kind())),
        };
        let sign = match direction {
            Direction::Advance => '+',
            Direction::Retreat => '-',
            Direction::Traverse => '=',
        };
        format!("{name}{sign}{number}")
    }

    fn parse(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let mut reader = Reader::new(text);
        let (kind, place) = if let Some(order) = reader.take(digit) {
            let file = reader.expect("a file 1-9", digit)?;
            (Kind::Pawn, PieceTag::Tandem(Order::Nth(order), Some(file)))
        } else if let Some(order) = reader.take(front_or_rear) {
            (reader.expect(PIECE, piece)?, PieceTag::Tandem(order, None))
        } else {
            let kind = reader.expect(PIECE, piece)?;
            let place = match reader.take(front_or_rear) {
                Some(order) => PieceTag::Tandem(order, None),
                None => PieceTag::File(reader.expect("a file 1-9, + or -", digit)?),
            };
            (kind, place)
        };
        let direction = reader.expect("+, - or =", direction)?;
        let number = reader.expect("a digit 1-9", digit)?;
        reader.end()?;
        let found = Pattern { kind, place, direction, number }.find(position, text);
        let is_guard = text.contains(['G', 'g']);
        match found {
            Err(NotationError::NoSuchMove { .. }) if is_guard => {
                Pattern { kind: Kind::Advisor, place, direction, number }.find(position, text)
            }
            found => found,
        }
    }
}

const PIECE: &str = "a piece K A E R H C P";

/// The WXF name of the piece that makes `m`.
fn place(position: &Position, piece: Piece, m: Move) -> PieceTag {
    let file = file_number(m.from, piece.side());
    let column = column(position, piece, m.from);
    let index = column.iter().position(|&s| s == m.from).unwrap_or_default();
    let crowded = piece.kind() == Kind::Pawn && has_two_tandem_files(position, piece.side());
    match column[..] {
        [_] => PieceTag::File(file),
        [front, rear] if !crowded => {
            let twin = if index == 0 { rear } else { front };
            if !could_follow(piece, twin, m) {
                PieceTag::File(file)
            } else if index == 0 {
                PieceTag::Tandem(Order::Front, None)
            } else {
                PieceTag::Tandem(Order::Rear, None)
            }
        }
        _ => PieceTag::Tandem(Order::Nth(index as u8 + 1), Some(file)),
    }
}

/// Whether the twin on `twin`, moved in the same way as `m`, would reach a point where its kind can
/// stand.
fn could_follow(piece: Piece, twin: Square, m: Move) -> bool {
    let ranks = m.to.rank().index() as i32 - m.from.rank().index() as i32;
    let files = m.to.file().index() as i32 - m.from.file().index() as i32;
    let anywhere = matches!(piece.kind(), Kind::Pawn);
    twin.offset(files, ranks).is_some_and(|to| anywhere || piece.home().contains(to))
}

fn letter(kind: Kind) -> char {
    match kind {
        Kind::Horse => 'H',
        Kind::Elephant => 'E',
        _ => kind.letter(),
    }
}

/// The piece that a letter names.
fn piece(letter: char) -> Option<Kind> {
    match letter {
        'G' | 'g' => Some(Kind::King),
        'M' | 'm' => Some(Kind::Elephant),
        'S' | 's' => Some(Kind::Pawn),
        _ => Kind::from_letter(letter),
    }
}

fn digit(c: char) -> Option<u8> {
    c.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as u8)
}

fn front_or_rear(c: char) -> Option<Order> {
    match c {
        '+' => Some(Order::Front),
        '-' => Some(Order::Rear),
        _ => None,
    }
}

fn direction(c: char) -> Option<Direction> {
    match c {
        '+' => Some(Direction::Advance),
        '-' => Some(Direction::Retreat),
        '=' | '.' => Some(Direction::Traverse),
        _ => None,
    }
}
