use super::NotationError;
use super::pattern::{
    Direction, Order, Pattern, PieceTag, Reader, column, file_number, has_two_tandem_files,
    tandem_pawns, way,
};
use crate::{Kind, Move, Piece, Position};
use game::{Notation, Position as _, Side};

/// The notation of Chinese books, 炮二平五: piece, file from the player's own right, 进 退 平,
/// file or distance. Red's numbers are Chinese, Black's full-width digits.
///
/// Of two pieces on a file one is 前, the other 后; of three pawns 前 中 后, of four or five
/// 一 to 五 from the front. With pawns in tandem on two files the numbers run on from the
/// right file to the left one. Advisors and elephants are always called by their file.
///
/// Reads both scripts and all forms of pieces and numbers, for either side. Also reads 前三平四 for a
/// pawn on the third file.
///
/// ```
/// use game::Notation as _;
/// use xiangqi::Position;
/// use xiangqi::notation::{Chinese, Script};
///
/// let start = Position::start();
/// let chinese = Chinese { script: Script::Simplified };
/// let m = chinese.parse(&start, "炮二平五")?;
/// assert_eq!(m, "h2e2".parse()?);
/// assert_eq!(chinese.print(&start, m), "炮二平五");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Chinese {
    /// The script to print.
    pub script: Script,
}

/// A way of writing Chinese.
///
/// ```
/// use game::Notation as _;
/// use xiangqi::Position;
/// use xiangqi::notation::{Chinese, Script};
///
/// let (start, m) = (Position::start(), "b0c2".parse()?);
/// assert_eq!(Chinese { script: Script::Traditional }.print(&start, m), "馬八進七");
/// assert_eq!(Chinese { script: Script::Simplified }.print(&start, m), "马八进七");
/// # Ok::<(), xiangqi::ParseMoveError>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Script {
    /// 车 马 进 后.
    #[default]
    Simplified,
    /// 車 馬 進 後.
    Traditional,
}

impl Notation<Position> for Chinese {
    type Error = NotationError;

    fn print(&self, position: &Position, m: Move) -> String {
        let Some(piece) = position.piece_at(m.from) else { return String::new() };
        let (direction, number) = way(piece, m);
        let name = self.piece(piece);
        let mut text = String::with_capacity(12);
        match place(position, piece, m) {
            PieceTag::File(file) => text.extend([name, numeral(file, piece.side())]),
            PieceTag::Tandem(order, _) => text.extend([self.order(order), name]),
            PieceTag::Numbered(order) => text.extend([ordinal(order), name]),
        }
        text.extend([self.direction(direction), numeral(number, piece.side())]);
        text
    }

    fn parse(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let mut reader = Reader::new(text);
        let (kind, place) = if let Some(kind) = reader.take(read_piece) {
            // Some people put the order behind the piece: 炮前平五.
            let place = match reader.take(|c| read_order(c).filter(|_| read_number(c).is_none())) {
                Some(order) => PieceTag::Tandem(order, None),
                None => PieceTag::File(reader.expect("a file 一-九", read_number)?),
            };
            (kind, place)
        } else {
            let order = reader.expect("a piece, 前 中 后 or 一-五", read_order)?;
            let file = reader.take(read_number);
            let kind = match (reader.take(read_piece), file) {
                (Some(kind), _) => kind,
                // 前三平四: only pawns need the file.
                (None, Some(_)) => Kind::Pawn,
                (None, None) => return Err(reader.error("a piece or a file")),
            };
            let place = match order {
                Order::Nth(number)
                    if file.is_none()
                        && has_two_tandem_files(position, position.side_to_move()) =>
                {
                    PieceTag::Numbered(number)
                }
                _ => PieceTag::Tandem(order, file),
            };
            (kind, place)
        };
        let direction = reader.expect("进, 退 or 平", read_direction)?;
        let number = reader.expect("a number 一-九", read_number)?;
        reader.end()?;
        Pattern { kind, place, direction, number }.find(position, text)
    }
}

/// The Chinese name of the piece that makes `m`.
fn place(position: &Position, piece: Piece, m: Move) -> PieceTag {
    let side = piece.side();
    let file = file_number(m.from, side);
    if matches!(piece.kind(), Kind::Advisor | Kind::Elephant) {
        return PieceTag::File(file);
    }
    let column = column(position, piece, m.from);
    let index = column.iter().position(|&s| s == m.from).unwrap_or_default();
    match (column.len(), index) {
        (1, _) => PieceTag::File(file),
        _ if piece.kind() == Kind::Pawn && has_two_tandem_files(position, side) => {
            let pawns = tandem_pawns(position, side);
            let number = pawns.iter().position(|&s| s == m.from).unwrap_or_default();
            PieceTag::Numbered(number as u8 + 1)
        }
        (2 | 3, 0) => PieceTag::Tandem(Order::Front, None),
        (3, 1) => PieceTag::Tandem(Order::Middle, None),
        (2 | 3, _) => PieceTag::Tandem(Order::Rear, None),
        _ => PieceTag::Tandem(Order::Nth(index as u8 + 1), None),
    }
}

impl Chinese {
    fn piece(self, piece: Piece) -> char {
        let simplified = self.script == Script::Simplified;
        match (piece.kind(), piece.side()) {
            (Kind::King, Side::First) => {
                if simplified {
                    '帅'
                } else {
                    '帥'
                }
            }
            (Kind::King, Side::Second) => {
                if simplified {
                    '将'
                } else {
                    '將'
                }
            }
            (Kind::Advisor, Side::First) => '仕',
            (Kind::Advisor, Side::Second) => '士',
            (Kind::Elephant, Side::First) => '相',
            (Kind::Elephant, Side::Second) => '象',
            (Kind::Chariot, _) => {
                if simplified {
                    '车'
                } else {
                    '車'
                }
            }
            (Kind::Horse, _) => {
                if simplified {
                    '马'
                } else {
                    '馬'
                }
            }
            (Kind::Cannon, _) => '炮',
            (Kind::Pawn, Side::First) => '兵',
            (Kind::Pawn, Side::Second) => '卒',
        }
    }

    fn order(self, order: Order) -> char {
        match order {
            Order::Front => '前',
            Order::Middle => '中',
            Order::Rear if self.script == Script::Simplified => '后',
            Order::Rear => '後',
            Order::Nth(number) => ordinal(number),
        }
    }

    fn direction(self, direction: Direction) -> char {
        match direction {
            Direction::Advance if self.script == Script::Simplified => '进',
            Direction::Advance => '進',
            Direction::Retreat => '退',
            Direction::Traverse => '平',
        }
    }
}

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const FULL_WIDTH: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

fn numeral(number: u8, side: Side) -> char {
    let numerals = match side {
        Side::First => NUMERALS,
        Side::Second => FULL_WIDTH,
    };
    numerals[usize::from(number.clamp(1, 9)) - 1]
}

/// The number of a pawn: Chinese for both sides.
fn ordinal(number: u8) -> char {
    numeral(number, Side::First)
}

fn read_number(c: char) -> Option<u8> {
    let index = |numerals: [char; 9]| numerals.iter().position(|&numeral| numeral == c);
    let digit = c.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as usize - 1);
    let index = digit.or_else(|| index(NUMERALS)).or_else(|| index(FULL_WIDTH));
    let index = index.or_else(|| index_of_account(c))?;
    Some(index as u8 + 1)
}

/// Numerals of accounts in either script, as old books print them, from 0.
fn index_of_account(c: char) -> Option<usize> {
    const FORMS: [&str; 9] = ["壹", "贰貳弍", "叁參叄参", "肆", "伍", "陆陸", "柒", "捌", "玖"];
    FORMS.iter().position(|forms| forms.contains(c))
}

fn read_order(c: char) -> Option<Order> {
    match c {
        '前' => Some(Order::Front),
        '中' => Some(Order::Middle),
        '后' | '後' => Some(Order::Rear),
        _ => read_number(c).filter(|&number| number <= 5).map(Order::Nth),
    }
}

fn read_direction(c: char) -> Option<Direction> {
    match c {
        '进' | '進' => Some(Direction::Advance),
        '退' => Some(Direction::Retreat),
        '平' => Some(Direction::Traverse),
        _ => None,
    }
}

fn read_piece(c: char) -> Option<Kind> {
    Some(match c {
        '帅' | '帥' | '将' | '將' => Kind::King,
        '仕' | '士' => Kind::Advisor,
        '相' | '象' => Kind::Elephant,
        '车' | '車' | '俥' | '伡' | '砗' | '硨' => Kind::Chariot,
        '马' | '馬' | '傌' | '㐷' => Kind::Horse,
        '炮' | '砲' | '礮' | '包' => Kind::Cannon,
        '兵' | '卒' => Kind::Pawn,
        _ => return None,
    })
}
