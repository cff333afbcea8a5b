//! Foreign text as a cell of a separated file (.csv, .tsv) that no spreadsheet takes for a formula. A program may split
//! the file at another separator than the one that it was written with, and may ignore quotation marks, so each part of
//! a text that could become a cell of its own is treated like a cell. Quoting is not here: it depends on the file.

/// Characters at which some program splits a line into cells.
const SEPARATORS: [char; 3] = [',', ';', '|'];

/// Characters that begin a formula in some program (OWASP, CSV injection), with the forms that are read like them: the
/// minus sign, small forms and full-width forms.
const FORMULA_STARTS: [char; 13] = [
    '=', '+', '-', '@', '\u{2212}', '\u{fe62}', '\u{fe63}', '\u{fe66}', '\u{fe6b}', '\u{ff0b}', '\u{ff0d}',
    '\u{ff1d}', '\u{ff20}',
];

/// Whether the text begins like a formula, after what a program may skip.
#[must_use]
pub fn begins_formula(text: &str) -> bool {
    text.starts_with(['\t', '\r']) || text.trim_start_matches(is_skipped).starts_with(FORMULA_STARTS)
}

/// Returns text without control characters, with an apostrophe before every character that could begin a formula. The
/// apostrophe is what spreadsheets use to mark text; names and sentences keep all their characters.
#[must_use]
pub fn safe_cell(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut begins_cell = true;
    for c in text.chars() {
        // A tab or a line break would begin a cell, and a NUL ends a text in some programs.
        let c = if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c };
        if begins_cell && FORMULA_STARTS.contains(&c) {
            safe.push('\'');
        }
        safe.push(c);
        begins_cell = SEPARATORS.contains(&c) || (begins_cell && is_skipped(c));
    }
    safe
}

/// Whether a program may ignore the character at the beginning of a cell: white space, quotation marks and characters
/// without width.
fn is_skipped(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '"' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_part_of_a_text_begins_a_formula_and_names_stay_readable() {
        for (text, safe) in [
            ("Adaọ Obi-Eze", "Adaọ Obi-Eze"),
            ("Ada = Obi", "Ada = Obi"),
            ("O'Brien, Ada", "O'Brien, Ada"),
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("Ada;=cmd|'x'!A0", "Ada;'=cmd|'x'!A0"),
            ("Ada, \"@SUM(A1)", "Ada, \"'@SUM(A1)"),
            ("Ada|-1", "Ada|'-1"),
            ("Ada\t+1", "Ada +1"),
            ("\r\n=1", "  '=1"),
            ("\u{feff}=1", "\u{feff}'=1"),
            ("\u{ff1d}1", "'\u{ff1d}1"),
            ("\u{2212}1", "'\u{2212}1"),
            ("'=1", "'=1"),
            ("", ""),
        ] {
            assert_eq!(safe_cell(text), safe, "{text:?}");
        }
    }
}
