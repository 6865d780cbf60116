//! The databases that are part of the program.

use crate::Database;
use draughts::{International, VariantRules};
use std::any::{Any, TypeId};
use std::sync::LazyLock;

/// The name of the file with all endings of international draughts with 2 to 4 pieces, as
/// `workshop endgames build draughts 4 --fresh` writes them.
pub const SHIPPED: &str = "draughts-4.yend";

#[cfg(not(target_arch = "wasm32"))]
#[expect(clippy::unnecessary_wraps, reason = "a module for browsers may not have it")]
const fn file() -> Option<&'static [u8]> {
    Some(include_bytes!("../data/draughts-4.yend"))
}

#[cfg(target_arch = "wasm32")]
fn file() -> Option<&'static [u8]> {
    crate::supplied(SHIPPED)
}

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
    file().filter(|_| TypeId::of::<V>() == TypeId::of::<International>())
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
/// Not in practice: the file is part of the program, and [`shipped`] says whether a module for browsers has it.
#[must_use]
pub fn international() -> &'static Database<International> {
    static DATABASE: LazyLock<Database<International>> = LazyLock::new(|| {
        let file = file().expect("the file is part of the program");
        Database::load(file).expect("a test reads the file")
    });
    &DATABASE
}
