//! Finds test files that cargo does not compile, so that their tests would never run.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use super::{
    files::{entries, read},
    folders::CRATES,
};
use crate::process::failure::Failure;

/// Returns every file in `tests` that is no target of a crate, and every file of a target that the target's `main.rs`
/// does not declare as a module.
pub fn broken_in(root: &Path) -> Result<Vec<String>, Failure> {
    let mut manifests = read(&root.join("Cargo.toml"))?;
    let (mut shared, mut own) = (entries(&root.join("tests"))?, Vec::new());
    for crates in CRATES.map(|folder| root.join(folder)).iter().filter(|folder| folder.is_dir()) {
        for of_crate in entries(crates)? {
            manifests += &read(&of_crate.join("Cargo.toml"))?;
            let tests = of_crate.join("tests");
            own.extend(if tests.is_dir() { entries(&tests)? } else { Vec::new() });
        }
    }
    let mut broken = unnamed(&shared, &manifests);
    shared.append(&mut own);
    for main in shared.iter().map(|path| path.join("main.rs")).filter(|main| main.is_file()) {
        broken.extend(undeclared(&main)?);
    }
    Ok(broken)
}

/// Returns the targets that no manifest names. Cargo finds targets by itself only in the folders of crates.
fn unnamed(tests: &[PathBuf], manifests: &str) -> Vec<String> {
    let targets = tests.iter().map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.join("main.rs").is_file() { format!("tests/{name}/main.rs") } else { format!("tests/{name}") }
    });
    targets
        .filter(|target| target.ends_with(".rs") && !manifests.contains(&format!("{target}\"")))
        .map(|target| format!("{target} is in no manifest, so it never runs"))
        .collect()
}

fn undeclared(main: &Path) -> Result<Vec<String>, Failure> {
    let text = read(main)?;
    let declared: BTreeSet<_> = text.lines().filter_map(declared_module).collect();
    let mut files = entries(main.parent().unwrap_or(main))?;
    files.retain(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        path != main && path.extension().is_some_and(|ending| ending == "rs") && !declared.contains(&*name)
    });
    let broken = |path: PathBuf| format!("{} is no module of {}", path.display(), main.display());
    Ok(files.into_iter().map(broken).collect())
}

fn declared_module(line: &str) -> Option<&str> {
    line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod ")?.strip_suffix(';')
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_test_file_that_cargo_does_not_compile_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let broken = || broken_in(folder.path()).unwrap().len();
        write("Cargo.toml", "path = \"tests/ipc.rs\"");
        write("tests/ipc.rs", "mod acl;");
        write("tests/ipc/acl.rs", "");
        write("tests/scenarios/main.rs", "//! Stories.\nmod support;\npub mod paid;\n");
        write("tests/scenarios/support.rs", "");
        write("tests/scenarios/paid.rs", "");
        write("src-tauri/crates/desk/Cargo.toml", "path = \"../../../tests/scenarios/main.rs\"");
        write("src-tauri/crates/desk/tests/wire/main.rs", "mod trust;\n");
        write("src-tauri/crates/desk/tests/wire/trust.rs", "");
        assert_eq!(broken(), 0);
        let new = [
            "tests/acl.rs",
            "tests/more/main.rs",
            "tests/scenarios/new.rs",
            "src-tauri/crates/desk/tests/wire/new.rs",
        ];
        for (number, path) in new.into_iter().enumerate() {
            write(path, "");
            assert_eq!(broken(), number + 1, "{path}");
        }
    }
}
