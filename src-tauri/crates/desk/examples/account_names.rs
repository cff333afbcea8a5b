//! Measures how long it takes to ask about the holders of very many accounts, beside the least time that the service's own
//! answers take, and how soon a stop ends. Prints one JSON object.

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
use paysheet_desk::{Desk, ReadOptions};
use paysheet_domain::Country;
use paysheet_practice::Practice;
use serde_json::{Value, json};

#[derive(Parser)]
struct Arguments {
    #[arg(long, default_value_t = 1_000)]
    accounts: u32,
    /// How long the service takes for an answer, in milliseconds.
    #[arg(long, default_value_t = 50)]
    answer_ms: u64,
    /// Where ledgers and workbooks are made.
    #[arg(long)]
    folder: PathBuf,
}

const AT_ONCE: [u32; 4] = [1, 4, 8, 16];
/// With one question at a time only so many accounts are asked about.
const ACCOUNTS_ONE_BY_ONE: u32 = 100;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    if paysheet_desk::serve_if_asked().is_some() {
        return Ok(());
    }
    let Arguments { accounts, answer_ms, folder } = Arguments::parse();
    let practice = measuring::practice().await?;
    practice.answer_about_accounts_after_ms(answer_ms);
    let mut figures = Vec::new();
    for at_once in AT_ONCE {
        let accounts = if at_once == 1 { accounts.min(ACCOUNTS_ONE_BY_ONE) } else { accounts };
        let folder = folder.join(at_once.to_string());
        std::fs::create_dir_all(&folder)?;
        figures.push(measure(&folder, &practice, (accounts, at_once, answer_ms)).await?);
    }
    writeln!(io::stdout(), "{}", json!({ "answer_ms": answer_ms, "checks": figures }))?;
    practice.stop().await;
    Ok(())
}

async fn measure(
    folder: &Path,
    practice: &Practice,
    (accounts, at_once, answer_ms): (u32, u32, u64),
) -> Result<Value, Failure> {
    let desk = measuring::open(folder, &practice.into(), "names").await?;
    let mut settings = desk.profile().settings;
    settings.names_at_once = at_once;
    desk.save_profile(settings).await?;
    let first = draft(&desk, folder, 0..accounts).await?;
    let began = Instant::now();
    desk.check_names(first).await?;
    until_ended(&desk, first).await?;
    let took_ms = ms(began);
    let names = desk.draft(first).await?.names;
    if names.verified != accounts {
        return Err(format!("{} of {accounts} accounts are known", names.verified).into());
    }
    let second = draft(&desk, folder, accounts..2 * accounts).await?;
    desk.check_names(second).await?;
    tokio::time::sleep(Duration::from_millis(answer_ms * 5 / 2)).await;
    let began = Instant::now();
    desk.stop_names(second);
    until_ended(&desk, second).await?;
    let stop_ms = ms(began);
    desk.close().await;
    let least_ms = u64::from(accounts) * answer_ms / u64::from(at_once);
    Ok(json!({
        "at_once": at_once, "accounts": accounts, "least_ms": least_ms, "took_ms": took_ms,
        "percent_of_least": took_ms * 100 / least_ms.max(1), "stop_ms": stop_ms,
    }))
}

async fn draft(desk: &Desk, folder: &Path, numbers: std::ops::Range<u32>) -> Result<u32, Failure> {
    let path = folder.join(format!("from {}.csv", numbers.start));
    measuring::write_sheet(&path, numbers, measuring::plain_name)?;
    let id = desk.open_file(&path, ReadOptions { country: Some(Country::NG), currency: None }).await?;
    // The first reading opens the draft.
    desk.draft(id).await?;
    Ok(id)
}

async fn until_ended(desk: &Desk, id: u32) -> Result<(), Failure> {
    let mut events = desk.events();
    while desk.draft(id).await?.names.running {
        let _ = events.recv().await;
    }
    Ok(())
}
