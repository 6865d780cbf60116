//! Every public item of the libraries that are meant to be used alone has an example that runs.
//!
//! An item is a public function, struct, enum or trait, a public method, or a method of a public
//! trait. It has an example when the documentation of the item itself has one, or when an example
//! of its type, or of the `impl` block it stands in, uses it by name. Fields, variants, constants
//! and type aliases need none. `cargo test --doc` runs the examples.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Attribute, Expr, ImplItem, Item, Lit, Meta, TraitItem, Type, Visibility};

/// The crates that are held to it.
const LIBRARIES: [&str; 6] = ["game", "xiangqi", "draughts", "gomoku", "reversi", "endings"];

/// Something that needs an example.
struct Public {
    /// Where it is, as in `crates/game/src/line.rs: Line::push`.
    place: String,
    /// Its own name.
    name: String,
    /// The type or trait it belongs to, if it is a method.
    owner: Option<String>,
    /// The examples of its own documentation.
    own: String,
    /// The examples of the `impl` block it stands in.
    block: String,
}

#[test]
fn every_public_item_has_an_example() {
    let mut without = Vec::new();
    for library in LIBRARIES {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(library).join("src");
        let mut items = Vec::new();
        for file in files(&source) {
            let text = fs::read_to_string(&file).expect("a source file is readable");
            let parsed = syn::parse_file(&text).expect("a source file is Rust");
            collect(&file, &parsed.items, &mut items);
        }
        assert!(items.len() > 10, "{library} has public items");
        // Types and traits by name; two of the same name in a crate share their examples.
        let mut types: BTreeMap<&str, String> = BTreeMap::new();
        for item in items.iter().filter(|item| item.owner.is_none()) {
            types.entry(&item.name).or_default().push_str(&item.own);
        }
        for item in &items {
            let of_type = item.owner.as_deref().and_then(|owner| types.get(owner));
            let shown = !item.own.is_empty()
                || uses(&item.block, &item.name)
                || of_type.is_some_and(|examples| uses(examples, &item.name));
            if !shown {
                without.push(format!("{library}: {}", item.place));
            }
        }
    }
    assert!(without.is_empty(), "without an example:\n{}", without.join("\n"));
}

#[test]
fn an_item_without_an_example_is_found() {
    let source = "
        /// Has one.
        ///
        /// ```
        /// assert!(S::new().used());
        /// ```
        pub struct S;
        impl S {
            pub fn new() -> Self { S }
            pub fn used(&self) -> bool { true }
            /// ```text
            /// not an example: unused
            /// ```
            pub fn unused(&self) {}
            fn private(&self) {}
        }
        pub(crate) fn inner() {}
    ";
    let mut items = Vec::new();
    collect(Path::new("s.rs"), &syn::parse_file(source).unwrap().items, &mut items);
    let names: Vec<&str> = items.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(names, ["S", "new", "used", "unused"]);
    let examples = &items[0].own;
    assert!(uses(examples, "new") && uses(examples, "used") && !uses(examples, "unused"));
    assert!(items[3].own.is_empty());
}

/// All Rust files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder of a crate") {
        let path = entry.expect("an entry of a folder").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// Puts the public items of a module into `found`, those of modules inside it too.
fn collect(file: &Path, items: &[Item], found: &mut Vec<Public>) {
    let mut add = |name: String, owner: Option<String>, attributes: &[Attribute], block: &str| {
        let path = owner.as_ref().map_or_else(|| name.clone(), |owner| format!("{owner}::{name}"));
        found.push(Public {
            place: format!("{}: {path}", file.display()),
            name,
            owner,
            own: examples(file, attributes),
            block: block.to_owned(),
        });
    };
    let public = |visibility: &Visibility| matches!(visibility, Visibility::Public(_));
    for item in items {
        match item {
            Item::Fn(item) if public(&item.vis) => {
                add(item.sig.ident.to_string(), None, &item.attrs, "");
            }
            Item::Struct(item) if public(&item.vis) => {
                add(item.ident.to_string(), None, &item.attrs, "");
            }
            Item::Enum(item) if public(&item.vis) => {
                add(item.ident.to_string(), None, &item.attrs, "");
            }
            Item::Trait(item) if public(&item.vis) => {
                add(item.ident.to_string(), None, &item.attrs, "");
                for member in &item.items {
                    if let TraitItem::Fn(method) = member {
                        let owner = Some(item.ident.to_string());
                        add(method.sig.ident.to_string(), owner, &method.attrs, "");
                    }
                }
            }
            Item::Impl(item) if item.trait_.is_none() => {
                let block = examples(file, &item.attrs);
                for member in &item.items {
                    if let ImplItem::Fn(method) = member
                        && public(&method.vis)
                    {
                        add(
                            method.sig.ident.to_string(),
                            owner(&item.self_ty),
                            &method.attrs,
                            &block,
                        );
                    }
                }
            }
            _ => {}
        }
    }
    for item in items {
        if let Item::Mod(module) = item
            && let Some((_, inside)) = &module.content
            && !module.attrs.iter().any(|attribute| attribute.path().is_ident("cfg"))
        {
            collect(file, inside, found);
        }
    }
}

/// The name of the type that an `impl` block is of.
fn owner(of: &Type) -> Option<String> {
    let Type::Path(path) = of else { return None };
    path.path.segments.last().map(|segment| segment.ident.to_string())
}

/// The code of all examples that documentation holds.
fn examples(file: &Path, attributes: &[Attribute]) -> String {
    let mut documentation = String::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("doc")) {
        let Meta::NameValue(value) = &attribute.meta else { continue };
        match &value.value {
            Expr::Lit(literal) => {
                if let Lit::Str(line) = &literal.lit {
                    documentation.push_str(&line.value());
                }
            }
            // `#[doc = include_str!("…")]`, relative to the source file.
            Expr::Macro(included) if included.mac.path.is_ident("include_str") => {
                let name: syn::LitStr = included.mac.parse_body().expect("a file name");
                let path = file.parent().expect("a file is in a folder").join(name.value());
                documentation.push_str(&fs::read_to_string(path).expect("an included file"));
            }
            _ => {}
        }
        documentation.push('\n');
    }
    let mut code = String::new();
    let mut fence: Option<bool> = None;
    for line in documentation.lines() {
        let line = line.trim_start();
        match (line.strip_prefix("```"), fence) {
            (Some(kind), None) => {
                fence = Some(matches!(kind.trim(), "" | "rust" | "no_run" | "should_panic"));
            }
            (Some(_), Some(_)) => fence = None,
            (None, Some(true)) => {
                code.push_str(line);
                code.push('\n');
            }
            (None, _) => {}
        }
    }
    code
}

/// Whether code uses a name.
fn uses(code: &str, name: &str) -> bool {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
}
