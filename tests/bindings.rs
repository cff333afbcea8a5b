//! The window's bindings are generated from the commands; this test fails when they drift.
//! `PAYSHEET_WRITE_BINDINGS=1 cargo test --test bindings` writes them anew.

use std::{fs, path::Path};

use specta_typescript::Typescript;

const BINDINGS: &str = "ui/src/bindings.ts";

#[test]
fn the_windows_bindings_are_those_of_the_commands() {
    let fresh_path = tempfile::tempdir().unwrap().keep().join("bindings.ts");
    let header = "// Generated from the commands by `tests/bindings.rs`: do not edit.\n";
    paysheet_shell::bindings::<tauri::Wry>()
        .export(Typescript::default().header(header), &fresh_path)
        .unwrap();
    let fresh = fs::read_to_string(&fresh_path).unwrap();
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(BINDINGS);
    if std::env::var_os("PAYSHEET_WRITE_BINDINGS").is_some() {
        fs::write(&kept, &fresh).unwrap();
    }
    let kept = fs::read_to_string(kept).unwrap_or_default();
    assert!(
        kept == fresh,
        "ui/src/bindings.ts is not what the commands say: PAYSHEET_WRITE_BINDINGS=1 cargo test --test bindings"
    );
}
