//! Measures a payroll of very many people in the real window of a release build: the time from the drop to the first
//! rows, the smoothness of scrolling, the time until an edited cell is checked. The end-to-end scenario measures it.

use std::fs;

use serde_json::Value;

use crate::{
    checks::e2e,
    context::Context,
    process::{
        failure::Failure,
        say,
        task::{self, Task},
    },
    setup::ui,
};

const SCENARIO: &str = "open-scroll-and-fix-a-long-payroll";

pub fn run(context: &Context, runs: usize, people: u32) -> Result<(), Failure> {
    ui::ensure_built(context)?;
    say::heading("Building the application for release, and what the scenario needs beside it");
    let build = ["build", "--release", "--locked", "-p", "paysheet", "--bin", "paysheet"];
    Task::cargo(build).folder(&context.root).run()?;
    task::build_all(&context.root)?;
    let application = context.program("release", "paysheet");
    let file = context.target.join("bench/window.json");
    let folder = context.target.join("bench");
    fs::create_dir_all(&folder).map_err(Failure::file(&folder))?;
    let path = file.to_string_lossy().into_owned();
    let people = people.to_string();
    let environment = [("PAYSHEET_E2E_PEOPLE", people.as_str()), ("PAYSHEET_E2E_FIGURES", path.as_str())];
    let mut figures = Vec::new();
    for _ in 0..runs {
        e2e::run_one(context, SCENARIO, &application, &environment)?;
        let text = fs::read_to_string(&file).map_err(Failure::file(&file))?;
        say::line(&format!("  {text}"));
        figures.push(serde_json::from_str(&text).unwrap_or(Value::Null));
    }
    super::figures::keep(context, "window", Value::Array(figures))
}
