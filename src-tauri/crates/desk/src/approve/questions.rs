//! Questions about other payrolls: their views, and the user's decisions.

use std::collections::BTreeMap;

use paysheet_domain::{Currency, Money, PayoutStatus, money::Total};
use paysheet_ledger::{
    DecisionKind, MaybeSent, Overlap, OverlapKind, PayrollId, Questions, SamePayroll, decision_reason,
};

use crate::{
    app_error::{AppError, Setting},
    desk::Desk,
    error::DeskError,
    event::DeskEvent,
    settle::tracking::{self, payroll_state},
    view::{OtherPayrollView, OverlapView, QuestionDecision, QuestionKind, QuestionView},
};

/// Maximum number of people listed in one question. The figures count all of them.
const PEOPLE_LISTED_MAX: usize = 500;

impl Desk {
    /// Returns what must be decided about other payrolls before this one is sent, including questions already decided.
    pub async fn questions(&self, id: u32) -> Result<Vec<QuestionView>, DeskError> {
        let found = found_questions(self, id).await?;
        let mut views = Vec::new();
        if let Some(other) = found.open_original {
            views.push(open_original(self, other).await?);
        }
        for same in &found.same_payrolls {
            views.push(same_payroll(self, same, &found.overlaps).await?);
        }
        for maybe in &found.maybe_sent {
            views.push(maybe_sent(self, maybe).await?);
        }
        for ((kind, other), overlaps) in grouped(&found.overlaps) {
            views.push(QuestionView {
                key: key(kind, other),
                kind,
                other: other_payroll(self, other).await?,
                totals: totals(&overlaps),
                open: count(overlaps.iter().filter(|overlap| overlap.decided.is_none()).count()),
                reason: common_reason(&overlaps),
                people: listed(self, id, &overlaps).await?,
            });
        }
        views.sort_by(|a, b| (a.kind, a.other.id, &a.key).cmp(&(b.kind, b.other.id, &b.key)));
        Ok(views)
    }

    /// Records the user's decision to pay, with the reason, and returns the questions in their new state.
    ///
    /// # Errors
    /// `ValueInvalid` for a question that is not decided here; `Ledger`, with `NoReason` without a reason.
    pub async fn decide_questions(
        &self,
        id: u32,
        decision: QuestionDecision,
    ) -> Result<Vec<QuestionView>, DeskError> {
        let reason = decision_reason(&decision.reason)?;
        let found = found_questions(self, id).await?;
        let (kind, subjects) = subjects(&found, &decision)?;
        let by = self.decider();
        self.ledger.decide(PayrollId(id), (kind, &subjects), (reason, &by), self.now()).await?;
        self.emit(DeskEvent::PayrollChanged { id });
        self.questions(id).await
    }
}

pub(super) async fn found_questions(desk: &Desk, id: u32) -> Result<Questions, DeskError> {
    Ok(desk.ledger.questions(PayrollId(id), desk.guard_rule(), desk.now()).await?)
}

async fn open_original(desk: &Desk, other: PayrollId) -> Result<QuestionView, DeskError> {
    Ok(QuestionView {
        key: key(QuestionKind::OpenOriginal, other),
        kind: QuestionKind::OpenOriginal,
        other: other_payroll(desk, other).await?,
        totals: Vec::new(),
        open: 1,
        reason: None,
        people: Vec::new(),
    })
}

async fn same_payroll(
    desk: &Desk,
    same: &SamePayroll,
    overlaps: &[Overlap],
) -> Result<QuestionView, DeskError> {
    let of_other: Vec<&Overlap> =
        overlaps.iter().filter(|overlap| overlap.other_payroll == same.other).collect();
    Ok(QuestionView {
        key: key(QuestionKind::SamePayroll, same.other),
        kind: QuestionKind::SamePayroll,
        other: other_payroll(desk, same.other).await?,
        totals: totals(&of_other),
        open: u32::from(same.decided.is_none()),
        reason: same.decided.clone(),
        people: Vec::new(),
    })
}

async fn maybe_sent(desk: &Desk, maybe: &MaybeSent) -> Result<QuestionView, DeskError> {
    let here = match maybe.other {
        Some(id) => match other_payroll(desk, id).await {
            // The name of a damaged payroll comes from elsewhere.
            Err(DeskError::Ledger(error)) if error.is_damage() => None,
            other => Some(other?),
        },
        None => None,
    };
    Ok(QuestionView {
        key: maybe_sent_key(maybe),
        kind: maybe_sent_kind(maybe),
        other: OtherPayrollView {
            id: here.as_ref().and_then(|here| here.id),
            name: maybe.name.clone(),
            period: maybe.period.clone(),
            state: here.as_ref().and_then(|here| here.state),
            totals: here.map(|here| here.totals).unwrap_or_default(),
            people: maybe.people,
            sent_at: maybe.sent_at.map(|at| at.to_string()),
            approved_at: None,
            approved_by: None,
        },
        totals: Vec::new(),
        open: u32::from(maybe.decided.is_none()),
        reason: maybe.decided.clone(),
        people: Vec::new(),
    })
}

async fn other_payroll(desk: &Desk, id: PayrollId) -> Result<OtherPayrollView, DeskError> {
    let sending = desk.send_queue.sending();
    let record = desk.ledger.payroll(id).await?;
    Ok(OtherPayrollView {
        id: Some(id.0),
        state: Some(payroll_state(&record, &sending)),
        people: Some(record.people),
        sent_at: None,
        totals: tracking::totals(&record.totals),
        approved_at: record.approved_at.map(|at| at.to_string()),
        approved_by: record.approved_by,
        name: record.name,
        period: record.period,
    })
}

/// Returns the subjects that a decision applies to, as the ledger names them.
fn subjects(
    found: &Questions,
    decision: &QuestionDecision,
) -> Result<(DecisionKind, Vec<String>), DeskError> {
    let QuestionDecision { question, keys, .. } = decision;
    if let Some(same) =
        found.same_payrolls.iter().find(|same| key(QuestionKind::SamePayroll, same.other) == *question)
    {
        return Ok((DecisionKind::SamePayroll, vec![same.subject.clone()]));
    }
    if let Some(maybe) = found.maybe_sent.iter().find(|maybe| maybe_sent_key(maybe) == *question) {
        return Ok((DecisionKind::MaybeSent, vec![maybe.subject.clone()]));
    }
    let subjects: Vec<String> = asked(found, question, keys).map(Overlap::subject).collect();
    if subjects.is_empty() {
        // The keys belong to another question, or to one that is not decided here.
        return Err(AppError::invalid(Setting::Reason).into());
    }
    Ok((DecisionKind::Overlap, subjects))
}

/// Returns the overlaps of the people who are meant.
pub(super) fn asked<'a>(
    found: &'a Questions,
    question: &'a str,
    keys: &'a [String],
) -> impl Iterator<Item = &'a Overlap> {
    found
        .overlaps
        .iter()
        .filter(move |overlap| key(kind_of(overlap.kind), overlap.other_payroll) == question)
        .filter(move |overlap| keys.is_empty() || keys.contains(&overlap.subject()))
}

/// Returns the key of a question about one payroll.
fn key(kind: QuestionKind, other: PayrollId) -> String {
    format!("{kind}-{}", other.0)
}

/// Characters of the subject that distinguish payrolls which are not in this ledger.
const MAYBE_SENT_KEY_CHARS: usize = 12;

fn maybe_sent_key(maybe: &MaybeSent) -> String {
    let subject: String = maybe.subject.chars().take(MAYBE_SENT_KEY_CHARS).collect();
    format!("{}-{subject}", maybe_sent_kind(maybe))
}

const fn maybe_sent_kind(maybe: &MaybeSent) -> QuestionKind {
    if maybe.is_itself { QuestionKind::MaybeSentItself } else { QuestionKind::MaybeSent }
}

const fn kind_of(kind: OverlapKind) -> QuestionKind {
    match kind {
        OverlapKind::UnderWay => QuestionKind::UnderWay,
        OverlapKind::Unknown => QuestionKind::Unknown,
        OverlapKind::Armed => QuestionKind::Armed,
        OverlapKind::PaidSamePeriod => QuestionKind::PaidSamePeriod,
        OverlapKind::PaidRecently => QuestionKind::PaidRecently,
        OverlapKind::NoLongerFailed => QuestionKind::NoLongerFailed,
        OverlapKind::FailedByCallback => QuestionKind::FailedByCallback,
        OverlapKind::FailedByReading => QuestionKind::FailedByReading,
    }
}

fn grouped(overlaps: &[Overlap]) -> BTreeMap<(QuestionKind, PayrollId), Vec<&Overlap>> {
    let mut groups = BTreeMap::<_, Vec<&Overlap>>::new();
    for overlap in overlaps {
        groups.entry((kind_of(overlap.kind), overlap.other_payroll)).or_default().push(overlap);
    }
    groups
}

/// Returns how many people of this payroll are affected, and their sum, by currency. A person whom the other payroll
/// pays twice counts once: the overlaps are in the order of the people.
fn totals(overlaps: &[&Overlap]) -> Vec<Total> {
    let mut people: Vec<(u32, Money)> = overlaps.iter().map(|it| (it.position, it.amount)).collect();
    people.dedup();
    let mut sums = BTreeMap::<Currency, (u32, i64)>::new();
    for (_, amount) in people {
        let (people, minor) = sums.entry(amount.currency()).or_default();
        *people += 1;
        *minor = minor.saturating_add(amount.minor());
    }
    let total = |(currency, (people, minor))| Total::new(people, Money::from_minor(minor, currency));
    sums.into_iter().map(total).collect()
}

fn common_reason(overlaps: &[&Overlap]) -> Option<String> {
    let first = overlaps.first()?.decided.as_ref()?;
    overlaps.iter().all(|overlap| overlap.decided.as_ref() == Some(first)).then(|| first.clone())
}

/// Lists the overlaps, undecided ones first.
async fn listed(desk: &Desk, id: u32, overlaps: &[&Overlap]) -> Result<Vec<OverlapView>, DeskError> {
    let open = overlaps.iter().filter(|overlap| overlap.decided.is_none());
    let decided = overlaps.iter().filter(|overlap| overlap.decided.is_some());
    let listed: Vec<&&Overlap> = open.chain(decided).take(PEOPLE_LISTED_MAX).collect();
    let keys: Vec<_> =
        listed.iter().map(|overlap| (overlap.position, overlap.other_reference.clone())).collect();
    let mut people = desk.ledger.overlap_people(PayrollId(id), &keys).await?;
    let views = listed.into_iter().zip(&keys).filter_map(|(overlap, key)| {
        let person = people.remove(key)?;
        Some(OverlapView {
            key: overlap.subject(),
            row: person.origin.number(),
            name: person.name,
            account_number: person.account_number,
            bank_name: person.bank_name,
            other_account_number: person.other_account_number,
            other_bank_name: person.other_bank_name,
            amount: overlap.amount.digits(),
            currency: overlap.amount.currency(),
            other_amount: overlap.other_amount.digits(),
            other_currency: overlap.other_amount.currency(),
            other_status: PayoutStatus::of(person.other_state, overlap.other_batch),
            other_at: person.other_at.map(|at| at.to_string()),
            reason: overlap.decided.clone(),
        })
    });
    Ok(views.collect())
}

fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}
