//! Layouts that the user confirmed: stored by the fingerprint of their headings, passed to every reading of a file,
//! and listed, renamed, changed and deleted in Settings.

use paysheet_draft::ColumnMapping;
use paysheet_ledger::{LayoutKind, LayoutRecord, LedgerError, NewLayout};
use paysheet_sheet::{Layout, MappedColumn, MappingOrigin, SheetFile};

use crate::{
    app_error::Setting,
    desk::Desk,
    error::DeskError,
    import::mapping::rules::{fits, is_headed_by_a_person},
    state::{earlier_readings::Remembered, session::settings},
    view::{LayoutChange, LayoutColumn, LayoutView, ReadingView},
};

/// Default sheet names of spreadsheet programs.
const UNNAMED_SHEETS: [&str; 4] = ["sheet", "feuil", "table", "worksheet"];

/// The words of a payroll's layout: payrolls have no status words.
const NO_WORDS: &str = "[]";

/// Maximum length of a layout's default name, in characters. The user may give another name.
const NAME_CHARS_MAX: usize = 80;

/// Returns all stored layouts, the one used last first.
///
/// # Errors
/// `Record`.
pub async fn layouts(desk: &Desk) -> Result<Vec<LayoutView>, DeskError> {
    desk.ledger.layouts().await?.into_iter().map(view).collect()
}

impl Desk {
    /// Makes a change of a layout.
    pub async fn apply_layout_change(
        &self,
        fingerprint: &str,
        change: LayoutChange,
    ) -> Result<(), DeskError> {
        match change {
            LayoutChange::Rename { name } => self.rename_layout(fingerprint, &name).await,
            LayoutChange::Columns { columns } => self.change_layout(fingerprint, &columns).await,
            LayoutChange::Forget => self.forget_layout(fingerprint).await,
        }
    }

    /// Returns all stored layouts, the one used last first.
    pub async fn layouts(&self) -> Result<Vec<LayoutView>, DeskError> {
        layouts(self).await
    }
}

impl Desk {
    /// Renames a layout.
    ///
    /// # Errors
    /// `ValueInvalid`; `Ledger` if it is no longer stored.
    pub async fn rename_layout(&self, fingerprint: &str, name: &str) -> Result<(), DeskError> {
        settings::name(name, Setting::Name)?;
        Ok(self.ledger_for_user().rename_layout(fingerprint, name.trim(), self.now()).await?)
    }

    /// Changes the meaning of a layout's columns, for files that are read from now on.
    ///
    /// # Errors
    /// `ValueInvalid`; `Ledger` if it is no longer stored.
    pub async fn change_layout(&self, fingerprint: &str, columns: &[MappedColumn]) -> Result<(), DeskError> {
        fits(columns)?;
        let all = layouts(self).await?;
        let is_it =
            |layout: &LayoutView| layout.fingerprint == fingerprint && layout.kind == LayoutKind::Payroll;
        let known = all.into_iter().find(is_it).ok_or(LedgerError::NoSuchLayout)?;
        let told = |column: &LayoutColumn| {
            let mapped = columns.iter().find(|mapped| mapped.column == column.column);
            LayoutColumn { field: mapped.map(|mapped| mapped.field), ..column.clone() }
        };
        let columns: Vec<LayoutColumn> = known.columns.iter().map(told).collect();
        store_layout(self, fingerprint, &known.name, &columns).await
    }

    /// Deletes a layout.
    ///
    /// # Errors
    /// `Ledger` if it is no longer stored.
    pub async fn forget_layout(&self, fingerprint: &str) -> Result<(), DeskError> {
        Ok(self.ledger_for_user().forget_layout(fingerprint, self.now()).await?)
    }
}

/// Stores how a file was read, if it has headings that identify similar files.
pub(super) async fn remember(desk: &Desk, file_name: &str, sheet: &SheetFile) -> Result<(), DeskError> {
    let Some(layout) = layout_of(file_name, sheet)? else { return Ok(()) };
    Ok(desk.ledger_for_user().store_layout(&layout, desk.now()).await?)
}

/// Returns the layout stored now for files with the headings of `layout`.
pub(crate) async fn remembered_for(desk: &Desk, layout: &NewLayout) -> Result<Option<LayoutView>, DeskError> {
    Ok(layouts(desk).await?.into_iter().find(|known| known.fingerprint == layout.fingerprint))
}

/// Restores the layout from before a reading, unless the layout was changed or deleted since.
pub(crate) async fn restore_layout(
    desk: &Desk,
    Remembered { now, before }: Remembered,
) -> Result<(), DeskError> {
    let known = desk.ledger.layouts().await?;
    let is_its_own =
        |known: &LayoutRecord| known.fingerprint == now.fingerprint && known.columns_json == now.columns_json;
    if !known.iter().any(is_its_own) {
        return Ok(());
    }
    match before {
        Some(layout) => store_layout(desk, &now.fingerprint, &layout.name, &layout.columns).await,
        None => desk.forget_layout(&now.fingerprint).await,
    }
}

async fn store_layout(
    desk: &Desk,
    fingerprint: &str,
    name: &str,
    columns: &[LayoutColumn],
) -> Result<(), DeskError> {
    let layout = NewLayout {
        fingerprint: fingerprint.to_owned(),
        kind: LayoutKind::Payroll,
        name: name.to_owned(),
        columns_json: serde_json::to_string(columns)?,
        words_json: NO_WORDS.to_owned(),
    };
    Ok(desk.ledger_for_user().store_layout(&layout, desk.now()).await?)
}

/// Returns the layouts that are passed to every reading of a payroll.
pub(super) async fn known_layouts(desk: &Desk) -> Result<Vec<Layout>, DeskError> {
    let of_payrolls = layouts(desk).await?.into_iter().filter(|layout| layout.kind == LayoutKind::Payroll);
    let known = of_payrolls.map(|layout| Layout {
        columns: layout.columns.iter().filter_map(LayoutColumn::mapped).collect(),
        fingerprint: layout.fingerprint,
    });
    Ok(known.collect())
}

pub(crate) async fn reading_view(
    desk: &Desk,
    reading: Option<ColumnMapping>,
) -> Result<Option<ReadingView>, DeskError> {
    let Some(reading) = reading else { return Ok(None) };
    let layout_name = match reading.origin {
        MappingOrigin::Detected => None,
        MappingOrigin::Remembered | MappingOrigin::Given => {
            layout_name(desk, reading.layout.as_deref()).await?
        }
    };
    Ok(Some(ReadingView { origin: reading.origin, layout_name }))
}

pub(super) async fn layout_name(desk: &Desk, fingerprint: Option<&str>) -> Result<Option<String>, DeskError> {
    let all = desk.ledger.layouts().await?;
    let known = all.into_iter().find(|layout| Some(layout.fingerprint.as_str()) == fingerprint);
    Ok(known.map(|layout| layout.name))
}

/// Returns how a file was read, to be stored. None if it has no headings that identify similar files, or a person in
/// their place.
pub(crate) fn layout_of(file_name: &str, sheet: &SheetFile) -> Result<Option<NewLayout>, DeskError> {
    let Some(fingerprint) = &sheet.decision.layout else { return Ok(None) };
    if is_headed_by_a_person(sheet.columns.iter().map(|facts| (facts.field, facts.header.as_str()))) {
        return Ok(None);
    }
    let column = |facts: &paysheet_sheet::ColumnFacts| LayoutColumn {
        column: facts.column.clone(),
        header: facts.header.clone(),
        field: facts.field,
    };
    let columns: Vec<LayoutColumn> = sheet.columns.iter().map(column).collect();
    Ok(Some(NewLayout {
        fingerprint: fingerprint.clone(),
        kind: LayoutKind::Payroll,
        name: name_of(file_name, &sheet.sheet),
        columns_json: serde_json::to_string(&columns)?,
        words_json: NO_WORDS.to_owned(),
    }))
}

fn view(record: LayoutRecord) -> Result<LayoutView, DeskError> {
    let (columns, list_columns) = match record.kind {
        LayoutKind::Payroll => (serde_json::from_str(&record.columns_json)?, Vec::new()),
        LayoutKind::Results | LayoutKind::Statement => {
            (Vec::new(), serde_json::from_str(&record.columns_json)?)
        }
    };
    Ok(LayoutView {
        kind: record.kind,
        columns,
        list_columns,
        words: serde_json::from_str(&record.words_json)?,
        fingerprint: record.fingerprint,
        name: record.name,
        kept_at: record.kept_at.to_string(),
        used_at: record.used_at.to_string(),
    })
}

/// Returns the file's name without its ending, and the sheet's name if a user gave it one.
pub(crate) fn name_of(file_name: &str, sheet: &str) -> String {
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
    let bare = sheet.trim_end_matches(|c: char| c.is_ascii_digit() || c.is_whitespace()).to_lowercase();
    let unnamed = bare.is_empty() || UNNAMED_SHEETS.contains(&bare.as_str()) || sheet == stem;
    let name = if unnamed { stem.to_owned() } else { format!("{stem}, {sheet}") };
    name.chars().filter(|c| !c.is_control()).take(NAME_CHARS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_is_called_as_its_file_and_sheet() {
        for (file, sheet, expected) in [
            ("Kola Nov 2026.xlsx", "Payroll", "Kola Nov 2026, Payroll"),
            ("Kola Nov 2026.xlsx", "Sheet1", "Kola Nov 2026"),
            ("Kola Nov 2026.xlsx", "Feuil 2", "Kola Nov 2026"),
            ("staff.csv", "", "staff"),
            ("staff.csv", "staff", "staff"),
            ("paie", "Août", "paie, Août"),
        ] {
            assert_eq!(name_of(file, sheet), expected);
        }
    }
}
