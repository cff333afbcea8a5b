//! The words of who caused an event, and of what it says, for files. The window has the same in its own code.

use paysheet_domain::{MatchedBy, WordKind};

use crate::view::{AuditActor, AuditDetail, ColumnReading, ListWords, WordReading};

/// Returns the person's name, or a word for whoever else it was.
pub(crate) fn actor(by: AuditActor, words: &ListWords) -> String {
    match by {
        AuditActor::Person { name } => name,
        AuditActor::Provider => words.of("actor", "provider"),
        AuditActor::Statement => words.of("actor", "statement"),
        AuditActor::List => words.of("actor", "list"),
        AuditActor::Paysheet => words.known("actor", "paysheet").unwrap_or_else(|| "Paysheet".to_owned()),
        AuditActor::NotRecorded => words.of("actor", "not_recorded"),
    }
}

pub(crate) fn detail(detail: &AuditDetail, words: &ListWords) -> String {
    // No arrows: the typeface of the pages has none.
    let change = |kind: &str, from: String, to: String| {
        words
            .report("event_moved", "from {{from}} to {{to}}")
            .replace("{{from}}", &words.of(kind, from))
            .replace("{{to}}", &words.of(kind, to))
    };
    match detail {
        AuditDetail::Text { text } => text.clone(),
        AuditDetail::Settings { names } => {
            names.iter().map(|name| words.of("setting", name)).collect::<Vec<_>>().join(", ")
        }
        AuditDetail::Rows { change, names, count } => rows(change, names, *count, words),
        AuditDetail::Batch { from, to } => change("batch", from.to_string(), to.to_string()),
        AuditDetail::Payout { from, to } => change("payout_state", from.to_string(), to.to_string()),
        AuditDetail::Report { report, source } => {
            format!("{} ({})", words.of("report_said", report), words.of("settled_by", source))
        }
        AuditDetail::Code { code: text } => code(text, words),
        AuditDetail::PayoutDecision { decision } => words.of("decision", decision),
        AuditDetail::BatchDecision { decision } => words.of("decision", decision),
        AuditDetail::WordsRead { words: read } => {
            let one = |reading: &WordReading| {
                let meaning = words.of("word_meaning", reading.meaning);
                let word = match reading.kind {
                    WordKind::Status => format!("\u{201c}{}\u{201d}", reading.word),
                    WordKind::Code => code(&reading.word, words),
                };
                words
                    .report("event_word_read", "{{word}} read as {{meaning}}")
                    .replace("{{meaning}}", &meaning)
                    .replace("{{word}}", &word)
            };
            read.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        AuditDetail::ColumnsRead { columns } => {
            let one = |ColumnReading { column, header, field }: &ColumnReading| {
                let named = if header.is_empty() { column } else { header };
                format!("\u{201c}{named}\u{201d} = {}", words.of("list_field", field))
            };
            columns.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        AuditDetail::ReadBy { word, name } => words
            .report("event_read_by", "“{{word}}” read by {{name}}")
            .replace("{{name}}", name)
            .replace("{{word}}", word),
        AuditDetail::Matched { by, confirmed_by } => {
            let confirmed = |name: &String| {
                words.report("confirmed_by", "confirmed by {{name}}").replace("{{name}}", name)
            };
            // What is not recorded is a sentence of its own.
            let found = words.report("event_matched", "found by {{how}}");
            let how = matched(*by, words);
            let how = if by.is_some() { found.replace("{{how}}", &how) } else { how };
            [Some(how), confirmed_by.as_ref().map(confirmed)]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(", ")
        }
        AuditDetail::Confirmed { count } => words
            .report("event_confirmed", "payments confirmed by a person: {{count}}")
            .replace("{{count}}", &count.to_string()),
        AuditDetail::Count { count } => {
            words.report("event_count", "number: {{count}}").replace("{{count}}", &count.to_string())
        }
    }
}

/// Returns how a row of a file was found to be about a payment.
pub(crate) fn matched(by: Option<MatchedBy>, words: &ListWords) -> String {
    match by {
        Some(MatchedBy::Reference) => words.report("matched_reference", "payment reference"),
        Some(MatchedBy::Account) => {
            words.report("matched_account", "account, amount and date, without a payment reference")
        }
        Some(MatchedBy::Name) => {
            words.report("matched_name", "name, amount and date, without a payment reference")
        }
        Some(MatchedBy::BatchSum) => {
            words.report("matched_batch_sum", "sum of the batch and date, without a payment reference")
        }
        Some(MatchedBy::Similar) => {
            words.report("matched_similar", "a possible return, without a payment reference")
        }
        None => words.report("matched_unsaid", "not recorded how it was found"),
    }
}

fn code(code: &str, words: &ListWords) -> String {
    words.report("event_code", "code {{code}}").replace("{{code}}", code)
}

/// Returns the change with the first people, and how many more rows it was about.
fn rows(change: &str, names: &[String], count: u32, words: &ListWords) -> String {
    let mut people = names.join(", ");
    let more = count.saturating_sub(u32::try_from(names.len()).unwrap_or(u32::MAX));
    if more > 0 {
        let more = words.report("event_more", "{{count}} more").replace("{{count}}", &more.to_string());
        people = if people.is_empty() { more } else { format!("{people}, {more}") };
    }
    let change = words.of("row_change", change.replace(' ', "_"));
    if people.is_empty() { change } else { format!("{change}: {people}") }
}

#[cfg(test)]
mod tests {
    use paysheet_domain::{BatchState, WordMeaning};

    use super::*;

    /// Pages are printed in one typeface, which has no arrows.
    #[test]
    fn changes_are_in_words() {
        let words = ListWords::from([("batch.Settling", "Processing"), ("word_meaning.paid", "Paid")]);
        let moved = AuditDetail::Batch { from: BatchState::Settling, to: BatchState::Closed };
        assert_eq!(detail(&moved, &words), "from Processing to Closed");
        let read = |kind, word: &str| WordReading { kind, word: word.to_owned(), meaning: WordMeaning::Paid };
        let read = vec![read(WordKind::Status, "Effectif"), read(WordKind::Code, "77")];
        let said = detail(&AuditDetail::WordsRead { words: read }, &words);
        assert_eq!(said, "\u{201c}Effectif\u{201d} read as Paid, code 77 read as Paid");
    }
}
