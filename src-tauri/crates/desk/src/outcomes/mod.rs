//! Results from a file that the user chose: a provider's export, callbacks that a web server stored, or a statement of a
//! bank or wallet. The user sees the difference to what is known before it is applied. Nothing is sent by it.

mod dates;
mod export;
mod lines;
mod matching;
mod preview;
mod rows;
pub(crate) mod shown;
mod statement;
mod window;

use std::path::Path;

use paysheet_ledger::{NewOutcomeFile, PayrollId};

pub use self::{export::export_outcome_lines, window::outcome_lines};

use crate::{
    context::Context,
    error::DeskError,
    outcomes::preview::{Preview, source_of},
    recovery::anchor,
    view::{OutcomeFileKind, OutcomesApplied, OutcomesInput, OutcomesView},
};

/// Reads a file with results, and compares it with what is known. The lines of the comparison are those of
/// [`outcome_lines`], until the next one is made.
///
/// # Errors
/// `File`, `NoResultsInFile`, `NoStatementInFile`, `Ledger`.
pub async fn look_at_outcomes(
    context: &Context,
    kind: OutcomeFileKind,
    path: &Path,
) -> Result<OutcomesView, DeskError> {
    let preview = preview::read(context, kind, path).await?;
    let applied_at = context.ledger.outcome_file_applied_at(source_of(kind), &preview.sha256).await?;
    let lines = lines::lines(&preview);
    let view = lines::view(&preview, &lines, file_name(path), applied_at);
    context.shown_outcomes.show(&view.fingerprint, lines);
    Ok(view)
}

/// Applies a file as it was shown.
///
/// # Errors
/// Those of [`look_at_outcomes`]; `Ledger` with `OutcomesChanged` if the file is another one now, or has another effect.
/// Then nothing is applied.
pub async fn apply_outcomes(
    context: &Context,
    kind: OutcomeFileKind,
    path: &Path,
    input: &OutcomesInput,
) -> Result<OutcomesApplied, DeskError> {
    let preview = preview::read(context, kind, path).await?;
    preview.require_as_shown(input)?;
    let Preview { sha256, effects, .. } = &preview;
    let (file_name, by) = (file_name(path), context.decider());
    let file = NewOutcomeFile { source: source_of(kind), file_name: &file_name, sha256, by: &by };
    let reports = preview.chosen(&input.confirmed);
    let applied = context.ledger.record_outcomes(file, &reports, effects, context.now()).await?;
    anchor::anchor_or_log(context).await;
    let changed: Vec<PayrollId> = preview.payrolls(&applied).into_iter().collect();
    context.tell_reported(&changed).await?;
    context.shown_outcomes.forget();
    let payouts = applied.payouts.values().filter(|effect| effect.new > 0).count();
    Ok(OutcomesApplied { payouts: u32::try_from(payouts).unwrap_or(u32::MAX) })
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
