//! What both programs without a window share: waiting for outcomes, and mending as a careful user would.

use std::time::Duration;

use paysheet_desk::{
    Desk, DeskError, is_settled,
    view::{
        DraftView, PayrollState, QuestionDecision, QuestionKind, QuestionView, ReviewView, TrackView,
        TypedTotal,
    },
};
use paysheet_domain::{ProblemCode, Severity};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

/// Takes every suggestion that keeps what the file says, such as a lost zero put back. Another bank is no such thing,
/// whether it was guessed from a misspelt name or has taken over the named one: nobody looked.
pub async fn accept_suggestions(desk: &Desk, draft: DraftView) -> Result<DraftView, DeskError> {
    let mut view = draft;
    let codes: Vec<ProblemCode> = view.problems.iter().map(|problem| problem.code).collect();
    let is_other_bank =
        |code: &ProblemCode| matches!(code, ProblemCode::BankUnknown | ProblemCode::BankTakenOver);
    for code in codes.into_iter().filter(|code| !is_other_bank(code)) {
        view = desk.accept_suggestion_alike(view.id, code).await?;
    }
    Ok(view)
}

/// What whoever started the program decided beforehand: a kind of question, and the reason.
#[derive(Clone, Debug, Default)]
pub struct Decisions(pub Vec<(String, String)>);

/// Decides every kind of question.
pub const EVERY_KIND: &str = "all";

impl Decisions {
    fn reason(&self, kind: &str) -> Option<&str> {
        let found = self.0.iter().find(|(of, _)| of == kind || of == EVERY_KIND);
        found.map(|(_, reason)| reason.as_str())
    }
}

/// Accepts the warnings that were decided beforehand, and answers those that were not: kind, people, why.
pub async fn decide_warnings(
    desk: &Desk,
    draft: DraftView,
    decisions: &Decisions,
) -> Result<Vec<Value>, DeskError> {
    let mut open = Vec::new();
    for problem in draft.problems.iter().filter(|problem| problem.severity == Severity::Warning) {
        let kind = problem.code.to_string();
        match decisions.reason(&kind) {
            Some(reason) => drop(desk.accept_warning_alike(draft.id, problem.code, reason, None).await?),
            None => open.push(json!({ "kind": kind, "people": problem.count, "why": "warning" })),
        }
    }
    Ok(open)
}

/// Takes the decisions about other payrolls that were given beforehand, and answers the questions that are left.
pub async fn decide_questions(
    desk: &Desk,
    id: u32,
    questions: &[QuestionView],
    decisions: &Decisions,
) -> Result<Vec<Value>, DeskError> {
    let mut open = Vec::new();
    for question in questions.iter().filter(|question| question.open > 0) {
        let kind = question.kind.to_string();
        let decided = decisions.reason(&kind).filter(|_| question.kind != QuestionKind::OpenOriginal);
        if let Some(reason) = decided {
            let (question, keys) = (question.key.clone(), Vec::new());
            let decision = QuestionDecision { question, keys, reason: reason.to_owned() };
            desk.decide_questions(id, decision).await?;
        } else {
            let people: Vec<&str> = question.people.iter().map(|person| person.name.as_str()).collect();
            let other = &question.other;
            let state =
                other.state.map_or_else(|| "not in this ledger".to_owned(), |state| format!("{state:?}"));
            let why = format!("{} of {} ({state})", other.name, other.period);
            open.push(json!({ "kind": kind, "count": question.open, "people": people, "why": why }));
        }
    }
    Ok(open)
}

/// Every total as the review has it.
pub fn typed(review: &ReviewView) -> Vec<TypedTotal> {
    let typed = |total: &paysheet_domain::money::Total| TypedTotal {
        currency: total.currency,
        text: total.sum.clone(),
    };
    review.totals.iter().map(typed).collect()
}

/// Rows that cannot be paid, by problem: `2 bank_unknown, 1 amount_invalid`.
pub fn errors_in_words(draft: &DraftView) -> String {
    let errors = draft.problems.iter().filter(|problem| problem.severity == Severity::Error);
    errors.map(|problem| format!("{} {}", problem.count, problem.code)).collect::<Vec<_>>().join(", ")
}

/// Waits until nothing more is expected, or for `wait`; tells `seen` each time something changed.
pub async fn wait_for_outcomes(
    desk: &Desk,
    id: u32,
    wait: Duration,
    mut seen: impl FnMut(&TrackView),
) -> Result<TrackView, DeskError> {
    let mut events = desk.events();
    let until = Instant::now() + wait;
    loop {
        let track = desk.payroll(id).await?;
        seen(&track);
        let waits =
            track.sending || matches!(track.state, PayrollState::BeingPaid | PayrollState::Unresolved);
        let settled = track.state == PayrollState::Closed && is_settled(&track.outcomes);
        if settled || !waits || timeout_at(until, events.recv()).await.is_err() {
            return desk.payroll(id).await;
        }
    }
}
