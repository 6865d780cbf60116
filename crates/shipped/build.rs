//! Compresses the files of `openings/` and `puzzles/`, a third of their size then, and lists them for `src/lib.rs`.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let tree = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../..");
    let mut list = String::from("[\n");
    for kind in ["openings", "puzzles"] {
        let folder = tree.join(kind);
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files: Vec<PathBuf> =
            fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
        files.retain(|path| path.extension().is_some_and(|ending| ending == "tsv"));
        files.sort();
        for path in files {
            let variant = path.file_stem().and_then(|name| name.to_str()).ok_or("a name")?;
            let packed = out.join(format!("{kind}-{variant}.gz"));
            let mut encoder = GzEncoder::new(fs::File::create(&packed)?, Compression::best());
            encoder.write_all(&fs::read(&path)?)?;
            encoder.finish()?;
            writeln!(list, "    ({kind:?}, {variant:?}, include_bytes!({packed:?})),")?;
        }
    }
    list.push_str("]\n");
    fs::write(out.join("files.rs"), list)?;
    Ok(())
}
