//! What only the hall knows, as the key of its cookies. Beside each secret stands its checksum, in a row of its own: halls of
//! earlier versions have none, and are given one when they are opened.

use crate::StoreError;
use crate::db::{Executor, Link, Readers, Row, query};
use crate::format::RowChecksum;
use std::collections::BTreeMap;

/// The end of the name of a checksum.
const CHECK: &str = ".check";
/// The end of the name of a secret that is damaged, and was put aside.
const DAMAGED: &str = ".damaged";

/// Writes a secret with its checksum, unless there is one of this name.
pub(crate) async fn keep(link: &mut Link, name: &str, body: &str) -> Result<u64, StoreError> {
    let kept = insert(link, name, body).await?;
    if kept > 0 {
        insert(link, &format!("{name}{CHECK}"), &sum(name, body)).await?;
    }
    Ok(kept)
}

async fn insert(link: &mut Link, name: &str, body: &str) -> Result<u64, StoreError> {
    let sql = "INSERT INTO secrets (name, body) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
    query(sql).bind(name).bind(body).execute(link).await
}

/// The secret of this name.
pub(crate) async fn secret(readers: &Readers, name: &str) -> Result<Option<String>, StoreError> {
    let found = query("SELECT body FROM secrets WHERE name = $1").bind(name);
    let row = found.fetch_optional(readers).await?;
    row.map(|row| row.try_get(0)).transpose()
}

fn sum(name: &str, body: &str) -> String {
    format!("{:08x}", RowChecksum::default().text(name).text(body).sum())
}

/// Names and bodies; a damaged body may be no text.
type Rows = BTreeMap<String, Vec<u8>>;

/// All rows whose name can be read.
async fn rows<'c>(on: impl Into<Executor<'c>>) -> Result<Rows, StoreError> {
    let all = query("SELECT name, body FROM secrets").fetch_all(on).await?;
    let read = |row: &Row| Some((row.try_get(0).ok()?, row.try_get_unchecked(1).ok()?));
    Ok(all.iter().filter_map(read).collect())
}

/// Whether this is the secret of the name with this checksum.
fn fits(name: &str, body: &[u8], check: &[u8]) -> bool {
    str::from_utf8(body).is_ok_and(|body| sum(name, body).as_bytes() == check)
}

/// What is wrong with a secret.
#[derive(Debug, PartialEq, Eq)]
enum Fault {
    /// It has no checksum yet: this is it.
    Unchecked(String),
    /// The name of its row has changed to this one.
    Renamed(String),
    /// One bit has changed: this is its text.
    Bit(String),
    /// One bit of its checksum has changed: this is it.
    BitOfCheck(String),
    /// More has changed.
    Damaged,
    /// Only its checksum is there.
    Lost,
}

/// The faults of all secrets, by their names.
fn faults(rows: &Rows) -> Vec<(String, Fault)> {
    let mut found = Vec::new();
    let secrets = |name: &&String| !name.ends_with(CHECK) && !name.ends_with(DAMAGED);
    for name in rows.keys().filter(secrets) {
        let body = &rows[name];
        let fault = match rows.get(&format!("{name}{CHECK}")) {
            // Whose name has changed is found by its checksum.
            None if is_renamed(rows, name) => continue,
            None => str::from_utf8(body)
                .map_or(Fault::Damaged, |body| Fault::Unchecked(sum(name, body))),
            Some(check) if fits(name, body, check) => continue,
            Some(check) => match with_a_bit_turned(body, |body| fits(name, body, check)) {
                Some(text) => Fault::Bit(text),
                None => match with_a_bit_turned(check, |check| fits(name, body, check)) {
                    Some(check) => Fault::BitOfCheck(check),
                    None => Fault::Damaged,
                },
            },
        };
        found.push((name.clone(), fault));
    }
    let checks = rows.iter().filter_map(|(of, check)| Some((of.strip_suffix(CHECK)?, check)));
    for (name, check) in checks.filter(|(name, _)| !rows.contains_key(*name)) {
        let renamed = rows.iter().find(|(_, body)| fits(name, body, check));
        let fault = renamed.map_or(Fault::Lost, |(other, _)| Fault::Renamed(other.clone()));
        found.push((name.to_owned(), fault));
    }
    found
}

/// Whether this row is that of a secret whose name is missing.
fn is_renamed(rows: &Rows, row: &str) -> bool {
    rows.iter().any(|(of, check)| {
        let name = of.strip_suffix(CHECK).filter(|name| !rows.contains_key(*name));
        name.is_some_and(|name| fits(name, &rows[row], check))
    })
}

/// The text with one bit turned that is meant, if there is one.
fn with_a_bit_turned(bytes: &[u8], is_it: impl Fn(&[u8]) -> bool) -> Option<String> {
    let mut bytes = bytes.to_vec();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            bytes[at] ^= 1 << bit;
            if is_it(&bytes) {
                return String::from_utf8(bytes).ok();
            }
            bytes[at] ^= 1 << bit;
        }
    }
    None
}

/// Compares the secrets with their checksums, before the hall uses them. A bit that has changed is turned back; what is damaged
/// beyond that is put aside, so that the hall makes another one. Returns messages for the operator.
///
/// # Errors
/// When the disk fails.
pub(crate) async fn check(link: &mut Link) -> Result<Vec<String>, StoreError> {
    let rows = rows(&mut *link).await?;
    let mut notices = Vec::new();
    for (name, fault) in faults(&rows) {
        let check = format!("{name}{CHECK}");
        let mended = "was damaged, and is as it was again: a checksum showed which bit had changed";
        let said = match fault {
            Fault::Unchecked(sum) => {
                insert(link, &check, &sum).await?;
                continue;
            }
            Fault::Renamed(other) => {
                let update = query("UPDATE secrets SET name = $2 WHERE name = $1");
                update.bind(other).bind(&name).execute(&mut *link).await?;
                mended.to_owned()
            }
            Fault::Bit(body) => {
                set(link, &name, &body).await?;
                mended.to_owned()
            }
            Fault::BitOfCheck(sum) => {
                set(link, &check, &sum).await?;
                mended.to_owned()
            }
            Fault::Damaged | Fault::Lost => {
                let aside = format!("{name}{DAMAGED}");
                for old in [&aside, &check] {
                    let delete = query("DELETE FROM secrets WHERE name = $1").bind(old);
                    delete.execute(&mut *link).await?;
                }
                let update = query("UPDATE secrets SET name = $2 WHERE name = $1");
                update.bind(&name).bind(aside).execute(&mut *link).await?;
                "is damaged, and the hall has another one now: browsers that are not signed in to an account \
                 are new persons. A copy that `yiqi restore` brings back has the old one"
                    .to_owned()
            }
        };
        notices.push(format!("the secret {name:?} (the key of the hall's cookies) {said}"));
    }
    Ok(notices)
}

async fn set(link: &mut Link, name: &str, body: &str) -> Result<u64, StoreError> {
    let update = query("UPDATE secrets SET body = $2 WHERE name = $1");
    update.bind(name).bind(body).execute(link).await
}

/// The secrets of a copy that are damaged, in words.
pub(crate) async fn damaged(readers: &Readers) -> Vec<String> {
    // A copy of an earlier version has no such table.
    let rows = rows(readers).await.unwrap_or_default();
    let faults =
        faults(&rows).into_iter().filter(|(_, fault)| !matches!(fault, Fault::Unchecked(_)));
    faults.map(|(name, _)| format!("the secret {name:?}: another checksum")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "c29tZXRoaW5nIHRoYXQgb25seSB0aGUgaGFsbCBrbm93cw";

    fn hall(name: &str, body: &[u8], check: &[u8]) -> Rows {
        [(name, body), ("key.check", check)].map(|(a, b)| (a.to_owned(), b.to_vec())).into()
    }

    /// The text with each of its bits turned.
    fn turned(text: &str) -> impl Iterator<Item = Vec<u8>> {
        (0..8 * text.len()).map(|at| {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at / 8] ^= 1 << (at % 8);
            bytes
        })
    }

    fn of_key(fault: Fault) -> [(String, Fault); 1] {
        [("key".to_owned(), fault)]
    }

    #[test]
    fn any_bit_of_a_secret_or_of_its_checksum_that_has_changed_is_found() {
        let check = sum("key", KEY);
        let sound = check.as_bytes();
        assert_eq!(faults(&hall("key", KEY.as_bytes(), sound)), []);
        for body in turned(KEY) {
            let expected = of_key(Fault::Bit(KEY.to_owned()));
            assert_eq!(faults(&hall("key", &body, sound)), expected);
        }
        for other in turned(&check) {
            let expected = of_key(Fault::BitOfCheck(check.clone()));
            assert_eq!(faults(&hall("key", KEY.as_bytes(), &other)), expected);
        }
        for name in turned("key").filter_map(|name| String::from_utf8(name).ok()) {
            let expected = of_key(Fault::Renamed(name.clone()));
            assert_eq!(faults(&hall(&name, KEY.as_bytes(), sound)), expected);
        }
        let swapped = KEY.replacen("c2", "2c", 1);
        assert_eq!(faults(&hall("key", swapped.as_bytes(), sound)), of_key(Fault::Damaged));
        let only = |name: &str, body: &str| [(name.to_owned(), body.as_bytes().to_vec())].into();
        assert_eq!(faults(&only("key.check", &check)), of_key(Fault::Lost));
        assert_eq!(faults(&only("key", KEY)), of_key(Fault::Unchecked(check)));
    }
}
