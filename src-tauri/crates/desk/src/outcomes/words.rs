//! Status words and response codes of a list that mean nothing by themselves. The user says what they mean. Until then, and
//! for everything about which nothing is said, the rows with them settle nothing.

use std::collections::BTreeMap;

use paysheet_domain::{Report, WordKind, WordMeaning, checks::has_hidden_characters};
use paysheet_ledger::ReadWord;
use strum::IntoEnumIterator;

use super::rows::FileRow;
use crate::view::{OutcomeWord, WordReading};

/// Most words or codes that are asked about. A column with more of them holds no status.
const WORDS_ASKED_MAX: usize = 40;
/// Longer texts are sentences, which no other file has.
const WORD_CHARS_MAX: usize = 60;
/// Most words that are stored of one layout.
const WORDS_STORED_MAX: usize = 200;

/// The words and codes of a file, and what they were read as.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// Words, then codes; the most frequent first.
    pub asked: Vec<OutcomeWord>,
    /// Number of words and codes that are not asked about.
    pub more: u32,
}

/// By what a word is recognised.
type Key = (WordKind, String);
type Meanings = BTreeMap<Key, WordMeaning>;

/// Reads the rows by what the user said of their words now, otherwise by what they said the last time. `by`: the user, who
/// answers for what was remembered as well.
pub(super) fn read(
    rows: &mut [FileRow],
    said: Option<&[WordReading]>,
    remembered: &[WordReading],
    by: &str,
) -> Words {
    let meant = meanings(said.unwrap_or(remembered));
    let words = Words::of(rows, &meant, &meanings(remembered));
    let asked = words.asked.iter().map(|asked| (key(asked.kind, &asked.word), asked.meaning)).collect();
    for row in rows {
        let own = row.report;
        row.is_undecided = false;
        read_row(row, &asked, &meant);
        row.read_by = (row.report != own && !row.is_undecided).then(|| by.to_owned());
    }
    words
}

/// Reads a row by what was decided about the words and codes that are asked about.
fn read_row(row: &mut FileRow, asked: &BTreeMap<Key, Option<WordMeaning>>, meant: &Meanings) {
    let decided = |kind| Some(asked.get(&key(kind, row.unknown(kind)?)).copied().flatten());
    match (decided(WordKind::Code), decided(WordKind::Status)) {
        (Some(None), _) | (_, Some(None)) => row.is_undecided = true,
        (Some(Some(code)), word) => {
            let word = word.flatten().map(WordMeaning::report).or(row.word_report);
            row.report = Some(row.of_its_shape(code.report_beside(word)));
        }
        (None, Some(Some(word))) => row.report = Some(word.report()),
        (None, None) if row.report == Some(Report::Failed) => {
            // Its code is known, and its word may say the opposite.
            let word = key(WordKind::Status, &row.status);
            if meant.get(&word) == Some(&WordMeaning::Paid) {
                row.report = Some(Report::Contradictory);
            } else if asked.get(&word) == Some(&None) {
                (row.report, row.is_undecided) = (Some(Report::Unclear), true);
            }
        }
        (None, None) => {}
    }
}

impl Words {
    fn of(rows: &[FileRow], said: &Meanings, remembered: &Meanings) -> Self {
        let mut words = Self::default();
        for kind in WordKind::iter() {
            words.add(kind, rows, said, remembered);
        }
        words
    }

    /// Adds the words of one kind. Each kind has its own limit: a column of other codes must not hide the words.
    fn add(&mut self, kind: WordKind, rows: &[FileRow], said: &Meanings, remembered: &Meanings) {
        let mut counts = BTreeMap::<Key, OutcomeWord>::new();
        for word in rows.iter().filter_map(|row| row.unknown(kind)) {
            let key = key(kind, word);
            let meaning = said.get(&key).copied();
            let is_remembered = meaning.is_some() && remembered.get(&key) == meaning.as_ref();
            let new = || OutcomeWord { kind, word: word.to_owned(), rows: 0, meaning, is_remembered };
            let counted = counts.entry(key).or_insert_with(new);
            counted.rows = counted.rows.saturating_add(1);
        }
        let all = counts.len();
        let mut asked: Vec<_> = counts.into_values().filter(|asked| is_askable(&asked.word)).collect();
        asked.sort_by_key(|asked| std::cmp::Reverse(asked.rows));
        asked.truncate(WORDS_ASKED_MAX);
        let more = u32::try_from(all - asked.len()).unwrap_or(u32::MAX);
        self.more = self.more.saturating_add(more);
        self.asked.extend(asked);
    }

    /// Returns the words that were read as something.
    pub fn read(&self) -> Vec<ReadWord> {
        let read = |asked: &OutcomeWord| {
            let OutcomeWord { kind, word, rows, meaning, .. } = asked;
            meaning.map(|read_as| ReadWord { kind: *kind, word: word.clone(), read_as, rows: *rows })
        };
        self.asked.iter().filter_map(read).collect()
    }

    /// Returns what is remembered after this file: what was said of its words, and the words that it does not have.
    pub fn to_remember(&self, remembered: &[WordReading]) -> Vec<WordReading> {
        let own: Vec<Key> = self.asked.iter().map(|asked| key(asked.kind, &asked.word)).collect();
        let others = remembered.iter().filter(|known| !own.contains(&key(known.kind, &known.word))).cloned();
        let said = self.read().into_iter().map(|ReadWord { kind, word, read_as, .. }| WordReading {
            kind,
            word,
            meaning: read_as,
        });
        said.chain(others).take(WORDS_STORED_MAX).collect()
    }
}

/// Whether the user can decide about a word by what they see of it.
fn is_askable(word: &str) -> bool {
    word.chars().count() <= WORD_CHARS_MAX && !has_hidden_characters(word)
}

fn meanings(readings: &[WordReading]) -> Meanings {
    readings.iter().map(|reading| (key(reading.kind, &reading.word), reading.meaning)).collect()
}

/// Returns by what a word is recognised: nothing but spaces and capitals may differ. A sign or an accent may make it
/// another word. In a code, nothing may differ.
fn key(kind: WordKind, word: &str) -> Key {
    let word = match kind {
        WordKind::Status => word.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase(),
        WordKind::Code => word.trim().to_owned(),
    };
    (kind, word)
}

#[cfg(test)]
mod tests {
    use paysheet_domain::{CellValue, Report};
    use paysheet_sheet::{ListField, ListRow, ListedRecord, RecordContent};

    use super::*;

    const ADA: &str = "Ada Obi";

    fn rows(words: &[&str]) -> Vec<FileRow> {
        let row = |word: &&str| FileRow {
            report: Some(Report::Unclear),
            unknown_word: Some((*word).to_owned()),
            ..FileRow::default()
        };
        words.iter().map(row).collect()
    }

    fn said(word: &str, meaning: WordMeaning) -> WordReading {
        WordReading { kind: WordKind::Status, word: word.to_owned(), meaning }
    }

    fn coded(code: &str, meaning: WordMeaning) -> WordReading {
        WordReading { kind: WordKind::Code, word: code.to_owned(), meaning }
    }

    /// Rows with these codes and words, as a file has them.
    fn cells(rows: &[(&str, &str)]) -> Vec<FileRow> {
        let row = |(code, status): &(&str, &str)| {
            let mut cells = ListRow::default();
            for (field, text) in [(ListField::Code, *code), (ListField::Status, *status)] {
                cells.cells.insert(field, CellValue::Text(text.into()));
            }
            let content = RecordContent::Row(cells);
            FileRow::of(ListedRecord { sheet: String::new(), row: 1, content })
        };
        rows.iter().map(row).collect()
    }

    fn reports(rows: &[FileRow]) -> Vec<Report> {
        rows.iter().map(|row| row.report.unwrap()).collect()
    }

    #[test]
    fn only_what_the_user_said_settles_something() {
        use Report::{Failed, Successful, Unclear};
        let mut list = rows(&["Réglé", "RÉGLÉ ", "Rejeté", "Regle", "✓", "✗"]);
        let words = read(&mut list, None, &[], ADA);
        assert_eq!(reports(&list), [Unclear; 6]);
        let shown: Vec<_> = words.asked.iter().map(|asked| (asked.word.as_str(), asked.rows)).collect();
        assert_eq!(shown, [("Réglé", 2), ("Regle", 1), ("Rejeté", 1), ("✓", 1), ("✗", 1)]);
        let meant = [said("réglé", WordMeaning::Paid), said("✗", WordMeaning::Failed)];
        read(&mut list, Some(&meant), &[], ADA);
        assert_eq!(reports(&list), [Successful, Successful, Unclear, Unclear, Unclear, Failed]);
        let by: Vec<_> = list.iter().map(|row| row.read_by.as_deref()).collect();
        assert_eq!(by, [Some(ADA), Some(ADA), None, None, None, Some(ADA)], "who answers for it");
    }

    #[test]
    fn a_code_of_failure_beside_a_word_that_means_paid_is_a_contradiction() {
        let row = |status: &str, code: &str| FileRow {
            report: Some(Report::Failed),
            status: status.to_owned(),
            code: code.to_owned(),
            ..FileRow::default()
        };
        let all = || [row("Réglé", "51"), row("Rejeté", "51")];
        let meant = [said("Réglé", WordMeaning::Paid), said("Rejeté", WordMeaning::Failed)];
        for (said, remembered) in [(Some(&meant[..]), &[][..]), (None, &meant[..])] {
            let mut rows = all();
            read(&mut rows, said, remembered, ADA);
            assert_eq!(reports(&rows), [Report::Contradictory, Report::Failed]);
            assert_eq!(rows.map(|row| row.read_by), [Some(ADA.to_owned()), None], "the code says the other");
        }
    }

    #[test]
    fn what_was_said_last_time_counts_until_something_else_is_said() {
        let last = [said("Done it", WordMeaning::Paid), said("Elsewhere", WordMeaning::Failed)];
        let mut list = rows(&["Done  it", "New"]);
        let words = read(&mut list, None, &last, ADA);
        assert_eq!(reports(&list), [Report::Successful, Report::Unclear]);
        assert!(words.asked[0].is_remembered && !words.asked[1].is_remembered);
        let mut list = rows(&["Done it", "New"]);
        let words = read(&mut list, Some(&[said("New", WordMeaning::NotFinal)]), &last, ADA);
        assert_eq!(reports(&list), [Report::Unclear; 2], "it was taken back");
        let kept = words.to_remember(&last);
        assert_eq!(kept, [said("New", WordMeaning::NotFinal), said("Elsewhere", WordMeaning::Failed)]);
    }

    #[test]
    fn sentences_hidden_characters_and_very_many_words_are_not_asked_about() {
        let many: Vec<String> = (0..100).map(|at| format!("Word {at}")).collect();
        let long = "x".repeat(WORD_CHARS_MAX + 1);
        let hidden = "Do\u{202e}ne";
        let all: Vec<&str> = many.iter().map(String::as_str).chain([long.as_str(), hidden]).collect();
        let mut list = rows(&all);
        let everything = [said(&long, WordMeaning::Paid), said(hidden, WordMeaning::Paid)];
        let words = read(&mut list, Some(&everything), &[], ADA);
        assert_eq!((words.asked.len(), words.more), (WORDS_ASKED_MAX, 62));
        assert_eq!(reports(&list), vec![Report::Unclear; 102], "nor read as anything");
    }

    #[test]
    fn a_code_that_nobody_knows_settles_nothing_until_it_is_said() {
        use Report::{Contradictory, Failed, Successful, Unclear};
        let all = [("E17", ""), ("E17", "Paid"), ("E17", "Failed"), ("e17", ""), ("02", ""), ("2", "")];
        let mut list = cells(&all);
        let words = read(&mut list, None, &[], ADA);
        let asked: Vec<_> =
            words.asked.iter().map(|word| (word.kind, word.word.as_str(), word.rows)).collect();
        assert_eq!(asked, [(WordKind::Code, "E17", 3), (WordKind::Code, "e17", 1)]);
        assert_eq!(reports(&list), [Unclear; 6], "a known word does not decide beside an unknown code");
        let undecided: Vec<_> = list.iter().map(|row| row.is_undecided).collect();
        assert_eq!(undecided, [true, true, true, true, false, false]);
        let meant = [
            coded("E17", WordMeaning::Failed),
            // Not asked about, so nobody can have said it.
            coded("02", WordMeaning::Failed),
            coded("2", WordMeaning::Failed),
        ];
        let mut list = cells(&all);
        read(&mut list, Some(&meant), &[], ADA);
        assert_eq!(reports(&list), [Failed, Contradictory, Failed, Unclear, Unclear, Unclear]);
        let mut list = cells(&all);
        read(&mut list, Some(&[coded("E17", WordMeaning::Paid)]), &[], ADA);
        assert_eq!(reports(&list), [Successful, Successful, Contradictory, Unclear, Unclear, Unclear]);
    }

    #[test]
    fn a_decided_code_beside_an_undecided_word_settles_nothing() {
        use Report::{Contradictory, Failed, Unclear};
        let all = [("E17", "Réglé"), ("E17", ""), ("51", "Réglé"), ("51", "Rejeté")];
        let code = coded("E17", WordMeaning::Failed);
        let mut list = cells(&all);
        read(&mut list, Some(std::slice::from_ref(&code)), &[], ADA);
        assert_eq!(reports(&list), [Unclear, Failed, Unclear, Failed]);
        assert!(list[0].is_undecided && list[2].is_undecided, "the file asks what its word means");
        let mut list = cells(&all);
        read(&mut list, Some(&[said("Réglé", WordMeaning::Paid)]), &[], ADA);
        assert_eq!(reports(&list), [Unclear, Unclear, Contradictory, Failed], "nor a word beside a code");
        for (meaning, expected) in [
            (WordMeaning::Paid, [Contradictory, Failed, Contradictory, Failed]),
            (WordMeaning::Failed, [Failed; 4]),
            (WordMeaning::NotFinal, [Contradictory, Failed, Failed, Failed]),
        ] {
            let mut list = cells(&all);
            read(&mut list, Some(&[code.clone(), said("Réglé", meaning)]), &[], ADA);
            assert_eq!(reports(&list), expected, "{meaning}");
        }
    }

    #[test]
    fn a_word_is_no_code_and_a_code_is_no_word() {
        let all = [("E17", ""), ("", "E17")];
        for (reading, expected) in [
            (coded("E17", WordMeaning::Paid), [Report::Successful, Report::Unclear]),
            (said("E17", WordMeaning::Paid), [Report::Unclear, Report::Successful]),
        ] {
            let mut list = cells(&all);
            read(&mut list, None, std::slice::from_ref(&reading), ADA);
            assert_eq!(reports(&list), expected, "{reading:?}");
        }
    }

    #[test]
    fn a_row_shaped_like_a_reversal_is_no_success_by_its_code() {
        let mut list = cells(&[("E17", "")]);
        list[0].is_shaped_like_reversal = true;
        read(&mut list, Some(&[coded("E17", WordMeaning::Paid)]), &[], ADA);
        assert_eq!(reports(&list), [Report::PossibleReversal]);
    }

    #[test]
    fn very_many_codes_do_not_hide_the_words() {
        let codes: Vec<String> = (0..100).map(|at| format!("K{at}")).collect();
        let mut rows: Vec<(&str, &str)> = codes.iter().map(|code| (code.as_str(), "")).collect();
        rows.push(("", "Réglé"));
        let words = read(&mut cells(&rows), None, &[], ADA);
        assert_eq!((words.asked.len(), words.more), (WORDS_ASKED_MAX + 1, 60));
        assert_eq!(words.asked[0].word, "Réglé");
    }
}
