//! Whether a payroll that is killed at any moment, and started again, still pays everybody once. The judge is the
//! practice service's own journal: what it received, not what Paysheet believes.

use std::{
    collections::HashMap,
    fs,
    io::{BufRead, BufReader, Write},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::{children::Group, context::Context, failure::Failure, say, task::Task};

const TOKEN_AND_LOCK: &[u8] = b"practice-token\npractice-lock\n";
/// The killed run lives this long at least and at most; a 5,000-row payroll takes about as long.
const LIFE_MS_MIN: u64 = 150;
const LIFE_MS_SPAN: u64 = 3_000;
/// Starts after the kill, until all is closed or only the user can go on.
const STARTS_MAX: u32 = 4;
const START_LIMIT: Duration = Duration::from_secs(120);

/// What became of one killed payroll.
#[derive(Default)]
struct Tally {
    twice: usize,
    never: usize,
    closed: u32,
    for_the_user: u32,
}

struct Programs {
    practice: PathBuf,
    payroll: PathBuf,
    sheet: PathBuf,
}

pub fn run(context: &Context, runs: u32, rows: u32) -> Result<(), Failure> {
    say::heading("Building the practice service and the payroll program");
    let packages = ["build", "--release", "--locked", "-p", "paysheet-practice", "-p", "paysheet-desk"];
    Task::cargo(packages).args(["--bins", "--examples"]).folder(&context.root).run()?;
    let folder = tempfile::tempdir().map_err(Failure::file("a temporary folder"))?;
    let programs = Programs {
        practice: context.program("release", "paysheet-practice"),
        payroll: context.program("release/examples", "payroll"),
        sheet: folder.path().join("payroll.xlsx"),
    };
    let workbook = Task::new(context.program("release/examples", "workbook"));
    workbook.args(["--rows", &rows.to_string(), "--out"]).args([&programs.sheet]).run()?;
    say::heading(&format!("Killing {runs} payrolls of {rows} people"));
    let mut all = Tally::default();
    for run in 0..runs {
        let one = folder.path().join(run.to_string());
        fs::create_dir(&one).map_err(Failure::file(&one))?;
        killed_once(&programs, &one, rows, life(run), &mut all)?;
    }
    say::heading(&format!(
        "references received twice: {}, never: {}; all closed: {}, left to the user: {}",
        all.twice, all.never, all.closed, all.for_the_user
    ));
    let figures = json!({
        "runs": runs, "rows": rows, "references_twice": all.twice, "references_never": all.never,
        "closed": all.closed, "left_to_the_user": all.for_the_user,
    });
    super::keep(context, "kills", figures)
}

/// How long run `run` lives: spread over the whole payroll, the same in every measurement.
fn life(run: u32) -> Duration {
    let spread = u64::from(run).wrapping_mul(2_654_435_761).rem_euclid(LIFE_MS_SPAN);
    Duration::from_millis(LIFE_MS_MIN.saturating_add(spread))
}

fn killed_once(
    programs: &Programs,
    folder: &Path,
    rows: u32,
    life: Duration,
    all: &mut Tally,
) -> Result<(), Failure> {
    let journal = folder.join("journal.jsonl");
    let callbacks = format!("http://127.0.0.1:{}/cb", free_port()?);
    let (service, base_url) = practice(programs, &journal, &callbacks)?;
    let mut first = payroll(programs, folder, &base_url, &callbacks)?;
    thread::sleep(life);
    // Not asked to stop: killed.
    first.child.kill().map_err(Failure::file(&programs.payroll))?;
    drop(first);
    let mut closed = false;
    for _ in 0..STARTS_MAX {
        let again = payroll(programs, folder, &base_url, &callbacks)?.wait(START_LIMIT)?;
        closed = again.is_some_and(|status| status.success());
        if closed {
            break;
        }
    }
    drop(service);
    let counts = received(&journal)?;
    let twice = counts.values().filter(|count| **count > 1).count();
    let never = usize::try_from(rows).unwrap_or(usize::MAX).saturating_sub(payouts(&counts));
    all.twice = all.twice.saturating_add(twice);
    if closed {
        all.closed = all.closed.saturating_add(1);
        all.never = all.never.saturating_add(never);
    } else {
        all.for_the_user = all.for_the_user.saturating_add(1);
    }
    let end = if closed { "all paid" } else { "left to the user" };
    say::line(&format!("  killed after {} ms: {end}, {twice} twice", life.as_millis()));
    Ok(())
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

fn payroll(programs: &Programs, folder: &Path, base_url: &str, callbacks: &str) -> Result<Group, Failure> {
    let mut command = Command::new(&programs.payroll);
    command.args(["--base-url", base_url, "--name", "November 2026", "--callbacks", callbacks, "--ledger"]);
    command.arg(folder.join("ledger.db")).arg("--keys").arg(folder.join("keys"));
    command.arg("--sheet").arg(&programs.sheet);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut payroll = Group::start(&mut command).map_err(Failure::file(&programs.payroll))?;
    if let Some(mut lines) = payroll.child.stdin.take() {
        lines.write_all(TOKEN_AND_LOCK).map_err(Failure::file(&programs.payroll))?;
    }
    Ok(payroll)
}

/// How often the service got each reference, batches' and payouts'.
fn received(journal: &Path) -> Result<HashMap<String, u32>, Failure> {
    let mut counts = HashMap::new();
    for line in fs::read_to_string(journal).map_err(Failure::file(journal))?.lines() {
        let entry: Value = serde_json::from_str(line)
            .map_err(|source| Failure::Answer { line: "the journal".into(), source })?;
        for reference in entry["references"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let count: &mut u32 = counts.entry(reference.to_owned()).or_default();
            *count = count.saturating_add(1);
        }
        if let Some(batch) = entry["references"].get(0).and_then(Value::as_str) {
            counts.entry(format!("batch {batch}")).or_insert(0);
        }
    }
    Ok(counts)
}

/// References that are payouts': the journal names a batch's own first.
fn payouts(counts: &HashMap<String, u32>) -> usize {
    let batches = counts.keys().filter(|name| name.starts_with("batch ")).count();
    counts.len().saturating_sub(batches.saturating_mul(2))
}

fn free_port() -> Result<u16, Failure> {
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    free.map(|address| address.port()).map_err(Failure::file("127.0.0.1:0"))
}
