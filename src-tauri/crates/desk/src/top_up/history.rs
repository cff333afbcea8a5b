//! Queries of top-ups: the history, one top-up with its record, and the initial data of the card window.

use jiff::Timestamp;
use paysheet_domain::{FundingState, Money};
use paysheet_ledger::{FundingFilter, FundingId};
use paysheet_service::FundingRecord;

use super::{
    record::readable,
    views::{balance_view, top_up_view},
};
use crate::{
    app_error::{AppError, Setting},
    challenge::PAGE_LIFE,
    desk::Desk,
    error::DeskError,
    state::session::binding::is_same_service,
    view::{BalanceView, EventView, TopUpDetail, TopUpFormView, TopUpQuery, TopUpWindow},
};

impl Desk {
    /// Returns the initial data of the card window.
    pub async fn top_up_form(&self) -> Result<TopUpFormView, DeskError> {
        let settings = self.profile().settings;
        let payer = self.ledger.last_payer().await?;
        let address = self.service().address().to_owned();
        let stated = self.ledger.wallet_currencies().await?;
        // The wallet at another service may have another currency.
        let learned =
            stated.into_iter().find(|(_, at)| is_same_service(at, &address)).map(|(currency, _)| currency);
        Ok(TopUpFormView {
            currency: settings.wallet_currency.or(learned),
            profile_name: settings.name,
            payer,
            recipient_set: !settings.charge_recipient_id.trim().is_empty() || !settings.wallets.is_empty(),
            wallets: settings.wallets.iter().map(|wallet| wallet.currency).collect(),
            page_life_s: u32::try_from(PAGE_LIFE.as_secs()).unwrap_or(u32::MAX),
            last_fee_percent: last_fee_percent(self).await?,
        })
    }
}

/// Number of completed top-ups that are searched for a fee.
const FEES_SEARCHED: u32 = 20;

/// Returns the fee of the last completed top-up that had one. The service tells a fee only after the charge.
pub(super) async fn last_fee_percent(desk: &Desk) -> Result<Option<String>, DeskError> {
    let funded = FundingFilter { state: Some(FundingState::Funded), ..FundingFilter::default() };
    let (_, entries) = desk.ledger.fundings(&funded, 0, FEES_SEARCHED).await?;
    Ok(entries.iter().find_map(|entry| fee_percent(entry.amount?, entry.fee?)))
}

/// Returns a fee in percent of its amount, with one decimal at most. None if there is no fee.
fn fee_percent(amount: Money, fee: Money) -> Option<String> {
    let tenths = fee.minor().checked_mul(1000)?.checked_div(amount.minor())?;
    (tenths > 0).then(|| format!("{}.{}", tenths / 10, tenths % 10).trim_end_matches(".0").to_owned())
}

impl Desk {
    /// Returns a window of the top-ups that match the query, newest first.
    ///
    /// # Errors
    /// `ValueInvalid` if a date of the query is not valid.
    pub async fn top_ups(
        &self,
        query: &TopUpQuery,
        offset: u32,
        limit: u32,
    ) -> Result<TopUpWindow, DeskError> {
        let (total, entries) = self.ledger.fundings(&filter(query)?, offset, limit).await?;
        let rows = entries.iter().map(|entry| top_up_view(entry, &self.funding)).collect();
        Ok(TopUpWindow { total, offset, rows })
    }

    /// Returns one top-up with its record and its events.
    pub async fn top_up(&self, id: u32) -> Result<TopUpDetail, DeskError> {
        let entry = self.ledger.funding(FundingId(id)).await?;
        let record: Option<FundingRecord> =
            entry.record_json.as_deref().map(serde_json::from_str).transpose()?;
        let events = self.ledger.funding_events(FundingId(id)).await?;
        Ok(TopUpDetail {
            top_up: top_up_view(&entry, &self.funding),
            record: record.as_ref().map(|record| readable(record, entry.currency())),
            events: events.into_iter().map(EventView::from).collect(),
        })
    }

    /// Returns the last known balance of each currency. A missing balance is unknown.
    ///
    /// # Errors
    /// `Money`.
    pub async fn balances(&self) -> Result<Vec<BalanceView>, DeskError> {
        self.ledger.balances().await?.iter().map(balance_view).collect()
    }
}

pub(crate) fn filter(query: &TopUpQuery) -> Result<FundingFilter, DeskError> {
    let moment = |text: &Option<String>| -> Result<Option<Timestamp>, DeskError> {
        let parse = |text: &str| text.parse().map_err(|_| AppError::invalid(Setting::Period));
        Ok(text.as_deref().map(parse).transpose()?)
    };
    Ok(FundingFilter {
        state: query.state,
        from: moment(&query.from)?,
        before: moment(&query.before)?,
        text: query.text.clone(),
    })
}

#[cfg(test)]
mod tests {
    use paysheet_domain::Currency;

    use super::*;

    #[test]
    fn a_fee_is_a_percentage_of_its_amount() {
        for (amount, fee, expected) in [
            ("6015500.00", "180465.00", Some("3")),
            ("1000.00", "15.00", Some("1.5")),
            ("1000.00", "0.10", None),
            ("1000.00", "0.00", None),
            ("0.00", "5.00", None),
        ] {
            let money = |digits| Money::parse(digits, Currency::NGN).unwrap();
            assert_eq!(fee_percent(money(amount), money(fee)).as_deref(), expected, "{fee} of {amount}");
        }
    }
}
