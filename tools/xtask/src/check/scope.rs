//! Which tests a change concerns. A file belongs to the target of cargo, or the crate, with the nearest folder.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::{
    context::Context,
    process::{failure::Failure, task::Task},
};

/// Files that are read elsewhere, and a place where.
const READ_ELSEWHERE: [(&str, &str); 22] = [
    // What all crates are built with counts as a change of the lowest one: unit tests of all that depend on it run.
    ("Cargo.lock", "src-tauri/crates/domain"),
    ("Cargo.toml", "src-tauri/crates/domain"),
    (".nvmrc", "tools/xtask"),
    ("icons", "src-tauri"),
    ("tauri.conf.json", "src-tauri"),
    ("tauri.macos.conf.json", "src-tauri"),
    ("src-tauri/crates/ledger/examples/bit_flips", "src-tauri/crates/ledger"),
    ("src-tauri/crates/sheet/examples", "src-tauri/crates/sheet/tests/files"),
    ("src-tauri/crates/sheet/examples", "src-tauri/crates/sheet/tests/people"),
    ("src-tauri/crates/service/tests/wire/server.rs", "src-tauri/crates/service/tests/canaries"),
    ("tests/fixtures", "src-tauri/crates/sheet/tests/amounts"),
    ("tests/fixtures", "src-tauri/crates/sheet/tests/files"),
    ("tests/fixtures", "tests/scenarios/pay"),
    ("tests/fixtures", "tests/scenarios/settle"),
    ("tests/scenarios/shared", "tests/scenarios/import"),
    ("tests/scenarios/shared", "tests/scenarios/pay"),
    ("tests/scenarios/shared", "tests/scenarios/settle"),
    ("tests/scenarios/shared", "tests/scenarios/top_up"),
    ("tests/snapshots", "tests/ipc"),
    ("ui/src/bindings.ts", "tests/bindings"),
    ("ui/src/bindings.ts", "tests/ipc"),
    ("ui/src/locales/en/background.json", "src-tauri"),
];
const DESK: &str = "paysheet-desk";
const DESK_SOURCES: &str = "src-tauri/crates/desk/src";
/// The desk's programs of scenarios, in `tests/scenarios`.
const SCENARIOS: [&str; 4] = ["import", "pay", "settle", "top_up"];
/// Folders of the desk's sources, and files without their ending, each with a program that has most of the scenarios of
/// it; those of the ledger that is no longer the newest are in `settle`. The others may concern it too: `cargo xtask test`
/// runs them. A change of any other file of the desk, such as one in `view`, runs all programs.
const SCENARIOS_OF: [(&str, &str); 30] = [
    ("access", "pay"),
    ("access", "settle"),
    ("access", "top_up"),
    ("approve", "pay"),
    ("approve", "settle"),
    ("audit", "settle"),
    ("challenge", "top_up"),
    ("check", "import"),
    ("check", "pay"),
    ("directory", "import"),
    ("directory", "pay"),
    ("drafts", "import"),
    ("drafts", "pay"),
    ("export", "settle"),
    ("export/top_ups", "top_up"),
    ("import", "import"),
    ("import", "pay"),
    ("outcomes", "pay"),
    ("outcomes", "settle"),
    ("pay", "pay"),
    ("pay", "settle"),
    ("people", "pay"),
    ("people", "settle"),
    ("recovery", "settle"),
    ("report", "settle"),
    ("settle", "pay"),
    ("settle", "settle"),
    ("settle/callbacks", "top_up"),
    ("top_up", "settle"),
    ("top_up", "top_up"),
];
/// The desk's programs of which the profile `check` runs nothing (`.config/nextest.toml`).
const SLOW: [&str; 2] = ["faults", "headless"];
/// How many files with tests of the interface run: nearly all import the one that renders them.
pub const UI_TESTS_MAX: usize = 25;

pub struct Target {
    package: String,
    name: String,
    /// Whether it is its crate: then what depends on it is concerned too.
    is_crate: bool,
    /// From the root of the repository: the folder of the crate, or the path of a test without its ending.
    place: PathBuf,
    /// How cargo is told to build its tests, if it has any.
    built: Option<String>,
}

/// Returns the targets of the workspace, one of each place: a program beside a library has no tests of its own.
pub fn targets(context: &Context) -> Result<Vec<Target>, Failure> {
    let metadata = ["metadata", "--no-deps", "--format-version", "1", "--locked"];
    let text = Task::cargo(metadata).folder(&context.root).output()?;
    let metadata: Value = serde_json::from_str(&text)
        .map_err(|source| Failure::Answer { line: "cargo metadata".into(), source })?;
    let absolute = |path: &Path| path.canonicalize().map_err(Failure::file(path));
    let root = absolute(&context.root)?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut targets: Vec<Target> = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        for target in package["targets"].as_array().into_iter().flatten() {
            let (name, kind) = (text(&target["name"]), text(&target["kind"][0]));
            let built = match kind.as_str() {
                "lib" => Some("--lib".into()),
                "bin" if target["required-features"].is_null() => Some(format!("--bin={name}")),
                "test" if package["name"] != DESK || !SLOW.contains(&name.as_str()) => {
                    Some(format!("--test={name}"))
                }
                _ => None,
            };
            let is_crate = kind == "lib" || kind == "bin";
            let source = absolute(Path::new(&text(&target["src_path"])))?.with_extension("");
            let above = if is_crate { 2 } else { usize::from(source.ends_with("main")) };
            let place = source.ancestors().nth(above).unwrap_or(&root);
            let place = place.strip_prefix(&root).unwrap_or(place).to_owned();
            if targets.iter().all(|other| other.place != place) {
                targets.push(Target { package: text(&package["name"]), name, is_crate, place, built });
            }
        }
    }
    Ok(targets)
}

impl Target {
    fn is_scenarios(&self) -> bool {
        self.package == DESK && SCENARIOS.contains(&self.name.as_str())
    }
}

/// Returns the programs of scenarios that a change of a file concerns, if it is one of the desk. The path has no ending.
fn scenarios_of(file: &Path) -> Vec<&'static str> {
    let folder = Path::new(DESK_SOURCES);
    let listed = SCENARIOS_OF.iter().filter(|(place, _)| file.starts_with(folder.join(place)));
    let listed: Vec<_> = listed.map(|(_, program)| *program).collect();
    if listed.is_empty() { SCENARIOS.to_vec() } else { listed }
}

/// What a change concerns of the crates.
#[derive(Default)]
pub struct Scope {
    /// The crates that clippy reads.
    pub crates: BTreeSet<String>,
    /// Cargo's arguments for the tests that are built: the large programs of other crates take longest to link.
    pub built: BTreeSet<String>,
    filters: BTreeSet<String>,
}

impl Scope {
    pub fn of(changed: &[PathBuf], targets: &[Target]) -> Self {
        let mut scope = Self::default();
        for path in changed {
            let elsewhere = READ_ELSEWHERE.iter().filter(|(read, _)| path.starts_with(read));
            let elsewhere = elsewhere.map(|(_, place)| PathBuf::from(place));
            for place in elsewhere.chain([path.with_extension("")]) {
                let around = targets.iter().filter(|target| place.starts_with(&target.place));
                if let Some(target) = around.max_by_key(|target| target.place.components().count()) {
                    scope.add(target, targets, &scenarios_of(&place));
                }
            }
        }
        scope
    }

    /// Adds a target. A crate brings all its tests; the desk, of its programs of scenarios, only the given ones.
    fn add(&mut self, target: &Target, targets: &[Target], scenarios: &[&str]) {
        let Target { package, name, is_crate, place, .. } = target;
        self.crates.insert(package.clone());
        let own = targets.iter().filter(|own| {
            let is_left_out = own.is_scenarios() && !scenarios.contains(&own.name.as_str());
            // An example may have the name of a test.
            if *is_crate { own.package == *package && !is_left_out } else { own.place == *place }
        });
        for built in own.filter_map(|own| own.built.clone()) {
            self.built.insert(built);
            self.filters.insert(if *is_crate {
                format!("package(={package}) | (rdeps(={package}) & kind(lib))")
            } else {
                format!("(package(={package}) & binary(={name}))")
            });
        }
    }

    /// Returns nextest's filter for the tests that run.
    pub fn filter(&self) -> String {
        self.filters.iter().map(String::as_str).collect::<Vec<_>>().join(" | ")
    }
}

/// Through the frame, which loads every screen, nearly all tests reach nearly all files, so `vitest related` would run
/// them all. Instead these run, in this order: a changed test; the tests in the folder of a changed file's feature; and
/// those elsewhere that import a file of its name.
pub fn ui_tests<'a>(changed: &[PathBuf], tests: &'a [(PathBuf, String)]) -> Vec<&'a Path> {
    let distance = |file: &PathBuf, test: &Path, text: &str| {
        let feature: PathBuf =
            file.iter().take(if file.starts_with("ui/src/features") { 4 } else { 3 }).collect();
        let import = format!("/{}\"", file.file_stem().unwrap_or_default().display());
        let reasons = [
            test == file,
            !is_ui_test(file) && test.starts_with(feature),
            !is_ui_test(file) && text.contains(&import),
        ];
        reasons.into_iter().position(|is_reason| is_reason)
    };
    let near = tests.iter().filter_map(|(test, text)| {
        let nearest = changed.iter().filter_map(|file| distance(file, test, text)).min();
        nearest.map(|nearest| (nearest, test.as_path()))
    });
    let mut near: Vec<_> = near.collect();
    near.sort_by_key(|(nearest, _)| *nearest);
    near.into_iter().map(|(_, test)| test).collect()
}

pub fn is_ui_test(file: &Path) -> bool {
    file.to_string_lossy().contains(".test.")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A changed file, the crates that it concerns, and the tests that are built.
    const SPECIFICATION: [(&str, &str, &str); 18] = [
        ("docs/development.md", "", ""),
        ("src-tauri/crates/domain/data/banks.tsv", "paysheet-domain", "--lib"),
        (
            "src-tauri/crates/desk/src/lib.rs",
            "paysheet-desk",
            "--lib --test=import --test=pay --test=settle --test=top_up",
        ),
        ("src-tauri/crates/desk/src/approve/plan.rs", "paysheet-desk", "--lib --test=pay --test=settle"),
        ("src-tauri/crates/desk/src/settle/pay_failed.rs", "paysheet-desk", "--lib --test=pay --test=settle"),
        ("src-tauri/crates/desk/src/challenge/mod.rs", "paysheet-desk", "--lib --test=top_up"),
        ("src-tauri/crates/desk/examples/payroll.rs", "paysheet-desk", ""),
        ("src-tauri/crates/desk/examples/settle.rs", "paysheet-desk", ""),
        ("src-tauri/crates/service/tests/wire/server.rs", "paysheet-service", "--test=canaries --test=wire"),
        ("src-tauri/crates/practice/tests/faults/wire.rs", "paysheet-practice", "--test=faults"),
        ("src-tauri/src/lib.rs", "paysheet", "--lib --test=bindings --test=ipc --test=start"),
        ("tests/faults/tally.rs", "paysheet-desk", ""),
        (
            "tests/fixtures/a.csv",
            "paysheet-desk paysheet-sheet",
            "--test=amounts --test=files --test=pay --test=settle",
        ),
        ("tests/scenarios/pay/a_double_click_pays_once.rs", "paysheet-desk", "--test=pay"),
        (
            "tests/scenarios/shared/support.rs",
            "paysheet-desk",
            "--test=import --test=pay --test=settle --test=top_up",
        ),
        ("ui/src/bindings.ts", "paysheet", "--test=bindings --test=ipc"),
        ("tools/xtask/src/main.rs", "paysheet-xtask", "--bin=paysheet-xtask"),
        ("tools/simulator/src/main.rs", "paysheet-simulator", ""),
    ];

    #[test]
    fn a_changed_file_concerns_what_is_built_from_it() {
        let targets = targets(&Context::here()).unwrap();
        let words = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(" ");
        for (path, crates, built) in SPECIFICATION {
            let scope = Scope::of(&[path.into()], &targets);
            assert_eq!((&*words(&scope.crates), &*words(&scope.built)), (crates, built), "{path}");
        }
        let scope = Scope::of(&["Cargo.lock".into(), "tests/ipc/acl.rs".into()], &targets);
        let domain = "package(=paysheet-domain) | (rdeps(=paysheet-domain) & kind(lib))";
        assert_eq!(scope.filter(), format!("(package(=paysheet) & binary(=ipc)) | {domain}"));
    }

    #[test]
    fn a_place_that_concerns_some_scenarios_is_there() {
        let sources = Context::here().root.join(DESK_SOURCES);
        for (place, program) in SCENARIOS_OF {
            let path = sources.join(place);
            assert!(path.is_dir() || path.with_extension("rs").is_file(), "{place}");
            assert!(SCENARIOS.contains(&program), "{program}");
        }
    }

    #[test]
    fn tests_of_the_interface_are_in_the_feature_of_a_changed_file_or_import_it() {
        let [app, bar] = ["ui/src/App.test.tsx", "ui/src/features/pay/parts/bar.test.tsx"].map(PathBuf::from);
        let tests = [(app.clone(), "from \"./ipc\"".into()), (bar.clone(), "from \"./Bar\"".into())];
        for (file, expected) in [
            ("ui/src/features/pay/index.tsx", vec![&bar]),
            ("ui/src/features/track/parts/Bar.tsx", vec![&bar]),
            ("ui/src/ipc.ts ui/src/features/pay/parts/bar.test.tsx", vec![&bar, &app]),
            ("ui/src/App.test.tsx", vec![&app]),
            ("ui/src/ipc.ts", vec![&app]),
            ("ui/src/locales/en/pay.json", vec![]),
        ] {
            let changed: Vec<PathBuf> = file.split(' ').map(PathBuf::from).collect();
            assert_eq!(ui_tests(&changed, &tests), expected, "{file}");
        }
    }
}
