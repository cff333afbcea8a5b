//! Reading: `inspect` (reading process and checks included) beside the barest read of the same file, whole
//! processes, in turn; and the memory that both processes of `inspect` hold together, in a run of its own, since
//! looking on takes time.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Map, json};

use super::startup::{median, millis, ratio};
use crate::{children::Group, context::Context, failure::Failure, say, task::Task};

/// A read of a payroll takes a second or two.
const LIMIT: Duration = Duration::from_secs(60);
/// Between two looks at the memory of a running program.
const LOOK: Duration = Duration::from_millis(1);
/// Runs that fill caches and are not counted.
const WARM_UPS: usize = 1;
/// What `bench_files` writes; an older workbook holds 65,536 rows and no writer of ours makes one.
const FORMATS: [&str; 3] = ["xlsx", "csv", "ods"];

pub fn run(context: &Context, runs: usize, rows: u32) -> Result<(), Failure> {
    say::heading("Building inspect and the bare reader for release");
    let build = ["build", "--release", "--locked", "-p", "paysheet-sheet", "--examples"];
    Task::cargo(build).folder(&context.root).run()?;
    let folder = context.target.join("bench");
    let files = Task::new(context.program("release/examples", "bench_files"));
    files.args(["--rows", &rows.to_string(), "--out"]).args([&folder]).run()?;
    let bare = context.program("release/examples", "bare_read");
    let inspect = context.program("release/examples", "inspect");
    say::heading(&format!("Measuring {rows} rows, {runs} runs of each, in turn"));
    let mut figures = Map::new();
    for format in FORMATS {
        let file = folder.join("payroll").with_extension(format);
        let (mut bare_us, mut ours_us) = (Vec::new(), Vec::new());
        for run in 0..runs.saturating_add(WARM_UPS) {
            let (one, other) = (timed(&bare, &file)?, timed(&inspect, &file)?);
            if run >= WARM_UPS {
                bare_us.push(one);
                ours_us.push(other);
            }
        }
        let (one, other) = (median(&mut bare_us), median(&mut ours_us));
        let held_kib = memory_kib(&inspect, &file)?;
        let times = ratio(other, one);
        say::line(&format!(
            "  {format}: bare {} ms, inspect {} ms: {times} times; {} MiB held",
            millis(one),
            millis(other),
            held_kib.div_euclid(1024)
        ));
        let figure = json!({
            "bare_median_us": one.to_string(), "inspect_median_us": other.to_string(), "ratio": times,
            "inspect_peak_kib": held_kib,
        });
        figures.insert(format.to_owned(), figure);
    }
    super::keep(context, "sheets", json!({ "rows": rows, "runs": runs, "formats": figures }))
}

fn command(program: &Path, file: &Path) -> Command {
    let mut command = Command::new(program);
    command.arg(file).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// Microseconds from start to end.
fn timed(program: &Path, file: &Path) -> Result<u128, Failure> {
    let started = Instant::now();
    let status = command(program, file).status().map_err(Failure::file(program))?;
    let took = started.elapsed().as_micros();
    if status.success() {
        return Ok(took);
    }
    Err(Failure::Ended { line: program.display().to_string(), status: status.to_string() })
}

/// The most that a program and what it started hold together, in KiB.
fn memory_kib(program: &Path, file: &Path) -> Result<u64, Failure> {
    let mut group = Group::start(&mut command(program, file)).map_err(Failure::file(program))?;
    let own = PathBuf::from("/proc").join(group.child.id().to_string());
    let started = Instant::now();
    let mut most = 0;
    while started.elapsed() < LIMIT && matches!(group.child.try_wait(), Ok(None)) {
        let children =
            fs::read_to_string(own.join("task").join(group.child.id().to_string()).join("children"));
        // The reading process is started from the main thread.
        let children = children.unwrap_or_default();
        let others = children.split_whitespace().map(|id| held_kib(&Path::new("/proc").join(id)));
        most = most.max(held_kib(&own).saturating_add(others.sum()));
        thread::sleep(LOOK);
    }
    Ok(most)
}

/// What a process holds now; 0 once it is gone.
fn held_kib(process: &Path) -> u64 {
    let status = fs::read_to_string(process.join("status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse().ok()).unwrap_or(0)
}
