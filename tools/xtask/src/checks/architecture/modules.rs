//! Which modules of a crate use which others, by the paths in their source texts. Tests are left out.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use super::{
    cycles::{PART, Uses},
    paths::{Named, Segments, named_in_file},
};
use crate::process::failure::Failure;

/// The files that are the root of a crate.
const ROOTS: [&str; 2] = ["lib", "main"];

/// Returns what each module below `source` uses of its crate.
///
/// # Errors
/// If a file cannot be read or is not Rust.
pub fn uses(source: &Path, files: &[PathBuf]) -> Result<Uses, Failure> {
    Ok(uses_among(&modules_below(source, files)?))
}

/// Returns the paths that each module below `source` names, without the modules that are compiled only for tests.
pub fn modules_below(source: &Path, files: &[PathBuf]) -> Result<BTreeMap<String, Vec<Segments>>, Failure> {
    let (mut paths, mut for_tests) = (BTreeMap::<String, Vec<Segments>>::new(), BTreeSet::new());
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "rs")) {
        let module = module_of(file.strip_prefix(source).unwrap_or(file));
        let named: Named = named_in_file(file)?;
        let below =
            |name: &String| if module.is_empty() { name.clone() } else { [&*module, name].join(PART) };
        for_tests.extend(named.for_tests.iter().map(below));
        // A crate with a library and a program has two roots.
        paths.entry(module).or_default().extend(named.paths);
    }
    paths.retain(|module, _| !for_tests.iter().any(|tests| is_at_or_below(module, tests)));
    Ok(paths)
}

fn is_at_or_below(module: &str, other: &str) -> bool {
    module.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with(PART))
}

fn uses_among(paths: &BTreeMap<String, Vec<Segments>>) -> Uses {
    paths.iter().map(|(module, named)| (module.clone(), used_by(module, named, paths))).collect()
}

/// Returns the module of a file: `pay/mod.rs` is `pay`, `pay/sending.rs` is `pay::sending`.
pub fn module_of(path: &Path) -> String {
    let parts: Vec<String> =
        path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    match parts.split_last() {
        Some((last, [])) if ROOTS.contains(&last.as_str()) => String::new(),
        Some((last, parents)) if last == "mod" => parents.join(PART),
        Some(_) | None => parts.join(PART),
    }
}

/// Returns the modules that a module names, except its own.
fn used_by<T>(module: &str, named: &[Segments], all: &BTreeMap<String, T>) -> BTreeSet<String> {
    let own: Segments = module.split(PART).filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let mut used = BTreeSet::new();
    for path in named {
        let Some(full) = resolved(path, &own, all) else { continue };
        let longest = (0..=full.len())
            .rev()
            .map(|length| full[..length].join(PART))
            .find(|name| all.contains_key(name));
        used.extend(longest.filter(|name| name != module));
    }
    used
}

/// Returns a path from the crate's root; `None` if it leads to another crate.
fn resolved<T>(path: &[String], own: &[String], all: &BTreeMap<String, T>) -> Option<Segments> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => Some([own, rest].concat()),
        "super" => {
            let parent = own.split_last().map_or(&[][..], |(_, parent)| parent);
            let continued: Segments = [vec!["self".to_owned()], rest.to_vec()].concat();
            match rest.first().map(String::as_str) {
                Some("super") => resolved(rest, parent, all),
                Some(_) | None => resolved(&continued, parent, all),
            }
        }
        child => {
            let below = [own, &[child.to_owned()]].concat().join(PART);
            all.contains_key(&below).then(|| [own, path].concat())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::architecture::{cycles::cycles, paths::named_in};

    fn found(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let paths = files.iter().map(|(module, text)| ((*module).to_owned(), named_in(text).unwrap().paths));
        cycles(&uses_among(&paths.collect())).into_iter().collect()
    }

    #[test]
    fn modules_that_use_each_other_are_found_in_every_spelling() {
        for b_uses_a in [
            "use crate::a::X;",
            "use crate::{\n    c::Y,\n    a::{self, X},\n};",
            "use super::a;",
            "pub(crate) use super::{a::X};",
            "fn f(x: &crate::a::X) {}",
            "fn f() { super::a::x() }",
        ] {
            let files = [("", "mod a; mod b;"), ("a", "use crate::b::Y;"), ("b", b_uses_a), ("c", "")];
            assert_eq!(found(&files), [["a", "b"]], "{b_uses_a}");
        }
    }

    #[test]
    fn a_child_that_its_parent_calls_may_not_use_the_parent() {
        for parent in ["mod child;\npub use child::X;", "mod child;\nfn f() { child::x() }"] {
            assert_eq!(found(&[("p", parent), ("p::child", "use super::Y;")]), [["p", "p::child"]]);
            assert!(found(&[("p", parent), ("p::child", "use crate::q::Y;"), ("q", "")]).is_empty());
        }
        let sibling = [("p", "mod b; mod c; pub use b::X;"), ("p::b", "use super::{c::Y};"), ("p::c", "")];
        assert!(found(&sibling).is_empty());
    }

    #[test]
    fn other_crates_do_not_count() {
        for text in ["use jiff::a;", "fn f() { jiff::a::x() }"] {
            assert!(found(&[("a", "use crate::b;"), ("b", text)]).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_file_is_a_module_and_so_is_a_folder() {
        for (path, module) in [
            ("lib.rs", ""),
            ("main.rs", ""),
            ("pay/mod.rs", "pay"),
            ("pay/sending.rs", "pay::sending"),
            ("run/main.rs", "run::main"),
        ] {
            assert_eq!(module_of(Path::new(path)), module);
        }
    }
}
