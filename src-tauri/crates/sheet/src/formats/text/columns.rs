//! Text whose columns are aligned by spaces, as programs print it (.prn, .txt). Its lines are rewritten with tabs between
//! the cells. A column begins where nearly all lines with figures have had spaces before, and the heading tells where
//! within them. Without headings that are known, nothing is cut: spaces are also in names.

use std::cmp::Reverse;

use super::records::sampled;
use crate::{heading_words::HeadingWords, limits::HEADER_ROWS_SEARCHED, vocabulary::Meaning};

/// Minimum number of headings of a table, as for delimiters.
const HEADINGS_MIN: usize = 2;
/// Minimum number of lines with figures that show where columns are.
const LINES_MIN: usize = 2;
/// Minimum number of spaces between two columns, unless two known headings meet there. One is also between two words that
/// all lines have (a bank).
const GAP_CHARS_MIN: usize = 2;
/// One line in this many may have text between two columns: a name that is too long.
const FILLED_SHARE: usize = 10;
/// Minimum number of figures in a row that make a line one of the table.
const DIGITS_MIN: usize = 4;

/// Returns the text with tabs between its cells; none if its columns are not aligned by spaces.
pub(super) fn separated(text: &str) -> Option<String> {
    if text.contains('\t') {
        return None;
    }
    let (header, cuts) = cuts(sampled(text))?;
    let lines = text.split_inclusive('\n').enumerate().map(|(at, line)| {
        let content = line.trim_end_matches(['\n', '\r']);
        let end = line.get(content.len()..).unwrap_or_default();
        // The headings may touch each other.
        let cells = if at == header { Some(sliced(content, &cuts)) } else { cells(content, &cuts) };
        [cells.map_or_else(|| content.trim().to_owned(), |cells| cells.join("\t")).as_str(), end].concat()
    });
    Some(lines.collect())
}

/// Returns the number of the header line, from 0, and the characters at which columns begin, except for the first one.
fn cuts(text: &str) -> Option<(usize, Vec<usize>)> {
    let lines: Vec<&str> = text.lines().collect();
    let rows: Vec<Vec<char>> =
        lines.iter().filter(|line| is_row(line)).map(|line| line.chars().collect()).collect();
    if rows.len() < LINES_MIN {
        return None;
    }
    let gaps = gaps(&rows);
    let words = HeadingWords::default();
    let headers = lines.iter().enumerate().take(HEADER_ROWS_SEARCHED).filter(|(_, line)| !is_row(line));
    let found = headers.map(|(at, header)| {
        let cuts = cuts_of(header, &gaps, &rows, &words);
        (headings(header, &cuts, &words), at, cuts)
    });
    // The first of equals wins.
    let (headings, header, cuts) = found.min_by_key(|(headings, at, _)| (Reverse(*headings), *at))?;
    (headings >= HEADINGS_MIN).then_some((header, cuts))
}

/// Whether a line has figures and several parts.
fn is_row(line: &str) -> bool {
    let figures = line.split(|c: char| !c.is_ascii_digit() && c != ',' && c != '.');
    line.trim().contains(&" ".repeat(GAP_CHARS_MIN))
        && figures
            .map(|part| part.bytes().filter(u8::is_ascii_digit).count())
            .any(|digits| digits >= DIGITS_MIN)
}

/// Returns the ranges of characters that are spaces in nearly all rows, between others.
fn gaps(rows: &[Vec<char>]) -> Vec<(usize, usize)> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let filled_max = rows.len() / FILLED_SHARE;
    let is_blank = |at: usize| {
        rows.iter().filter(|row| row.get(at).is_some_and(|c| !c.is_whitespace())).count() <= filled_max
    };
    let mut gaps = Vec::new();
    let mut start = None;
    for at in 0..width {
        match (is_blank(at), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                if from > 0 {
                    gaps.push((from, at));
                }
                start = None;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    gaps
}

/// Returns where the columns begin below a header: in each gap where the fewest lines have text on both sides, then where
/// the header has a space or two known headings meet, and then where the cells begin.
fn cuts_of(header: &str, gaps: &[(usize, usize)], rows: &[Vec<char>], words: &HeadingWords) -> Vec<usize> {
    let header: Vec<char> = header.chars().collect();
    let mut cuts: Vec<usize> = Vec::new();
    for (at, (from, to)) in gaps.iter().enumerate() {
        let before = cuts.last().copied().unwrap_or(0);
        let after = gaps.get(at + 1).map_or(header.len(), |(next, _)| *next);
        let are_headings = |cut: usize| {
            let sides = [header.get(before..cut), header.get(cut..after.max(cut))];
            sides
                .iter()
                .all(|side| side.is_some_and(|side| is_heading(&side.iter().collect::<String>(), words)))
        };
        let cost = |cut: &usize| {
            let rows = rows.iter().filter(|row| sides(row, *cut).is_some()).count();
            let cuts_a_word = sides(&header, *cut).is_some() && !are_headings(*cut);
            (rows, cuts_a_word, Reverse(*cut))
        };
        let best = (*from..=*to).min_by_key(cost);
        cuts.extend(best.filter(|cut| to - from >= GAP_CHARS_MIN || are_headings(*cut)));
    }
    cuts
}

/// Returns the characters on both sides of a cut; none if one is a space.
fn sides(line: &[char], cut: usize) -> Option<(char, char)> {
    let text = |at: usize| line.get(at).copied().filter(|c| !c.is_whitespace());
    Some((text(cut.checked_sub(1)?)?, text(cut)?))
}

fn headings(header: &str, cuts: &[usize], words: &HeadingWords) -> usize {
    sliced(header, cuts).iter().filter(|cell| is_heading(cell, words)).count()
}

fn is_heading(text: &str, words: &HeadingWords) -> bool {
    words.recognise(text.trim()).is_some_and(|found| !matches!(found.meaning, Meaning::Ignored))
}

/// Returns the cells of a line; none if it is blank or goes on over the columns: a sentence, or a row that is not aligned,
/// in which a number would be cut. Where a column is full, letters and figures meet.
fn cells(line: &str, cuts: &[usize]) -> Option<Vec<String>> {
    let chars: Vec<char> = line.chars().collect();
    let goes_on = |(before, after): (char, char)| {
        !(before.is_alphabetic() && after.is_ascii_digit()
            || before.is_ascii_digit() && after.is_alphabetic())
    };
    let is_cut = cuts.iter().filter_map(|cut| sides(&chars, *cut)).any(goes_on);
    (!is_cut && !line.trim().is_empty()).then(|| sliced(line, cuts))
}

fn sliced(line: &str, cuts: &[usize]) -> Vec<String> {
    let chars: Vec<char> = line.chars().collect();
    let starts = [0].into_iter().chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([usize::MAX]);
    let cells = starts.zip(ends).map(|(from, to)| chars.get(from.min(chars.len())..to.min(chars.len())));
    cells.map(|cell| cell.unwrap_or_default().iter().collect::<String>().trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the text with tabs, shown as bars, with what is expected.
    fn check(text: &str, expected: Option<&str>) {
        let shown = separated(text).map(|text| text.replace('\t', "|"));
        assert_eq!(shown.as_deref(), expected, "{text}");
    }

    #[test]
    fn columns_begin_where_the_lines_with_figures_have_spaces() {
        check(
            "Name            Account Number  Bank        Amount\n\
             Amina Abubakar  3021145077      First Bank   78400\n\
             Baraka Danso    3094254403      First Bank   80050\n",
            Some(
                "Name|Account Number|Bank|Amount\n\
                 Amina Abubakar|3021145077|First Bank|78400\n\
                 Baraka Danso|3094254403|First Bank|80050\n",
            ),
        );
        // Headings that touch, titles, rules and totals.
        check(
            "PAYROLL OF NOVEMBER 2026 FOR ALL STAFF\r\n\
             \r\n\
             Name            Account NumberBank        Amount\r\n\
             --------------- ------------- ---------- -------\r\n\
             Amina Abubakar  3021145077    First Bank   78400\r\n\
             Baraka Danso    3094254403    First Bank 1280050\r\n\
             TOTAL                                    1358450\r\n",
            Some(
                "PAYROLL OF NOVEMBER 2026 FOR ALL STAFF\r\n\
                 \r\n\
                 Name|Account Number|Bank|Amount\r\n\
                 ---------------|-------------|----------|-------\r\n\
                 Amina Abubakar|3021145077|First Bank|78400\r\n\
                 Baraka Danso|3094254403|First Bank|1280050\r\n\
                 TOTAL|||1358450\r\n",
            ),
        );
    }

    #[test]
    fn no_number_is_cut() {
        // A long name moves what follows it.
        let row = "Baraka Danso    3094254403      80050\n".repeat(11);
        let text = format!(
            "Name            Account         Amount\n{row}Amina Abubakar Nuhu Musa 3021145077  78400\n"
        );
        let read = separated(&text).unwrap();
        assert_eq!(read.lines().last(), Some("Amina Abubakar Nuhu Musa 3021145077  78400"));
        // A full column is not moved.
        let text =
            format!("Name            Account         Amount\n{row}Amina A Abubakar3021145077      78400\n");
        let read = separated(&text).unwrap();
        assert_eq!(read.lines().last(), Some("Amina A Abubakar\t3021145077\t78400"));
    }

    #[test]
    fn text_without_headings_or_figures_is_not_cut() {
        check("Ada Obi    3021145077    78400\nBen Musa   3094254403    80050\n", None);
        check("Name      Account\nAda       none\nBen       none\n", None);
        check("Name\tAccount\nAda  Obi\t3021145077\nBen  Musa\t3094254403\n", None);
    }
}
