//! Builds the page of the hall into `$OUT_DIR/web`, from where `src/lib.rs` embeds it.
//!
//! - By default the sources in `web/` are copied to `$OUT_DIR/page-src` and built there with
//!   npm: the source tree stays as it is, and a developer's `node_modules` is not touched.
//! - `YIQI_PAGE=DIR` takes a page already built.
//! - `YIQI_PAGE=skip` embeds a stub, for work on the Rust side only.
//! - A packaged crate has no `web/` beside it and takes `built/` beside this file. To package:
//!   `npm ci && npm run build` in `web/`, copy `web/dist` to `crates/page/built`, then
//!   `cargo package -p page --allow-dirty`.

#![allow(clippy::print_stderr, reason = "how a build script shows why it failed")]

use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// What the page is built from, under `web/`. Named one by one: watching all of `web/` would
/// watch `node_modules`, and naming a path that does not exist rebuilds every time.
const INPUTS: [&str; 8] = [
    "package.json",
    "package-lock.json",
    "index.html",
    "src",
    "public",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
];

/// The types of the messages leave nothing in the page, and a program that contains it makes them: were they watched, the page
/// and all above it would be built once more.
const TYPES: &str = "src/lib/wire.ts";

const STUB: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Yiqi</title></head>\
    <body><p>The hall was built without its page (YIQI_PAGE=skip).</p></body></html>\n";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=YIQI_PAGE");
    if let Err(error) = build() {
        // The one line that a person needs; `error` names the missing part.
        println!("cargo::error={error}");
        std::process::exit(1);
    }
}

fn build() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let page = out.join("web");
    let sources = here.join("../../web");
    match env::var("YIQI_PAGE").ok().filter(|value| !value.is_empty()) {
        Some(value) if value == "skip" => {
            empty(&page)?;
            fs::write(page.join("index.html"), STUB)?;
        }
        Some(directory) => {
            // The script does not know where cargo was called: paths are relative to the workspace
            // root.
            let directory = here.join("../..").join(directory);
            take(&directory, &page).map_err(|e| {
                format!("YIQI_PAGE={}: no built page there ({e})", directory.display())
            })?;
        }
        None if sources.join("package.json").exists() => from_sources(&sources, &out, &page)?,
        None if here.join("built/index.html").exists() => take(&here.join("built"), &page)?,
        None => {
            return Err("neither web/package.json nor a built page is here: \
                 set YIQI_PAGE=DIR to a built page, or YIQI_PAGE=skip"
                .into());
        }
    }
    drop_plain(&page)?;
    fs::write(out.join("files.rs"), embedding(&page)?)?;
    Ok(())
}

/// The source of `FILES`: the name of each file with its content and a hash of it, sorted by name.
fn embedding(page: &Path) -> Result<String, Box<dyn Error>> {
    let mut files = Vec::new();
    list(page, "", &mut files)?;
    files.sort();
    let mut source = String::from("static FILES: &[EmbeddedFile] = &[\n");
    for (name, path) in files {
        let content = fs::read(&path)?;
        let (mut hasher, mut turned) = (DefaultHasher::new(), DefaultHasher::new());
        content.hash(&mut hasher);
        (content.len(), hasher.finish(), &content).hash(&mut turned);
        let hash = u128::from(hasher.finish()) << 64 | u128::from(turned.finish());
        writeln!(
            source,
            "EmbeddedFile {{ name: {name:?}, hash: {hash:#x}, content: include_bytes!({path:?}) }},"
        )?;
    }
    source.push_str("];\n");
    Ok(source)
}

/// All files below a directory: the name, with `/` between its parts, and the path.
fn list(directory: &Path, above: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let Some(last) = path.file_name().and_then(OsStr::to_str) else { continue };
        let name = format!("{above}{last}");
        if path.is_dir() {
            list(&path, &format!("{name}/"), files)?;
        } else {
            files.push((name, path));
        }
    }
    Ok(())
}

/// Removes each file that has a gzip copy: the copy says the same in a third of the bytes, and nearly every
/// client asks for a compressed one. `src/lib.rs` expands it for the others.
fn drop_plain(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            drop_plain(&path)?;
        } else if path.extension().is_some_and(|ending| ending == "gz") {
            match fs::remove_file(path.with_extension("")) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}

/// Takes a page that is already built.
fn take(from: &Path, page: &Path) -> Result<(), Box<dyn Error>> {
    fs::metadata(from.join("index.html"))?;
    println!("cargo::rerun-if-changed={}", from.display());
    empty(page)?;
    copy(from, page)?;
    Ok(())
}

/// Builds the page with npm, in a copy of its sources.
fn from_sources(sources: &Path, out: &Path, page: &Path) -> Result<(), Box<dyn Error>> {
    let copied = out.join("page-src");
    fs::create_dir_all(&copied)?;
    let lock_before = fs::read(copied.join("installed-lock.json")).ok();
    for name in INPUTS {
        let (from, to) = (sources.join(name), copied.join(name));
        if to.is_dir() {
            fs::remove_dir_all(&to)?;
        } else if to.exists() {
            fs::remove_file(&to)?;
        }
        if from.exists() {
            watch(&from, &sources.join(TYPES))?;
            copy(&from, &to)?;
        }
    }
    node_is_there()?;
    let lock = fs::read(copied.join("package-lock.json"))
        .map_err(|e| format!("web/package-lock.json: {e}"))?;
    if lock_before.as_deref() != Some(lock.as_slice()) || !copied.join("node_modules").exists() {
        npm(&copied, &["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"])?;
        fs::write(copied.join("installed-lock.json"), &lock)?;
    }
    empty(page)?;
    let page = page.to_str().ok_or("the build directory's name is not UTF-8")?;
    npm(&copied, &["exec", "--", "vite", "build", "--outDir", page, "--emptyOutDir"])
}

/// Has cargo watch a file or a folder, without one file.
fn watch(path: &Path, without: &Path) -> io::Result<()> {
    if path == without {
        return Ok(());
    }
    if !without.starts_with(path) {
        println!("cargo::rerun-if-changed={}", path.display());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        watch(&entry?.path(), without)?;
    }
    Ok(())
}

/// Reports what is missing when Node is absent or too old.
fn node_is_there() -> Result<(), Box<dyn Error>> {
    let needed = "Node 20.19 or later builds the page: install it, or set YIQI_PAGE=DIR to a \
                  built page, or YIQI_PAGE=skip to go without";
    let output = Command::new("node")
        .arg("--version")
        .output()
        .map_err(|_| format!("Node is not installed. {needed}"))?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let mut numbers = version.trim_start_matches('v').split('.').map(str::parse::<u32>);
    let major_minor = (numbers.next(), numbers.next());
    let (Some(Ok(major)), Some(Ok(minor))) = major_minor else {
        return Err(format!("Node does not say its version ({version}). {needed}").into());
    };
    if (major, minor) < (20, 19) {
        return Err(format!("Node is {version}. {needed}").into());
    }
    Ok(())
}

fn npm(directory: &Path, arguments: &[&str]) -> Result<(), Box<dyn Error>> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(program)
        .args(arguments)
        .current_dir(directory)
        .output()
        .map_err(|e| format!("npm cannot be run ({e}); it comes with Node"))?;
    if output.status.success() {
        return Ok(());
    }
    // Cargo shows both streams of a build script that failed.
    eprintln!("{}", String::from_utf8_lossy(&output.stdout));
    eprintln!("{}", String::from_utf8_lossy(&output.stderr));
    Err(format!("`npm {}` failed in a copy of web/; its words are above", arguments.join(" "))
        .into())
}

fn empty(directory: &Path) -> io::Result<()> {
    if directory.exists() {
        fs::remove_dir_all(directory)?;
    }
    fs::create_dir_all(directory)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        fs::copy(from, to)?;
        return Ok(());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}
