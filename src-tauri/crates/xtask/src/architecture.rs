//! Verifies rules that no compiler checks: dependencies between the project's crates point down only, nothing below the
//! shell uses Tauri, and in the interface only one file does. It reads cargo's own resolved graph, over all platforms
//! and features, and it first proves that it can find Tauri where Tauri is used.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::{
    context::Context,
    failure::Failure,
    module_cycles, say,
    simulate::{self, OF_SIMULATOR},
    steps::Outcome,
    task::Task,
};

const SHELL: &str = "paysheet";
/// Tests may drive anything with it, so every crate of the project may use it there.
const PRACTICE: &str = "paysheet-practice";

/// Drives the desk for tests; nothing depends on it.
const SIMULATOR: &str = simulate::SIMULATOR;
/// Cargo's names for the ledger's hooks, and for the writes below it that can be made to fail.
const HOOKS: [&str; 2] =
    ["paysheet-ledger feature \"simulate\"", "paysheet-page-checksum feature \"faults\""];

/// For each crate, the crates of the project that it may use. A crate that is not in this list may not exist.
const ARROWS: [(&str, &[&str]); 11] = [
    ("paysheet-domain", &[]),
    ("paysheet-ledger", &["paysheet-domain", "paysheet-page-checksum"]),
    ("paysheet-page-checksum", &[]),
    ("paysheet-service", &["paysheet-domain"]),
    ("paysheet-sheet", &["paysheet-domain"]),
    ("paysheet-vault", &["paysheet-domain"]),
    (PRACTICE, &["paysheet-domain"]),
    (
        "paysheet-desk",
        &["paysheet-domain", "paysheet-ledger", "paysheet-service", "paysheet-sheet", "paysheet-vault"],
    ),
    // The shell selects the real keychain and passes it to the desk.
    (SHELL, &["paysheet-desk", "paysheet-domain", "paysheet-vault", PRACTICE]),
    (SIMULATOR, &["paysheet-desk", "paysheet-domain", "paysheet-ledger", PRACTICE]),
    ("paysheet-xtask", &[]),
];

/// Modules that may use only these modules of their crate, tests excluded: the folder of the module below
/// `src-tauri/crates`, and the modules that it may use.
const MODULES: [(&str, &[&str]); 1] = [("desk/src/draft", &["mutex"])];

/// Crates whose modules may not import each other, directly or through others.
const WITHOUT_CYCLES: [&str; 3] = ["desk", "ledger", "sheet"];

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
    let mut broken = broken_in_crates(&Graph::read(&metadata));
    broken.extend(broken_in_interface(&context.ui().join("src"))?);
    broken.extend(broken_in_modules(&context.root.join("src-tauri/crates"))?);
    broken.extend(broken_by_cycles(&context.root.join("src-tauri/crates"))?);
    broken.extend(broken_in_features(
        &features_of(context, &["--package", SHELL])?,
        &features_of(context, &OF_SIMULATOR)?,
    ));
    if !broken.is_empty() {
        return Err(Failure::Architecture(broken));
    }
    say::line(&format!(
        "  {} crates, each with the arrows it may have; Tauri in {SHELL} alone.",
        ARROWS.len()
    ));
    Ok(Outcome::Passed)
}

/// Returns the features of the ledger in the build of a package.
fn features_of(context: &Context, package: &[&str]) -> Result<String, Failure> {
    let tree =
        ["tree", "--locked", "--prefix", "none", "--target", "all", "--edges", "normal,build,features"];
    // The lowest crate: its dependents are printed above it, including the ledger with its features.
    let of_both = ["--invert", "paysheet-page-checksum"];
    Task::cargo(tree).args(of_both).args(package).folder(&context.root).output()
}

/// Checks that the hooks around every commit are in the simulator's build, and in no other.
fn broken_in_features(application: &str, simulator: &str) -> Vec<String> {
    let mut broken = Vec::new();
    for hooks in HOOKS {
        if application.contains(hooks) {
            broken.push(format!("{SHELL} is built with the simulator's hooks: {hooks}"));
        }
        if !simulator.contains(hooks) {
            broken.push(format!("{SIMULATOR} has no {hooks}: this check cannot see what it looks for"));
        }
    }
    broken
}

/// How one package uses another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// In the shipped program: normal and build dependencies.
    Shipped,
    Tests,
}

type Id = String;

/// The part of cargo's resolved graph that the rules need.
#[derive(Default)]
struct Graph {
    names: BTreeMap<Id, String>,
    ours: BTreeSet<Id>,
    uses: BTreeMap<Id, BTreeSet<(Id, Use)>>,
}

impl Graph {
    fn read(metadata: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let mut graph = Self::default();
        for package in list(&metadata["packages"]) {
            graph.names.insert(text(&package["id"]), text(&package["name"]));
        }
        graph.ours = list(&metadata["workspace_members"]).iter().map(text).collect();
        for node in list(&metadata["resolve"]["nodes"]) {
            let uses = graph.uses.entry(text(&node["id"])).or_default();
            for dependency in list(&node["deps"]) {
                let kinds = list(&dependency["dep_kinds"]);
                uses.extend(kinds.iter().map(|kind| (text(&dependency["pkg"]), use_of(&kind["kind"]))));
            }
        }
        graph
    }

    fn name<'a>(&'a self, id: &'a str) -> &'a str {
        self.names.get(id).map_or(id, String::as_str)
    }

    /// Returns the names of all packages that are shipped with `id`, without `id` itself.
    fn shipped_with<'a>(&'a self, id: &'a str) -> BTreeSet<&'a str> {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let uses = self.uses.get(id).into_iter().flatten();
            let shipped = uses.filter(|(_, of)| *of == Use::Shipped).map(|(used, _)| used.as_str());
            open.extend(shipped.filter(|used| seen.insert(used)));
        }
        seen.into_iter().map(|id| self.name(id)).collect()
    }
}

/// Parses the kind of a dependency. cargo writes `null` for a normal one.
fn use_of(kind: &Value) -> Use {
    if kind.as_str() == Some("dev") { Use::Tests } else { Use::Shipped }
}

fn broken_in_crates(graph: &Graph) -> Vec<String> {
    let mut broken = Vec::new();
    let mut shell_seen = false;
    for id in &graph.ours {
        let name = graph.name(id);
        let Some((_, may_use)) = ARROWS.iter().find(|(known, _)| *known == name) else {
            broken.push(format!("{name} has no rule yet: say in xtask/src/architecture.rs what it may use"));
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
            let text = fs::read_to_string(&path).map_err(Failure::file(&path))?;
            if text.contains(UI_TAURI) {
                broken.push(format!("{} imports Tauri; only ui/src/ipc.ts may", path.display()));
            }
        }
    }
    Ok(broken)
}

fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let (mut files, mut open) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).map_err(Failure::file(&folder))? {
            let path = entry.map_err(Failure::file(&folder))?.path();
            if path.is_dir() { open.push(path) } else { files.push(path) }
        }
    }
    Ok(files)
}

/// Returns every module with a rule that uses more of its crate than it may.
fn broken_in_modules(crates: &Path) -> Result<Vec<String>, Failure> {
    let mut broken = Vec::new();
    for (folder, may_use) in MODULES {
        for path in files_below(&crates.join(folder))? {
            if path.file_name().is_some_and(|name| name == "tests.rs") {
                continue;
            }
            let text = fs::read_to_string(&path).map_err(Failure::file(&path))?;
            let wrong = used_of_the_crate(&text).into_iter().filter(|used| !may_use.contains(&used.as_str()));
            broken.extend(wrong.map(|used| format!("{} may not use crate::{used}", path.display())));
        }
    }
    Ok(broken)
}

/// Checks that no modules of these crates import each other.
fn broken_by_cycles(crates: &Path) -> Result<Vec<String>, Failure> {
    let mut broken = Vec::new();
    for name in WITHOUT_CYCLES {
        let source = crates.join(name).join("src");
        for modules in module_cycles::cycles(&source, &files_below(&source)?)? {
            broken.push(format!("modules of {name} import each other: {}", modules.join(", ")));
        }
    }
    Ok(broken)
}

/// Returns the modules after `crate::` in a source text, also those of a list in braces.
fn used_of_the_crate(text: &str) -> BTreeSet<String> {
    let name = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
    };
    let mut used = BTreeSet::new();
    for rest in text.split("crate::").skip(1) {
        let Some(list) = rest.strip_prefix('{') else {
            used.insert(name(rest));
            continue;
        };
        let mut depth = 0_u32;
        for part in list.split_inclusive(['{', '}', ',']) {
            if depth == 0 && !name(part).is_empty() {
                used.insert(name(part));
            }
            match part.chars().last() {
                Some('{') => depth += 1,
                Some('}') if depth == 0 => break,
                Some('}') => depth -= 1,
                Some(_) | None => {}
            }
        }
    }
    used
}

/// Returns whether a file may import Tauri. Tests replace Tauri with a mock, so they have to name it.
fn may_import_tauri(source: &Path, path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_test = name.contains(".test.") || path.starts_with(source.join("test"));
    is_test || UI_FILES_WITH_TAURI.iter().any(|may| path == source.join(may))
}

fn is_script(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ts" || extension == "tsx")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses a graph of `user -> used` lines; `user => used` is a use in tests only. Names with `paysheet` are crates
    /// of the project.
    fn graph(lines: &[&str]) -> Graph {
        let mut graph = Graph::default();
        let know = |graph: &mut Graph, name: &str| {
            graph.names.insert(name.into(), name.into());
            if name.starts_with("paysheet") {
                graph.ours.insert(name.into());
            }
        };
        for line in lines {
            let (user, used, of) = match line.split_once(" => ") {
                Some((user, used)) => (user, used, Use::Tests),
                None => line.split_once(" -> ").map(|(user, used)| (user, used, Use::Shipped)).unwrap(),
            };
            know(&mut graph, user);
            know(&mut graph, used);
            graph.uses.entry(user.into()).or_default().insert((used.into(), of));
        }
        graph
    }

    fn check(extra: &[&str], expect: &[&str]) {
        let house = ["paysheet -> tauri", "paysheet -> paysheet-desk", "paysheet-desk -> paysheet-ledger"];
        assert_eq!(broken_in_crates(&graph(&[&house, extra].concat())), expect, "{extra:?}");
    }

    #[test]
    fn arrows_point_down_only() {
        check(&[], &[]);
        check(&["paysheet-ledger -> paysheet-domain", "paysheet-desk => paysheet-practice"], &[]);
        check(&["paysheet-desk -> paysheet-practice"], &["paysheet-desk may not use paysheet-practice"]);
        check(&["paysheet-domain -> serde", "paysheet-domain => proptest"], &[]);
        check(&["paysheet-domain => paysheet-sheet"], &["paysheet-domain may not use paysheet-sheet"]);
        check(&["paysheet-sheet -> paysheet-service"], &["paysheet-sheet may not use paysheet-service"]);
    }

    #[test]
    fn tauri_stays_in_the_shell_however_far_away_it_hides() {
        check(
            &["paysheet-vault -> keys", "keys -> deep", "deep -> tauri-utils"],
            &["paysheet-vault is below the shell but depends on tauri-utils"],
        );
        check(&["paysheet-vault => tauri"], &[]);
    }

    #[test]
    fn a_crate_without_a_rule_is_refused() {
        let expect = "paysheet-extra has no rule yet: say in xtask/src/architecture.rs what it may use";
        check(&["paysheet-extra -> serde"], &[expect]);
    }

    #[test]
    fn a_check_that_sees_no_tauri_anywhere_says_so() {
        let broken = broken_in_crates(&graph(&["paysheet -> paysheet-desk"]));
        let expect = "paysheet does not seem to depend on tauri: this check cannot see what it looks for";
        assert_eq!(broken, [expect]);
    }

    #[test]
    fn hooks_in_the_application_are_found_and_a_check_that_sees_none_says_so() {
        let with = HOOKS.join("\n");
        let without = "paysheet-ledger feature \"default\"\npaysheet-page-checksum feature \"default\"\n";
        assert_eq!(broken_in_features(without, &with), Vec::<String>::new());
        for hooks in HOOKS {
            assert_eq!(broken_in_features(hooks, &with).len(), 1, "{hooks}");
        }
        assert_eq!(broken_in_features(without, without).len(), HOOKS.len());
    }

    #[test]
    fn cargo_metadata_is_read_with_its_kinds() {
        let metadata = serde_json::json!({
            "packages": [{"id": "p", "name": "paysheet"}, {"id": "t", "name": "tauri"}, {"id": "i", "name": "insta"}],
            "workspace_members": ["p"],
            "resolve": {"nodes": [{"id": "p", "deps": [
                {"pkg": "t", "dep_kinds": [{"kind": "dev"}, {"kind": null}]},
                {"pkg": "i", "dep_kinds": [{"kind": "dev"}]}
            ]}]}
        });
        let graph = Graph::read(&metadata);
        assert_eq!(graph.shipped_with("p"), BTreeSet::from(["tauri"]));
        assert_eq!(broken_in_crates(&graph), Vec::<String>::new());
    }

    #[test]
    fn what_a_module_uses_of_its_crate_is_seen_in_every_spelling() {
        for (text, used) in [
            ("use crate::view::RowView;", &["view"][..]),
            (
                "use crate::{\n    desk::{Desk, blocking},\n    mutex::lock,\n};\nuse other::x;",
                &["desk", "mutex"],
            ),
            ("fn f(pay: &crate::pay::Queue) {}", &["pay"]),
            ("pub(crate) fn f() {}\nuse super::view;", &[]),
        ] {
            let expect: BTreeSet<String> = used.iter().map(|&used| used.to_owned()).collect();
            assert_eq!(used_of_the_crate(text), expect, "{text}");
        }
    }

    #[test]
    fn a_module_with_a_rule_uses_no_more_of_its_crate() {
        let folder = tempfile::tempdir().unwrap();
        let draft = folder.path().join("desk/src/draft");
        fs::create_dir_all(&draft).unwrap();
        fs::write(draft.join("store.rs"), "use crate::mutex::lock;").unwrap();
        fs::write(draft.join("tests.rs"), "use crate::check::banks;").unwrap();
        assert!(broken_in_modules(folder.path()).unwrap().is_empty());
        fs::write(draft.join("look.rs"), "use crate::{mutex::lock, view::RowView};").unwrap();
        assert_eq!(broken_in_modules(folder.path()).unwrap().len(), 1);
    }

    #[test]
    fn one_file_of_the_interface_may_import_tauri() {
        let folder = tempfile::tempdir().unwrap();
        let import = "import { invoke } from \"@tauri-apps/api/core\";";
        fs::create_dir(folder.path().join("pay")).unwrap();
        fs::write(folder.path().join("ipc.ts"), import).unwrap();
        fs::write(folder.path().join("pay/Drop.tsx"), "import { ipc } from \"../ipc\";").unwrap();
        fs::write(folder.path().join("pay/Drop.test.tsx"), import).unwrap();
        assert!(broken_in_interface(folder.path()).unwrap().is_empty());
        fs::write(folder.path().join("pay/ipc.ts"), import).unwrap();
        assert_eq!(broken_in_interface(folder.path()).unwrap().len(), 1);
    }
}
