//! `cargo xtask check`: what a change of one crate concerns, in about three minutes. It has steps of `cargo xtask test`,
//! which leaves out nothing.

mod scope;

use std::path::PathBuf;

use clap::Args;

use self::scope::Scope;
use crate::{
    checks::{
        architecture::files::{files_below, read},
        lint, simulate,
    },
    context::Context,
    process::{failure::Failure, say, task::Task},
    setup,
    steps::{Outcome, Step, run_all, seconds},
    test,
};

#[derive(Args)]
pub struct Options {
    /// Check what differs from this commit or branch
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    since: String,
}

pub fn run(context: &Context, options: &Options) -> Result<(), Failure> {
    let changed = changed_since(context, &options.since)?;
    let scope = Scope::of(&changed, &scope::targets(context)?);
    let is_rust = !scope.crates.is_empty();
    let is_script = changed.iter().any(|path| path.starts_with("ui") || path.starts_with("tests/e2e"));
    let parts = ["format", "architecture"].into_iter().chain(scope.crates.iter().map(String::as_str));
    let parts = parts.chain(is_script.then_some("ui")).collect::<Vec<_>>().join(", ");
    say::line(&format!("Files that differ from {}: {}; checked: {parts}", options.since, changed.len()));
    let steps = [
        (true, lint::FMT),
        (true, test::ARCHITECTURE),
        (is_script, lint::UI_TYPES),
        (is_script, lint::UI_LINT),
        (is_rust, Step { run: &|context| clippy(context, &scope), ..lint::CLIPPY }),
        (is_rust, Step { run: &|context| tests(context, &scope), ..test::TESTS }),
        (is_script, Step { run: &|context| ui_test(context, &changed), ..test::UI_TEST }),
    ];
    let steps: Vec<_> = steps.into_iter().filter_map(|(is_needed, step)| is_needed.then_some(step)).collect();
    let outcome = run_all(&steps, context);
    say::line(&format!("  total {}", seconds(context.started.elapsed())));
    outcome
}

/// Returns the files that git finds changed, removed or new, from the root of the repository.
fn changed_since(context: &Context, revision: &str) -> Result<Vec<PathBuf>, Failure> {
    let git = |args: &[&str]| Task::new("git").args(args).folder(&context.root).output();
    // A file that was moved concerns both its crates.
    let known = git(&["diff", "--name-only", "--no-renames", "-z", revision, "--"])?;
    let new = git(&["ls-files", "--others", "--exclude-standard", "-z"])?;
    let paths = known.split('\0').chain(new.split('\0')).filter(|path| !path.is_empty());
    Ok(paths.map(PathBuf::from).collect())
}

fn clippy(context: &Context, scope: &Scope) -> Result<Outcome, Failure> {
    setup::ensure_system(setup::Purpose::Window)?;
    let packages = scope.crates.iter().flat_map(|name| ["--package", name]);
    lint::clippy_of(context, packages.chain(["--all-targets", "--locked"]))?;
    if scope.crates.contains(simulate::SIMULATOR) {
        lint::clippy_of(context, simulate::LIKE_THE_WORKSPACE)?;
    }
    Ok(Outcome::Passed)
}

/// Runs tests with the features of the whole workspace: nothing is built that `cargo xtask test` would build again.
fn tests(context: &Context, scope: &Scope) -> Result<Outcome, Failure> {
    if scope.built.is_empty() {
        return Ok(Outcome::Skipped("no fast test is concerned"));
    }
    let nextest = ["nextest", "run", "--workspace", "--locked", "--no-fail-fast", "--profile", "check"];
    let nextest = Task::cargo(nextest).args(["--no-tests", "pass"]).args(&scope.built);
    nextest.args(["-E", &scope.filter()]).folder(&context.root).run()?;
    Ok(Outcome::Passed)
}

fn ui_test(context: &Context, changed: &[PathBuf]) -> Result<Outcome, Failure> {
    let mut tests = Vec::new();
    for path in files_below(&context.ui().join("src"))?.iter().filter(|path| scope::is_ui_test(path)) {
        tests.push((path.strip_prefix(&context.root).unwrap_or(path).to_owned(), read(path)?));
    }
    let mut near = scope::ui_tests(changed, &tests);
    if near.is_empty() {
        return Ok(Outcome::Skipped("no test is near the change"));
    }
    let left_out = near.len().saturating_sub(scope::UI_TESTS_MAX);
    near.truncate(scope::UI_TESTS_MAX);
    say::line(&format!(
        "  files of tests: {}; left out of those that import a changed file: {left_out}",
        near.len()
    ));
    let files = near.iter().filter_map(|path| path.strip_prefix("ui").ok());
    Task::npm(["run", "test", "--"]).args(files).folder(&context.ui()).run()?;
    Ok(Outcome::Passed)
}
