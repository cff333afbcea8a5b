//! Detects the character that separates the cells of a text file. Remarks contain many commas, and amounts contain
//! decimal commas. So the character that produces headings is preferred, then the one that gives every line the same
//! number of cells, and only then the number of separators.

use csv::{ByteRecord, Reader, StringRecord};

use super::{
    quotes::without_bare,
    records::{reader, sampled},
};
use crate::{
    heading_words::HeadingWords,
    limits::{COLUMNS_MAX, HEADER_ROWS_SEARCHED},
    vocabulary::Meaning,
};

const DELIMITERS: [u8; 7] = *b",;\t|~^:";
/// A delimiter that is also in times and behind labels: only its headings tell it, and it is in most lines.
const ONLY_BY_HEADINGS: u8 = b':';
/// Minimum number of headings; one line may contain fewer by chance.
const HEADINGS_MIN: usize = 2;
/// Minimum number of cells of a separated line; two may be chance.
const CELLS_MIN: usize = 3;

/// How likely a character is the delimiter. The most important criterion comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    /// The highest number of headings in one of the first lines, if other lines have as many cells.
    headings: usize,
    /// Every line has the same number of cells. If this holds for two characters, semicolons are preferred: text
    /// rarely contains the same number of semicolons in every line, while amounts with decimal commas do contain the
    /// same number of commas.
    alike: bool,
    is_semicolon_alike: bool,
    /// Separators in lines of the same width, and the number of those lines.
    cuts: (usize, usize),
}

/// The character that most likely separates the cells of a text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Delimiter {
    character: u8,
    score: Score,
}

impl Delimiter {
    pub fn of(text: &str) -> Self {
        let text = sampled(text);
        let words = HeadingWords::default();
        let scored = |character: &u8| Self { character: *character, score: score(text, *character, &words) };
        // The first of equals wins.
        DELIMITERS.iter().rev().map(scored).max_by_key(|found| found.score).unwrap_or_default()
    }

    pub const fn character(self) -> u8 {
        self.character
    }

    /// Whether it parts most lines into several cells.
    pub const fn makes_columns(self) -> bool {
        let (cuts, lines) = self.score.cuts;
        cuts + lines >= CELLS_MIN * lines
    }

    /// Whether it separates headings.
    pub const fn has_headings(self) -> bool {
        self.score.headings > 0
    }
}

fn score(text: &str, delimiter: u8, words: &HeadingWords) -> Score {
    if memchr::memchr(delimiter, text.as_bytes()).is_none() && delimiter != b',' {
        return Score::default();
    }
    let text = without_bare(text, delimiter);
    let mut lines_with = vec![0_usize; COLUMNS_MAX + 1];
    let mut record = ByteRecord::new();
    let mut lines = reader(&text, delimiter);
    while lines.read_byte_record(&mut record).unwrap_or(false) {
        if let Some(count) = lines_with.get_mut(record.len().min(COLUMNS_MAX)) {
            *count += 1;
        }
    }
    let cuts = lines_with.iter().enumerate().map(|(cells, lines)| (cells.saturating_sub(1) * lines, *lines));
    let alike = lines_with.iter().filter(|lines| **lines > 0).count() == 1
        && lines_with.iter().skip(CELLS_MIN).any(|lines| *lines > 0);
    let headings = headings(reader(&text, delimiter), &lines_with, words);
    let cuts = cuts.max().unwrap_or((0, 0));
    let is_in_most_lines = cuts.1 * 2 > lines_with.iter().sum();
    if delimiter == ONLY_BY_HEADINGS && (headings == 0 || !is_in_most_lines) {
        return Score::default();
    }
    Score { headings, alike, is_semicolon_alike: alike && delimiter == b';', cuts }
}

/// Returns the highest number of headings in one of the first lines. A line counts only if another line has the same
/// number of cells, because a sentence usually stands alone with its number; a file of one line is an exception.
fn headings(lines: Reader<&[u8]>, lines_with: &[usize], words: &HeadingWords) -> usize {
    let all: usize = lines_with.iter().sum();
    let first = lines.into_records().flatten().take(HEADER_ROWS_SEARCHED);
    let in_company = |line: &StringRecord| {
        all == 1 || lines_with.get(line.len()).is_some_and(|lines| *lines > 1) && line.len() >= HEADINGS_MIN
    };
    let named = |line: StringRecord| {
        let known = |cell: &&str| {
            words.recognise(cell).is_some_and(|found| !matches!(found.meaning, Meaning::Ignored))
        };
        line.iter().filter(known).count()
    };
    let most = first.filter(in_company).map(named).max().unwrap_or(0);
    if most >= HEADINGS_MIN { most } else { 0 }
}
