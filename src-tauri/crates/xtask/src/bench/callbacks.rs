//! Measures how fast callbacks are stored and applied, beside a server that only answers them.

use serde_json::Value;

use crate::{context::Context, failure::Failure, say, task::Task};

pub fn run(context: &Context, people: u32) -> Result<(), Failure> {
    say::heading("Building the program that measures");
    let build = ["build", "--release", "--locked", "-p", "paysheet-desk", "--example", "callbacks"];
    Task::cargo(build).folder(&context.root).run()?;
    let folder = tempfile::tempdir().map_err(Failure::file("a temporary folder"))?;
    let program = Task::new(context.program("release/examples", "callbacks"));
    let out = program.args(["--people", &people.to_string(), "--folder"]).args([folder.path()]).output()?;
    let figures: Value = serde_json::from_str(out.trim())
        .map_err(|source| Failure::Answer { line: "the measurement".into(), source })?;
    say::heading(&format!("{figures:#}"));
    super::keep(context, "callbacks", figures)
}
