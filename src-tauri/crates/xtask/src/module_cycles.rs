//! Finds modules of a crate that import each other, directly or through others. It reads the paths in the source texts:
//! those after `use`, and those written out. Tests are left out.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use crate::failure::Failure;

/// The segments of a path, such as `crate`, `view`, `RowView`.
type Segments = Vec<String>;
/// By module: the modules that it uses. The crate's root is the empty name.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// Returns the groups of modules below `source` that import each other, each in order of name.
///
/// # Errors
/// If a file cannot be read.
pub fn cycles(source: &Path, files: &[std::path::PathBuf]) -> Result<Vec<Vec<String>>, Failure> {
    let mut texts = BTreeMap::new();
    for path in files {
        let module = module_of(path.strip_prefix(source).unwrap_or(path));
        if !is_of_tests(&module) {
            texts.insert(module, fs::read_to_string(path).map_err(Failure::file(path))?);
        }
    }
    Ok(cycles_in(&texts))
}

fn cycles_in(texts: &BTreeMap<String, String>) -> Vec<Vec<String>> {
    let uses: Uses =
        texts.iter().map(|(module, text)| (module.clone(), used_by(module, text, texts))).collect();
    let reached: Uses = uses.keys().map(|module| (module.clone(), reached_from(module, &uses))).collect();
    let mut groups = BTreeSet::new();
    for (module, all) in &reached {
        if all.contains(module) {
            let is_mutual = |other: &&String| reached.get(*other).is_some_and(|back| back.contains(module));
            groups.insert(all.iter().filter(is_mutual).cloned().collect::<Vec<_>>());
        }
    }
    groups.into_iter().collect()
}

fn reached_from(module: &str, uses: &Uses) -> BTreeSet<String> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![module]);
    while let Some(next) = open.pop() {
        for used in uses.get(next).into_iter().flatten() {
            if reached.insert(used.clone()) {
                open.push(used);
            }
        }
    }
    reached
}

/// Returns whether a module contains only tests.
pub fn is_of_tests(module: &str) -> bool {
    module.split("::").any(|part| part == "tests" || part.starts_with("test_"))
}

/// Returns the module of a file: `pay/mod.rs` is `pay`, `pay/sending.rs` is `pay::sending`.
pub fn module_of(path: &Path) -> String {
    let parts: Vec<String> =
        path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    match parts.split_last() {
        Some((last, parents)) if last == "mod" || last == "lib" => parents.join("::"),
        Some(_) | None => parts.join("::"),
    }
}

/// Returns the modules that a text names, except its own.
fn used_by(module: &str, text: &str, all: &BTreeMap<String, String>) -> BTreeSet<String> {
    let own: Segments = module.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let code = without_comments_and_tests(text);
    let mut used = BTreeSet::new();
    for path in paths_in(&code) {
        let Some(full) = resolved(&path, &own, all) else { continue };
        let named = (0..=full.len())
            .rev()
            .map(|length| full[..length].join("::"))
            .find(|name| all.contains_key(name));
        used.extend(named.filter(|name| name != module));
    }
    used
}

/// Returns a path from the crate's root; `None` if it leads to another crate.
fn resolved(path: &[String], own: &[String], all: &BTreeMap<String, String>) -> Option<Segments> {
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
            let below = [own, &[child.to_owned()]].concat().join("::");
            all.contains_key(&below).then(|| [own, path].concat())
        }
    }
}

/// Removes line comments, declarations of modules of tests, and the text of such a module, which is the last item of a
/// file.
pub fn without_comments_and_tests(text: &str) -> String {
    let mut code = String::new();
    let mut is_of_tests = false;
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default();
        if is_of_tests && line.starts_with("mod ") {
            if line.ends_with('{') {
                break;
            }
            is_of_tests = false;
            continue;
        }
        is_of_tests = line.starts_with("#[cfg(test)]")
            || line.starts_with("#[cfg(all(test")
            || (is_of_tests && line.starts_with("#["));
        code.push_str(line);
        code.push('\n');
    }
    code
}

/// Returns all paths after `use`, and those that start with `crate`, `super` or `self` elsewhere.
fn paths_in(code: &str) -> Vec<Segments> {
    let (mut paths, mut elsewhere) = (Vec::new(), String::new());
    let mut rest = code;
    while let Some(at) = rest.find("use ") {
        let (before, statement) = rest.split_at(at);
        elsewhere.push_str(before);
        let statement = &statement["use ".len()..];
        if before.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_') {
            rest = statement;
            continue;
        }
        let (tree, after) = statement.split_once(';').unwrap_or((statement, ""));
        add_tree(tree, &[], &mut paths);
        rest = after;
    }
    elsewhere.push_str(rest);
    for root in ["crate::", "super::", "self::"] {
        for (at, _) in elsewhere.match_indices(root) {
            let is_path = |c: &char| c.is_alphanumeric() || *c == '_' || *c == ':';
            let path: String = elsewhere[at..].chars().take_while(is_path).collect();
            paths.push(path.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect());
        }
    }
    paths
}

/// Adds the paths of one tree of `use`, such as `a::{b, c::{self, d}}`.
fn add_tree(tree: &str, before: &[String], paths: &mut Vec<Segments>) {
    let (path, list) = match tree.split_once('{') {
        Some((path, list)) => (path, Some(list.rsplit_once('}').map_or(list, |(list, _)| list))),
        None => (tree, None),
    };
    let segments = path.split("::").map(|part| part.split(" as ").next().unwrap_or_default().trim());
    let here: Segments =
        before.iter().cloned().chain(segments.filter(|part| !part.is_empty()).map(str::to_owned)).collect();
    match list {
        Some(list) => parts_of(list).into_iter().for_each(|part| add_tree(part, &here, paths)),
        None if here.len() > before.len() => paths.push(here),
        None => {}
    }
}

/// Splits a list at the commas outside inner braces.
fn parts_of(list: &str) -> Vec<&str> {
    let mut depth = 0_u32;
    list.split(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let texts = files.iter().map(|(module, text)| ((*module).to_owned(), (*text).to_owned())).collect();
        cycles_in(&texts)
    }

    #[test]
    fn modules_that_import_each_other_are_found_in_every_spelling() {
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
    fn a_parent_and_its_child_may_not_import_each_other() {
        let sibling = [("p", "mod b; mod c; pub use b::X;"), ("p::b", "use super::{c::Y};"), ("p::c", "")];
        assert!(found(&sibling).is_empty());
        let parent = "mod child;\npub use child::X;";
        assert_eq!(found(&[("p", parent), ("p::child", "use super::Y;")]), [["p", "p::child"]]);
        assert!(found(&[("p", parent), ("p::child", "use crate::q::Y;"), ("q", "")]).is_empty());
    }

    #[test]
    fn a_way_around_through_others_is_a_cycle() {
        let files =
            [("a", "use crate::b;"), ("b", "use crate::c;"), ("c", "use crate::a;"), ("d", "use crate::a;")];
        assert_eq!(found(&files), [["a", "b", "c"]]);
    }

    #[test]
    fn tests_comments_and_other_crates_do_not_count() {
        for text in [
            "#[cfg(test)]\nmod tests {\n    use crate::a;\n}",
            "#[cfg(all(test, unix))]\nmod tests {\n    use crate::a;\n}",
            "// use crate::a;",
            "//! [`crate::a`]",
            "use jiff::a;",
        ] {
            assert!(found(&[("a", "use crate::b;"), ("b", text)]).is_empty(), "{text}");
        }
    }

    #[test]
    fn what_follows_the_declaration_of_tests_counts() {
        for tests in ["#[cfg(test)]\nmod tests;", "#[cfg(test)]\n#[cfg(unix)]\nmod tests;"] {
            let text = format!("mod x;\n{tests}\nmod y;\n\nuse crate::a;\n");
            assert_eq!(found(&[("a", "use crate::b;"), ("b", &text)]), [["a", "b"]], "{tests}");
        }
    }

    #[test]
    fn a_file_is_a_module_and_so_is_a_folder() {
        for (path, module) in [("lib.rs", ""), ("pay/mod.rs", "pay"), ("pay/sending.rs", "pay::sending")] {
            assert_eq!(module_of(Path::new(path)), module);
        }
    }
}
