//! The licences of what ships, in one text file: crates, packages of the interface, fonts. It is a resource of each package
//! and installer, and About opens it.

use std::{fs, path::PathBuf};

use serde::Deserialize;
use serde_json::json;

use super::files::{read, write};
use crate::{
    context::Context,
    process::{failure::Failure, say, task::Task},
    setup::{self, ui},
    steps::{Outcome, Step},
};

pub const STEP: Step =
    Step { name: "notices", purpose: "the licences of all that ships are in one file", run: &make };

/// The name in packages, by which the program finds it (`src-tauri/src/desktop.rs`).
pub const NAME: &str = "THIRD-PARTY-NOTICES.txt";
/// The parts that neither tool can see. The file begins with them.
const INTRODUCTION: &str = "introduction.txt";
/// The licences of the fonts, in the window and in documents.
const FONTS: [(&str, &str); 2] = [
    ("Inter, in the window", "ui/node_modules/@fontsource-variable/inter/LICENSE"),
    ("Noto Sans, in documents", "src-tauri/crates/document/data/font/OFL.txt"),
];
/// The list of Vite (`license` in `ui/vite.config.ts`).
const PACKAGES: &str = "ui/dist/.vite/license.json";
/// Lines that cannot be missing: without them a tool changed its format.
const SURE: [&str; 4] = ["Inter, in the window", "react-dom ", "  tauri ", "(MPL-2.0)"];
const RULE: &str = "--------------------------------------------------------------------------------";
const DOUBLE_RULE: &str = "================================================================================";

/// What `cargo metadata` prints, as far as it is read.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Crate>,
}

#[derive(Deserialize)]
struct Crate {
    name: String,
    version: String,
    /// None of our own.
    source: Option<String>,
    manifest_path: PathBuf,
}

/// A package of the interface, as Vite lists it.
#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    identifier: Option<String>,
    text: Option<String>,
}

/// Makes the file, and prints where it is.
pub fn run(context: &Context) -> Result<(), Failure> {
    make(context)?;
    for path in [file(context), configuration(context)] {
        say::line(&format!("Made: {}", path.display()));
    }
    Ok(())
}

/// Returns the path of the notices.
pub fn file(context: &Context) -> PathBuf {
    folder(context).join(NAME)
}

/// Returns the path of the configuration that adds the notices to what Tauri bundles. They are not in `tauri.conf.json`:
/// there, each build would need them.
pub fn configuration(context: &Context) -> PathBuf {
    folder(context).join("bundle.json")
}

fn folder(context: &Context) -> PathBuf {
    context.target.join("notices")
}

fn make(context: &Context) -> Result<Outcome, Failure> {
    let folder = folder(context);
    fs::create_dir_all(&folder).map_err(Failure::file(&folder))?;
    ui::ensure_built(context)?;
    let packages = read(&context.root.join(PACKAGES))?;
    let text = [
        read(&source(context, INTRODUCTION))?,
        part("2. FONTS", &fonts(context)?),
        part("3. PACKAGES OF THE INTERFACE", &packages_part(&packages)?),
        part("4. CRATES OF THE PROGRAM", &crates(context)?),
        part("5. NOTICES OF CRATES", &notices_of_crates(context)?),
    ]
    .concat();
    if let Some(missing) = SURE.iter().find(|sure| !text.contains(*sure)) {
        return Err(Failure::NoLicence { of: (*missing).trim().to_owned() });
    }
    write(&file(context), &text)?;
    let path = file(context).to_string_lossy().into_owned();
    write(&configuration(context), &json!({ "bundle": { "resources": { path: NAME } } }).to_string())?;
    Ok(Outcome::Passed)
}

/// Returns the crates with their licences.
fn crates(context: &Context) -> Result<String, Failure> {
    setup::ensure_tool(context, &setup::ABOUT)?;
    // Crates of other systems too, which are not downloaded to build the program here.
    Task::cargo(["fetch", "--locked"]).folder(&context.root).run()?;
    let list = folder(context).join("crates.txt");
    Task::new(context.tool(setup::ABOUT.name))
        .args(["generate", "--locked", "--offline", "--fail", "--config"])
        .args([source(context, "about.toml")])
        .args(["--output-file"])
        .args([&list, &source(context, "about.hbs")])
        .folder(&context.root)
        .run()?;
    read(&list)
}

/// Returns the files `NOTICE` of crates, which the Apache License passes on. cargo-about prints only licences.
fn notices_of_crates(context: &Context) -> Result<String, Failure> {
    let line = "cargo metadata";
    let metadata = Task::cargo(["metadata", "--format-version", "1", "--locked", "--offline"]);
    let metadata: Metadata = serde_json::from_str(&metadata.folder(&context.root).output()?)
        .map_err(|source| Failure::Answer { line: line.to_owned(), source })?;
    let mut notices = String::new();
    for found in metadata.packages.iter().filter(|one| one.source.is_some()) {
        let Some(folder) = found.manifest_path.parent() else { continue };
        for file in fs::read_dir(folder).map_err(Failure::file(folder))? {
            let file = file.map_err(Failure::file(folder))?;
            let is_notice = file.file_name().to_string_lossy().to_ascii_uppercase().starts_with("NOTICE");
            // A crate may have a folder of that name.
            if is_notice && file.path().is_file() {
                notices += &entry(&format!("{} {}", found.name, found.version), &read(&file.path())?);
            }
        }
    }
    Ok(notices)
}

fn fonts(context: &Context) -> Result<String, Failure> {
    let font = |(name, licence): &(&str, &str)| -> Result<String, Failure> {
        Ok(entry(&format!("{name} (OFL-1.1)"), &read(&context.root.join(licence))?))
    };
    FONTS.iter().map(font).collect()
}

/// Returns the packages with their licences. One without a licence file names its licence, and others have the text.
fn packages_part(list: &str) -> Result<String, Failure> {
    let packages: Vec<Package> =
        serde_json::from_str(list).map_err(|source| Failure::Answer { line: PACKAGES.to_owned(), source })?;
    let has_text = |id: &str| {
        packages.iter().any(|other| other.identifier.as_deref() == Some(id) && other.text.is_some())
    };
    let one = |package: &Package| -> Result<String, Failure> {
        let Package { name, version, identifier, text } = package;
        let unknown = || Failure::NoLicence { of: format!("{name} {version}") };
        let id = identifier.as_deref().ok_or_else(unknown)?;
        let text = match text {
            Some(text) => text.as_str(),
            None if has_text(id) => {
                "The package has no licence file. The text of its licence is with others of this part."
            }
            None => return Err(unknown()),
        };
        Ok(entry(&format!("{name} {version} ({id})"), text))
    };
    packages.iter().map(one).collect()
}

fn part(title: &str, text: &str) -> String {
    format!("\n\n{DOUBLE_RULE}\n{title}\n{DOUBLE_RULE}\n\n{text}")
}

fn entry(title: &str, text: &str) -> String {
    format!("{RULE}\n{title}\n\n{}\n\n", text.trim())
}

fn source(context: &Context, name: &str) -> PathBuf {
    context.root.join("src-tauri/packaging/notices").join(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WITH_TEXT: &str =
        r#"{ "name": "a", "version": "1.0.0", "identifier": "MIT", "text": "Granted.\n" }"#;

    fn printed(other: &str) -> Result<String, Failure> {
        packages_part(&format!("[{WITH_TEXT}, {other}]"))
    }

    #[test]
    fn a_package_is_printed_with_its_licence() {
        assert_eq!(
            packages_part(&format!("[{WITH_TEXT}]")).unwrap(),
            format!("{RULE}\na 1.0.0 (MIT)\n\nGranted.\n\n")
        );
        let without = r#"{ "name": "b", "version": "2.0.0", "identifier": "MIT" }"#;
        assert!(printed(without).unwrap().contains("\nb 2.0.0 (MIT)\n\nThe package has no licence file."));
    }

    #[test]
    fn a_package_whose_licence_is_not_known_fails_the_step() {
        for other in [
            r#"{ "name": "b", "version": "2.0.0", "text": "Whatever." }"#,
            r#"{ "name": "b", "version": "2.0.0", "identifier": "ISC" }"#,
        ] {
            let failure = printed(other).unwrap_err();
            assert_eq!(failure.to_string(), "the third-party notices have no licence of b 2.0.0");
        }
    }

    /// The crates are checked against the one list and printed by the other.
    #[test]
    fn the_licences_that_may_ship_are_the_ones_that_are_printed() {
        let licences = |text: &str| {
            let quoted = text.split('"').skip(1).step_by(2).map(str::to_owned);
            quoted.collect::<std::collections::BTreeSet<_>>()
        };
        let list = |text: &str, begin: &str| {
            let (_, list) = text.split_once(begin).unwrap();
            licences(list.split_once(']').unwrap().0)
        };
        let deny = include_str!("../../../../.cargo/deny.toml");
        let about = include_str!("../../../../src-tauri/packaging/notices/about.toml");
        assert_eq!(list(about, "\naccepted = ["), list(deny, "\nallow = ["));
        for exception in deny.lines().filter_map(|line| line.split_once("{ crate = \"")) {
            if let Some((name, _)) = exception.1.split_once("\", allow = [\"MPL-2.0\"]") {
                assert!(about.contains(&format!("\n[{name}]\naccepted = [\"MPL-2.0\"]\n")), "{name}");
            }
        }
    }

    #[test]
    fn the_program_looks_for_the_name() {
        let desktop = include_str!("../../../../src-tauri/src/desktop.rs");
        assert!(desktop.contains(&format!("const THIRD_PARTY_NOTICES: &str = \"{NAME}\";")));
    }
}
