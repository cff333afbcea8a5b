//! `cargo xtask test`: runs every gate of the project in sequence, cheap ones first. The workspace is built once with all
//! its targets, and the later steps run the programs in `target/debug`. Only the practice service and the simulator are
//! built again, each with other features.

use std::{num::NonZero, thread, time::Duration};

use clap::Args;

use crate::{
    checks::{architecture, e2e, lint, safe_files, simulate, systems, windows},
    context::{Context, Scenarios},
    process::{
        failure::Failure,
        say,
        task::{self, Task},
    },
    setup::{self, Purpose, ui},
    steps::{Outcome, Step, keep_only, run_all},
};

/// Longest fetch of the database of advisories, which has some megabytes.
const FETCH_LIMIT: Duration = Duration::from_secs(2 * 60);

#[derive(Args)]
pub struct Options {
    /// Run only this step (with what it needs)
    #[arg(long, value_name = "STEP")]
    only: Option<String>,
    /// Leave out the tests in a real window
    #[arg(long)]
    skip_e2e: bool,
    /// Name the steps and stop
    #[arg(long)]
    list: bool,
    /// End to end: run only the scenarios whose file name contains this
    #[arg(long, value_name = "TEXT")]
    scenario: Option<String>,
    /// Run only the five scenarios of the main path, end to end
    #[arg(long, conflicts_with_all = ["only", "scenario", "skip_e2e"])]
    smoke: bool,
    /// Windows: also run the scenarios that are left out for time
    #[arg(long)]
    slow: bool,
}

const SETUP: Step = Step { name: "setup", purpose: "what this machine lacks is installed", run: &set_up };
pub const ARCHITECTURE: Step = Step {
    name: "architecture",
    purpose: "arrows point down, Tauri stays in the shell",
    run: &architecture::check,
};
pub const UI_TEST: Step = Step { name: "ui-test", purpose: "the interface's units pass", run: &ui_test };
const UI_BUILD: Step = Step { name: "ui-build", purpose: "the interface builds", run: &ui_build };
const BUILD: Step = Step { name: "build", purpose: "everything builds, once", run: &build };
pub const TESTS: Step = Step { name: "tests", purpose: "every Rust test passes", run: &tests };
const DOCS: Step = Step { name: "docs", purpose: "the documentation builds without a warning", run: &docs };
const UNUSED: Step = Step { name: "unused", purpose: "every dependency is used", run: &unused };
const DENY: Step =
    Step { name: "deny", purpose: "licences, sources, banned crates and advisories are fine", run: &deny };
const E2E: Step = Step { name: "e2e", purpose: "the scenarios pass in a real window", run: &e2e::step };

fn steps() -> Vec<Step<'static>> {
    vec![
        SETUP,
        lint::FMT,
        ARCHITECTURE,
        lint::UI_TYPES,
        lint::UI_LINT,
        UI_TEST,
        UI_BUILD,
        lint::CLIPPY,
        UNUSED,
        BUILD,
        TESTS,
        safe_files::STEP,
        simulate::STEP,
        E2E,
        DOCS,
        DENY,
        systems::STEP,
    ]
}

/// Runs only if it is named: it takes 20 minutes, and Wine was once seen to refuse a program that it should start.
const ON_REQUEST: Step = windows::STEP;

pub fn run(context: &Context, options: Options) -> Result<(), Failure> {
    if options.list {
        steps()
            .iter()
            .chain([&ON_REQUEST])
            .for_each(|step| say::line(&format!("{:13} {}", step.name, step.purpose)));
        return Ok(());
    }
    let chosen = chosen(&options)?;
    let chosen_scenarios = match options.scenario {
        Some(text) => Scenarios::Matching(text),
        None if options.smoke => Scenarios::Smoke,
        None => Scenarios::All,
    };
    let context = Context {
        root: context.root.clone(),
        target: context.target.clone(),
        chosen_scenarios,
        slow: options.slow,
        started: context.started,
    };
    run_all(&chosen, &context)?;
    if options.only.is_none() {
        say::line(&format!("Not run: cargo xtask test --only {}: {}.", ON_REQUEST.name, ON_REQUEST.purpose));
    }
    Ok(())
}

fn chosen(options: &Options) -> Result<Vec<Step<'static>>, Failure> {
    let mut steps = steps();
    // All steps with fewer scenarios would look like a complete run.
    let only = options.only.as_deref().or(options.smoke.then_some(E2E.name));
    if let Some(only) = only {
        steps.push(ON_REQUEST);
        keep_only(&mut steps, only)?;
    }
    if options.skip_e2e {
        steps.retain(|step| step.name != E2E.name);
    }
    Ok(steps)
}

fn set_up(context: &Context) -> Result<Outcome, Failure> {
    setup::ensure_node(context)?;
    setup::ensure_system(Purpose::Tests)?;
    setup::systems::ensure()?;
    ui::ensure_packages(&context.ui())?;
    Ok(Outcome::Passed)
}

fn ui_test(context: &Context) -> Result<Outcome, Failure> {
    ui::script(context, &context.ui(), "test")?;
    Ok(Outcome::Passed)
}

fn ui_build(context: &Context) -> Result<Outcome, Failure> {
    ui::ensure_built(context)?;
    Ok(Outcome::Passed)
}

/// Builds the programs. Only the tests in a real window need them. On Windows this would also replace the program that
/// is running now, which Windows does not allow.
fn build(context: &Context) -> Result<Outcome, Failure> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::Skipped("the tests build what they need"));
    }
    task::build_all(&context.root)?;
    Ok(Outcome::Passed)
}

fn tests(context: &Context) -> Result<Outcome, Failure> {
    let cargo = |args: &[&str]| Task::cargo(args).folder(&context.root);
    if cargo(&["nextest", "--version"]).succeeds() {
        let threads = thread::available_parallelism().map_or(1, NonZero::get) + 1;
        // Many tests wait for a timer or the disk, so one more than there are processors runs.
        let run = cargo(&["nextest", "run", "--workspace", "--locked", "--no-fail-fast", "--test-threads"]);
        run.args([threads.to_string()]).run()?;
        cargo(&["test", "--workspace", "--locked", "--doc", "--quiet"]).run()?;
    } else {
        cargo(&["test", "--workspace", "--locked", "--no-fail-fast"]).run()?;
    }
    cargo(&["test", "--tests"]).args(lint::PRACTICE_AS_SHIPPED).run()?;
    Ok(Outcome::Passed)
}

fn docs(context: &Context) -> Result<Outcome, Failure> {
    if context.is_late() {
        return Ok(Outcome::Skipped("an hour is over: cargo xtask test --only docs"));
    }
    let doc = Task::cargo(["doc", "--workspace", "--no-deps", "--locked", "--document-private-items"]);
    doc.env("RUSTDOCFLAGS", "--deny warnings").folder(&context.root).run()?;
    Ok(Outcome::Passed)
}

fn unused(context: &Context) -> Result<Outcome, Failure> {
    setup::ensure_tool(context, &setup::MACHETE)?;
    // With this variable the tool expects to be called as a subcommand of cargo.
    Task::new(context.tool(setup::MACHETE.name)).without("CARGO").folder(&context.root).run()?;
    Ok(Outcome::Passed)
}

fn deny(context: &Context) -> Result<Outcome, Failure> {
    if context.is_late() {
        return Ok(Outcome::Skipped("an hour is over: cargo xtask test --only deny"));
    }
    setup::ensure_tool(context, &setup::DENY)?;
    let deny = |args: &[&str]| {
        let task = Task::new(context.tool(setup::DENY.name)).args(["--locked", "--workspace"]).args(args);
        task.folder(&context.root)
    };
    deny(&["check", "bans", "licenses", "sources"]).run()?;
    if deny(&["fetch", "db"]).limit(FETCH_LIMIT).run().is_err() {
        return Ok(Outcome::Skipped(
            "the advisories, because their database cannot be fetched; the rest is fine",
        ));
    }
    deny(&["check", "advisories"]).run()?;
    Ok(Outcome::Passed)
}

#[cfg(test)]
mod tests_of_the_row {
    use std::iter;

    use clap::{Parser, error::ErrorKind};

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn options(arguments: &[&str]) -> Result<Options, ErrorKind> {
        let line = Line::try_parse_from(iter::once("test").chain(arguments.iter().copied()));
        line.map(|line| line.options).map_err(|error| error.kind())
    }

    fn names(arguments: &[&str]) -> Result<Vec<&'static str>, Failure> {
        let steps = chosen(&options(arguments).unwrap())?;
        Ok(steps.iter().map(|step| step.name).collect())
    }

    #[test]
    fn cheap_steps_come_before_dear_ones_and_other_systems_are_last() {
        let all = names(&[]).unwrap();
        let place = |name| all.iter().position(|step| *step == name).unwrap();
        assert!(place("fmt") < place("clippy"));
        assert!(place("ui-build") < place("clippy"), "the application embeds the interface");
        assert!(place("tests") < place("e2e"));
        assert_eq!(all.last(), Some(&"systems"), "a late run leaves it out");
    }

    #[test]
    fn steps_can_be_chosen_by_name() {
        assert_eq!(names(&["--only", "clippy"]).unwrap(), ["clippy"]);
        assert_eq!(names(&["--only", "windows"]).unwrap(), ["windows"]);
        assert!(!names(&[]).unwrap().contains(&"windows"), "it runs on request");
        assert!(!names(&["--skip-e2e"]).unwrap().contains(&"e2e"));
        assert!(matches!(names(&["--only", "clipy"]), Err(Failure::NoSuchStep { .. })));
    }

    #[test]
    fn smoke_runs_the_step_of_the_scenarios_alone() {
        assert_eq!(names(&["--smoke"]).unwrap(), ["e2e"]);
        for line in [
            ["--smoke", "--scenario", "pay"].as_slice(),
            &["--smoke", "--only", "clippy"],
            &["--smoke", "--skip-e2e"],
        ] {
            assert_eq!(options(line).err(), Some(ErrorKind::ArgumentConflict), "{line:?}");
        }
    }
}
