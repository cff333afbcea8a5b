//! Reads the file of a draft by other columns: from its original path, only if it is the same file, with the user's
//! edits that are kept, and with undo. Undo works until the program ends, like every other undo.

use std::{path::PathBuf, sync::Arc};

use paysheet_domain::DraftRow;
use paysheet_draft::{Amounts, ColumnMapping, Draft, Entry, FileNotes, Numbering, ReparsedFile, merge_edits};
use paysheet_ledger::{NewReading, PayrollId, PayrollRecord};
use paysheet_sheet::{ReadOptions, Request, SheetFile};

use crate::{
    app_error::AppError,
    desk::Desk,
    directory::{draft_banks, lists::ListPurpose},
    drafts,
    error::DeskError,
    import::{
        mapping::{
            layouts::{self, layout_of},
            opening::{mapping_view, present, preview, read_mapped, request},
        },
        source_file::source_file,
    },
    mutex::lock,
    state::earlier_readings::{EarlierReading, Remembered},
    view::{DraftView, MappingAnswer, MappingQuestion, MappingView, RemapEffect},
};

impl Desk {
    /// Returns the file of a draft as the mapping screen shows it: at first by the draft's own columns.
    ///
    /// # Errors
    /// `FileMoved`, `FileChanged`, `File`.
    pub async fn preview_draft_file(
        &self,
        id: u32,
        question: MappingQuestion,
    ) -> Result<MappingView, DeskError> {
        let record = self.ledger.payroll(PayrollId(id)).await?;
        let path = file_of(self, id).await?;
        let own = match (&question.table, question.mapping) {
            (None, None) => reading_of(&record)?.map(|reading| reading.mapping),
            (_, mapping) => mapping,
        };
        let options = options_of(&record);
        let request = Request { table: question.table, mapping: own, ..request(self, options).await? };
        let preview = preview(&path, request).await?;
        if preview.file.sha256 != record.file_sha256 {
            return Err(AppError::FileChanged { file: path.display().to_string() }.into());
        }
        mapping_view(self, &path, preview).await
    }

    /// Returns the effect on the user's edits of reading a draft's file by these columns.
    ///
    /// # Errors
    /// Those of [`Self::remap`].
    pub async fn remap_effect(&self, id: u32, answer: MappingAnswer) -> Result<RemapEffect, DeskError> {
        let sheet = read_again(self, id, answer).await?;
        let draft = drafts::loaded(self, id).await?;
        let (_, effect) = carried(&lock(&draft), &sheet);
        Ok(effect)
    }

    /// Reads a draft's file by these columns, stores them as a layout, and keeps the edits that still apply. It can be
    /// undone.
    ///
    /// # Errors
    /// `ValueInvalid`, `FileMoved`, `FileChanged`, `File`; `Ledger` if the payroll is no longer a draft.
    pub async fn remap(&self, id: u32, answer: MappingAnswer) -> Result<DraftView, DeskError> {
        let sheet = read_again(self, id, answer).await?;
        self.name_checks.stop(id);
        let guard = self.drafts.change_guard().await;
        let before = drafts::loaded(self, id).await?;
        let record = self.ledger.payroll(PayrollId(id)).await?;
        let (rows, _) = carried(&lock(&before), &sheet);
        let remember = layout_of(&record.file_name, &sheet)?;
        let remembered = match remember.clone() {
            Some(now) => Some(Remembered { before: layouts::remembered_for(self, &now).await?, now }),
            None => None,
        };
        let reading = NewReading {
            sheet: sheet.sheet.clone(),
            convention: sheet.convention,
            skipped_json: serde_json::to_string(&FileNotes::from(&sheet))?,
            layout: sheet.decision.layout.clone(),
            reading_json: Some(serde_json::to_string(&ColumnMapping::of(&sheet.decision))?),
            remember,
            at: self.now(),
        };
        store_reading(self, id, reading, &rows).await?;
        let earlier = EarlierReading { draft: before, reading: reading_now(&record), remembered };
        self.earlier_readings.push(id, earlier);
        self.drafts.close(id);
        drop(guard);
        self.emit_draft_changed(id);
        self.draft(id).await
    }
}

/// Replaces a draft's stored rows. If this fails, it is not known which rows are stored, and rows are saved by
/// their positions: the draft is read from the ledger again.
async fn store_reading(
    desk: &Desk,
    id: u32,
    reading: NewReading,
    rows: &[DraftRow],
) -> Result<(), DeskError> {
    let kept = desk.ledger_for_user().read_again(PayrollId(id), reading, rows).await;
    Ok(kept.inspect_err(|_| desk.close_draft(id))?)
}

/// Reads the file, as it was when the draft was made of it, by other columns.
async fn read_again(desk: &Desk, id: u32, answer: MappingAnswer) -> Result<SheetFile, DeskError> {
    let record = desk.ledger.payroll(PayrollId(id)).await?;
    let path = file_of(desk, id).await?;
    let options = options_of(&record);
    let answer = MappingAnswer { country: options.country, currency: options.currency, ..answer };
    let sheet = read_mapped(&path, answer).await?;
    if sheet.file.sha256 == record.file_sha256 {
        Ok(sheet)
    } else {
        Err(AppError::FileChanged { file: path.display().to_string() }.into())
    }
}

async fn file_of(desk: &Desk, id: u32) -> Result<PathBuf, DeskError> {
    let path = source_file(desk, id).await?.path;
    present(&path).map(|()| path)
}

/// Undoes the last reading, if no later change has to be undone before it. Returns whether it was undone.
pub(crate) async fn undo_reading(desk: &Desk, id: u32) -> Result<bool, DeskError> {
    let guard = desk.drafts.change_guard().await;
    if !desk.earlier_readings.has(id) || lock(&*drafts::loaded(desk, id).await?).can_undo() {
        return Ok(false);
    }
    let Some(EarlierReading { draft, mut reading, remembered }) = desk.earlier_readings.last(id) else {
        return Ok(false);
    };
    reading.at = desk.now();
    let record = desk.ledger.payroll(PayrollId(id)).await?;
    let rows = rows(&lock(&draft));
    store_reading(desk, id, reading, &rows).await?;
    lock(&draft).rename(&record.name, &record.period);
    desk.drafts.replace(id, Arc::clone(&draft));
    desk.earlier_readings.pop(id);
    take_back_remembered(desk, remembered).await;
    draft_banks::take_listed_banks(desk, &draft, ListPurpose::InPassing)
        .await
        .inspect_err(|_| desk.close_draft(id))?;
    drop(guard);
    desk.emit_draft_changed(id);
    Ok(true)
}

/// Restores the layout. The rows are restored already: a failure concerns only later files, so it is logged and
/// not returned.
async fn take_back_remembered(desk: &Desk, remembered: Option<Remembered>) {
    let Some(remembered) = remembered else { return };
    if let Err(error) = layouts::restore_layout(desk, remembered).await {
        tracing::warn!(%error, "what was remembered of the headings is not taken back");
    }
}

fn reading_of(record: &PayrollRecord) -> Result<Option<ColumnMapping>, DeskError> {
    Ok(record.reading_json.as_deref().map(serde_json::from_str).transpose()?)
}

/// Returns the read options. Country and currency stay as they are set on Check.
const fn options_of(record: &PayrollRecord) -> ReadOptions {
    ReadOptions { country: Some(record.country), currency: Some(record.currency) }
}

/// Returns how the payroll is read now, so that this can be restored.
fn reading_now(record: &PayrollRecord) -> NewReading {
    NewReading {
        sheet: record.sheet.clone(),
        convention: record.convention,
        skipped_json: record.skipped_json.clone(),
        layout: record.layout.clone(),
        reading_json: record.reading_json.clone(),
        remember: None,
        at: record.created_at,
    }
}

fn rows(draft: &Draft) -> Vec<DraftRow> {
    draft.entries().iter().map(|entry| entry.row.clone()).collect()
}

fn carried(draft: &Draft, sheet: &SheetFile) -> (Vec<DraftRow>, RemapEffect) {
    let numbering = if draft.head().sheet == sheet.sheet { Numbering::Same } else { Numbering::Other };
    let reasons = draft.restored_reasons();
    let back = sheet.skipped.iter().filter(|skipped| reasons.contains_key(&skipped.row));
    let restored = back.filter_map(|skipped| skipped.source.clone()).collect();
    let amounts = if draft.head().convention == sheet.convention {
        Amounts::ReadAlike
    } else {
        let meant = |entry: &Entry| Some((entry.row.position, entry.recipient.amount?.digits()));
        Amounts::Meant(draft.entries().iter().filter_map(meant).collect())
    };
    merge_edits(&rows(draft), ReparsedFile { rows: sheet.rows.clone(), restored, numbering, amounts })
}
