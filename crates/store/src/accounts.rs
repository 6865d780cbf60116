//! Accounts, what proves that somebody acts for one, and what belongs to it.

use crate::db::{Link, Readers, Row, query};
use crate::writer::WriteRequest;
use crate::{Store, StoreError, deletion};
use hall::{AccountRole, Moment, PersonId};

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Whose it is.
    pub person: PersonId,
    /// The name, as others see it.
    pub name: String,
    /// What the name looks like: no two accounts have the same.
    pub look: String,
    /// The hash of the password, with its parameters.
    pub password: String,
    /// The SHA-256 of the recovery code.
    pub recovery: String,
    /// What it may do.
    pub role: AccountRole,
    /// When it was made.
    pub created_at: Moment,
}

/// A session or a token, without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credential {
    /// What names it.
    pub id: String,
    /// The name of the browser or the program.
    pub label: String,
    /// What a token is good for, as words with spaces between them; `None` for the session of a browser.
    pub scopes: Option<String>,
    /// When it was made.
    pub made_at: Moment,
    /// When it was last used, nearly.
    pub seen_at: Moment,
}

/// A new session or token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCredential {
    /// Whose.
    pub person: PersonId,
    /// The SHA-256 of its secret.
    pub hash: String,
    /// The rest of it.
    pub credential: Credential,
}

/// A change of accounts.
#[derive(Debug)]
pub(crate) enum AccountJob {
    Create(Account),
    /// The hashes of the password, and of the recovery code if there is another one.
    Password(PersonId, String, Option<String>),
    Role(PersonId, AccountRole),
    AddCredential(NewCredential),
    /// The hash of what was used, and when.
    Seen(String, Moment),
    /// The credential with this id, or all sessions but the one with that id.
    End(PersonId, String),
    EndSessions(PersonId, Option<String>),
    Keep(PersonId, String, String),
    /// Deletes the account with what is the person's alone.
    Delete(PersonId, Moment),
}

const ACCOUNT: &str =
    "SELECT person, name, look, password, recovery, role, created_at FROM accounts";
const CREDENTIAL: &str = "SELECT id, label, scopes, made_at, seen_at FROM credentials";

/// Makes a change; the number of rows that it concerned.
pub(crate) async fn perform(link: &mut Link, job: &AccountJob) -> Result<u64, StoreError> {
    let query = match job {
        AccountJob::Delete(person, now) => return deletion::perform(link, person, *now).await,
        AccountJob::Create(new) => {
            let known = query("SELECT 1 FROM accounts WHERE person = $1 OR look = $2");
            let known = known.bind(&new.person.0).bind(&new.look).fetch_optional(&mut *link);
            if known.await?.is_some() {
                return Err(StoreError::Conflict);
            }
            query(
                "INSERT INTO accounts (person, name, look, password, recovery, role, created_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7)",
            )
            .bind(&new.person.0)
            .bind(&new.name)
            .bind(&new.look)
            .bind(&new.password)
            .bind(&new.recovery)
            .bind(new.role.word())
            .bind(new.created_at.0)
        }
        AccountJob::Password(person, password, recovery) => query(
            "UPDATE accounts SET password = $2, recovery = COALESCE($3, recovery) WHERE person = $1",
        )
        .bind(&person.0)
        .bind(password)
        .bind(recovery),
        AccountJob::Role(person, role) => {
            query("UPDATE accounts SET role = $2 WHERE person = $1").bind(&person.0).bind(role.word())
        }
        AccountJob::AddCredential(new) => {
            let NewCredential { person, hash, credential } = new;
            query(
                "INSERT INTO credentials (hash, id, person, label, scopes, made_at, seen_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7)",
            )
            .bind(hash)
            .bind(&credential.id)
            .bind(&person.0)
            .bind(&credential.label)
            .bind(&credential.scopes)
            .bind(credential.made_at.0)
            .bind(credential.seen_at.0)
        }
        AccountJob::Seen(hash, at) => {
            query("UPDATE credentials SET seen_at = $2 WHERE hash = $1").bind(hash).bind(at.0)
        }
        AccountJob::End(person, id) => {
            query("DELETE FROM credentials WHERE person = $1 AND id = $2").bind(&person.0).bind(id)
        }
        AccountJob::EndSessions(person, but) => query(
            "DELETE FROM credentials WHERE person = $1 AND scopes IS NULL AND id <> $2",
        )
        .bind(&person.0)
        .bind(but.as_deref().unwrap_or_default()),
        AccountJob::Keep(person, name, body) => query(
            "INSERT INTO kept (person, name, body) VALUES ($1, $2, $3) \
             ON CONFLICT (person, name) DO UPDATE SET body = excluded.body",
        )
        .bind(&person.0)
        .bind(name)
        .bind(body),
    };
    query.execute(link).await
}

fn account(row: &Row) -> Result<Account, StoreError> {
    let role: String = row.try_get("role")?;
    Ok(Account {
        person: PersonId(row.try_get("person")?),
        name: row.try_get("name")?,
        look: row.try_get("look")?,
        password: row.try_get("password")?,
        recovery: row.try_get("recovery")?,
        // A role of a newer version of the program is none.
        role: AccountRole::of(&role).unwrap_or_default(),
        created_at: Moment(row.try_get("created_at")?),
    })
}

fn credential(row: &Row) -> Result<Credential, StoreError> {
    Ok(Credential {
        id: row.try_get("id")?,
        label: row.try_get("label")?,
        scopes: row.try_get("scopes")?,
        made_at: Moment(row.try_get("made_at")?),
        seen_at: Moment(row.try_get("seen_at")?),
    })
}

async fn one_account(
    readers: &Readers,
    where_: &str,
    value: &str,
) -> Result<Option<Account>, StoreError> {
    let mut sql = crate::db::Builder::new(ACCOUNT);
    sql.push(where_);
    sql.push_bind(value);
    sql.build().fetch_optional(readers).await?.as_ref().map(account).transpose()
}

impl Store {
    /// Makes an account.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the person has one, or a name looks the same; other errors when the disk fails.
    pub async fn create_account(&self, new: Account) -> Result<(), StoreError> {
        self.change_account(AccountJob::Create(new)).await?;
        Ok(())
    }

    /// The account of a person.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn account(&self, person: &PersonId) -> Result<Option<Account>, StoreError> {
        let found = one_account(&self.readers, " WHERE person = ", &person.0).await;
        found.map_err(|error| self.told(error))
    }

    /// The account whose name looks like this.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn account_that_looks(&self, look: &str) -> Result<Option<Account>, StoreError> {
        let found = one_account(&self.readers, " WHERE look = ", look).await;
        found.map_err(|error| self.told(error))
    }

    /// Up to `limit` accounts, those with a role first and then the latest first.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn accounts(&self, limit: u32) -> Result<Vec<Account>, StoreError> {
        let sql = "SELECT person, name, look, password, recovery, role, created_at \
                   FROM accounts ORDER BY role = 'member', created_at DESC, person LIMIT $1";
        let rows = query(sql).bind(limit).fetch_all(&self.readers).await;
        rows.map_err(|error| self.told(error))?.iter().map(account).collect()
    }

    /// Sets the hash of a password, and that of the recovery code if there is another one.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn set_password(
        &self,
        person: &PersonId,
        password: String,
        recovery: Option<String>,
    ) -> Result<bool, StoreError> {
        let job = AccountJob::Password(person.clone(), password, recovery);
        Ok(self.change_account(job).await? > 0)
    }

    /// Says what an account may do.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn set_role(&self, person: &PersonId, role: AccountRole) -> Result<bool, StoreError> {
        Ok(self.change_account(AccountJob::Role(person.clone(), role)).await? > 0)
    }

    /// Adds a session or a token.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn add_credential(&self, new: NewCredential) -> Result<(), StoreError> {
        self.change_account(AccountJob::AddCredential(new)).await?;
        Ok(())
    }

    /// The session or token whose secret has this hash, and its account.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn credential(
        &self,
        hash: &str,
    ) -> Result<Option<(Credential, Account)>, StoreError> {
        let sql = "SELECT c.id AS id, label, scopes, made_at, seen_at, a.person AS person, name, \
                   look, password, recovery, role, created_at FROM credentials c \
                   JOIN accounts a ON a.person = c.person WHERE c.hash = $1";
        let row = query(sql).bind(hash).fetch_optional(&self.readers).await;
        let row = row.map_err(|error| self.told(error))?;
        row.map(|row| Ok((credential(&row)?, account(&row)?))).transpose()
    }

    /// The sessions and tokens of a person, those last used first.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn credentials(&self, person: &PersonId) -> Result<Vec<Credential>, StoreError> {
        let mut sql = crate::db::Builder::new(CREDENTIAL);
        sql.push(" WHERE person = ");
        sql.push_bind(&person.0);
        sql.push(" ORDER BY seen_at DESC, id");
        let rows = sql.build().fetch_all(&self.readers).await;
        rows.map_err(|error| self.told(error))?.iter().map(credential).collect()
    }

    /// Notes that a session or token was used.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn credential_seen(&self, hash: &str, at: Moment) -> Result<(), StoreError> {
        self.change_account(AccountJob::Seen(hash.to_owned(), at)).await?;
        Ok(())
    }

    /// Ends a session or a token; `false` when there is none with this id.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn end_credential(&self, person: &PersonId, id: &str) -> Result<bool, StoreError> {
        let job = AccountJob::End(person.clone(), id.to_owned());
        Ok(self.change_account(job).await? > 0)
    }

    /// Ends all sessions of a person, but the one with this id.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn end_sessions(
        &self,
        person: &PersonId,
        but: Option<&str>,
    ) -> Result<u64, StoreError> {
        let job = AccountJob::EndSessions(person.clone(), but.map(str::to_owned));
        self.change_account(job).await
    }

    /// Keeps a document for a person.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn keep_document(
        &self,
        person: &PersonId,
        name: &str,
        body: String,
    ) -> Result<(), StoreError> {
        let job = AccountJob::Keep(person.clone(), name.to_owned(), body);
        self.change_account(job).await?;
        Ok(())
    }

    /// The documents that are kept for a person, by name.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn documents(&self, person: &PersonId) -> Result<Vec<(String, String)>, StoreError> {
        let found = query("SELECT name, body FROM kept WHERE person = $1 ORDER BY name");
        let rows = found.bind(&person.0).fetch_all(&self.readers).await;
        let rows = rows.map_err(|error| self.told(error))?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// Deletes an account, and everything that is the person's alone; games with others lose the name. `false` when there
    /// is none.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn delete_account(&self, person: &PersonId, now: Moment) -> Result<bool, StoreError> {
        Ok(self.change_account(AccountJob::Delete(person.clone(), now)).await? > 0)
    }

    async fn change_account(&self, job: AccountJob) -> Result<u64, StoreError> {
        self.write(WriteRequest::Account(Box::new(job))).await
    }
}
