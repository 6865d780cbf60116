//! Endgame databases that an engine looks positions up in: that of the program, or files of a folder.

use draughts::VariantRules;
use endings::{Class, Database};
use std::any::Any;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

/// A [`Database`] of some variant.
pub(crate) type LoadedDatabase = &'static (dyn Any + Send + Sync);

/// What was read from a folder, by variant. A search holds a plain reference, so a database stays as long as the process.
type LoadedEndgames = HashMap<(&'static str, PathBuf), LoadedDatabase>;

static READ: LazyLock<Mutex<LoadedEndgames>> = LazyLock::new(Mutex::default);

/// The database of a variant with the files `VARIANT-2.yend` to `VARIANT-6.yend` of a folder, as `workshop endgames build` names
/// them, besides what the program has. Each folder is read once.
///
/// # Errors
/// What is wrong: no such folder, no file of this variant in it, a file that cannot be read.
pub(crate) fn of_folder<V: VariantRules>(
    variant: V,
    folder: &Path,
) -> Result<&'static Database<V>, String> {
    let id = variant.rules().id;
    let at = std::fs::canonicalize(folder).map_err(|why| why.to_string())?;
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let known = read.get(&(id, at.clone())).copied();
    if let Some(database) = known.and_then(|known| known.downcast_ref()) {
        return Ok(database);
    }
    let database: &'static Database<V> = Box::leak(Box::new(load(variant, &at)?));
    read.insert((id, at), database);
    Ok(database)
}

fn load<V: VariantRules>(variant: V, folder: &Path) -> Result<Database<V>, String> {
    let id = variant.rules().id;
    let mut database = Database::of(variant);
    if let Some(file) = endings::shipped::<V>() {
        database.add(file).map_err(|why| why.to_string())?;
    }
    let mut files = 0;
    for pieces in 2..=Class::MOST_PIECES {
        let name = format!("{id}-{pieces}.yend");
        let path = folder.join(&name);
        if path.exists() {
            let file = std::fs::read(path).map_err(|why| format!("{name}: {why}"))?;
            database.add(&file).map_err(|why| format!("{name}: {why}"))?;
            files += 1;
        }
    }
    if files == 0 {
        return Err(format!("it has no {id}-4.yend or other file of workshop endgames"));
    }
    Ok(database)
}
