//! Measures what the guards cost: freezing a payroll of very many people alone in its ledger, beside the settled one of
//! last month, beside another one that pays one in a hundred of them, and beside one that pays all of them; and how long
//! the guards take of that. Prints one JSON object with milliseconds.

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
    view::{QuestionDecision, ReviewInput},
};
use paysheet_domain::{Country, account::nuban};
use paysheet_practice::{Practice, PracticeConfig};
use serde_json::{Value, json};
use sqlx::{ConnectOptions as _, Connection as _, sqlite::SqliteConnectOptions};

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
    let hundredth = folder.join("hundredth.csv");
    write_sheet(&hundredth, people / 100)?;
    let desk = open(&folder, &practice).await?;
    let (last_month, alone) = review(&desk, &sheet, ("October 2026", "2026-10")).await?;
    let approve_ms = approve(&desk, last_month).await?;
    settle(&folder, last_month).await?;
    let (first, beside_last_month) = review(&desk, &sheet, ("November 2026", "2026-11")).await?;
    desk.back_to_check(first).await?;
    desk.discard_draft(first).await?;
    let (bonus, _) = review(&desk, &hundredth, ("Bonus 2026", "2026-11")).await?;
    approve(&desk, bonus).await?;
    let (second, beside_a_hundredth) = review(&desk, &sheet, ("November again", "2026-11")).await?;
    decide(&desk, second).await?;
    approve(&desk, second).await?;
    let (_, beside_everybody) = review(&desk, &sheet, ("Corrected 2026", "2026-11")).await?;
    let figures = json!({
        "people": people, "alone": alone, "approve_ms": approve_ms, "beside_last_month": beside_last_month,
        "beside_a_hundredth": beside_a_hundredth, "beside_everybody": beside_everybody,
    });
    writeln!(io::stdout(), "{figures}")?;
    desk.close().await;
    practice.stop().await;
    Ok(())
}

/// Decides to pay whoever is asked about.
async fn decide(desk: &Desk, id: u32) -> Result<(), Box<dyn Error>> {
    for question in desk.questions(id).await?.into_iter().filter(|question| question.open > 0) {
        let (question, keys) = (question.key, Vec::new());
        desk.decide_questions(id, QuestionDecision { question, keys, reason: "Measured".to_owned() }).await?;
    }
    Ok(())
}

async fn approve(desk: &Desk, id: u32) -> Result<u64, Box<dyn Error>> {
    let review = desk.review(id, None).await?;
    let began = Instant::now();
    desk.approve(id, &review.fingerprint, &headless::typed(&review)).await?;
    Ok(ms(began))
}

/// Makes the payroll one that was paid a month ago, straight in the tables: paying so many people for that takes minutes.
async fn settle(folder: &Path, id: u32) -> Result<(), Box<dyn Error>> {
    let options = SqliteConnectOptions::new().filename(folder.join("ledger.db"));
    let mut ledger = options.connect().await?;
    for statement in [
        "UPDATE batches SET state = 'Closed' WHERE payroll = $1",
        "UPDATE payouts SET state = 'Paid', changed_at = '2026-10-28T09:00:00Z' WHERE payroll = $1",
        "UPDATE payrolls SET last_outcome_at = '2026-10-28T09:00:00Z' WHERE id = $1",
    ] {
        sqlx::query(statement).bind(i64::from(id)).execute(&mut ledger).await?;
    }
    ledger.close().await?;
    Ok(())
}

/// Reads, freezes, and asks for the questions once more by themselves.
async fn review(
    desk: &Desk,
    sheet: &Path,
    (name, period): (&str, &str),
) -> Result<(u32, Value), Box<dyn Error>> {
    let options = ReadOptions { country: Some(Country::NG), currency: None };
    let id = desk.open_file(sheet, options).await?;
    for problem in desk.draft(id).await?.problems {
        desk.accept_warning_alike(id, problem.code, "Measured", None).await?;
    }
    let input = ReviewInput {
        name: name.to_owned(),
        period: period.to_owned(),
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
        profile: Profile::new("guards", "Guards", &practice.base_url(), "KOLA FOODS LTD")
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
