//! Makes a payroll by chance, as offices make them, with the truth: who is paid how much to which account, and about whom
//! the file itself has to be asked. The same seed makes the same file.

mod amounts;
mod cells;
mod ditto;
mod kinds;
mod layout;
mod misspelt;
mod others;
mod person;
mod places;
mod rows;
mod write;

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
};

use paysheet_domain::{Currency, Field};

pub use self::layout::Deserved;
use self::{
    cells::{Style, Written},
    kinds::Kind,
    person::{Common, Spelling},
    places::{Language, PLACES, Place, texts},
    rows::{Made, Shape},
    write::Format,
};

/// A person of the truth.
#[derive(Clone, Debug)]
pub struct Person {
    /// The row in the file, from 1.
    pub row: u32,
    pub name: String,
    pub account: String,
    /// Code of the directory.
    pub bank_code: &'static str,
    /// Plain decimals; none if the file has nothing to pay.
    pub amount: Option<String>,
    pub currency: Currency,
    /// Whether the file says not to pay them.
    pub is_stopped: bool,
    /// Whether it is right to ask all the same: a title above an earlier list without headings says not to pay.
    pub may_be_stopped: bool,
    /// Whether the file has to ask what of the amount is paid.
    pub is_amount_asked: bool,
}

/// A made-up payroll.
#[derive(Debug)]
pub struct Payroll {
    pub bytes: Vec<u8>,
    /// Name of the sheet with the people; empty for a text file.
    pub sheet: String,
    pub people: Vec<Person>,
    /// The rows of headings, from 1, with the fields that each column below them may be taken for.
    pub headings: BTreeMap<u32, Vec<&'static [Field]>>,
    /// Why a question is right.
    pub deserves: BTreeSet<Deserved>,
}

const fn is_strange(kind: Kind) -> bool {
    matches!(kind, Kind::StrangeSum | Kind::StrangeNumber)
}

/// Makes the payroll of a seed.
///
/// # Errors
/// If the file cannot be written.
pub fn payroll(seed: u64) -> Result<Payroll, Box<dyn Error>> {
    let rng = &mut fastrand::Rng::with_seed(seed);
    let place = rng.choice(PLACES).unwrap_or(&PLACES[0]);
    let format = Format::of(rng).varied(seed);
    let common = common(rng, place, format);
    let mut layout = layout::layout(rng, place);
    misspelt::misspell(seed, &mut layout);
    let (mut sheets, deserved) = match format {
        Format::Text { .. } => (Vec::new(), None),
        Format::Workbook | Format::OpenDocument => others::other_sheets(rng, &common, &layout),
    };
    let shape = Shape::of(rng);
    let mut made = rows::make(rng, &common, layout, shape);
    ditto::repeat(seed, &mut made);
    match rng.u8(..40) {
        0 => others::add_table(rng, &common, &mut made),
        1 | 2 => others::add_summary(rng, &common, &mut made),
        3 if shape.has_headings => others::add_beside(rng, &common, &mut made),
        _ => {}
    }
    amounts::change(seed, &mut made);
    made.deserves.extend(deserved);
    if !matches!(format, Format::Text { .. }) {
        made.sheet.name = texts(place.language).this_month.to_owned();
        hide(rng, &mut made);
    }
    let sheet = made.sheet.name.clone();
    let place = rng.usize(..=sheets.len());
    sheets.insert(place, made.sheet);
    let bytes = write::bytes(&sheets, common.style, format)?;
    let Made { people, headings, deserves, .. } = made;
    Ok(Payroll { bytes, sheet, people, headings, deserves })
}

fn written(rng: &mut fastrand::Rng, place: &Place) -> Written {
    let sign = rng.choice(place.currency).copied().unwrap_or("");
    let spaces = rng.choice([' ', '\u{a0}', '\u{202f}']).unwrap_or(' ');
    match (place.language, rng.u8(..6)) {
        (_, 0 | 1) => Written::Plain,
        (Language::English, 2 | 3) => Written::Grouped,
        (Language::English, 4) => Written::Signed(sign),
        (Language::French, 2) => Written::GroupedByPoints,
        (Language::French, 3 | 4) => Written::GroupedBySpaces(spaces),
        _ => Written::DecimalComma,
    }
}

fn common(rng: &mut fastrand::Rng, place: &'static Place, format: Format) -> Common {
    let is_text = matches!(format, Format::Text { .. });
    let written = written(rng, place);
    let spelling = match rng.u8(..10) {
        0 => Spelling::Spaced,
        1 => Spelling::Marked,
        2 if !is_text => Spelling::AsNumber,
        _ => Spelling::Plain,
    };
    let (yes, no) = rng.choice([("1", "0"), ("x", ""), ("Yes", "No"), ("Y", "")]).unwrap_or(("1", ""));
    let as_text = is_text || rng.u8(..8) == 0;
    Common {
        place,
        style: Style { written, decimals: place.country.currency().decimals(), as_text },
        spelling,
        is_international: rng.bool(),
        narration: rng.choice(texts(place.language).narrations).copied().unwrap_or(""),
        company_account: rng.u32(1_000_000_000..),
        is_surname_first: rng.u8(..4) == 0,
        says_behind: rng.u8(..30) == 0,
        yes,
        no,
    }
}

/// Hides a person's row, or a column that says nothing about the payment, in some workbooks.
fn hide(rng: &mut fastrand::Rng, made: &mut Made) {
    if rng.u8(..12) == 0
        && let Some(person) = rng.choice(&made.people)
    {
        made.sheet.hidden_rows.push(usize::try_from(person.row).unwrap_or(1) - 1);
    }
    let noise = made.columns.iter().enumerate().filter(|(_, column)| kinds::fields(column.kind).is_empty());
    let noise: Vec<usize> = noise.map(|(at, _)| at).collect();
    if rng.u8(..8) == 0 {
        made.sheet.hidden_columns.extend(rng.choice(noise));
    }
}
