//! One report: what was said about a payout, where it came from, and what it changed.

use jiff::Timestamp;
use paysheet_domain::{CallbackCode, MatchedBy, PayoutState, Report, ReportSource};

use crate::model::{
    columns::{named, without_nul},
    error::{LedgerError, Result},
    records::{BatchKey, FundingId, PayrollId},
};

/// Maximum number of reports about unknown references that are stored for matching: more than two of the largest
/// payrolls have. Reports beyond it are stored only as raw callbacks.
pub const UNKNOWN_REPORTS_MAX: u32 = 200_000;
/// As long as fewer are stored, further words about the same reference are stored as well.
pub(crate) const UNKNOWN_WORDS_MAX: u32 = UNKNOWN_REPORTS_MAX / 4;
/// Most characters of a code, a status word or a reference of the service that are stored.
const WORD_CHARS_MAX: usize = 64;

/// The effect of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// It was a new report. The state may be unchanged if the report is unclear or contradicts others.
    Changed {
        payroll: PayrollId,
        batch: BatchKey,
        state: PayoutState,
    },
    /// This callback was applied before, or one with the same report; with a report that contradicts the user's word,
    /// since that word.
    Repeated,
    /// It is a row of a list without an outcome, and it is not known that the service has the payout: it proves nothing.
    NoProof,
    /// It has another code than the payroll was sent with: a callback stays stored and changes nothing.
    OtherCode,
    /// No payroll of this ledger has the reference. A callback is stored until a payroll with the reference is frozen.
    NoPayoutOfOurs,
    /// It is about a top-up, and proves nothing about it: only its status does.
    TopUp(FundingId),
    Unreadable,
    /// A damaged stored value prevents its application: a callback stays stored and is not applied.
    Blocked,
}

impl Applied {
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Changed { .. } => "changed",
            Self::Repeated => "repeated",
            Self::NoProof => "no_proof",
            Self::OtherCode => "other_code",
            Self::NoPayoutOfOurs => "stranger",
            Self::TopUp(_) => "top_up",
            Self::Unreadable => "unreadable",
            Self::Blocked => "blocked",
        }
    }
}

/// A report about one payout, as read from a callback, an answer or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayoutReport {
    /// The payout's reference, in any case and with spaces around it.
    pub reference: String,
    pub report: Report,
    /// The response code; empty if it has none.
    pub code: String,
    /// The service's own word for its state; empty if it has none.
    pub status: String,
    pub message: String,
    /// The amount as written; `None` if it has none. Another amount than the payout's contradicts a success.
    pub amount: Option<String>,
    pub currency: Option<String>,
    /// The service's own reference of the payment.
    pub provider_reference: Option<String>,
    /// Who reads the status word of a list as this; none if the report says it itself.
    pub read_by: Option<String>,
    /// How it was found in a file; none if it is from no file.
    pub matched: Option<RowMatch>,
    /// It is a callback that a file has. It is as little signed as one that arrives, so it is recorded as one.
    pub is_stored_callback: bool,
    /// The code that went along with the batch, if it came back.
    pub callback_code: Option<CallbackCode>,
}

impl PayoutReport {
    /// Returns a report with a meaning and a code, and nothing else.
    #[must_use]
    pub fn new(reference: &str, report: Report, code: &str) -> Self {
        Self {
            reference: reference.to_owned(),
            report,
            code: code.to_owned(),
            status: String::new(),
            message: String::new(),
            amount: None,
            currency: None,
            provider_reference: None,
            read_by: None,
            matched: None,
            is_stored_callback: false,
            callback_code: None,
        }
    }

    /// Returns the report as it is stored: reference in the ledger's spelling, bounded texts without NUL.
    pub(crate) fn as_stored(&self) -> Self {
        let word =
            |text: &str| text.replace('\0', "").trim().chars().take(WORD_CHARS_MAX).collect::<String>();
        Self {
            reference: self.reference.trim().to_ascii_uppercase(),
            report: self.report,
            code: word(&self.code),
            status: word(&self.status),
            message: self.message.replace('\0', ""),
            amount: self.amount.as_deref().map(word),
            currency: self.currency.as_deref().map(word),
            provider_reference: self.provider_reference.as_deref().map(word).filter(|text| !text.is_empty()),
            read_by: self.read_by.as_deref().map(without_nul),
            matched: self.matched.as_ref().map(RowMatch::as_stored),
            is_stored_callback: self.is_stored_callback,
            callback_code: self
                .callback_code
                .as_ref()
                .and_then(|code| CallbackCode::received(&word(code.expose()))),
        }
    }
}

/// How a row of a file was found to be about a payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowMatch {
    pub by: MatchedBy,
    /// Who confirmed that it is about the payout; none if nobody had to.
    pub confirmed_by: Option<String>,
}

impl RowMatch {
    fn as_stored(&self) -> Self {
        Self { by: self.by, confirmed_by: self.confirmed_by.as_deref().map(without_nul) }
    }

    pub(super) fn of_columns(by: Option<String>, confirmed_by: Option<String>) -> Result<Option<Self>> {
        let by: Option<MatchedBy> = by.map(|by| named("matched_by", &by)).transpose()?;
        Ok(by.map(|by| Self { by, confirmed_by }))
    }
}

/// Where stored reports came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub source: ReportSource,
    pub callback: Option<i64>,
    pub outcome_file: Option<i64>,
}

impl Origin {
    pub const fn callback(id: i64) -> Self {
        Self { source: ReportSource::Callback, callback: Some(id), outcome_file: None }
    }
}

/// A report to be applied, with its texts as they are stored.
pub(crate) struct Incoming {
    pub origin: Origin,
    pub report: PayoutReport,
    /// When it arrived, in the format of the columns; `None` for now.
    pub at: Option<String>,
}

impl Incoming {
    pub fn now(origin: Origin, report: &PayoutReport) -> Self {
        // The file that it is in is its origin all the same.
        let source = match report {
            PayoutReport { is_stored_callback: true, .. } => ReportSource::Callback,
            PayoutReport { read_by: Some(_), .. } => ReportSource::WordReading,
            PayoutReport { .. } => origin.source,
        };
        Self { origin: Origin { source, ..origin }, report: report.as_stored(), at: None }
    }

    /// Returns whether the service must have the payout that this is about. A row of a list without an outcome may say just
    /// that the payout was not found; an entry of a statement moved money, even if it is not final.
    pub const fn proves_receipt(&self) -> bool {
        match self.origin.source {
            ReportSource::Callback | ReportSource::Asked | ReportSource::Statement => true,
            ReportSource::OutcomeFile | ReportSource::WordReading => {
                !matches!(self.report.report, Report::Unclear)
            }
        }
    }
}

/// A stored report about a payout: the first with its source, meaning and code (without a code, its status word), and
/// each that contradicted the user's word anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportRecord {
    pub source: ReportSource,
    pub report: Report,
    pub code: String,
    pub status: String,
    pub message: String,
    pub provider_reference: Option<String>,
    /// Who read its status word as this; none if it says it itself.
    pub read_by: Option<String>,
    /// How it was found in a file; none if it is from no file.
    pub matched: Option<RowMatch>,
    pub at: Timestamp,
}

/// An outcome of a payout that a list or a statement reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReport {
    pub source: ReportSource,
    pub report: Report,
    /// The day of the debit, as the statement writes it; empty if it is in no statement.
    pub day: String,
    /// How it was found.
    pub matched: Option<RowMatch>,
}

/// A status word of a list, and who read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordReader {
    /// As in the list.
    pub word: String,
    pub by: String,
}

pub(crate) fn report_named(text: &str) -> Result<Report> {
    text.parse().map_err(|_| LedgerError::Unreadable { column: "report" })
}
