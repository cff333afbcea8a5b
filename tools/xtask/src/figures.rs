//! `cargo xtask figures`: how large the code is and how it is divided, counted the same way each time, so that two commits
//! can be compared. Tests do not count: neither their files nor what is compiled only for them.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use clap::Args;
use proc_macro2::Span;
use syn::{
    Attribute, ImplItemFn, Item, ItemConst, ItemEnum, ItemFn, ItemImpl, ItemMod, ItemStruct, ItemUse,
    TraitItemFn,
    spanned::Spanned as _,
    visit::{self, Visit},
};

use crate::{
    checks::architecture::{
        cycles::{PART, Uses, cycles},
        files::{entries, files_below, folders_below, is_script, read},
        folders::{CRATES, LISTS, SHELL_SOURCES, UI_SOURCES},
        modules,
    },
    context::Context,
    process::{failure::Failure, say},
};

/// Ends of the names of types that say what went wrong.
const ERRORS: [&str; 3] = ["Error", "Failure", "Fault"];
/// What does not ship.
const TOOLS: [&str; 2] = ["xtask/src", "simulator/src"];
/// Where a command is written down: the shell, what it calls, its permissions and the interface.
const WRITTEN_IN: [&str; 2] = ["src-tauri", UI_SOURCES];

/// What is counted of one crate.
#[derive(Default)]
struct Figures {
    lines: usize,
    types: usize,
    functions: Vec<usize>,
    /// Lines and name of the largest function.
    largest: (usize, String),
    errors: usize,
    variants: usize,
    commands: BTreeSet<String>,
    files_in_folder: usize,
    /// How many folders stand on each other at the root; 0 where circles leave no order.
    levels: usize,
    /// Groups of modules or folders that use each other.
    circles: usize,
}

#[derive(Args)]
pub struct Options {
    /// Count another checkout, such as one of an earlier commit
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
}

/// Prints the figures.
pub fn run(context: &Context, options: &Options) -> Result<(), Failure> {
    let root = options.root.as_deref().unwrap_or(&context.root);
    let mut total = Figures::default();
    say::line(
        "                     lines  types/1000  functions/1000  median/p90/most  largest function          files  levels  circles",
    );
    for source in sources(root)? {
        let figures = figures_of(&root.join(&source))?;
        say::line(&line(source.trim_end_matches("/src"), &figures));
        if !TOOLS.iter().any(|tool| source.ends_with(tool)) {
            total.add(figures);
        }
    }
    say::line(&line("all that ships", &total));
    say::line(&format!("error enums {}, their variants {}", total.errors, total.variants));
    let mut places = places(root, &total.commands)?;
    places.sort_unstable();
    say::line(&format!(
        "commands {}, each named in {} files in the median",
        total.commands.len(),
        middle(&places, 50),
    ));
    let files = most_files(&root.join(UI_SOURCES))?;
    say::line(&format!("most files in a folder of {UI_SOURCES}: {files} (lists of like things aside)"));
    Ok(())
}

fn sources(root: &Path) -> Result<Vec<String>, Failure> {
    let mut sources = vec![SHELL_SOURCES.to_owned()];
    for crates in CRATES.iter().filter(|crates| root.join(crates).is_dir()) {
        for path in entries(&root.join(crates))?.iter().filter(|path| path.join("src").is_dir()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            sources.push(format!("{crates}/{name}/src"));
        }
    }
    Ok(sources)
}

fn line(name: &str, figures: &Figures) -> String {
    let per_thousand = |count: usize| {
        format!("{}.{}", count * 1_000 / figures.lines.max(1), { count * 10_000 / figures.lines.max(1) % 10 })
    };
    let mut functions = figures.functions.clone();
    functions.sort_unstable();
    let name = name.rsplit('/').next().unwrap_or(name);
    let (most, largest) = &figures.largest;
    format!(
        "  {name:16} {:8}  {:>10}  {:>14}  {:>15}  {:24}  {:>5}  {:>6}  {:>7}",
        figures.lines,
        per_thousand(figures.types),
        per_thousand(functions.len()),
        format!("{}/{}/{most}", middle(&functions, 50), middle(&functions, 90)),
        largest,
        figures.files_in_folder,
        figures.levels,
        figures.circles,
    )
}

/// Returns the figure below which so many of a hundred are, in sorted figures.
fn middle(sorted: &[usize], percent: usize) -> usize {
    sorted.get(sorted.len().saturating_sub(1) * percent / 100).copied().unwrap_or_default()
}

fn figures_of(source: &Path) -> Result<Figures, Failure> {
    let files = files_below(source)?;
    let shipped = modules::modules_below(source, &files)?;
    let mut figures = Figures::default();
    for file in files.iter().filter(|file| is_shipped(file)) {
        let module = modules::module_of(file.strip_prefix(source).unwrap_or(file));
        if shipped.contains_key(&module) {
            figures.count(file)?;
        }
    }
    figures.files_in_folder = most_files(source)?;
    let uses = modules::uses(source, &files)?;
    figures.circles = cycles(&uses).len();
    figures.levels = if figures.circles == 0 { levels(&uses) } else { 0 };
    Ok(figures)
}

fn is_shipped(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".rs") && !name.ends_with("_tests.rs")
}

fn most_files(below: &Path) -> Result<usize, Failure> {
    let mut most = 0;
    for folder in
        folders_below(below)?.iter().filter(|folder| !LISTS.iter().any(|list| folder.ends_with(list)))
    {
        most = most.max(entries(folder)?.iter().filter(|path| path.is_file()).count());
    }
    Ok(most)
}

/// Returns how many folders of a crate stand on each other, at its root.
fn levels(uses: &Uses) -> usize {
    fn height<'a>(of: &'a str, uses: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> usize {
        let below = uses.get(of).into_iter().flatten();
        below.map(|used| height(used, uses)).max().unwrap_or_default() + 1
    }
    let first = |name: &str| name.find(PART).unwrap_or(name.len());
    let mut folders = BTreeMap::<&str, BTreeSet<&str>>::new();
    for (module, used) in uses.iter().filter(|(module, _)| !module.is_empty()) {
        let module = &module[..first(module)];
        let used = used.iter().filter(|name| !name.is_empty()).map(|name| &name[..first(name)]);
        folders.entry(module).or_default().extend(used.filter(|name| *name != module));
    }
    folders.keys().map(|folder| height(folder, &folders)).max().unwrap_or_default()
}

/// Returns in how many files each command is named, in Rust's spelling or the interface's. Tests do not count.
fn places(root: &Path, commands: &BTreeSet<String>) -> Result<Vec<usize>, Failure> {
    let mut counts: BTreeMap<String, usize> = commands.iter().map(|name| (name.clone(), 0)).collect();
    let mut files = Vec::new();
    for folder in WRITTEN_IN {
        files.extend(files_below(&root.join(folder))?);
    }
    for file in files.iter().filter(|file| is_written(file.strip_prefix(root).unwrap_or(file))) {
        let text = read(file)?;
        let words: BTreeSet<String> =
            text.split(|c: char| !c.is_alphanumeric() && c != '_').map(snake).collect();
        counts.iter_mut().filter(|(name, _)| words.contains(*name)).for_each(|(_, count)| *count += 1);
    }
    Ok(counts.into_values().collect())
}

fn is_written(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let is_test =
        file.iter().any(|part| ["test", "tests", "tests.rs", "gen"].iter().any(|tests| part == *tests))
            || name.contains(".test.")
            || name.ends_with("_tests.rs") && !name.starts_with("self_tests");
    let is_text = file.extension().is_some_and(|ending| ending == "rs" || ending == "toml");
    !is_test && (is_text || is_script(file))
}

/// Returns a name of the interface in Rust's spelling: `payAgain` is `pay_again`.
fn snake(word: &str) -> String {
    let starts_low = word.chars().next().is_some_and(char::is_lowercase);
    if !starts_low || !word.chars().any(char::is_uppercase) {
        return word.to_owned();
    }
    word.chars().fold(String::new(), |mut snake, letter| {
        if letter.is_uppercase() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
        snake
    })
}

impl Figures {
    fn count(&mut self, file: &Path) -> Result<(), Failure> {
        let text = read(file)?;
        let parsed =
            syn::parse_file(&text).map_err(|source| Failure::Source { path: file.to_owned(), source })?;
        self.lines += text.lines().count();
        self.visit_file(&parsed);
        Ok(())
    }

    fn add(&mut self, other: Self) {
        self.lines += other.lines;
        self.types += other.types;
        self.functions.extend(other.functions);
        self.errors += other.errors;
        self.variants += other.variants;
        self.commands.extend(other.commands);
        self.largest = std::mem::take(&mut self.largest).max(other.largest);
        self.files_in_folder = self.files_in_folder.max(other.files_in_folder);
        self.levels = self.levels.max(other.levels);
        self.circles += other.circles;
    }

    fn function(&mut self, attributes: &[Attribute], name: &syn::Ident, span: Span) {
        let lines = lines_of(span);
        self.functions.push(lines);
        self.largest = std::mem::take(&mut self.largest).max((lines, name.to_string()));
        let last = |attribute: &Attribute| attribute.path().segments.last().map(|s| s.ident.to_string());
        if attributes.iter().any(|attribute| last(attribute).as_deref() == Some("command")) {
            self.commands.insert(name.to_string());
        }
    }
}

fn lines_of(span: Span) -> usize {
    span.end().line.saturating_sub(span.start().line) + 1
}

/// Whether something is compiled only for tests.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    let is_test = |attribute: &Attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|condition| condition == "test")
    };
    attributes.iter().any(is_test)
}

/// Whether an item is compiled only for tests.
fn is_test_item(item: &Item) -> bool {
    matches!(
        item,
        Item::Mod(ItemMod { attrs, .. })
            | Item::Fn(ItemFn { attrs, .. })
            | Item::Impl(ItemImpl { attrs, .. })
            | Item::Struct(ItemStruct { attrs, .. })
            | Item::Enum(ItemEnum { attrs, .. })
            | Item::Use(ItemUse { attrs, .. })
            | Item::Const(ItemConst { attrs, .. })
            if is_for_tests(attrs)
    )
}

impl<'ast> Visit<'ast> for Figures {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_test_item(item) {
            self.lines = self.lines.saturating_sub(lines_of(item.span()));
            return;
        }
        if let Item::Enum(of) = item
            && ERRORS.iter().any(|ending| of.ident.to_string().ends_with(ending))
        {
            self.errors += 1;
            self.variants += of.variants.len();
        }
        let is_type =
            matches!(item, Item::Struct(_) | Item::Enum(_) | Item::Union(_) | Item::Trait(_) | Item::Type(_));
        self.types += usize::from(is_type);
        visit::visit_item(self, item);
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(&item.attrs, &item.sig.ident, item.span());
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function(&item.attrs, &item.sig.ident, item.span());
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        self.function(&item.attrs, &item.sig.ident, item.span());
        visit::visit_trait_item_fn(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(text: &str) -> Figures {
        let mut figures = Figures { lines: text.lines().count(), ..Figures::default() };
        figures.visit_file(&syn::parse_file(text).unwrap());
        figures
    }

    #[test]
    fn what_is_compiled_for_tests_alone_does_not_count() {
        let figures = counted(
            "struct A;\nenum BError { X, Y }\nimpl A {\n    fn f() {\n    }\n}\n\
             #[tauri::command]\nfn pay() {}\n#[cfg(test)]\nmod tests {\n    struct C;\n    fn g() {}\n}\n",
        );
        assert_eq!((figures.lines, figures.types, figures.functions.len()), (8, 2, 2));
        assert_eq!((figures.errors, figures.variants), (1, 2));
        assert_eq!(figures.commands.into_iter().collect::<Vec<_>>(), ["pay"]);
        assert_eq!(figures.largest, (2, "pay".to_owned()));
    }

    #[test]
    fn a_level_is_a_folder_that_stands_on_another() {
        let uses = |pairs: &[(&str, &[&str])]| -> Uses {
            let set = |used: &[&str]| used.iter().map(|name| (*name).to_owned()).collect();
            pairs.iter().map(|(module, used)| ((*module).to_owned(), set(used))).collect()
        };
        assert_eq!(levels(&uses(&[("a", &[]), ("b", &[])])), 1);
        assert_eq!(levels(&uses(&[("a", &["a::x"]), ("a::x", &["b::y"]), ("b::y", &["c"]), ("c", &[])])), 3);
    }

    #[test]
    fn names_of_the_interface_are_those_of_rust() {
        for (word, name) in [("payAgain", "pay_again"), ("pay_again", "pay_again"), ("PayAgain", "PayAgain")]
        {
            assert_eq!(snake(word), name);
        }
    }
}
