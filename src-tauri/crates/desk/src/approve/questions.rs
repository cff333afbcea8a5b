//! Questions about other payrolls, as the window shows them and as the user decides them.

use std::collections::BTreeMap;

use paysheet_domain::{Currency, Money, money::Total};
use paysheet_ledger::{DecisionKind, Overlap, OverlapKind, PayrollId, Questions, SamePayroll};

use crate::{
    approve::decision_reason::decision_reason,
    desk::Desk,
    error::{DeskError, Setting},
    event::DeskEvent,
    pay::tracking::payroll_state,
    view::{OtherPayrollView, OverlapView, QuestionDecision, QuestionKind, QuestionView},
};

/// People listed in one question; the figures count all of them.
const PEOPLE_LISTED_MAX: usize = 500;

impl Desk {
    /// What must be decided about other payrolls before this one goes out; decided questions as well.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn questions(&self, id: u32) -> Result<Vec<QuestionView>, DeskError> {
        let found = self.found_questions(id).await?;
        let mut views = Vec::new();
        if let Some(other) = found.open_original {
            views.push(self.open_original(other).await?);
        }
        for same in &found.same_payrolls {
            views.push(self.same_payroll(same, &found.overlaps).await?);
        }
        for ((kind, other), overlaps) in grouped(&found.overlaps) {
            views.push(QuestionView {
                kind,
                other: self.other_payroll(other).await?,
                totals: totals(&overlaps),
                open: count(overlaps.iter().filter(|overlap| overlap.decided.is_none()).count()),
                reason: common_reason(&overlaps),
                people: listed(&overlaps),
            });
        }
        views.sort_by_key(|view| (view.kind, view.other.id));
        Ok(views)
    }

    /// Writes down the user's decision to pay, with the reason, and answers the questions as they stand then.
    ///
    /// # Errors
    /// `ValueInvalid` without a reason, or for a question that is not decided here; `Ledger`.
    pub async fn decide_questions(
        &self,
        id: u32,
        decision: QuestionDecision,
    ) -> Result<Vec<QuestionView>, DeskError> {
        let reason = decision_reason(&decision.reason)?;
        let found = self.found_questions(id).await?;
        let (kind, subjects) = subjects(&found, &decision)?;
        let by = self.approver();
        self.inner.ledger.decide(PayrollId(id), (kind, &subjects), (reason, &by), self.now()).await?;
        self.tell(DeskEvent::PayrollChanged { id });
        self.questions(id).await
    }

    async fn found_questions(&self, id: u32) -> Result<Questions, DeskError> {
        Ok(self.inner.ledger.questions(PayrollId(id), self.guard_rule(), self.now()).await?)
    }

    async fn open_original(&self, other: PayrollId) -> Result<QuestionView, DeskError> {
        Ok(QuestionView {
            kind: QuestionKind::OpenOriginal,
            other: self.other_payroll(other).await?,
            totals: Vec::new(),
            open: 1,
            reason: None,
            people: Vec::new(),
        })
    }

    async fn same_payroll(
        &self,
        same: &SamePayroll,
        overlaps: &[Overlap],
    ) -> Result<QuestionView, DeskError> {
        let of_other: Vec<&Overlap> =
            overlaps.iter().filter(|overlap| overlap.other_payroll == same.other).collect();
        Ok(QuestionView {
            kind: QuestionKind::SamePayroll,
            other: self.other_payroll(same.other).await?,
            totals: totals(&of_other),
            open: u32::from(same.decided.is_none()),
            reason: same.decided.clone(),
            people: Vec::new(),
        })
    }

    async fn other_payroll(&self, id: PayrollId) -> Result<OtherPayrollView, DeskError> {
        let record = self.inner.ledger.payroll(id).await?;
        let batches = self.inner.ledger.batches(id).await?;
        let people = |currency: Currency| {
            batches.iter().filter(|batch| batch.currency == currency).map(|batch| batch.count).sum()
        };
        Ok(OtherPayrollView {
            id: id.0,
            state: payroll_state(&record),
            totals: record.totals.iter().map(|(currency, sum)| Total::new(people(*currency), *sum)).collect(),
            approved_at: record.approved_at.map(|at| at.to_string()),
            approved_by: record.approved_by,
            name: record.name,
            period: record.period,
        })
    }
}

/// What a decision settles, in the ledger's words.
fn subjects(
    found: &Questions,
    decision: &QuestionDecision,
) -> Result<(DecisionKind, Vec<String>), DeskError> {
    let other = PayrollId(decision.other);
    let not_here = || DeskError::ValueInvalid(Setting::Reason);
    if decision.kind == QuestionKind::OpenOriginal {
        return Err(not_here());
    }
    if decision.kind == QuestionKind::SamePayroll {
        let same = found.same_payrolls.iter().find(|same| same.other == other).ok_or_else(not_here)?;
        return Ok((DecisionKind::SamePayroll, vec![same.subject.clone()]));
    }
    let of_question = found
        .overlaps
        .iter()
        .filter(|overlap| kind_of(overlap.kind) == decision.kind && overlap.other_payroll == other);
    let meant = of_question
        .filter(|overlap| decision.keys.is_empty() || decision.keys.contains(&overlap.subject))
        .map(|overlap| overlap.subject.clone());
    let subjects: Vec<String> = meant.collect();
    if subjects.is_empty() { Err(not_here()) } else { Ok((DecisionKind::Overlap, subjects)) }
}

const fn kind_of(kind: OverlapKind) -> QuestionKind {
    match kind {
        OverlapKind::UnderWay => QuestionKind::UnderWay,
        OverlapKind::Unknown => QuestionKind::Unknown,
        OverlapKind::Armed => QuestionKind::Armed,
        OverlapKind::PaidSamePeriod => QuestionKind::PaidSamePeriod,
        OverlapKind::PaidRecently => QuestionKind::PaidRecently,
    }
}

fn grouped(overlaps: &[Overlap]) -> BTreeMap<(QuestionKind, PayrollId), Vec<&Overlap>> {
    let mut groups = BTreeMap::<_, Vec<&Overlap>>::new();
    for overlap in overlaps {
        groups.entry((kind_of(overlap.kind), overlap.other_payroll)).or_default().push(overlap);
    }
    groups
}

/// How many people of this payroll, and what they would get, by currency; somebody whom the other payroll pays twice
/// counts once.
fn totals(overlaps: &[&Overlap]) -> Vec<Total> {
    let people: BTreeMap<u32, Money> =
        overlaps.iter().map(|overlap| (overlap.position, overlap.amount)).collect();
    let mut sums = BTreeMap::<Currency, (u32, i64)>::new();
    for amount in people.into_values() {
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

/// Those not decided yet first.
fn listed(overlaps: &[&Overlap]) -> Vec<OverlapView> {
    let open = overlaps.iter().filter(|overlap| overlap.decided.is_none());
    let decided = overlaps.iter().filter(|overlap| overlap.decided.is_some());
    let view = |overlap: &&Overlap| OverlapView {
        key: overlap.subject.clone(),
        row: overlap.row,
        name: overlap.name.clone(),
        account_number: overlap.account_number.clone(),
        bank_name: overlap.bank_name.clone(),
        amount: overlap.amount.digits(),
        currency: overlap.amount.currency(),
        other_amount: overlap.other_amount.digits(),
        other_currency: overlap.other_amount.currency(),
        other_state: overlap.other_state,
        other_at: overlap.other_at.map(|at| at.to_string()),
        reason: overlap.decided.clone(),
    };
    open.chain(decided).take(PEOPLE_LISTED_MAX).map(view).collect()
}

fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}
