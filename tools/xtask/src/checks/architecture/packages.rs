//! Finds packages that the project is built from, but that no code uses.

use std::{collections::BTreeSet, path::Path};

use super::{
    files::files_below,
    graph::{Graph, SHELL, Use},
    modules::modules_below,
};
use crate::process::failure::Failure;

/// The packages that the owner of the project named.
pub const PACKAGES: [&str; 10] = [
    "calamine",
    "keyring",
    "reqwest",
    "rust_decimal",
    "serde",
    "serde_json",
    "specta",
    "tauri",
    "tauri-plugin-dialog",
    "tokio",
];

/// Returns the packages that no crate of the application both depends on and uses in a path of its code. What is
/// needed for tests only does not count, neither crates nor code.
pub fn unused(graph: &Graph) -> Result<Vec<String>, Failure> {
    let mut unused = PACKAGES.map(Some);
    for id in graph.of_application() {
        let depends_on: Vec<_> = graph.uses.get(id).into_iter().flatten().collect();
        let is_direct =
            |name: &str| depends_on.iter().any(|(used, of)| *of == Use::Shipped && graph.name(used) == name);
        let Some(source) = graph.sources.get(id) else { continue };
        let named = named_below(source)?;
        for package in &mut unused {
            *package = package.filter(|name| !(is_direct(name) && named.contains(&name.replace('-', "_"))));
        }
    }
    let broken = |name: &str| format!("no crate of {SHELL} depends on {name} and uses it");
    Ok(unused.into_iter().flatten().map(broken).collect())
}

/// Returns what the paths in all files below a folder begin with, as in `use serde::Serialize` or `tokio::spawn(…)`.
fn named_below(source: &Path) -> Result<BTreeSet<String>, Failure> {
    let modules = modules_below(source, &files_below(source)?)?;
    let named = modules.into_values().flatten().filter_map(|path| path.into_iter().next()).collect();
    Ok(named)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The packages that are reported when `paysheet-vault` has this text in this file, and depends on keyring, and the
    /// shell uses all other packages.
    fn reported(file: &str, text: &str, of: Use) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let mut graph = Graph::default();
        let mut add = |name: &str, file: &str, text: &str, uses: Vec<(String, Use)>| {
            let source = folder.path().join(name);
            let path = source.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
            graph.ours.insert(name.into());
            graph.names.insert(name.into(), name.into());
            graph.sources.insert(name.into(), source);
            graph.uses.insert(name.into(), uses.into_iter().collect());
        };
        let others = PACKAGES.into_iter().filter(|name| *name != "keyring");
        let code: String =
            others.clone().map(|name| format!("use {}::x;\n", name.replace('-', "_"))).collect();
        let uses = others.chain(["paysheet-vault"]).map(|name| (name.to_owned(), Use::Shipped)).collect();
        add(SHELL, "main.rs", &code, uses);
        add("paysheet-vault", file, text, vec![("keyring".to_owned(), of)]);
        // It drives the desk for tests, and is in no application.
        add(
            "paysheet-simulator",
            "lib.rs",
            "use keyring::Entry;",
            vec![("keyring".to_owned(), Use::Shipped)],
        );
        unused(&graph).unwrap()
    }

    #[test]
    fn a_package_that_the_code_uses_passes() {
        for text in ["use keyring::Entry;", "fn f() -> keyring::Result<()> {}", "use {keyring::Entry};"] {
            assert_eq!(reported("store.rs", text, Use::Shipped), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn a_package_that_is_only_listed_is_reported() {
        let broken = ["no crate of paysheet depends on keyring and uses it"];
        for text in [
            "",
            "//! [`keyring::Entry`]",
            "use my_keyring::Entry;",
            "use crate::keyring::Entry;",
            "const KEYRING: X = keyring_core::Entry;",
            "#[cfg(test)]\nmod tests {\n    use keyring::Entry;\n}",
        ] {
            assert_eq!(reported("store.rs", text, Use::Shipped), broken, "{text}");
        }
        assert_eq!(reported("store.rs", "use keyring::Entry;", Use::Tests), broken);
    }
}
