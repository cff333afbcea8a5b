//! Reads the paths that a Rust source text names: in `use`, in types, in expressions and in the arguments of macros. What
//! is compiled only for tests is left out.

use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Attribute, Item, ItemUse, Macro, UseTree, Visibility,
    visit::{self, Visit},
};

use super::files::read;
use crate::process::failure::Failure;

/// The segments of a path, such as `crate`, `view`, `RowView`. Those of `use` can be of one segment, others have two or
/// more.
pub type Segments = Vec<String>;

/// What a file names.
#[derive(Default)]
pub struct Named {
    /// Each as often as it is named.
    pub paths: Vec<Segments>,
    /// The modules of other files that are compiled only for tests.
    pub for_tests: Vec<String>,
}

/// Returns what a file names.
///
/// # Errors
/// If the file cannot be read or is not Rust.
pub fn named_in_file(file: &Path) -> Result<Named, Failure> {
    named_in(&read(file)?).map_err(|source| Failure::Source { path: file.to_owned(), source })
}

pub fn named_in(text: &str) -> Result<Named, syn::Error> {
    let mut named = Named::default();
    named.visit_file(&syn::parse_file(text)?);
    Ok(named)
}

impl Named {
    fn add_tree(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: String| [before, &[name]].concat();
        match tree {
            UseTree::Path(path) => self.add_tree(&path.tree, &with(path.ident.to_string())),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_tree(tree, before)),
            UseTree::Name(name) if name.ident == "self" => self.paths.push(before.to_vec()),
            UseTree::Name(name) => self.paths.push(with(name.ident.to_string())),
            UseTree::Rename(rename) => self.paths.push(with(rename.ident.to_string())),
            UseTree::Glob(_) => self.paths.push(before.to_vec()),
        }
    }

    /// What a macro makes of its arguments is not known, but the paths in them are.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons) = (Vec::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Ident(name) if colons == 2 => path.push(name.to_string()),
                TokenTree::Ident(name) => self.end(&mut path, Some(name.to_string())),
                TokenTree::Punct(mark) if mark.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Group(group) => {
                    self.end(&mut path, None);
                    self.add_tokens(group.stream());
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => self.end(&mut path, None),
            }
            colons = 0;
        }
        self.end(&mut path, None);
    }

    /// Adds the path so far, and begins another one.
    fn end(&mut self, path: &mut Segments, next: Option<String>) {
        if path.len() > 1 {
            self.paths.push(path.clone());
        }
        path.clear();
        path.extend(next);
    }
}

impl<'ast> Visit<'ast> for Named {
    fn visit_item(&mut self, item: &'ast Item) {
        if !attributes_of(item).iter().any(is_for_tests) {
            visit::visit_item(self, item);
        } else if let Item::Mod(module) = item {
            self.for_tests.push(module.ident.to_string());
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.add_tree(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            self.paths.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        self.add_tokens(called.tokens.clone());
        visit::visit_macro(self, called);
    }

    /// `pub(crate)` uses nothing of that module.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}
}

fn attributes_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::ExternCrate(_)
        | Item::ForeignMod(_)
        | Item::TraitAlias(_)
        | Item::Union(_)
        | Item::Verbatim(_)
        | _ => &[],
    }
}

/// `#[cfg(test)]`, and that beside other conditions.
fn is_for_tests(attribute: &Attribute) -> bool {
    let mut is_for_tests = false;
    if attribute.path().is_ident("cfg") {
        let marked = attribute.parse_nested_meta(|meta| {
            is_for_tests |= meta.path.is_ident("test");
            if meta.path.is_ident("all") {
                meta.parse_nested_meta(|inner| {
                    is_for_tests |= inner.path.is_ident("test");
                    let _value = inner.value().and_then(|value| value.parse::<syn::Lit>());
                    Ok(())
                })?;
            }
            Ok(())
        });
        // Other conditions are of other forms; whether they are for tests was seen by then.
        drop(marked);
    }
    is_for_tests
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        named_in(text).unwrap().paths.into_iter().map(|path| path.join("::")).collect()
    }

    #[test]
    fn paths_are_found_wherever_they_stand() {
        for (text, paths) in [
            ("use crate::a::X;", &["crate::a::X"] as &[_]),
            ("pub use super::{b::{self, Y as Z}, c::*};", &["super::b", "super::b::Y", "super::c"]),
            ("fn f(x: &crate::a::X<b::Y>) {}", &["crate::a::X", "b::Y"]),
            ("fn f() { applying::apply(1) }", &["applying::apply"]),
            ("fn f() { say!(\"{}\", child::name(&[deep::X])) }", &["child::name", "deep::X"]),
            ("fn f() { self.x; local }", &[]),
            ("pub(crate) fn f() {}", &[]),
            ("// use crate::a;\n//! [`crate::a`]", &[]),
            ("const TEXT: &str = \"crate::a::X\";", &[]),
        ] {
            assert_eq!(found(text), paths, "{text}");
        }
    }

    #[test]
    fn what_is_for_tests_is_left_out() {
        for text in [
            "#[cfg(test)]\nmod tests {\n    use crate::a;\n}",
            "#[cfg(all(test, unix))]\nmod tests {\n    use crate::a;\n}",
            "#[cfg(all(feature = \"x\", test))]\nfn f() { crate::a::x() }",
            "#[cfg(test)]\n#[expect(dead_code)]\nuse crate::a;",
        ] {
            assert!(found(text).is_empty(), "{text}");
        }
        for text in ["#[cfg(unix)]\nuse crate::a;", "#[cfg(test)]\nmod tests;\nuse crate::a;"] {
            assert_eq!(found(text), ["crate::a"], "{text}");
        }
        let text = "#[cfg(test)]\n#[cfg(unix)]\nmod fast_tests;\nmod self_tests;";
        assert_eq!(named_in(text).unwrap().for_tests, ["fast_tests"]);
    }
}
