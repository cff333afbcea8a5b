//! The tests in a real window: the scenarios of `tests/e2e`, each with a virtual screen, a private message bus with a real
//! keychain, and a home folder of its own. The user's own desktop is not affected, and only the screenshots in
//! `target/screens` remain, with a page that shows them all.

use std::{
    fs::{self, File},
    panic::resume_unwind,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, SystemTime},
};

use tempfile::TempDir;

use super::gallery;
use crate::{
    context::{Context, Scenarios},
    process::{
        children,
        failure::Failure,
        say,
        screen::Screen,
        task::{self, Errors, Task},
    },
    setup::{self, ui},
    steps::Outcome,
};

/// How many scenarios run side by side. Each waits most of its time: for timers, for the service, for pictures.
const SIDE_BY_SIDE: usize = 2;
/// How many scenarios of one run may pass at their second attempt. A window under load does now and then what it does at
/// no other time; a scenario that is wrong fails twice. What failed first is printed at the end, also when all passed.
const SECOND_ATTEMPTS: usize = 2;
/// What Node prints of something that was compared and is wrong, such as who was paid. That has no second attempt.
const COMPARED: &str = "ERR_ASSERTION";
/// Tells a scenario that the pictures of its first attempt are to be kept.
const SECOND: (&str, &str) = ("PAYSHEET_E2E_SECOND", "1");
/// The last resort for one scenario. `harness.mjs` limits each one and reports its name; `SESSION` kills one that does not
/// end by that.
const LIMIT: Duration = Duration::from_secs(12 * 60);
const ENDING: &str = ".test.mjs";
/// The main path, for a run between two changes. The longest is first, so that the other worker runs the rest meanwhile.
const SMOKE: [&str; 5] = [
    "practise-from-sample-to-all-paid-and-find-it-after-restart",
    "connect-a-service-pay-restart-unlock-and-pay-again",
    "lose-the-answer-and-settle-it-by-hand",
    "find-the-balance-short-and-top-up-from-the-approval",
    "pay-by-keyboard-alone",
];
/// A variable in the environment of all programs that a run starts, so that they can be found at the end.
const MARKER: &str = "PAYSHEET_E2E_RUN";

/// Unlocks a keychain that belongs to this bus alone, then starts the scenarios.
const SESSION: &str = "\
    printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null && \
    exec node --test --test-concurrency=1 --test-timeout=660000 --test-reporter=spec \"$@\" 2>&1";

/// Settings with which WebKit behaves the same on every machine: no GPU, X11, no portals, and no accessibility bus, on
/// which only the scenario that listens to a window puts it. Its
/// DMA-BUF renderer stays on: without it, WebKitGTK 2.50 never responds to a request for a screenshot of the page.
const DESKTOP: [(&str, &str); 8] = [
    ("GDK_BACKEND", "x11"),
    ("GSETTINGS_BACKEND", "memory"),
    ("GTK_USE_PORTAL", "0"),
    ("LANG", "C.UTF-8"),
    ("LIBGL_ALWAYS_SOFTWARE", "1"),
    ("NO_AT_BRIDGE", "1"),
    ("TZ", "UTC"),
    ("WEBKIT_A11Y_BUS_ADDRESS", ""),
];

/// Runs the step of `cargo xtask test`.
pub fn step(context: &Context) -> Result<Outcome, Failure> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::Skipped("the window is driven on Linux"));
    }
    let scenarios = chosen(&context.scenarios(), &context.chosen_scenarios)?;
    ui::ensure_packages(&context.scenarios())?;
    setup::ensure_tool(context, &setup::DRIVER)?;
    ui::ensure_built(context)?;
    task::build_all(&context.root)?;
    run(context, &scenarios, &context.program("debug", "paysheet"), &[])?;
    Ok(Outcome::Passed)
}

/// Runs one scenario with another build of the application, which the environment configures.
pub fn run_one(
    context: &Context,
    pattern: &str,
    application: &Path,
    environment: &[(&str, &str)],
) -> Result<(), Failure> {
    let scenarios = matching(&context.scenarios(), pattern)?;
    ui::ensure_packages(&context.scenarios())?;
    setup::ensure_tool(context, &setup::DRIVER)?;
    run(context, &scenarios, application, environment)
}

fn chosen(folder: &Path, choice: &Scenarios) -> Result<Vec<PathBuf>, Failure> {
    match choice {
        Scenarios::All => matching(folder, ""),
        Scenarios::Matching(pattern) => matching(folder, pattern),
        Scenarios::Smoke => smoke(folder),
    }
}

/// Returns the scenario files of the main path. A missing one is a failure: one that was renamed would no longer run.
fn smoke(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let path_of = |name: &str| {
        let path = folder.join(format!("{name}{ENDING}"));
        if path.is_file() { Ok(path) } else { Err(no_scenario(folder, name)) }
    };
    SMOKE.into_iter().map(path_of).collect()
}

/// Returns the scenario files whose names contain `pattern`, in order. An empty result is a failure: tests that do not
/// run prove nothing.
fn matching(folder: &Path, pattern: &str) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(Failure::file(folder))? {
        let path = entry.map_err(Failure::file(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(ENDING) && name.contains(pattern) {
            found.push(path);
        }
    }
    found.sort();
    if found.is_empty() {
        return Err(no_scenario(folder, pattern));
    }
    Ok(found)
}

fn no_scenario(folder: &Path, pattern: &str) -> Failure {
    Failure::NoScenario { folder: folder.to_path_buf(), pattern: pattern.to_owned() }
}

fn run(
    context: &Context,
    scenarios: &[PathBuf],
    application: &Path,
    environment: &[(&str, &str)],
) -> Result<(), Failure> {
    let screens = context.target.join("screens");
    fs::create_dir_all(&screens).map_err(Failure::file(&screens))?;
    let started = SystemTime::now();
    let left = Mutex::new(scenarios.iter());
    // Who runs one scenario wants to see it fail.
    let second = AtomicUsize::new(if scenarios.len() > 1 { SECOND_ATTEMPTS } else { 0 });
    let again: Vec<_> = environment.iter().copied().chain([SECOND]).collect();
    let attempt = |scenario: &PathBuf, is_second: bool| {
        run_alone(context, scenario, application, if is_second { &again } else { environment })
    };
    let one_by_one = || {
        let mut ended = Vec::new();
        while let Some(scenario) = next(&left) {
            ended.push(twice_at_most(&second, |is_second| attempt(scenario, is_second)));
        }
        ended
    };
    let workers = SIDE_BY_SIDE.min(scenarios.len());
    let ended: Vec<Ended> = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(one_by_one)).collect();
        let ended =
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        ended.flatten().collect()
    });
    // Nobody failed, but not everything ran.
    let interrupted = children::interrupted().then(|| Ended::Failed(Failure::Interrupted.into()));
    // After a failure above all: its pictures come first.
    let written = gallery::write(&screens, started);
    say::line(&format!("the pictures: {}", screens.join(gallery::PAGE).display()));
    together(ended.into_iter().chain(interrupted)).and(written)
}

/// How a scenario ended.
#[derive(Debug)]
enum Ended {
    Passed,
    /// It passed at its second attempt; this is the first.
    PassedLate(Failed),
    Failed(Failed),
}

/// Makes a second attempt, if any are left to make, at what took too long or was not there. What was compared and is
/// wrong is not attempted again, nor what the user stopped.
fn twice_at_most(left: &AtomicUsize, attempt: impl Fn(bool) -> Result<(), Failed>) -> Ended {
    let Err(first) = attempt(false) else { return Ended::Passed };
    if children::interrupted() || first.printed.contains(COMPARED) {
        return Ended::Failed(first);
    }
    if left.try_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_err() {
        return Ended::Failed(first);
    }
    match attempt(true) {
        Ok(()) => Ended::PassedLate(first),
        Err(Failed { failure, printed }) => {
            Ended::Failed(Failed { failure, printed: first.printed + &printed })
        }
    }
}

/// Returns the next scenario, unless the user requested a stop.
fn next<'all>(left: &Mutex<impl Iterator<Item = &'all PathBuf>>) -> Option<&'all PathBuf> {
    if children::interrupted() {
        return None;
    }
    left.lock().unwrap_or_else(PoisonError::into_inner).next()
}

/// A scenario that failed, with what it printed.
#[derive(Debug)]
struct Failed {
    failure: Failure,
    printed: String,
}

impl From<Failure> for Failed {
    fn from(failure: Failure) -> Self {
        Self { failure, printed: String::new() }
    }
}

/// Shows what the failed attempts printed, names each, and returns the last failure. This comes after everything else: of
/// a long log often only the end is kept.
fn together(ended: impl Iterator<Item = Ended>) -> Result<(), Failure> {
    let (mut late, mut failures) = (Vec::new(), Vec::new());
    for one in ended {
        match one {
            Ended::Passed => {}
            Ended::PassedLate(first) => late.push(first),
            Ended::Failed(failed) => failures.push(failed),
        }
    }
    for failed in late.iter().chain(&failures) {
        say::line(&failed.printed);
    }
    for first in &late {
        say::line(&format!("  passed at the second attempt only; at the first, {}", first.failure));
    }
    for failed in &failures {
        say::line(&format!("  {}", failed.failure));
    }
    failures.pop().map_or(Ok(()), |failed| Err(failed.failure))
}

/// Runs one scenario in a session of its own. What it prints is shown when it has ended: two of them print at the same
/// time.
fn run_alone(
    context: &Context,
    scenario: &Path,
    application: &Path,
    environment: &[(&str, &str)],
) -> Result<(), Failed> {
    let scratch = Scratch::new()?;
    let screen = Screen::start(scratch.marker())?;
    let printed = scratch.path().join("printed");
    let name = scenario.file_name().unwrap_or_default().to_string_lossy();
    let mut session = private_session(&scratch, &screen);
    for (name, value) in environment {
        session = session.env(name, value);
    }
    session.command().stdout(File::create(&printed).map_err(Failure::file(&printed))?);
    let outcome = session
        .args(["sh", "-c", SESSION, "session"])
        .args([scenario])
        .env("PAYSHEET_E2E_APP", application)
        .env("PAYSHEET_E2E_DRIVER", context.tool(setup::DRIVER.name))
        .env("PAYSHEET_E2E_PRACTICE", context.program("debug", "paysheet-practice"))
        .env("PAYSHEET_E2E_SCRATCH", scratch.path())
        .env("PAYSHEET_E2E_SCREENS", context.target.join("screens"))
        .env(LAYERS.0, LAYERS.1)
        .folder(&context.root)
        .limit(LIMIT)
        .shown_as(name.trim_end_matches(ENDING))
        .run();
    // What the application and its web view print may be no text.
    let printed = String::from_utf8_lossy(&fs::read(&printed).unwrap_or_default()).into_owned();
    match outcome {
        Ok(()) => {
            say::line(&printed);
            Ok(())
        }
        Err(failure) => Err(Failed { failure, printed }),
    }
}

/// Turns layers on. Without layers, which is the application's setting on a computer without a GPU, `WebKitGTK` 2.50
/// never responds to a request for a screenshot of the page. A scenario that measures removes this setting.
const LAYERS: (&str, &str) = ("WEBKIT_DISABLE_COMPOSITING_MODE", "0");

/// Returns `dbus-run-session` with every folder of a desktop session set to the project's own; the caller adds the
/// program to run in it. The bus prints messages about every service that it starts, so standard error is dropped.
pub fn private_session(scratch: &Scratch, screen: &Screen) -> Task {
    let mut task = Task::new("dbus-run-session").args(["--"]).errors(Errors::Dropped);
    for (name, value) in DESKTOP {
        task = task.env(name, value);
    }
    for (name, folder) in Scratch::FOLDERS {
        task = task.env(name, scratch.path().join(folder));
    }
    task.env("DISPLAY", &screen.display).env(MARKER, &scratch.name).without("WAYLAND_DISPLAY")
}

/// A temporary home folder. When it is dropped, it is removed and every program that still carries its name is ended.
pub struct Scratch {
    folder: TempDir,
    name: String,
}

impl Scratch {
    const FOLDERS: [(&str, &str); 6] = [
        ("HOME", "home"),
        ("XDG_CACHE_HOME", "cache"),
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_RUNTIME_DIR", "run"),
        ("XDG_STATE_HOME", "state"),
    ];

    /// Makes the folder in the system's folder for temporary files, because the path of a socket must be short.
    pub fn new() -> Result<Self, Failure> {
        let folder = tempfile::Builder::new().prefix("paysheet-e2e-").tempdir();
        let folder = folder.map_err(Failure::file(std::env::temp_dir()))?;
        for (_, name) in Self::FOLDERS {
            let path = folder.path().join(name);
            fs::create_dir(&path).map_err(Failure::file(&path))?;
            only_for_the_owner(&path)?;
        }
        let name = folder.path().to_string_lossy().into_owned();
        Ok(Self { folder, name })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns name and value of the mark that every program started here carries.
    pub fn marker(&self) -> (&str, &str) {
        (MARKER, &self.name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        children::end_marked(&format!("{MARKER}={}", self.name));
    }
}

#[cfg(unix)]
fn only_for_the_owner(path: &Path) -> Result<(), Failure> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o700)).map_err(Failure::file(path))
}

#[cfg(not(unix))]
fn only_for_the_owner(_path: &Path) -> Result<(), Failure> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn scenarios_are_found_by_a_part_of_their_sentence() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["pay-and-restart.test.mjs", "connect.test.mjs", "harness.mjs", "package.json"] {
            fs::write(folder.path().join(name), []).unwrap();
        }
        let names = |pattern| {
            let found = matching(folder.path(), pattern).unwrap();
            found
                .iter()
                .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(names(""), ["connect.test.mjs", "pay-and-restart.test.mjs"]);
        assert_eq!(names("restart"), ["pay-and-restart.test.mjs"]);
        assert!(matches!(matching(folder.path(), "harness"), Err(Failure::NoScenario { .. })));
    }

    #[test]
    fn the_five_scenarios_of_the_main_path_exist() {
        let folder = Context::here().scenarios();
        let found = chosen(&folder, &Scenarios::Smoke).unwrap();
        let distinct: BTreeSet<_> = found.iter().collect();
        assert_eq!(distinct.len(), 5);
        let all = chosen(&folder, &Scenarios::All).unwrap();
        assert!(found.iter().all(|path| all.contains(path)), "a run of all includes them");
    }

    #[test]
    fn a_missing_scenario_of_the_main_path_is_a_failure() {
        let folder = tempfile::tempdir().unwrap();
        for name in &SMOKE[1..] {
            fs::write(folder.path().join(format!("{name}{ENDING}")), []).unwrap();
        }
        let failure = chosen(folder.path(), &Scenarios::Smoke).unwrap_err();
        assert!(matches!(failure, Failure::NoScenario { pattern, .. } if pattern == SMOKE[0]));
    }

    /// The attempts at one scenario after another: whether each passes.
    #[track_caller]
    fn ends(left: &AtomicUsize, attempts: &[bool]) -> Ended {
        let attempts = Mutex::new(attempts.iter().zip([false, true]));
        let ended = twice_at_most(left, |is_second| {
            let (passes, second) = attempts.lock().unwrap().next().expect("an attempt too many");
            assert_eq!(is_second, second);
            let printed = if second { "second" } else { "first " }.to_owned();
            if *passes { Ok(()) } else { Err(Failed { failure: Failure::Interrupted, printed }) }
        });
        assert_eq!(attempts.lock().unwrap().next(), None, "an attempt too few");
        ended
    }

    #[test]
    fn a_scenario_has_a_second_attempt_while_the_run_has_any_left() {
        let left = AtomicUsize::new(2);
        assert!(matches!(ends(&left, &[true]), Ended::Passed));
        assert!(matches!(ends(&left, &[false, true]), Ended::PassedLate(_)));
        let wrong = ends(&left, &[false, false]);
        assert!(matches!(wrong, Ended::Failed(both) if both.printed == "first second"), "both are shown");
        assert!(matches!(ends(&left, &[false]), Ended::Failed(_)), "none is left");
    }

    #[test]
    fn what_was_compared_and_is_wrong_has_no_second_attempt() {
        let left = AtomicUsize::new(2);
        let printed = "AssertionError [ERR_ASSERTION]: two of one reference were paid".to_owned();
        let ended = twice_at_most(&left, |is_second| {
            assert!(!is_second);
            Err(Failed { failure: Failure::Interrupted, printed: printed.clone() })
        });
        assert!(matches!(ended, Ended::Failed(_)));
        assert_eq!(left.into_inner(), 2);
    }

    #[test]
    fn a_run_fails_if_a_scenario_failed_and_not_if_one_passed_late() {
        let failed = || Failure::Interrupted.into();
        together([Ended::Passed, Ended::PassedLate(failed())].into_iter()).unwrap();
        together([Ended::Failed(failed()), Ended::Passed].into_iter()).unwrap_err();
    }
}
