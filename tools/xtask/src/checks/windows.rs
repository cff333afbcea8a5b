//! Builds everything below the shell for Windows and runs its tests under Wine, then pays the sample payroll there and here
//! and compares what people got.

use std::{fs, num::NonZero, path::Path, thread, time::Duration};

use serde_json::Value;

use crate::{
    context::Context,
    process::{failure::Failure, say, task::Task, wine::Wine},
    setup::systems::{self, WINDOWS},
    steps::{Outcome, Step},
};

pub const STEP: Step = Step {
    name: "windows",
    purpose: "what is below the window passes its tests under Wine, and pays the sample there as here",
    run: &check,
};

/// The shell needs a web view, and the tools run on the developer's computer.
const NOT_HERE: [&str; 6] =
    ["--exclude", "paysheet", "--exclude", "paysheet-xtask", "--exclude", "paysheet-simulator"];
/// A program that runs longer than the tests. It ends with the step.
const STAYS: &str = "ping -n 100000 127.0.0.1 >NUL";
/// Time in which Wine starts.
const START: Duration = Duration::from_secs(10);
/// Longest time of making Wine's folder, and of a payroll.
const LIMIT: Duration = Duration::from_secs(5 * 60);

/// Tests that pass on Windows as far as is known, but cannot under Wine 8, each with the reason. What Windows itself forbids
/// is ignored in the test's attribute.
const NOT_UNDER_WINE: [(&str, &[&str]); 2] = [
    (
        "Wine's sockets report a connection that was reset as one that ended",
        &[
            "connecting::any_connection_meets_a_fault_of_connecting",
            "connecting::faults_of_connecting_and_of_requests_take_turns",
            "tls::faults_happen_within_tls_too",
            "wire::a_caller_that_leaves_while_it_waits_has_sent_all_the_same",
            "wire::every_fault_is_what_it_is_called",
            "cards::every_way_the_wire_can_end_has_its_class_and_nothing_is_sent_twice",
            "reading::what_says_nothing_of_the_account_is_an_error",
            "retries::patience_has_an_end",
            "submission::every_way_the_wire_can_end_has_its_class",
        ],
    ),
    (
        "Wine has no store of certificates that can be extended",
        &["trust::an_authority_of_the_office_is_trusted_once_it_is_added"],
    ),
];
/// Tests that run on request, in nextest's expressions: scenarios, and tests of files that are the same on every system.
const ON_REQUEST: [(&str, &str); 2] = [
    (
        "the scenarios of paying, settling and faults",
        "package(paysheet-desk) & binary(/^(pay|settle|faults)$/)",
    ),
    (
        "every changed bit of a ledger",
        "package(/^paysheet-(ledger|page-checksum)$/) \
         & test(/^tests::(store::(bit_flips|damage)|flipped|logs|same_as_plain)::/)",
    ),
];

fn check(context: &Context) -> Result<Outcome, Failure> {
    if context.is_late() {
        return Ok(Outcome::Skipped("an hour is over: cargo xtask test --only windows"));
    }
    if let Some(reason) = systems::ensure_installers()? {
        return Ok(Outcome::Skipped(reason));
    }
    let wine = wine(context)?;
    // Wine ends soon after its last program, and fails one that starts at that moment: this program outlives the tests.
    let _running = wine.task("wine").args(["cmd", "/c", STAYS]).start()?;
    thread::sleep(START);
    run_tests(context, &wine)?;
    pay_sample(context, &wine)?;
    Ok(Outcome::Passed)
}

/// Makes Wine's folder, with the library that Wine lacks.
fn wine(context: &Context) -> Result<Wine, Failure> {
    let folder = systems::target(context);
    // Wine makes its own folder, and none above it.
    fs::create_dir_all(&folder).map_err(Failure::file(&folder))?;
    let wine = Wine::at(folder.join("wine"));
    wine.task("wine").args(["wineboot", "--init"]).limit(LIMIT).run()?;
    let library = wine.prefix().join("drive_c/windows/system32/bcryptprimitives.dll");
    let source = context.root.join("tools/xtask/src/checks/bcryptprimitives.c");
    let compiler = Task::new("x86_64-w64-mingw32-gcc").args(["-shared", "-o"]);
    compiler.args([library, source]).args(["-ladvapi32"]).run()?;
    Ok(wine)
}

fn run_tests(context: &Context, wine: &Wine) -> Result<(), Failure> {
    // Many tests wait for a timer or the disk, so one more than there are processors runs.
    let threads = thread::available_parallelism().map_or(1, NonZero::get) + 1;
    let tests = systems::cargo(context, &["nextest", "run", "--workspace", "--locked", "--no-fail-fast"])
        .args(NOT_HERE)
        .args(["--target", WINDOWS, "--test-threads", &threads.to_string()])
        .args(["--filterset", &filter(context.slow)])
        .env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", "wine")
        .env("INSTA_UPDATE", "no")
        .env("INSTA_WORKSPACE_ROOT", &context.root);
    wine.in_it(tests).run()?;
    for (reason, tests) in NOT_UNDER_WINE {
        say::line(&format!("  Left out, {}: {reason}.", tests.len()));
    }
    for (what, _) in ON_REQUEST.iter().filter(|_| !context.slow) {
        say::line(&format!("  Left out for time, without --slow: {what}."));
    }
    say::line(
        "  Ignored, because Windows forbids what they do: the attributes of the tests have the reasons.",
    );
    Ok(())
}

/// Returns nextest's expression for the tests that run.
fn filter(slow: bool) -> String {
    let one = |name: &&str| format!("test(={name})");
    let left_out = NOT_UNDER_WINE.iter().flat_map(|(_, tests)| tests.iter().map(one));
    let on_request = ON_REQUEST.iter().filter(|_| !slow).map(|(_, tests)| format!("({tests})"));
    format!("not ({})", left_out.chain(on_request).collect::<Vec<_>>().join(" | "))
}

/// Pays the sample payroll in practice under Wine and on this computer: everybody gets the same.
fn pay_sample(context: &Context, wine: &Wine) -> Result<(), Failure> {
    let folder = systems::target(context).join("sample");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(Failure::file(&folder))?;
    }
    let (there, here) = (folder.join("windows"), folder.join("here"));
    let program = systems::target(context).join(WINDOWS).join("debug/examples/practice_run.exe");
    let paying = wine.task("wine").args([&program]).args(["--folder"]).args([&there]);
    paying.limit(LIMIT).run()?;
    let example = |name: &str| Task::new(context.target.join("debug/examples").join(name));
    let built =
        ["build", "--locked", "--package", "paysheet-desk", "--package", "paysheet-sheet", "--examples"];
    Task::cargo(built).folder(&context.root).run()?;
    example("practice_run").args(["--folder"]).args([&here]).limit(LIMIT).run()?;
    let results = |folder: &Path| {
        let file = results_in(folder)?;
        let read = example("inspect").args(["--json"]).args([&file]).output()?;
        people(&read).ok_or(Failure::File { path: file, source: std::io::ErrorKind::InvalidData.into() })
    };
    let (there, here) = (results(&there)?, results(&here)?);
    if there != here {
        let differences = vec![format!("there {there}"), format!("here {here}")];
        return Err(Failure::Differs { from: "the results of this computer".into(), differences });
    }
    say::line("  The results of both are the same.");
    Ok(())
}

/// Returns the workbook of results in a folder.
fn results_in(folder: &Path) -> Result<std::path::PathBuf, Failure> {
    for entry in fs::read_dir(folder).map_err(Failure::file(folder))? {
        let path = entry.map_err(Failure::file(folder))?.path();
        if path.to_string_lossy().ends_with(" results.xlsx") {
            return Ok(path);
        }
    }
    Err(Failure::File { path: folder.to_path_buf(), source: std::io::ErrorKind::NotFound.into() })
}

/// Returns the people in what was read from a workbook of results. Their references are new in each run.
fn people(read: &str) -> Option<Value> {
    let mut read: Value = serde_json::from_str(read).ok()?;
    let rows = read.get_mut("rows")?;
    for row in rows.as_array_mut()?.iter_mut() {
        row.as_object_mut()?.remove("reference")?;
    }
    let rows = rows.take();
    (!rows.as_array()?.is_empty()).then_some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_for_time_runs_on_request() {
        assert!(filter(false).contains("binary(/^(pay|"));
        let slow = filter(true);
        assert!(!slow.contains("binary("));
        assert!(slow.starts_with("not (test(=connecting::any_connection_meets_a_fault_of_connecting) | "));
    }

    #[test]
    fn people_are_compared_without_their_references() {
        let one = people(r#"{"rows": [{"name": "A", "reference": "1"}]}"#);
        assert_eq!(one, people(r#"{"rows": [{"name": "A", "reference": "2"}]}"#));
        assert_ne!(one, people(r#"{"rows": [{"name": "B", "reference": "1"}]}"#));
        assert_eq!(people(r#"{"rows": []}"#), None, "a payroll of nobody shows nothing");
    }
}
