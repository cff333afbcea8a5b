//! What a report contains, whatever the format of its file: facts, and tables with typed cells.

use paysheet_domain::Money;

pub(super) struct Document {
    pub title: String,
    pub subtitle: String,
    /// Names and values above the tables.
    pub facts: Vec<(String, String)>,
    pub tables: Vec<Table>,
}

pub(super) struct Table {
    pub title: String,
    pub heads: Vec<Head>,
    pub lines: Vec<Vec<Cell>>,
    /// Sums below the lines.
    pub totals: Vec<Vec<Cell>>,
}

pub(super) struct Head {
    pub text: String,
    /// In characters. On a page the widths of a table are shares of the page's width.
    pub width: u16,
    pub align: Align,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Text(String),
    Count(u32),
    Money(Money),
}

impl Cell {
    /// Returns the cell as it is printed; an amount with grouped digits and its currency.
    pub fn printed(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => grouped(&count.to_string()),
            Self::Money(money) => format!("{} {}", grouped(&money.digits()), money.currency()),
        }
    }
}

/// Returns decimal digits with a comma after each thousand.
fn grouped(digits: &str) -> String {
    const GROUP_DIGITS: usize = 3;
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut text = String::with_capacity(digits.len() + digits.len() / GROUP_DIGITS);
    for (at, c) in whole.chars().enumerate() {
        let left = whole.chars().count() - at;
        if at > 0 && left.is_multiple_of(GROUP_DIGITS) && !text.ends_with('-') {
            text.push(',');
        }
        text.push(c);
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_are_grouped_by_thousands() {
        for (digits, text) in [
            ("0", "0"),
            ("999.00", "999.00"),
            ("1000.5", "1,000.5"),
            ("-100000.00", "-100,000.00"),
            ("-1234567", "-1,234,567"),
        ] {
            assert_eq!(grouped(digits), text);
        }
    }
}
