//! What must be decided, as the program prints it. Every question has a fingerprint: a decision that was given beforehand
//! counts for the people it was shown for, and for nobody else.

use data_encoding::HEXLOWER;
use paysheet_desk::{
    Desk, DeskError, ShownRows,
    view::{DraftView, OverlapView, QuestionDecision, QuestionKind, QuestionView, RowFilter, RowView},
};
use paysheet_domain::{ProblemCode, Severity};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Bytes of a hash that identify what was asked.
const FINGERPRINT_BYTES: usize = 8;
/// Rows in one window.
const WINDOW_ROWS: u32 = 500;

/// Returns the fingerprint of what is asked.
pub fn fingerprint(parts: &Value) -> String {
    let digest = Sha256::digest(parts.to_string());
    HEXLOWER.encode(&digest[..FINGERPRINT_BYTES])
}

/// Accepts the warnings that `reason_for` their kind and fingerprint decides, and answers the others: kind, people, why.
pub async fn decide_warnings(
    desk: &Desk,
    draft: &DraftView,
    reason_for: impl Fn(&str, &str) -> Option<String>,
) -> Result<Vec<Value>, DeskError> {
    let mut open = Vec::new();
    for problem in draft.problems.iter().filter(|problem| problem.severity == Severity::Warning) {
        let (kind, code) = (problem.code.to_string(), problem.code);
        let rows = rows_with(desk, draft.id, code).await?;
        let people: Vec<Value> = rows.iter().map(|row| about_row(row, code)).collect();
        let fingerprint = fingerprint(&json!([kind, people]));
        match reason_for(&kind, &fingerprint) {
            Some(reason) => {
                let shown = ShownRows { count: problem.count, like: None };
                desk.accept_warning_alike(draft.id, code, &reason, Some(shown)).await?;
            }
            None => open.push(json!({
                "kind": kind, "fingerprint": fingerprint, "count": problem.count, "people": people, "why": "warning",
            })),
        }
    }
    Ok(open)
}

/// Returns all rows with a problem.
async fn rows_with(desk: &Desk, id: u32, code: ProblemCode) -> Result<Vec<RowView>, DeskError> {
    let filter = RowFilter { problem: Some(code), ..RowFilter::default() };
    all_rows(desk, id, &filter).await
}

/// Returns all rows of a draft that match.
pub async fn all_rows(desk: &Desk, id: u32, filter: &RowFilter) -> Result<Vec<RowView>, DeskError> {
    let mut rows = Vec::new();
    loop {
        let offset = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        let window = desk.draft_rows(id, filter, offset, WINDOW_ROWS).await?;
        if window.rows.is_empty() {
            return Ok(rows);
        }
        rows.extend(window.rows);
    }
}

/// Whom a warning is about, and what it says.
fn about_row(row: &RowView, code: ProblemCode) -> Value {
    let problem = row.problems.iter().find(|problem| problem.code == code);
    json!({
        "row": row.row,
        "name": row.name,
        "account": row.account_number,
        "bank": row.bank_name,
        "amount": row.amount,
        "currency": row.currency,
        "value": problem.and_then(|problem| problem.value.as_ref()),
        "rows": problem.map(|problem| &problem.rows),
    })
}

/// Takes the decisions about other payrolls that `reason_for` their kind and fingerprint has, and answers the questions
/// that are left.
/// `file` stands for the people of a question that has more than are listed.
pub async fn decide_questions(
    desk: &Desk,
    (id, file): (u32, &str),
    questions: &[QuestionView],
    reason_for: impl Fn(&str, &str) -> Option<String>,
) -> Result<Vec<Value>, DeskError> {
    let mut open = Vec::new();
    for question in questions.iter().filter(|question| question.open > 0) {
        let kind = question.kind.to_string();
        let fingerprint = question_fingerprint(question, file);
        let decided = reason_for(&kind, &fingerprint).filter(|_| question.kind != QuestionKind::OpenOriginal);
        if let Some(reason) = decided {
            let (question, keys) = (question.key.clone(), Vec::new());
            let decision = QuestionDecision { question, keys, reason };
            desk.decide_questions(id, decision).await?;
        } else {
            let people: Vec<&str> = question.people.iter().map(|person| person.name.as_str()).collect();
            let other = &question.other;
            let state =
                other.state.map_or_else(|| "not in this ledger".to_owned(), |state| format!("{state:?}"));
            let why = format!("{} of {} ({state})", other.name, other.period);
            open.push(json!({
                "kind": kind, "fingerprint": fingerprint, "count": question.open, "people": people, "why": why,
            }));
        }
    }
    Ok(open)
}

/// Identifies a question: about which payroll, and about whom with which payments. The identities in this ledger do not
/// count: a payroll that was not approved is read again under another one.
fn question_fingerprint(question: &QuestionView, file: &str) -> String {
    let people: Vec<Value> = question.people.iter().map(about_overlap).collect();
    let is_listed = u32::try_from(people.len()).is_ok_and(|listed| listed >= question.open);
    let other = &question.other;
    fingerprint(&json!([
        question.kind,
        [
            json!(other.name),
            json!(other.period),
            json!(other.people),
            json!(other.totals),
            json!(other.sent_at)
        ],
        question.totals,
        question.open,
        people,
        (!is_listed).then_some(file),
    ]))
}

fn about_overlap(person: &OverlapView) -> Value {
    json!([
        person.name,
        [&person.account_number, &person.bank_name, &person.amount],
        person.currency,
        [&person.other_account_number, &person.other_bank_name, &person.other_amount],
        person.other_currency,
        person.other_status,
    ])
}
