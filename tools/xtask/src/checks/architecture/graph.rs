//! The part of cargo's resolved graph that the rules need.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use serde_json::Value;

pub const SHELL: &str = "paysheet";

/// How one package uses another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// In the shipped program: normal and build dependencies.
    Shipped,
    Tests,
}

pub type Id = String;

/// The part of cargo's resolved graph that the rules need.
#[derive(Default)]
pub struct Graph {
    pub names: BTreeMap<Id, String>,
    pub ours: BTreeSet<Id>,
    pub uses: BTreeMap<Id, BTreeSet<(Id, Use)>>,
    /// The folder of the library's or the program's source.
    pub sources: BTreeMap<Id, PathBuf>,
}

impl Graph {
    pub fn read(metadata: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let mut graph = Self::default();
        for package in list(&metadata["packages"]) {
            graph.names.insert(text(&package["id"]), text(&package["name"]));
        }
        graph.ours = list(&metadata["workspace_members"]).iter().map(text).collect();
        for package in list(&metadata["packages"]) {
            let source = list(&package["targets"]).iter().find_map(source_of);
            graph.sources.extend(source.map(|source| (text(&package["id"]), source)));
        }
        for node in list(&metadata["resolve"]["nodes"]) {
            let uses = graph.uses.entry(text(&node["id"])).or_default();
            for dependency in list(&node["deps"]) {
                let kinds = list(&dependency["dep_kinds"]);
                uses.extend(kinds.iter().map(|kind| (text(&dependency["pkg"]), use_of(&kind["kind"]))));
            }
        }
        graph
    }

    pub fn name<'a>(&'a self, id: &'a str) -> &'a str {
        self.names.get(id).map_or(id, String::as_str)
    }

    /// Returns the names of all packages that are shipped with `id`, without `id` itself.
    pub fn shipped_with<'a>(&'a self, id: &'a str) -> BTreeSet<&'a str> {
        self.reached_from(id).into_iter().map(|id| self.name(id)).collect()
    }

    /// Returns the crates of the project that the application consists of.
    pub fn of_application(&self) -> Vec<&str> {
        let shell = self.ours.iter().find(|id| self.name(id) == SHELL);
        let below = shell.into_iter().flat_map(|shell| self.reached_from(shell));
        shell.map(String::as_str).into_iter().chain(below).filter(|id| self.ours.contains(*id)).collect()
    }

    fn reached_from<'a>(&'a self, id: &'a str) -> BTreeSet<&'a str> {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let uses = self.uses.get(id).into_iter().flatten();
            let shipped = uses.filter(|(_, of)| *of == Use::Shipped).map(|(used, _)| used.as_str());
            open.extend(shipped.filter(|used| seen.insert(used)));
        }
        seen
    }
}

/// Returns the source folder of a library or a program; `None` for a test, an example or a build script.
fn source_of(target: &Value) -> Option<PathBuf> {
    let kinds = target["kind"].as_array()?;
    let is_shipped = kinds.iter().any(|kind| kind == "lib" || kind == "bin");
    let main = Path::new(target["src_path"].as_str()?);
    main.parent().filter(|_| is_shipped).map(Path::to_path_buf)
}

/// Parses the kind of a dependency. cargo writes `null` for a normal one.
fn use_of(kind: &Value) -> Use {
    if kind.as_str() == Some("dev") { Use::Tests } else { Use::Shipped }
}
