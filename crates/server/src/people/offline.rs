//! The accounts of a hall that no server has open.

use crate::people::names::look;
use crate::people::passwords::{recovery_code, recovery_hash};
use crate::view;
use hall::{AccountRole, ModerationAct, Moment, PersonId};
use store::{
    Account, Credential, HallLocation, ModerationEntry, NamedPerson, PoolRating, Store, StoreError,
};
use store::{BoxedFuture, BoxedLocalFuture};

/// The most accounts that are listed.
const LISTED: u32 = 100_000;
/// Who stands in the log for the person at the command line.
const WHO: &str = "yiqi accounts";

/// The accounts of a hall that no server has open.
#[derive(Debug)]
pub struct OfflineAccounts {
    store: Store,
}

/// An account without its secrets.
#[derive(Clone, Debug)]
pub struct ListedAccount {
    /// Whose it is.
    pub person: PersonId,
    /// Its name.
    pub name: String,
    /// What it may do.
    pub role: AccountRole,
    /// When it was made.
    pub created_at: Moment,
    /// Why it is disabled, if it is.
    pub disabled: Option<String>,
}

/// An account with what belongs to it.
#[derive(Clone, Debug)]
pub struct ShownAccount {
    /// The account.
    pub account: ListedAccount,
    /// Its sessions and tokens.
    pub credentials: Vec<Credential>,
    /// Its ratings.
    pub ratings: Vec<PoolRating>,
    /// How many reports are about it.
    pub reports: usize,
}

impl OfflineAccounts {
    /// Opens the hall of a place.
    ///
    /// # Errors
    /// When there is none, a server uses it, or it cannot be read.
    pub fn open<'a>(place: &'a HallLocation) -> BoxedLocalFuture<'a, Self> {
        Box::pin(async move {
            if let HallLocation::Folder(folder) = place
                && !folder.join("hall.sqlite").is_file()
            {
                return Err(StoreError::Foreign(format!(
                    "there is no hall in {}",
                    folder.display()
                )));
            }
            Ok(Self { store: Store::open_at(place, crate::nodes::family).await? })
        })
    }

    /// Closes it.
    pub async fn close(self) {
        self.store.close().await;
    }

    /// All accounts, those with a role first and then the latest first.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn list<'a>(&'a self) -> BoxedFuture<'a, Vec<ListedAccount>> {
        Box::pin(async move {
            let disabled = self.store.disabled().await?;
            let reason = |person: &PersonId| {
                disabled.iter().find(|it| it.person.id == *person).map(|it| it.reason.clone())
            };
            let accounts = self.store.accounts(LISTED).await?.into_iter();
            Ok(accounts.map(|it| listed(&it, reason(&it.person))).collect())
        })
    }

    /// The account of a name, or of a person's id; `None` when there is none.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn show<'a>(&'a self, name: &'a str) -> BoxedFuture<'a, Option<ShownAccount>> {
        Box::pin(async move {
            let Some(account) = self.find(name).await? else { return Ok(None) };
            let disabled = self.store.disabled().await?;
            let reason = disabled.into_iter().find(|it| it.person.id == account.person);
            let reports = self.store.reports().await?;
            Ok(Some(ShownAccount {
                credentials: self.store.credentials(&account.person).await?,
                ratings: self.store.ratings(&account.person).await?,
                reports: reports.iter().filter(|it| it.reported.id == account.person).count(),
                account: listed(&account, reason.map(|it| it.reason)),
            }))
        })
    }

    /// Disables an account, or a guest by the person's id, or enables one again; `None` when there is none, `false` when
    /// nothing was in the way.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn set_disabled<'a>(
        &'a self,
        name: &'a str,
        disabled: bool,
        reason: &'a str,
    ) -> BoxedFuture<'a, Option<bool>> {
        Box::pin(async move {
            let person = match self.find(name).await? {
                Some(account) => NamedPerson { id: account.person, name: account.name },
                None => match uuid::Uuid::try_parse(name) {
                    Ok(id) => {
                        NamedPerson { id: PersonId(id.simple().to_string()), name: String::new() }
                    }
                    Err(_) => return Ok(None),
                },
            };
            if disabled {
                self.store.disable(entry(ModerationAct::Disabled, person, reason)).await?;
                return Ok(Some(true));
            }
            let act = entry(ModerationAct::Enabled, person, reason);
            Ok(Some(self.store.enable(act).await?))
        })
    }

    /// Gives an account a role; `false` when there is none.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn set_role<'a>(&'a self, name: &'a str, role: AccountRole) -> BoxedFuture<'a, bool> {
        Box::pin(async move {
            let Some(account) = self.find(name).await? else { return Ok(false) };
            let person = NamedPerson { id: account.person, name: account.name };
            let act = entry(ModerationAct::RoleSet, person, role.word());
            self.store.set_role_of(role, act).await
        })
    }

    /// A new recovery code of an account, in the place of the old one; `None` when there is no account.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn new_recovery<'a>(&'a self, name: &'a str) -> BoxedFuture<'a, Option<String>> {
        Box::pin(async move {
            let Some(account) = self.find(name).await? else { return Ok(None) };
            let code = recovery_code();
            let hash = Some(recovery_hash(&code));
            self.store.set_password(&account.person, account.password, hash).await?;
            Ok(Some(code))
        })
    }

    /// Deletes an account; `false` when there is none. Games with others that go on can be claimed by them.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn delete<'a>(&'a self, name: &'a str) -> BoxedFuture<'a, bool> {
        Box::pin(async move {
            let Some(account) = self.find(name).await? else { return Ok(false) };
            self.store.delete_account(&account.person, view::now()).await
        })
    }

    async fn find(&self, name: &str) -> Result<Option<Account>, StoreError> {
        if let Some(account) = self.store.account_that_looks(&look(name)).await? {
            return Ok(Some(account));
        }
        match uuid::Uuid::try_parse(name) {
            Ok(id) => self.store.account(&PersonId(id.simple().to_string())).await,
            Err(_) => Ok(None),
        }
    }
}

fn listed(account: &Account, disabled: Option<String>) -> ListedAccount {
    ListedAccount {
        person: account.person.clone(),
        name: account.name.clone(),
        role: account.role,
        created_at: account.created_at,
        disabled,
    }
}

fn entry(act: ModerationAct, person: NamedPerson, words: &str) -> ModerationEntry {
    let at = view::now();
    let moderator = NamedPerson { id: PersonId(String::new()), name: WHO.to_owned() };
    ModerationEntry { id: view::game_id(at), at, moderator, act, person, words: words.to_owned() }
}
