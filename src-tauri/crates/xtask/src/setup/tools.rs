//! Tools that only this repository uses, built once into `target/tools`.

use crate::{context::Context, failure::Failure, say, task::Task};

const DRIVER: &str = "tauri-driver";
const DRIVER_VERSION: &str = "2.1.0";
pub const FUZZER: &str = "cargo-fuzz";
const FUZZER_VERSION: &str = "0.13.2";

/// Installs the bridge between WebDriver and the application's window.
pub fn ensure_driver(context: &Context) -> Result<(), Failure> {
    ensure(context, DRIVER, DRIVER_VERSION)
}

/// Installs the tool that builds and runs the fuzzers.
pub fn ensure_fuzzer(context: &Context) -> Result<(), Failure> {
    ensure(context, FUZZER, FUZZER_VERSION)
}

fn ensure(context: &Context, tool: &str, version: &str) -> Result<(), Failure> {
    if context.tool(tool).exists() {
        return Ok(());
    }
    say::line(&format!("  Building {tool} once into target/tools."));
    Task::cargo(["install", tool, "--version", version, "--locked", "--root"])
        .args([context.target.join("tools")])
        .env("CARGO_TARGET_DIR", context.target.join("tools-build"))
        .folder(&context.root)
        .run()
}
