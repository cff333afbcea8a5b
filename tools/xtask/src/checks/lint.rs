//! The checks that run no code: format, clippy, TypeScript and the interface's lint. `cargo xtask test` uses the same
//! checks, so that both always agree.

use super::simulate::LIKE_THE_WORKSPACE;
use crate::{
    context::Context,
    process::{failure::Failure, task::Task},
    setup::{self, ui},
    steps::{Outcome, Step, run_all},
};

pub const FMT: Step = Step { name: "fmt", purpose: "every Rust file is formatted", run: &fmt };
pub const UI_TYPES: Step =
    Step { name: "ui-types", purpose: "types of ui/ and tests/e2e hold", run: &ui_types };
pub const UI_LINT: Step =
    Step { name: "ui-lint", purpose: "format and lint of ui/ and tests/e2e hold", run: &ui_lint };
pub const CLIPPY: Step = Step { name: "clippy", purpose: "no warning in any Rust target", run: &clippy };
/// Cargo's arguments for the practice service as the application has it: without faults.
pub const PRACTICE_AS_SHIPPED: [&str; 4] =
    ["--locked", "--package", "paysheet-practice", "--no-default-features"];

pub fn run(context: &Context) -> Result<(), Failure> {
    setup::ensure_system(setup::Purpose::Window)?;
    run_all(&[FMT, UI_TYPES, UI_LINT, CLIPPY], context)
}

fn fmt(context: &Context) -> Result<Outcome, Failure> {
    Task::cargo(["fmt", "--all", "--check"]).folder(&context.root).run()?;
    let empty_window = context.empty_window().join("src/main.rs");
    Task::new("rustfmt")
        .args(["--check", "--edition", "2024"])
        .args([empty_window])
        .folder(&context.root)
        .run()?;
    Ok(Outcome::Passed)
}

fn ui_types(context: &Context) -> Result<Outcome, Failure> {
    scripts(context, &["typecheck"])
}

fn ui_lint(context: &Context) -> Result<Outcome, Failure> {
    scripts(context, &["format:check", "lint"])
}

/// Runs scripts of the interface, then those of the same name of the tests in a window.
fn scripts(context: &Context, names: &[&str]) -> Result<Outcome, Failure> {
    for folder in [context.ui(), context.scenarios()] {
        for name in names {
            ui::script(context, &folder, name)?;
        }
    }
    Ok(Outcome::Passed)
}

fn clippy(context: &Context) -> Result<Outcome, Failure> {
    clippy_of(context, ["--workspace", "--all-targets", "--locked"])?;
    // Its feature is off in the workspace.
    clippy_of(context, LIKE_THE_WORKSPACE)?;
    clippy_of(context, ["--all-targets"].into_iter().chain(PRACTICE_AS_SHIPPED))?;
    Ok(Outcome::Passed)
}

/// Runs clippy on these packages and targets, in cargo's words.
pub fn clippy_of<'a>(context: &Context, what: impl IntoIterator<Item = &'a str>) -> Result<(), Failure> {
    let clippy = Task::cargo(["clippy"]).args(what).args(["--", "--deny", "warnings"]);
    clippy.folder(&context.root).run()
}
