//! Pays the sample payroll through the embedded practice service, without a window: what `cargo xtask run` does
//! on a machine that has no screen.

mod headless;

use std::{
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use clap::Parser;
use paysheet_desk::{
    Desk, DeskConfig, ReadOptions,
    clock::SystemClock,
    profile::{KeyHome, Profile, SecretsHome},
    view::{PayrollStatus, TrackView},
};
use paysheet_domain::{Field, PayoutState, ProblemCode};
use paysheet_practice::{Practice, PracticeConfig};

/// Pays the sample payroll in practice: no money moves.
#[derive(Parser)]
struct Arguments {
    /// Where the sample, the ledger and the results go; made anew.
    #[arg(long)]
    folder: PathBuf,
}

/// The practice service pays 300 people in a few seconds.
const WAIT: Duration = Duration::from_secs(120);
/// Bank PHB was taken over; its accounts are Keystone Bank's.
const KEYSTONE_BANK: &str = "082";

#[tokio::main]
async fn main() -> ExitCode {
    if let Some(end) = paysheet_desk::serve_if_asked() {
        return end;
    }
    match run(&Arguments::parse()).await {
        Ok(PayrollStatus::Closed) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(3),
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::from(2)
        }
    }
}

fn say(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}

async fn run(arguments: &Arguments) -> Result<PayrollStatus, Box<dyn std::error::Error>> {
    std::fs::create_dir_all(&arguments.folder)?;
    let folder = std::path::absolute(&arguments.folder)?;
    let sheet = folder.join("Kola Foods payroll November 2026.xlsx");
    paysheet_practice::sample::write(&sheet)?;
    let practice = Practice::start(PracticeConfig::made_up(1)?).await?;
    say("Practice: no money moves.");
    let desk = open(&folder, &practice).await?;
    let id = desk.open_file(&sheet, ReadOptions::default()).await?;
    let draft = desk.draft(id).await?;
    say(&format!("Read {}: {} people, {} to fix.", draft.file_name, draft.rows, draft.to_fix));
    let draft = headless::accept_suggestions(&desk, draft).await?;
    say(&format!("Suggestions accepted; left: {}.", or_none(&headless::errors_in_words(&draft))));
    choose_bank(&desk, id).await?;
    let draft = desk.exclude_errors(id).await?;
    let decided = |_: &str, _: &str| Some("Practice".to_owned());
    headless::questions::decide_warnings(&desk, &draft, decided).await?;
    let review = desk.review(id, None).await?;
    headless::questions::decide_questions(&desk, (id, ""), &review.questions, decided).await?;
    let total = review.totals.first().ok_or("nobody is left to pay")?;
    say(&format!(
        "Paying {} people {} {}; {} left out.",
        total.count, total.currency, total.sum, draft.excluded
    ));
    desk.approve_and_pay(id, &review.fingerprint, &headless::typed(&review)).await?;
    let mut shown = 0;
    let track = headless::wait_for_outcomes(&desk, id, WAIT, |track| shown = progress(track, shown)).await?;
    for outcome in &track.outcomes {
        let total = &outcome.total;
        say(&format!("{}: {} people, {} {}", outcome.state, total.count, total.currency, total.sum));
    }
    let results = desk.export_payroll(id, &folder.join(desk.export_name(id).await?)).await?;
    say(&format!("Ledger:  {}", desk.ledger_path().display()));
    say(&format!("Results: {}", results.display()));
    desk.close().await;
    practice.stop().await;
    Ok(track.state)
}

async fn open(folder: &std::path::Path, practice: &Practice) -> Result<Desk, Box<dyn std::error::Error>> {
    let ledger = folder.join("ledger.db");
    if ledger.exists() {
        return Err(format!("{} holds a ledger already: choose an empty folder", folder.display()).into());
    }
    let (desk, _) = Desk::open(DeskConfig {
        key: KeyHome::File(folder.join("profile.key")),
        ledger,
        profile: Profile::new("practice", "Practice", &practice.base_url(), "KOLA FOODS LTD")
            .approved_by("You (practice)"),
        secrets: SecretsHome::in_memory(practice.token().clone(), practice.lock().clone()),
        clock: Arc::new(SystemClock),
        timeouts: None,
    })
    .await?;
    desk.unlock().await?;
    practice.set_callback_url(desk.listen("http://127.0.0.1:0/callbacks").await?);
    Ok(desk)
}

/// Reads "Bank PHB" as the bank that took it over, as a user would choose it in the picker.
async fn choose_bank(desk: &Desk, id: u32) -> Result<(), Box<dyn std::error::Error>> {
    let filter =
        paysheet_desk::view::RowFilter { problem: Some(ProblemCode::BankTakenOver), ..Default::default() };
    let unknown = desk.draft_rows(id, &filter, 0, 1).await?;
    if let Some(row) = unknown.rows.first() {
        desk.edit_alike(id, row.position, Field::BankCode, KEYSTONE_BANK.to_owned()).await?;
        say(&format!("{} people of \"{}\" are paid at Keystone Bank.", unknown.total, row.bank_name));
    }
    Ok(())
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "nothing" } else { text }
}

/// Prints a line for each further fifty people paid.
fn progress(track: &TrackView, shown: u32) -> u32 {
    let paid: u32 =
        track.outcomes.iter().filter(|o| o.state == PayoutState::Paid).map(|o| o.total.count).sum();
    let all: u32 = track.totals.iter().map(|total| total.count).sum();
    if paid >= shown + 50 || (paid == all && paid > shown) {
        say(&format!("{paid} of {all} paid"));
        return paid;
    }
    shown
}
