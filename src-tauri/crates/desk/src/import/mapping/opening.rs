//! Opens a file: directly into Check if its columns leave no doubt, otherwise with the mapping screen until the user
//! has assigned the columns.

use std::path::Path;

use paysheet_domain::{DraftRow, Field, Problem};
use paysheet_draft::{ColumnMapping, Draft, DraftHead};
use paysheet_sheet::{FileError, FilePreview, ReadOptions, Request, SheetFile};

use crate::{
    app_error::AppError,
    blocking::blocking,
    desk::Desk,
    directory::{draft_banks, lists::ListPurpose},
    drafts,
    error::DeskError,
    import::{
        create_draft,
        mapping::{
            layouts,
            rules::{fits, is_headed_by_a_person},
        },
    },
    state::session::settings,
    view::{MappingAnswer, MappingQuestion, MappingView, Opened, RowFilter, RowView, RowWindow, SheetView},
};

/// Starts the process that will read the next file, while the user is still choosing it. Call it when a file is
/// dragged over the window or a file dialog opens. Without this call, reading a file only starts a little later.
pub fn prepare_to_read() {
    std::thread::spawn(|| {
        if let Err(error) = paysheet_sheet::prepare() {
            tracing::debug!(%error, "no reading process was started ahead");
        }
    });
}

impl Desk {
    /// Reads a payroll file into a new draft, unless its columns leave a doubt that the user has to settle.
    ///
    /// # Errors
    /// `File` if nothing can be read from it.
    pub async fn open_or_ask(&self, path: &Path, options: ReadOptions) -> Result<Opened, DeskError> {
        let first = request(self, options).await?;
        let asks = || Opened::Asks { path: path.display().to_string() };
        match read_file(path, first).await {
            Ok(sheet) if sheet.decision.needs_an_answer() => Ok(asks()),
            Ok(sheet) => Ok(Opened::Draft { id: create_draft::store_sheet(self, path, sheet).await? }),
            // The user may see a table where none was detected. Only a file without columns to choose from is refused.
            Err(DeskError::File(FileError::NoTableFound)) => {
                let preview = preview(path, request(self, options).await?).await?;
                if preview.columns.len() > 1 { Ok(asks()) } else { Err(FileError::NoTableFound.into()) }
            }
            Err(error) => Err(error),
        }
    }

    /// Returns a file as the mapping screen shows it.
    ///
    /// # Errors
    /// `FileMoved`, `File`.
    pub async fn preview_file(
        &self,
        path: &Path,
        question: MappingQuestion,
    ) -> Result<MappingView, DeskError> {
        present(path)?;
        let options = ReadOptions { country: question.country, currency: question.currency };
        let request =
            Request { table: question.table, mapping: question.mapping, ..request(self, options).await? };
        let preview = preview(path, request).await?;
        mapping_view(self, path, preview).await
    }

    /// Reads a file by the columns that the user confirmed into a new draft, and stores these columns as a layout.
    ///
    /// # Errors
    /// `ValueInvalid`, `FileMoved`, `FileChanged`, `File`.
    pub async fn open_mapped(&self, path: &Path, answer: MappingAnswer) -> Result<u32, DeskError> {
        let bank = answer.bank.clone();
        let sheet = read_mapped(path, answer).await?;
        layouts::remember(self, &name_of(path), &sheet).await?;
        let id = create_draft::store_sheet(self, path, sheet).await?;
        if let Some(bank) = bank {
            let give = move |draft: &mut Draft| draft.give_bank(&bank);
            drafts::change(self, id, "bank of rows that name none", give).await?;
        }
        Ok(id)
    }
}

/// Reads a file by the columns that the user confirmed.
pub(crate) async fn read_mapped(path: &Path, answer: MappingAnswer) -> Result<SheetFile, DeskError> {
    present(path)?;
    fits(&answer.mapping.columns)?;
    let options = ReadOptions { country: answer.country, currency: answer.currency };
    let request = Request { options, mapping: Some(answer.mapping), ..Request::default() };
    let sheet = read_file(path, request).await?;
    if sheet.file.sha256 == answer.sha256 {
        Ok(sheet)
    } else {
        Err(AppError::FileChanged { file: path.display().to_string() }.into())
    }
}

/// Returns the request to read a file for which only country and currency are given.
pub(crate) async fn request(desk: &Desk, options: ReadOptions) -> Result<Request, DeskError> {
    Ok(Request { layouts: layouts::known_layouts(desk).await?, ..Request::from(options) })
}

pub(crate) async fn read_file(path: &Path, request: Request) -> Result<SheetFile, DeskError> {
    let path = path.to_owned();
    blocking(move || Ok(paysheet_sheet::read(&path, request)?)).await
}

pub(crate) async fn preview(path: &Path, request: Request) -> Result<FilePreview, DeskError> {
    let path = path.to_owned();
    blocking(move || Ok(paysheet_sheet::preview_file(&path, request)?)).await
}

pub(crate) async fn mapping_view(
    desk: &Desk,
    path: &Path,
    preview: FilePreview,
) -> Result<MappingView, DeskError> {
    let layout_name = layouts::layout_name(desk, preview.decision.layout.as_deref()).await?;
    let sheets = preview.sheets.iter().map(|sheet| SheetView {
        name: sheet.name.clone(),
        hidden: sheet.hidden,
        rows: sheet.rows,
    });
    Ok(MappingView {
        file_name: name_of(path),
        sha256: preview.file.sha256.clone(),
        sheets: sheets.collect(),
        first: first_people(desk, &preview).await,
        headed_by_a_person: is_headed_by_a_person(headings(&preview)),
        country: preview.country,
        currency: preview.currency,
        people: preview.people,
        skipped: preview.skipped,
        decision: preview.decision,
        columns: preview.columns,
        head: preview.head,
        layout_name,
    })
}

/// Returns the first people as Check would show them.
async fn first_people(desk: &Desk, preview: &FilePreview) -> Vec<RowView> {
    let directory = draft_banks::directory(desk, &[preview.country].into(), ListPurpose::InPassing).await;
    let rows = (0_u32..).zip(preview.first.clone()).map(|(at, row)| DraftRow::new(at, row)).collect();
    let head = DraftHead {
        id: 0,
        name: String::new(),
        period: String::new(),
        file_name: String::new(),
        sheet: preview.decision.mapping.sheet.clone(),
        country: preview.country,
        currency: preview.currency,
        convention: preview.convention,
        skipped: Vec::new(),
        file_problems: Vec::<Problem>::new(),
        reading: Some(ColumnMapping::of(&preview.decision)),
        before: None,
        refusal: None,
        narration_chars_max: desk.profile().settings.narration_chars_max,
        are_details_sent: desk.profile().settings.recipient_extras,
        sent_columns: settings::sent_columns(&desk.profile().settings),
    };
    let all = u32::try_from(preview.first.len()).unwrap_or(u32::MAX);
    RowWindow::of(&mut Draft::new(head, rows, directory), &RowFilter::default(), 0, all).rows
}

/// Returns the field of each column, and its heading.
fn headings(preview: &FilePreview) -> impl Iterator<Item = (Option<Field>, &str)> {
    let told = &preview.decision.mapping.columns;
    preview.columns.iter().map(move |column| {
        let mapped = told.iter().find(|mapped| mapped.column == column.column);
        (mapped.map(|mapped| mapped.field), column.header.as_str())
    })
}

/// Returns an error if a file that was present before is no longer there.
pub(crate) fn present(path: &Path) -> Result<(), DeskError> {
    if path.exists() { Ok(()) } else { Err(AppError::FileMoved { file: path.display().to_string() }.into()) }
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
