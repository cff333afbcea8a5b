//! Measurements that are a program of their own, an example of the desk that prints its figures.

use serde_json::Value;

use crate::{
    context::Context,
    process::{failure::Failure, say, task::Task},
};

/// An example, and how much of what it makes.
pub struct Example {
    /// The name of its figures.
    pub kind: &'static str,
    pub program: &'static str,
    pub option: &'static str,
    pub count: u32,
}

/// Builds the example for release, runs it in a temporary folder, and stores its figures.
pub fn run(context: &Context, example: &Example) -> Result<(), Failure> {
    let Example { kind, program, option, count } = example;
    say::heading("Building the program that measures");
    let build = ["build", "--release", "--locked", "-p", "paysheet-desk", "--example", program];
    Task::cargo(build).folder(&context.root).run()?;
    let folder = tempfile::tempdir().map_err(Failure::file("a temporary folder"))?;
    let task = Task::new(context.program("release/examples", program));
    let out = task.args([option, count.to_string().as_str(), "--folder"]).args([folder.path()]).output()?;
    let figures: Value = serde_json::from_str(out.trim())
        .map_err(|source| Failure::Answer { line: "the measurement".into(), source })?;
    say::heading(&format!("{figures:#}"));
    super::figures::keep(context, kind, figures)
}
