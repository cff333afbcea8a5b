//! Views of top-ups for the window.

use paysheet_domain::{ChargeStage, FundingState, Money, ValidationEnd};
use paysheet_ledger::{BalanceRecord, FundingEntry};

use crate::{
    error::DeskError,
    state::{reported_balance::ReportedBalance, work::funding::Work},
    top_up::decline::decline_kind,
    view::{BalanceSource, BalanceView, CardSeenView, DeclineKind, TopUpKind, TopUpView, reason::Reason},
};

pub(super) fn top_up_view(entry: &FundingEntry, work: &Work) -> TopUpView {
    let digits = |money: Option<Money>| money.map(Money::digits);
    let is_open = !matches!(entry.state, FundingState::NotSent | FundingState::Refused);
    TopUpView {
        id: entry.id.0,
        kind: if entry.stage == ChargeStage::LookedUp { TopUpKind::LookedUp } else { TopUpKind::Card },
        state: entry.state,
        amount: digits(entry.amount),
        currency: entry.currency(),
        fee: digits(entry.fee),
        total_charged: digits(total_charged(entry)),
        balance_after: digits(entry.balance),
        card: entry
            .card
            .as_ref()
            .map(|card| CardSeenView { brand: card.brand, last_four: card.last_four.as_str().to_owned() }),
        payer_name: entry.payer.as_ref().map(|payer| format!("{} {}", payer.first_name, payer.last_name)),
        reference: entry.references.first().cloned(),
        references: entry.references.clone(),
        decline: decline(entry),
        reason: entry
            .code
            .as_deref()
            .filter(|_| has_reason(entry.state))
            .and_then(|code| code.parse::<Reason>().ok()),
        code: entry.code.clone(),
        message: entry.message.clone(),
        otp_wrong: entry.otp_wrong,
        validation_end: entry.validation_end,
        decision: entry.decision,
        can_check: is_open && !entry.references.is_empty(),
        watching: work.is_watching(entry.id.0),
        began_at: entry.began_at.to_string(),
        checked_at: entry.checked_at.map(|at| at.to_string()),
        changed_at: entry.changed_at.to_string(),
    }
}

/// Returns the amount with its fee, which the service adds to what a card is charged. The records that were looked up
/// leave open who pays the fee.
fn total_charged(entry: &FundingEntry) -> Option<Money> {
    let fee = entry.fee.filter(|fee| fee.minor() > 0)?;
    let is_charged = entry.stage != ChargeStage::LookedUp && entry.card.is_some();
    if is_charged && !moved_nothing(entry.state) { entry.amount?.checked_add(fee).ok() } else { None }
}

const fn moved_nothing(state: FundingState) -> bool {
    matches!(
        state,
        FundingState::NotSent | FundingState::Refused | FundingState::Declined | FundingState::Failed
    )
}

const fn has_reason(state: FundingState) -> bool {
    matches!(
        state,
        FundingState::NotSent
            | FundingState::Refused
            | FundingState::Unknown
            | FundingState::Pending
            | FundingState::NeedsOtp
    )
}

/// Returns why a top-up was declined. A failure after the bank's page, without a more specific code, is a failed
/// confirmation.
fn decline(entry: &FundingEntry) -> Option<DeclineKind> {
    if !matches!(entry.state, FundingState::Declined | FundingState::Failed) || entry.decision.is_some() {
        return None;
    }
    let by_code = entry.code.as_deref().and_then(decline_kind);
    match by_code {
        Some(DeclineKind::DoNotHonour | DeclineKind::Other) | None if was_on_the_banks_page(entry) => {
            Some(DeclineKind::SecureFailed)
        }
        None => Some(DeclineKind::Other),
        Some(kind) => Some(kind),
    }
}

fn was_on_the_banks_page(entry: &FundingEntry) -> bool {
    use ValidationEnd as E;
    matches!(entry.validation_end, Some(E::CameBack | E::Closed | E::TimedOut))
}

/// Returns the view of a balance.
///
/// # Errors
/// `Money` if a sum is larger than the type can hold.
pub(super) fn balance_view(record: &BalanceRecord) -> Result<BalanceView, DeskError> {
    Ok(BalanceView {
        currency: record.balance.currency(),
        balance: record.balance.digits(),
        at: record.at.to_string(),
        source: BalanceSource::TopUp,
        top_up: Some(record.funding.0),
        accepted_since: record.accepted_since.digits(),
        under_way: record.under_way.digits(),
        left: left(record)?.digits(),
    })
}

/// Returns the view of a balance that the service reported when it was asked: nothing is to be subtracted.
pub(super) fn reported_view(reported: ReportedBalance) -> BalanceView {
    let ReportedBalance { balance, at } = reported;
    let nothing = Money::zero(balance.currency()).digits();
    BalanceView {
        currency: balance.currency(),
        balance: balance.digits(),
        at: at.to_string(),
        source: BalanceSource::Asked,
        top_up: None,
        accepted_since: nothing.clone(),
        under_way: nothing,
        left: balance.digits(),
    }
}

/// Returns the rest of a balance, calculated from the ledger. It can be negative.
pub(super) fn left(record: &BalanceRecord) -> Result<Money, DeskError> {
    let negative = |money: Money| Money::from_minor(-money.minor(), money.currency());
    Ok(record
        .balance
        .checked_add(negative(record.accepted_since))?
        .checked_add(negative(record.under_way))?)
}
