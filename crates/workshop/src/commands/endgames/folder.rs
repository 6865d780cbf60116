//! Databases on disk. `VARIANT-4.yend` holds the positions with 2 to 4 pieces, `VARIANT-5.yend`
//! those with 5, and so on; `VARIANT-5.parts` the finished classes of a build under way.

use command_line::Failure;
use draughts::VariantRules;
use endings::{Class, ClassStorage, Database, Section};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// Up to so many pieces share one file.
const TOGETHER: u32 = 4;

fn file_of<V: VariantRules>(folder: &Path, pieces: u32) -> PathBuf {
    folder.join(format!("{}-{pieces}.yend", V::RULES.id))
}

/// The known sections of a variant: those in the folder, and those in the program.
pub(super) fn load<V: VariantRules>(folder: &Path) -> Result<Database<V>, Failure> {
    let mut database = Database::new();
    database.extend(known::<V>(folder)?.into_values());
    Ok(database)
}

fn known<V: VariantRules>(folder: &Path) -> Result<BTreeMap<Class, Section>, Failure> {
    let mut sections = BTreeMap::new();
    let mut add = |new: Vec<Section>| {
        sections.extend(new.into_iter().map(|section| (section.class(), section)));
    };
    if let Some(file) = endings::shipped::<V>() {
        add(endings::read_file::<V>(file).map_err(Failure::trouble)?);
    }
    for pieces in 2..=Class::MOST_PIECES {
        add(read::<V>(&file_of::<V>(folder, pieces))?);
    }
    Ok(sections)
}

/// The sections of a file; none if there is no such file.
fn read<V: VariantRules>(path: &Path) -> Result<Vec<Section>, Failure> {
    match fs::read(path) {
        Ok(bytes) => endings::read_file::<V>(&bytes)
            .map_err(|error| Failure::Input(format!("{}: {error}", path.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(Failure::Input(format!("{}: {error}", path.display()))),
    }
}

/// Writes a file that appears complete or not at all.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let passing = path.with_extension("part");
    let written = (|| {
        let mut file = fs::File::create(&passing)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&passing, path)
    })();
    written.map_err(|error| Failure::Trouble(format!("{}: {error}", path.display())))
}

/// The storage of a build.
#[derive(Debug)]
pub(super) struct Folder<V: VariantRules> {
    file: PathBuf,
    parts: PathBuf,
    pieces: u32,
    sections: BTreeMap<Class, Section>,
    variant: PhantomData<V>,
}

impl<V: VariantRules> Folder<V> {
    /// Opens the folder for a build, with its sections unless all are to be built again.
    pub(super) fn open(folder: &Path, pieces: u32, fresh: bool) -> Result<Self, Failure> {
        let parts = folder.join(format!("{}-{pieces}.parts", V::RULES.id));
        let failure = |error| Failure::Input(format!("{}: {error}", parts.display()));
        if fresh && parts.exists() {
            fs::remove_dir_all(&parts).map_err(failure)?;
        }
        fs::create_dir_all(&parts).map_err(failure)?;
        let sections = if fresh { BTreeMap::new() } else { known::<V>(folder)? };
        let file = file_of::<V>(folder, pieces);
        Ok(Self { file, parts, pieces, sections, variant: PhantomData })
    }

    fn part(&self, class: Class) -> PathBuf {
        self.parts.join(format!("{class}.yend"))
    }

    /// Writes the file when all classes are built, and removes the parts.
    pub(super) fn finish(self) -> Result<(PathBuf, u64, Vec<Section>), Failure> {
        let least = if self.pieces > TOGETHER { self.pieces } else { 2 };
        let classes = (least..=self.pieces).flat_map(Class::with_pieces);
        let sections: Vec<Section> =
            classes.filter_map(|class| self.sections.get(&class).cloned()).collect();
        let bytes = endings::write_file::<V>(&sections);
        write(&self.file, &bytes)?;
        // A part that remains only takes space on the disk.
        let _ = fs::remove_dir_all(&self.parts);
        Ok((self.file, bytes.len() as u64, sections))
    }
}

impl<V: VariantRules> ClassStorage for Folder<V> {
    type Error = Failure;

    fn get(&mut self, class: Class) -> Result<Option<Section>, Failure> {
        if !self.sections.contains_key(&class) {
            let part = read::<V>(&self.part(class))?;
            self.sections.extend(part.into_iter().map(|section| (section.class(), section)));
        }
        Ok(self.sections.get(&class).cloned())
    }

    fn put(&mut self, section: Section) -> Result<(), Failure> {
        write(&self.part(section.class()), &endings::write_file::<V>([&section]))?;
        self.sections.insert(section.class(), section);
        Ok(())
    }
}
