//! LibreOffice Calc opens exported files, as somebody would who is careless in its dialog: every separator, and formulas
//! in text files are evaluated. It is no part of Paysheet's writers.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Separators of cells that its dialog offers: comma, semicolon, tab and `|`.
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// Signs around a text in which separators count for nothing: quotation marks, or none.
const TEXT_SIGNS: [u8; 2] = [b'"', 0];
/// Longest that it may take to open the files once, in seconds.
const LIMIT_S: &str = "180";
/// What a cell with a formula begins with in the flat OpenDocument format.
const FORMULA: &str = "table:formula=\"";

/// Returns the formulas of each file, by its name.
pub fn formulas_of_workbooks(files: &[PathBuf]) -> BTreeMap<String, Vec<String>> {
    converted(files, None)
}

/// Returns the formulas of each file of separated values, with every separator and with or without quotation marks.
pub fn formulas_of_texts(files: &[PathBuf]) -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::<String, Vec<String>>::new();
    for separator in SEPARATORS {
        for sign in TEXT_SIGNS {
            // Separator, sign of texts, UTF-8, first line, no column types, English, quoted cells are not always texts,
            // numbers are detected, and the last one: formulas are evaluated.
            let filter = format!(
                "--infilter=Text - txt - csv (StarCalc):{separator},{sign},76,1,,1033,false,true,false,false,false,-1,true"
            );
            for (name, formulas) in converted(files, Some(&filter)) {
                let said = format!("split at {:?}, texts in {:?}", char::from(separator), char::from(sign));
                all.entry(name).or_default().extend(formulas.iter().map(|one| format!("{one} ({said})")));
            }
        }
    }
    all
}

fn converted(files: &[PathBuf], filter: Option<&str>) -> BTreeMap<String, Vec<String>> {
    if files.is_empty() {
        // It would wait for somebody to give it one.
        return BTreeMap::new();
    }
    let folder = tempfile::tempdir().unwrap();
    let profile = format!("-env:UserInstallation=file://{}", folder.path().join("profile").display());
    let output = Command::new("timeout")
        .args([LIMIT_S, "soffice", profile.as_str(), "--headless"])
        .args(filter)
        .args(["--convert-to", "fods", "--outdir"])
        .arg(folder.path())
        .args(files)
        .output()
        .expect("timeout is a program of every Linux");
    let of = |file: &PathBuf| {
        let opened = folder.path().join(file.file_stem().unwrap()).with_extension("fods");
        let text = fs::read_to_string(&opened);
        let text =
            text.unwrap_or_else(|error| panic!("{} was not opened: {error}: {output:?}", file.display()));
        assert!(text.contains("<table:table-cell"), "{} has cells", file.display());
        (name_of(file), formulas(&text))
    };
    files.iter().map(of).collect()
}

fn name_of(file: &Path) -> String {
    file.file_name().unwrap().to_string_lossy().into_owned()
}

fn formulas(opened: &str) -> Vec<String> {
    let found = opened.split(FORMULA).skip(1);
    found.map(|rest| rest.split('"').next().unwrap_or_default().to_owned()).collect()
}
