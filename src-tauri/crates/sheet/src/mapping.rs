//! The mapping of a file: which sheet, which header row, and which field each column holds. A mapping is detected,
//! confirmed or changed by the user, or remembered for files of the same layout. The `table` module detects it.

use std::collections::BTreeMap;

use data_encoding::HEXLOWER;
use paysheet_domain::{Column as Letters, Field};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use strum::Display;

use crate::{
    content::Profile,
    file::ReadOptions,
    grid::Sheet,
    table::{Column, ColumnRole, Confidence, Table},
    vocabulary::{Meaning, NamePart, Recognised, normalised, recognise},
};

/// Confidence in percent from which the user is not asked.
pub const SURE_MIN: u8 = 80;
/// Fields without which a payroll cannot be paid. The bank is also needed, by name or by code.
const NEEDED: [Field; 3] = [Field::Name, Field::AccountNumber, Field::Amount];
/// Length of a layout's fingerprint in characters.
const FINGERPRINT_CHARS: usize = 32;

/// One column and what it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct MappedColumn {
    /// The column's letters (`D`).
    pub column: String,
    /// Several columns may hold the name; they are joined, first names first where their headers tell.
    pub field: Field,
}

/// Everything that decides how a file is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Mapping {
    /// Empty for a text file, which has one sheet.
    pub sheet: String,
    /// Row number in the file; none where the table has no header.
    pub header_row: Option<u32>,
    /// Columns that are not here are not read.
    pub columns: Vec<MappedColumn>,
}

/// A mapping that was confirmed for files with these headers in this order, wherever their table stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Layout {
    pub fingerprint: String,
    pub columns: Vec<MappedColumn>,
}

/// Where the columns' names stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "row")]
pub enum Header {
    #[default]
    Detected,
    Absent,
    /// Row number in the file.
    Row(u32),
}

/// A sheet and header that the user chose; the columns are detected there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct TableChoice {
    pub sheet: String,
    pub header: Header,
}

/// Options for reading a file. Everything that is not set is detected. The mapping takes precedence over the choice
/// of a table, and both over remembered layouts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    pub options: ReadOptions,
    pub table: Option<TableChoice>,
    pub mapping: Option<Mapping>,
    /// Layouts that the user confirmed before.
    pub layouts: Vec<Layout>,
}

impl From<ReadOptions> for Request {
    fn from(options: ReadOptions) -> Self {
        Self { options, ..Self::default() }
    }
}

/// Who decided what the columns hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum MappingOrigin {
    Detected,
    /// From a layout that the user confirmed before.
    Remembered,
    Given,
}

/// Why the user should look at a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type, Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum UnsureReason {
    /// Nobody knows its header; it was told by what it holds.
    ByContent,
    /// The header's words leave a doubt, or the column holds something else.
    Doubtful,
    /// Another column could hold the same.
    SeveralColumns,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Unsure {
    pub column: String,
    pub field: Field,
    pub reason: UnsureReason,
}

/// What was decided about a table, and what is still open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    pub mapping: Mapping,
    pub origin: MappingOrigin,
    /// Under which a confirmed mapping is remembered; none for a table without a header.
    pub layout: Option<String>,
    /// Fields a payroll needs and no column holds.
    pub missing: Vec<Field>,
    pub unsure: Vec<Unsure>,
    /// Nobody who opens the file sees the people on this sheet.
    pub sheet_is_hidden: bool,
    /// Other sheets that anybody sees and that hold a whole payroll too: another month's, or another branch's.
    pub also_payrolls: Vec<String>,
}

impl Decision {
    /// Returns whether the user must answer before the rows are useful. A hidden sheet usually belongs to an earlier
    /// month, and so does one of several similar sheets. Only the user knows which one is to be paid.
    #[must_use]
    pub fn needs_an_answer(&self) -> bool {
        match self.origin {
            MappingOrigin::Detected => {
                self.sheet_is_doubtful() || !(self.missing.is_empty() && self.unsure.is_empty())
            }
            MappingOrigin::Remembered => self.sheet_is_doubtful(),
            MappingOrigin::Given => false,
        }
    }

    const fn sheet_is_doubtful(&self) -> bool {
        self.sheet_is_hidden || !self.also_payrolls.is_empty()
    }

    pub(crate) fn of(
        sheet: &Sheet,
        table: &Table,
        origin: MappingOrigin,
        also_payrolls: Vec<String>,
    ) -> Self {
        let Sheet { name, hidden, grid } = sheet;
        let used = table.columns.iter().filter_map(|column| Some((column, column.used?)));
        let columns = used.map(|(column, (used, _))| MappedColumn {
            column: Letters(column.at).to_string(),
            field: used.field(),
        });
        let header_row = table.header.and_then(|at| grid.rows.get(at)).map(|row| row.number);
        Self {
            mapping: Mapping { sheet: name.clone(), header_row, columns: columns.collect() },
            origin,
            layout: fingerprint(table),
            missing: missing(table),
            unsure: if origin == MappingOrigin::Detected { unsure(table) } else { Vec::new() },
            sheet_is_hidden: *hidden,
            also_payrolls,
        }
    }
}

/// Returns the fields that a payroll needs and no column holds.
pub(crate) fn missing(table: &Table) -> Vec<Field> {
    let mut missing: Vec<Field> = NEEDED.into_iter().filter(|field| !table.has(*field)).collect();
    if !table.has(Field::BankName) && !table.has(Field::BankCode) {
        missing.push(Field::BankName);
    }
    missing
}

fn unsure(table: &Table) -> Vec<Unsure> {
    let used = table.columns.iter().filter_map(|column| Some((column, column.used?)));
    let doubts = used.filter_map(|(column, (used, sure))| {
        let reason = match sure {
            Confidence::ByContent(_) => UnsureReason::ByContent,
            Confidence::ByHeader(percent) if percent < SURE_MIN => UnsureReason::Doubtful,
            Confidence::ByHeader(_) | Confidence::Told => return None,
        };
        Some(Unsure { column: Letters(column.at).to_string(), field: used.field(), reason })
    });
    let several = table.ambiguous.iter().map(|(field, at)| Unsure {
        column: Letters(*at).to_string(),
        field: *field,
        reason: UnsureReason::SeveralColumns,
    });
    doubts.chain(several).collect()
}

/// Returns the shortened hash of the normalised headers in their order; none without a header.
pub(crate) fn fingerprint(table: &Table) -> Option<String> {
    table.header?;
    fingerprint_of(&table.columns)
}

/// Returns the fingerprint of columns as a row would name them.
pub(crate) fn fingerprint_of(columns: &[Column]) -> Option<String> {
    let headers: Vec<String> = columns.iter().map(|column| normalised(&column.header)).collect();
    let named = headers.iter().rposition(|header| !header.is_empty())?;
    let digest = Sha256::digest(headers.get(..=named)?.join("\n"));
    HEXLOWER.encode(&digest).get(..FINGERPRINT_CHARS).map(str::to_owned)
}

/// Assigns the given fields to the columns. If a field is given for two columns, it stays with the first one and is
/// ambiguous. Names are an exception: they are joined.
pub(crate) fn tell(table: &mut Table, told: &[MappedColumn]) {
    let told: BTreeMap<u16, Field> = told
        .iter()
        .filter_map(|mapped| Some((mapped.column.parse::<Letters>().ok()?.0, mapped.field)))
        .collect();
    let names = told.values().filter(|field| **field == Field::Name).count();
    table.ambiguous.clear();
    let mut taken = Vec::new();
    for column in &mut table.columns {
        column.used = None;
        let Some(field) = told.get(&column.at).copied() else { continue };
        if field == Field::Name && names > 1 {
            column.used = Some((ColumnRole::NamePart(name_part(column)), Confidence::Told));
        } else if taken.contains(&field) {
            table.ambiguous.push((field, column.at));
        } else {
            column.used = Some((ColumnRole::Field(field), Confidence::Told));
            taken.push(field);
        }
    }
}

/// Returns the part of a name that a header names. Columns whose header names no part are joined in their order.
fn name_part(column: &Column) -> NamePart {
    match recognise(&column.header) {
        Some(Recognised { meaning: Meaning::NamePart(part), .. }) => part,
        Some(Recognised { meaning: Meaning::Field(_) | Meaning::Ignored, .. }) | None => NamePart::Given,
    }
}

/// What a column could hold, and how sure that is in percent; the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Guess {
    pub field: Field,
    pub confidence: u8,
}

/// Returns every field that a column could hold, by its header and by its content.
pub(crate) fn guesses(column: &Column, profile: &Profile) -> Vec<Guess> {
    let mut best: BTreeMap<Field, u8> = BTreeMap::new();
    let mut guess = |field, confidence: u8| {
        let before: &mut u8 = best.entry(field).or_default();
        *before = confidence.max(*before);
    };
    if let Some((used, sure)) = column.used {
        guess(used.field(), sure.percent());
    }
    match recognise(&column.header) {
        Some(Recognised { meaning: Meaning::Field(field), sure }) => guess(field, sure),
        Some(Recognised { meaning: Meaning::NamePart(_), sure }) => guess(Field::Name, sure),
        Some(Recognised { meaning: Meaning::Ignored, .. }) | None => {}
    }
    for field in profile.told_fields() {
        if let Some(confidence) = profile.fits(field) {
            guess(field, confidence);
        }
    }
    let mut guesses: Vec<Guess> =
        best.into_iter().map(|(field, confidence)| Guess { field, confidence }).collect();
    guesses.sort_by_key(|guess| std::cmp::Reverse(guess.confidence));
    guesses
}
