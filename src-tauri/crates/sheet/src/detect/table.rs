//! A detected table: its header, and the role of each column with its confidence.

use paysheet_domain::Field;

use crate::vocabulary::{NamePart, Recognised};

/// The role of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnRole {
    Field(Field),
    NamePart(NamePart),
}

impl ColumnRole {
    pub const fn field(self) -> Field {
        match self {
            Self::Field(field) => field,
            Self::NamePart(_) => Field::Name,
        }
    }
}

/// Confidence of a decision in percent, and its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Confidence {
    ByHeader(u8),
    ByContent(u8),
    /// The user assigned the role.
    Assigned,
}

impl Confidence {
    pub const fn percent(self) -> u8 {
        match self {
            Self::ByHeader(percent) | Self::ByContent(percent) => percent,
            Self::Assigned => 100,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub at: u16,
    pub header: String,
    pub used: Option<(ColumnRole, Confidence)>,
}

/// A column as the sum of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ColumnSum {
    pub column: u16,
    /// The amount first.
    pub terms: Vec<SumTerm>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SumTerm {
    pub column: u16,
    pub subtracted: bool,
}

/// The table of a sheet.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// Index of the header in the grid's rows.
    pub header: Option<usize>,
    pub columns: Vec<Column>,
    /// Fields that two columns could hold with equal confidence.
    pub ambiguous: Vec<(Field, u16)>,
    /// How the column of the amount is made of others, if it was proposed for that.
    pub sum: Option<ColumnSum>,
    /// How much the table looks like a payroll. Used to choose among sheets.
    pub score: u32,
    /// Number of non-empty rows below the header, within the sampled rows.
    pub rows: usize,
}

impl Table {
    pub fn has(&self, field: Field) -> bool {
        self.columns.iter().any(|column| column.used.is_some_and(|(used, _)| used.field() == field))
    }

    /// Returns the column of a field that is in one column.
    pub fn column_of(&self, field: Field) -> Option<u16> {
        let fits = |column: &&Column| column.used.is_some_and(|(used, _)| used == ColumnRole::Field(field));
        self.columns.iter().find(fits).map(|column| column.at)
    }
}

/// A column with the meaning of its header, before a role is assigned.
pub(crate) type Candidate = (Column, Option<Recognised>);
