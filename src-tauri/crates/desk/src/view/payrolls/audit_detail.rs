//! What an event of the audit log says beside its kind. Codes, states and names; the window words them.

use paysheet_domain::{BatchState, MatchedBy, PayoutDecision, PayoutState, Report, ReportSource};
use paysheet_ledger::{EventKind, PROFILE_SETTING, UnknownDecision};
use paysheet_sheet::ListField;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::view::prepare::outcome_reading::WordReading;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AuditDetail {
    /// The user's own words, or the name of a file, payroll or layout.
    Text { text: String },
    /// The names of the settings that changed. Never their values: one is a path that gives access.
    Settings { names: Vec<String> },
    /// How rows of a draft were changed, how many, and the people in the first ones, or those who were asked about.
    Rows { change: String, names: Vec<String>, count: u32 },
    /// The states of a batch before and after.
    Batch { from: BatchState, to: BatchState },
    /// The states of a payment before and after.
    Payout { from: PayoutState, to: PayoutState },
    /// What a report said, and where it came from.
    Report { report: Report, source: ReportSource },
    /// The code of a report.
    Code { code: String },
    /// What a person said about a payment.
    PayoutDecision { decision: PayoutDecision },
    /// What a person said about a batch without a clear answer.
    BatchDecision { decision: UnknownDecision },
    /// What a person said that the status words and response codes of a file mean.
    WordsRead { words: Vec<WordReading> },
    /// What a person said that the columns of a file hold.
    ColumnsRead { columns: Vec<ColumnReading> },
    /// Who read the word of a list as what the report says.
    ReadBy { word: String, name: String },
    /// How a row of a list or statement was found to be about the payment, and who confirmed it; none if nobody had to. An
    /// event does not say how it was found.
    Matched { by: Option<MatchedBy>, confirmed_by: Option<String> },
    /// Of how many payments a person confirmed that a row of a file is about them.
    Confirmed { count: u32 },
    /// About how many people or payrolls it was.
    Count { count: u32 },
}

/// A column of a file, and what it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ColumnReading {
    /// The column's letters (`D`).
    pub column: String,
    /// Empty if the file has none.
    pub header: String,
    pub field: ListField,
}

/// Events about a number of people, payrolls or callbacks.
const COUNTED: [EventKind; 3] =
    [EventKind::QuestionsDecided, EventKind::CallbacksStored, EventKind::JournalSaved];

impl AuditDetail {
    pub(crate) fn all_of(kind: EventKind, data: &Value) -> Vec<Self> {
        let of = |kinds: &[EventKind], detail: fn(&Value) -> Option<Self>| {
            kinds.contains(&kind).then(|| detail(data)).flatten()
        };
        let reports = [EventKind::ReportApplied, EventKind::ReportRepeated];
        let details = [
            of(&[EventKind::SettingChanged], settings),
            of(&[EventKind::RowsSaved], rows),
            of(&[EventKind::BatchMoved], batch),
            of(&reports, payout),
            of(&reports, report),
            of(&reports, code),
            of(&reports, read_by),
            of(&reports, matched),
            of(&[EventKind::PayoutDecided], payout_decision),
            of(&[EventKind::Decided], batch_decision),
            of(&[EventKind::OutcomesImported], words_read),
            of(&[EventKind::OutcomesImported], columns_read),
            of(&[EventKind::OutcomesImported], confirmed),
            of(&COUNTED, count),
            text(data),
        ];
        details.into_iter().flatten().collect()
    }

    /// Returns the detail with the people who were asked about, if there are any: of an edit of many rows, the first ones
    /// need not be theirs.
    pub(crate) fn naming(mut self, asked: &[String]) -> Self {
        if let Self::Rows { names, .. } = &mut self
            && !asked.is_empty()
        {
            *names = asked.to_vec();
        }
        self
    }
}

fn field<T: DeserializeOwned>(data: &Value, name: &str) -> Option<T> {
    data.get(name).cloned().and_then(|value| serde_json::from_value(value).ok())
}

fn text(data: &Value) -> Option<AuditDetail> {
    let text = |name: &&str| field::<String>(data, name).filter(|text| !text.is_empty());
    let text = ["reason", "file_name", "file", "name", "text", "fee"].iter().find_map(text)?;
    Some(AuditDetail::Text { text })
}

/// The profile is one setting of the ledger and many of the user's.
fn settings(data: &Value) -> Option<AuditDetail> {
    let setting: String = field(data, "setting")?;
    let fields: Vec<String> = field(data, "fields").unwrap_or_default();
    let is_many = setting == PROFILE_SETTING && !fields.is_empty();
    Some(AuditDetail::Settings { names: if is_many { fields } else { vec![setting] } })
}

fn rows(data: &Value) -> Option<AuditDetail> {
    Some(AuditDetail::Rows {
        change: field(data, "change")?,
        names: field(data, "names").unwrap_or_default(),
        count: field(data, "rows")?,
    })
}

fn batch(data: &Value) -> Option<AuditDetail> {
    Some(AuditDetail::Batch { from: field(data, "from")?, to: field(data, "to")? })
}

fn payout(data: &Value) -> Option<AuditDetail> {
    Some(AuditDetail::Payout { from: field(data, "from")?, to: field(data, "to")? })
}

fn report(data: &Value) -> Option<AuditDetail> {
    // Events from before there were other sources name none.
    let source = field(data, "source").unwrap_or(ReportSource::Callback);
    Some(AuditDetail::Report { report: field(data, "report")?, source })
}

fn code(data: &Value) -> Option<AuditDetail> {
    let code: String = field(data, "code")?;
    (!code.is_empty()).then_some(AuditDetail::Code { code })
}

fn payout_decision(data: &Value) -> Option<AuditDetail> {
    Some(AuditDetail::PayoutDecision { decision: field(data, "decision")? })
}

fn batch_decision(data: &Value) -> Option<AuditDetail> {
    Some(AuditDetail::BatchDecision { decision: field(data, "decision")? })
}

fn words_read(data: &Value) -> Option<AuditDetail> {
    let read = |word: &Value| {
        Some(WordReading {
            kind: field(word, "kind").unwrap_or_default(),
            word: field(word, "word")?,
            meaning: field(word, "read_as")?,
        })
    };
    let words: Vec<WordReading> = data.get("words")?.as_array()?.iter().filter_map(read).collect();
    (!words.is_empty()).then_some(AuditDetail::WordsRead { words })
}

fn read_by(data: &Value) -> Option<AuditDetail> {
    Some(AuditDetail::ReadBy { word: field(data, "word")?, name: field(data, "read_by")? })
}

fn matched(data: &Value) -> Option<AuditDetail> {
    let is_from_file = match field(data, "source")? {
        ReportSource::OutcomeFile | ReportSource::Statement | ReportSource::WordReading => true,
        ReportSource::Callback | ReportSource::Asked => false,
    };
    let matched =
        AuditDetail::Matched { by: field(data, "matched_by"), confirmed_by: field(data, "confirmed_by") };
    is_from_file.then_some(matched)
}

fn confirmed(data: &Value) -> Option<AuditDetail> {
    let count: u32 = field(data, "confirmed")?;
    (count > 0).then_some(AuditDetail::Confirmed { count })
}

fn columns_read(data: &Value) -> Option<AuditDetail> {
    let stored: Value = serde_json::from_str(data.get("columns")?.as_str()?).ok()?;
    let read = |column: &Value| {
        Some(ColumnReading {
            column: field(column, "column")?,
            header: field(column, "header")?,
            field: field(column, "field")?,
        })
    };
    let columns = stored.get("columns")?.as_array()?;
    let columns: Vec<ColumnReading> = columns.iter().filter_map(read).collect();
    (!columns.is_empty()).then_some(AuditDetail::ColumnsRead { columns })
}

fn count(data: &Value) -> Option<AuditDetail> {
    Some(AuditDetail::Count { count: field(data, "count")? })
}
