//! The months that headings of amounts name. `Net Pay October` beside `Salary November` is a question, whatever words are
//! the surer ones: only the user knows which month is to be paid. So is `Net Pay` beside `Net Pay November`.

use paysheet_domain::{
    Field,
    period::{month_named, period_in},
};

use crate::{
    detect::table::Candidate,
    vocabulary::{Meaning, normalised, recognise},
};

/// Length of `2026-` in a period.
const YEAR_BYTES: usize = 5;

/// Whether the columns of amounts are of several months, or one of a month is beside the same without a month.
pub(crate) fn differ(columns: &[Candidate]) -> bool {
    let of_amounts = columns.iter().filter(|(_, recognised)| {
        recognised.is_some_and(|found| found.meaning == Meaning::Field(Field::Amount))
    });
    let amounts: Vec<Heading> = of_amounts.map(|(column, _)| Heading::of(&column.header)).collect();
    let mut pairs = amounts.iter().enumerate().flat_map(|(at, one)| {
        let others = amounts.iter().skip(at + 1);
        others.map(move |other| (one, other))
    });
    pairs.any(|(one, other)| one.is_of_other_month(other))
}

/// The heading of an amount, with its month apart.
struct Heading {
    month: Option<NamedMonth>,
    /// The words that name no month and no year.
    words: String,
}

impl Heading {
    fn of(header: &str) -> Self {
        let text = normalised(header);
        let is_other =
            |word: &&str| month_named(word).is_none() && word.contains(|c: char| !c.is_ascii_digit());
        let words: Vec<&str> = text.split(' ').filter(is_other).collect();
        Self { month: NamedMonth::of(header), words: words.join(" ") }
    }

    fn is_of_other_month(&self, other: &Self) -> bool {
        match (&self.month, &other.month) {
            (Some(one), Some(other)) => one.differs(other),
            (Some(_), None) | (None, Some(_)) => {
                let sure = |words: &str| recognise(words).map(|found| found.sure);
                let is_alike = sure(&self.words).is_some() && sure(&self.words) == sure(&other.words);
                self.words == other.words || is_alike
            }
            (None, None) => false,
        }
    }
}

/// The month that a text names, with its year if the text has one.
pub(crate) struct NamedMonth {
    period: Option<String>,
    /// 1 to 12.
    month: usize,
}

impl NamedMonth {
    pub fn of(text: &str) -> Option<Self> {
        let period = period_in(text);
        let text = normalised(text);
        let named = text.split(' ').find_map(month_named);
        let month = named.or_else(|| period.as_ref()?.get(YEAR_BYTES..)?.parse().ok())?;
        Some(Self { period, month })
    }

    pub fn differs(&self, other: &Self) -> bool {
        let periods = self.period.as_ref().zip(other.period.as_ref());
        self.month != other.month || periods.is_some_and(|(one, other)| one != other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_several_months_differ() {
        for (one, other, expected) in [
            ("Net Pay October", "Salary November", true),
            ("Net Pay 10/2026", "Net Pay 11/2026", true),
            ("Net Pay 2026-10", "Net Pay 2026-11", true),
            ("Net Pay Nov 2025", "Net Pay Nov 2026", true),
            ("Net Pay Nov 2026", "Salary November", false),
            ("Net Pay Nov 2026", "Gross Pay 11/2026", false),
            ("Net Pay", "Net Pay November", true),
            ("Net Pay", "NET PAY (Nov-26)", true),
            ("Net Salary", "Net Pay November", true),
            ("Net à payer", "Salaire net novembre", true),
            ("Gross Pay", "Net Pay November", false),
            ("Net Pay", "Gross Pay", false),
            ("Net Pay 1", "Net Pay 2", false),
            ("Total", "Net Pay March", false),
        ] {
            let differs = Heading::of(one).is_of_other_month(&Heading::of(other));
            assert_eq!(differs, expected, "{one} | {other}");
        }
    }
}
