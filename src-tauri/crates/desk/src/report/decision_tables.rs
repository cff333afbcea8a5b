//! What people decided about a payroll: the warnings that were accepted, the questions about other payrolls, and everything
//! else that somebody did, each with the person, the reason and the time.

use std::collections::{BTreeMap, HashMap};

use paysheet_document::{Align, Block, Cell, Head, NamedHead, Style, Table};
use paysheet_domain::{Field, ProblemCode};
use paysheet_ledger::{EventCause, EventKind, EventRecord, QuestionDecisionRecord};

use super::sources::Sources;
use crate::{
    audit::words::{actor, detail},
    view::{AuditActor, AuditDetail},
};

/// People of one warning that the pages name. The workbook has a line for each.
const NAMES_ON_PAGES_MAX: usize = 12;

/// A warning that was accepted of somebody who is paid.
struct AcceptedWarning<'a> {
    row: Option<u32>,
    name: String,
    problem: ProblemCode,
    reason: &'a str,
}

/// Lists the accepted warnings: by person in the workbook, and by problem and reason on pages, because many are accepted
/// alike. Accepting one takes effect by the approval: who approved answers for it.
pub(super) fn warnings(sources: &Sources, style: &Style<'_>) -> Block {
    let rows = sources.rows.iter().filter(|row| !row.excluded);
    let accepted = rows.flat_map(|row| {
        let name = row.effective().text(Field::Name).unwrap_or_default();
        let of = |(problem, reason)| AcceptedWarning {
            row: row.source.origin.number(),
            name: name.clone(),
            problem,
            reason,
        };
        row.accepted.iter().map(of).collect::<Vec<_>>()
    });
    let accepted: Vec<AcceptedWarning<'_>> = accepted.collect();
    let by = sources.track.approved_by.as_deref().unwrap_or_default();
    Block::Abridged {
        table: warnings_by_person(&accepted, by, style),
        page: warnings_by_reason(&accepted, by, style),
    }
}

fn warnings_by_person(accepted: &[AcceptedWarning<'_>], by: &str, style: &Style<'_>) -> Table {
    const HEADS: [NamedHead; 5] = [
        ("row", "Row", 7, Align::Right),
        ("name", "Name", 30, Align::Left),
        ("problem", "Problem", 30, Align::Left),
        ("reason", "Reason", 46, Align::Left),
        ("by", "By", 20, Align::Left),
    ];
    let line = |of: &AcceptedWarning<'_>| {
        let row = of.row.map_or_else(|| style.words.of("value", "new"), |row| row.to_string());
        let problem = style.words.of("problem", of.problem);
        [row, of.name.clone(), problem, of.reason.to_owned(), by.to_owned()].map(Cell::Text).to_vec()
    };
    warnings_table(Head::all(HEADS, style.words), accepted.iter().map(line).collect(), style)
}

fn warnings_by_reason(accepted: &[AcceptedWarning<'_>], by: &str, style: &Style<'_>) -> Table {
    const HEADS: [NamedHead; 5] = [
        ("problem", "Problem", 26, Align::Left),
        ("people", "People", 9, Align::Right),
        ("name", "Name", 46, Align::Left),
        ("reason", "Reason", 46, Align::Left),
        ("by", "By", 20, Align::Left),
    ];
    let mut alike = BTreeMap::<(ProblemCode, &str), Vec<&str>>::new();
    for of in accepted {
        alike.entry((of.problem, of.reason)).or_default().push(&of.name);
    }
    let line = |((problem, reason), names): ((ProblemCode, &str), Vec<&str>)| {
        vec![
            Cell::Text(style.words.of("problem", problem)),
            Cell::Count(u32::try_from(names.len()).unwrap_or(u32::MAX)),
            Cell::Text(first_names(&names, style)),
            Cell::Text(reason.to_owned()),
            Cell::Text(by.to_owned()),
        ]
    };
    warnings_table(Head::all(HEADS, style.words), alike.into_iter().map(line).collect(), style)
}

fn first_names(names: &[&str], style: &Style<'_>) -> String {
    let first = names.iter().take(NAMES_ON_PAGES_MAX).copied().collect::<Vec<_>>().join(", ");
    let more = names.len().saturating_sub(NAMES_ON_PAGES_MAX);
    if more == 0 {
        return first;
    }
    let text = style.words.report("bridge_more", "and {{count}} more, see the workbook (.xlsx)");
    let count = style.formats.count(u32::try_from(more).unwrap_or(u32::MAX));
    format!("{first}, {}", text.replace("{{count}}", &count))
}

fn warnings_table(heads: Vec<Head>, lines: Vec<Vec<Cell>>, style: &Style<'_>) -> Table {
    let title = style.words.report("warnings", "Warnings accepted");
    Table { title, heads, lines, totals: Vec::new() }
}

/// Lists the decisions about other payrolls, one line for each person.
pub(super) fn questions(sources: &Sources, style: &Style<'_>) -> Table {
    const HEADS: [NamedHead; 6] = [
        ("time", "Time", 18, Align::Left),
        ("by", "By", 20, Align::Left),
        ("question", "Question", 26, Align::Left),
        ("name", "Name", 28, Align::Left),
        ("other", "Other payroll", 30, Align::Left),
        ("reason", "Reason", 40, Align::Left),
    ];
    let line = |decision: &QuestionDecisionRecord| {
        let other = [&decision.other_payroll, &decision.other_reference];
        let other = other.into_iter().flatten().cloned().collect::<Vec<_>>().join(", ");
        [
            style.formats.moment(decision.at),
            decision.by.clone(),
            style.words.of("question", decision.kind),
            decision.person.clone().unwrap_or_default(),
            other,
            decision.reason.clone(),
        ]
        .map(Cell::Text)
        .to_vec()
    };
    Table {
        title: style.words.report("questions", "Decisions about other payrolls"),
        heads: Head::all(HEADS, style.words),
        lines: sources.questions.iter().map(line).collect(),
        totals: Vec::new(),
    }
}

/// Lists what else people did with the payroll.
pub(super) fn actions(sources: &Sources, style: &Style<'_>) -> Table {
    const HEADS: [NamedHead; 6] = [
        ("time", "Time", 18, Align::Left),
        ("what", "What", 26, Align::Left),
        ("by", "By", 16, Align::Left),
        ("name", "Name", 20, Align::Left),
        ("reference", "Reference", 31, Align::Left),
        ("detail", "Detail", 45, Align::Left),
    ];
    let names: HashMap<&str, &str> =
        sources.payouts.iter().map(|payout| (payout.reference.as_str(), payout.name.as_str())).collect();
    let line = |event: &EventRecord| {
        let data = serde_json::from_str(&event.data_json).unwrap_or_default();
        let reference = event.payout.clone().unwrap_or_default();
        let details = AuditDetail::all_of(event.kind, &data);
        let details: Vec<String> = details.iter().map(|of| detail(of, style.words)).collect();
        [
            style.formats.moment(event.at),
            style.words.of("event", event.kind),
            actor(AuditActor::of(event.kind, &data), style.words),
            names.get(reference.as_str()).copied().unwrap_or_default().to_owned(),
            reference,
            details.join(" · "),
        ]
        .map(Cell::Text)
        .to_vec()
    };
    Table {
        title: style.words.report("decisions", "Decisions"),
        heads: Head::all(HEADS, style.words),
        lines: sources.events.iter().filter(|event| is_action(event.kind)).map(line).collect(),
        totals: Vec::new(),
    }
}

/// Whether the event is a person's act that is in no other table: edits are among the changes, and each question is a line
/// of its own.
fn is_action(kind: EventKind) -> bool {
    let is_elsewhere = matches!(
        kind,
        EventKind::RowsSaved | EventKind::QuestionsDecided | EventKind::BatchFrozen | EventKind::LayoutKept
    );
    kind.cause() == EventCause::Person && !is_elsewhere
}
