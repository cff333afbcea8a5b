//! Opens exported files in LibreOffice, which is no part of Paysheet, and looks for formulas in them. The tests are ignored
//! in a plain `cargo test`, because LibreOffice is not on every computer.

use crate::{
    context::Context,
    process::{failure::Failure, task::Task},
    setup,
    steps::{Outcome, Step},
};

pub const STEP: Step =
    Step { name: "safe-files", purpose: "LibreOffice finds no formula in exported files", run: &check };

/// The program of LibreOffice, on every system that has it on the path.
const OFFICE: &str = "soffice";
/// Part of the names of the tests.
const TESTS: &str = "no_exported_cell_is_a_formula";

fn check(context: &Context) -> Result<Outcome, Failure> {
    if !setup::is_on_path(OFFICE) {
        return Ok(Outcome::Skipped("LibreOffice is not on this computer"));
    }
    let tests = ["test", "--workspace", "--locked", "--test", "settle", "--", "--ignored", TESTS];
    Task::cargo(tests).folder(&context.root).run()?;
    Ok(Outcome::Passed)
}
