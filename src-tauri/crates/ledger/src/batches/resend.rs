//! Sends an attempted batch again, and settles a batch of unknown outcome. Only the user may request either. A
//! confirmation is about exactly these batches, for the destination that they were approved for.

use jiff::Timestamp;
use paysheet_domain::{BatchState, Money};
use serde::Deserialize;
use serde_json::json;
use sqlx::SqliteConnection;

use crate::{
    batches::{
        approval::{
            confirm, is_approval_valid, require_destination, require_same_totals, totals_of, unsent_batches,
        },
        sending::{Intent, UnknownDecision, begin_attempt},
    },
    guard::{overlap::GuardRule, questions::require_no_open_question},
    model::{
        columns::named,
        decision_reason::decision_reason,
        error::{LedgerError, Result},
        events::EventKind,
        records::{BatchKey, Destinations, PayrollId},
    },
    outcomes::unknown_reports,
    reads::figures::texts,
    states::{
        transitions::{StoredBatch, enter, load, move_batch},
        verification::require_state_of_events,
    },
    store::{
        ledger::Ledger,
        settings::PROFILE_SETTING,
        write_tx::{EventSubject, WriteTx},
    },
};

/// The user's confirmation before an approved payroll is sent later.
#[derive(Clone, Copy, Debug)]
pub struct Resend<'a> {
    pub destinations: &'a Destinations,
    /// The totals of the batches to be sent, as the user typed them; `None` if they were not requested.
    pub totals: Option<&'a [Money]>,
    pub by: &'a str,
    pub rule: GuardRule,
    pub at: Timestamp,
}

/// Whether refused batches are sent again as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    SentAgain,
    Stay,
}

impl Ledger {
    /// Begins another attempt of an unknown batch, with the same bytes and the same references. Only the user may
    /// request this.
    ///
    /// # Errors
    /// `WrongState` if the batch is not unknown, or an attempt of another batch of the payroll has no outcome yet.
    pub async fn resend_unknown(&self, key: BatchKey, resend: Resend<'_>) -> Result<Intent> {
        let mut tx = self.begin_write(resend.at).await?;
        let stored = load(tx.conn(), key).await?;
        if stored.state != BatchState::Unknown {
            return Err(stored.cannot_become(BatchState::Intent));
        }
        let payroll = stored.payroll;
        if is_another_under_way(&mut tx, &stored).await? {
            return Err(stored.cannot_become(BatchState::Intent));
        }
        require_resendable(&mut tx, payroll, std::slice::from_ref(&stored), &resend).await?;
        unknown_reports::refuse_reported(tx.conn(), payroll).await?;
        tx.append_event(EventKind::SentAgain, stored.about(), &json!({}));
        let intent = begin_attempt(&mut tx, stored, resend.at).await?;
        tx.commit().await?;
        Ok(intent)
    }

    /// Settles an unknown batch by a decision of the user. A later callback still overrides the decision.
    ///
    /// # Errors
    /// `NoReason` if the reason is missing, `WrongState` if the batch is not unknown.
    #[expect(clippy::too_many_arguments, reason = "one decision in full; each part is of another kind")]
    pub async fn decide_unknown(
        &self,
        key: BatchKey,
        decision: UnknownDecision,
        reason: &str,
        by: &str,
        now: Timestamp,
    ) -> Result<()> {
        decision_reason(reason)?;
        let mut tx = self.begin_write(now).await?;
        let stored = load(tx.conn(), key).await?;
        let next = match decision {
            UnknownDecision::TheServiceHasIt => BatchState::Accepted,
            UnknownDecision::TheServiceDoesNotHaveIt => BatchState::NotAccepted,
        };
        if stored.state != BatchState::Unknown {
            return Err(stored.cannot_become(next));
        }
        tx.append_event(
            EventKind::Decided,
            stored.about(),
            &json!({ "decision": decision, "reason": reason, "by": by }),
        );
        enter(&mut tx, &stored, next).await?;
        tx.commit().await
    }

    /// Makes approved batches that are not at the service ready to be sent again: batches that were not sent and, if
    /// the user has fixed the cause, refused ones. References and bytes stay the same. Only the user may request this.
    ///
    /// # Errors
    /// `ApprovedForOther`, `AccountDiffers`, `QuestionsOpen`. `TotalNeeded` if anything else happened since the user
    /// last typed the total.
    pub async fn ready_again(&self, id: PayrollId, refused: Refused, resend: Resend<'_>) -> Result<()> {
        let mut tx = self.begin_write(resend.at).await?;
        let mut batches = unsent_batches(tx.conn(), id).await?;
        if refused == Refused::Stay {
            batches.retain(|batch| batch.state != BatchState::NotAccepted);
        }
        if batches.is_empty() {
            return Ok(());
        }
        require_resendable(&mut tx, id, &batches, &resend).await?;
        if resend.totals.is_some() {
            confirm(&mut tx, id).await?;
        }
        for (state, kind) in [
            (BatchState::NotSent, EventKind::NotSentReadied),
            (BatchState::NotAccepted, EventKind::RefusedReadied),
        ] {
            let keys: Vec<BatchKey> =
                batches.iter().filter(|batch| batch.state == state).map(|batch| batch.key).collect();
            if keys.is_empty() {
                continue;
            }
            tx.append_event(kind, EventSubject::payroll(id), &json!({ "batches": keys }));
            for key in keys {
                if state == BatchState::NotAccepted {
                    move_batch(&mut tx, key, BatchState::Frozen).await?;
                }
                move_batch(&mut tx, key, BatchState::Approved).await?;
            }
        }
        tx.commit().await
    }
}

/// Checks everything that must hold before an approved batch is sent later: the same service, wallet and account, no
/// open question about other payrolls, and the total typed again if anything else happened since or the approval is old.
/// A typed total is about these batches: it renews no approval.
async fn require_resendable(
    tx: &mut WriteTx,
    id: PayrollId,
    batches: &[StoredBatch],
    resend: &Resend<'_>,
) -> Result<()> {
    tx.require_unblocked()?;
    for batch in batches {
        require_state_of_events(tx, batch).await?;
        require_destination(batch, resend.destinations)?;
    }
    require_no_open_question(tx.conn(), id, None, resend.rule.at(resend.at)).await?;
    let totals = totals_of(batches)?;
    match resend.totals {
        Some(typed) => {
            require_same_totals(&totals, typed)?;
            let data = json!({ "by": resend.by, "totals": texts(&totals) });
            tx.append_event(EventKind::TotalConfirmed, EventSubject::payroll(id), &data);
            Ok(())
        }
        None => {
            let is_valid = is_approval_valid(tx.conn(), id, (resend.rule, resend.at)).await?
                && !happened_since(tx.conn(), id).await?;
            if is_valid { Ok(()) } else { Err(LedgerError::TotalNeeded { totals }) }
        }
    }
}

/// Whether an attempt of another batch of the same payroll has no outcome yet.
async fn is_another_under_way(tx: &mut WriteTx, batch: &StoredBatch) -> Result<bool> {
    let others: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM batches WHERE payroll = $1 AND id <> $2 AND state = $3")
            .bind(i64::from(batch.payroll.0))
            .bind(i64::from(batch.key.0))
            .bind(BatchState::Intent.to_string())
            .fetch_one(tx.conn())
            .await?;
    Ok(others > 0)
}

/// Events after which the user may have forgotten what an earlier approval would still send, or may have paid it by
/// other means.
const UNSETTLING: [EventKind; 9] = [
    EventKind::Approved,
    EventKind::ApprovedAnew,
    EventKind::Intent,
    EventKind::Answered,
    EventKind::SentAgain,
    EventKind::Decided,
    EventKind::Withdrawn,
    EventKind::AccountConfirmed,
    EventKind::DestinationSet,
];

/// Returns whether anything else happened since the user last typed the total: to another payroll, or to the profile.
async fn happened_since(conn: &mut SqliteConnection, id: PayrollId) -> Result<bool> {
    let since: Option<Option<i64>> = sqlx::query_scalar("SELECT confirmed_seq FROM payrolls WHERE id = $1")
        .bind(i64::from(id.0))
        .fetch_optional(&mut *conn)
        .await?;
    let Some(since) = since.flatten() else { return Ok(true) };
    let events: Vec<(String, Option<i64>, String)> = sqlx::query_as(
        "SELECT kind, payroll, data FROM events WHERE seq > $1 AND (payroll IS NULL OR payroll <> $2)",
    )
    .bind(since)
    .bind(i64::from(id.0))
    .fetch_all(conn)
    .await?;
    for (kind, _, data) in events {
        let kind = named::<EventKind>("kind", &kind)?;
        let is_profile = kind == EventKind::SettingChanged && is_about_profile(&data);
        if is_profile || UNSETTLING.contains(&kind) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether the data of a changed setting are about the profile. Data that cannot be read may be.
fn is_about_profile(data: &str) -> bool {
    #[derive(Deserialize)]
    struct SettingChanged {
        setting: String,
    }
    serde_json::from_str::<SettingChanged>(data).map_or(true, |changed| changed.setting == PROFILE_SETTING)
}
