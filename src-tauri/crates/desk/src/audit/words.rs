//! The words of who caused an event, and of what it says, for files. The window has the same in its own code.

use paysheet_domain::WordKind;

use crate::{
    export::list_words::ListWords,
    view::{AuditActor, AuditDetail, ColumnReading, WordReading},
};

/// Returns the person's name, or a word for whoever else it was.
pub(crate) fn actor(by: AuditActor, words: &ListWords) -> String {
    match by {
        AuditActor::Person { name } => name,
        AuditActor::Provider => words.of("actor", "provider"),
        AuditActor::Statement => words.of("actor", "statement"),
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
        AuditDetail::Count { count } => {
            words.report("event_count", "number: {{count}}").replace("{{count}}", &count.to_string())
        }
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
