//! What the programs that measure share: a desk beside the practice service, and payrolls of very many people.

use std::{error::Error, fmt::Write as _, fs, ops::Range, path::Path, sync::Arc, time::Instant};

use paysheet_desk::{
    Desk, DeskConfig, ReadOptions,
    clock::SystemClock,
    profile::{KeyHome, Profile, SecretsHome},
    view::ReviewInput,
};
use paysheet_domain::{Country, account::nuban};
use paysheet_practice::{Practice, PracticeConfig};
use secrecy::SecretString;
use sqlx::{ConnectOptions as _, Connection as _, sqlite::SqliteConnectOptions};

use crate::headless;

pub type Failure = Box<dyn Error + Send + Sync>;

/// Whose check digits the accounts have.
const BANK: &str = "058";
/// The serial number of the first account.
const ACCOUNTS_FROM: u32 = 200_000_000;

/// How a practice service is reached.
pub struct Account {
    pub base_url: String,
    pub token: SecretString,
    pub lock: SecretString,
}

impl From<&Practice> for Account {
    fn from(practice: &Practice) -> Self {
        let (token, lock) = (practice.token().clone(), practice.lock().clone());
        Self { base_url: practice.base_url(), token, lock }
    }
}

/// Opens the ledger of the folder, with a profile of this name that pays by the practice service.
pub async fn open(folder: &Path, account: &Account, name: &str) -> Result<Desk, Failure> {
    let (desk, _) = Desk::open(DeskConfig {
        ledger: folder.join("ledger.db"),
        profile: Profile::new(name, name, &account.base_url, "KOLA FOODS LTD").approved_by("Ada Obi"),
        secrets: SecretsHome::in_memory(account.token.clone(), account.lock.clone()),
        key: KeyHome::File(folder.join("profile.key")),
        clock: Arc::new(SystemClock),
        timeouts: None,
    })
    .await?;
    desk.unlock().await?;
    Ok(desk)
}

/// Writes a payroll of one person for each number, with a name and an account of their own.
pub fn write_sheet(path: &Path, numbers: Range<u32>, name: impl Fn(u32) -> String) -> Result<(), Failure> {
    let mut text = "Name,Account number,Bank code,Amount,Country\n".to_owned();
    for number in numbers {
        let (name, amount) = (name(number), 2_000 + number % 5_000);
        let account = nuban(BANK, &format!("{:09}", ACCOUNTS_FROM + number)).unwrap_or_default();
        writeln!(text, "{name},{account},{BANK},{amount}.00,NG")?;
    }
    Ok(fs::write(path, text)?)
}

pub fn plain_name(number: u32) -> String {
    format!("Bola Person{number}")
}

/// Starts a practice service that reports results at once.
pub async fn practice() -> Result<Practice, Failure> {
    let mut config = PracticeConfig::made_up(1).map_err(|error| error.to_string())?;
    config.pace_ms = 0;
    Practice::start(config).await.map_err(|error| error.to_string().into())
}

/// Reads a payroll and accepts its warnings.
pub async fn read(desk: &Desk, sheet: &Path) -> Result<u32, Failure> {
    let id = desk.open_file(sheet, ReadOptions { country: Some(Country::NG), currency: None }).await?;
    for problem in desk.draft(id).await?.problems {
        desk.accept_warning_alike(id, problem.code, "Measured", None).await?;
    }
    Ok(id)
}

/// Returns what a payroll is frozen with.
pub fn review_input((name, period): (&str, &str)) -> ReviewInput {
    ReviewInput {
        name: name.to_owned(),
        period: period.to_owned(),
        sender_name: "KOLA FOODS LTD".to_owned(),
        instant_queue: true,
    }
}

/// Approves a payroll with the totals that its review shows, and returns how long that took, in milliseconds.
pub async fn approve(desk: &Desk, id: u32, input: Option<ReviewInput>) -> Result<u64, Failure> {
    let review = desk.review(id, input).await?;
    let began = Instant::now();
    desk.approve(id, &review.fingerprint, &headless::typed(&review)).await?;
    Ok(ms(began))
}

/// Makes the payroll one that was paid a month ago, straight in the tables: paying so many people for that takes minutes.
pub async fn settle(folder: &Path, id: u32) -> Result<(), Failure> {
    let mut ledger = SqliteConnectOptions::new().filename(folder.join("ledger.db")).connect().await?;
    for statement in [
        "UPDATE batches SET state = 'Closed' WHERE payroll = $1",
        "UPDATE payouts SET state = 'Paid', settled_by = 'callback', changed_at = '2026-10-28T09:00:00Z'
         WHERE payroll = $1",
        "UPDATE payrolls SET last_outcome_at = '2026-10-28T09:00:00Z' WHERE id = $1",
    ] {
        sqlx::query(statement).bind(i64::from(id)).execute(&mut ledger).await?;
    }
    Ok(ledger.close().await?)
}

pub fn ms(began: Instant) -> u64 {
    u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)
}
