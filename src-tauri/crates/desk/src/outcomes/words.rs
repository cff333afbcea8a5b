//! Status words of a list that mean nothing by themselves. The user says what they mean. Until then, and for every word
//! about which nothing is said, the rows with them settle nothing.

use std::collections::BTreeMap;

use paysheet_domain::{Report, WordMeaning, checks::has_hidden_characters};
use paysheet_ledger::ReadWord;

use super::rows::FileRow;
use crate::view::{OutcomeWord, WordReading};

/// Most words that are asked about. A column with more of them holds no status.
const WORDS_ASKED_MAX: usize = 40;
/// Longer texts are sentences, which no other file has.
const WORD_CHARS_MAX: usize = 60;
/// Most words that are stored of one layout.
const WORDS_STORED_MAX: usize = 200;

/// The words of a file, and what they were read as.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// The most frequent first.
    pub asked: Vec<OutcomeWord>,
    /// Number of words that are not asked about.
    pub more: u32,
}

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
    let read: BTreeMap<String, WordMeaning> =
        words.asked.iter().filter_map(|asked| Some((key(&asked.word), asked.meaning?))).collect();
    for row in rows {
        let meaning = row.unknown_word.as_deref().and_then(|word| read.get(&key(word)));
        row.is_undecided = row.unknown_word.is_some() && meaning.is_none();
        let own = row.report;
        if let Some(meaning) = meaning {
            row.report = Some(meaning.report());
        } else if row.report == Some(Report::Failed)
            && meant.get(&key(&row.status)) == Some(&WordMeaning::Paid)
        {
            // Its code says the opposite of its word.
            row.report = Some(Report::Contradictory);
        }
        row.read_by = (row.report != own).then(|| by.to_owned());
    }
    words
}

impl Words {
    fn of(
        rows: &[FileRow],
        said: &BTreeMap<String, WordMeaning>,
        remembered: &BTreeMap<String, WordMeaning>,
    ) -> Self {
        let mut counts = BTreeMap::<String, OutcomeWord>::new();
        for word in rows.iter().filter_map(|row| row.unknown_word.as_deref()) {
            let key = key(word);
            let meaning = said.get(&key).copied();
            let is_remembered = meaning.is_some() && remembered.get(&key) == meaning.as_ref();
            let new = || OutcomeWord { word: word.to_owned(), rows: 0, meaning, is_remembered };
            let counted = counts.entry(key).or_insert_with(new);
            counted.rows = counted.rows.saturating_add(1);
        }
        let all = counts.len();
        let mut asked: Vec<_> = counts.into_values().filter(|asked| is_askable(&asked.word)).collect();
        asked.sort_by_key(|asked| std::cmp::Reverse(asked.rows));
        asked.truncate(WORDS_ASKED_MAX);
        let more = u32::try_from(all - asked.len()).unwrap_or(u32::MAX);
        Self { asked, more }
    }

    /// Returns the words that were read as something.
    pub fn read(&self) -> Vec<ReadWord> {
        let read = |asked: &OutcomeWord| {
            let OutcomeWord { word, rows, meaning, .. } = asked;
            meaning.map(|read_as| ReadWord { word: word.clone(), read_as, rows: *rows })
        };
        self.asked.iter().filter_map(read).collect()
    }

    /// Returns what is remembered after this file: what was said of its words, and the words that it does not have.
    pub fn to_remember(&self, remembered: &[WordReading]) -> Vec<WordReading> {
        let own: Vec<String> = self.asked.iter().map(|asked| key(&asked.word)).collect();
        let others = remembered.iter().filter(|known| !own.contains(&key(&known.word))).cloned();
        let said = self
            .read()
            .into_iter()
            .map(|ReadWord { word, read_as, .. }| WordReading { word, meaning: read_as });
        said.chain(others).take(WORDS_STORED_MAX).collect()
    }
}

/// Whether the user can decide about a word by what they see of it.
fn is_askable(word: &str) -> bool {
    word.chars().count() <= WORD_CHARS_MAX && !has_hidden_characters(word)
}

fn meanings(readings: &[WordReading]) -> BTreeMap<String, WordMeaning> {
    readings.iter().map(|reading| (key(&reading.word), reading.meaning)).collect()
}

/// Returns by what a word is recognised: nothing but spaces and capitals may differ. A sign or an accent may make it
/// another word.
fn key(word: &str) -> String {
    word.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use paysheet_domain::Report;

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
        WordReading { word: word.to_owned(), meaning }
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
}
