//! Measures how long the documents of a payroll of very many people take, and leaves them in the folder to be looked at.
//! Prints one JSON object with milliseconds and bytes.

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
    view::{DocumentInput, DocumentKind, ReviewInput},
};
use paysheet_domain::{Country, account::nuban};
use paysheet_practice::{Practice, PracticeConfig};
use serde_json::{Map, Value, json};
use sqlx::{ConnectOptions as _, Connection as _, sqlite::SqliteConnectOptions};

#[derive(Parser)]
struct Arguments {
    #[arg(long, default_value_t = 10_000)]
    people: u32,
    /// Where ledger, workbook and documents are made.
    #[arg(long)]
    folder: std::path::PathBuf,
}

/// Whose check digits the accounts have.
const BANK: &str = "058";
const NAMES: [&str; 6] = [
    "Adébáyọ̀ Ọláńrewájú",
    "Ngozi Okafor-Eze",
    "Kwabena Ŋɔkɛ Mensah",
    "Fatoumata Bâ d’Almeida",
    "Oluwaseun Temitope Babatunde Adeyemi-Ogunleye",
    "Ada Obi",
];
const DOCUMENTS: [(&str, DocumentKind, &str); 6] = [
    ("report_pdf", DocumentKind::Report, "report.pdf"),
    ("report_xlsx", DocumentKind::Report, "report.xlsx"),
    ("schedule_pdf", DocumentKind::BankSchedule, "schedule.pdf"),
    ("schedule_xlsx", DocumentKind::BankSchedule, "schedule.xlsx"),
    ("receipts_pdf", DocumentKind::Receipts, "receipts.pdf"),
    ("advice_pdf", DocumentKind::PaymentAdvice, "advice.pdf"),
];

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
    let id = approved(&desk, &sheet).await?;
    settle(&folder, id).await?;
    let mut figures = Map::from_iter([("people".to_owned(), json!(people))]);
    for (name, kind, file) in DOCUMENTS {
        let path = folder.join(file);
        let began = Instant::now();
        desk.export_document(id, DocumentInput::of(kind), &path).await?;
        let took_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        figures.insert(format!("{name}_ms"), json!(took_ms));
        figures.insert(format!("{name}_bytes"), json!(std::fs::metadata(&path)?.len()));
    }
    writeln!(io::stdout(), "{}", Value::Object(figures))?;
    desk.close().await;
    practice.stop().await;
    Ok(())
}

/// Makes everybody paid by a notification, straight in the tables: paying so many people for that takes minutes.
async fn settle(folder: &Path, id: u32) -> Result<(), Box<dyn Error>> {
    let options = SqliteConnectOptions::new().filename(folder.join("ledger.db"));
    let mut ledger = options.connect().await?;
    for statement in [
        "UPDATE batches SET state = 'Closed' WHERE payroll = $1",
        "UPDATE payouts SET state = 'Paid', settled_by = 'callback', changed_at = '2026-10-28T09:00:00Z'
         WHERE payroll = $1",
    ] {
        sqlx::query(statement).bind(i64::from(id)).execute(&mut ledger).await?;
    }
    ledger.close().await?;
    Ok(())
}

async fn approved(desk: &Desk, sheet: &Path) -> Result<u32, Box<dyn Error>> {
    let options = ReadOptions { country: Some(Country::NG), currency: None };
    let id = desk.open_file(sheet, options).await?;
    for problem in desk.draft(id).await?.problems {
        desk.accept_warning_alike(id, problem.code, "Measured", None).await?;
    }
    let input = ReviewInput {
        name: "November salaries".to_owned(),
        period: "2026-11".to_owned(),
        sender_name: "KOLA FOODS LTD".to_owned(),
        instant_queue: true,
    };
    let review = desk.review(id, Some(input)).await?;
    desk.approve(id, &review.fingerprint, &headless::typed(&review)).await?;
    Ok(id)
}

async fn open(folder: &Path, practice: &Practice) -> Result<Desk, Box<dyn Error>> {
    let (desk, _) = Desk::open(DeskConfig {
        key: KeyHome::File(folder.join("profile.key")),
        ledger: folder.join("ledger.db"),
        profile: Profile::new("practice", "Practice", &practice.base_url(), "KOLA FOODS LTD")
            .approved_by("Measured"),
        secrets: SecretsHome::in_memory(practice.token().clone(), practice.lock().clone()),
        clock: Arc::new(SystemClock),
        timeouts: None,
    })
    .await?;
    desk.unlock().await?;
    Ok(desk)
}

fn write_sheet(path: &Path, people: u32) -> Result<(), Box<dyn Error>> {
    let mut text = "Name,Account number,Bank code,Amount,Country,Narration\n".to_owned();
    for (person, name) in (0..people).zip(NAMES.iter().cycle()) {
        let account = nuban(BANK, &format!("{:09}", 200_000_000 + person)).unwrap_or_default();
        let amount = 45_000 + person * 37 % 900_000;
        writeln!(text, "{name} {person},{account},{BANK},{amount}.50,NG,November salary {person}")?;
    }
    std::fs::write(path, text)?;
    Ok(())
}
