//! Writes made-up sheets as files.

mod open_document;
mod text;
mod workbook;

use std::error::Error;

use super::cells::{Sheet, Style};
pub use text::{Encoding, Width};

/// One text file of so many is varied.
const VARIED_IN: u8 = 8;
/// Makes the chance independent of the rest of the payroll.
const OWN_CHANCE: u64 = 0x666f_726d_6174_7321;

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

    /// Returns some text files as programs write them that are seldom met, by the seed alone: the others stay the same.
    pub fn varied(self, seed: u64) -> Self {
        let rng = &mut fastrand::Rng::with_seed(seed ^ OWN_CHANCE);
        match self {
            Self::Text { separator, encoding, width } if rng.u8(..VARIED_IN) == 0 => match rng.u8(..4) {
                0 => {
                    let separator = rng.choice(['|', '~', '^']).unwrap_or(separator);
                    Self::Text { separator, encoding, width }
                }
                1 => Self::Text { separator, encoding: Encoding::Macintosh, width },
                2 => Self::Text { separator, encoding: Encoding::Utf8Twice, width },
                _ => Self::Text { separator, encoding, width: Width::LinesQuoted },
            },
            Self::Workbook | Self::OpenDocument | Self::Text { .. } => self,
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
