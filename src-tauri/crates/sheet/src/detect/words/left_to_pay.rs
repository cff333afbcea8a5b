//! Columns of what is left of the amount: `Net Pay After Loan` or `Balance To Pay` beside `Net Pay`. Perhaps only that is
//! paid. If nothing in the rows shows how one is made of the other, the user has to choose.

use paysheet_domain::Field;
use rust_decimal::Decimal;

use crate::{
    detect::table::{Column, Table},
    vocabulary::{HeadingGroup, Meaning, Recognised, normalised, recognise, spellings},
};

/// Confidence in percent up to which an amount's heading names the gross pay. It is a sum of the net pay too, and what
/// is left of it is another sum.
pub(crate) const GROSS_SURE_MAX: u8 = 60;

/// Returns the unused columns whose headings are those of what is left of an amount.
pub(crate) fn columns(table: &Table) -> Vec<u16> {
    let is_asked = |column: &&Column| {
        let is_known = table.ambiguous.contains(&(Field::Amount, column.at));
        column.used.is_none() && !is_known && is_left_to_pay(&column.header)
    };
    table.columns.iter().filter(is_asked).map(|column| column.at).collect()
}

/// Whether somebody would be paid something else by the other column.
pub(crate) fn differs(amounts: &[Option<Decimal>], others: &[Option<Decimal>]) -> bool {
    let mut both = amounts.iter().zip(others);
    both.any(|(amount, other)| amount.zip(*other).is_some_and(|(amount, other)| amount != other))
}

/// Whether a heading has a word of what is left, and the words of an amount before or behind it.
fn is_left_to_pay(header: &str) -> bool {
    let text = normalised(header);
    says_so(&text) || spellings(&text).iter().any(|text| says_so(text))
}

fn says_so(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let is_beside_amount = |(place, word): (usize, &&str)| {
        let parts = [words.get(..place), words.get(place + 1..)];
        HeadingGroup::Left.has(word) && parts.into_iter().flatten().any(|part| is_amount(&part.join(" ")))
    };
    HeadingGroup::LeftToPay.has(text) || words.iter().enumerate().any(is_beside_amount)
}

fn is_amount(text: &str) -> bool {
    let is =
        |found: Recognised| found.meaning == Meaning::Field(Field::Amount) && found.sure > GROSS_SURE_MAX;
    recognise(text).is_some_and(is)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_an_amount_is_told_from_other_balances() {
        for (header, expected) in [
            ("Net Pay After Loan", true),
            ("Net after cooperative", true),
            ("Balance To Pay", true),
            ("Balance of Salary", true),
            ("Salary balance", true),
            ("Balance Payable", true),
            ("Amount Remaining", true),
            ("Net Pay (less advance)", true),
            ("Reste à payer", true),
            ("Salaire net après avance", true),
            ("Net Pay Aftr Loan", true),
            ("Net Pay", false),
            ("Balance", false),
            ("Loan Balance", false),
            ("Balance B/F", false),
            ("Leave Days Left", false),
            ("Last Month Pay Balance", false),
            ("Gross Pay After Leave", false),
        ] {
            assert_eq!(is_left_to_pay(header), expected, "{header}");
        }
    }
}
