//! Pays a payroll workbook without a window, on the same path as the window: desk calls only.
//!
//! Token and lock are the first two lines of standard input. Exit status: 0 all closed, 3 something is unknown,
//! refused or open, 2 bad input with one line on standard error, 4 something must be decided first: standard output
//! says what, and nothing was sent; 5 the ledger is an older copy, another one, or was changed: standard output says
//! which payrolls may have been sent since. It never takes a decision by itself.

mod headless;
#[path = "headless/keys.rs"]
mod keys;

use std::{
    io::{self, BufRead, Write},
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use clap::Parser;
use paysheet_desk::{
    AppError, Desk, DeskConfig, DeskError, LedgerError, ReadOptions, Refused,
    clock::SystemClock,
    profile::{KeyHome, Profile, SecretsHome},
    view::{PayoutQuery, PayrollState, ResendInput, ReviewInput, SendingBlock, TrackView, TypedTotal},
};
use paysheet_domain::{Country, Currency, Money, PayoutState, RunId, period::period_in};
use secrecy::SecretString;
use serde_json::{Map, Value, json};

/// Pays a payroll workbook through a payout service.
#[derive(Parser)]
struct Arguments {
    /// Address of the service: https, or http on this computer.
    #[arg(long)]
    base_url: String,
    /// The ledger.
    #[arg(long)]
    ledger: PathBuf,
    /// Folder of the ledger's profile key and of the record of where it ended; each ledger needs one of its own. By
    /// default one in the user's data folder.
    #[arg(long, value_name = "FOLDER")]
    keys: Option<PathBuf>,
    /// The payroll workbook.
    #[arg(long)]
    sheet: PathBuf,
    /// The payroll's name; with its month it makes the references.
    #[arg(long)]
    name: String,
    /// The month that is paid, such as 2026-11, where neither the name nor the file says it.
    #[arg(long)]
    period: Option<String>,
    /// The person whose name is recorded with the approval.
    #[arg(long, default_value = "Headless")]
    approver: String,
    #[arg(long)]
    country: Option<Country>,
    #[arg(long)]
    currency: Option<Currency>,
    /// Recipients in one batch.
    #[arg(long, default_value_t = 500)]
    batch_size: u32,
    /// Leaves out rows that cannot be paid, instead of paying nobody.
    #[arg(long)]
    exclude_errors: bool,
    /// Takes suggested values such as a lost zero put back; never a bank guessed from a misspelt name.
    #[arg(long)]
    accept_suggestions: bool,
    /// Address to listen on for callbacks, as the account profile at the service holds it.
    #[arg(long)]
    callbacks: Option<String>,
    /// Sends the named payroll's batches that the service refused once more, the same bytes, after the cause is fixed.
    #[arg(long)]
    send_refused_again: bool,
    /// Decides a kind of question, as the program names it, for the reason at the same place among the reasons:
    /// a warning's code, `same_payroll`, `under_way`, `unknown`, `armed`, `paid_same_period`, `paid_recently`, or
    /// `total` to send again although something else happened since.
    #[arg(long, value_name = "KIND")]
    decide: Vec<String>,
    /// Allows sending again from a ledger that is blocked, for a reason: every payroll that the program listed was looked
    /// up at the service. What was approved becomes unknown. Sends nothing.
    #[arg(long)]
    unblock: bool,
    /// Why; one for each decision, and one for a withdrawal or for allowing to send again.
    #[arg(long, value_name = "TEXT")]
    reason: Vec<String>,
    /// Withdraws what the named payroll has approved and the service never took, for ever, and sends nothing.
    #[arg(long)]
    withdraw: bool,
    /// Seconds to wait for outcomes.
    #[arg(long, default_value_t = 60)]
    wait_s: u64,
}

/// The kind of decision that stands for a total typed again.
const TOTAL: &str = "total";
/// The kind of question about a month that is not known. It is answered by an argument of its own.
const PERIOD: &str = "period";
const EXIT_BAD_INPUT: u8 = 2;
const EXIT_OPEN: u8 = 3;
const EXIT_TO_DECIDE: u8 = 4;
const EXIT_BLOCKED: u8 = 5;

/// As in the application.
#[global_allocator]
static ALLOCATOR: zeroizing_alloc::ZeroAlloc<mimalloc::MiMalloc> =
    zeroizing_alloc::ZeroAlloc(mimalloc::MiMalloc);

#[tokio::main]
async fn main() -> ExitCode {
    if let Some(end) = paysheet_desk::serve_if_asked() {
        return end;
    }
    let arguments = Arguments::parse();
    match run(&arguments).await {
        Ok((report, closed)) => {
            let _ = writeln!(io::stdout(), "{report:#}");
            if closed { ExitCode::SUCCESS } else { ExitCode::from(EXIT_OPEN) }
        }
        Err(Failure::ToDecide { payroll, questions }) => {
            let _ = writeln!(io::stdout(), "{:#}", json!({ "payroll": payroll, "decide": questions }));
            ExitCode::from(EXIT_TO_DECIDE)
        }
        Err(Failure::Blocked(block)) => {
            let _ = writeln!(io::stdout(), "{:#}", json!({ "blocked": block }));
            ExitCode::from(EXIT_BLOCKED)
        }
        Err(error) => {
            let _ = writeln!(io::stderr(), "{}", error.line());
            ExitCode::from(EXIT_BAD_INPUT)
        }
    }
}

/// Why nothing could be begun.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Desk(#[from] DeskError),
    #[error(
        "draft_has_problems: {rows} rows cannot be paid ({problems}); mend the file, or start again with \
         --accept-suggestions or --exclude-errors"
    )]
    CannotBePaid { rows: u32, problems: String },
    #[error("decisions_missing: {} kinds of questions must be decided first", questions.len())]
    ToDecide { payroll: String, questions: Vec<Value> },
    #[error("sending_blocked: the ledger must be gone through first")]
    Blocked(Box<SendingBlock>),
    #[error("value_invalid: every --decide, --withdraw and --unblock needs a --reason of its own")]
    ReasonMissing,
}

impl Failure {
    /// One line that begins with the code.
    fn line(&self) -> String {
        let text = self.to_string();
        let line = match self {
            Self::CannotBePaid { .. } | Self::ToDecide { .. } | Self::Blocked(_) | Self::ReasonMissing => {
                text
            }
            Self::Desk(error) => {
                let code = AppError::from(error).code().to_string();
                // File errors begin with their code already.
                if text.starts_with(&code) { text } else { format!("{code}: {text}") }
            }
        };
        line.replace('\n', " ")
    }
}

async fn run(arguments: &Arguments) -> Result<(Value, bool), Failure> {
    if arguments.reason.len() != arguments.decide.len() + arguments.other_reasons() {
        return Err(Failure::ReasonMissing);
    }
    let desk = open(arguments).await?;
    let ended = go_through(&desk, arguments).await;
    let ended = match ended {
        Ok(None) => pay_or_go_on(&desk, arguments).await,
        Ok(Some(report)) => Ok((report, false)),
        Err(failure) => Err(failure),
    };
    desk.close().await;
    ended
}

/// Goes through a blocked ledger, where that was asked for.
async fn go_through(desk: &Desk, arguments: &Arguments) -> Result<Option<Value>, Failure> {
    let Some(block) = desk.sending_block().await? else { return Ok(None) };
    if !arguments.unblock {
        return Err(Failure::Blocked(Box::new(block)));
    }
    let checked: Vec<String> = block.payrolls.iter().map(|payroll| payroll.key.clone()).collect();
    let reason = arguments.reason.last().map(String::as_str).unwrap_or_default();
    desk.unblock_sending(reason, &checked).await?;
    Ok(Some(json!({ "unblocked": block })))
}

async fn pay_or_go_on(desk: &Desk, arguments: &Arguments) -> Result<(Value, bool), Failure> {
    let mut closed = true;
    let mut own = None;
    for line in desk.payrolls().await? {
        match line.state {
            PayrollState::Draft | PayrollState::Frozen => {
                if is_named(&line.name, arguments) {
                    // It never got as far as an approval: it is read anew from the file.
                    desk.back_to_check(line.id).await?;
                    desk.discard_draft(line.id).await?;
                }
                continue;
            }
            PayrollState::Closed | PayrollState::ClosedUnconfirmed => {}
            PayrollState::Damaged => {
                let _ = writeln!(io::stderr(), "damaged: payroll {} {:?}", line.id, line.name);
                closed = false;
                continue;
            }
            PayrollState::Approved
            | PayrollState::Sending
            | PayrollState::PartlySent
            | PayrollState::NotSent
            | PayrollState::Refused
            | PayrollState::Unresolved
            | PayrollState::BeingPaid => {
                let _ = writeln!(
                    io::stderr(),
                    "unfinished: {} of {} is {:?}",
                    line.name,
                    line.period,
                    line.state
                );
                if is_named(&line.name, arguments) {
                    go_on(desk, line.id, arguments).await?;
                } else {
                    // Another payroll goes on only where nothing is to be decided about it.
                    if let Err(error) = desk.send_unsent(line.id, None).await {
                        let _ = writeln!(io::stderr(), "left as it is: {}: {error}", line.name);
                    }
                }
            }
            PayrollState::Withdrawn => {}
        }
        if is_named(&line.name, arguments) {
            own = Some(line.id);
        } else {
            closed &= matches!(line.state, PayrollState::Closed | PayrollState::Withdrawn);
        }
    }
    let id = match own {
        Some(id) => id,
        None => pay(desk, arguments).await?,
    };
    let wait = Duration::from_secs(arguments.wait_s);
    let track = headless::wait_for_outcomes(desk, id, wait, |_| {}).await?;
    let references = references(desk, id).await?;
    closed &= is_ended(&track);
    explain(&track);
    Ok((report(&track, references), closed))
}

/// Whether nothing more is expected of the payroll.
fn is_ended(track: &TrackView) -> bool {
    match track.state {
        PayrollState::Withdrawn => true,
        PayrollState::ClosedUnconfirmed => true,
        // Reports that contradict each other wait for a person, and nothing more is expected.
        PayrollState::Closed | PayrollState::BeingPaid => track.outcomes.iter().all(|outcome| {
            let state = outcome.state;
            outcome.total.count == 0 || state.is_final() || state == PayoutState::Conflict
        }),
        PayrollState::Draft
        | PayrollState::Frozen
        | PayrollState::Approved
        | PayrollState::Sending
        | PayrollState::PartlySent
        | PayrollState::NotSent
        | PayrollState::Refused
        | PayrollState::Unresolved
        | PayrollState::Damaged => false,
    }
}

/// Goes on with the named payroll, or withdraws it.
async fn go_on(desk: &Desk, id: u32, arguments: &Arguments) -> Result<(), Failure> {
    if arguments.withdraw {
        let reason = arguments.reason.last().map(String::as_str).unwrap_or_default();
        return Ok(desk.withdraw(id, None, reason).await?);
    }
    let decisions = arguments.decisions();
    let open = headless::decide_questions(desk, id, &desk.questions(id).await?, &decisions).await?;
    if !open.is_empty() {
        return Err(Failure::ToDecide { payroll: arguments.name.clone(), questions: open });
    }
    let refused = if arguments.send_refused_again { Refused::SentAgain } else { Refused::Stay };
    let ready = match desk.ready_again(id, None, refused).await {
        Err(DeskError::Ledger(LedgerError::TotalNeeded { totals })) => {
            if !arguments.decide.iter().any(|kind| kind == TOTAL) {
                let sums: Vec<String> = totals.iter().map(ToString::to_string).collect();
                let question = json!({ "kind": TOTAL, "totals": sums, "why": "something else happened since the approval" });
                return Err(Failure::ToDecide { payroll: arguments.name.clone(), questions: vec![question] });
            }
            let typed = |total: &Money| TypedTotal { currency: total.currency(), text: total.digits() };
            let input = ResendInput { totals: totals.iter().map(typed).collect(), same_account: None };
            desk.ready_again(id, Some(input), refused).await
        }
        ready => ready,
    };
    ready?;
    Ok(desk.send(id).await?)
}

impl Arguments {
    /// Reasons beside those of decisions.
    fn other_reasons(&self) -> usize {
        usize::from(self.withdraw) + usize::from(self.unblock)
    }

    fn decisions(&self) -> headless::Decisions {
        headless::Decisions(self.decide.iter().cloned().zip(self.reason.iter().cloned()).collect())
    }
}

/// Whether a payroll has the name given, blind to case and spacing as references are. The month does not count:
/// a run that is finished in the next one is still the same.
fn is_named(name: &str, arguments: &Arguments) -> bool {
    RunId::new(name, "") == RunId::new(&arguments.name, "")
}

async fn open(arguments: &Arguments) -> Result<Desk, DeskError> {
    let (token, lock) = secrets()?;
    let mut profile = Profile::new("headless", "Headless", &arguments.base_url, &arguments.name)
        .approved_by(&arguments.approver);
    profile.settings.batch_size = arguments.batch_size;
    let (desk, _) = Desk::open(DeskConfig {
        ledger: arguments.ledger.clone(),
        profile: profile.clone(),
        secrets: SecretsHome::in_memory(token, lock),
        key: KeyHome::File(keys::profile_key(&arguments.ledger, arguments.keys.as_deref())?),
        clock: Arc::new(SystemClock),
        timeouts: None,
    })
    .await?;
    desk.save_profile(profile.settings).await?;
    desk.unlock().await?;
    if let Some(address) = &arguments.callbacks {
        desk.listen(address).await?;
    }
    Ok(desk)
}

fn secrets() -> Result<(SecretString, SecretString), DeskError> {
    let mut lines = io::stdin().lock().lines();
    let mut next = |setting| {
        let line = lines.next().transpose()?.unwrap_or_default();
        paysheet_desk::secret_fits(&line, setting)?;
        Ok::<_, DeskError>(SecretString::from(line.trim().to_owned()))
    };
    Ok((next(paysheet_desk::Setting::Token)?, next(paysheet_desk::Setting::Lock)?))
}

async fn pay(desk: &Desk, arguments: &Arguments) -> Result<u32, Failure> {
    let options = ReadOptions { country: arguments.country, currency: arguments.currency };
    let id = desk.open_file(&arguments.sheet, options).await?;
    let mut draft = desk.draft(id).await?;
    if arguments.accept_suggestions {
        draft = headless::accept_suggestions(desk, draft).await?;
    }
    if arguments.exclude_errors {
        draft = desk.exclude_errors(id).await?;
    }
    if draft.to_fix > 0 {
        desk.discard_draft(id).await?;
        return Err(Failure::CannotBePaid {
            rows: draft.to_fix,
            problems: headless::errors_in_words(&draft),
        });
    }
    let said = arguments.period.clone().or_else(|| period_in(&arguments.name));
    let Some(period) = said.or_else(|| Some(draft.period.clone()).filter(|period| !period.is_empty())) else {
        desk.discard_draft(id).await?;
        let why =
            "neither the name nor the file says which month is paid; say it with --period, such as 2026-11";
        let question = json!({ "kind": PERIOD, "why": why });
        return Err(Failure::ToDecide { payroll: arguments.name.clone(), questions: vec![question] });
    };
    let input = ReviewInput {
        name: arguments.name.clone(),
        period,
        sender_name: desk.profile().settings.sender_name,
        instant_queue: true,
    };
    let decisions = arguments.decisions();
    for problem in &draft.file_problems {
        let _ =
            writeln!(io::stderr(), "{}: {} {}", arguments.sheet.display(), problem.severity, problem.code);
    }
    let mut open = headless::decide_warnings(desk, draft, &decisions).await?;
    if open.is_empty() {
        let review = desk.review(id, Some(input)).await?;
        open = headless::decide_questions(desk, id, &review.questions, &decisions).await?;
        if open.is_empty() {
            desk.approve(id, &review.fingerprint, &headless::typed(&review)).await?;
            desk.send(id).await?;
            return Ok(id);
        }
        desk.back_to_check(id).await?;
    }
    desk.discard_draft(id).await?;
    Err(Failure::ToDecide { payroll: arguments.name.clone(), questions: open })
}

/// Says of each batch that is not as it should be why.
fn explain(track: &TrackView) {
    for (batch, reason) in track.batches.iter().filter_map(|batch| batch.reason.map(|reason| (batch, reason)))
    {
        let message = batch.message.as_deref().unwrap_or_default();
        let _ = writeln!(io::stderr(), "batch {}: {} ({reason}) {message}", batch.number, batch.state);
    }
}

/// Every payout by its reference, for whoever looks one up at the service.
async fn references(desk: &Desk, id: u32) -> Result<Vec<Value>, DeskError> {
    let mut references = Vec::new();
    loop {
        let offset = u32::try_from(references.len()).unwrap_or(u32::MAX);
        let window =
            desk.payouts(id, &PayoutQuery::default(), offset, paysheet_desk::WINDOW_PAYOUTS_MAX).await?;
        references.extend(window.rows.iter().map(|row| {
            json!({ "reference": row.reference, "row": row.row, "state": row.state, "batch": row.batch })
        }));
        if window.rows.is_empty() || offset >= window.total {
            return Ok(references);
        }
    }
}

fn report(track: &TrackView, references: Vec<Value>) -> Value {
    let batches: Vec<Value> = track
        .batches
        .iter()
        .map(|batch| {
            json!({
                "reference": batch.reference,
                "state": batch.state,
                "batchId": batch.batch_id.as_ref().map(|id| id.parse::<u64>().map_or_else(|_| json!(id), |id| json!(id))),
                "count": batch.total.count,
                "sum": batch.total.sum,
                "currency": batch.total.currency,
            })
        })
        .collect();
    let own = track.totals.first().map(|total| total.currency);
    let mut payouts = Map::new();
    for outcome in &track.outcomes {
        let mut key = outcome.state.to_string();
        if Some(outcome.total.currency) != own {
            key = format!("{key} {}", outcome.total.currency);
        }
        payouts.insert(key, json!({ "count": outcome.total.count, "sum": outcome.total.sum }));
    }
    json!({ "payroll": track.name, "state": track.state, "batches": batches, "payouts": payouts, "excluded": track.excluded, "references": references })
}
