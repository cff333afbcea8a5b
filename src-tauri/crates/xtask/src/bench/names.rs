//! Measures how long it takes to ask about the holders of very many accounts.

use serde_json::Value;

use crate::{context::Context, failure::Failure, say, task::Task};

pub fn run(context: &Context, accounts: u32) -> Result<(), Failure> {
    say::heading("Building the program that measures");
    let build = ["build", "--release", "--locked", "-p", "paysheet-desk", "--example", "account_names"];
    Task::cargo(build).folder(&context.root).run()?;
    let folder = tempfile::tempdir().map_err(Failure::file("a temporary folder"))?;
    let program = Task::new(context.program("release/examples", "account_names"));
    let out =
        program.args(["--accounts", &accounts.to_string(), "--folder"]).args([folder.path()]).output()?;
    let figures: Value = serde_json::from_str(out.trim())
        .map_err(|source| Failure::Answer { line: "the measurement".into(), source })?;
    say::heading(&format!("{figures:#}"));
    super::keep(context, "names", figures)
}
