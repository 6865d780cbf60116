//! Has the linker make the program smaller where it can: addresses that are set when the program is loaded are packed (1.6 MB
//! become a tenth of that), and functions with the same code become one.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if !is_release_for_linux() {
        return;
    }
    // Packages (`--profile dist`) must run with an older glibc, too.
    if is_for_this_machine() && glibc().is_some_and(|version| version >= (2, 36)) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    for option in [FOLD, FOLD_DATA] {
        if links_with(option) {
            println!("cargo::rustc-link-arg-bins={option}");
        }
    }
}

/// Folds functions with the same code. Nothing here depends on functions having addresses of their own.
const FOLD: &str = "-Wl,--icf=all";
/// Lets that fold constants with the same content too, and so the functions that differ by the constants they name. Nothing
/// compares the addresses of constants.
const FOLD_DATA: &str = "-Wl,--ignore-data-address-equality";

fn is(name: &str, value: &str) -> bool {
    env::var(name).is_ok_and(|found| found == value)
}

fn is_release_for_linux() -> bool {
    is("PROFILE", "release")
        && is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
}

/// Whether the program is run where it is built.
fn is_for_this_machine() -> bool {
    let is_native = env::var("HOST").is_ok_and(|host| is("TARGET", &host));
    let has = |folder: &str| {
        env::var("OUT_DIR").is_ok_and(|path| path.split('/').any(|part| part == folder))
    };
    is_native && has("release")
}

/// Whether the linker that rustc uses knows an option: LLD does, that of GNU does not.
fn links_with(option: &str) -> bool {
    let tried = || {
        let out = PathBuf::from(env::var("OUT_DIR").ok()?);
        let source = out.join("empty.rs");
        fs::write(&source, "fn main() {}\n").ok()?;
        let mut rustc = Command::new(env::var("RUSTC").ok()?);
        rustc.args(["--target", &env::var("TARGET").ok()?, "-C"]).arg(format!("link-arg={option}"));
        if let Ok(linker) = env::var("RUSTC_LINKER") {
            rustc.args(["-C", &format!("linker={linker}")]);
        }
        let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
        rustc.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
        rustc.arg("-o").arg(out.join("empty")).arg(Path::new(&source));
        Some(rustc.output().ok()?.status.success())
    };
    tried().unwrap_or(false)
}

/// The version of the C library, whose loader must know the form.
fn glibc() -> Option<(u32, u32)> {
    let told = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let told = String::from_utf8(told.stdout).ok()?;
    let (major, minor) = told.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
