//! Prepares the application's manifest. The interface must be built before (`cargo xtask ui`); a page that
//! says so stands in where it was not, so that `cargo check` works in a fresh clone.

use std::{error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let index = Path::new("ui/dist/index.html");
    if !index.exists() {
        fs::create_dir_all("ui/dist")?;
        fs::write(
            index,
            "<!doctype html><title>Paysheet</title><p>The interface is not built: run cargo xtask run.</p>",
        )?;
    }
    println!("cargo:rerun-if-changed=ui/dist");
    println!("cargo:rerun-if-changed=src-tauri/permissions");
    println!("cargo:rerun-if-changed=src-tauri/capabilities");
    // With permissions of our own declared, no window may call a command that its capability does not name.
    let manifest = tauri_build::AppManifest::new().permissions_path_pattern("src-tauri/permissions/*.toml");
    let attributes = tauri_build::Attributes::new()
        .capabilities_path_pattern("src-tauri/capabilities/**/*.json")
        .app_manifest(manifest);
    tauri_build::try_build(attributes)?;
    Ok(())
}
