//! Pays a payroll workbook without a window, on the same path as the window: desk calls only.
//!
//! The secrets are the first lines of standard input: token and lock, or API key, secret and lock. The README has the exit codes: 0 means that everybody is
//! paid. It never takes a decision by itself, and `--withdraw` and `--unblock` never send.

#[path = "headless/arguments.rs"]
mod arguments;
#[path = "headless/changed_file.rs"]
mod changed_file;
#[path = "headless/decisions.rs"]
mod decisions;
#[path = "headless/exit.rs"]
mod exit;
mod headless;
#[path = "headless/keys.rs"]
mod keys;
#[path = "headless/opening.rs"]
mod opening;

use std::{
    io::{self, Write},
    process::ExitCode,
    time::Duration,
};

use clap::Parser;
use paysheet_desk::{
    AppError, Desk, DeskError, LedgerError, Refused,
    view::{PayrollLine, PayrollStatus, QuestionView, ResendInput, ReviewInput, SendingBlock, TypedTotal},
};
use paysheet_domain::{Currency, RunId, money::Total, period::period_in};
use serde_json::{Value, json};

use self::{
    arguments::Arguments,
    decisions::{Decisions, FILE_CHANGED, InvalidDecision},
    exit::Exit,
};

/// The kind of question that `--total` answers.
const TOTAL: &str = "total";
/// The kind of question about a month that is not known. `--period` answers it.
const PERIOD: &str = "period";

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
    let (report, exit) = match run(&arguments).await {
        Ok(ended) => ended,
        Err(Failure::ToDecide(questions)) => {
            (json!({ "payroll": arguments.name, "decide": questions }), Exit::ToDecide)
        }
        Err(Failure::Blocked(block)) => (json!({ "blocked": block }), Exit::Blocked),
        Err(error) => {
            let _ = writeln!(io::stderr(), "{}", error.line());
            return Exit::BadInput.into();
        }
    };
    let _ = writeln!(io::stdout(), "{report:#}");
    exit.into()
}

/// Why nothing could be begun.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Desk(#[from] DeskError),
    #[error(
        "draft_has_problems: {rows} rows cannot be paid ({problems}); mend the file, or start again with \
         --exclude-errors, or with --accept-suggestions for suggestions that change no value"
    )]
    CannotBePaid { rows: u32, problems: String },
    #[error("decisions_missing: {} kinds of questions must be decided first", .0.len())]
    ToDecide(Vec<Value>),
    #[error("sending_blocked: the ledger must be gone through first")]
    Blocked(Box<SendingBlock>),
    #[error("value_invalid: every --decide, --withdraw and --unblock needs a --reason of its own")]
    ReasonMissing,
    #[error("value_invalid: {0}")]
    Decision(#[from] InvalidDecision),
    #[error("nothing_to_withdraw: {0:?} has nothing that is approved and was never taken; nothing was sent")]
    NothingToWithdraw(String),
    #[error("nothing_to_unblock: the ledger is not blocked; nothing was sent")]
    NothingToUnblock,
}

impl Failure {
    /// One line that begins with the code.
    fn line(&self) -> String {
        let text = self.to_string();
        let line = match self {
            Self::CannotBePaid { .. }
            | Self::ToDecide(_)
            | Self::Blocked(_)
            | Self::ReasonMissing
            | Self::Decision(_)
            | Self::NothingToWithdraw(_)
            | Self::NothingToUnblock => text,
            Self::Desk(error) => {
                let code = AppError::from(error).code().to_string();
                // The desk's own errors and those of files begin with their code already.
                if text.starts_with(&code) { text } else { format!("{code}: {text}") }
            }
        };
        line.replace('\n', " ")
    }
}

type Ended = Result<(Value, Exit), Failure>;

async fn run(arguments: &Arguments) -> Ended {
    if arguments.reason.len() != arguments.decide.len() + arguments.other_reasons() {
        return Err(Failure::ReasonMissing);
    }
    let decisions = Decisions::given(&arguments.decide, &arguments.reason)?;
    let desk = opening::open(arguments).await?;
    let ended = match (desk.sending_block().await?, arguments.unblock) {
        (Some(block), true) => unblock(&desk, block, arguments).await,
        (Some(block), false) => Err(Failure::Blocked(Box::new(block))),
        (None, true) => Err(Failure::NothingToUnblock),
        (None, false) if arguments.withdraw => withdraw(&desk, arguments).await,
        (None, false) => pay_or_go_on(&desk, arguments, &decisions).await,
    };
    desk.close().await;
    ended
}

/// Confirms that every payroll of the block was looked up.
async fn unblock(desk: &Desk, block: SendingBlock, arguments: &Arguments) -> Ended {
    let checked: Vec<String> = block.payrolls.iter().map(|payroll| payroll.key.clone()).collect();
    desk.unblock_sending(arguments.last_reason(), &checked).await?;
    Ok((json!({ "unblocked": block }), Exit::Open))
}

/// Withdraws what the named payroll has approved and the service never took.
async fn withdraw(desk: &Desk, arguments: &Arguments) -> Ended {
    let mut withdrawn = None;
    for line in named(desk, arguments).await? {
        let can_withdraw = !desk.payroll(line.id).await?.withdrawable.is_empty();
        // Of a batch in doubt, the desk says why it is not withdrawn.
        if can_withdraw || line.state == PayrollStatus::Unresolved {
            desk.withdraw(line.id, None, arguments.last_reason()).await?;
            withdrawn = Some(line.id);
        }
    }
    let id = withdrawn.ok_or_else(|| Failure::NothingToWithdraw(arguments.name.clone()))?;
    end(desk, (id, arguments), Duration::ZERO).await
}

async fn pay_or_go_on(desk: &Desk, arguments: &Arguments, decisions: &Decisions) -> Ended {
    if let Some(address) = &arguments.callbacks {
        desk.listen(address).await?;
    }
    for line in desk.payrolls().await?.iter().filter(|line| is_named(&line.name, arguments)) {
        if matches!(line.state, PayrollStatus::Draft | PayrollStatus::Frozen) {
            // It never got as far as an approval: it is read anew from the file.
            desk.back_to_check(line.id).await?;
            desk.discard_draft(line.id).await?;
        }
    }
    let own = named(desk, arguments).await?;
    require_same_file(desk, &own, arguments, decisions).await?;
    for line in own.iter().filter(|line| is_unfinished(line.state)) {
        say_unfinished(line);
        go_on(desk, line.id, arguments, decisions).await?;
    }
    let id = match own.last() {
        Some(line) => line.id,
        None => pay(desk, arguments, decisions).await?,
    };
    for line in desk.payrolls().await? {
        if is_unfinished(line.state) && !is_named(&line.name, arguments) {
            say_unfinished(&line);
            // Another payroll goes on only where nothing is to be decided about it.
            if let Err(error) = desk.send_unsent(line.id, None).await {
                let _ = writeln!(io::stderr(), "left as it is: {}: {error}", line.name);
            }
        }
    }
    let wait_s = if arguments.submit_only { 0 } else { arguments.wait_s };
    end(desk, (id, arguments), Duration::from_secs(wait_s)).await
}

/// Waits for the outcomes of a payroll, and reports on it, on every other one of its name, and on every other one that somebody
/// has to look into.
async fn end(desk: &Desk, (id, arguments): (u32, &Arguments), wait: Duration) -> Ended {
    let track = headless::wait_for_outcomes(desk, id, wait, |_| {}).await?;
    let payouts = exit::all_payouts(desk, id).await?;
    exit::explain(&track, &payouts);
    let exit_of = |line: &PayrollLine| {
        if is_named(&line.name, arguments) { Exit::of_same_name(line) } else { Exit::of_other(line) }
    };
    let mut others = desk.payrolls().await?;
    others.retain(|line| line.id != id && exit_of(line) != Exit::Paid);
    for line in others.iter().filter(|line| line.state == PayrollStatus::Damaged) {
        let _ = writeln!(io::stderr(), "damaged: payroll {} {:?}", line.id, line.name);
    }
    let own = Exit::of(track.state, &track.outcomes);
    let exit = others.iter().map(exit_of).fold(own, Exit::max);
    let unknown = desk.unknown_reports().await?;
    Ok((exit::report(&track, &payouts, (&others, &unknown)), exit))
}

/// Asks about a file that none of the payrolls of this name was approved from, unless that was decided.
async fn require_same_file(
    desk: &Desk,
    own: &[PayrollLine],
    arguments: &Arguments,
    decisions: &Decisions,
) -> Result<(), Failure> {
    let mut questions = Vec::new();
    for line in own {
        let Some(question) = changed_file::question(desk, line, arguments).await? else { return Ok(()) };
        let fingerprint = question["fingerprint"].as_str().unwrap_or_default();
        if let Some(reason) = decisions.reason(FILE_CHANGED, fingerprint) {
            return Ok(desk.keep_as_approved(line.id, &arguments.sheet, &reason).await?);
        }
        questions.push(question);
    }
    if questions.is_empty() { Ok(()) } else { Err(Failure::ToDecide(questions)) }
}

/// Goes on with the named payroll.
async fn go_on(desk: &Desk, id: u32, arguments: &Arguments, decisions: &Decisions) -> Result<(), Failure> {
    require_decided(desk, id, &desk.questions(id).await?, (arguments, decisions)).await?;
    let refused = if arguments.send_refused_again { Refused::SentAgain } else { Refused::Stay };
    let totals = desk.unsent_totals(id).await?;
    let given = arguments.typed(&totals).map(|totals| ResendInput { totals, same_account: None });
    match desk.ready_again(id, given, refused).await {
        Err(DeskError::Ledger(LedgerError::TotalNeeded { .. })) => {
            return Err(total_question(&totals, "something else happened since the approval"));
        }
        Err(DeskError::App(AppError::TotalDiffers)) => return Err(total_question(&totals, TOTAL_DIFFERS)),
        ready => ready?,
    }
    Ok(desk.send(id).await?)
}

const TOTAL_DIFFERS: &str = "another total was given";

fn total_question(totals: &[Total], why: &str) -> Failure {
    let sums: Vec<String> = totals.iter().map(|total| format!("{} {}", total.currency, total.sum)).collect();
    Failure::ToDecide(vec![json!({ "kind": TOTAL, "totals": sums, "why": why })])
}

/// Decides what was decided beforehand about other payrolls.
async fn require_decided(
    desk: &Desk,
    id: u32,
    questions: &[QuestionView],
    (arguments, decisions): (&Arguments, &Decisions),
) -> Result<(), Failure> {
    let file = changed_file::sha256(&arguments.sheet).map_err(DeskError::from)?;
    let reason = |kind: &str, fingerprint: &str| decisions.reason(kind, fingerprint);
    let open = headless::questions::decide_questions(desk, (id, &file), questions, reason).await?;
    if open.is_empty() { Ok(()) } else { Err(Failure::ToDecide(open)) }
}

impl Arguments {
    /// Reasons beside those of decisions.
    fn other_reasons(&self) -> usize {
        usize::from(self.withdraw) + usize::from(self.unblock)
    }

    fn last_reason(&self) -> &str {
        self.reason.last().map(String::as_str).unwrap_or_default()
    }

    /// Returns the total that was given for each of these; none if none was given, or nothing is to be sent.
    fn typed(&self, totals: &[Total]) -> Option<Vec<TypedTotal>> {
        if self.total.is_empty() || totals.is_empty() {
            return None;
        }
        let typed =
            |total: &Total| TypedTotal { currency: total.currency, text: self.total_in(total.currency) };
        Some(totals.iter().map(typed).collect())
    }

    /// A total that is given alone needs no currency.
    fn total_in(&self, currency: Currency) -> String {
        let code = currency.to_string();
        let is_named = |text: &&String| text.to_ascii_uppercase().contains(&code);
        let alone = self.total.first().filter(|_| self.total.len() == 1);
        self.total.iter().find(is_named).or(alone).cloned().unwrap_or_default()
    }
}

/// Whether a payroll has the name given, blind to case and spacing as references are. The month does not count:
/// a run that is finished in the next one is still the same.
fn is_named(name: &str, arguments: &Arguments) -> bool {
    RunId::new(name, "") == RunId::new(&arguments.name, "")
}

/// Returns the payrolls of this name that were approved.
async fn named(desk: &Desk, arguments: &Arguments) -> Result<Vec<PayrollLine>, DeskError> {
    let mut lines = desk.payrolls().await?;
    lines.retain(|line| {
        let is_read_anew = matches!(line.state, PayrollStatus::Draft | PayrollStatus::Frozen);
        !is_read_anew && line.state != PayrollStatus::Damaged && is_named(&line.name, arguments)
    });
    Ok(lines)
}

/// Whether something of an approved payroll is not settled.
fn is_unfinished(state: PayrollStatus) -> bool {
    match state {
        PayrollStatus::Approved
        | PayrollStatus::Sending
        | PayrollStatus::PartlySent
        | PayrollStatus::NotSent
        | PayrollStatus::Refused
        | PayrollStatus::Unresolved
        | PayrollStatus::BeingPaid => true,
        PayrollStatus::Draft
        | PayrollStatus::Frozen
        | PayrollStatus::Closed
        | PayrollStatus::ClosedUnconfirmed
        | PayrollStatus::Withdrawn
        | PayrollStatus::Damaged => false,
    }
}

fn say_unfinished(line: &PayrollLine) {
    let _ = writeln!(io::stderr(), "unfinished: {} of {} is {:?}", line.name, line.period, line.state);
}

/// Reads the file, and pays it unless something cannot be paid or must be decided: then nothing is left of it.
async fn pay(desk: &Desk, arguments: &Arguments, decisions: &Decisions) -> Result<u32, Failure> {
    let id = changed_file::read(desk, arguments).await?;
    match approve(desk, id, arguments, decisions).await {
        Ok(()) => {
            desk.send(id).await?;
            Ok(id)
        }
        Err(failure @ (Failure::CannotBePaid { .. } | Failure::ToDecide(_))) => {
            desk.back_to_check(id).await?;
            desk.discard_draft(id).await?;
            Err(failure)
        }
        Err(failure) => Err(failure),
    }
}

async fn approve(desk: &Desk, id: u32, arguments: &Arguments, decisions: &Decisions) -> Result<(), Failure> {
    let draft = desk.draft(id).await?;
    if draft.to_fix > 0 {
        let problems = headless::errors_in_words(&draft);
        return Err(Failure::CannotBePaid { rows: draft.to_fix, problems });
    }
    for problem in &draft.file_problems {
        let _ =
            writeln!(io::stderr(), "{}: {} {}", arguments.sheet.display(), problem.severity, problem.code);
    }
    let reason = |kind: &str, fingerprint: &str| decisions.reason(kind, fingerprint);
    let open = headless::questions::decide_warnings(desk, &draft, reason).await?;
    if !open.is_empty() {
        return Err(Failure::ToDecide(open));
    }
    let said = arguments.period.clone().or_else(|| period_in(&arguments.name));
    let Some(period) = said.or_else(|| Some(draft.period.clone()).filter(|period| !period.is_empty())) else {
        let why =
            "neither the name nor the file says which month is paid; say it with --period, such as 2026-11";
        return Err(Failure::ToDecide(vec![json!({ "kind": PERIOD, "why": why })]));
    };
    let input = ReviewInput {
        name: arguments.name.clone(),
        period,
        sender_name: desk.profile().settings.sender_name,
        instant_queue: true,
    };
    let review = desk.review(id, Some(input)).await?;
    require_decided(desk, id, &review.questions, (arguments, decisions)).await?;
    let typed = arguments.typed(&review.totals).unwrap_or_else(|| headless::typed(&review));
    match desk.approve(id, &review.fingerprint, &typed).await {
        Err(DeskError::App(AppError::TotalDiffers)) => Err(total_question(&review.totals, TOTAL_DIFFERS)),
        approved => Ok(approved?),
    }
}
