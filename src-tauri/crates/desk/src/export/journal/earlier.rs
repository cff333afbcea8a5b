//! The journals of a payroll that were saved before, and what is not in them.

use paysheet_domain::Currency;
use paysheet_ledger::{JournalKey, PayoutRecord, PayrollId, SavedJournals};
use strum::IntoEnumIterator;

use super::{
    entries::{Bookable, Booked},
    figures::booked_of,
};
use crate::{
    context::Context,
    error::DeskError,
    export::results::status,
    view::{BatchView, EarlierJournals, JournalPreset, TrackView},
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

    /// # Errors
    /// `Ledger`.
    pub async fn of(
        context: &Context,
        id: u32,
        (preset, currency): (JournalPreset, Currency),
    ) -> Result<Self, DeskError> {
        let mut saved = context.ledger.saved_journals(PayrollId(id)).await?;
        Ok(saved.remove(&key(preset, currency)).map_or_else(Self::none, Self::from))
    }

    /// Returns the payouts with what of them is in these journals.
    pub fn bookables<'a>(&self, payouts: &'a [PayoutRecord], batches: &[BatchView]) -> Vec<Bookable<'a>> {
        let bookable = |payout: &'a PayoutRecord| Bookable {
            reference: payout.reference.as_str(),
            name: &payout.name,
            amount: payout.amount,
            status: status(payout, batches),
            booked: self.booked(payout.reference.as_str()),
        };
        payouts.iter().map(bookable).collect()
    }

    fn booked(&self, reference: &str) -> Booked {
        match self.saved.as_ref().and_then(|saved| saved.payments.get(reference)) {
            None => Booked::Nothing,
            Some(false) => Booked::Payment,
            Some(true) => Booked::PaymentAndReturn,
        }
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
/// `Ledger`, `Money`.
pub(super) async fn views(context: &Context, track: &TrackView) -> Result<Vec<EarlierJournals>, DeskError> {
    let id = PayrollId(track.id);
    let all = context.ledger.saved_journals(id).await?;
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let payouts = context.ledger.all_payouts(id).await?;
    let view = |(key, saved): (JournalKey, SavedJournals)| {
        let preset = JournalPreset::iter().find(|preset| preset.to_string() == key.program)?;
        Some(of_program(preset, key.currency, saved, (&payouts, track)))
    };
    all.into_iter().filter_map(view).collect()
}

fn of_program(
    preset: JournalPreset,
    currency: Currency,
    saved: SavedJournals,
    (payouts, track): (&[PayoutRecord], &TrackView),
) -> Result<EarlierJournals, DeskError> {
    let saved_at = saved.saved_at.to_string();
    let earlier = Earlier::from(saved);
    let bookables = earlier.bookables(payouts, &track.batches);
    let new = booked_of(&bookables, currency)?;
    Ok(EarlierJournals { preset, currency, saved_at, new, outdated: earlier.outdated(&bookables) })
}
