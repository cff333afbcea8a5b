//! One question about one payout, and the effect of its answer.

use paysheet_domain::{BatchState, Money, Report};
use paysheet_ledger::{Applied, BatchToAsk, PayoutReport, PayoutToAsk, ReportedFee};
use paysheet_service::{CallPath, FailedTry, PayoutAnswer, PayoutMeaning, PayoutRecord};

use crate::{
    access::token_renewal::with_valid_token,
    desk::Desk,
    error::DeskError,
    event::DeskEvent,
    state::session::{binding::BoundService, settings},
};

/// How a question ended.
pub(crate) enum Asked {
    /// The service has a record of the payout, whatever it says.
    Known,
    NotFound,
    Failed(FailedTry),
    /// Nothing was asked: the desk is locked, or its service is not the one that the batch was approved for.
    Locked,
}

/// Asks about a payout and records the answer.
///
/// # Errors
/// `Ledger` if the answer cannot be stored.
pub(crate) async fn ask(desk: &Desk, batch: &BatchToAsk, payout: &PayoutToAsk) -> Result<Asked, DeskError> {
    let BoundService { service, binding } = desk.session.service();
    let (Some(path), Ok(unlocked)) = (status_path(desk), desk.unlocked()) else {
        return Ok(Asked::Locked);
    };
    if unlocked.require_for(&binding).is_err() || !is_approved_for(batch, desk) {
        return Ok(Asked::Locked);
    }
    // The path belongs to the same profile as the service, also if the profile was changed in between.
    if desk.session.service().binding != binding {
        return Ok(Asked::Locked);
    }
    let (service, path) = (&service, &path);
    let question = with_valid_token(desk, &unlocked, |token| async move {
        service.payout_status(&token, path, &payout.reference).await
    });
    match question.await {
        Ok(PayoutAnswer::Record(answer)) => {
            let fee = fee_of(&payout.reference, &answer);
            record(desk, report(batch, payout, answer).as_slice()).await?;
            record_fees(desk, fee.as_slice()).await?;
            Ok(Asked::Known)
        }
        Ok(PayoutAnswer::OtherRecord) => {
            tracing::warn!("the service answered with the record of another payment; it proves nothing");
            Ok(Asked::NotFound)
        }
        Ok(PayoutAnswer::NotFound { .. }) => Ok(Asked::NotFound),
        Err(failed) => Ok(Asked::Failed(failed)),
    }
}

/// Returns the path of the call; none if the profile has none.
pub(crate) fn status_path(desk: &Desk) -> Option<CallPath> {
    settings::payout_status_path(&desk.profile().settings)
}

/// Returns whether the profile names the service that a batch was approved for.
pub(crate) fn is_approved_for(batch: &BatchToAsk, desk: &Desk) -> bool {
    let binding = desk.session.service().binding;
    batch.destination.origin == binding.origin && batch.destination.authority == binding.authority
}

/// Returns what the service's record reports about a payout; none if that changes nothing.
pub(crate) fn report(batch: &BatchToAsk, payout: &PayoutToAsk, record: PayoutRecord) -> Option<PayoutReport> {
    let meaning = meaning(&record, payout.amount);
    // A record that says nothing of the outcome still proves that the service has the batch.
    if meaning == Report::Unclear && batch.state != BatchState::Unknown {
        return None;
    }
    Some(PayoutReport {
        reference: payout.reference.clone(),
        report: meaning,
        code: record.code,
        status: record.status,
        message: record.message,
        amount: record.amount,
        currency: record.currency,
        provider_reference: record.provider_reference,
        read_by: None,
        matched: None,
        is_stored_callback: false,
        callback_code: None,
    })
}

/// Stores what the service reported when it was asked.
pub(crate) async fn record(desk: &Desk, reports: &[PayoutReport]) -> Result<(), DeskError> {
    if reports.is_empty() {
        return Ok(());
    }
    for applied in desk.ledger.record_asked(reports, desk.now()).await? {
        match applied {
            Applied::Changed { payroll, .. } => desk.emit(DeskEvent::PayrollChanged { id: payroll.0 }),
            Applied::Repeated
            | Applied::NoProof
            | Applied::OtherCode
            | Applied::NoPayoutOfOurs
            | Applied::TopUp(_)
            | Applied::Unreadable => {}
            Applied::Blocked => tracing::error!("a damaged value is in the way of an answer"),
        }
    }
    Ok(())
}

/// Returns the fee of a payment that was made, also if it came back; none if the record has none.
pub(crate) fn fee_of(reference: &str, record: &PayoutRecord) -> Option<ReportedFee> {
    let was_made = matches!(record.meaning, PayoutMeaning::Paid | PayoutMeaning::Reversed);
    let PayoutRecord { fee, amount, currency, .. } = record.clone();
    Some(ReportedFee { reference: reference.to_owned(), fee: fee.filter(|_| was_made)?, amount, currency })
}

/// Stores the fees that the service told. One of a damaged payout is left out: outcomes do not wait for fees.
pub(crate) async fn record_fees(desk: &Desk, fees: &[ReportedFee]) -> Result<(), DeskError> {
    match desk.ledger.record_fees(fees, desk.now()).await {
        Ok(payrolls) => {
            payrolls.iter().for_each(|payroll| desk.emit(DeskEvent::PayrollChanged { id: payroll.0 }));
            Ok(())
        }
        Err(error) if error.is_damage() && fees.len() > 1 => {
            for fee in fees {
                Box::pin(record_fees(desk, std::slice::from_ref(fee))).await?;
            }
            Ok(())
        }
        Err(error) if error.is_damage() => {
            tracing::error!(%error, "the fee of a damaged payout is not stored");
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns what a record means for the payout: an outcome with another amount or currency contradicts it.
fn meaning(record: &PayoutRecord, ours: Money) -> Report {
    let is_other = record.amount.as_deref().is_some_and(|amount| !is_amount(amount, ours))
        || record
            .currency
            .as_deref()
            .is_some_and(|currency| !currency.eq_ignore_ascii_case(&ours.currency().to_string()));
    match record.meaning {
        PayoutMeaning::Unclear => Report::Unclear,
        PayoutMeaning::Contradictory => Report::Contradictory,
        PayoutMeaning::Paid | PayoutMeaning::Failed | PayoutMeaning::Reversed if is_other => {
            Report::Contradictory
        }
        PayoutMeaning::Paid => Report::Successful,
        PayoutMeaning::Failed => Report::Failed,
        PayoutMeaning::Reversed => Report::Reversed,
    }
}

/// Compares by value: `1500.5` and `1500.500` are 1,500.50.
fn is_amount(text: &str, ours: Money) -> bool {
    let plain = match text.split_once('.') {
        Some((whole, fraction)) => {
            let fraction = fraction.trim_end_matches('0');
            if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") }
        }
        None => text.to_owned(),
    };
    Money::parse(&plain, ours.currency()).is_ok_and(|amount| amount == ours)
}

#[cfg(test)]
mod tests {
    use paysheet_domain::Currency;

    use super::*;

    fn record(meaning: PayoutMeaning, amount: Option<&str>, currency: Option<&str>) -> PayoutRecord {
        PayoutRecord {
            meaning,
            code: String::new(),
            status: String::new(),
            message: String::new(),
            amount: amount.map(str::to_owned),
            currency: currency.map(str::to_owned),
            fee: None,
            provider_reference: None,
        }
    }

    #[test]
    fn an_outcome_with_another_amount_or_currency_is_contradictory() {
        let ours = Money::from_minor(150_050, Currency::NGN);
        use PayoutMeaning::{Failed, Paid, Reversed, Unclear};
        for (meant, amount, currency, expected) in [
            (Paid, None, None, Report::Successful),
            (Paid, Some("1500.5"), Some("ngn"), Report::Successful),
            (Paid, Some("1500.5000"), None, Report::Successful),
            (Paid, Some("1500.505"), None, Report::Contradictory),
            (Paid, Some("1500"), None, Report::Contradictory),
            (Paid, Some("1500.5"), Some("GHS"), Report::Contradictory),
            (Paid, Some("-1500.5"), None, Report::Contradictory),
            (Failed, Some("1500.5"), None, Report::Failed),
            (Failed, Some("15.5"), None, Report::Contradictory),
            (Reversed, Some("1"), None, Report::Contradictory),
            (Unclear, Some("1"), Some("GHS"), Report::Unclear),
        ] {
            let record = record(meant, amount, currency);
            assert_eq!(meaning(&record, ours), expected, "{record:?}");
        }
    }
}
