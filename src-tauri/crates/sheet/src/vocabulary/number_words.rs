//! Reads amounts in words: `Four million and thirty naira, fifty kobo only`, `Quatre-vingts mille francs CFA`. The
//! words are in `data/number_words.tsv`, which describes its format. A text with any other word is no amount.

use std::{collections::HashMap, sync::LazyLock};

use rust_decimal::Decimal;

static WORDS: LazyLock<Words> = LazyLock::new(|| Words::parse(include_str!("../../data/number_words.tsv")));

/// An amount in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AmountInWords {
    pub value: Decimal,
    pub names_currency: bool,
    /// Whether it is given to the hundredth: `fifty kobo`. Without them they may have been left out.
    pub has_hundredths: bool,
}

/// Returns the amount that a text in its comparable form consists of.
pub(crate) fn amount_in_words(text: &str) -> Option<AmountInWords> {
    let words: Vec<&str> = text.split(' ').collect();
    LANGUAGES.into_iter().find_map(|language| WORDS.amount(language, &words))
}

const LANGUAGES: [&str; 2] = ["en", "fr"];
/// The language of the words behind a number.
const ANY_LANGUAGE: &str = "any";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Add { value: u64, leaves: u64 },
    Score { value: u64, leaves: u64 },
    Hundred { is_bare: bool },
    Scale { value: u64, is_bare: bool },
    And,
    Currency,
    Hundredth,
    End,
}

/// The words by language.
struct Words(HashMap<(&'static str, &'static str), Word>);

impl Words {
    fn parse(tsv: &'static str) -> Self {
        Self(tsv.lines().filter(|line| !line.starts_with('#')).flat_map(parse_line).collect())
    }

    fn word(&self, language: &'static str, word: &str) -> Option<Word> {
        let words: &HashMap<(&str, &str), Word> = &self.0;
        words.get(&(language, word)).copied()
    }

    fn amount(&self, language: &'static str, words: &[&str]) -> Option<AmountInWords> {
        let (whole, rest) = self.number(language, words)?;
        let (currency, rest) = self.skipped(rest, Word::Currency);
        let has_and = rest.first().is_some_and(|word| self.word(language, word) == Some(Word::And));
        let after = rest.get(usize::from(has_and)..).unwrap_or_default();
        let hundredths = self.number(language, after).filter(|(number, rest)| {
            let is_named = |word: &&str| self.word(ANY_LANGUAGE, word) == Some(Word::Hundredth);
            *number < 100 && currency > 0 && rest.first().is_some_and(is_named)
        });
        let rest = hundredths.map_or(rest, |(_, rest)| rest.get(1..).unwrap_or_default());
        let (_, rest) = self.skipped(rest, Word::End);
        rest.is_empty().then(|| AmountInWords {
            value: Decimal::from(whole)
                + Decimal::new(hundredths.map_or(0, |(number, _)| number.cast_signed()), 2),
            names_currency: currency > 0,
            has_hundredths: hundredths.is_some(),
        })
    }

    /// Skips words of one kind, and words that mean nothing among them: `de francs CFA`. Returns the number of the
    /// words of that kind, and the rest.
    fn skipped<'w>(&self, words: &'w [&'w str], kind: Word) -> (usize, &'w [&'w str]) {
        let kinds = || words.iter().map(|word| self.word(ANY_LANGUAGE, word));
        let skipped = kinds().take_while(|word| [Some(kind), Some(Word::End)].contains(word)).count();
        let count = kinds().take(skipped).filter(|word| *word == Some(kind)).count();
        (count, words.get(skipped..).unwrap_or_default())
    }

    /// Returns the number with which the words begin, and the words behind it; none if there is none, or if its words
    /// are in an order that no number has.
    fn number<'w>(&self, language: &'static str, words: &'w [&'w str]) -> Option<(u64, &'w [&'w str])> {
        let mut number = Number::default();
        let mut count = 0;
        // An `and` may also stand between the number and its hundredths.
        for (at, word) in words.iter().enumerate() {
            match self.word(language, word) {
                Some(Word::And) if at > 0 => {}
                Some(word) => {
                    number.push(word)?;
                    count = at + 1;
                }
                None => break,
            }
        }
        let rest = words.get(count..).unwrap_or_default();
        (count > 0).then_some((number.total.checked_add(number.group)?, rest))
    }
}

/// A number while its words are read.
struct Number {
    /// The groups with a scale.
    total: u64,
    /// What was read since the last scale.
    group: u64,
    /// The word before.
    last: u64,
    /// The next word that is added must be less.
    room: u64,
    /// Whether the group has its hundreds.
    has_hundreds: bool,
    /// The next scale must be less.
    scale: u64,
}

/// A group of digits is less than this, unless it is `twelve hundred`.
const GROUP_END: u64 = 1_000;

impl Default for Number {
    fn default() -> Self {
        Self { total: 0, group: 0, last: 0, room: GROUP_END, has_hundreds: false, scale: u64::MAX }
    }
}

impl Number {
    fn push(&mut self, word: Word) -> Option<()> {
        match word {
            Word::Add { value, leaves } => self.add(value, leaves),
            Word::Score { value, leaves: _ } if self.last == 4 && self.room == 1 => {
                self.room = value;
                self.group += value * 4 - self.last;
                self.last = 0;
                Some(())
            }
            Word::Score { value, leaves } => self.add(value, leaves),
            Word::Hundred { is_bare } => {
                let hundreds = if self.group == 0 && is_bare { 1 } else { self.group };
                let fits = (1..100).contains(&hundreds) && !self.has_hundreds;
                (self.group, self.room, self.has_hundreds, self.last) = (hundreds * 100, 100, true, 0);
                fits.then_some(())
            }
            Word::Scale { value, is_bare } => {
                let count = if self.group == 0 && is_bare { 1 } else { self.group };
                let fits = (1..GROUP_END).contains(&count) && value < self.scale;
                let total = self.total.checked_add(count.checked_mul(value)?)?;
                *self = Self { total, scale: value, ..Self::default() };
                fits.then_some(())
            }
            Word::And | Word::Currency | Word::Hundredth | Word::End => None,
        }
    }

    fn add(&mut self, value: u64, leaves: u64) -> Option<()> {
        let is_zero_alone = value > 0 || (self.total == 0 && self.group == 0);
        let fits = value < self.room && is_zero_alone;
        (self.group, self.room, self.last) = (self.group + value, leaves, value);
        fits.then_some(())
    }
}

fn parse_line(line: &'static str) -> Vec<((&'static str, &'static str), Word)> {
    let mut parts = line.split('\t');
    let mut part = || parts.next().unwrap_or_default();
    let (language, kind) = (part(), part());
    let (value, leaves) = (part().parse().unwrap_or(0), part().parse().unwrap_or(0));
    let word = match kind {
        "add" => Word::Add { value, leaves },
        "score" => Word::Score { value, leaves },
        "hundred" => Word::Hundred { is_bare: false },
        "bare_hundred" => Word::Hundred { is_bare: true },
        "scale" => Word::Scale { value, is_bare: false },
        "bare_scale" => Word::Scale { value, is_bare: true },
        "and" => Word::And,
        "currency" => Word::Currency,
        "hundredth" => Word::Hundredth,
        "end" => Word::End,
        _ => return Vec::new(),
    };
    part().split('|').map(|text| ((language, text), word)).collect()
}

#[cfg(test)]
#[path = "number_words_tests.rs"]
mod tests;
