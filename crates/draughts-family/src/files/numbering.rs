use crate::erased::{AnyPosition, AnySetup, AnySquare, AnyVariant};
use draughts::Board;
use game::{Position as _, Side};

/// The place of square 1 from White's point of view; numbers run along the rows.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Numbering {
    BottomLeft,
    /// As in Spanish draughts, where White's men stand on 1 to 12.
    BottomRight,
    /// The numbering of all other variants, and our own.
    #[default]
    TopLeft,
    TopRight,
}

impl Numbering {
    /// All of them.
    pub(crate) const ALL: [Self; 4] =
        [Self::TopLeft, Self::BottomRight, Self::BottomLeft, Self::TopRight];

    /// Converts our number `n` to the number of the square here, and back: each of these numberings
    /// is its own inverse.
    fn convert(self, board: &Board, n: u32) -> u32 {
        let (rows, width) =
            (board.size, if board.every_square { board.size } else { board.size / 2 });
        let count = rows * width;
        if n == 0 || n > count {
            return n;
        }
        let (row, k) = ((n - 1) / width, (n - 1) % width);
        match self {
            Self::TopLeft => n,
            Self::BottomRight => count + 1 - n,
            Self::TopRight => row * width + (width - 1 - k) + 1,
            Self::BottomLeft => (rows - 1 - row) * width + k + 1,
        }
    }

    /// The number of a square.
    pub(crate) fn number(self, square: AnySquare) -> u32 {
        self.convert(&square.variant().rules().board, square.number())
    }

    /// The name of a square in our numbering: letters stay, numbers are converted. Where Black begins,
    /// some programs count letters from Black's side: so does a turned board.
    fn own_name(self, board: &Board, name: &str) -> String {
        let name = name.trim().to_lowercase();
        if self == Self::TopLeft {
            return name;
        }
        match (name.parse::<u32>(), name.as_bytes()) {
            (Ok(n), _) if name.len() <= 3 => self.convert(board, n).to_string(),
            (Err(_), &[file @ b'a'..=b'h', rank @ b'1'..=b'8'])
                if self == Self::BottomRight && board.starts == Side::Second =>
            {
                let turned = [b'a' + b'h' - file, b'1' + b'8' - rank];
                turned.map(char::from).iter().collect()
            }
            _ => name,
        }
    }

    /// A move with our squares and signs; more than one where the text leaves out the sign. The
    /// result is never empty.
    pub(crate) fn read_move(self, board: &Board, text: &str) -> Vec<String> {
        let is_sign = |c: char| matches!(c, '-' | '–' | '—' | '−' | 'x' | 'X' | '×' | ':' | '*');
        if text.contains(is_sign) {
            let captures = !text.contains(['-', '–', '—', '−']);
            let squares: Vec<String> =
                text.split(is_sign).map(|name| self.own_name(board, name)).collect();
            let mut all = vec![squares.join(if captures { "x" } else { "-" })];
            if !captures && squares.len() == 2 {
                // Some programs have one sign for all moves.
                all.push(squares.join("x"));
            }
            return all;
        }
        let squares = without_sign(text);
        if squares.len() < 2 {
            return vec![text.to_owned()];
        }
        let squares: Vec<String> = squares.iter().map(|name| self.own_name(board, name)).collect();
        let mut all = vec![squares.join("x")];
        if squares.len() == 2 {
            all.insert(0, squares.join("-"));
        }
        all
    }

    /// A FEN with our numbers, both colours and a side to move; invalid parts stay.
    pub(crate) fn read_fen(self, variant: AnyVariant, text: &str) -> String {
        let board = &variant.rules().board;
        let body = text.trim().trim_end_matches('.');
        let mut fields: Vec<String> = body.split([':', ';']).map(str::to_owned).collect();
        if let Some(side) = fields.first_mut().filter(|side| side.trim() == "?") {
            let starter = if board.starts == Side::First { "W" } else { "B" };
            starter.clone_into(side);
        }
        for field in fields.iter_mut().skip(1) {
            *field = self.read_list(variant, field);
        }
        // Problems may leave out a colour without pieces.
        for colour in ["W", "B"] {
            let has = |field: &String| field.trim().to_uppercase().starts_with(colour);
            let has_pieces = ["W", "B"]
                .iter()
                .any(|c| fields.iter().skip(1).any(|f| f.trim().to_uppercase().starts_with(c)));
            if has_pieces && !fields.iter().skip(1).any(has) {
                fields.insert(2, colour.to_owned());
            }
        }
        fields.join(":")
    }

    /// The pieces of one colour: letters become numbers, and numbers become ours.
    fn read_list(self, variant: AnyVariant, field: &str) -> String {
        let board = &variant.rules().board;
        let named = |name: &str| variant.read_square(name);
        let trimmed = field.trim();
        let Some((colour, list)) = trimmed.split_at_checked(1) else { return field.to_owned() };
        if !matches!(colour, "W" | "w" | "B" | "b") || list.trim().is_empty() {
            return trimmed.to_owned();
        }
        let mut items = Vec::new();
        let separators = |c: char| c == ',' || (c == ' ' && !list.contains(','));
        for item in list.split(separators).filter(|item| !item.is_empty()) {
            let item = item.trim();
            let (king, squares) = match item.strip_prefix(['K', 'k']) {
                Some(squares) => ("K", squares),
                None => ("", item),
            };
            let lettered = squares.starts_with(|c: char| c.is_ascii_alphabetic());
            if let Some(square) = lettered.then(|| named(&squares.to_lowercase())).flatten() {
                items.push(format!("{king}{square}"));
                continue;
            }
            let (first, last) = squares.split_once('-').unwrap_or((squares, squares));
            let last = last.trim().strip_prefix(['K', 'k']).unwrap_or(last);
            match (first.trim().parse::<u32>(), last.trim().parse::<u32>()) {
                (Ok(first), Ok(last)) if self != Self::TopLeft && first <= last && last < 200 => {
                    let all = first..=last;
                    items.extend(all.map(|n| format!("{king}{}", self.convert(board, n))));
                }
                _ => items.push(item.to_owned()),
            }
        }
        format!("{colour}{}", items.join(","))
    }

    /// A position with the numbers of this numbering.
    pub(crate) fn write_fen(self, position: &AnyPosition) -> String {
        if self == Self::TopLeft {
            return position.to_string();
        }
        // The same position on a board whose numbers are ours.
        let variant = position.variant();
        let there = |square: AnySquare| variant.square(self.number(square));
        let pieces = position.pieces().filter_map(|(square, piece)| Some((there(square)?, piece)));
        variant.code().write_setup(&AnySetup::of(pieces.collect(), position.side_to_move()))
    }
}

/// The squares of a move without signs: `3228`, `c3d4`, `c3e5g7`; none for any other text.
fn without_sign(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let digits = bytes.len() == 4 && bytes.iter().all(u8::is_ascii_digit);
    let is_square = |s: &[u8]| matches!(s, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    let letters =
        bytes.len() >= 4 && bytes.len().is_multiple_of(2) && bytes.chunks(2).all(is_square);
    if !digits && !letters {
        return Vec::new();
    }
    (0..text.len()).step_by(2).filter_map(|at| text.get(at..at + 2)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::{International, Position, Russian, Spanish, VariantRules};

    #[test]
    fn numberings_are_their_own_inverse() {
        for numbering in Numbering::ALL {
            for n in 1..=50 {
                let there = numbering.convert(&International::RULES.board, n);
                assert!((1..=50).contains(&there));
                assert_eq!(numbering.convert(&International::RULES.board, there), n);
            }
        }
        // Square 1 lies at White's right, 32 at the far left.
        assert_eq!(Numbering::BottomRight.convert(&Spanish::RULES.board, 1), 32);
    }

    #[test]
    fn positions_are_read_in_letters_and_with_one_colour() {
        let read = |text| Numbering::TopLeft.read_fen(AnyVariant::of::<Russian>(), text);
        assert_eq!(read("W:Wa1,Kc3:Bh8"), "W:W29,K22:B4");
        assert_eq!(read("?:WK5:B"), "W:WK5:B");
        assert_eq!(read("B:B1-4."), "B:B1-4:W");
        let spanish = Position::<Spanish>::start();
        let text = Numbering::BottomRight.write_fen(&AnyPosition::from(&spanish));
        assert_eq!(text, "W:W1-12:B21-32");
        let ours = Numbering::BottomRight.read_fen(AnyVariant::of::<Spanish>(), &text);
        let setup: draughts::Setup<Spanish> =
            ours.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(Position::try_from(setup).ok(), Some(spanish));
    }

    #[test]
    fn moves_are_read_without_signs() {
        let read = |text| Numbering::TopLeft.read_move(&International::RULES.board, text);
        assert_eq!(read("3228"), ["32-28", "32x28"]);
        // Some programs have one sign for all moves: what is written comes first.
        assert_eq!(read("32–28"), ["32-28", "32x28"]);
        assert_eq!(read("28:19:14"), ["28x19x14"]);
        assert_eq!(read("c3e5g7"), ["c3xe5xg7"]);
        assert_eq!(read("nonsense"), ["nonsense"]);
        let spanish = Numbering::BottomRight.read_move(&Spanish::RULES.board, "11-15");
        assert_eq!(spanish, ["22-18", "22x18"]);
    }
}
