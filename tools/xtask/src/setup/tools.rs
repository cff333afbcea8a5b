//! Tools that only this repository uses, built once into `target/tools`.

use crate::{
    context::Context,
    process::{failure::Failure, say, task::Task},
};

/// A tool of crates.io, in the one version that is used.
pub struct Tool {
    pub name: &'static str,
    version: &'static str,
    /// Features that are not on by default; none if empty.
    features: &'static str,
    /// For a tool that computes for minutes. Optimising and linking the others costs more than it gives.
    opt_level: &'static str,
}

/// The bridge between WebDriver and the application's window.
pub const DRIVER: Tool = Tool { name: "tauri-driver", version: "2.1.0", features: "", opt_level: "0" };
/// Builds and runs the fuzzers.
pub const FUZZER: Tool = Tool { name: "cargo-fuzz", version: "0.13.2", features: "", opt_level: "0" };
/// Finds unused dependencies.
pub const MACHETE: Tool = Tool { name: "cargo-machete", version: "0.9.2", features: "", opt_level: "0" };
/// Checks licences, sources, banned crates and advisories.
pub const DENY: Tool = Tool { name: "cargo-deny", version: "0.20.2", features: "", opt_level: "0" };
/// Prints the licences of crates.
pub const ABOUT: Tool = Tool { name: "cargo-about", version: "0.9.3", features: "cli", opt_level: "2" };

/// Installs a tool unless it is there.
pub fn ensure_tool(context: &Context, tool: &Tool) -> Result<(), Failure> {
    if context.tool(tool.name).exists() {
        return Ok(());
    }
    say::line(&format!("  Building {} once into target/tools.", tool.name));
    let built_in = context.target.join("tools-build");
    Task::cargo(["install", tool.name, "--version", tool.version, "--locked", "--debug", "--root"])
        .args([context.target.join("tools")])
        .args(["--features", tool.features])
        .env("CARGO_TARGET_DIR", &built_in)
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", tool.opt_level)
        .folder(&context.root)
        .run()?;
    // Half a gigabyte that nothing reads again. What cannot be removed is only space.
    drop(std::fs::remove_dir_all(built_in));
    Ok(())
}
