//! Files of the rules' tests, kept under `tests/fixtures/sheets` so that anybody can open them and see what a rule is
//! about. `PAYSHEET_WRITE_FIXTURES=1` writes them anew from what the tests make.

use std::{fs, path::PathBuf};

/// The kept file of that name, below `rule`; a test reads this one and not what it made itself.
///
/// # Panics
/// Where it is not there, or is a text that says something else.
pub fn kept(rule: &str, name: &str, ending: &str, made: &[u8]) -> Vec<u8> {
    let folder =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/fixtures/sheets")).join(rule);
    let name: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' }).collect();
    let path = folder.join(format!("{}.{ending}", name.trim_matches('-')));
    if std::env::var_os("PAYSHEET_WRITE_FIXTURES").is_some() {
        fs::create_dir_all(&folder).unwrap();
        fs::write(&path, made).unwrap();
    }
    let kept = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let is_text = ["csv", "tsv", "txt"].contains(&ending);
    assert!(!is_text || kept == made, "{} is not what its test is about", path.display());
    kept
}
