//! What people decided about a payroll: the warnings that were accepted, the questions about other payrolls, and everything
//! else that somebody did, each with the person, the reason and the time.

use std::collections::HashMap;

use paysheet_domain::Field;
use paysheet_ledger::{EventCause, EventKind, EventRecord, QuestionDecisionRecord};

use super::{
    document::{Align, Cell, Head, NamedHead, Style, Table},
    sources::Sources,
};
use crate::{
    audit::words::{actor, detail},
    view::{AuditActor, AuditDetail},
};

/// Lists the accepted warnings of everybody who is paid. Accepting one takes effect by the approval: who approved answers
/// for it.
pub(super) fn warnings(sources: &Sources, style: &Style<'_>) -> Table {
    const HEADS: [NamedHead; 5] = [
        ("row", "Row", 7, Align::Right),
        ("name", "Name", 30, Align::Left),
        ("problem", "Problem", 30, Align::Left),
        ("reason", "Reason", 46, Align::Left),
        ("by", "By", 20, Align::Left),
    ];
    let by = sources.track.approved_by.clone().unwrap_or_default();
    let rows = sources.rows.iter().filter(|row| !row.excluded);
    let lines = rows.flat_map(|row| {
        let number = row.source.origin.number().map(|number| number.to_string());
        let number = number.unwrap_or_else(|| style.words.of("value", "new"));
        let name = row.effective().text(Field::Name).unwrap_or_default();
        row.accepted.iter().map(move |(problem, reason)| (number.clone(), name.clone(), problem, reason))
    });
    let line = |(number, name, problem, reason): (String, String, _, &str)| {
        let problem = style.words.of("problem", problem);
        [number, name, problem, reason.to_owned(), by.clone()].map(Cell::Text).to_vec()
    };
    Table {
        title: style.words.report("warnings", "Warnings accepted"),
        heads: Head::all(HEADS, style.words),
        lines: lines.map(line).collect(),
        totals: Vec::new(),
    }
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
        ("what", "What", 30, Align::Left),
        ("by", "By", 20, Align::Left),
        ("name", "Name", 24, Align::Left),
        ("reference", "Reference", 22, Align::Left),
        ("detail", "Detail", 46, Align::Left),
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
