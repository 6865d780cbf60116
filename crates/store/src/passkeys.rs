//! Passkeys of accounts, and challenges that wait for the answer of an authenticator.

use crate::db::{Link, Row, query};
use crate::{Store, StoreError, writer::WriteRequest};
use hall::{Moment, PersonId};

/// The most passkeys of one account.
pub const MOST_PASSKEYS: u32 = 10;
/// The most challenges of one asker that wait at a time: an older one gives way to a new one.
const MOST_CHALLENGES: u32 = 20;

/// A passkey: what the hall has of it is public.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    /// The id that the authenticator gave it, in base64url.
    pub credential: String,
    /// What names it.
    pub id: String,
    /// Whose it is.
    pub person: PersonId,
    /// The name of the browser in which it was made.
    pub label: String,
    /// What the authenticator calls the account.
    pub handle: Vec<u8>,
    /// The public key, with what was said when it was made.
    pub key: Vec<u8>,
    /// What changes with its use.
    pub state: Vec<u8>,
    /// When it was made.
    pub made_at: Moment,
    /// When somebody last signed in with it.
    pub seen_at: Moment,
}

/// A challenge that waits for the answer of an authenticator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasskeyChallenge {
    /// The challenge, as a number.
    pub challenge: String,
    /// What the answer is for.
    pub act: String,
    /// Who asked for it.
    pub asker: String,
    /// By what the answer is checked.
    pub state: Vec<u8>,
    /// When it is no longer taken.
    pub until: Moment,
}

/// A change of passkeys.
#[derive(Debug)]
pub(crate) enum PasskeyJob {
    Add(Passkey),
    Remove(PersonId, String),
    /// The credential, what has changed with its use, and when that was.
    Used(String, Vec<u8>, Moment),
    /// A new challenge at this time.
    Begin(PasskeyChallenge, Moment),
    Take(String),
}

/// Makes a change; the number of rows that it concerned.
pub(crate) async fn perform(link: &mut Link, job: &PasskeyJob) -> Result<u64, StoreError> {
    let query = match job {
        PasskeyJob::Add(new) => return add(link, new).await,
        PasskeyJob::Begin(new, now) => return begin(link, new, *now).await,
        PasskeyJob::Remove(person, id) => {
            query("DELETE FROM passkeys WHERE person = $1 AND id = $2").bind(&person.0).bind(id)
        }
        PasskeyJob::Used(credential, state, at) => {
            query("UPDATE passkeys SET state = $2, seen_at = $3 WHERE credential = $1")
                .bind(credential)
                .bind(state)
                .bind(at.0)
        }
        PasskeyJob::Take(challenge) => {
            query("DELETE FROM passkey_challenges WHERE challenge = $1").bind(challenge)
        }
    };
    query.execute(link).await
}

/// Adds a passkey, unless the account has as many as there may be.
async fn add(link: &mut Link, new: &Passkey) -> Result<u64, StoreError> {
    let known = query("SELECT 1 FROM passkeys WHERE credential = $1").bind(&new.credential);
    if known.fetch_optional(&mut *link).await?.is_some() {
        return Err(StoreError::Conflict);
    }
    let count: i64 = query("SELECT COUNT(*) FROM passkeys WHERE person = $1")
        .bind(&new.person.0)
        .scalar(&mut *link)
        .await?;
    if count >= i64::from(MOST_PASSKEYS) {
        return Ok(0);
    }
    query(
        "INSERT INTO passkeys \
         (credential, id, person, label, handle, key, state, made_at, seen_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(&new.credential)
    .bind(&new.id)
    .bind(&new.person.0)
    .bind(&new.label)
    .bind(&new.handle)
    .bind(&new.key)
    .bind(&new.state)
    .bind(new.made_at.0)
    .bind(new.seen_at.0)
    .execute(link)
    .await
}

/// Keeps a challenge. Those that are over go, and the oldest of an asker who has too many.
async fn begin(link: &mut Link, new: &PasskeyChallenge, now: Moment) -> Result<u64, StoreError> {
    let over = query("DELETE FROM passkey_challenges WHERE until <= $1").bind(now.0);
    over.execute(&mut *link).await?;
    query(
        "DELETE FROM passkey_challenges WHERE challenge IN (SELECT challenge FROM passkey_challenges \
         WHERE asker = $1 ORDER BY until DESC, challenge LIMIT 1000 OFFSET $2)",
    )
    .bind(&new.asker)
    .bind(MOST_CHALLENGES - 1)
    .execute(&mut *link)
    .await?;
    query(
        "INSERT INTO passkey_challenges (challenge, act, asker, state, until) \
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(&new.challenge)
    .bind(&new.act)
    .bind(&new.asker)
    .bind(&new.state)
    .bind(new.until.0)
    .execute(link)
    .await
}

fn passkey(row: &Row) -> Result<Passkey, StoreError> {
    Ok(Passkey {
        credential: row.try_get("credential")?,
        id: row.try_get("id")?,
        person: PersonId(row.try_get("person")?),
        label: row.try_get("label")?,
        handle: row.try_get("handle")?,
        key: row.try_get("key")?,
        state: row.try_get("state")?,
        made_at: Moment(row.try_get("made_at")?),
        seen_at: Moment(row.try_get("seen_at")?),
    })
}

impl Store {
    /// The passkeys of a person, the oldest first.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn passkeys(&self, person: &PersonId) -> Result<Vec<Passkey>, StoreError> {
        let found = query(
            "SELECT credential, id, person, label, handle, key, state, made_at, seen_at \
             FROM passkeys WHERE person = $1 ORDER BY made_at, id",
        );
        let rows = found.bind(&person.0).fetch_all(&self.readers).await;
        rows.map_err(|error| self.told(error))?.iter().map(passkey).collect()
    }

    /// The passkey that an authenticator calls by this id, in base64url.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn passkey(&self, credential: &str) -> Result<Option<Passkey>, StoreError> {
        let found = query(
            "SELECT credential, id, person, label, handle, key, state, made_at, seen_at \
             FROM passkeys WHERE credential = $1",
        );
        let row = found.bind(credential).fetch_optional(&self.readers).await;
        row.map_err(|error| self.told(error))?.as_ref().map(passkey).transpose()
    }

    /// Adds a passkey; `false` when the account has [`MOST_PASSKEYS`].
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when it is somebody's; other errors when the disk fails.
    pub async fn add_passkey(&self, new: Passkey) -> Result<bool, StoreError> {
        Ok(self.change_passkeys(PasskeyJob::Add(new)).await? > 0)
    }

    /// Removes a passkey; `false` when there is none with this id.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn remove_passkey(&self, person: &PersonId, id: &str) -> Result<bool, StoreError> {
        let job = PasskeyJob::Remove(person.clone(), id.to_owned());
        Ok(self.change_passkeys(job).await? > 0)
    }

    /// Notes that somebody signed in with a passkey, and what has changed with it; `false` when it is gone.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn passkey_used(
        &self,
        credential: &str,
        state: Vec<u8>,
        at: Moment,
    ) -> Result<bool, StoreError> {
        let job = PasskeyJob::Used(credential.to_owned(), state, at);
        Ok(self.change_passkeys(job).await? > 0)
    }

    /// Keeps a challenge that waits for an answer from this time on.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn begin_challenge(
        &self,
        new: PasskeyChallenge,
        now: Moment,
    ) -> Result<(), StoreError> {
        self.change_passkeys(PasskeyJob::Begin(new, now)).await?;
        Ok(())
    }

    /// Takes a challenge that waits at this time: of several who ask for it one has it.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn take_challenge(
        &self,
        challenge: &str,
        now: Moment,
    ) -> Result<Option<PasskeyChallenge>, StoreError> {
        let found = query(
            "SELECT challenge, act, asker, state, until FROM passkey_challenges WHERE challenge = $1",
        );
        let row = found.bind(challenge).fetch_optional(&self.readers).await;
        let Some(row) = row.map_err(|error| self.told(error))? else { return Ok(None) };
        let found = PasskeyChallenge {
            challenge: row.try_get("challenge")?,
            act: row.try_get("act")?,
            asker: row.try_get("asker")?,
            state: row.try_get("state")?,
            until: Moment(row.try_get("until")?),
        };
        let taken = self.change_passkeys(PasskeyJob::Take(challenge.to_owned())).await?;
        Ok(Some(found).filter(|found| taken > 0 && found.until > now))
    }

    async fn change_passkeys(&self, job: PasskeyJob) -> Result<u64, StoreError> {
        self.write(WriteRequest::Passkey(Box::new(job))).await
    }
}
