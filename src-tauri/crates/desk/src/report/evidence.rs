//! What files report about a payment: which row settled it, how that was found, who confirmed it, and the day of the debit.

use paysheet_document::{Formats, Style};
use paysheet_domain::{PayoutState, Report, ReportSource};
use paysheet_ledger::{FileReport, PayoutRecord, RowMatch, SettledBy};

use super::sources::Sources;
use crate::view::{ListWords, dates::only_day};

/// Returns the report of a file by which a payment is settled; none if no file settled it.
pub(super) fn settling<'a>(payout: &PayoutRecord, sources: &'a Sources) -> Option<&'a FileReport> {
    let source = source_of(payout.settled_by?)?;
    let outcome = outcome_of(payout.state)?;
    let all = sources.file_reports.get(payout.reference.as_str())?;
    let mut of_it = all.iter().filter(|report| report.source == source && report.report == outcome);
    let first = of_it.clone().next();
    // What names the payment itself settles it before what a person matched.
    of_it.find(|report| confirmer(report).is_none()).or(first)
}

const fn source_of(by: SettledBy) -> Option<ReportSource> {
    match by {
        SettledBy::Statement | SettledBy::StatementMatch => Some(ReportSource::Statement),
        SettledBy::OutcomeFile | SettledBy::ListMatch => Some(ReportSource::OutcomeFile),
        SettledBy::WordReading => Some(ReportSource::WordReading),
        SettledBy::Callback | SettledBy::Asked | SettledBy::User => None,
    }
}

const fn outcome_of(state: PayoutState) -> Option<Report> {
    match state {
        PayoutState::Paid => Some(Report::Successful),
        PayoutState::Failed => Some(Report::Failed),
        PayoutState::Reversed => Some(Report::Reversed),
        PayoutState::Planned
        | PayoutState::Sent
        | PayoutState::Overdue
        | PayoutState::Conflict
        | PayoutState::Withdrawn => None,
    }
}

/// Returns who confirmed that the row is about the payment; none if nobody had to.
pub(super) fn confirmer(report: &FileReport) -> Option<&str> {
    report.matched.as_ref().and_then(|RowMatch { confirmed_by, .. }| confirmed_by.as_deref())
}

/// Returns the name of who confirmed it in a sentence.
pub(super) fn confirmed_by(report: &FileReport, words: &ListWords) -> Option<String> {
    let by = |name: &str| words.report("confirmed_by", "confirmed by {{name}}").replace("{{name}}", name);
    confirmer(report).map(by)
}

/// Returns the day on which a statement has the debit of a payment; as the statement writes it, if that may mean several
/// days. A debit that a person matched counts only if the payment is settled by it, because then it is said who did.
pub(super) fn debited_on(payout: &PayoutRecord, sources: &Sources, formats: &Formats) -> Option<String> {
    let is_debit = |report: &&FileReport| report.source == ReportSource::Statement;
    let all = sources.file_reports.get(payout.reference.as_str())?.iter().filter(is_debit);
    let mut certain = all.filter(|report| report.report == Report::Successful && confirmer(report).is_none());
    let day = settling(payout, sources).filter(is_debit).or_else(|| certain.next())?.day.trim();
    let is_paid = matches!(payout.state, PayoutState::Paid | PayoutState::Reversed);
    let written = || only_day(day).map_or_else(|| day.to_owned(), |day| formats.day(day));
    (is_paid && !day.is_empty()).then(written)
}

/// Returns when and by whom an outcome was recorded, and the day of a debit.
pub(super) fn settled(payout: &PayoutRecord, sources: &Sources, style: &Style<'_>) -> String {
    let at = payout.changed_at.map(|at| style.formats.moment(at));
    let by = payout.settled_by.map(|by| style.words.of("settled_by", by));
    let report = settling(payout, sources);
    let confirmed = report.and_then(|report| confirmed_by(report, style.words));
    let debited = debited_on(payout, sources, &style.formats)
        .map(|day| style.words.report("debited_on", "debited {{day}}").replace("{{day}}", &day));
    [at, by, confirmed, debited].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Returns how many results were found without a reference, of whom, and who confirmed them; none if no result was.
pub(super) fn matched_by_hand(sources: &Sources, style: &Style<'_>) -> Option<String> {
    const NAMES_MAX: usize = 12;
    let settled = sources.payouts.iter().filter(|payout| payout.settled_by.is_some()).count();
    let of = |payout: &PayoutRecord| {
        Some((payout.name.clone(), confirmer(settling(payout, sources)?)?.to_owned()))
    };
    let confirmed: Vec<(String, String)> = sources.payouts.iter().filter_map(of).collect();
    if confirmed.is_empty() {
        return None;
    }
    let count = |number: usize| style.formats.count(u32::try_from(number).unwrap_or(u32::MAX));
    let mut by: Vec<&str> = confirmed.iter().map(|(_, by)| by.as_str()).collect();
    by.sort_unstable();
    by.dedup();
    let mut names =
        confirmed.iter().take(NAMES_MAX).map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
    if confirmed.len() > NAMES_MAX {
        let more = style.words.report("event_more", "{{count}} more");
        names = format!("{names}, {}", more.replace("{{count}}", &count(confirmed.len() - NAMES_MAX)));
    }
    let text =
        style.words.report("matched_of", "{{count}} of {{all}} results, confirmed by {{by}}: {{names}}");
    let text = text.replace("{{count}}", &count(confirmed.len())).replace("{{all}}", &count(settled));
    // Names last: they may have any letters.
    Some(text.replace("{{by}}", &by.join(", ")).replace("{{names}}", &names))
}
