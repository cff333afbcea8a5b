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

/// Returns every file in `tests` that is no target of a crate, every file of a target that the target's `main.rs` does not
/// declare as a module, and every file that targets share and none of them includes by its path.
pub fn broken_in(root: &Path) -> Result<Vec<String>, Failure> {
    let mut manifests = read(&root.join("Cargo.toml"))?;
    let (mut targets, groups) = targets_below(&root.join("tests"))?;
    let mut own = Vec::new();
    for crates in CRATES.map(|folder| root.join(folder)).iter().filter(|folder| folder.is_dir()) {
        for of_crate in entries(crates)? {
            manifests += &read(&of_crate.join("Cargo.toml"))?;
            let tests = of_crate.join("tests");
            own.extend(if tests.is_dir() { entries(&tests)? } else { Vec::new() });
        }
    }
    let mut broken = unnamed(root, &targets, &manifests);
    targets.append(&mut own);
    for main in targets.iter().map(|path| path.join("main.rs")).filter(|main| main.is_file()) {
        broken.extend(undeclared(&main)?);
    }
    for group in groups {
        broken.extend(not_included(&group)?);
    }
    Ok(broken)
}

/// Returns what `tests` holds, with what is in its groups in place of the groups. A group is a folder of targets that share
/// files, such as `tests/scenarios`.
fn targets_below(tests: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Failure> {
    let (mut targets, mut groups) = (Vec::new(), Vec::new());
    for path in entries(tests)? {
        let inside = if path.is_dir() { entries(&path)? } else { Vec::new() };
        if inside.iter().any(|folder| folder.join("main.rs").is_file()) {
            targets.extend(inside);
            groups.push(path);
        } else {
            targets.push(path);
        }
    }
    Ok((targets, groups))
}

/// Returns the targets that no manifest names. Cargo finds targets by itself only in the folders of crates.
fn unnamed(root: &Path, tests: &[PathBuf], manifests: &str) -> Vec<String> {
    let targets = tests.iter().map(|path| {
        let name = path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/");
        if path.join("main.rs").is_file() { format!("{name}/main.rs") } else { name }
    });
    targets
        .filter(|target| target.ends_with(".rs") && !manifests.contains(&format!("{target}\"")))
        .map(|target| format!("{target} is in no manifest, so it never runs"))
        .collect()
}

/// Returns the files beside the targets of a group that no `main.rs` of the group includes.
fn not_included(group: &Path) -> Result<Vec<String>, Failure> {
    let (mut mains, mut shared) = (String::new(), Vec::new());
    for folder in entries(group)?.iter().filter(|path| path.is_dir()) {
        let main = folder.join("main.rs");
        if main.is_file() {
            mains += &read(&main)?;
        } else {
            shared.extend(entries(folder)?);
        }
    }
    shared.retain(|path| {
        let path = path.strip_prefix(group).unwrap_or(path).to_string_lossy().replace('\\', "/");
        path.ends_with(".rs") && !mains.contains(&format!("\"../{path}\""))
    });
    let broken = |path: PathBuf| format!("{} is in no target of {}", path.display(), group.display());
    Ok(shared.into_iter().map(broken).collect())
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
        let main = "//! Stories.\n#[path = \"../shared/support.rs\"]\nmod support;\npub mod paid;\n";
        write("tests/scenarios/pay/main.rs", main);
        write("tests/scenarios/pay/paid.rs", "");
        write("tests/scenarios/shared/support.rs", "");
        write("src-tauri/crates/desk/Cargo.toml", "path = \"../../../tests/scenarios/pay/main.rs\"");
        write("src-tauri/crates/desk/tests/wire/main.rs", "mod trust;\n");
        write("src-tauri/crates/desk/tests/wire/trust.rs", "");
        assert_eq!(broken(), 0);
        let new = [
            "tests/acl.rs",
            "tests/more/main.rs",
            "tests/scenarios/new.rs",
            "tests/scenarios/pay/new.rs",
            "tests/scenarios/settle/main.rs",
            "tests/scenarios/shared/new.rs",
            "src-tauri/crates/desk/tests/wire/new.rs",
        ];
        for (number, path) in new.into_iter().enumerate() {
            write(path, "");
            assert_eq!(broken(), number + 1, "{path}");
        }
    }
}
