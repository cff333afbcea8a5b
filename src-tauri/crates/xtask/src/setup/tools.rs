//! Tools that only this repository uses, built once into `target/tools`.

use crate::{context::Context, failure::Failure, say, task::Task};

const DRIVER: &str = "tauri-driver";
const DRIVER_VERSION: &str = "2.1.0";

/// The bridge between WebDriver and the application's window.
pub fn ensure_driver(context: &Context) -> Result<(), Failure> {
    if context.tool(DRIVER).exists() {
        return Ok(());
    }
    say::line("  Building tauri-driver once into target/tools.");
    Task::cargo(["install", DRIVER, "--version", DRIVER_VERSION, "--locked", "--root"])
        .args([context.target.join("tools")])
        .env("CARGO_TARGET_DIR", context.target.join("tools-build"))
        .folder(&context.root)
        .run()
}
