//! Which files of the interface import which others. Tests are left out.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Component, Path, PathBuf},
};

use super::{
    cycles::{PART, Uses},
    files::{is_script, read},
};
use crate::process::failure::Failure;

/// Returns what each script below `source` imports of the others.
///
/// # Errors
/// If a file cannot be read.
pub fn uses(source: &Path, files: &[PathBuf]) -> Result<Uses, Failure> {
    let mut texts = BTreeMap::new();
    for file in files.iter().filter(|file| is_script(file)) {
        let name = file.strip_prefix(source).unwrap_or(file);
        let is_test = name.starts_with("test") || name.to_string_lossy().contains(".test.");
        if !is_test {
            texts.insert(name.to_owned(), read(file)?);
        }
    }
    Ok(uses_among(&texts))
}

fn uses_among(texts: &BTreeMap<PathBuf, String>) -> Uses {
    let modules: BTreeSet<String> = texts.keys().map(|path| module_of(path)).collect();
    let used = |path: &Path, text: &str| {
        let folder = path.parent().unwrap_or(path);
        let imported = imports_in(text).filter_map(|import| joined(folder, import));
        let own = module_of(path);
        imported.map(|path| module_of(&path)).filter(|used| *used != own && modules.contains(used)).collect()
    };
    texts.iter().map(|(path, text)| (module_of(path), used(path, text))).collect()
}

/// `features/pay/index.tsx` and `features/pay` are both `features::pay`.
fn module_of(path: &Path) -> String {
    let without_ending = path.with_extension("");
    let is_index = without_ending.file_name().is_some_and(|name| name == "index");
    let module = if is_index { without_ending.parent().unwrap_or(path) } else { &without_ending };
    module.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join(PART)
}

/// Returns the relative files that a text imports, statically or when they are needed.
fn imports_in(text: &str) -> impl Iterator<Item = &str> {
    ["from \"", "import(\"", "import \""].into_iter().flat_map(move |start| {
        text.match_indices(start).filter_map(move |(at, _)| {
            let path = text[at + start.len()..].split('"').next()?;
            (path == "." || path == ".." || path.starts_with("./") || path.starts_with("../")).then_some(path)
        })
    })
}

/// Follows a relative path; `None` if it leads out of the interface.
fn joined(folder: &Path, import: &str) -> Option<PathBuf> {
    let mut path = folder.to_owned();
    for part in Path::new(import).components() {
        match part {
            Component::ParentDir => path.pop().then_some(())?,
            Component::Normal(name) => path.push(name),
            Component::Prefix(_) | Component::RootDir | Component::CurDir => {}
        }
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::architecture::cycles::cycles;

    fn found(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let texts = files.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned())).collect();
        cycles(&uses_among(&texts)).into_iter().collect()
    }

    #[test]
    fn files_and_folders_that_import_each_other_are_found() {
        let pair =
            [("a/x.ts", "import { y } from \"../b/y\";"), ("b/z.tsx", "import type { W } from \"../a/w\";")];
        let rest = [("a/w.ts", ""), ("b/y.ts", "")];
        assert_eq!(found(&[pair, rest].concat()), [["a", "b"]]);
        assert_eq!(
            found(&[
                ("a/index.tsx", "const Part = lazy(() => import(\"./part\"));"),
                ("a/part.tsx", "import { A } from \".\";")
            ]),
            [["a", "a::part"]]
        );
        assert!(
            found(&[
                ("a/x.ts", "import { b } from \"../b\";"),
                ("b/index.ts", "import React from \"react\";")
            ])
            .is_empty()
        );
    }
}
