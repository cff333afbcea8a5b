//! What both programs without a window share: waiting for outcomes, and mending as a careful user would.

pub mod questions;

use std::time::Duration;

use paysheet_desk::{
    Desk, DeskError,
    view::{DraftView, PayrollStatus, ReviewView, TrackView, TypedTotal},
};
use paysheet_domain::{PayoutState, ProblemCode, Severity};
use tokio::time::{Instant, timeout_at};

/// Takes every suggestion that keeps what the file says, such as a lost zero put back. Another bank is no such thing,
/// not even one that has taken over the named one, and neither is another unit: nobody looked.
pub async fn accept_suggestions(desk: &Desk, draft: DraftView) -> Result<DraftView, DeskError> {
    let mut view = draft;
    let codes: Vec<ProblemCode> = view.problems.iter().map(|problem| problem.code).collect();
    for code in codes.into_iter().filter(|code| !ProblemCode::DECIDED_TOGETHER.contains(code)) {
        view = desk.accept_suggestion_alike(view.id, code).await?;
    }
    Ok(view)
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
            track.sending || matches!(track.state, PayrollStatus::BeingPaid | PayrollStatus::Unresolved);
        // Reports that contradict each other wait for a person, and nothing more is expected.
        let is_known = track.outcomes.iter().all(|outcome| {
            let state = outcome.state;
            outcome.total.count == 0 || state.is_final() || state == PayoutState::Conflict
        });
        let settled = is_known && matches!(track.state, PayrollStatus::Closed | PayrollStatus::BeingPaid);
        if settled || !waits || timeout_at(until, events.recv()).await.is_err() {
            return desk.payroll(id).await;
        }
    }
}
