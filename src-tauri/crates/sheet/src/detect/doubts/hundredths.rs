//! Words that say that amounts are in hundredths of the currency: `Net Pay (kobo)`, `All amounts in kobo`. Whoever pays
//! them as they are pays a hundred times as much, so the column of the amounts becomes a question.

use paysheet_domain::{Field, checks::comparable};

use crate::{
    detect::table::{Confidence, Table},
    formats::Grid,
};

const WORDS: [&str; 8] = ["kobo", "kobos", "pesewa", "pesewas", "cent", "cents", "centime", "centimes"];
/// Words before them in a title. Without one, they are part of a name or of an amount in words.
const BEFORE: [&str; 2] = ["in", "en"];
/// Number of characters of the longest title.
const TITLE_CHARS_MAX: usize = 120;
/// Confidence in percent of such a column: always a question.
const SURE: u8 = 70;

/// Doubts the column of the amounts if its heading or a text above says that they are in hundredths.
pub(crate) fn doubt(grid: &Grid, table: &mut Table) {
    let above = grid.rows.iter().take(table.header.unwrap_or(0)).flat_map(|row| &row.cells);
    let is_titled = above.into_iter().any(|(_, value)| is_said_in_title(value.text()));
    let Some(amount) = table.column_of(Field::Amount) else { return };
    for column in table.columns.iter_mut().filter(|column| column.at == amount) {
        let is_said = is_titled || comparable(&column.header).split(' ').any(|word| WORDS.contains(&word));
        if let Some((_, Confidence::ByHeader(sure) | Confidence::ByContent(sure))) = &mut column.used
            && is_said
        {
            *sure = SURE.min(*sure);
        }
    }
}

fn is_said_in_title(text: &str) -> bool {
    if text.chars().count() > TITLE_CHARS_MAX {
        return false;
    }
    let text = comparable(text);
    let words: Vec<&str> = text.split(' ').collect();
    words
        .windows(2)
        .any(|pair| matches!(pair, [before, word] if BEFORE.contains(before) && WORDS.contains(word)))
}
