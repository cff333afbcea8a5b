//! Measures start-up: the time from starting the program until its first screen is usable, beside an empty Tauri window
//! built in the same way. Both report it themselves: they write the file that `PAYSHEET_STARTUP_MARK` names.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::{
    checks::e2e::{self, Scratch},
    context::Context,
    process::{children, failure::Failure, say, screen::Screen, task::Task},
    setup::{self, Purpose, ui},
};

const MARK: &str = "PAYSHEET_STARTUP_MARK";
const READY: Duration = Duration::from_secs(30);
const POLL: Duration = Duration::from_millis(2);
/// Runs that fill caches and are not counted.
const WARM_UPS: usize = 2;

pub fn run(context: &Context, runs: usize) -> Result<(), Failure> {
    setup::ensure_system(Purpose::Tests)?;
    say::heading("Building both windows for release");
    let empty_window = build(context)?;
    let paysheet = context.program("release", "paysheet");
    // One cache for all runs: a user starts the desk with the font and shader caches of the day before.
    let cache = tempfile::tempdir().map_err(Failure::file("a temporary folder"))?;
    let mut empty_us = Vec::new();
    let mut paysheet_us = Vec::new();
    say::heading(&format!("Measuring, {runs} runs of each, in turn"));
    for run in 0..runs.saturating_add(WARM_UPS) {
        let empty = once(&empty_window, cache.path())?;
        let ours = once(&paysheet, cache.path())?;
        let counted = run >= WARM_UPS;
        let remark = if counted { "" } else { "  (warm-up, not counted)" };
        say::line(&format!("  empty {} ms, Paysheet {} ms{remark}", millis(empty), millis(ours)));
        if counted {
            empty_us.push(empty);
            paysheet_us.push(ours);
        }
    }
    report(context, &mut empty_us, &mut paysheet_us)
}

/// Builds Paysheet and the empty window, and returns the path of the latter.
fn build(context: &Context) -> Result<PathBuf, Failure> {
    ui::ensure_built(context)?;
    let ours = ["build", "--release", "--locked", "--package", "paysheet", "--bin", "paysheet"];
    Task::cargo(ours).folder(&context.root).run()?;
    let target = context.target.join("empty-window");
    let empty = Task::cargo(["build", "--release", "--locked"]).env("CARGO_TARGET_DIR", &target);
    empty.folder(&context.empty_window()).run()?;
    Ok(target.join("release/paysheet-empty-window"))
}

/// Starts `program` in a session, on a screen and in a home folder of its own, and returns the microseconds until it
/// reports that it is usable.
fn once(program: &Path, cache: &Path) -> Result<u128, Failure> {
    let scratch = Scratch::new()?;
    let screen = Screen::start(scratch.marker())?;
    let mark = scratch.path().join("usable");
    let started_mark = scratch.path().join("started");
    // The clock starts when the session is ready: the shell writes the mark and is replaced by the program.
    let script = r#": > "$1" && exec "$2""#;
    let session = e2e::private_session(&scratch, &screen).args(["sh", "-c", script, "session"]);
    let mut session = session.args([&started_mark, &program.to_path_buf()]).env(MARK, &mark);
    session = session.env("XDG_CACHE_HOME", cache);
    session.command().stdout(Stdio::null()).stderr(Stdio::null());
    let _session = session.start()?;
    wait_for(&started_mark, program)?;
    let started = Instant::now();
    wait_for(&mark, program)?;
    Ok(started.elapsed().as_micros())
}

fn wait_for(file: &Path, program: &Path) -> Result<(), Failure> {
    let started = Instant::now();
    while !file.exists() {
        if children::interrupted() {
            return Err(Failure::Interrupted);
        }
        if started.elapsed() > READY {
            return Err(Failure::NotReady {
                program: program.display().to_string(),
                limit_s: READY.as_secs(),
            });
        }
        thread::sleep(POLL);
    }
    Ok(())
}

fn report(context: &Context, empty_us: &mut [u128], paysheet_us: &mut [u128]) -> Result<(), Failure> {
    let (empty, ours) = (median(empty_us), median(paysheet_us));
    let ratio = ratio(ours, empty);
    say::heading(&format!("empty window {} ms, Paysheet {} ms: {ratio} times", millis(empty), millis(ours)));
    let figures = json!({
        "runs": empty_us.len(),
        "empty_us": empty_us.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "paysheet_us": paysheet_us.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "empty_median_us": empty.to_string(),
        "paysheet_median_us": ours.to_string(),
        "ratio": ratio,
    });
    super::figures::keep(context, "startup", figures)
}

/// Returns the middle value, or the lower of the two middle values if their number is even.
pub(super) fn median(times_us: &mut [u128]) -> u128 {
    times_us.sort_unstable();
    let middle = times_us.len().saturating_sub(1).div_euclid(2);
    times_us.get(middle).copied().unwrap_or_default()
}

pub(super) fn millis(time_us: u128) -> u128 {
    time_us.div_euclid(1000)
}

/// Returns `ours / empty` with two decimals, rounded down.
pub(super) fn ratio(ours: u128, empty: u128) -> String {
    let hundredths = ours.saturating_mul(100).checked_div(empty).unwrap_or_default();
    format!("{}.{:02}", hundredths.div_euclid(100), hundredths.rem_euclid(100))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_is_that_of_the_middle_runs() {
        assert_eq!(median(&mut [9, 1, 5]), 5);
        assert_eq!(median(&mut [4, 1, 3, 2]), 2);
        assert_eq!(median(&mut []), 0);
        for (ours, empty, expect) in
            [(630, 490, "1.28"), (500, 500, "1.00"), (1007, 100, "10.07"), (1, 0, "0.00")]
        {
            assert_eq!(ratio(ours, empty), expect);
        }
    }
}
