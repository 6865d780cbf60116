//! Who uses a hall: its mode, the identities of browsers, and what each request needs.

mod accounts;
mod attempts;
mod identities;
mod mode;
mod names;
pub(crate) mod offline;
mod passwords;
pub(crate) mod rights;
pub(crate) mod safety;
pub(crate) mod sessions;
pub(crate) mod sight;
mod site;

pub(crate) use accounts::Accounts;
pub(crate) use identities::{Identities, Identity};
pub use mode::HallMode;
pub(crate) use names::look;
pub(crate) use safety::Safety;
pub(crate) use sessions::SignedIn;
pub(crate) use site::Site;

use hall::Speaker;
use store::Whose;

/// The games that everybody finds in lists, with an address or without: among friends all of two persons, elsewhere those that
/// came from the lobby.
pub(crate) const fn open_games(mode: HallMode) -> Whose {
    match mode {
        HallMode::Mine => Whose::Everybody,
        HallMode::Friends => Whose::Watchable,
        HallMode::Public => Whose::InLobby,
    }
}

/// The games that belong to who speaks.
pub(crate) fn own_games(speaker: &Speaker) -> Whose {
    match speaker {
        Speaker::House => Whose::Everybody,
        Speaker::Person(person) => Whose::Person { id: person.id.clone(), hosts: person.is_host },
        Speaker::Stranger => Whose::Nobody,
    }
}
