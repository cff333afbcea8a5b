//! Finds modules and folders that use each other, and folders with too many files. Examples and tests of crates are not
//! read for what they use.

use std::{collections::BTreeSet, path::Path};

use super::{
    cycles,
    files::{entries, files_below, folders_below},
    modules, scripts,
};
use crate::process::failure::Failure;

/// The most files of a folder, beside its folders.
const FILES_MAX: usize = 15;
/// Plain lists of like things, which nobody reads one after the other.
pub const LISTS: [&str; 3] = ["src-tauri/crates/ledger/migrations", "ui/src/components", "ui/src/locales/en"];
/// The sources beside those of the crates.
pub const SHELL_SOURCES: &str = "src-tauri/src";
pub const UI_SOURCES: &str = "ui/src";
/// The crates that ship, and those for building, testing and measuring.
pub const CRATES: [&str; 2] = ["src-tauri/crates", "tools"];

/// Returns what breaks a rule, one line each.
pub fn broken(root: &Path) -> Result<BTreeSet<String>, Failure> {
    let mut found = BTreeSet::new();
    for source in sources(root)? {
        let folder = root.join(&source);
        let files = files_below(&folder)?;
        let uses = if source == UI_SOURCES {
            scripts::uses(&folder, &files)?
        } else {
            modules::uses(&folder, &files)?
        };
        let line = |group: Vec<String>| format!("{source}: use each other: {}", names(&group));
        found.extend(cycles::cycles(&uses).into_iter().map(line));
    }
    for source in [SHELL_SOURCES, UI_SOURCES].iter().chain(&CRATES) {
        for folder in folders_below(&root.join(source))? {
            let name = folder.strip_prefix(root).unwrap_or(&folder).to_string_lossy().replace('\\', "/");
            let files = entries(&folder)?.iter().filter(|path| path.is_file() && !is_hidden(path)).count();
            if files > FILES_MAX && !LISTS.contains(&name.as_str()) {
                found.insert(format!("{name}: {files} files, and {FILES_MAX} at most"));
            }
        }
    }
    Ok(found)
}

/// What the system or an editor puts there.
fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

/// The root of a crate has no name.
fn names(group: &[String]) -> String {
    let name = |name: &String| if name.is_empty() { "crate".to_owned() } else { name.clone() };
    group.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// Returns the folders of sources, from the root of the repository.
fn sources(root: &Path) -> Result<Vec<String>, Failure> {
    let mut sources = vec![SHELL_SOURCES.to_owned(), UI_SOURCES.to_owned()];
    for below in CRATES {
        let crates = entries(&root.join(below))?;
        let folders =
            crates.iter().filter(|path| path.is_dir()).filter_map(|path| path.file_name()?.to_str());
        sources.extend(folders.map(|name| format!("{below}/{name}/src")));
    }
    Ok(sources)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_circle_and_a_full_folder_are_found() {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("ui/src/main.tsx", "");
        write("src-tauri/src/main.rs", "mod a; mod b;");
        write("src-tauri/crates/desk/src/lib.rs", "mod pay; mod view;");
        write("src-tauri/crates/desk/src/pay/mod.rs", "use crate::view::Row;");
        write("src-tauri/crates/desk/src/view.rs", "pub struct Row;");
        write("tools/xtask/src/main.rs", "mod ui;");
        for number in 0..FILES_MAX {
            write(&format!("ui/src/rows/{number}.ts"), "");
        }
        assert!(broken(root.path()).unwrap().is_empty());
        write("src-tauri/crates/desk/src/view.rs", "fn f() { crate::pay::f() }");
        write("ui/src/rows/more.ts", "");
        write("tools/xtask/src/ui.rs", "use crate::setup;");
        write("tools/xtask/src/setup.rs", "use crate::ui;");
        let expected = [
            "src-tauri/crates/desk/src: use each other: pay, view",
            "tools/xtask/src: use each other: setup, ui",
            "ui/src/rows: 16 files, and 15 at most",
        ];
        assert_eq!(broken(root.path()).unwrap().into_iter().collect::<Vec<_>>(), expected);
    }
}
