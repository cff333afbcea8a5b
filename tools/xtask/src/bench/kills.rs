//! Tests whether a payroll that is killed at any moment, and started again, still pays everybody once and claims
//! nothing false. The judge is the practice service's own journal: it shows what the service received, independent of
//! Paysheet.

use std::{
    fs::{self, OpenOptions},
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    num::NonZero,
    ops::Range,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU16, AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use self::judge::{Received, Verdict};
use crate::{
    context::Context,
    process::{children::Group, failure::Failure, say, task::Task},
};

mod judge;

const TOKEN_AND_LOCK: &[u8] = b"practice-token\npractice-lock\n";
/// Recipients in a batch: a payroll of 500 has five.
const BATCH_SIZE: &str = "100";
/// Latest kill, in hundredths of the duration of an undisturbed payroll.
const SPREAD_PERCENT: u32 = 110;
/// One of this many payrolls is killed once more.
const KILLED_AGAIN_EVERY: u32 = 4;
/// Most starts after the last kill, until all is closed or only the user can continue.
const STARTS_MAX: u32 = 3;
/// Seconds that the program waits for outcomes, which arrive at once here.
const WAIT_S: &str = "3";
const START_LIMIT: Duration = Duration::from_secs(120);
/// Below the ports that Linux, macOS and Windows assign to connections.
const CALLBACK_PORTS: Range<u16> = 20_000..30_000;
/// File with the program's standard error, in the folder of a run.
const LOG: &str = "payroll.log";
const PROGRESS_EVERY: u32 = 50;
const SEED: u64 = 0x5eed;

#[derive(Clone, Copy)]
pub struct Size {
    pub runs: u32,
    /// Number of people in each payroll.
    pub rows: u32,
}

struct Programs {
    practice: PathBuf,
    payroll: PathBuf,
    sheet: PathBuf,
    rows: usize,
}

pub fn run(context: &Context, Size { runs, rows }: Size) -> Result<(), Failure> {
    say::heading("Building the practice service and the payroll program");
    let packages = ["build", "--release", "--locked", "-p", "paysheet-practice", "-p", "paysheet-desk"];
    Task::cargo(packages).args(["--bins", "--examples"]).folder(&context.root).run()?;
    let folder = tempfile::tempdir().map_err(Failure::file("a temporary folder"))?;
    let programs = Programs {
        practice: context.program("release", "paysheet-practice"),
        payroll: context.program("release/examples", "payroll"),
        sheet: folder.path().join("payroll.xlsx"),
        rows: usize::try_from(rows).unwrap_or(usize::MAX),
    };
    let workbook = Task::new(context.program("release/examples", "workbook"));
    workbook.args(["--rows", &rows.to_string(), "--out"]).args([&programs.sheet]).run()?;
    let whole = undisturbed(&programs, &folder.path().join("undisturbed"))?;
    say::heading(&format!("Killing {runs} payrolls of {rows} people, each within {} ms", whole.as_millis()));
    let all = kill_all(&programs, folder.path(), runs, whole)?;
    say::heading(&format!("{runs} payrolls of {rows} people: {all}"));
    super::figures::keep(context, "kills", json!({ "runs": runs, "rows": rows, "verdict": all.figures() }))?;
    if all.is_clean() { Ok(()) } else { Err(Failure::Kills(all.to_string())) }
}

/// Measures how long an undisturbed payroll takes.
fn undisturbed(programs: &Programs, folder: &Path) -> Result<Duration, Failure> {
    let fixture = Fixture::open(programs, folder)?;
    let started = Instant::now();
    let (status, _) = fixture.run_to_the_end()?;
    if status == Some(0) {
        Ok(started.elapsed())
    } else {
        Err(Failure::Kills("nothing is paid at all".into()))
    }
}

/// Runs as many payrolls at the same time as there are cores.
fn kill_all(programs: &Programs, folder: &Path, runs: u32, whole: Duration) -> Result<Verdict, Failure> {
    let (next, all) = (AtomicU32::new(0), Mutex::new(Verdict::default()));
    let some = || -> Result<(), Failure> {
        loop {
            let run = next.fetch_add(1, Ordering::Relaxed);
            if run >= runs {
                return Ok(());
            }
            let one = killed_once(programs, &folder.join(run.to_string()), run, whole)?;
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            all.add(one);
            if all.runs().is_multiple_of(PROGRESS_EVERY) {
                say::line(&format!("  {} killed: {all}", all.runs()));
            }
        }
    };
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(some)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect::<Result<(), _>>()
    })?;
    Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Kills a payroll at a random moment, the same in every measurement, and starts it until all is closed or only the
/// user can continue.
fn killed_once(programs: &Programs, folder: &Path, run: u32, whole: Duration) -> Result<Verdict, Failure> {
    let mut random = fastrand::Rng::with_seed(SEED.wrapping_add(run.into()));
    let fixture = Fixture::open(programs, folder)?;
    let spread = whole * SPREAD_PERCENT / 100;
    fixture.kill_after(moment(&mut random, spread))?;
    if run.is_multiple_of(KILLED_AGAIN_EVERY) {
        fixture.kill_after(moment(&mut random, spread))?;
    }
    let (mut status, mut printed) = (None, String::new());
    for _ in 0..STARTS_MAX {
        (status, printed) = fixture.run_to_the_end()?;
        if status == Some(0) {
            break;
        }
    }
    let received = Received::read(&fixture.journal)?;
    let verdict = Verdict::of(status, &printed, &received, programs.rows);
    if !verdict.is_clean() {
        let log = fs::read_to_string(folder.join(LOG)).unwrap_or_default();
        say::line(&format!("  run {run}: status {status:?}, {verdict}\n{printed}{log}"));
    }
    drop(fixture);
    fs::remove_dir_all(folder).map_err(Failure::file(folder))?;
    Ok(verdict)
}

/// Returns a random moment of `whole`, to the microsecond.
fn moment(random: &mut fastrand::Rng, whole: Duration) -> Duration {
    let micros = u64::try_from(whole.as_micros()).unwrap_or(u64::MAX);
    Duration::from_micros(random.u64(..=micros))
}

/// A folder with a ledger and its keys, and a practice service of its own.
struct Fixture<'a> {
    programs: &'a Programs,
    folder: &'a Path,
    journal: PathBuf,
    callbacks: String,
    base_url: String,
    _service: Group,
}

impl<'a> Fixture<'a> {
    fn open(programs: &'a Programs, folder: &'a Path) -> Result<Self, Failure> {
        fs::create_dir(folder).map_err(Failure::file(folder))?;
        let journal = folder.join("journal.jsonl");
        let callbacks = format!("http://127.0.0.1:{}/cb", free_port()?);
        let (service, base_url) = practice(programs, &journal, &callbacks)?;
        Ok(Self { programs, folder, journal, callbacks, base_url, _service: service })
    }

    fn start(&self) -> Result<Group, Failure> {
        let mut command = Command::new(&self.programs.payroll);
        command.args(["--base-url", &self.base_url, "--name", "November 2026", "--batch-size", BATCH_SIZE]);
        command.args(["--callbacks", &self.callbacks, "--wait-s", WAIT_S]);
        command.arg("--ledger").arg(self.folder.join("ledger.db"));
        command.arg("--keys").arg(self.folder.join("keys")).arg("--sheet").arg(&self.programs.sheet);
        let log = self.folder.join(LOG);
        let log = OpenOptions::new().create(true).append(true).open(&log).map_err(Failure::file(&log))?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log);
        let failed = || Failure::file(&self.programs.payroll);
        let mut payroll = Group::start(&mut command).map_err(failed())?;
        if let Some(mut lines) = payroll.child.stdin.take() {
            lines.write_all(TOKEN_AND_LOCK).map_err(failed())?;
        }
        Ok(payroll)
    }

    /// Kills the program without a request to stop.
    fn kill_after(&self, life: Duration) -> Result<(), Failure> {
        let mut payroll = self.start()?;
        thread::sleep(life);
        payroll.child.kill().map_err(Failure::file(&self.programs.payroll))
    }

    /// Runs the program to its end. Returns its exit status, and its output.
    fn run_to_the_end(&self) -> Result<(Option<i32>, String), Failure> {
        let mut payroll = self.start()?;
        let out = payroll.child.stdout.take();
        let reader = thread::spawn(move || {
            let mut printed = String::new();
            out.map_or(Ok(0), |mut out| out.read_to_string(&mut printed)).map(|_| printed)
        });
        let status = payroll.wait(START_LIMIT)?;
        drop(payroll);
        let printed = reader.join().ok().and_then(Result::ok).unwrap_or_default();
        Ok((status.and_then(|status| status.code()), printed))
    }
}

fn practice(programs: &Programs, journal: &Path, callbacks: &str) -> Result<(Group, String), Failure> {
    let mut command = Command::new(&programs.practice);
    command.args(["--listen", "127.0.0.1:0", "--token", "practice-token", "--lock", "practice-lock"]);
    command.args(["--pace-ms", "0", "--callback-url", callbacks, "--journal"]).arg(journal);
    let mut service =
        Group::start(command.stdout(Stdio::piped())).map_err(Failure::file(&programs.practice))?;
    let mut said = String::new();
    if let Some(out) = service.child.stdout.take() {
        BufReader::new(out).read_line(&mut said).map_err(Failure::file(&programs.practice))?;
    }
    let base_url = said.trim().trim_start_matches("listening on ").to_owned();
    Ok((service, base_url))
}

/// Returns a free port for callbacks. It is not one of those that the system assigns to connections: each payroll has
/// hundreds of these, and one of them may use the port before the program listens again.
fn free_port() -> Result<u16, Failure> {
    static TAKEN: AtomicU16 = AtomicU16::new(0);
    let ports = CALLBACK_PORTS.end - CALLBACK_PORTS.start;
    for _ in 0..ports {
        let port = CALLBACK_PORTS.start + TAKEN.fetch_add(1, Ordering::Relaxed) % ports;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return Ok(port);
        }
    }
    Err(Failure::Kills("no port is free".into()))
}
