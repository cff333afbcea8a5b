//! Verifies rules that no compiler checks: dependencies between the project's crates point down only, nothing below the
//! shell uses Tauri, in the interface only one file does, the application is built without what is for tests, the
//! packages that the project is built from are used, and cargo compiles every test file. It reads cargo's own resolved
//! graph, over all platforms and features, and it first proves that it can find Tauri where Tauri is used.

pub mod cycles;
pub mod files;
pub mod folders;
mod graph;
pub mod modules;
mod packages;
mod paths;
mod scripts;
mod test_targets;

use std::path::Path;

use self::{
    files::{files_below, is_script, read},
    graph::{Graph, SHELL, Use},
};
use super::simulate::{self, OF_SIMULATOR};
use crate::{
    context::Context,
    process::{failure::Failure, say, task::Task},
    steps::Outcome,
};

/// The controller below the shell; beside tests, only this crate starts the practice service.
const APP: &str = "paysheet-app";
/// Tests may drive anything with it, so every crate of the project may use it there.
const PRACTICE: &str = "paysheet-practice";

/// Drives the desk for tests; nothing depends on it.
const SIMULATOR: &str = simulate::SIMULATOR;
/// What only tests may be built with, in cargo's words: the ledger's hooks, the writes below it that can be made to fail,
/// the faults of the practice service, and the crate that makes its certificates.
const FOR_TESTS: [&str; 4] = [
    "paysheet-ledger feature \"simulate\"",
    "paysheet-page-checksum feature \"faults\"",
    "paysheet-practice feature \"faults\"",
    "rcgen v",
];

/// For each crate, the crates of the project that it may use. A crate that is not in this list may not exist.
const ARROWS: [(&str, &[&str]); 14] = [
    ("paysheet-domain", &[]),
    ("paysheet-document", &["paysheet-domain"]),
    ("paysheet-draft", &["paysheet-domain", "paysheet-sheet"]),
    ("paysheet-ledger", &["paysheet-domain", "paysheet-page-checksum"]),
    ("paysheet-page-checksum", &[]),
    ("paysheet-service", &["paysheet-domain"]),
    ("paysheet-sheet", &["paysheet-domain"]),
    ("paysheet-vault", &["paysheet-domain"]),
    (PRACTICE, &["paysheet-domain"]),
    (
        "paysheet-desk",
        &[
            "paysheet-document",
            "paysheet-domain",
            "paysheet-draft",
            "paysheet-ledger",
            "paysheet-service",
            "paysheet-sheet",
            "paysheet-vault",
        ],
    ),
    // It selects the real keychain and passes it to the desk, and starts the practice service.
    (APP, &["paysheet-desk", "paysheet-domain", "paysheet-vault", PRACTICE]),
    (SHELL, &[APP, "paysheet-desk", "paysheet-domain"]),
    (SIMULATOR, &["paysheet-desk", "paysheet-domain", "paysheet-ledger", PRACTICE]),
    ("paysheet-xtask", &[]),
];

/// Files of `ui/src` that may import Tauri: the hand-written one, and the generated one that it wraps.
const UI_FILES_WITH_TAURI: [&str; 2] = ["ipc.ts", "bindings.ts"];
const UI_TAURI: &str = "@tauri-apps/";

/// Runs the step of `cargo xtask test`.
pub fn check(context: &Context) -> Result<Outcome, Failure> {
    let line = "cargo metadata";
    let text =
        Task::cargo(["metadata", "--format-version", "1", "--locked"]).folder(&context.root).output()?;
    let metadata =
        serde_json::from_str(&text).map_err(|source| Failure::Answer { line: line.into(), source })?;
    let graph = Graph::read(&metadata);
    let mut broken = broken_in_crates(&graph);
    broken.extend(packages::unused(&graph)?);
    broken.extend(broken_in_interface(&context.ui().join("src"))?);
    broken.extend(folders::broken(&context.root)?);
    broken.extend(test_targets::broken_in(&context.root)?);
    for shipped in [SHELL, APP] {
        // Also with features that the application is not built with.
        let build = features_of(context, &["--package", shipped, "--all-features"])?;
        broken.extend(for_tests_in(shipped, &build));
    }
    broken.extend(not_found_in_simulator(&features_of(context, &OF_SIMULATOR)?));
    if !broken.is_empty() {
        return Err(Failure::Architecture(broken));
    }
    say::line(&format!(
        "  {} crates, each with the arrows it may have; Tauri in {SHELL} alone; {} packages used; no circles and \
         no full folders.",
        ARROWS.len(),
        packages::PACKAGES.len(),
    ));
    Ok(Outcome::Passed)
}

/// Returns the packages in the build of a package, and the features of those that have some for tests.
fn features_of(context: &Context, package: &[&str]) -> Result<String, Failure> {
    let tree =
        ["tree", "--locked", "--prefix", "none", "--target", "all", "--edges", "normal,build,features"];
    // The lowest crates: their dependents are printed above them, including the ledger with its features.
    let features = ["--invert", "paysheet-page-checksum", "--invert", PRACTICE];
    let output = |more: &[&str]| Task::cargo(tree).args(package).args(more).folder(&context.root).output();
    Ok(output(&[])? + &output(&features)?)
}

/// Checks that nothing for tests is in the build of a crate of the application.
fn for_tests_in(package: &str, build: &str) -> Vec<String> {
    let parts = FOR_TESTS.iter().filter(|part| has_part(build, part));
    parts.map(|part| format!("{package} is built with what is for tests only: {part}")).collect()
}

/// Checks that everything for tests is found in the build of the simulator, so that it would be found elsewhere too.
fn not_found_in_simulator(build: &str) -> Vec<String> {
    let parts = FOR_TESTS.iter().filter(|part| !has_part(build, part));
    parts.map(|part| format!("{SIMULATOR} has no {part}: this check cannot see what it looks for")).collect()
}

fn has_part(build: &str, part: &str) -> bool {
    build.lines().any(|line| line.starts_with(part))
}

fn broken_in_crates(graph: &Graph) -> Vec<String> {
    let mut broken = Vec::new();
    let mut shell_seen = false;
    for id in &graph.ours {
        let name = graph.name(id);
        let Some((_, may_use)) = ARROWS.iter().find(|(known, _)| *known == name) else {
            broken.push(format!(
                "{name} has no rule yet: say in xtask/src/checks/architecture.rs what it may use"
            ));
            continue;
        };
        broken.extend(wrong_arrows(graph, id, may_use));
        let tauri: Vec<_> = graph.shipped_with(id).into_iter().filter(|used| is_tauri(used)).collect();
        if name == SHELL {
            shell_seen = !tauri.is_empty();
        } else if !tauri.is_empty() {
            broken.push(format!("{name} is below the shell but depends on {}", tauri.join(", ")));
        }
    }
    if !shell_seen {
        broken.push(format!(
            "{SHELL} does not seem to depend on tauri: this check cannot see what it looks for"
        ));
    }
    broken
}

fn wrong_arrows(graph: &Graph, id: &str, may_use: &[&str]) -> Vec<String> {
    let ours = graph.uses.get(id).into_iter().flatten().filter(|(used, _)| graph.ours.contains(used));
    let wrong = ours.map(|(used, of)| (graph.name(used), of)).filter(|(used, of)| match of {
        Use::Shipped => !may_use.contains(used),
        Use::Tests => !may_use.contains(used) && *used != PRACTICE,
    });
    wrong.map(|(used, _)| format!("{} may not use {used}", graph.name(id))).collect()
}

fn is_tauri(name: &str) -> bool {
    name == "tauri" || name.starts_with("tauri-") || name == "wry" || name == "tao"
}

/// Returns every file below `source` that imports Tauri without permission.
fn broken_in_interface(source: &Path) -> Result<Vec<String>, Failure> {
    let mut broken = Vec::new();
    for path in files_below(source)? {
        if is_script(&path) && !may_import_tauri(source, &path) {
            let text = read(&path)?;
            if text.contains(UI_TAURI) {
                broken.push(format!("{} imports Tauri; only ui/src/ipc.ts may", path.display()));
            }
        }
    }
    Ok(broken)
}

/// Returns whether a file may import Tauri. Tests replace Tauri with a mock, so they have to name it.
fn may_import_tauri(source: &Path, path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_test = name.contains(".test.") || path.starts_with(source.join("test"));
    is_test || UI_FILES_WITH_TAURI.iter().any(|may| path == source.join(may))
}

#[cfg(test)]
mod tests;
