//! What both programs without a window share: waiting for outcomes, and mending as a careful user would.

use std::time::Duration;

use paysheet_desk::{
    Desk, DeskError, is_settled,
    view::{DraftView, PayrollState, TrackView},
};
use paysheet_domain::{ProblemCode, Severity};
use tokio::time::{Instant, timeout_at};

/// Takes every suggestion that keeps what the file says, such as a lost zero put back. A bank guessed from a
/// misspelt name is no such thing: nobody looked.
pub async fn accept_suggestions(desk: &Desk, draft: DraftView) -> Result<DraftView, DeskError> {
    let mut view = draft;
    let codes: Vec<ProblemCode> = view.problems.iter().map(|problem| problem.code).collect();
    for code in codes.into_iter().filter(|code| *code != ProblemCode::BankUnknown) {
        view = desk.accept_suggestion_alike(view.id, code).await?;
    }
    Ok(view)
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
