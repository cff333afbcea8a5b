//! Measures the whole job: a payroll of very many people from its file until all are settled, against the practice service as
//! a program of its own on the same processors, which reports each payout once. Prints one JSON object; fails unless
//! every outcome is the one that was reported.

#[expect(dead_code, reason = "shared with the programs that pay")]
mod headless;
#[expect(dead_code, reason = "each measurement needs a part of it")]
mod measuring;

use std::{
    fs,
    io::{self, BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use clap::Parser;
use measuring::{Account, Failure, ms};
use paysheet_desk::Desk;
use paysheet_domain::PayoutState;
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// As in the application.
#[global_allocator]
static ALLOCATOR: zeroizing_alloc::ZeroAlloc<mimalloc::MiMalloc> =
    zeroizing_alloc::ZeroAlloc(mimalloc::MiMalloc);

#[derive(Parser)]
struct Arguments {
    #[arg(long, default_value_t = 100_000)]
    people: u32,
    /// Where ledger and workbook are made.
    #[arg(long, default_value = ".")]
    folder: PathBuf,
    /// Be the service: print how it is reached, read where to report, and serve until standard input ends.
    #[arg(long, hide = true)]
    service: bool,
}

/// Ticks of a second in which Linux counts processor time.
const TICKS_PER_S: u64 = 100;

/// How the service is reached. Its token and lock were made up by it.
#[derive(Serialize, Deserialize)]
struct Reached {
    base_url: String,
    token: String,
    lock: String,
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    if paysheet_desk::serve_if_asked().is_some() {
        return Ok(());
    }
    let arguments = Arguments::parse();
    if arguments.service { serve().await } else { measure(&arguments).await }
}

async fn serve() -> Result<(), Failure> {
    let practice = measuring::practice().await?;
    let reached = Reached {
        base_url: practice.base_url(),
        token: practice.token().expose_secret().to_owned(),
        lock: practice.lock().expose_secret().to_owned(),
    };
    writeln!(io::stdout(), "{}", serde_json::to_string(&reached)?)?;
    let mut address = String::new();
    io::stdin().read_line(&mut address)?;
    practice.set_callback_url(Some(address.trim().to_owned()));
    // Reading blocks a thread, not the ones that serve.
    tokio::task::spawn_blocking(|| io::stdin().read_line(&mut String::new())).await??;
    writeln!(io::stdout(), "{}", processor_ms()?)?;
    practice.stop().await;
    Ok(())
}

async fn measure(Arguments { people, folder, .. }: &Arguments) -> Result<(), Failure> {
    let sheet = folder.join("people.csv");
    measuring::write_sheet(&sheet, 0..*people, measuring::plain_name)?;
    let mut service = Service::start()?;
    let reached: Reached = serde_json::from_str(&service.line()?)?;
    let account = Account {
        base_url: reached.base_url,
        token: SecretString::from(reached.token),
        lock: SecretString::from(reached.lock),
    };
    let desk = measuring::open(folder, &account, "whole_job").await?;
    let heard_at = desk.listen("http://127.0.0.1:0/heard").await?.ok_or("nobody listens")?;
    service.tell(&heard_at)?;

    let (before_ms, began) = (processor_ms()?, Instant::now());
    let id = measuring::read(&desk, &sheet).await?;
    let read_ms = ms(began);
    measuring::approve(&desk, id, Some(measuring::review_input(("November 2026", "2026-11")))).await?;
    let approved_ms = ms(began);
    desk.send(id).await?;
    let sent_ms = ms(began);
    until_settled(&desk, id, Expected::of(&sheet)?).await?;
    let settled_ms = ms(began);
    let desk_ms = processor_ms()? - before_ms;
    let service_ms: u64 = service.end()?.parse()?;

    let figures = json!({
        "people": people, "read_ms": read_ms, "approved_ms": approved_ms, "sent_ms": sent_ms,
        "settled_ms": settled_ms, "desk_processor_ms": desk_ms, "service_processor_ms": service_ms,
        "percent_of_the_service": desk_ms * 100 / service_ms.max(1), "peak_memory_mib": peak_kib()? / 1024,
        "ledger_mib": size_mib(folder)?,
    });
    writeln!(io::stdout(), "{figures}")?;
    desk.close().await;
    Ok(())
}

/// Waits until the outcome of everybody is known, and checks it.
async fn until_settled(desk: &Desk, id: u32, expected: Expected) -> Result<(), Failure> {
    let mut events = desk.events();
    loop {
        let track = desk.payroll(id).await?;
        let known = |state| {
            let totals = track.outcomes.iter().filter(move |total| total.state == state);
            totals.map(|total| total.total.count).sum::<u32>()
        };
        let found = Expected {
            paid: known(PayoutState::Paid),
            failed: known(PayoutState::Failed),
            contradicted: known(PayoutState::Conflict),
        };
        if found == expected {
            return Ok(());
        }
        if found.all() == expected.all() {
            return Err(format!("not as reported: {found:?}").into());
        }
        // As often as a window asks at most.
        tokio::time::sleep(Duration::from_millis(100)).await;
        let _ = tokio::time::timeout(Duration::from_secs(1), events.recv()).await;
    }
}

/// What the practice service reports: it decides by the end of an account number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Expected {
    paid: u32,
    failed: u32,
    contradicted: u32,
}

impl Expected {
    const FAILS: [&str; 2] = ["0004", "0005"];
    /// Reversed after it was paid, and a report that contradicts itself.
    const CONTRADICTED: [&str; 2] = ["0006", "9996"];

    fn of(sheet: &Path) -> Result<Self, Failure> {
        let mut expected = Self { paid: 0, failed: 0, contradicted: 0 };
        for line in fs::read_to_string(sheet)?.lines().skip(1) {
            let account = line.split(',').nth(1).ok_or("no account")?;
            let ends_with = |ends: [&str; 2]| ends.iter().any(|end| account.ends_with(end));
            if ends_with(Self::FAILS) {
                expected.failed += 1;
            } else if ends_with(Self::CONTRADICTED) {
                expected.contradicted += 1;
            } else {
                expected.paid += 1;
            }
        }
        Ok(expected)
    }

    const fn all(self) -> u32 {
        self.paid + self.failed + self.contradicted
    }
}

/// This program as the service.
struct Service {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Service {
    fn start() -> Result<Self, Failure> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg("--service")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Self { child, input, output })
    }

    fn line(&mut self) -> Result<String, Failure> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line)
    }

    fn tell(&mut self, line: &str) -> Result<(), Failure> {
        Ok(writeln!(self.input, "{line}")?)
    }

    /// Ends it, and returns its last line.
    fn end(mut self) -> Result<String, Failure> {
        self.tell("")?;
        let last = self.line()?.trim().to_owned();
        self.child.wait()?;
        Ok(last)
    }
}

/// Processor time of this process, in milliseconds.
fn processor_ms() -> Result<u64, Failure> {
    let text = fs::read_to_string("/proc/self/stat")?;
    // The program's name, in parentheses, may contain anything; user and system time are the 12th and 13th after it.
    let (_, fields) = text.rsplit_once(')').ok_or("no statistics")?;
    let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u64>).sum::<Result<u64, _>>()?;
    Ok(ticks * 1_000 / TICKS_PER_S)
}

/// The most memory that this process had.
fn peak_kib() -> Result<u64, Failure> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

fn size_mib(folder: &Path) -> Result<u64, Failure> {
    Ok(fs::metadata(folder.join("ledger.db"))?.len() / (1024 * 1024))
}
