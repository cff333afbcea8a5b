//! Results from a file that the user chose: a provider's export, callbacks that a web server stored, or a statement of a
//! bank or wallet. The user sees the difference to what is known before it is applied. Nothing is sent by it.
//!
//! # A file with results changes only what was shown
//!
//! `Ledger::preview_outcomes` is the transaction that applies the file, without its commit; `Ledger::record_outcomes`
//! compares the effect on every payout with the one that was shown, and stores nothing if it differs. `desk::outcomes`
//! also compares the file's hash and a fingerprint of all lines. A row is matched by our reference; what is found by
//! account, amount and date is applied only if the user confirms that payout, and never if several fit
//! (`outcomes::matching`). A debit of a statement is matched by our reference and the amount; otherwise it has to name
//! the person or account, or be the sum of a batch, and the user confirms it; two debits with one reference settle
//! nothing, a debit on another day than that of an earlier statement, or under another number of the bank, is a
//! contradiction that the user confirms (`second_debits`), and money that came back makes a conflict, confirmed by the
//! user if it has no reference (`outcomes::statement`). Money that may be the return of several payments is shown with
//! each, and their debits wait with it (`statement::candidates`). Without a reference, only payouts are found that the
//! service has or may have. What a sign means is said by the user with the columns (`ListField::Debit` if payouts have
//! no minus, `SignedAmount` if they have one), or shown by the file: the running balance changes by each amount, or
//! words of direction stand beside amounts with a minus (`outcomes::signs`). Otherwise the user is asked, with both
//! readings. Under a heading of debits, one with a minus was taken back if most have none. An amount with neither sign
//! nor direction settles nothing. A row follows its code; without one, only an unmistakable word counts
//! (`Report::read_in_list`). What nobody knows is asked about (`outcomes::words`): words, and codes that are not a
//! known one in another spelling (`Report::unknown_code`); a row in which either is undecided settles nothing. A stored
//! callback means what the callback would have meant, and is recorded as one: it is as little signed. The file's hash
//! and counts, and how a person read its words, codes and columns, are in the event chain, once for each payroll that
//! it changed.

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

use crate::{
    app_error::AppError,
    desk::Desk,
    error::DeskError,
    event::DeskEvent,
    outcomes::{
        preview::{Preview, source_of},
        reading::file_name,
    },
    recovery::anchor,
    view::{ListKind, OutcomeColumnsQuestion, OutcomeReading, OutcomesApplied, OutcomesInput, OutcomesLook},
};

impl Desk {
    /// Reads a file with results, and compares it with what is known. The lines of the comparison are those of
    /// [`Self::outcome_lines`], until the next one is made. If the file's headings do not say what its columns hold, the columns are
    /// returned instead.
    ///
    /// # Errors
    /// `File`, `NoResultsInFile`, `NoStatementInFile`.
    pub async fn preview_outcomes(
        &self,
        kind: ListKind,
        path: &Path,
        reading: &OutcomeReading,
    ) -> Result<OutcomesLook, DeskError> {
        let preview = match preview::read(self, kind, path, reading).await {
            Err(DeskError::App(AppError::NoResultsInFile | AppError::NoStatementInFile))
                if reading.columns.is_none() =>
            {
                let question = OutcomeColumnsQuestion::default();
                let columns = self.preview_outcome_columns(kind, path, question).await?;
                return Ok(OutcomesLook::Columns(Box::new(columns)));
            }
            read => read?,
        };
        let applied_at = self.ledger.outcome_file_applied_at(source_of(kind), &preview.sha256).await?;
        let lines = lines::lines(&preview);
        let view = lines::view(&preview, &lines, file_name(path), applied_at);
        self.shown_outcomes.show(&view.fingerprint, lines);
        Ok(OutcomesLook::Difference(Box::new(view)))
    }

    /// Applies a file as it was shown.
    ///
    /// # Errors
    /// Those of [`Self::preview_outcomes`]; `Ledger` with `OutcomesChanged` if the file is another one now, or has another effect.
    /// Then nothing is applied.
    pub async fn apply_outcomes(
        &self,
        kind: ListKind,
        path: &Path,
        input: &OutcomesInput,
    ) -> Result<OutcomesApplied, DeskError> {
        let said = &input.reading;
        let preview = preview::read(self, kind, path, said).await?;
        preview.require_as_shown(input)?;
        let Preview { sha256, effects, words, table, remembered, .. } = &preview;
        let (file_name, by) = (file_name(path), self.decider());
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
        let file =
            NewOutcomeFile { source: source_of(kind), file_name: &file_name, sha256, by: &by, reading };
        let reports = preview.chosen(&input.confirmed, &by);
        let applied = self.ledger_for_user().record_outcomes(file, &reports, effects, self.now()).await?;
        anchor::anchor_or_log(self).await;
        for payroll in preview.payrolls(&applied) {
            self.emit(DeskEvent::PayrollChanged { id: payroll.0 });
        }
        self.shown_outcomes.forget();
        let payouts = applied.payouts.values().filter(|effect| effect.new > 0).count();
        Ok(OutcomesApplied { payouts: u32::try_from(payouts).unwrap_or(u32::MAX) })
    }
}
