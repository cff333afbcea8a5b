//! Measures reading: `inspect` (reading process and checks included) beside the minimal read of the same file and
//! beside common spreadsheet readers, if they are installed. Whole processes are measured, in turn. The memory of both
//! processes of `inspect` is measured in a separate run, since the measurement takes time.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Map, Value, json};

use super::startup::{median, millis, ratio};
use crate::{
    context::Context,
    process::{children::Group, failure::Failure, say, task::Task},
};

/// A read of a payroll takes a second or two.
const LIMIT: Duration = Duration::from_secs(60);
/// Interval between two measurements of a running program's memory.
const LOOK: Duration = Duration::from_millis(1);
/// Runs that fill caches and are not counted.
const WARM_UPS: usize = 1;
/// The files that `bench_files` writes, and the two binary workbook formats, which no writer of the project makes; the
/// older one has at most 65,536 rows. The registers have many columns: 16 sheets of 208 columns and 320 rows, one sheet of
/// 200 columns and 20 rows, and a text of 97 columns. No country is told.
const FILES: [&str; 8] = [
    "payroll.xlsx",
    "payroll.csv",
    "payroll.ods",
    "payroll.xlsb",
    "payroll.xls",
    "register.xlsx",
    "wide.xlsx",
    "wide.csv",
];

/// A common spreadsheet reader, as a program in an interpreted language.
struct Other {
    name: &'static str,
    interpreter: &'static str,
    /// Succeeds if the reader is installed.
    probe: [&'static str; 2],
    /// Reads the file that is its last argument.
    read: [&'static str; 2],
}

const OTHERS: [Other; 2] = [
    Other {
        name: "pandas",
        interpreter: "python3",
        probe: ["-c", "import pandas, python_calamine"],
        read: [
            "-c",
            "import sys, pandas\npath = sys.argv[1]\n\
             pandas.read_csv(path) if path.endswith('.csv') else pandas.read_excel(path, engine='calamine')",
        ],
    },
    Other {
        name: "SheetJS",
        interpreter: "node",
        probe: ["-e", "require('xlsx')"],
        read: ["-e", "require('xlsx').readFile(process.argv[1])"],
    },
];

/// The binary formats by SheetJS's names, with the number of rows that is written, 0 for all.
const BINARY: [(&str, &str, &str); 2] = [("payroll.xls", "biff8", "65000"), ("payroll.xlsb", "xlsb", "0")];

/// Writes the first rows of a .csv in a binary format, with SheetJS.
const WRITE_BINARY: [&str; 2] = [
    "-e",
    "const X = require('xlsx'), [from, to, bookType, rows] = process.argv.slice(1); \
     X.writeFile(X.readFile(from, { raw: true, sheetRows: Number(rows) }), to, { bookType })",
];

pub fn run(context: &Context, runs: usize, rows: u32) -> Result<(), Failure> {
    say::heading("Building inspect and the bare reader for release");
    let build = ["build", "--release", "--locked", "-p", "paysheet-sheet", "--examples"];
    Task::cargo(build).folder(&context.root).run()?;
    let folder = context.target.join("bench");
    let files = Task::new(context.program("release/examples", "bench_files"));
    files.args(["--rows", &rows.to_string(), "--out"]).args([&folder]).run()?;
    let programs = Programs {
        bare: context.program("release/examples", "bare_read"),
        inspect: context.program("release/examples", "inspect"),
        others: OTHERS.into_iter().filter(is_installed).collect(),
    };
    write_binary(&programs, &folder);
    say::heading(&format!("Measuring {rows} rows, {runs} runs of each, in turn"));
    let mut figures = Map::new();
    for name in FILES {
        let file = folder.join(name);
        if file.exists() {
            figures.insert(name.to_owned(), programs.measure(&file, name, runs)?);
        }
    }
    super::figures::keep(context, "sheets", json!({ "rows": rows, "runs": runs, "files": figures }))
}

struct Programs {
    bare: PathBuf,
    inspect: PathBuf,
    others: Vec<Other>,
}

impl Programs {
    fn measure(&self, file: &Path, name: &str, runs: usize) -> Result<Value, Failure> {
        let (mut bare_us, mut ours_us) = (Vec::new(), Vec::new());
        let mut others_us: Vec<Vec<u128>> = self.others.iter().map(|_| Vec::new()).collect();
        for run in 0..runs.saturating_add(WARM_UPS) {
            let (one, other) = (timed(command(&self.bare, file))?, timed(command(&self.inspect, file))?);
            if run >= WARM_UPS {
                bare_us.push(one);
                ours_us.push(other);
            }
        }
        // These run afterwards: memory that they leave in use would slow down the next reader.
        for run in 0..runs.saturating_add(WARM_UPS) {
            for (other, all) in self.others.iter().zip(&mut others_us) {
                let took = timed(reading(other, file))?;
                if run >= WARM_UPS {
                    all.push(took);
                }
            }
        }
        let (one, other) = (median(&mut bare_us), median(&mut ours_us));
        let held_kib = memory_kib(&self.inspect, file)?;
        let times = ratio(other, one);
        say::line(&format!(
            "  {name}: bare {} ms, inspect {} ms: {times} times, {} ms after it; {} MiB held",
            millis(one),
            millis(other),
            millis(other.saturating_sub(one)),
            held_kib.div_euclid(1024)
        ));
        let mut figure = json!({
            "bare_median_us": one.to_string(), "inspect_median_us": other.to_string(), "ratio": times,
            "inspect_peak_kib": held_kib,
        });
        for (other, mut took_us) in self.others.iter().zip(others_us) {
            let took = median(&mut took_us);
            say::line(&format!("    {} {} ms", other.name, millis(took)));
            if let Some(figure) = figure.as_object_mut() {
                figure.insert(format!("{}_median_us", other.name), json!(took.to_string()));
            }
        }
        Ok(figure)
    }
}

fn is_installed(other: &Other) -> bool {
    let mut probe = Command::new(other.interpreter);
    probe.args(other.probe).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    probe.status().is_ok_and(|status| status.success())
}

/// Writes the binary workbooks if SheetJS is installed; otherwise the files of an earlier run stay.
fn write_binary(programs: &Programs, folder: &Path) {
    let Some(writer) = programs.others.iter().find(|other| other.name == "SheetJS") else { return };
    for (name, kind, rows) in BINARY {
        let to = folder.join(name);
        if !to.exists() {
            let mut write = Command::new(writer.interpreter);
            write.args(WRITE_BINARY).arg(folder.join("payroll.csv")).arg(to).args([kind, rows]);
            // Without it the table has one row less.
            let _not_written = write.status();
        }
    }
}

fn reading(other: &Other, file: &Path) -> Command {
    let mut command = Command::new(other.interpreter);
    command.args(other.read).arg(file).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

fn command(program: &Path, file: &Path) -> Command {
    let mut command = Command::new(program);
    command.arg(file).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// Returns the microseconds from start to end.
fn timed(mut command: Command) -> Result<u128, Failure> {
    let program = PathBuf::from(command.get_program());
    let started = Instant::now();
    let status = command.status().map_err(Failure::file(&program))?;
    let took = started.elapsed().as_micros();
    if status.success() {
        return Ok(took);
    }
    Err(Failure::Ended { line: program.display().to_string(), status: status.to_string() })
}

/// Returns the highest memory of a program and the processes that it started, in KiB.
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

/// Returns the current memory of a process in KiB; 0 after its end.
fn held_kib(process: &Path) -> u64 {
    let status = fs::read_to_string(process.join("status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse().ok()).unwrap_or(0)
}
