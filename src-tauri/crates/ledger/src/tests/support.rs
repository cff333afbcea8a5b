//! A ledger on a real file, and payrolls for the tests.

use std::{
    path::PathBuf,
    process::Command,
    sync::atomic::{AtomicU32, Ordering},
};

use jiff::Timestamp;
use paysheet_domain::{
    Cell, CellValue, Country, Currency, DraftRow, Field, Money, PayoutState, ProfileKey, Reference, Report,
    RowOrigin, RunId, SourceRow, checks::DecimalConvention, reference::RowIdentity,
};
use tempfile::TempDir;

use crate::{
    Approval, Approved, ApprovedBatch, AttemptOutcome, BatchKey, CallbackReading, Correction, Destination,
    Destinations, ExchangeRecord, FreezePlan, Frozen, GuardRule, Intent, Ledger, LedgerError, NewPayroll,
    NextBatch, OutcomeKind, PayoutReport, PayrollId, PlannedBatch, PlannedPayout, RawCallback, Recovery,
    Refused, Resend, model::columns::sha256_hex,
};

pub const FILE: &str = "ledger.db";

pub fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_780_000_000 + second).unwrap()
}

/// Returns the path of the example of this name; tests and examples are built side by side.
pub fn other_process() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let folder = tests.parent().unwrap().parent().unwrap().join("examples");
    let program = folder.join(format!("other_process{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "cargo build -p paysheet-ledger --examples builds {}", program.display());
    program
}

/// Returns the line that a process prints; all of its output if it fails.
pub fn output_of(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let line = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if output.status.success() { line } else { format!("{output:?}") }
}

pub async fn open() -> (TempDir, Ledger) {
    let dir = TempDir::new().unwrap();
    let (ledger, _) = Ledger::open(&dir.path().join(FILE), at(0)).await.unwrap();
    (dir, ledger)
}

/// Returns what the next start would find if the program were killed now: the files as they are on the disk.
pub async fn killed_and_started_again(dir: &TempDir) -> (TempDir, Ledger, Recovery) {
    let copy = TempDir::new().unwrap();
    for name in [FILE.to_owned(), format!("{FILE}-wal")] {
        std::fs::copy(dir.path().join(&name), copy.path().join(&name)).unwrap();
    }
    let (ledger, recovery) = Ledger::open(&copy.path().join(FILE), at(9_000)).await.unwrap();
    (copy, ledger, recovery)
}

pub fn new_payroll(name: &str) -> NewPayroll {
    NewPayroll {
        name: name.to_owned(),
        period: "2026-11".to_owned(),
        file_name: "salaries.xlsx".to_owned(),
        file_sha256: sha256_hex(b"file"),
        sheet: "Sheet1".to_owned(),
        country: Country::NG,
        currency: Currency::NGN,
        convention: DecimalConvention::Point,
        skipped_json: "[]".to_owned(),
        copied_from: None,
        layout: None,
        reading_json: None,
        source: None,
        at: at(1),
    }
}

pub fn rows(count: u32) -> Vec<DraftRow> {
    let row = |position: u32| {
        let mut source = SourceRow { origin: RowOrigin::File(position + 2), ..SourceRow::default() };
        let cell = |column: &str, text: String| Cell {
            column: column.parse().ok(),
            value: CellValue::Text(text.into()),
        };
        source.cells.insert(Field::Name, cell("A", format!("Person {position}")));
        source.cells.insert(Field::AccountNumber, cell("B", format!("{position:010}")));
        source.cells.insert(Field::Amount, cell("C", "1,250.50".to_owned()));
        DraftRow::new(position, source)
    };
    (0..count).map(row).collect()
}

fn key() -> ProfileKey {
    ProfileKey::from_hex(&"07".repeat(32)).unwrap()
}

/// Returns a plan with batches of these sizes; person n earns n + 1 naira.
pub fn plan(name: &str, sizes: &[u32]) -> FreezePlan {
    let run = RunId::new(name, "2026-11");
    let mut position = 0;
    let mut batches = Vec::new();
    for (number, &size) in (1..).zip(sizes) {
        let payouts: Vec<PlannedPayout> =
            (position..position + size).map(|place| payout(&run, name, place)).collect();
        position += size;
        let reference = key().batch_reference(&run, "NGN", number);
        let body = body(&reference, &payouts);
        batches.push(PlannedBatch {
            number,
            reference,
            currency: Currency::NGN,
            body_sha256: sha256_hex(body.as_bytes()),
            body,
            sum: Money::sum(Currency::NGN, payouts.iter().map(|payout| payout.amount)).unwrap(),
            payouts,
        });
    }
    FreezePlan {
        name: name.to_owned(),
        period: "2026-11".to_owned(),
        sender_name: "Acme Ltd".to_owned(),
        instant_queue: true,
        callback_code: None,
        excluded: 1,
        summary_json: "{}".to_owned(),
        batches,
        at: at(2),
    }
}

/// Returns a body in the format of the service crate.
pub fn body(reference: &Reference, payouts: &[PlannedPayout]) -> String {
    let recipients: Vec<_> = payouts
        .iter()
        .map(|payout| {
            serde_json::json!({
                "accountNumber": payout.account_number, "bankcode": payout.bank_code,
                "amount": payout.amount.digits(), "ref": payout.reference, "narration": payout.narration,
            })
        })
        .collect();
    serde_json::json!({ "ref": reference, "currency": "NGN", "recipients": recipients }).to_string()
}

/// Returns a payout. Payrolls of other names pay other people.
fn payout(run: &RunId, name: &str, position: u32) -> PlannedPayout {
    let salt: u32 = if name.eq_ignore_ascii_case("november") { 0 } else { name.bytes().map(u32::from).sum() };
    let account_number = format!("{:010}", u64::from(salt) * 1_000 + u64::from(position));
    PlannedPayout {
        reference: key().payout_reference(run, &RowIdentity::new("058", &account_number), 0),
        position,
        origin: RowOrigin::File(position + 2),
        name: format!("Person {position}"),
        account_key: account_number.clone(),
        account_number,
        country: Country::NG,
        bank_code: "058".to_owned(),
        bank_name: "Guaranty Trust Bank".to_owned(),
        amount: Money::from_minor(100 * (i64::from(position) + 1), Currency::NGN),
        narration: "Salary".to_owned(),
        file_reference: None,
    }
}

pub async fn frozen(ledger: &Ledger, name: &str, sizes: &[u32]) -> (PayrollId, Frozen) {
    let id = ledger.create_payroll(new_payroll(name), &rows(sizes.iter().sum())).await.unwrap();
    let token = ledger.freeze(id, plan(name, sizes)).await.unwrap();
    (id, token)
}

/// The service for which everything is approved.
pub fn service() -> Destinations {
    Destinations::from(Destination {
        origin: "https://pay.example.com".to_owned(),
        authority: String::new(),
        wallet: "W-1".to_owned(),
        account: "account".to_owned(),
    })
}

pub async fn approve(ledger: &Ledger, token: Frozen, at: Timestamp) -> crate::model::error::Result<Approved> {
    let totals = token.totals().to_vec();
    let destinations = service();
    let rule = GuardRule::default();
    let approval = Approval { by: "Ada", totals: &totals, destinations: &destinations, rule, at };
    ledger.approve(token, approval).await
}

pub async fn intent(
    ledger: &Ledger,
    batch: ApprovedBatch,
    at: Timestamp,
) -> crate::model::error::Result<Intent> {
    ledger.intent(batch, &service(), GuardRule::default(), at).await
}

/// Sends an unknown batch again, with the total typed if it is required.
pub async fn resend_unknown(
    ledger: &Ledger,
    key: BatchKey,
    at: Timestamp,
) -> crate::model::error::Result<Intent> {
    let destinations = service();
    let again =
        |totals| Resend { destinations: &destinations, totals, by: "Ada", rule: GuardRule::default(), at };
    match ledger.resend_unknown(key, again(None)).await {
        Err(LedgerError::TotalNeeded { totals }) => ledger.resend_unknown(key, again(Some(&totals))).await,
        done => done,
    }
}

/// Makes every waiting batch ready again, with the total typed if it is required.
pub async fn ready_again(ledger: &Ledger, id: PayrollId, at: Timestamp) -> crate::model::error::Result<()> {
    let destinations = service();
    let again =
        |totals| Resend { destinations: &destinations, totals, by: "Ada", rule: GuardRule::default(), at };
    match ledger.ready_again(id, Refused::SentAgain, again(None)).await {
        Err(LedgerError::TotalNeeded { totals }) => {
            ledger.ready_again(id, Refused::SentAgain, again(Some(&totals))).await
        }
        done => done,
    }
}

pub async fn approved(ledger: &Ledger, name: &str, sizes: &[u32]) -> PayrollId {
    let (id, token) = frozen(ledger, name, sizes).await;
    approve(ledger, token, at(3)).await.unwrap();
    id
}

pub async fn ready(ledger: &Ledger, id: PayrollId) -> ApprovedBatch {
    let next = ledger.next_to_send(id).await.unwrap();
    let NextBatch::Ready(batch) = next else { panic!("nothing is ready: {next:?}") };
    batch
}

pub fn outcome(kind: OutcomeKind) -> AttemptOutcome {
    AttemptOutcome { kind, code: "seen".to_owned(), evidence: ExchangeRecord::default() }
}

/// Accepted with an id that no other batch has.
pub fn accepted() -> AttemptOutcome {
    static BATCHES: AtomicU32 = AtomicU32::new(1);
    accepted_as(&format!("B-{}", BATCHES.fetch_add(1, Ordering::Relaxed)))
}

pub fn accepted_as(batch_id: &str) -> AttemptOutcome {
    outcome(OutcomeKind::Accepted { batch_id: batch_id.to_owned() })
}

/// Sends the next batch with this outcome.
pub async fn send(ledger: &Ledger, id: PayrollId, outcome: AttemptOutcome) -> BatchKey {
    let batch = ready(ledger, id).await;
    let key = batch.key;
    let intent = intent(ledger, batch, at(4)).await.unwrap();
    ledger.record(intent, outcome, at(5)).await.unwrap();
    key
}

pub async fn references(ledger: &Ledger, id: PayrollId) -> Vec<String> {
    ledger.all_payouts(id).await.unwrap().into_iter().map(|payout| payout.reference.to_string()).collect()
}

pub async fn payout_states(ledger: &Ledger, id: PayrollId) -> Vec<PayoutState> {
    ledger.all_payouts(id).await.unwrap().into_iter().map(|payout| payout.state).collect()
}

pub fn raw(second: i64) -> RawCallback {
    RawCallback {
        received_at: at(second),
        method: "POST".to_owned(),
        content_type: Some("application/json".to_owned()),
        query: None,
        body: vec![0, 159, 255, b'{'],
    }
}

pub fn reading(reference: &str, report: Report) -> CallbackReading {
    let code = match report {
        Report::Successful | Report::PossibleReversal | Report::Contradictory => "00",
        Report::Failed => "51",
        Report::Reversed => "R1",
        Report::Unclear => "02",
    };
    let message = format!("{report:?}");
    let report = PayoutReport { message, ..PayoutReport::new(reference, report, code) };
    CallbackReading { reports: vec![report], is_unreadable: false }
}

/// Stores and applies one report.
pub async fn report(ledger: &Ledger, reference: &str, report: Report) -> crate::Applied {
    let key = ledger.store_callback(&raw(10)).await.unwrap();
    ledger.apply_callback(key, reading(reference, report), at(11)).await.unwrap()
}

/// Corrects all that can be corrected of a payroll, as the desk does: a draft with a row for each payout.
pub async fn corrected(ledger: &Ledger, id: PayrollId) -> Result<PayrollId, LedgerError> {
    let payouts = ledger.correctable(id).await?;
    let rows: Vec<(DraftRow, Option<Reference>)> = rows(u32::try_from(payouts.len()).unwrap())
        .into_iter()
        .zip(payouts)
        .map(|(row, payout)| (row, Some(payout.reference)))
        .collect();
    let correction = Correction { of: id, refusal: None, by: "Ada" };
    ledger.correct(NewPayroll { at: at(15), ..new_payroll("November (corrected)") }, &rows, correction).await
}
