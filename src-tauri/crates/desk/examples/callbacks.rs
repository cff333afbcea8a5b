//! Measures how fast callbacks are stored and applied: very many over 50 connections, of which two fifths are forged or
//! repeated, and all in another order than they were sent. Beside it, the same requests to a server that only reads and
//! answers them. Prints one JSON object; fails unless every payout is paid, everything else is without effect, and speed,
//! memory and the answers to the window are within their limits.

#[expect(dead_code, reason = "shared with the programs that pay")]
mod headless;
#[expect(dead_code, reason = "each measurement needs a part of it")]
mod measuring;

use std::{
    fmt::Write as _,
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{Router, body::Bytes, routing::post};
use clap::Parser;
use measuring::{Failure, ms};
use paysheet_desk::{
    Desk,
    view::{PayoutFilter, PayoutOrder, PayrollStatus},
};
use serde_json::{Value, json};
use sqlx::{ConnectOptions as _, Connection as _, sqlite::SqliteConnectOptions};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

#[derive(Parser)]
struct Arguments {
    #[arg(long, default_value_t = 100_000)]
    people: u32,
    /// Where ledger and workbook are made.
    #[arg(long)]
    folder: PathBuf,
}

const CONNECTIONS: usize = 50;
/// One forged and one repeated callback for so many true ones.
const TRUE_FOR_ONE_FORGED: usize = 3;
/// How often the window's questions are asked meanwhile.
const ASK_EVERY: Duration = Duration::from_millis(100);
/// As many as the window asks for at once.
const WINDOW_ROWS: u32 = 200;
const SAMPLE_EVERY: Duration = Duration::from_millis(20);

const APPLIED_PER_S_MIN: u64 = 2_000;
const MEMORY_GROWTH_MIB_MAX: u64 = 64;
const WINDOW_ANSWER_MS_MAX: u64 = 100;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    if paysheet_desk::serve_if_asked().is_some() {
        return Ok(());
    }
    let Arguments { people, folder } = Arguments::parse();
    let practice = measuring::practice().await?;
    let desk = measuring::open(&folder, &(&practice).into(), "callbacks").await?;
    let id = pay(&desk, &folder, people).await?;
    let posts = Arc::new(posts(&references(&folder).await?));
    let bare_ms = bare(&posts).await?;
    let address = desk.listen("http://127.0.0.1:0/heard").await?.ok_or("nobody listens")?;

    let before_kib = resident_kib()?;
    let is_over = Arc::new(AtomicBool::new(false));
    let peak = tokio::spawn(peak_kib(Arc::clone(&is_over)));
    let asked = tokio::spawn(slowest_answers(desk.clone(), id, Arc::clone(&is_over)));
    let began = Instant::now();
    send_all(&address, &posts).await?;
    let answered_ms = ms(began);
    until_closed(&desk, id).await?;
    let applied_ms = ms(began);
    is_over.store(true, Ordering::SeqCst);
    let (peak_kib, mut answers_ms) = (peak.await??, asked.await??);
    answers_ms.sort_unstable();
    let applied_per_s = u64::try_from(posts.len())? * 1_000 / applied_ms.max(1);
    let growth_mib = peak_kib.saturating_sub(before_kib) / 1024;
    let slowest_ms = answers_ms.last().copied().ok_or("the window asked for nothing")?;

    let figures = json!({
        "people": people, "callbacks": posts.len(), "connections": CONNECTIONS,
        "answered_ms": answered_ms, "applied_ms": applied_ms,
        "applied_per_s": applied_per_s,
        "bare_server_ms": bare_ms, "percent_of_the_bare_server": applied_ms * 100 / bare_ms.max(1),
        "memory_growth_mib": growth_mib,
        "window_answers": answers_ms.len(),
        "window_median_ms": answers_ms.get(answers_ms.len() / 2),
        "window_99_of_100_ms": answers_ms.get(answers_ms.len() * 99 / 100),
        "window_slowest_ms": slowest_ms,
        "ledger": exact(&folder, people, posts.len()).await?,
    });
    writeln!(io::stdout(), "{figures}")?;
    desk.close().await;
    practice.stop().await;
    let is_within = applied_per_s >= APPLIED_PER_S_MIN
        && growth_mib <= MEMORY_GROWTH_MIB_MAX
        && slowest_ms <= WINDOW_ANSWER_MS_MAX;
    if is_within { Ok(()) } else { Err(format!("not within the limits: {figures}").into()) }
}

/// Reads, approves and sends. The service reports nothing by itself.
async fn pay(desk: &Desk, folder: &Path, people: u32) -> Result<u32, Failure> {
    let sheet = folder.join("people.csv");
    measuring::write_sheet(&sheet, 0..people, measuring::plain_name)?;
    let id = measuring::read(desk, &sheet).await?;
    measuring::approve(desk, id, Some(measuring::review_input(("November 2026", "2026-11")))).await?;
    desk.send(id).await?;
    Ok(id)
}

/// The bodies to post: a success of everybody, forged successes of nobody, and repeated ones, mixed.
fn posts(references: &[String]) -> Vec<String> {
    let success = |reference: &str| format!("responsecode=00&responsemessage=Approved&ref={reference}");
    let some = || references.iter().step_by(TRUE_FOR_ONE_FORGED);
    let forged = some().map(|reference| reference.chars().rev().collect::<String>());
    let mut all: Vec<String> = references.iter().map(|reference| success(reference)).collect();
    all.extend(forged.map(|reference| success(&reference)));
    all.extend(some().map(|reference| success(reference)));
    // A linear congruential generator (Knuth, MMIX): the order is the same in each run.
    let mut state = 1_u64;
    for at in (1..all.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        all.swap(at, (state >> 33) as usize % (at + 1));
    }
    all
}

async fn send_all(address: &str, posts: &Arc<Vec<String>>) -> Result<(), Failure> {
    let rest = address.strip_prefix("http://").ok_or("no http")?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let (host, path) = (host.to_owned(), format!("/{path}"));
    let mut senders = tokio::task::JoinSet::new();
    for first in 0..CONNECTIONS {
        senders.spawn(send(host.clone(), path.clone(), Arc::clone(posts), first));
    }
    while let Some(ended) = senders.join_next().await {
        ended??;
    }
    Ok(())
}

/// Posts every 50th body over one connection. Each must be answered 200.
async fn send(host: String, path: String, posts: Arc<Vec<String>>, first: usize) -> Result<(), Failure> {
    let mut stream = TcpStream::connect(&host).await?;
    stream.set_nodelay(true)?;
    let (mut request, mut answer) = (String::new(), vec![0; 1024]);
    for body in posts.iter().skip(first).step_by(CONNECTIONS) {
        request.clear();
        write!(
            request,
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        )?;
        stream.write_all(request.as_bytes()).await?;
        read_answer(&mut stream, &mut answer).await?;
    }
    Ok(())
}

async fn read_answer(stream: &mut TcpStream, buffer: &mut [u8]) -> Result<(), Failure> {
    let mut filled = 0;
    loop {
        let read = stream.read(&mut buffer[filled..]).await?;
        filled += read;
        let text = String::from_utf8_lossy(&buffer[..filled]);
        if let Some(head) = text.find("\r\n\r\n") {
            let length = text.to_lowercase();
            let length = length.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
            let length: usize = length.and_then(|digits| digits.trim().parse().ok()).unwrap_or(0);
            if filled >= head + 4 + length {
                return if text.starts_with("HTTP/1.1 200") { Ok(()) } else { Err(text.into()) };
            }
        }
        if read == 0 {
            return Err("the connection ended".into());
        }
    }
}

/// The same requests to a server that reads and answers them, and does nothing else.
async fn bare(posts: &Arc<Vec<String>>) -> Result<u64, Failure> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}/heard", listener.local_addr()?);
    let router = Router::new().route("/heard", post(|_body: Bytes| async {}));
    let server = tokio::spawn(async move { axum::serve(listener, router).await });
    let began = Instant::now();
    send_all(&address, posts).await?;
    server.abort();
    Ok(ms(began))
}

async fn until_closed(desk: &Desk, id: u32) -> Result<(), Failure> {
    let mut events = desk.events();
    while desk.payroll(id).await?.state != PayrollStatus::Closed {
        // Events that were missed are followed by others; a last one is looked for after a moment.
        let _ = tokio::time::timeout(Duration::from_secs(1), events.recv()).await;
    }
    Ok(())
}

/// Asks for what Track shows, as often as a window would, and returns how long each answer took, in milliseconds.
async fn slowest_answers(desk: Desk, id: u32, is_over: Arc<AtomicBool>) -> Result<Vec<u64>, Failure> {
    // While results come in, Track shows the latest first.
    let query = PayoutFilter { order: PayoutOrder::Latest, ..PayoutFilter::default() };
    let mut answers = Vec::new();
    while !is_over.load(Ordering::SeqCst) {
        let began = Instant::now();
        // Side by side, as the window asks.
        tokio::try_join!(desk.payroll(id), desk.payouts(id, &query, 0, WINDOW_ROWS))?;
        answers.push(ms(began));
        tokio::time::sleep(ASK_EVERY).await;
    }
    Ok(answers)
}

async fn peak_kib(is_over: Arc<AtomicBool>) -> Result<u64, Failure> {
    let mut peak = resident_kib()?;
    while !is_over.load(Ordering::SeqCst) {
        tokio::time::sleep(SAMPLE_EVERY).await;
        peak = peak.max(resident_kib()?);
    }
    Ok(peak)
}

/// Memory of this process, as Linux counts it.
fn resident_kib() -> Result<u64, Failure> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// Counts what the ledger has, and fails unless it is exactly what was true.
async fn exact(folder: &Path, people: u32, posts: usize) -> Result<Value, Failure> {
    let options = SqliteConnectOptions::new().filename(folder.join("ledger.db")).read_only(true);
    let mut ledger = options.connect().await?;
    let mut count = async |sql: &'static str| -> Result<i64, Failure> {
        Ok(sqlx::query_scalar(sql).fetch_one(&mut ledger).await?)
    };
    let paid = count("SELECT COUNT(*) FROM payouts WHERE state = 'Paid'").await?;
    let reports = count("SELECT COUNT(*) FROM reports").await?;
    let stored = count("SELECT COUNT(*) FROM callbacks WHERE applied_at IS NOT NULL").await?;
    let repeated = count("SELECT COUNT(*) FROM callbacks WHERE result = 'repeated'").await?;
    let forged = count("SELECT COUNT(*) FROM callbacks WHERE result = 'stranger'").await?;
    ledger.close().await?;
    let figures =
        json!({ "paid": paid, "reports": reports, "stored": stored, "repeated": repeated, "forged": forged });
    let is_exact = paid == i64::from(people)
        && reports == paid
        && usize::try_from(stored)? == posts
        && paid + repeated + forged == stored;
    if is_exact { Ok(figures) } else { Err(format!("not exact: {figures}").into()) }
}

async fn references(folder: &Path) -> Result<Vec<String>, Failure> {
    let options = SqliteConnectOptions::new().filename(folder.join("ledger.db")).read_only(true);
    let mut ledger = options.connect().await?;
    let all =
        sqlx::query_scalar("SELECT reference FROM payouts ORDER BY position").fetch_all(&mut ledger).await?;
    ledger.close().await?;
    Ok(all)
}
