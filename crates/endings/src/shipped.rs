//! The databases that are part of the program.

use crate::Database;
use draughts::{International, VariantRules};
use std::any::Any;
use std::sync::LazyLock;

/// All endings of international draughts with 2 to 4 pieces, as
/// `workshop endgames build draughts 4 --fresh` writes them.
const INTERNATIONAL: &[u8] = include_bytes!("../data/draughts-4.yend");

/// The file of a variant that is part of the program, if there is one.
///
/// ```
/// use draughts::{International, Turkish};
/// use endings::shipped;
///
/// assert!(shipped::<International>().is_some());
/// assert!(shipped::<Turkish>().is_none());
/// ```
#[must_use]
pub fn shipped<V: VariantRules>() -> Option<&'static [u8]> {
    (V::RULES.id == International::RULES.id).then_some(INTERNATIONAL)
}

impl<V: VariantRules> Database<V> {
    /// The database of this variant that is part of the program, if there is one.
    ///
    /// ```
    /// use endings::Database;
    /// assert!(Database::<draughts::International>::shipped().is_some());
    /// assert!(Database::<draughts::Turkish>::shipped().is_none());
    /// ```
    #[must_use]
    pub fn shipped() -> Option<&'static Self> {
        shipped::<V>()?;
        let database: &'static dyn Any = international();
        database.downcast_ref()
    }
}

/// All endings of international draughts with 2 to 4 pieces. The first call unpacks them.
///
/// ```
/// let endings = endings::international();
/// assert_eq!(endings.pieces(), 4);
/// ```
///
/// # Panics
/// Not in practice: the file is part of the program.
#[must_use]
pub fn international() -> &'static Database<International> {
    static DATABASE: LazyLock<Database<International>> =
        LazyLock::new(|| Database::load(INTERNATIONAL).expect("the file is part of the program"));
    &DATABASE
}
