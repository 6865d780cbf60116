//! Reading studies. Each query is one statement, as for games.

use super::{
    FORMAT, ListedStudy, StoredReview, StoredStudy, StudyListing, head_check, node_check,
    setup_check,
};
use crate::db::{BoxedFuture, Builder, Readers, Row, query};
use crate::format::{change_check, number};
use crate::read::{column, object, of_game as of_study, unfit, verify, version};
use crate::{ListCursor, StoreError, Whose};
use hall::Moment;
use serde_json::{Value, json};

/// Refuses rows of a format that this version does not know.
fn known_format(row: &Row, what: &str, id: &str) -> Result<(), StoreError> {
    match column::<i64>(row, "format", id)? {
        FORMAT => Ok(()),
        other => Err(StoreError::damaged(
            id,
            format!("stored {what}: format {other} is unknown to this version"),
        )),
    }
}

/// Reads a complete study.
pub(crate) fn load<'a>(readers: &'a Readers, id: &'a str) -> BoxedFuture<'a, Option<StoredStudy>> {
    Box::pin(async move {
        let mut found = read_log(readers, id).await?;
        if let Some((study, false)) = &found {
            // It may have been deleted between the two queries: then it is looked for once more.
            let what = format!("{} edits are stored, but not all of them", study.version);
            found = read_log(readers, id).await?;
            if matches!(found, Some((_, false))) {
                return Err(StoreError::damaged(id, what));
            }
        }
        Ok(found.map(|(study, _)| study))
    })
}

/// A study, and whether its log is complete.
async fn read_log(readers: &Readers, id: &str) -> Result<Option<(StoredStudy, bool)>, StoreError> {
    let row = query(
        "SELECT setup, game, version, created_at, updated_at, format, setup_check \
         FROM studies WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(readers)
    .await
    .map_err(|error| of_study(id, error))?;
    let Some(row) = row else { return Ok(None) };
    let version = version(&row, id)?;
    let setup = read_setup(&row, id)?;
    let rows = query(
        "SELECT version, at, request, body, format, body_check FROM edits \
         WHERE study_id = $1 AND version <= $2 ORDER BY version",
    )
    .bind(id)
    .bind(number(version))
    .fetch_all(readers)
    .await
    .map_err(|error| of_study(id, error))?;
    let mut log = Vec::with_capacity(rows.len());
    let mut is_whole = rows.len() as u64 == version;
    for (row, expected) in rows.iter().zip(1..) {
        let number: i64 = column(row, "version", id)?;
        is_whole &= number == expected;
        let request: Option<String> = column(row, "request", id)?;
        let body: String = column(row, "body", id)?;
        let at = column(row, "at", id)?;
        let what = format!("edit {number}");
        let check = || change_check(id, number, at, request.as_deref(), &body);
        verify(row, "body_check", &what, id, check)?;
        known_format(row, &what, id)?;
        log.push((request, body));
    }
    let study = StoredStudy {
        id: id.to_owned(),
        setup,
        version,
        created_at: Moment(column(&row, "created_at", id)?),
        updated_at: Moment(column(&row, "updated_at", id)?),
        log,
    };
    Ok(Some((study, is_whole)))
}

fn read_setup(row: &Row, id: &str) -> Result<String, StoreError> {
    let setup: String = column(row, "setup", id)?;
    let game: Option<String> = column(row, "game", id)?;
    let created_at = column(row, "created_at", id)?;
    verify(row, "setup_check", "set-up", id, || {
        setup_check(id, game.as_deref(), created_at, &setup)
    })?;
    known_format(row, "set-up", id)?;
    Ok(setup)
}

/// The id of the study of a game.
pub(crate) async fn of_game(readers: &Readers, game: &str) -> Result<Option<String>, StoreError> {
    let id = query("SELECT id FROM studies WHERE game = $1").bind(game);
    Ok(id.scalars(readers).await?.pop())
}

/// How many there are.
pub(crate) async fn count(readers: &Readers, of: &Whose) -> Result<u64, StoreError> {
    let mut sql = Builder::new("SELECT COUNT(*) FROM studies WHERE TRUE");
    of.narrow_studies(&mut sql);
    let n: i64 = sql.build().scalar(readers).await?;
    Ok(u64::try_from(n).unwrap_or(0))
}

/// A page of the list, the latest change first.
pub(crate) async fn list(
    readers: &Readers,
    of: &Whose,
    before: Option<&ListCursor>,
    limit: u32,
) -> Result<StudyListing, StoreError> {
    let mut sql = Builder::new("SELECT updated_at, id FROM studies WHERE TRUE");
    if let Some(before) = before {
        sql.push(" AND (updated_at, id) < (").push_bind(before.updated_at);
        sql.push(", ").push_bind(before.id.clone()).push(")");
    }
    of.narrow_studies(&mut sql);
    sql.push(" ORDER BY updated_at DESC, id DESC LIMIT ").push_bind(i64::from(limit) + 1);
    let ids = sql.build().fetch_all(readers).await?;
    let mut keys = Vec::with_capacity(ids.len());
    for row in &ids {
        let id: Vec<u8> = row.try_get_unchecked(1)?;
        keys.push((row.try_get_unchecked(0)?, String::from_utf8_lossy(&id).into_owned()));
    }
    let mut next = None;
    if keys.len() > limit as usize {
        keys.truncate(limit as usize);
        next = keys.last().map(|(updated_at, id): &(i64, String)| ListCursor {
            updated_at: *updated_at,
            id: id.clone(),
        });
    }
    let mut studies = Vec::with_capacity(keys.len());
    for (updated_at, id) in keys {
        let row = query(
            "SELECT id, setup, game, version, created_at, updated_at, head, format, setup_check, \
             head_check, damage FROM studies WHERE id = $1",
        )
        .bind(&id)
        .fetch_optional(readers)
        .await
        .map_err(|error| of_study(&id, error));
        let listed = match row {
            // Deleted since it was found.
            Ok(None) => continue,
            Ok(Some(row)) => listed(&row, &id),
            Err(error) => Err(error),
        };
        studies.push(match listed {
            Ok(listed) => listed,
            Err(StoreError::Damaged { what, .. }) => {
                let moment = Moment(updated_at);
                let (created_at, updated_at) = (moment, moment);
                ListedStudy { id, game: None, created_at, updated_at, shown: Err(what) }
            }
            Err(error) => return Err(error),
        });
    }
    Ok(StudyListing { studies, next, total: count(readers, of).await? })
}

fn listed(row: &Row, id: &str) -> Result<ListedStudy, StoreError> {
    if let Some(damage) = column::<Option<String>>(row, "damage", id)? {
        return Err(StoreError::damaged(id, damage));
    }
    let setup = read_setup(row, id)?;
    let (version, updated_at) = (column(row, "version", id)?, column(row, "updated_at", id)?);
    let head: String = column(row, "head", id)?;
    verify(row, "head_check", "summary", id, || head_check(id, version, updated_at, &head))?;
    Ok(ListedStudy {
        id: id.to_owned(),
        game: column(row, "game", id)?,
        created_at: Moment(column(row, "created_at", id)?),
        updated_at: Moment(updated_at),
        shown: Ok((setup, head)),
    })
}

/// The stored data of a study as JSON with every column of its rows, readable or not.
pub(crate) async fn raw(readers: &Readers, id: &str) -> Result<Option<Value>, StoreError> {
    const STUDY: [&str; 13] = [
        "id",
        "setup",
        "game",
        "version",
        "created_at",
        "updated_at",
        "head",
        "format",
        "setup_check",
        "head_check",
        "damage",
        "private",
        "listed",
    ];
    const EDIT: [&str; 6] = ["version", "at", "request", "body", "format", "body_check"];
    let study = query(
        "SELECT CAST(id AS TEXT), CAST(setup AS TEXT), CAST(game AS TEXT), \
         CAST(version AS TEXT), CAST(created_at AS TEXT), CAST(updated_at AS TEXT), \
         CAST(head AS TEXT), CAST(format AS TEXT), CAST(setup_check AS TEXT), \
         CAST(head_check AS TEXT), CAST(damage AS TEXT), \
         CAST(private AS TEXT), CAST(listed AS TEXT) FROM studies WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(readers)
    .await;
    let study = match study {
        Ok(row) => row.map(|row| object(&row, &STUDY)),
        Err(StoreError::Damaged { what, .. }) => Some(json!({ "unreadable": what })),
        Err(error) => return Err(error),
    };
    let Some(study) = study else { return Ok(None) };
    let mut edits = Vec::new();
    let mut last = i64::MIN;
    loop {
        // One row at a time: one that cannot be read hides no other.
        let row = query(
            "SELECT CAST(version AS TEXT), CAST(at AS TEXT), CAST(request AS TEXT), \
             CAST(body AS TEXT), CAST(format AS TEXT), CAST(body_check AS TEXT), version \
             FROM edits WHERE study_id = $1 AND version > $2 ORDER BY edits.version LIMIT 1",
        )
        .bind(id)
        .bind(last)
        .fetch_optional(readers)
        .await;
        match row {
            Ok(None) => break,
            Ok(Some(row)) => {
                edits.push(object(&row, &EDIT));
                match row.try_get::<i64>(6) {
                    Ok(version) => last = version,
                    Err(_) => break,
                }
            }
            Err(StoreError::Damaged { what, .. }) => {
                edits.push(json!({ "unreadable": what }));
                break;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Some(json!({ "id": id, "study": study, "edits": edits })))
}

/// The review of a study. Rows of nodes that cannot be read are left out: they are searched again.
pub(crate) async fn review(
    readers: &Readers,
    study: &str,
) -> Result<Option<StoredReview>, StoreError> {
    let row = query("SELECT under_way, body, format, body_check FROM reviews WHERE study_id = $1")
        .bind(study)
        .fetch_optional(readers)
        .await
        .map_err(|error| of_study(study, error))?;
    let Some(row) = row else { return Ok(None) };
    let under_way: i64 = column(&row, "under_way", study)?;
    let head: String = column(&row, "body", study)?;
    verify(&row, "body_check", "review", study, || node_check(study, under_way, &head))?;
    known_format(&row, "review", study)?;
    let rows = query(
        "SELECT node, body, format, body_check FROM reviewed WHERE study_id = $1 ORDER BY node",
    )
    .bind(study)
    .fetch_all(readers)
    .await
    .map_err(|error| of_study(study, error))?;
    let nodes = rows.iter().filter_map(|row| {
        let node: i64 = column(row, "node", study).ok()?;
        let body: String = column(row, "body", study).ok()?;
        verify(row, "body_check", "review", study, || node_check(study, node, &body)).ok()?;
        known_format(row, "review", study).ok()?;
        let node = u32::try_from(node).map_err(|_| unfit("node", node, study)).ok()?;
        Some((node, body))
    });
    let nodes = nodes.collect();
    Ok(Some(StoredReview { under_way: under_way != 0, head, nodes }))
}

/// How many nodes of a review cannot be read.
pub(crate) async fn damaged_nodes(readers: &Readers, study: &str) -> Result<usize, StoreError> {
    let stored = query("SELECT COUNT(*) FROM reviewed WHERE study_id = $1").bind(study);
    let stored: i64 = stored.scalar(readers).await?;
    let read = match review(readers, study).await {
        Ok(review) => review.map_or(0, |review| review.nodes.len()),
        // That of the review itself is told.
        Err(_) => return Ok(0),
    };
    Ok(usize::try_from(stored).unwrap_or(0).saturating_sub(read))
}

/// The ids of studies with a review that is to go on.
pub(crate) async fn reviews_under_way(readers: &Readers) -> Result<Vec<String>, StoreError> {
    let ids = query("SELECT study_id FROM reviews WHERE under_way <> 0");
    ids.scalars(readers).await
}

/// A kept analysis; `None` also where it cannot be read.
pub(crate) async fn kept_analysis(
    readers: &Readers,
    what: &str,
) -> Result<Option<String>, StoreError> {
    let row = query("SELECT body, format, body_check FROM analyses WHERE what = $1")
        .bind(what)
        .fetch_optional(readers)
        .await?;
    Ok(row.and_then(|row| {
        let body: String = column(&row, "body", what).ok()?;
        verify(&row, "body_check", "analysis", what, || node_check(what, 0, &body)).ok()?;
        known_format(&row, "analysis", what).ok()?;
        Some(body)
    }))
}
