//! Writes made-up sheets as files.

mod open_document;
mod text;
mod workbook;

use std::error::Error;

use super::cells::{Sheet, Style};
pub use text::{Encoding, Width};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Workbook,
    OpenDocument,
    Text { separator: char, encoding: Encoding, width: Width },
}

impl Format {
    pub fn of(rng: &mut fastrand::Rng) -> Self {
        match rng.u8(..10) {
            0..=2 => Self::Workbook,
            3 => Self::OpenDocument,
            _ => Self::Text {
                separator: rng.choice([',', '\t', ';', ',']).unwrap_or(','),
                encoding: Encoding::of(rng),
                width: Width::of(rng),
            },
        }
    }
}

pub fn bytes(sheets: &[Sheet], style: Style, format: Format) -> Result<Vec<u8>, Box<dyn Error>> {
    match format {
        Format::Workbook => Ok(workbook::bytes(sheets, style)?),
        Format::OpenDocument => open_document::bytes(sheets, style),
        Format::Text { separator, encoding, width } => {
            let lines = sheets.first().map(|sheet| text::lines(sheet, style, separator, width));
            Ok(text::encoded(&lines.unwrap_or_default(), encoding))
        }
    }
}
