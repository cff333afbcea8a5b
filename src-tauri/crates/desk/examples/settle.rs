//! Measures how many requests bring the outcomes of a payroll from the service's report of transactions, where no
//! notification comes, and how long that takes. Whoever failed is asked about alone. Prints one JSON object; fails if the
//! outcomes of everybody took more requests than the limit.

#[expect(dead_code, reason = "shared with the programs that pay")]
mod headless;
#[expect(dead_code, reason = "each measurement needs a part of it")]
mod measuring;

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use clap::Parser;
use measuring::{Failure, ms};
use paysheet_desk::{Desk, view::PayrollStatus};
use paysheet_practice::Practice;
use serde_json::json;

#[derive(Parser)]
struct Arguments {
    #[arg(long, default_value_t = 5_000)]
    people: u32,
    /// Where ledger and workbook are made.
    #[arg(long)]
    folder: PathBuf,
}

const STATUS_PATH: &str = "v1/disburse/status";
const LIST_PATH: &str = "v1/report/transactions";
/// Requests for each hundred people that a report of a hundred rows a page may need, in percent.
const REQUESTS_PERCENT_MAX: usize = 120;
const ROWS_OF_A_PAGE: usize = 100;
/// Questions about single payouts in a minute.
const QUESTIONS_PER_MIN: u32 = 60;
const LOOK_EVERY: Duration = Duration::from_millis(100);

#[tokio::main]
async fn main() -> Result<(), Failure> {
    if paysheet_desk::serve_if_asked().is_some() {
        return Ok(());
    }
    let Arguments { people, folder } = Arguments::parse();
    let practice = measuring::practice().await?;
    let desk = measuring::open(&folder, &(&practice).into(), "settle").await?;
    let mut settings = desk.profile().settings;
    STATUS_PATH.clone_into(&mut settings.payout_status_path);
    LIST_PATH.clone_into(&mut settings.payout_list_path);
    desk.save_profile(settings).await?;
    let id = pay(&desk, &folder, people).await?;
    while !practice.has_settled_all() {
        tokio::time::sleep(LOOK_EVERY).await;
    }
    let began = Instant::now();
    desk.ask_now(id)?;
    while desk.payroll(id).await?.asking.is_some_and(|asking| asking.running) {
        tokio::time::sleep(LOOK_EVERY).await;
    }
    let took_ms = ms(began);
    let is_closed = desk.payroll(id).await?.state == PayrollStatus::Closed;
    let (pages, singly) = (requests(&practice, LIST_PATH), requests(&practice, STATUS_PATH));
    let figures = json!({
        "people": people, "closed": is_closed, "requests": pages + singly, "pages": pages, "asked_singly": singly,
        "took_ms": took_ms, "singly_would_take_at_least_s": people / QUESTIONS_PER_MIN * 60,
    });
    writeln!(io::stdout(), "{figures}")?;
    desk.close().await;
    practice.stop().await;
    let most = (usize::try_from(people)? * REQUESTS_PERCENT_MAX).div_ceil(ROWS_OF_A_PAGE * 100);
    if is_closed && pages + singly <= most {
        Ok(())
    } else {
        Err(format!("not within the limits: {figures}").into())
    }
}

/// Reads, approves and sends. Nobody hears the service's notifications.
async fn pay(desk: &Desk, folder: &Path, people: u32) -> Result<u32, Failure> {
    let sheet = folder.join("people.csv");
    measuring::write_sheet(&sheet, 0..people, measuring::plain_name)?;
    let id = measuring::read(desk, &sheet).await?;
    measuring::approve(desk, id, Some(measuring::review_input(("November 2026", "2026-11")))).await?;
    desk.send(id).await?;
    Ok(id)
}

fn requests(practice: &Practice, path: &str) -> usize {
    practice.journal().iter().filter(|line| line.path.trim_start_matches('/') == path).count()
}
