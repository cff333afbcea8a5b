//! What the record stores of a frozen draft besides its payouts.

use crate::{
    check::change_log,
    check::comparison,
    check::repairs,
    context::Context,
    draft::{ColumnMapping, Draft},
    error::DeskError,
    view::{ChangeView, ComparisonView, DecisionView, DifferenceKind},
};

/// The version of the summary that is written. Summaries from before it say none. Nothing reads a summary back: it is
/// evidence in the record.
const VERSION: u32 = 1;

/// Returns what the record stores of the draft besides its payouts.
pub(crate) fn summary(context: &Context, draft: &Draft) -> Result<String, DeskError> {
    Ok(serde_json::to_string(&StoredSummary {
        version: VERSION,
        changes: change_log::changes(draft),
        decisions: change_log::decisions(draft),
        repairs: repairs::kept(draft)?,
        comparison: compared(context, draft),
        reading: draft.head().reading.clone(),
    })?)
}

/// Returns counts and the important differences; the long lists stay on the Check screen.
pub(crate) fn compared(context: &Context, draft: &Draft) -> ComparisonView {
    let mut view = comparison::compare(draft, context.profile().settings.amount_change_pct, None);
    view.differences.retain(|difference| difference.kind == DifferenceKind::AccountChanged);
    view
}

/// The part of the frozen draft that the record stores.
#[derive(serde::Serialize)]
struct StoredSummary {
    version: u32,
    changes: Vec<ChangeView>,
    decisions: Vec<DecisionView>,
    repairs: repairs::RepairsKept,
    comparison: ComparisonView,
    /// The columns by which the file was read, and who decided them.
    reading: Option<ColumnMapping>,
}
