use std::{collections::BTreeSet, fs};

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
    let expect = "paysheet-extra has no rule yet: say in xtask/src/checks/architecture.rs what it may use";
    check(&["paysheet-extra -> serde"], &[expect]);
}

#[test]
fn a_check_that_sees_no_tauri_anywhere_says_so() {
    let broken = broken_in_crates(&graph(&["paysheet -> paysheet-desk"]));
    let expect = "paysheet does not seem to depend on tauri: this check cannot see what it looks for";
    assert_eq!(broken, [expect]);
}

#[test]
fn what_is_for_tests_is_found_in_the_application_and_a_check_that_sees_none_says_so() {
    let with = FOR_TESTS.join("\n");
    let without = "paysheet-ledger feature \"default\"\npaysheet-page-checksum feature \"default\"\n";
    assert_eq!(for_tests_in(SHELL, without), Vec::<String>::new());
    assert_eq!(not_found_in_simulator(&with), Vec::<String>::new());
    for part in FOR_TESTS {
        assert_eq!(for_tests_in(SHELL, part).len(), 1, "{part}");
    }
    assert_eq!(not_found_in_simulator(without).len(), FOR_TESTS.len());
}

#[test]
fn cargo_metadata_is_read_with_its_kinds() {
    let metadata = serde_json::json!({
        "packages": [
            {"id": "p", "name": "paysheet", "targets": [
                {"kind": ["custom-build"], "src_path": "/p/build.rs"}, {"kind": ["bin"], "src_path": "/p/src/main.rs"}
            ]},
            {"id": "t", "name": "tauri"}, {"id": "i", "name": "insta"},
        ],
        "workspace_members": ["p"],
        "resolve": {"nodes": [{"id": "p", "deps": [
            {"pkg": "t", "dep_kinds": [{"kind": "dev"}, {"kind": null}]},
            {"pkg": "i", "dep_kinds": [{"kind": "dev"}]}
        ]}]}
    });
    let graph = Graph::read(&metadata);
    assert_eq!(graph.shipped_with("p"), BTreeSet::from(["tauri"]));
    assert_eq!((graph.of_application(), graph.sources["p"].as_path()), (vec!["p"], Path::new("/p/src")));
    assert_eq!(broken_in_crates(&graph), Vec::<String>::new());
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
