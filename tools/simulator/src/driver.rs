//! The only module that uses the desk: everything that an operator does goes through it.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use jiff::{SignedDuration, Timestamp};
use paysheet_desk::{
    AppError, Desk, DeskConfig, DeskError, DeskEvent, ErrorCode, LedgerError, Timeouts,
    clock::Clock,
    profile::{KeyHome, Profile, SecretsHome},
    view::{
        QuestionDecision, QuestionKind, ResendInput, ReviewInput, ReviewView, TypedTotal, UnknownDecision,
    },
};
use paysheet_domain::{
    BatchState, Country, Currency, DraftRow, Money, ProblemCode, RowOrigin, SourceRow,
    cell::{Cell, CellValue, Field},
    checks::DecimalConvention,
    money::Total,
};
use paysheet_ledger::{CallbackKey, Ledger, NewPayroll, RawCallback, probe::ProbedEvent};
use paysheet_practice::Practice;
use sqlx::SqlitePool;
use tokio::sync::broadcast;

use crate::{
    error::SimulatorError,
    judge::{named, narrow},
    plan::{OverlapPolicy, PayrollPlan, Person},
};

pub const LEDGER: &str = "ledger.db";
pub const KEY: &str = "ledger.key";
/// The file with the ledger's last event, beside the key.
pub const ANCHOR: &str = "ledger.anchor";
const KEY_DIGITS: usize = 64;
/// The reason that the operator gives for a decision.
const REASON: &str = "the seed says so";
const PERIOD: &str = "2026-11";
const BANK: &str = "058";
/// Longer than a loaded computer needs for a response, since an accidental timeout makes another story of the same
/// seed.
const SUBMIT_MS: u64 = 800;
const OTHER_MS: u64 = 5_000;

/// The clock of a story.
struct Noon(SignedDuration);

impl Clock for Noon {
    fn now(&self) -> Timestamp {
        const NOON_S: i64 = 1_795_435_200;
        Timestamp::from_second(NOON_S).unwrap_or(Timestamp::UNIX_EPOCH) + self.0
    }
}

/// The parameters of a program start.
pub struct Start<'a> {
    pub folder: &'a Path,
    pub practice: &'a Practice,
    pub batch_size: u32,
    pub clock_s: i64,
    pub overlap: OverlapPolicy,
}

/// An open desk.
pub struct Driver {
    desk: Desk,
    now: Timestamp,
    overlap: OverlapPolicy,
    /// The review that the Approve screen showed last.
    shown: Mutex<Option<ReviewView>>,
}

/// A report that is stored in the ledger.
pub type Stored = (CallbackKey, RawCallback);

/// A batch as the desk shows it.
#[derive(Clone, Debug)]
pub struct Batch {
    pub key: u32,
    pub reference: String,
    pub state: BatchState,
}

/// Writes the profile key of a story: the references are the same each time the story runs.
pub fn write_key(folder: &Path, seed: u64) -> std::io::Result<()> {
    std::fs::write(folder.join(KEY), format!("{seed:016x}").repeat(KEY_DIGITS / 16))
}

pub fn ledger_in(folder: &Path) -> PathBuf {
    folder.join(LEDGER)
}

/// Makes an empty ledger.
pub async fn make_ledger(path: &Path) -> Result<(), DeskError> {
    let (ledger, _) = Ledger::open(path, Noon(SignedDuration::ZERO).now()).await?;
    ledger.close().await;
    Ok(())
}

impl Driver {
    pub async fn open(start: &Start<'_>) -> Result<Self, DeskError> {
        let practice = start.practice;
        let mut profile =
            Profile::new("story", "Story", &practice.base_url(), "KOLA FOODS LTD").approved_by("Ada Obi");
        profile.settings.batch_size = start.batch_size;
        let clock = Noon(SignedDuration::from_secs(start.clock_s));
        let now = clock.now();
        let (desk, _) = Desk::open(DeskConfig {
            ledger: ledger_in(start.folder),
            profile,
            secrets: SecretsHome::in_memory(practice.token().clone(), practice.lock().clone()),
            key: KeyHome::File(start.folder.join(KEY)),
            clock: Arc::new(clock),
            timeouts: Some(Timeouts { connect_ms: SUBMIT_MS, submit_ms: SUBMIT_MS, read_ms: OTHER_MS }),
        })
        .await?;
        desk.unlock().await?;
        // The desk does this by itself at a time of its own. It is done now, so that the story has only one course.
        let _ = desk.mark_overdue().await;
        Ok(Self { desk, now, overlap: start.overlap, shown: Mutex::default() })
    }

    /// Returns whether nothing may be approved or sent until the operator has gone through the ledger.
    pub fn is_blocked(&self) -> bool {
        self.desk.block().is_some()
    }

    /// Returns the names of the payrolls that, according to the desk, may have been sent since. Empty if the ledger is
    /// not blocked.
    pub async fn blocked_names(&self) -> Result<Vec<String>, DeskError> {
        let block = self.desk.sending_block().await?;
        Ok(block.into_iter().flat_map(|block| block.payrolls).map(|payroll| payroll.name).collect())
    }

    /// Records that the operator has gone through everything that may have been sent.
    pub async fn unblock(&self) -> Result<(), DeskError> {
        let block = self.desk.sending_block().await?;
        let keys: Vec<String> =
            block.into_iter().flat_map(|block| block.payrolls).map(|payroll| payroll.key).collect();
        self.desk.unblock_sending(REASON, &keys).await
    }

    /// Listens for callbacks; returns the address with the real port.
    pub async fn listen(&self, address: &str) -> Result<Option<String>, DeskError> {
        self.desk.listen(address).await
    }

    /// Stores reports as the listener does: the service gets its response after this.
    pub async fn store_reports(&self, reports: &[Vec<u8>]) -> Result<Vec<Stored>, DeskError> {
        let raw: Vec<RawCallback> = reports.iter().map(|body| self.raw(body)).collect();
        let keys = self.desk.store_callbacks(&raw).await?;
        Ok(keys.into_iter().zip(raw).collect())
    }

    pub async fn apply_reports(&self, stored: &[Stored]) -> Result<(), DeskError> {
        self.desk.apply_callbacks(stored).await
    }

    fn raw(&self, body: &[u8]) -> RawCallback {
        RawCallback {
            received_at: self.now,
            method: "POST".to_owned(),
            content_type: Some("application/x-www-form-urlencoded".to_owned()),
            query: None,
            body: body.to_vec(),
        }
    }

    pub async fn close(&self) {
        self.desk.close().await;
    }

    /// Makes the draft that parsing its file would give.
    pub async fn create(&self, plan: &PayrollPlan) -> Result<u32, DeskError> {
        let rows: Vec<DraftRow> = (0..).zip(&plan.people).map(|(at, person)| row(at, person)).collect();
        let new = NewPayroll {
            name: plan.name.clone(),
            period: PERIOD.to_owned(),
            file_name: format!("{}.csv", plan.name),
            file_sha256: format!("{:064x}", rows.len()),
            sheet: "Sheet1".to_owned(),
            country: Country::NG,
            currency: Currency::NGN,
            convention: DecimalConvention::Point,
            skipped_json: r#"{"skipped":[],"problems":[]}"#.to_owned(),
            copied_from: None,
            layout: None,
            reading_json: None,
            source: None,
            at: self.now,
        };
        Ok(self.desk.ledger().create_payroll(new, &rows).await?.0)
    }

    /// Returns ids and names of all payrolls, the oldest first. It reads the tables directly, because it is called very
    /// often.
    pub async fn payrolls(&self) -> Result<Vec<(u32, String)>, SimulatorError> {
        let rows: Vec<(i64, String)> =
            sqlx::query_as("SELECT id, name FROM payrolls ORDER BY id").fetch_all(self.ledger()).await?;
        rows.into_iter().map(|(id, name)| Ok((narrow(id)?, name))).collect()
    }

    /// Returns the batches of a payroll, in their order.
    pub async fn batches(&self, id: u32) -> Result<Vec<Batch>, SimulatorError> {
        let rows: Vec<(i64, String, String)> =
            sqlx::query_as("SELECT id, reference, state FROM batches WHERE payroll = $1 ORDER BY number")
                .bind(i64::from(id))
                .fetch_all(self.ledger())
                .await?;
        let batch = |(key, reference, state): (i64, String, String)| {
            Ok(Batch { key: narrow(key)?, reference, state: named(&state)? })
        };
        rows.into_iter().map(batch).collect()
    }

    /// Freezes the payroll and returns the total that the user types. The service's banks are there before, as for a user
    /// who was at Check: a list that comes with the approval changes what was shown. The desk is locked meanwhile, so that
    /// an old list is not fetched once more.
    pub async fn review(&self, id: u32, name: &str) -> Result<String, DeskError> {
        let input = ReviewInput {
            name: name.to_owned(),
            period: PERIOD.to_owned(),
            sender_name: "KOLA FOODS LTD".to_owned(),
            instant_queue: true,
        };
        self.desk.banks(Country::NG).await?;
        self.desk.lock();
        let review = self.desk.review(id, Some(input)).await;
        self.desk.unlock().await?;
        let review = review?;
        let total = review.totals.first().map(|total| total.sum.clone()).unwrap_or_default();
        *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = Some(review);
        Ok(total)
    }

    /// Approves the review that was shown last. If the operator decides at all, people whom another payroll pays as
    /// well are decided about first.
    pub async fn approve(&self, id: u32, typed_total: &str) -> Result<(), DeskError> {
        let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(shown) = shown.filter(|shown| shown.id == id) else {
            return Err(AppError::NothingToPay.into());
        };
        self.decide_questions(id).await?;
        let typed = |total: &Total| TypedTotal { currency: total.currency, text: total.sum.clone() };
        let mut typed: Vec<TypedTotal> = shown.totals.iter().map(typed).collect();
        if let Some(first) = typed.first_mut() {
            typed_total.clone_into(&mut first.text);
        }
        self.desk.approve(id, &shown.fingerprint, &typed).await
    }

    /// The operator decides to pay the people in question, or does not decide.
    async fn decide_questions(&self, id: u32) -> Result<(), DeskError> {
        if self.overlap == OverlapPolicy::Leave {
            return Ok(());
        }
        for question in self.desk.questions(id).await? {
            if question.open > 0 && question.kind != QuestionKind::OpenOriginal {
                let reason = REASON.to_owned();
                let decision = QuestionDecision { question: question.key, keys: Vec::new(), reason };
                self.desk.decide_questions(id, decision).await?;
            }
        }
        Ok(())
    }

    /// Returns whether somebody of the payroll is paid by another payroll and nobody has decided about it.
    pub async fn has_open_questions(&self, id: u32) -> Result<bool, DeskError> {
        Ok(self.desk.questions(id).await?.iter().any(|question| question.open > 0))
    }

    /// Withdraws the batches of a payroll that were never accepted.
    pub async fn withdraw(&self, id: u32) -> Result<(), DeskError> {
        self.desk.withdraw(id, None, REASON).await
    }

    /// Corrects everybody of a payroll whom the service never took, in a new payroll.
    pub async fn correct(&self, id: u32) -> Result<u32, DeskError> {
        self.desk.correct(id).await
    }

    /// Returns the totals that the desk requests once more.
    fn typed_again(totals: &[Money]) -> ResendInput {
        let typed = |total: &Money| TypedTotal { currency: total.currency(), text: total.digits() };
        ResendInput { totals: totals.iter().map(typed).collect(), same_account: None }
    }

    /// Starts to send the approved batches.
    pub async fn start_sending(&self, id: u32) -> Result<(), DeskError> {
        // It may have stopped for a question that arose after the approval.
        self.decide_questions(id).await?;
        self.desk.start_sending(id)
    }

    /// Returns whether sending stopped because the total is to be typed again: the approval is old by the clock, or the clock
    /// was set back since.
    pub async fn is_asked_for_total(&self, id: u32) -> Result<bool, DeskError> {
        let stopped = self.desk.payroll(id).await?.stopped;
        Ok(stopped.is_some_and(|error| error.code() == ErrorCode::TotalNeeded))
    }

    /// Starts to send the batches that are approved, not sent or refused.
    pub async fn continue_sending(&self, id: u32) -> Result<(), DeskError> {
        self.decide_questions(id).await?;
        match self.desk.continue_sending(id, None).await {
            Err(DeskError::Ledger(LedgerError::TotalNeeded { totals })) => {
                self.desk.continue_sending(id, Some(Self::typed_again(&totals))).await
            }
            done => done,
        }
    }

    pub async fn send_again(&self, id: u32, batch: u32) -> Result<(), DeskError> {
        self.decide_questions(id).await?;
        match self.desk.send_again(id, batch, None).await {
            Err(DeskError::Ledger(LedgerError::TotalNeeded { totals })) => {
                self.desk.send_again(id, batch, Some(Self::typed_again(&totals))).await
            }
            done => done,
        }
    }

    pub async fn decide(&self, id: u32, batch: u32, has_it: bool) -> Result<(), DeskError> {
        let decision = match has_it {
            true => UnknownDecision::TheServiceHasIt,
            false => UnknownDecision::TheServiceDoesNotHaveIt,
        };
        self.desk.decide_unknown(id, batch, decision, "the service said so on the telephone").await
    }

    /// Waits until nothing of the payroll is being sent.
    pub async fn idle(&self, id: u32) {
        let mut events = self.desk.events();
        while self.desk.is_sending(id) {
            // Each end of sending is an event; a lagging receiver is as good as an event.
            let _ = events.recv().await;
        }
    }

    /// Returns the desk's events from now on.
    pub fn events(&self) -> broadcast::Receiver<DeskEvent> {
        self.desk.events()
    }

    /// Returns the ledger, for the judge's own statements.
    pub fn ledger(&self) -> &SqlitePool {
        self.desk.ledger().reader()
    }

    pub async fn verify_chain(&self) -> Result<(), DeskError> {
        self.desk.ledger().verify_chain().await?;
        Ok(())
    }
}

/// Returns whether the payroll is already in the ledger, or the service already reports on it.
pub fn is_refused_as_paid(error: &DeskError) -> bool {
    matches!(
        error,
        DeskError::Ledger(
            LedgerError::AlreadyPaid { .. }
                | LedgerError::NameTaken { .. }
                | LedgerError::AlreadyReported { .. }
        )
    )
}

/// Returns whether somebody is paid by another payroll, and nobody has decided about it.
pub fn is_open_question(error: &DeskError) -> bool {
    matches!(error, DeskError::Ledger(LedgerError::QuestionsOpen { .. }))
}

/// Returns whether the stored data differ from the frozen data.
pub fn is_damaged(error: &DeskError) -> bool {
    matches!(error, DeskError::Ledger(LedgerError::NotAsFrozen(_) | LedgerError::PayrollDamaged { .. }))
}

/// Returns whether the error code states that the ledger cannot be read or written.
pub const fn is_of_the_disk(code: ErrorCode) -> bool {
    matches!(code, ErrorCode::DiskFull | ErrorCode::LedgerUnavailable)
}

pub fn code_of(error: DeskError) -> ErrorCode {
    AppError::from(&error).code()
}

/// Describes an event in few words.
pub fn words(event: &ProbedEvent) -> String {
    let data: serde_json::Value = serde_json::from_str(&event.data).unwrap_or_default();
    let told = ["from", "to", "outcome", "code", "attempt", "setting", "decision", "report"];
    let told: Vec<String> =
        told.iter().filter_map(|key| data.get(key)).map(|value| value.to_string().replace('"', "")).collect();
    let batch = event.batch.map(|batch| format!(" of {batch}")).unwrap_or_default();
    format!("{}{batch} {}", event.kind, told.join(" ")).trim_end().to_owned()
}

fn row(position: u32, person: &Person) -> DraftRow {
    let mut source = SourceRow { origin: RowOrigin::File(position + 2), ..SourceRow::default() };
    for (field, text) in [
        (Field::Name, person.name.clone()),
        (Field::AccountNumber, person.account.clone()),
        (Field::BankCode, BANK.to_owned()),
        (Field::Amount, format!("{}.00", person.naira)),
    ] {
        source.cells.insert(field, Cell { column: None, value: CellValue::Text(text.into()) });
    }
    // The user has checked duplicates, and every other question about a row.
    let mut row = DraftRow::new(position, source);
    for code in [
        ProblemCode::DuplicateAccount,
        ProblemCode::DuplicatePayment,
        ProblemCode::AccountNumberCheckDigit,
        ProblemCode::NameWithTwoAccounts,
        ProblemCode::AccountChanged,
    ] {
        row.accepted.insert(code, REASON);
    }
    row
}
