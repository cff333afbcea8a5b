//! Measures how long it takes to ask about the holders of very many accounts, beside the least time that the service's own
//! answers take, and how soon a stop ends. Prints one JSON object.

use std::{
    error::Error,
    fmt::Write as _,
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use clap::Parser;
use paysheet_desk::{
    Desk, DeskConfig, ReadOptions,
    clock::SystemClock,
    profile::{KeyHome, Profile, SecretsHome},
};
use paysheet_domain::{Country, account::nuban};
use paysheet_practice::{Practice, PracticeConfig};
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

/// Whose check digits the accounts have.
const BANK: &str = "058";
const AT_ONCE: [u32; 4] = [1, 4, 8, 16];
/// With one question at a time only so many accounts are asked about.
const ACCOUNTS_ONE_BY_ONE: u32 = 100;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    if paysheet_desk::serve_if_asked().is_some() {
        return Ok(());
    }
    let Arguments { accounts, answer_ms, folder } = Arguments::parse();
    let practice = Practice::start(PracticeConfig::made_up(1)?).await?;
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
) -> Result<Value, Box<dyn Error>> {
    let desk = open(folder, practice).await?;
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

async fn draft(desk: &Desk, folder: &Path, numbers: std::ops::Range<u32>) -> Result<u32, Box<dyn Error>> {
    let path = folder.join(format!("from {}.csv", numbers.start));
    let mut text = "Name,Account number,Bank code,Amount,Country\n".to_owned();
    for number in numbers {
        let account = nuban(BANK, &format!("{:09}", 200_000_000 + number)).unwrap_or_default();
        let _ = writeln!(text, "Bola Person{number},{account},{BANK},2000.00,NG");
    }
    std::fs::write(&path, text)?;
    let id = desk.open_file(&path, ReadOptions { country: Some(Country::NG), currency: None }).await?;
    // The first reading opens the draft.
    desk.draft(id).await?;
    Ok(id)
}

async fn until_ended(desk: &Desk, id: u32) -> Result<(), Box<dyn Error>> {
    let mut events = desk.events();
    while desk.draft(id).await?.names.running {
        let _ = events.recv().await;
    }
    Ok(())
}

fn ms(began: Instant) -> u64 {
    u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)
}

async fn open(folder: &Path, practice: &Practice) -> Result<Desk, Box<dyn Error>> {
    let (desk, _) = Desk::open(DeskConfig {
        ledger: folder.join("ledger.db"),
        profile: Profile::new("names", "Names", &practice.base_url(), "KOLA FOODS LTD")
            .approved_by("Ada Obi"),
        secrets: SecretsHome::in_memory(practice.token().clone(), practice.lock().clone()),
        key: KeyHome::File(folder.join("profile.key")),
        clock: Arc::new(SystemClock),
        timeouts: None,
    })
    .await?;
    desk.unlock().await?;
    Ok(desk)
}
