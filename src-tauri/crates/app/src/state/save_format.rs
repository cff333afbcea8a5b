//! The formats in which files are saved, and the endings of their names. A file with another ending is never written:
//! the system would run some of them, or open them with a program that does.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use paysheet_desk::COPY_ENDINGS;

/// A name of a dialog's filter, and the endings of its files.
pub type Filter = (&'static str, &'static [&'static str]);

/// The formats in which a file can be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveFormat {
    Workbook,
    WorkbookOrCsv,
    PdfOrWorkbook,
    Csv,
    Text,
    Pdf,
    /// A page to print.
    Html,
    /// The format of the user's own file, by its ending.
    Copy(&'static str),
}

impl SaveFormat {
    /// Returns the format of a copy, whose suggested name ends as the original does; a workbook for any other ending.
    pub(crate) fn of_copy(name: &str) -> Self {
        let ending = Path::new(name).extension().unwrap_or_default();
        let known = COPY_ENDINGS.into_iter().find(|known| ending.eq_ignore_ascii_case(known));
        known.map_or(Self::Workbook, Self::Copy)
    }

    /// Returns the filters of the dialog. A copy has none, so that its original is listed whatever its ending.
    #[must_use]
    pub const fn filters(self) -> &'static [Filter] {
        match self {
            Self::Workbook => &[("Excel", &["xlsx"])],
            Self::WorkbookOrCsv => &[("Excel", &["xlsx"]), ("CSV", &["csv"])],
            Self::PdfOrWorkbook => &[("PDF", &["pdf"]), ("Excel", &["xlsx"])],
            Self::Csv => &[("CSV", &["csv"])],
            Self::Text => &[("Text", &["txt"])],
            Self::Pdf => &[("PDF", &["pdf"])],
            Self::Html => &[("HTML", &["html"])],
            Self::Copy(_) => &[],
        }
    }

    /// Returns the path with one of the format's endings: its own, or the first one added to it.
    pub(crate) fn with_ending(self, path: PathBuf) -> PathBuf {
        let ending = path.extension().unwrap_or_default();
        let is_one = |known: &&str| ending.eq_ignore_ascii_case(known);
        if self.endings().iter().any(is_one) {
            return path;
        }
        let mut name = path.into_os_string();
        name.extend(self.endings().first().into_iter().flat_map(|first| [".", *first]).map(OsString::from));
        name.into()
    }

    fn endings(self) -> Vec<&'static str> {
        match self {
            Self::Copy(ending) => vec![ending],
            Self::Workbook
            | Self::WorkbookOrCsv
            | Self::PdfOrWorkbook
            | Self::Csv
            | Self::Text
            | Self::Pdf
            | Self::Html => self.filters().iter().flat_map(|(_, endings)| *endings).copied().collect(),
        }
    }
}

/// Returns a suggested name that is the name of a file and leads to no folder.
pub(crate) fn plain_file_name(name: &str) -> String {
    // Windows reads a letter and a colon as a drive.
    let plain =
        |letter: char| if "/\\<>:\"|?*".contains(letter) || letter.is_control() { ' ' } else { letter };
    let plain: String = name.chars().map(plain).collect();
    plain.trim_start_matches(['.', ' ']).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_formats_own_endings_are_left_as_they_are() {
        use SaveFormat as F;
        for (format, typed, saved) in [
            (F::Workbook, "/pay/People.xlsx", "/pay/People.xlsx"),
            (F::Workbook, "/pay/People.XLSX", "/pay/People.XLSX"),
            (F::Workbook, "/pay/People", "/pay/People.xlsx"),
            (F::Workbook, "/pay/Nov. 2026", "/pay/Nov. 2026.xlsx"),
            (F::Workbook, "/pay/People.csv", "/pay/People.csv.xlsx"),
            (F::WorkbookOrCsv, "/pay/People.csv", "/pay/People.csv"),
            (F::WorkbookOrCsv, "/pay/evil.desktop", "/pay/evil.desktop.xlsx"),
            (F::Csv, "/pay/.bashrc", "/pay/.bashrc.csv"),
            (F::Text, "/pay/run.bat", "/pay/run.bat.txt"),
            (F::Text, "/pay/run.txt.", "/pay/run.txt..txt"),
            (F::Pdf, "/pay/report.lnk", "/pay/report.lnk.pdf"),
            (F::PdfOrWorkbook, "/pay/report.xlsx", "/pay/report.xlsx"),
            (F::Html, "/pay/sheet.exe", "/pay/sheet.exe.html"),
            (F::Copy("csv"), "/pay/copy.CSV", "/pay/copy.CSV"),
            (F::Copy("csv"), "/pay/copy.xlsx", "/pay/copy.xlsx.csv"),
        ] {
            assert_eq!(format.with_ending(PathBuf::from(typed)), Path::new(saved), "{format:?}");
        }
    }

    #[test]
    fn a_copy_ends_as_its_original_if_that_is_a_spreadsheet() {
        for (name, format) in [
            ("Staff (Paysheet).ods", SaveFormat::Copy("ods")),
            ("Staff (Paysheet).CSV", SaveFormat::Copy("csv")),
            ("Staff (Paysheet).bat", SaveFormat::Workbook),
            ("Staff", SaveFormat::Workbook),
        ] {
            assert_eq!(SaveFormat::of_copy(name), format, "{name}");
        }
    }

    #[test]
    fn a_suggested_name_leads_to_no_folder() {
        for (name, plain) in [
            ("Payroll November.pdf", "Payroll November.pdf"),
            ("../../.config/autostart/x.pdf", "config autostart x.pdf"),
            ("..\\..\\Startup\\x.pdf", "Startup x.pdf"),
            ("C:\\x\n.pdf", "C  x .pdf"),
        ] {
            assert_eq!(plain_file_name(name), plain, "{name}");
        }
    }
}
