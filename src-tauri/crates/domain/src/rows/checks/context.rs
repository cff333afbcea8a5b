//! What is known of a file before its rows are parsed.

use serde::{Deserialize, Serialize};

use crate::{
    banks::{bank::BankDirectory, country::Country},
    money::Currency,
};

/// How a column of amounts writes its decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum DecimalConvention {
    /// `1,234.50`
    Point,
    /// `1.234,50`
    Comma,
    /// Nothing in the column tells: a text such as `1.234` stays ambiguous.
    #[default]
    Unsettled,
}

/// Defaults and data that are needed to parse a row.
#[derive(Clone, Copy, Debug)]
pub struct CheckContext<'a> {
    /// Country and currency of rows that do not name one.
    pub country: Country,
    pub currency: Currency,
    pub directory: &'a BankDirectory,
    pub convention: DecimalConvention,
}
