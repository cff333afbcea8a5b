//! Finds modules and folders that use each other, directly or through others. Seen from outside, a folder and everything
//! below it are one; within a folder, so is each of its children.

use std::collections::{BTreeMap, BTreeSet};

/// By name, such as `pay::sending`: the names it uses. The root is the empty name.
pub type Uses = BTreeMap<String, BTreeSet<String>>;

/// What stands between the parts of a name.
pub const PART: &str = "::";

/// Returns the groups of modules that use each other, and of children of one folder that do, each in order of name.
pub fn cycles(uses: &Uses) -> BTreeSet<Vec<String>> {
    let mut groups = groups(uses);
    let folders: BTreeSet<&str> = uses.keys().flat_map(|name| ancestors(name)).collect();
    for folder in folders {
        groups.extend(super::cycles::groups(&children(uses, folder)));
    }
    groups
}

/// Returns the folders that a module is in, up to the root.
fn ancestors(name: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(parent(name), |name| parent(name))
}

fn parent(name: &str) -> Option<&str> {
    (!name.is_empty()).then(|| name.rsplit_once(PART).map_or("", |(parent, _)| parent))
}

/// Returns what the children of a folder use of each other.
fn children(uses: &Uses, folder: &str) -> Uses {
    let child = |name: &str| {
        // Its own module uses its children, and so none of them, at any depth, may use it.
        if name == folder {
            return Some(folder.to_owned());
        }
        let rest = match folder {
            "" => name,
            folder => name.strip_prefix(folder)?.strip_prefix(PART)?,
        };
        let first = rest.split(PART).next().filter(|first| !first.is_empty())?;
        Some(if folder.is_empty() { first.to_owned() } else { [folder, first].join(PART) })
    };
    let mut among = Uses::new();
    for (user, used) in uses {
        let Some(user) = child(user) else { continue };
        let others = used.iter().filter_map(|used| child(used)).filter(|used| *used != user).collect();
        let known: &mut BTreeSet<String> = among.entry(user).or_default();
        known.extend::<BTreeSet<String>>(others);
    }
    among
}

fn groups(uses: &Uses) -> BTreeSet<Vec<String>> {
    let reached: Uses = uses.keys().map(|name| (name.clone(), reached_from(name, uses))).collect();
    let mut groups = BTreeSet::new();
    for (name, all) in &reached {
        if all.contains(name) {
            let is_mutual = |other: &&String| reached.get(*other).is_some_and(|back| back.contains(name));
            groups.insert(all.iter().filter(is_mutual).cloned().collect());
        }
    }
    groups
}

fn reached_from(name: &str, uses: &Uses) -> BTreeSet<String> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![name]);
    while let Some(next) = open.pop() {
        for used in uses.get(next).into_iter().flatten() {
            if reached.insert(used.clone()) {
                open.push(used);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(uses: &[(&str, &[&str])]) -> Vec<Vec<String>> {
        let uses = uses
            .iter()
            .map(|(name, used)| ((*name).to_owned(), used.iter().map(|used| (*used).to_owned()).collect()));
        cycles(&uses.collect()).into_iter().collect()
    }

    #[test]
    fn a_way_around_through_others_is_a_cycle() {
        assert_eq!(found(&[("a", &["b"]), ("b", &["c"]), ("c", &["a"]), ("d", &["a"])]), [["a", "b", "c"]]);
        assert!(found(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])]).is_empty());
    }

    #[test]
    fn a_parent_and_its_child_may_not_use_each_other() {
        assert_eq!(found(&[("p", &["p::child"]), ("p::child", &["p"])]), [["p", "p::child"]]);
        let deep: &[(&str, &[&str])] = &[("p", &["p::child"]), ("p::child", &[]), ("p::child::deep", &["p"])];
        assert_eq!(found(deep), [["p", "p::child"]]);
        assert!(found(&[("p", &["p::b"]), ("p::b", &["p::c"]), ("p::c", &[])]).is_empty());
    }

    #[test]
    fn folders_may_not_use_each_other_even_if_no_module_does() {
        let uses: &[(&str, &[&str])] = &[
            ("pay::sending", &["view::row"]),
            ("view::row", &[]),
            ("view::all", &["pay::state"]),
            ("pay::state", &[]),
        ];
        assert_eq!(found(uses), [["pay", "view"]]);
        let deep: &[(&str, &[&str])] =
            &[("x::a::m", &["x::b::m"]), ("x::b::n", &["x::a::n"]), ("x::a::n", &[]), ("x::b::m", &[])];
        assert_eq!(found(deep), [["x::a", "x::b"]]);
    }
}
