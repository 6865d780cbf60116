//! Who wants nothing to do with whom, what is reported, and what moderators did.

use crate::db::{Link, Row, query};
use crate::{Store, StoreError, writer::WriteRequest};
use hall::{AccountRole, ModerationAct, Moment, PersonId, ReportReason};

/// The most reports and entries of the log that are shown.
const SHOWN: u32 = 200;

/// A person with the name of that time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPerson {
    /// Who.
    pub id: PersonId,
    /// The name.
    pub name: String,
}

/// A person whom somebody has blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockedPerson {
    /// Who.
    pub person: NamedPerson,
    /// Since when.
    pub at: Moment,
}

/// A person who may do nothing any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisabledPerson {
    /// Who.
    pub person: NamedPerson,
    /// Why, in the words of a moderator.
    pub reason: String,
    /// Since when.
    pub at: Moment,
}

/// What a person says of another one to the moderators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its id.
    pub id: String,
    /// When it was made.
    pub at: Moment,
    /// Who made it.
    pub reporter: NamedPerson,
    /// Whom it is about.
    pub reported: NamedPerson,
    /// In which game it happened.
    pub game: Option<String>,
    /// Why.
    pub reason: ReportReason,
    /// In the reporter's words.
    pub words: String,
    /// When it was closed.
    pub closed_at: Option<Moment>,
    /// What a moderator wrote then.
    pub verdict: Option<String>,
}

/// What a moderator did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModerationEntry {
    /// Its id.
    pub id: String,
    /// When.
    pub at: Moment,
    /// Who did it.
    pub moderator: NamedPerson,
    /// What.
    pub act: ModerationAct,
    /// To whom.
    pub person: NamedPerson,
    /// Why, in the moderator's words.
    pub words: String,
}

/// A write request that concerns the safety of people.
#[derive(Debug)]
pub(crate) enum SafetyJob {
    Block(PersonId, BlockedPerson),
    Unblock(PersonId, PersonId),
    Report(Report),
    /// Disables the person of the entry.
    Disable(ModerationEntry),
    Enable(ModerationEntry),
    /// Closes the report with this id.
    Close(String, ModerationEntry),
    Role(AccountRole, ModerationEntry),
}

pub(crate) async fn perform(link: &mut Link, job: &SafetyJob) -> Result<u64, StoreError> {
    match job {
        SafetyJob::Block(person, BlockedPerson { person: blocked, at }) => {
            query(
                "INSERT INTO blocks (person, blocked, name, at) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (person, blocked) DO NOTHING",
            )
            .bind(&person.0)
            .bind(&blocked.id.0)
            .bind(&blocked.name)
            .bind(at.0)
            .execute(link)
            .await
        }
        SafetyJob::Unblock(person, blocked) => {
            query("DELETE FROM blocks WHERE person = $1 AND blocked = $2")
                .bind(&person.0)
                .bind(&blocked.0)
                .execute(link)
                .await
        }
        SafetyJob::Report(report) => add_report(link, report).await,
        SafetyJob::Disable(entry) => {
            query(
                "INSERT INTO disabled (person, name, reason, at) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (person) DO UPDATE SET reason = excluded.reason",
            )
            .bind(&entry.person.id.0)
            .bind(&entry.person.name)
            .bind(&entry.words)
            .bind(entry.at.0)
            .execute(&mut *link)
            .await?;
            let offers = query("DELETE FROM challenges WHERE person = $1");
            offers.bind(&entry.person.id.0).execute(&mut *link).await?;
            log(link, entry).await
        }
        SafetyJob::Enable(entry) => {
            let gone = query("DELETE FROM disabled WHERE person = $1").bind(&entry.person.id.0);
            match gone.execute(&mut *link).await? {
                0 => Ok(0),
                _ => log(link, entry).await,
            }
        }
        SafetyJob::Close(id, entry) => {
            let closed = query(
                "UPDATE reports SET closed_at = $2, verdict = $3 WHERE id = $1 AND closed_at IS NULL",
            );
            let closed = closed.bind(id).bind(entry.at.0).bind(&entry.words);
            match closed.execute(&mut *link).await? {
                0 => Ok(0),
                _ => log(link, entry).await,
            }
        }
        SafetyJob::Role(role, entry) => {
            let set = query("UPDATE accounts SET role = $2 WHERE person = $1");
            let set = set.bind(&entry.person.id.0).bind(role.word());
            match set.execute(&mut *link).await? {
                0 => Ok(0),
                _ => log(link, entry).await,
            }
        }
    }
}

async fn add_report(link: &mut Link, report: &Report) -> Result<u64, StoreError> {
    query(
        "INSERT INTO reports (id, at, person, person_name, reported, reported_name, game, reason, \
         words) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(&report.id)
    .bind(report.at.0)
    .bind(&report.reporter.id.0)
    .bind(&report.reporter.name)
    .bind(&report.reported.id.0)
    .bind(&report.reported.name)
    .bind(&report.game)
    .bind(report.reason.word())
    .bind(&report.words)
    .execute(link)
    .await
}

async fn log(link: &mut Link, entry: &ModerationEntry) -> Result<u64, StoreError> {
    query(
        "INSERT INTO moderation_log (id, at, moderator, moderator_name, act, person, person_name, \
         words) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(&entry.id)
    .bind(entry.at.0)
    .bind(&entry.moderator.id.0)
    .bind(&entry.moderator.name)
    .bind(entry.act.word())
    .bind(&entry.person.id.0)
    .bind(&entry.person.name)
    .bind(&entry.words)
    .execute(link)
    .await
}

fn person(row: &Row, id: &str, name: &str) -> Result<NamedPerson, StoreError> {
    Ok(NamedPerson { id: PersonId(row.try_get(id)?), name: row.try_get(name)? })
}

fn report(row: &Row) -> Result<Report, StoreError> {
    let reason: String = row.try_get("reason")?;
    Ok(Report {
        id: row.try_get("id")?,
        at: Moment(row.try_get("at")?),
        reporter: person(row, "person", "person_name")?,
        reported: person(row, "reported", "reported_name")?,
        game: row.try_get("game")?,
        reason: ReportReason::of(&reason),
        words: row.try_get("words")?,
        closed_at: row.try_get::<Option<i64>>("closed_at")?.map(Moment),
        verdict: row.try_get("verdict")?,
    })
}

fn entry(row: &Row) -> Result<Option<ModerationEntry>, StoreError> {
    let act: String = row.try_get("act")?;
    // An act of a newer version of the program has no words here.
    let Some(act) = ModerationAct::of(&act) else { return Ok(None) };
    Ok(Some(ModerationEntry {
        id: row.try_get("id")?,
        at: Moment(row.try_get("at")?),
        moderator: person(row, "moderator", "moderator_name")?,
        act,
        person: person(row, "person", "person_name")?,
        words: row.try_get("words")?,
    }))
}

const REPORT: &str = "SELECT id, at, person, person_name, reported, reported_name, game, reason, \
                      words, closed_at, verdict FROM reports";

impl Store {
    /// A person wants nothing to do with another one.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn block(&self, person: &PersonId, blocked: BlockedPerson) -> Result<(), StoreError> {
        self.change_safety(SafetyJob::Block(person.clone(), blocked)).await?;
        Ok(())
    }

    /// A person blocks another one no more.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn unblock(&self, person: &PersonId, blocked: &PersonId) -> Result<bool, StoreError> {
        Ok(self.change_safety(SafetyJob::Unblock(person.clone(), blocked.clone())).await? > 0)
    }

    /// Whom a person has blocked, the latest first.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn blocked_by(&self, who: &PersonId) -> Result<Vec<BlockedPerson>, StoreError> {
        let sql =
            "SELECT blocked, name, at FROM blocks WHERE person = $1 ORDER BY at DESC, blocked";
        let rows = query(sql).bind(&who.0).fetch_all(&self.readers).await;
        let read = |row: &Row| {
            let person = person(row, "blocked", "name")?;
            Ok(BlockedPerson { person, at: Moment(row.try_get("at")?) })
        };
        rows.map_err(|error| self.told(error))?.iter().map(read).collect()
    }

    /// Who has blocked this person, or is blocked by this person.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn blocks_around(&self, person: &PersonId) -> Result<Vec<PersonId>, StoreError> {
        let sql = "SELECT blocked FROM blocks WHERE person = $1 \
                   UNION SELECT person FROM blocks WHERE blocked = $1";
        let rows = query(sql).bind(&person.0).fetch_all(&self.readers).await;
        let rows = rows.map_err(|error| self.told(error))?;
        rows.iter().map(|row| Ok(PersonId(row.try_get(0)?))).collect()
    }

    /// Makes a report.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn add_report(&self, report: Report) -> Result<(), StoreError> {
        self.change_safety(SafetyJob::Report(report)).await?;
        Ok(())
    }

    /// How many reports a person has made since then.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn reports_since(&self, person: &PersonId, since: Moment) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) FROM reports WHERE person = $1 AND at >= $2";
        let count = query(sql).bind(&person.0).bind(since.0).scalar::<i64>(&self.readers).await;
        count.map(|n| u64::try_from(n).unwrap_or(0)).map_err(|error| self.told(error))
    }

    /// The report with this id.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn report(&self, id: &str) -> Result<Option<Report>, StoreError> {
        let mut sql = crate::db::Builder::new(REPORT);
        sql.push(" WHERE id = ");
        sql.push_bind(id);
        let row = sql.build().fetch_optional(&self.readers).await;
        row.map_err(|error| self.told(error))?.as_ref().map(report).transpose()
    }

    /// The reports, those that are open first, and then the latest first.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn reports(&self) -> Result<Vec<Report>, StoreError> {
        let mut sql = crate::db::Builder::new(REPORT);
        sql.push(" ORDER BY closed_at IS NOT NULL, at DESC, id LIMIT ");
        sql.push_bind(SHOWN);
        let rows = sql.build().fetch_all(&self.readers).await;
        rows.map_err(|error| self.told(error))?.iter().map(report).collect()
    }

    /// The reports that a person has made.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn reports_by(&self, person: &PersonId) -> Result<Vec<Report>, StoreError> {
        let mut sql = crate::db::Builder::new(REPORT);
        sql.push(" WHERE person = ");
        sql.push_bind(&person.0);
        sql.push(" ORDER BY at DESC, id");
        let rows = sql.build().fetch_all(&self.readers).await;
        rows.map_err(|error| self.told(error))?.iter().map(report).collect()
    }

    /// Everybody who may do nothing any more, the latest first.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn disabled(&self) -> Result<Vec<DisabledPerson>, StoreError> {
        let sql = "SELECT person, name, reason, at FROM disabled ORDER BY at DESC, person";
        let rows = query(sql).fetch_all(&self.readers).await;
        let read = |row: &Row| {
            Ok(DisabledPerson {
                person: person(row, "person", "name")?,
                reason: row.try_get("reason")?,
                at: Moment(row.try_get("at")?),
            })
        };
        rows.map_err(|error| self.told(error))?.iter().map(read).collect()
    }

    /// The person of the entry may do nothing any more, and offers no game.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn disable(&self, entry: ModerationEntry) -> Result<(), StoreError> {
        self.change_safety(SafetyJob::Disable(entry)).await?;
        Ok(())
    }

    /// The person of the entry may do again what others may; `false` when nothing was in the way.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn enable(&self, entry: ModerationEntry) -> Result<bool, StoreError> {
        Ok(self.change_safety(SafetyJob::Enable(entry)).await? > 0)
    }

    /// Closes a report; `false` when it is closed.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn close_report(&self, id: &str, entry: ModerationEntry) -> Result<bool, StoreError> {
        Ok(self.change_safety(SafetyJob::Close(id.to_owned(), entry)).await? > 0)
    }

    /// Gives the account of the entry another role, and says so in the log.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn set_role_of(
        &self,
        role: AccountRole,
        entry: ModerationEntry,
    ) -> Result<bool, StoreError> {
        Ok(self.change_safety(SafetyJob::Role(role, entry)).await? > 0)
    }

    /// What moderators did, the latest first.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn moderation_log(&self) -> Result<Vec<ModerationEntry>, StoreError> {
        let sql = "SELECT id, at, moderator, moderator_name, act, person, person_name, words \
                   FROM moderation_log ORDER BY at DESC, id LIMIT $1";
        let rows = query(sql).bind(SHOWN).fetch_all(&self.readers).await;
        let rows = rows.map_err(|error| self.told(error))?;
        rows.iter().map(entry).filter_map(Result::transpose).collect()
    }

    async fn change_safety(&self, job: SafetyJob) -> Result<u64, StoreError> {
        self.write(WriteRequest::Safety(Box::new(job))).await
    }
}
