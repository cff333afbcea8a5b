//! Measures what the guards cost: freezing a payroll of very many people alone in its ledger, beside the settled one of
//! last month, beside another one that pays one in a hundred of them, and beside one that pays all of them; and how long
//! the guards take of that. Prints one JSON object with milliseconds.

#[expect(dead_code, reason = "shared with the programs that pay")]
mod headless;
mod measuring;

use std::{
    io::{self, Write as _},
    path::Path,
    time::Instant,
};

use clap::Parser;
use measuring::{Failure, ms};
use paysheet_desk::{Desk, view::QuestionDecision};
use serde_json::{Value, json};

#[derive(Parser)]
struct Arguments {
    #[arg(long, default_value_t = 100_000)]
    people: u32,
    /// Where ledger and workbook are made.
    #[arg(long)]
    folder: std::path::PathBuf,
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    if paysheet_desk::serve_if_asked().is_some() {
        return Ok(());
    }
    let Arguments { people, folder } = Arguments::parse();
    let practice = measuring::practice().await?;
    let sheet = folder.join("people.csv");
    measuring::write_sheet(&sheet, 0..people, measuring::plain_name)?;
    let hundredth = folder.join("hundredth.csv");
    measuring::write_sheet(&hundredth, 0..people / 100, measuring::plain_name)?;
    let desk = measuring::open(&folder, &(&practice).into(), "guards").await?;
    let (last_month, alone) = review(&desk, &sheet, ("October 2026", "2026-10")).await?;
    let approve_ms = measuring::approve(&desk, last_month, None).await?;
    measuring::settle(&folder, last_month).await?;
    let (first, beside_last_month) = review(&desk, &sheet, ("November 2026", "2026-11")).await?;
    desk.back_to_check(first).await?;
    desk.discard_draft(first).await?;
    let (bonus, _) = review(&desk, &hundredth, ("Bonus 2026", "2026-11")).await?;
    measuring::approve(&desk, bonus, None).await?;
    let (second, beside_a_hundredth) = review(&desk, &sheet, ("November again", "2026-11")).await?;
    decide(&desk, second).await?;
    measuring::approve(&desk, second, None).await?;
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
async fn decide(desk: &Desk, id: u32) -> Result<(), Failure> {
    for question in desk.questions(id).await?.into_iter().filter(|question| question.open > 0) {
        let (question, keys) = (question.key, Vec::new());
        desk.decide_questions(id, QuestionDecision { question, keys, reason: "Measured".to_owned() }).await?;
    }
    Ok(())
}

/// Reads, freezes, and asks for the questions once more by themselves.
async fn review(desk: &Desk, sheet: &Path, (name, period): (&str, &str)) -> Result<(u32, Value), Failure> {
    let id = measuring::read(desk, sheet).await?;
    let input = measuring::review_input((name, period));
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
