//! The journals of a payroll that were saved before, and what is not in them.

use paysheet_domain::Currency;
use paysheet_ledger::{JournalKey, PayoutRecord, PayrollId, SavedJournals};
use strum::IntoEnumIterator;

use super::{
    entries::{Bookable, Booked},
    figures::booked_of,
};
use crate::{
    desk::Desk,
    error::DeskError,
    export::results::status,
    state::session::settings,
    view::{BatchView, EarlierJournals, JournalPreset, PayoutFee, TrackView},
};

/// The journals that a new one adds to.
#[derive(Default)]
pub(super) struct Earlier {
    /// The highest number of one of them.
    pub number: u32,
    saved: Option<SavedJournals>,
}

impl Earlier {
    /// For a journal of everything.
    pub fn none() -> Self {
        Self::default()
    }

    pub async fn of(
        desk: &Desk,
        id: u32,
        (preset, currency): (JournalPreset, Currency),
    ) -> Result<Self, DeskError> {
        let mut saved = desk.ledger.saved_journals(PayrollId(id)).await?;
        Ok(saved.remove(&key(preset, currency)).map_or_else(Self::none, Self::from))
    }

    /// Returns the payouts with what of them is in these journals. `fees`: those that were shown when the payroll was approved.
    pub fn bookables<'a>(
        &self,
        payouts: &'a [PayoutRecord],
        batches: &[BatchView],
        fees: &[PayoutFee],
    ) -> Vec<Bookable<'a>> {
        let bookable = |payout: &'a PayoutRecord| {
            let saved = self.saved.as_ref().and_then(|saved| saved.payments.get(payout.reference.as_str()));
            Bookable {
                reference: payout.reference.as_str(),
                name: &payout.name,
                amount: payout.amount,
                status: status(payout, batches),
                booked: match saved.map(|saved| saved.is_booked_back) {
                    None => Booked::Nothing,
                    Some(false) => Booked::Payment,
                    Some(true) => Booked::PaymentAndReturn,
                },
                fee: payout.fee.or_else(|| settings::payout_fee(fees, payout.amount.currency())),
                is_fee_booked: saved.is_some_and(|saved| saved.is_fee_booked),
            }
        };
        payouts.iter().map(bookable).collect()
    }

    /// Returns the number of payments in these journals that are booked otherwise now, or left the payroll.
    pub fn outdated(&self, bookables: &[Bookable<'_>]) -> u32 {
        let found = bookables.iter().filter(|payout| payout.booked != Booked::Nothing).count();
        let missing = self.saved.as_ref().map_or(0, |saved| saved.payments.len()).saturating_sub(found);
        let changed = bookables.iter().filter(|payout| payout.is_outdated()).count();
        u32::try_from(missing.saturating_add(changed)).unwrap_or(u32::MAX)
    }
}

impl From<SavedJournals> for Earlier {
    fn from(saved: SavedJournals) -> Self {
        Self { number: saved.number, saved: Some(saved) }
    }
}

pub(super) fn key(preset: JournalPreset, currency: Currency) -> JournalKey {
    JournalKey { program: preset.to_string(), currency }
}

/// Returns the journals of a payroll that were saved, with what is not in them. Those for programs that this version does
/// not have are not listed.
///
/// # Errors
/// `Money`.
pub(super) async fn views(
    desk: &Desk,
    track: &TrackView,
    payouts: &[PayoutRecord],
    fees: &[PayoutFee],
) -> Result<Vec<EarlierJournals>, DeskError> {
    let all = desk.ledger.saved_journals(PayrollId(track.id)).await?;
    let view = |(key, saved): (JournalKey, SavedJournals)| {
        let preset = JournalPreset::iter().find(|preset| preset.to_string() == key.program)?;
        let (saved_at, earlier) = (saved.saved_at.to_string(), Earlier::from(saved));
        let bookables = earlier.bookables(payouts, &track.batches, fees);
        Some(of_program((preset, key.currency), saved_at, &earlier, &bookables))
    };
    all.into_iter().filter_map(view).collect()
}

fn of_program(
    (preset, currency): (JournalPreset, Currency),
    saved_at: String,
    earlier: &Earlier,
    bookables: &[Bookable<'_>],
) -> Result<EarlierJournals, DeskError> {
    let new = booked_of(bookables, currency)?;
    Ok(EarlierJournals { preset, currency, saved_at, new, outdated: earlier.outdated(bookables) })
}
