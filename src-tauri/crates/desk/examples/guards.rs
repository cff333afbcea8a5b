//! Measures what the guards cost: freezing a payroll of very many people, alone in its ledger and beside another one that
//! pays all of them, and the questions and the approval after it. Prints one JSON object with milliseconds.

#[expect(dead_code, reason = "shared with the programs that pay")]
mod headless;

use std::{
    error::Error,
    fmt::Write as _,
    io::{self, Write as _},
    path::Path,
    sync::Arc,
    time::Instant,
};

use clap::Parser;
use paysheet_desk::{
    Desk, DeskConfig, ReadOptions,
    clock::SystemClock,
    profile::{KeyHome, Profile, SecretsHome},
    view::ReviewInput,
};
use paysheet_domain::{Country, account::nuban};
use paysheet_practice::{Practice, PracticeConfig};
use serde_json::{Value, json};

#[derive(Parser)]
struct Arguments {
    #[arg(long, default_value_t = 100_000)]
    people: u32,
    /// Where ledger and workbook are made.
    #[arg(long)]
    folder: std::path::PathBuf,
}

/// Whose check digits the accounts have.
const BANK: &str = "058";

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    if paysheet_desk::serve_if_asked().is_some() {
        return Ok(());
    }
    let Arguments { people, folder } = Arguments::parse();
    let practice = Practice::start(PracticeConfig::made_up(1)?).await?;
    let sheet = folder.join("people.csv");
    write_sheet(&sheet, people)?;
    let desk = open(&folder, &practice).await?;
    let (first, alone) = review(&desk, &sheet, "November 2026").await?;
    let approved = {
        let review = desk.review(first, None).await?;
        let began = Instant::now();
        desk.approve(first, &review.fingerprint, &headless::typed(&review)).await?;
        ms(began)
    };
    let (_, beside) = review(&desk, &sheet, "Corrected 2026").await?;
    let figures =
        json!({ "people": people, "alone": alone, "approve_ms": approved, "beside_the_same_people": beside });
    writeln!(io::stdout(), "{figures}")?;
    desk.close().await;
    practice.stop().await;
    Ok(())
}

/// Reads, freezes, and asks for the questions once more by themselves.
async fn review(desk: &Desk, sheet: &Path, name: &str) -> Result<(u32, Value), Box<dyn Error>> {
    let options = ReadOptions { country: Some(Country::NG), currency: None };
    let id = desk.open_file(sheet, options).await?;
    for problem in desk.draft(id).await?.problems {
        desk.accept_warning_alike(id, problem.code, "Measured").await?;
    }
    let input = ReviewInput {
        name: name.to_owned(),
        period: "2026-11".to_owned(),
        sender_name: "KOLA FOODS LTD".to_owned(),
        instant_queue: true,
    };
    let began = Instant::now();
    let review = desk.review(id, Some(input)).await?;
    let review_ms = ms(began);
    let began = Instant::now();
    let questions = desk.questions(id).await?;
    let questions_ms = ms(began);
    let open: u32 = questions.iter().map(|question| question.open).sum();
    drop(review);
    Ok((id, json!({ "review_ms": review_ms, "questions_ms": questions_ms, "questions": open })))
}

fn ms(began: Instant) -> u64 {
    u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)
}

fn write_sheet(path: &Path, people: u32) -> io::Result<()> {
    let mut text = "Name,Account number,Bank code,Amount,Country\n".to_owned();
    for number in 0..people {
        let account = nuban(BANK, &format!("{:09}", 200_000_000 + number)).unwrap_or_default();
        let _ = writeln!(text, "Bola Person{number},{account},{BANK},{}.00,NG", 2_000 + number % 5_000);
    }
    std::fs::write(path, text)
}

async fn open(folder: &Path, practice: &Practice) -> Result<Desk, Box<dyn Error>> {
    let (desk, _) = Desk::open(DeskConfig {
        ledger: folder.join("ledger.db"),
        profile: Profile::new("guards", "Guards", &practice.base_url(), "KOLA FOODS LTD"),
        secrets: SecretsHome::in_memory(practice.token().clone(), practice.lock().clone()),
        key: KeyHome::File(folder.join("profile.key")),
        clock: Arc::new(SystemClock),
        timeouts: None,
    })
    .await?;
    desk.unlock().await?;
    Ok(desk)
}
