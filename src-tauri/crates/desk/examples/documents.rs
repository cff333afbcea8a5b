//! Measures how long the documents of a payroll of very many people take, and leaves them in the folder to be looked at.
//! Prints one JSON object with milliseconds and bytes; fails if one took too long.

#[expect(dead_code, reason = "shared with the programs that pay")]
mod headless;
#[expect(dead_code, reason = "each measurement needs a part of it")]
mod measuring;

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::Instant,
};

use clap::Parser;
use measuring::Failure;
use paysheet_desk::{
    ListWords,
    view::{DocumentInput, DocumentKind, JournalDetail, JournalOptions, JournalPreset, JournalScope},
};
use paysheet_domain::Currency;
use serde_json::{Map, Value, json};

#[derive(Parser)]
struct Arguments {
    #[arg(long, default_value_t = 10_000)]
    people: u32,
    /// Where ledger, workbook and documents are made.
    #[arg(long)]
    folder: PathBuf,
}

/// How long one document of 10,000 people may take.
const DOCUMENT_MS_MAX: u64 = 5_000;

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
async fn main() -> Result<(), Failure> {
    if paysheet_desk::serve_if_asked().is_some() {
        return Ok(());
    }
    let Arguments { people, folder } = Arguments::parse();
    let practice = measuring::practice().await?;
    let sheet = folder.join("people.csv");
    measuring::write_sheet(&sheet, 0..people, |number| {
        format!("{} {number}", NAMES[number as usize % NAMES.len()])
    })?;
    let desk = measuring::open(&folder, &(&practice).into(), "documents").await?;
    let id = measuring::read(&desk, &sheet).await?;
    measuring::approve(&desk, id, Some(measuring::review_input(("November salaries", "2026-11")))).await?;
    measuring::settle(&folder, id).await?;
    let mut figures = Map::from_iter([("people".to_owned(), json!(people))]);
    for (name, kind, file) in DOCUMENTS {
        let path = folder.join(file);
        let began = Instant::now();
        desk.export_document(id, DocumentInput::of(kind), &path).await?;
        note(&mut figures, name, (measuring::ms(began), &path))?;
    }
    let path = folder.join("journal.csv");
    let began = Instant::now();
    desk.export_journal(id, &journal(), ListWords::default(), &path).await?;
    note(&mut figures, "journal_csv", (measuring::ms(began), &path))?;
    writeln!(io::stdout(), "{}", json!(figures))?;
    desk.close().await;
    practice.stop().await;
    let took = |(name, value): (&String, &Value)| value.as_u64().filter(|_| name.ends_with("_ms"));
    let slowest_ms = figures.iter().filter_map(took).max().unwrap_or_default();
    if slowest_ms <= DOCUMENT_MS_MAX {
        Ok(())
    } else {
        Err(format!("a document took {slowest_ms} ms").into())
    }
}

/// One line for each person.
fn journal() -> JournalOptions {
    JournalOptions {
        preset: JournalPreset::Plain,
        detail: JournalDetail::Person,
        scope: JournalScope::Everything,
        currency: Currency::NGN,
        date: "2026-11-30".to_owned(),
    }
}

fn note(figures: &mut Map<String, Value>, name: &str, (took_ms, path): (u64, &Path)) -> io::Result<()> {
    figures.insert(format!("{name}_ms"), json!(took_ms));
    figures.insert(format!("{name}_bytes"), json!(fs::metadata(path)?.len()));
    Ok(())
}
