//! The hall as a folder of static files: the page, and the modules that are the hall in a browser.

use clap::Args;
use command_line::Failure;
use command_line::arguments::OutputArgs;
use command_line::output::Output;
use page::Encoding;
use serde_json::json;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::{fs, io};
use wire::{HallMode, Me, PageData};

#[derive(Debug, Args)]
pub(crate) struct PageArgs {
    /// The folder to write; an existing one must be empty, or have been written by this command.
    #[arg(value_name = "DIR")]
    to: PathBuf,
    /// The folder of the modules that `npm --prefix web run modules` has built.
    #[arg(long, value_name = "DIR", default_value = "web/modules")]
    modules: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
}

/// The file of the page that becomes its service worker in a hall of static files.
const WORKER: &str = "sw-local.js";
/// What the modules say of themselves.
const CATALOGUE: &str = "catalogue.json";

pub(crate) fn run(args: &PageArgs) -> Result<(), Failure> {
    let modules = modules(&args.modules)?;
    let to = &args.to;
    let failed = |error: io::Error| Failure::input(format!("{}: {error}", to.display()));
    is_ours_to_write(to)?;
    let paths = || page::paths().filter(|&path| path != WORKER && path != "sw.js");
    let mut hasher = DefaultHasher::new();
    for path in paths() {
        (path, page::file(path).map(|file| file.tag)).hash(&mut hasher);
    }
    modules.iter().for_each(|(name, bytes)| (name, bytes).hash(&mut hasher));
    let version = format!("{:016x}", hasher.finish());
    let mut written = WrittenFolder { to, files: 0, bytes: 0 };
    // What the service worker keeps at once, with the sizes: what is cut off is not kept.
    let catalogue = modules.iter().find(|(name, _)| name == CATALOGUE);
    let size = catalogue.map_or(0, |(_, bytes)| bytes.len());
    let mut kept = vec![(format!("modules/{CATALOGUE}"), size)];
    for path in paths() {
        let Some(file) = page::file(path) else { continue };
        if path == "index.html" {
            let html = String::from_utf8_lossy(&file.content()).into_owned();
            let html = local(&html)?;
            written.file(path, html.as_bytes()).map_err(failed)?;
            kept.push(("./".to_owned(), html.len()));
            continue;
        }
        let content = file.content();
        written.file(path, &content).map_err(failed)?;
        for encoding in Encoding::ALL {
            if let Some(copy) = page::encoded(path, encoding) {
                let ending = if encoding == Encoding::Brotli { "br" } else { "gz" };
                written.file(&format!("{path}.{ending}"), copy).map_err(failed)?;
            }
        }
        kept.push((path.to_owned(), content.len()));
    }
    for (name, bytes) in &modules {
        written.file(&format!("modules/{name}"), bytes).map_err(failed)?;
    }
    let worker = page::file(WORKER).ok_or_else(without_page)?;
    let worker = String::from_utf8_lossy(&worker.content()).into_owned();
    let head = format!("const VERSION = {}\nconst FILES = {}\n", json!(version), json!(kept));
    written.file("sw.js", format!("{head}{worker}").as_bytes()).map_err(failed)?;
    let out = Output::new(args.output);
    let WrittenFolder { files, bytes, .. } = written;
    out.line(format_args!("{}: {files} files, {} kB", to.display(), bytes / 1000))?;
    out.json(|| json!({ "files": files, "bytes": bytes, "version": version }))
}

fn without_page() -> Failure {
    Failure::input("this program was built without its page (YIQI_PAGE=skip)")
}

/// The built modules, with their compressed copies: names and contents.
fn modules(from: &Path) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let missing = |why: String| {
        Failure::input(format!(
            "{}: {why}; `npm --prefix web run modules` builds the modules of the hall",
            from.display()
        ))
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(from).map_err(|error| missing(error.to_string()))? {
        let path = entry.map_err(|error| missing(error.to_string()))?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        if let Some(name) = name.filter(|_| path.is_file()) {
            found.push((name, fs::read(&path).map_err(|error| missing(error.to_string()))?));
        }
    }
    found.sort();
    if found.iter().any(|(name, _)| name == CATALOGUE) {
        return Ok(found);
    }
    Err(missing(format!("no {CATALOGUE} is there")))
}

/// Refuses a folder with other things in it: old files of the page are replaced.
fn is_ours_to_write(to: &Path) -> Result<(), Failure> {
    let Ok(mut entries) = fs::read_dir(to) else { return Ok(()) };
    let is_ours = to.join("modules").join(CATALOGUE).exists();
    if entries.next().is_none() || is_ours {
        return Ok(());
    }
    Err(Failure::input(format!("{}: the folder has other files in it", to.display())))
}

/// The page with the mark of a hall in the browser, and with its first data.
fn local(html: &str) -> Result<String, Failure> {
    let data = PageData {
        catalogue: hall_messages::catalogue(false),
        game: None,
        me: Me {
            mode: HallMode::Mine,
            accounts: false,
            passkeys: false,
            person: None,
            address: None,
            modules: false,
        },
    };
    let data = serde_json::to_string(&data).map_err(|error| Failure::input(error.to_string()))?;
    // Names in it could end the element.
    let data = data.replace('<', "\\u003c");
    let mark = "<meta name=\"yiqi-hall\" content=\"local\" />\n</head>";
    let data =
        format!("<script type=\"application/json\" id=\"page-data\">{data}</script>\n</body>");
    Ok(html.replacen("</head>", mark, 1).replacen("</body>", &data, 1))
}

/// The folder that is written.
struct WrittenFolder<'a> {
    to: &'a Path,
    files: u64,
    bytes: u64,
}

impl WrittenFolder<'_> {
    fn file(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        let path = self.to.join(name);
        fs::create_dir_all(path.parent().unwrap_or(self.to))?;
        fs::write(path, content)?;
        self.files += 1;
        self.bytes += content.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;

    #[test]
    fn the_page_is_told_that_its_hall_is_in_the_browser() {
        let html = local("<html><head></head><body></body></html>").unwrap();
        assert!(html.contains("<meta name=\"yiqi-hall\" content=\"local\" />"), "{html}");
        assert!(html.contains("\"mode\":\"mine\"") && html.contains("\"game\":null"), "{html}");
    }

    #[test]
    fn only_folders_of_this_command_are_written_over() {
        let folder = tempfile::tempdir().unwrap();
        assert!(is_ours_to_write(folder.path()).is_ok());
        fs::write(folder.path().join("letter.txt"), "dear").unwrap();
        assert!(is_ours_to_write(folder.path()).is_err());
        fs::create_dir(folder.path().join("modules")).unwrap();
        fs::write(folder.path().join("modules").join(CATALOGUE), "{}").unwrap();
        assert!(is_ours_to_write(folder.path()).is_ok());
    }

    #[test]
    fn without_modules_it_says_how_they_are_built() {
        let folder = tempfile::tempdir().unwrap();
        let failure = modules(folder.path()).unwrap_err();
        assert!(failure.message().unwrap().contains("npm --prefix web run modules"));
    }
}
