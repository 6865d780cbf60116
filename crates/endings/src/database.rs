use crate::index::{Index, Turning, sets};
use crate::section::Section;
use crate::tables::{after, best, place, stuck};
use crate::{Class, FileError, Value, read_file_of};
use draughts::{Bits, Position, VariantRules};
use game::{Position as _, Side};
use std::collections::BTreeMap;

/// A database that can be probed.
///
/// ```
/// use draughts::{International, Position, Setup};
/// use endings::{Database, Value};
/// # let mut sections = std::collections::BTreeMap::new();
/// # endings::build::<International, _>(2, &mut sections, endings::Threads::MIN, &mut |_| {
/// #     std::ops::ControlFlow::Continue(())
/// # }).unwrap();
/// # let file = endings::write_file::<International>(sections.values());
/// let database = Database::<International>::load(&file)?;
/// let setup: Setup<International> = "W:WK46:B1".parse()?;
/// // The king stops the man.
/// assert_eq!(database.probe(&Position::try_from(setup)?), Some(Value::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Database<V: VariantRules> {
    turning: Turning,
    classes: BTreeMap<Class, usize>,
    places: Vec<Option<(Index<V>, Section)>>,
    pieces: u32,
    variant: V,
}

impl<V: VariantRules> Default for Database<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: VariantRules> Database<V> {
    /// An empty database of a variant that is a type.
    #[must_use]
    pub fn new() -> Self {
        Self::of(V::only())
    }

    /// An empty database of this variant.
    ///
    /// ```
    /// use draughts::groups::LikeRussian;
    /// use endings::{Database, FileError, shipped};
    ///
    /// let mut database = Database::of(LikeRussian::RUSSIAN);
    /// let international = shipped::<draughts::International>().unwrap();
    /// assert!(matches!(database.add(international), Err(FileError::OtherVariant { .. })));
    /// ```
    #[must_use]
    pub fn of(variant: V) -> Self {
        let places = (Class::MOST_PIECES as usize + 1).pow(4);
        Self {
            turning: Turning::new::<V>(),
            classes: BTreeMap::new(),
            places: std::iter::repeat_with(|| None).take(places).collect(),
            pieces: 1,
            variant,
        }
    }

    /// The database of a variant that is a type, in a file.
    ///
    /// # Errors
    /// See [`read_file_of`].
    pub fn load(file: &[u8]) -> Result<Self, FileError> {
        let mut database = Self::new();
        database.add(file)?;
        Ok(database)
    }

    /// Adds another file, such as one of the positions with one piece more.
    ///
    /// ```
    /// use draughts::International;
    /// use endings::{Database, shipped};
    ///
    /// let file = shipped::<International>().expect("international draughts comes with the program");
    /// let mut database = Database::<International>::new();
    /// database.add(file)?;
    /// assert_eq!(database.pieces(), 4);
    /// # Ok::<(), endings::FileError>(())
    /// ```
    ///
    /// # Errors
    /// See [`read_file_of`]; then nothing is added.
    pub fn add(&mut self, file: &[u8]) -> Result<(), FileError> {
        self.extend(read_file_of(self.variant, file)?);
        Ok(())
    }

    /// The largest number of pieces of both sides together for which all positions are in the
    /// database; less than two if there is none.
    ///
    /// ```
    /// use draughts::International;
    /// use endings::Database;
    ///
    /// assert!(Database::<International>::new().pieces() < 2);
    /// assert_eq!(endings::international().pieces(), 4);
    /// ```
    #[must_use]
    #[inline]
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// The classes in the database, with the results of their positions.
    pub fn sections(&self) -> impl Iterator<Item = &Section> {
        self.classes.values().filter_map(|&at| Some(&self.places[at].as_ref()?.1))
    }

    pub(crate) fn section(&self, class: Class) -> Option<&Section> {
        Some(&self.places[*self.classes.get(&class)?].as_ref()?.1)
    }

    /// The result of a position; none if it is not in the database. Captures are played out.
    #[must_use]
    pub fn probe(&self, position: &Position<V>) -> Option<Value> {
        if position.side(position.side_to_move()).is_zero() {
            return Some(stuck(position.variant()));
        }
        let captures = position.captures();
        if captures.is_empty() {
            return self.probe_quiet(position);
        }
        best(captures.iter().map(|m| self.probe(&after(position, m))))
    }

    /// The result of a position in which the side to move need not capture; none if it is not in
    /// the database. Meaningless where it must capture: [`Database::probe`] checks that first.
    ///
    /// ```
    /// use draughts::{Position, Setup};
    /// use endings::Value;
    ///
    /// let position = Position::try_from("W:WK46:B1".parse::<Setup<_>>()?)?;
    /// assert!(!position.must_capture());
    /// assert_eq!(endings::international().probe_quiet(&position), Some(Value::Win));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn probe_quiet(&self, position: &Position<V>) -> Option<Value> {
        let pieces = position.side(Side::First) | position.side(Side::Second);
        // Positions with more pieces than a class has are rejected before any computation.
        if pieces.count() > Class::MOST_PIECES {
            return None;
        }
        let sets = sets(position, &self.turning, position.side_to_move());
        let (index, section) = self.places.get(place(sets.map(Bits::count)))?.as_ref()?;
        section.runs().get(index.number(sets))
    }
}

impl<V: VariantRules> Extend<Section> for Database<V> {
    fn extend<I: IntoIterator<Item = Section>>(&mut self, sections: I) {
        for section in sections {
            let class = section.class();
            let at = place(class.counts().map(u32::from));
            self.places[at] = Some((Index::new(class.counts()), section));
            self.classes.insert(class, at);
        }
        let knows = |&n: &u32| Class::with_pieces(n).iter().all(|c| self.classes.contains_key(c));
        let full = (2..=Class::MOST_PIECES).take_while(knows);
        self.pieces = full.last().unwrap_or(1);
    }
}
