use engine::{Protocol, Session};
use game::Side;
use protocol::gomocup::{Colour, Point, Rows, Rule, Stone};

/// The smallest and the largest board.
const SIZES: std::ops::RangeInclusive<u32> = 5..=22;

/// The board as the manager tells it: stones in order, by whoever put them.
#[derive(Clone, Debug)]
pub(super) struct StoneOrder {
    pub(super) rule: Rule,
    size: Option<u8>,
    stones: Vec<(Point, Side)>,
    mover: Side,
    /// Points taken by neither: parts of rows already won in a continuous game.
    walls: Vec<Point>,
}

impl Default for StoneOrder {
    fn default() -> Self {
        Self {
            rule: Rule::Freestyle,
            size: None,
            stones: Vec::new(),
            mover: Side::First,
            walls: Vec::new(),
        }
    }
}

impl StoneOrder {
    /// A new game on a board of this size.
    ///
    /// # Errors
    /// When there is no such board.
    pub(super) fn start(&mut self, width: u32, height: u32) -> Result<(), String> {
        if width != height {
            return Err(format!("a board of {width}×{height}: only square boards are known"));
        }
        if !SIZES.contains(&width) {
            let (least, most) = SIZES.into_inner();
            return Err(format!("a board of {width}×{width}: it can be {least} to {most}"));
        }
        self.size = u8::try_from(width).ok();
        self.clear();
        Ok(())
    }

    /// Takes all stones away.
    ///
    /// # Errors
    /// When there is no board yet.
    pub(super) fn restart(&mut self) -> Result<(), String> {
        self.size()?;
        self.clear();
        Ok(())
    }

    fn clear(&mut self) {
        self.stones.clear();
        self.walls.clear();
        self.mover = Side::First;
    }

    /// Points along an edge.
    ///
    /// # Errors
    /// When there is no board yet.
    pub(super) fn size(&self) -> Result<u8, String> {
        self.size.ok_or_else(|| "there is no board yet: START is expected first".to_owned())
    }

    /// Whose move it is.
    pub(super) const fn mover(&self) -> Side {
        self.mover
    }

    /// Whether a stone lies there.
    pub(super) fn is_empty(&self) -> bool {
        self.stones.is_empty()
    }

    /// The number of stones.
    pub(super) fn stones(&self) -> usize {
        self.stones.len()
    }

    /// Whether two points are the same one on a board that is turned or mirrored onto itself.
    pub(super) fn is_same(&self, size: u8, at: Point, other: Point) -> bool {
        let last = size.saturating_sub(1);
        let turned = |symmetry: u8, Point { x, y }: Point| {
            let (x, y) = if symmetry & 1 == 0 { (x, y) } else { (y, x) };
            let x = if symmetry & 2 == 0 { x } else { last.saturating_sub(x) };
            Point { x, y: if symmetry & 4 == 0 { y } else { last.saturating_sub(y) } }
        };
        let keeps = |symmetry: u8| {
            let mut all = self.stones.iter();
            all.all(|&(stone, side)| self.stones.contains(&(turned(symmetry, stone), side)))
        };
        (0..8).any(|symmetry| turned(symmetry, at) == other && keeps(symmetry))
    }

    /// Points that are neither empty nor a stone's.
    pub(super) fn walls(&self) -> &[Point] {
        &self.walls
    }

    /// The next stone.
    ///
    /// # Errors
    /// When it cannot be there; nothing changes then.
    pub(super) fn put(&mut self, at: Point) -> Result<(), String> {
        self.check(at)?;
        self.stones.push((at, self.mover));
        self.mover = !self.mover;
        Ok(())
    }

    fn check(&self, at: Point) -> Result<(), String> {
        let size = self.size()?;
        if at.x >= size || at.y >= size {
            return Err(format!("{at} is not on the board of {size}×{size}"));
        }
        if self.stones.iter().any(|(stone, _)| *stone == at) || self.walls.contains(&at) {
            return Err(format!("{at} is taken already"));
        }
        Ok(())
    }

    /// Takes a stone away again, be it the last or another.
    ///
    /// # Errors
    /// When there is none.
    pub(super) fn take_back(&mut self, at: Point) -> Result<(), String> {
        self.size()?;
        let index = self.stones.iter().rposition(|(stone, _)| *stone == at);
        let index = index.ok_or_else(|| format!("there is no stone on {at}"))?;
        let (_, side) = self.stones.remove(index);
        self.mover = side;
        Ok(())
    }

    /// The position of a block: 1 is who moves, 2 the opponent. Who has fewer stones is White;
    /// with as many on both sides Black moves.
    ///
    /// # Errors
    /// When it is none; nothing changes then.
    pub(super) fn set(&mut self, stones: &[Stone]) -> Result<(), String> {
        let count = |field: u8| stones.iter().filter(|stone| stone.field == Some(field)).count();
        let own = if count(1) < count(2) { Side::Second } else { Side::First };
        let mut fresh = Self { size: self.size, rule: self.rule, ..Self::default() };
        for stone in stones {
            fresh.check(stone.at)?;
            match stone.field {
                Some(1) => fresh.stones.push((stone.at, own)),
                Some(2) => fresh.stones.push((stone.at, !own)),
                Some(_) => fresh.walls.push(stone.at),
                None => return Err(format!("{stone} does not say whose it is")),
            }
        }
        fresh.size()?;
        fresh.mover = own;
        *self = fresh;
        Ok(())
    }

    /// The stones of a Swap2 opening, Black's first.
    ///
    /// # Errors
    /// When they cannot be; nothing changes then.
    pub(super) fn set_opening(&mut self, stones: &[Stone]) -> Result<(), String> {
        let mut fresh = Self { size: self.size, rule: self.rule, ..Self::default() };
        fresh.size()?;
        stones.iter().try_for_each(|stone| fresh.put(stone.at))?;
        *self = fresh;
        Ok(())
    }

    /// The variant's id, with the size of the board.
    fn variant(&self, size: u8) -> String {
        let number = self.rule.number().to_string();
        let known = games::spoken(Protocol::Gomocup).find(|known| known.name == number);
        let base = known.map_or_else(|| games::usual(Protocol::Gomocup), |known| known.variant);
        format!("{base}{size}")
    }

    /// The game as a session: played move by move where colours take turns, so that it knows
    /// how things came about; otherwise set up.
    ///
    /// # Errors
    /// When it cannot be played.
    pub(super) fn session(&self) -> Result<Box<dyn Session>, String> {
        let size = self.size()?;
        let open = |stones: &[(Point, Side)], mover| {
            games::new_session(&self.variant(size), None, Some(&rows(size, stones, mover)))
                .map_err(|error| error.to_string())
        };
        let due = |n: usize| if n.is_multiple_of(2) { Side::First } else { Side::Second };
        let in_turn = self.mover == due(self.stones.len())
            && self.stones.iter().enumerate().all(|(n, (_, side))| *side == due(n));
        if in_turn {
            let mut session = open(&[], Side::First)?;
            if self.stones.iter().all(|(at, _)| session.push(&at.to_move()).is_ok()) {
                return Ok(session);
            }
        }
        open(&self.stones, self.mover)
    }
}

const fn colour(side: Side) -> Colour {
    match side {
        Side::First => Colour::Black,
        Side::Second => Colour::White,
    }
}

/// A position as our games write it.
fn rows(size: u8, stones: &[(Point, Side)], mover: Side) -> String {
    let stones = stones.iter().map(|&(at, side)| (at, colour(side))).collect();
    Rows { size: Some(size), stones, mover: Some(colour(mover)) }.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stone(x: u8, y: u8, field: u8) -> Stone {
        Stone { at: Point { x, y }, field: Some(field) }
    }

    fn table() -> StoneOrder {
        let mut table = StoneOrder::default();
        table.start(5, 5).unwrap();
        table
    }

    #[test]
    fn rows_come_from_the_top() {
        let mut table = table();
        table.set(&[stone(0, 0, 1), stone(2, 4, 2), stone(3, 4, 1), stone(4, 4, 2)]).unwrap();
        let text = rows(5, &table.stones, table.mover);
        assert_eq!(text, "2oxo/5/5/5/x4 x");
    }

    #[test]
    fn who_has_fewer_is_white() {
        let mut table = table();
        table.set(&[stone(0, 0, 2)]).unwrap();
        assert_eq!((table.mover(), table.stones[0].1), (Side::Second, Side::First));
        table.set(&[stone(0, 0, 2), stone(1, 1, 1)]).unwrap();
        assert_eq!((table.mover(), table.stones[1].1), (Side::First, Side::First));
    }

    #[test]
    fn what_cannot_be_changes_nothing() {
        let mut table = table();
        table.put(Point { x: 2, y: 2 }).unwrap();
        let before = format!("{table:?}");
        for wrong in [
            table.put(Point { x: 2, y: 2 }),
            table.put(Point { x: 5, y: 0 }),
            table.set(&[stone(1, 1, 1), stone(1, 1, 2)]),
            table.set_opening(&[stone(9, 1, 1)]),
            table.take_back(Point { x: 0, y: 0 }),
            table.start(4, 4),
            table.start(15, 20),
        ] {
            assert!(wrong.is_err());
        }
        assert_eq!(format!("{table:?}"), before);
        table.take_back(Point { x: 2, y: 2 }).unwrap();
        assert_eq!((table.mover(), table.is_empty()), (Side::First, true));
    }

    #[test]
    fn nothing_is_before_the_start() {
        let mut table = StoneOrder::default();
        assert!(table.put(Point { x: 0, y: 0 }).is_err());
        assert!(table.restart().is_err());
        assert!(table.set(&[]).is_err());
    }
}
