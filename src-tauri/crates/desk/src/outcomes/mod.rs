//! Results from a file that the user chose: a provider's export, callbacks that a web server stored, or a statement of a
//! bank or wallet. The user sees the difference to what is known before it is applied. Nothing is sent by it.

mod export;
mod lines;
mod matching;
mod preview;
mod reading;
mod rows;
mod signs;
mod statement;
mod window;
mod words;

use std::path::Path;

use paysheet_ledger::{FileReading, NewOutcomeFile};

pub use self::{export::export_outcome_lines, reading::look_at_outcome_columns, window::outcome_lines};

use crate::{
    context::Context,
    error::DeskError,
    event::DeskEvent,
    outcomes::{
        preview::{Preview, source_of},
        reading::file_name,
    },
    recovery::anchor,
    view::{
        OutcomeColumnsQuestion, OutcomeFileKind, OutcomeReading, OutcomesApplied, OutcomesInput, OutcomesLook,
    },
};

/// Reads a file with results, and compares it with what is known. The lines of the comparison are those of
/// [`outcome_lines`], until the next one is made. If the file's headings do not say what its columns hold, the columns are
/// returned instead.
///
/// # Errors
/// `File`, `NoResultsInFile`, `NoStatementInFile`, `Ledger`.
pub async fn look_at_outcomes(
    context: &Context,
    kind: OutcomeFileKind,
    path: &Path,
    reading: &OutcomeReading,
) -> Result<OutcomesLook, DeskError> {
    let preview = match preview::read(context, kind, path, reading).await {
        Err(DeskError::NoResultsInFile | DeskError::NoStatementInFile) if reading.columns.is_none() => {
            let question = OutcomeColumnsQuestion::default();
            let columns = look_at_outcome_columns(context, kind, path, question).await?;
            return Ok(OutcomesLook::Columns(Box::new(columns)));
        }
        read => read?,
    };
    let applied_at = context.ledger.outcome_file_applied_at(source_of(kind), &preview.sha256).await?;
    let lines = lines::lines(&preview);
    let view = lines::view(&preview, &lines, file_name(path), applied_at);
    context.shown_outcomes.show(&view.fingerprint, lines);
    Ok(OutcomesLook::Difference(Box::new(view)))
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
    let said = &input.reading;
    let preview = preview::read(context, kind, path, said).await?;
    preview.require_as_shown(input)?;
    let Preview { sha256, effects, words, table, remembered, .. } = &preview;
    let (file_name, by) = (file_name(path), context.decider());
    let columns = reading::columns_json(said, table.as_ref());
    let remember = match table {
        Some(table) => reading::to_remember((kind, &file_name), said, table, words, remembered.as_ref())?,
        None => None,
    };
    let reading = FileReading {
        words: &words.read(),
        columns_json: columns.as_deref(),
        layout: table.as_ref().and_then(|table| table.layout.as_deref()),
        remember: remember.as_ref(),
    };
    let file = NewOutcomeFile { source: source_of(kind), file_name: &file_name, sha256, by: &by, reading };
    let reports = preview.chosen(&input.confirmed, &by);
    let applied = context.ledger_for_user().record_outcomes(file, &reports, effects, context.now()).await?;
    anchor::anchor_or_log(context).await;
    for payroll in preview.payrolls(&applied) {
        context.tell(DeskEvent::PayrollChanged { id: payroll.0 });
    }
    context.shown_outcomes.forget();
    let payouts = applied.payouts.values().filter(|effect| effect.new > 0).count();
    Ok(OutcomesApplied { payouts: u32::try_from(payouts).unwrap_or(u32::MAX) })
}
