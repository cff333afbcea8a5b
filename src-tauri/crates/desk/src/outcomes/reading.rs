//! How a file is read: by what the user says of its columns and words, by what they said the last time for the same
//! headings, or by the headings themselves.

use std::path::Path;

use paysheet_domain::{Column, WordKind};
use paysheet_ledger::{LayoutKind, NewLayout};
use paysheet_sheet::{
    FileError, ListColumn, ListColumnFacts, ListField, ListKind, ListLayout, ListMapping, ListNeed,
    ListPreview, ListReading, ListRequest, MappingOrigin, RecordList, preview_list, read_list,
};
use serde_json::json;

use super::{
    signs::{SignExamples, Signs},
    words::Words,
};
use crate::{
    app_error::{AppError, Setting},
    blocking::blocking,
    desk::Desk,
    error::DeskError,
    import::mapping::layouts::{layouts, name_of},
    view::{
        LayoutView, OutcomeColumnsQuestion, OutcomeColumnsView, OutcomeReading, SheetView, SignedColumn,
        WordReading,
    },
};

/// Most columns or words that the user can name; a file has no more.
const NAMED_MAX: usize = 256;

/// A file that was read, and what was remembered for its headings.
pub(super) struct ReadList {
    pub list: RecordList,
    pub remembered: Option<LayoutView>,
}

impl ReadList {
    pub fn words(&self) -> &[WordReading] {
        self.remembered.as_ref().map(|layout| layout.words.as_slice()).unwrap_or_default()
    }
}

/// Reads a file.
///
/// # Errors
/// `File`; `NoResultsInFile` or `NoStatementInFile` if its headings do not say what the columns hold; `ValueInvalid`.
pub(super) async fn read(
    desk: &Desk,
    kind: ListKind,
    path: &Path,
    reading: &OutcomeReading,
) -> Result<ReadList, DeskError> {
    require_fitting(kind, reading)?;
    let known = of_kind(desk, kind).await?;
    let request = request(kind, reading.columns.clone(), &known);
    let path = path.to_owned();
    let list =
        blocking(move || read_list(&path, &request).map_err(|error| without_table(error, kind))).await?;
    let print = list.reading.as_ref().and_then(|reading| reading.layout.clone());
    let mut remembered = known.into_iter().find(|layout| Some(&layout.fingerprint) == print.as_ref());
    if let (Some(layout), Some(read)) = (&mut remembered, &list.reading) {
        forget_words_of_other_columns(layout, read);
    }
    Ok(ReadList { list, remembered })
}

/// Forgets the words and codes that were said of another column than the one that holds them now.
fn forget_words_of_other_columns(layout: &mut LayoutView, read: &ListReading) {
    let column = |columns: &[ListColumnFacts], field: ListField| {
        columns.iter().find(|facts| facts.field == Some(field)).map(|facts| facts.column.clone())
    };
    let LayoutView { list_columns, words, .. } = layout;
    words.retain(|word| {
        let field = match word.kind {
            WordKind::Status => ListField::Status,
            WordKind::Code => ListField::Code,
        };
        if list_columns.is_empty() {
            read.origin == MappingOrigin::Detected
        } else {
            column(list_columns, field) == column(&read.columns, field)
        }
    });
}

impl Desk {
    /// Returns the columns of a file for the user to say what they hold.
    ///
    /// # Errors
    /// `File`; `NoResultsInFile` or `NoStatementInFile` if there is nothing to choose from.
    pub async fn preview_outcome_columns(
        &self,
        kind: ListKind,
        path: &Path,
        question: OutcomeColumnsQuestion,
    ) -> Result<OutcomeColumnsView, DeskError> {
        let known = of_kind(self, kind).await?;
        let request = ListRequest { table: question.table, ..request(kind, question.mapping, &known) };
        let file = path.to_owned();
        let preview =
            blocking(move || preview_list(&file, &request).map_err(|error| without_table(error, kind)))
                .await?;
        Ok(columns_view(kind, file_name(path), preview))
    }
}

fn columns_view(kind: ListKind, file_name: String, preview: ListPreview) -> OutcomeColumnsView {
    let (signs, are_undecided) = match kind {
        ListKind::Results => (None, false),
        ListKind::Statement => signed_column(&preview),
    };
    let mut missing = preview.missing;
    if are_undecided && !missing.contains(&ListNeed::Amount) {
        missing.push(ListNeed::Amount);
    }
    let sheet = |sheet: paysheet_sheet::SheetFacts| SheetView {
        name: sheet.name,
        hidden: sheet.hidden,
        rows: sheet.rows,
    };
    OutcomeColumnsView {
        kind,
        file_name,
        sheets: preview.sheets.into_iter().map(sheet).collect(),
        mapping: preview.mapping,
        origin: preview.origin,
        columns: preview.columns,
        head: preview.head,
        missing,
        rows: u32::try_from(preview.records.len()).unwrap_or(u32::MAX),
        is_headed_by_a_payment: preview.is_headed_by_a_payment,
        are_records: preview.are_records,
        can_be_remembered: preview.layout.is_some(),
        signs,
    }
}

/// Returns the amounts of a statement of which the user has to say, or said, what their signs mean, and whether it is still
/// to be said.
fn signed_column(preview: &ListPreview) -> (Option<SignedColumn>, bool) {
    let ListPreview { records, mapping, origin, .. } = preview;
    let is_said = *origin != MappingOrigin::Detected;
    let undecided = Signs::of(records, is_said).undecided(records);
    let column = |field: ListField| mapping.columns.iter().find(|column| column.field == field);
    let said = [ListField::Debit, ListField::SignedAmount].into_iter().filter(|_| is_said);
    let signs = undecided.into_iter().chain(said).find_map(column).map(|ListColumn { column, field }| {
        let SignExamples { plain, minus } = SignExamples::of(records, *field);
        SignedColumn { column: column.clone(), plain, minus }
    });
    (signs, undecided.is_some())
}

/// Returns the layout that is stored once the file is applied; none if the user said nothing new about its columns and
/// words, or if its headings cannot be recognised.
pub(super) fn to_remember(
    (kind, file_name): (ListKind, &str),
    said: &OutcomeReading,
    read: &ListReading,
    words: &Words,
    remembered: Option<&LayoutView>,
) -> Result<Option<NewLayout>, DeskError> {
    let is_said = said.columns.is_some() || said.words.is_some();
    let Some(fingerprint) = read.layout.clone().filter(|_| is_said) else { return Ok(None) };
    // What its own headings say is not stored: a later version may read them better.
    let columns: &[ListColumnFacts] =
        if read.origin == MappingOrigin::Detected { &[] } else { &read.columns };
    let known_words = remembered.map(|layout| layout.words.as_slice()).unwrap_or_default();
    Ok(Some(NewLayout {
        fingerprint,
        kind: layout_kind(kind),
        name: name_of(file_name, ""),
        columns_json: serde_json::to_string(columns)?,
        words_json: serde_json::to_string(&words.to_remember(known_words))?,
    }))
}

/// Returns the columns by which a file was read, with their headings, for its event; none if its headings said them.
pub(super) fn columns_json(said: &OutcomeReading, read: Option<&ListReading>) -> Option<String> {
    let named = match (&said.columns, read) {
        (Some(ListMapping { sheet, header_row, .. }), Some(read)) => {
            json!({ "sheet": sheet, "headerRow": header_row, "columns": read.columns })
        }
        (Some(mapping), None) => json!(mapping),
        (None, Some(read)) if read.origin == MappingOrigin::Remembered => json!({ "columns": read.columns }),
        (None, _) => return None,
    };
    Some(named.to_string())
}

async fn of_kind(desk: &Desk, kind: ListKind) -> Result<Vec<LayoutView>, DeskError> {
    let all = layouts(desk).await?.into_iter();
    Ok(all.filter(|layout| layout.kind == layout_kind(kind)).collect())
}

fn request(kind: ListKind, mapping: Option<ListMapping>, known: &[LayoutView]) -> ListRequest {
    let column =
        |facts: &ListColumnFacts| facts.field.map(|field| ListColumn { column: facts.column.clone(), field });
    let layout = |known: &LayoutView| ListLayout {
        fingerprint: known.fingerprint.clone(),
        columns: known.list_columns.iter().filter_map(column).collect(),
    };
    ListRequest { mapping, layouts: known.iter().map(layout).collect(), ..kind.into() }
}

const fn layout_kind(kind: ListKind) -> LayoutKind {
    match kind {
        ListKind::Results => LayoutKind::Results,
        ListKind::Statement => LayoutKind::Statement,
    }
}

/// Checks that the columns that the user named say all that is needed.
fn require_fitting(kind: ListKind, reading: &OutcomeReading) -> Result<(), DeskError> {
    let words = reading.words.as_ref().map_or(0, Vec::len);
    let is_column = |named: &ListColumn| named.column.parse::<Column>().is_ok();
    let fits = |mapping: &ListMapping| {
        mapping.columns.len() <= NAMED_MAX
            && mapping.columns.iter().all(is_column)
            && mapping.missing(kind).is_empty()
    };
    if words <= NAMED_MAX && reading.columns.as_ref().is_none_or(fits) {
        Ok(())
    } else {
        Err(AppError::invalid(Setting::Columns).into())
    }
}

pub(super) const fn nothing_in_file(kind: ListKind) -> AppError {
    match kind {
        ListKind::Results => AppError::NoResultsInFile,
        ListKind::Statement => AppError::NoStatementInFile,
    }
}

fn without_table(error: FileError, kind: ListKind) -> DeskError {
    if error == FileError::NoTableFound { nothing_in_file(kind).into() } else { error.into() }
}

pub(super) fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use paysheet_domain::WordMeaning;

    use super::*;

    fn column(column: &str, field: ListField) -> ListColumnFacts {
        ListColumnFacts { column: column.to_owned(), header: "End".to_owned(), field: Some(field) }
    }

    fn kept(list_columns: &[ListColumnFacts], origin: MappingOrigin) -> Vec<WordKind> {
        let word = |kind| WordReading { kind, word: "E17".to_owned(), meaning: WordMeaning::Paid };
        let mut layout = LayoutView {
            fingerprint: String::new(),
            kind: LayoutKind::Results,
            name: String::new(),
            columns: Vec::new(),
            list_columns: list_columns.to_vec(),
            words: vec![word(WordKind::Status), word(WordKind::Code)],
            kept_at: String::new(),
            used_at: String::new(),
        };
        let columns = vec![column("B", ListField::Status), column("C", ListField::Code)];
        let read = ListReading { origin, layout: None, columns };
        forget_words_of_other_columns(&mut layout, &read);
        layout.words.iter().map(|word| word.kind).collect()
    }

    #[test]
    fn what_was_said_about_a_column_does_not_count_for_another_one() {
        use MappingOrigin::{Detected, Given};
        let (status, code) = (WordKind::Status, WordKind::Code);
        let both = |b, c| [column(b, ListField::Status), column(c, ListField::Code)];
        assert_eq!(kept(&both("B", "C"), Given), [status, code]);
        assert_eq!(kept(&both("D", "C"), Given), [code]);
        assert_eq!(kept(&both("B", "D"), Given), [status]);
        assert_eq!(kept(&[], Detected), [status, code], "its headings say what they hold");
        assert!(kept(&[], Given).is_empty());
    }
}
