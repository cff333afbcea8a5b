//! Charging: the intent that is durable before a connection is opened, the single sending that it permits, and its
//! outcome. Also the one-time password, which moves money as well, and the end of a validation.

use std::fmt;

use jiff::Timestamp;
use paysheet_domain::{ChargeResponse, ChargeStage, FundingDecision, FundingState, Money, ValidationEnd};
use serde_json::json;
use sqlx::SqliteConnection;

use crate::{
    funding::records::{CardSeen, FundingEntry, NewCharge},
    funding::stored::{StoredFunding, load, references},
    model::{
        columns::{count, moment, stamp, without_nul},
        decision_reason::decision_reason,
        error::{LedgerError, Result},
        events::EventKind,
        records::FundingId,
    },
    store::{
        ledger::Ledger,
        write_tx::{EventSubject, WriteTx},
    },
};

/// Code of a charge that a crash interrupted.
const CODE_CRASH_FOUND: &str = "crash_found";

/// The user's answer about an earlier charge of the same amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SameAmount {
    /// No answer yet: if there was one since this time, the user is asked.
    AskSince(Timestamp),
    /// The user was shown this charge, and wants another one in addition.
    ChargeBeside { shown: FundingId, since: Timestamp },
}

/// Proof that a charge, or a one-time password, is durable. Nothing else may be sent. Sending consumes it.
pub struct ChargeIntent {
    id: FundingId,
    step: Step,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Charge,
    Otp,
}

/// A charge that is being sent; recording its answer consumes it.
pub struct ChargeUnderWay {
    id: FundingId,
    step: Step,
}

impl ChargeIntent {
    #[must_use]
    pub const fn id(&self) -> FundingId {
        self.id
    }

    /// Begins the sending. From here on the charge may be at the service, and cannot be sent again.
    #[must_use]
    pub fn begin(self) -> ChargeUnderWay {
        let Self { id, step } = self;
        ChargeUnderWay { id, step }
    }
}

impl ChargeUnderWay {
    #[must_use]
    pub const fn id(&self) -> FundingId {
        self.id
    }
}

impl fmt::Debug for ChargeUnderWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChargeUnderWay").field("id", &self.id).finish_non_exhaustive()
    }
}

/// The outcome of a charge or of a one-time password, without secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargeAnswered {
    pub said: ChargeResponse,
    /// The machine-readable reason, or the processor's code.
    pub code: String,
    /// The service's own message.
    pub message: Option<String>,
    /// The service's references for the charge; the first one is used to validate it.
    pub references: Vec<String>,
    pub fee: Option<Money>,
    pub evidence_json: String,
}

/// An answer that the ledger did not record. It is not lost: it carries charge and answer, so that they can be
/// recorded later.
#[derive(Debug, thiserror::Error)]
#[error("what became of a charge could not be written down")]
pub struct ChargeNotRecorded {
    pub under_way: ChargeUnderWay,
    pub answered: ChargeAnswered,
    #[source]
    pub error: LedgerError,
}

impl Ledger {
    /// Records that a card is about to be charged. The intent is durable when this returns. If it fails, nothing may
    /// be sent.
    ///
    /// # Errors
    /// `SendingBlocked`. `ChargedAlready` if the same amount was charged since the given time and money may have
    /// moved, unless the user was shown that very charge.
    pub async fn intend_charge(
        &self,
        new: &NewCharge,
        same: SameAmount,
        now: Timestamp,
    ) -> Result<ChargeIntent> {
        let mut tx = self.begin_write(now).await?;
        tx.require_unblocked()?;
        ask_about_same_amount(tx.conn(), new.amount, same).await?;
        let id = next_id(tx.conn()).await?;
        insert(&mut tx, id, new).await?;
        let CardSeen { brand, last_four } = &new.card;
        let beside = match same {
            SameAmount::AskSince(_) => None,
            SameAmount::ChargeBeside { shown, .. } => Some(shown),
        };
        let data = json!({
            "amount": new.amount.to_string(), "card": brand, "last_four": last_four.as_str(),
            "destination": new.destination, "recipient_id": new.recipient_id, "beside": beside,
        });
        tx.append_event(EventKind::ChargeIntent, EventSubject::funding(id), &data);
        tx.commit().await?;
        Ok(ChargeIntent { id, step: Step::Charge })
    }

    /// Records that a one-time password is about to be sent, and returns the reference to send it with.
    ///
    /// # Errors
    /// `WrongStage` if none is requested, or one is being sent.
    pub async fn intend_otp(&self, id: FundingId, now: Timestamp) -> Result<(ChargeIntent, String)> {
        let mut tx = self.begin_write(now).await?;
        let mut stored = load(tx.conn(), id).await?;
        if stored.stage()? != ChargeStage::NeedsOtp {
            return Err(stored.wrong_stage());
        }
        let reference = references(tx.conn(), stored.id).await?.into_iter().next();
        let reference = reference.ok_or(LedgerError::Unreadable { column: "reference" })?;
        stored.go(ChargeStage::Verifying)?;
        stored.save(&mut tx, ChargeStage::NeedsOtp).await?;
        tx.append_event(
            EventKind::OtpIntent,
            EventSubject::funding(id),
            &json!({ "attempt": stored.otp_wrong + 1 }),
        );
        tx.commit().await?;
        Ok((ChargeIntent { id, step: Step::Otp }, reference))
    }

    /// Records the outcome of a charge and returns its resulting state.
    ///
    /// # Errors
    /// Returns charge and answer together with the error.
    pub async fn record_charge(
        &self,
        under_way: ChargeUnderWay,
        answered: ChargeAnswered,
        now: Timestamp,
    ) -> Result<FundingEntry, Box<ChargeNotRecorded>> {
        match self.try_record_charge(&under_way, &answered, now).await {
            Ok(entry) => Ok(entry),
            Err(error) => Err(Box::new(ChargeNotRecorded { under_way, answered, error })),
        }
    }

    async fn try_record_charge(
        &self,
        under_way: &ChargeUnderWay,
        answered: &ChargeAnswered,
        now: Timestamp,
    ) -> Result<FundingEntry> {
        let mut tx = self.begin_write(now).await?;
        let mut stored = load(tx.conn(), under_way.id).await?;
        let was = stored.stage()?;
        let awaited = match under_way.step {
            Step::Charge => ChargeStage::Intent,
            Step::Otp => ChargeStage::Verifying,
        };
        // If the charge no longer waits for this answer, the answer is stored and changes no stage.
        if let Some(next) = was.after_answer(answered.said).filter(|_| was == awaited) {
            stored.go(next)?;
        }
        if under_way.step == Step::Otp
            && matches!(answered.said, ChargeResponse::WrongOtp | ChargeResponse::NeedsOtp)
        {
            stored.otp_wrong += 1;
        }
        add_references(tx.conn(), stored.id, &answered.references).await?;
        take_answer(&mut stored, answered, tx.at());
        let data = json!({
            "said": answered.said.to_string(), "code": answered.code, "message": answered.message,
            "references": answered.references, "evidence": answered.evidence_json,
        });
        tx.append_event(EventKind::ChargeAnswered, stored.about()?, &data);
        stored.save(&mut tx, was).await?;
        let references = references(tx.conn(), stored.id).await?;
        tx.commit().await?;
        stored.into_entry(references)
    }

    /// Records how the payer's part of a validation ended. If that changes nothing, nothing is written.
    ///
    /// # Errors
    /// `NoSuchFunding`.
    pub async fn end_validation(
        &self,
        id: FundingId,
        end: ValidationEnd,
        now: Timestamp,
    ) -> Result<FundingEntry> {
        let mut tx = self.begin_write(now).await?;
        let mut stored = load(tx.conn(), id).await?;
        let was = stored.stage()?;
        if let Some(next) = was.after_validation(end) {
            stored.go(next)?;
            stored.validation_end = Some(end.to_string());
            tx.append_event(
                EventKind::ValidationEnded,
                EventSubject::funding(id),
                &json!({ "end": end.to_string() }),
            );
            stored.save(&mut tx, was).await?;
            let references = references(tx.conn(), stored.id).await?;
            tx.commit().await?;
            return stored.into_entry(references);
        }
        let references = references(tx.conn(), stored.id).await?;
        stored.into_entry(references)
    }

    /// Settles a top-up by a decision of the user, if the status did not settle it. A later status still overrides the
    /// decision.
    ///
    /// # Errors
    /// `NoReason` if the reason is missing, `WrongStage` if its outcome is not open.
    #[expect(clippy::too_many_arguments, reason = "one decision in full; each part is of another kind")]
    pub async fn decide_funding(
        &self,
        id: FundingId,
        decision: FundingDecision,
        reason: &str,
        by: &str,
        now: Timestamp,
    ) -> Result<FundingEntry> {
        decision_reason(reason)?;
        let mut tx = self.begin_write(now).await?;
        let mut stored = load(tx.conn(), id).await?;
        let was = stored.stage()?;
        if !matches!(was, ChargeStage::Unknown | ChargeStage::Pending | ChargeStage::Charged) {
            return Err(stored.wrong_stage());
        }
        stored.decision = Some(decision.to_string());
        let data = json!({ "decision": decision.to_string(), "reason": reason, "by": by });
        tx.append_event(EventKind::FundingDecided, EventSubject::funding(id), &data);
        stored.save(&mut tx, was).await?;
        let references = references(tx.conn(), stored.id).await?;
        tx.commit().await?;
        stored.into_entry(references)
    }
}

fn take_answer(stored: &mut StoredFunding, answered: &ChargeAnswered, at: String) {
    stored.code = Some(without_nul(&answered.code));
    stored.message = answered.message.as_deref().map(without_nul);
    stored.evidence_json = Some(without_nul(&answered.evidence_json));
    stored.answered_at = Some(at);
    let fee = answered.fee.filter(|fee| Some(fee.currency().to_string()) == stored.currency);
    stored.fee_minor = fee.map(Money::minor).or(stored.fee_minor);
    for reference in &answered.references {
        add_to_search(&mut stored.search, reference);
    }
}

pub(super) fn add_to_search(search: &mut String, text: &str) {
    search.push('\n');
    search.push_str(&without_nul(text).to_lowercase());
}

/// Appends references to those of a top-up. A reference that another top-up has stays with that one.
pub(super) async fn add_references(conn: &mut SqliteConnection, id: i64, new: &[String]) -> Result<()> {
    for reference in new {
        sqlx::query(
            "INSERT INTO funding_references (reference, funding, position)
             SELECT $1, $2, COALESCE(MAX(position), 0) + 1 FROM funding_references WHERE funding = $2
             ON CONFLICT (reference) DO NOTHING",
        )
        .bind(without_nul(reference))
        .bind(id)
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// Checks for charges of the same amount that may have moved money. The user is asked about the newest one.
async fn ask_about_same_amount(conn: &mut SqliteConnection, amount: Money, same: SameAmount) -> Result<()> {
    let (shown, since) = match same {
        SameAmount::AskSince(since) => (None, since),
        SameAmount::ChargeBeside { shown, since } => (Some(shown), since),
    };
    let [not_sent, refused, declined, failed] = FundingState::MOVED_NOTHING.map(|state| state.to_string());
    let earlier: Option<(i64, String)> = sqlx::query_as(
        "SELECT id, began_at FROM fundings
         WHERE currency = $1 AND amount_minor = $2 AND began_at >= $3 AND card_last_four IS NOT NULL
               AND state NOT IN ($4, $5, $6, $7)
         ORDER BY id DESC LIMIT 1",
    )
    .bind(amount.currency().to_string())
    .bind(amount.minor())
    .bind(stamp(since))
    .bind(not_sent)
    .bind(refused)
    .bind(declined)
    .bind(failed)
    .fetch_optional(conn)
    .await?;
    let Some((id, began_at)) = earlier else { return Ok(()) };
    let funding = FundingId(count("id", id)?);
    if shown == Some(funding) {
        return Ok(());
    }
    Err(LedgerError::ChargedAlready { funding, began_at: moment("began_at", &began_at)? })
}

/// Returns an id that no top-up and no event ever had.
pub(super) async fn next_id(conn: &mut SqliteConnection) -> Result<FundingId> {
    let next: i64 = sqlx::query_scalar(
        "SELECT COALESCE(MAX(id), 0) + 1 FROM (
             SELECT MAX(id) AS id FROM fundings UNION ALL SELECT MAX(funding) AS id FROM events
         ) AS used",
    )
    .fetch_one(conn)
    .await?;
    u32::try_from(next).map(FundingId).map_err(|_| LedgerError::TooMany)
}

async fn insert(tx: &mut WriteTx, id: FundingId, new: &NewCharge) -> Result<()> {
    let payer_json =
        serde_json::to_string(&new.payer).map_err(|_| LedgerError::Unreadable { column: "payer_json" })?;
    let mut search = String::new();
    let card = format!("{} {}", new.card.brand, new.card.last_four.as_str()).replace('_', " ");
    let name = format!("{} {}", new.payer.first_name, new.payer.last_name);
    for text in [&card, &name, &new.payer.email, &new.amount.digits()] {
        add_to_search(&mut search, text);
    }
    let at = tx.at();
    sqlx::query(
        "INSERT INTO fundings (id, stage, state, currency, amount_minor, card_brand, card_last_four, payer_json,
                               destination, began_at, changed_at, search)
         VALUES ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)",
    )
    .bind(i64::from(id.0))
    .bind(ChargeStage::Intent.to_string())
    .bind(new.amount.currency().to_string())
    .bind(new.amount.minor())
    .bind(new.card.brand.to_string())
    .bind(new.card.last_four.as_str())
    .bind(without_nul(&payer_json))
    .bind(without_nul(&new.destination))
    .bind(at)
    .bind(search)
    .execute(tx.conn())
    .await?;
    Ok(())
}

/// Finds charges that a crash or the end of the program interrupted, and returns both kinds: charges without an answer
/// become unknown, and charges in validation wait for their status.
pub(crate) async fn close_open_charges(tx: &mut WriteTx) -> Result<(Vec<FundingId>, Vec<FundingId>)> {
    let open: Vec<i64> =
        sqlx::query_scalar("SELECT id FROM fundings WHERE stage IN ($1, $2, $3, $4) ORDER BY id")
            .bind(ChargeStage::Intent.to_string())
            .bind(ChargeStage::NeedsRedirect.to_string())
            .bind(ChargeStage::NeedsOtp.to_string())
            .bind(ChargeStage::Verifying.to_string())
            .fetch_all(tx.conn())
            .await?;
    let (mut unknown, mut left) = (Vec::new(), Vec::new());
    for id in open {
        let id = FundingId(count("id", id)?);
        let mut stored = load(tx.conn(), id).await?;
        let was = stored.stage()?;
        stored.go(was.after_restart())?;
        if was == ChargeStage::Intent {
            stored.code = Some(CODE_CRASH_FOUND.to_owned());
            unknown.push(id);
        } else {
            left.push(id);
        }
        tx.append_event(
            EventKind::ChargeCrashFound,
            EventSubject::funding(id),
            &json!({ "stage": was.to_string() }),
        );
        stored.save(tx, was).await?;
    }
    Ok((unknown, left))
}
