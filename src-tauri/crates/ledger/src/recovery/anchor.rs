//! The anchor identifies the ledger that was last used with a profile key, and the end of its event chain. It is
//! stored beside the profile key, out of reach of anyone who can write or exchange the ledger's file. A ledger that
//! does not contain the anchored event is an older copy or another ledger: people may have been paid since, and it has
//! no record of that.
//!
//! This module creates and compares anchors. The desk stores them.
//!
//! # An older ledger sends nothing
//!
//! `ledger::recovery::anchor`: the ledger's id, and the number and hash of its last event, are stored beside the
//! profile key, in the keychain (`desk::recovery::anchor`): after each intent and before its first byte leaves, after
//! approvals, withdrawals and decisions, and at close. A ledger that does not contain that event, has another id, or is
//! new beside a key that was used, approves, sends and charges nothing until the user has looked up what may have been
//! sent since and confirms this with a reason. What was armed is Unknown from then on. The anchor is read again before
//! each approval and each batch, so that two copies that are open at the same time do not both send; two reads within
//! the same milliseconds are not excluded. The anchor is stored after the intent rather than before it, so that a crash
//! between the two raises no false alarm. Payrolls that the anchor names and that are not approved here have no payouts
//! to compare people with. The unblocking event names them, and `ledger::guard::maybe_sent` asks about each of them
//! before a payroll of the same period or of the next days is approved, and before the named payroll itself is. Only a
//! decision of that payroll answers the question, because another payroll may be approved under the same name. The
//! decision is about the people that the payroll has. The next anchor repeats the names, for the case that another copy
//! is put back. An anchor has room for six payrolls: where all six are unknown to the ledger, every open draft is asked
//! about as well; a seventh payroll that the ledger does not have at all is not named.

use data_encoding::HEXLOWER;
use jiff::Timestamp;
use paysheet_domain::{BatchState, ChainKey, RunId, money::Total};
use serde::Deserialize;
use serde_json::json;
use sqlx::{FromRow, SqliteConnection};

use crate::{
    batches::sending::write_answer,
    guard::maybe_sent,
    history::chain_verification,
    model::{
        anchor_record::{
            Anchor, AnchoredPayroll, BlockedPayroll, PAYROLLS_ANCHORED_MAX, StoredAnchor, anchored_name,
            anchored_run,
        },
        columns::{count, moment},
        decision_reason::decision_reason,
        error::{LedgerError, Result},
        events::{EventKind, StoredEvent, event_columns},
        outcome::{AttemptOutcome, ExchangeRecord, OutcomeKind},
        records::{BatchKey, BlockReason, PayrollRecord, PayrollState},
    },
    states::transitions::{enter, load, set_state},
    store::{
        chain::CHAIN_START,
        ledger::Ledger,
        write_tx::{EventSubject, WriteTx},
    },
};

/// Length of the event hash by which an anchor identifies an intent, in characters.
const INTENT_HASH_CHARS: usize = 16;
/// Number of random bytes in a ledger's id.
const LEDGER_ID_BYTES: usize = 16;
/// Code of a batch that was armed in a ledger that was found to be an older copy.
const CODE_MAYBE_SENT: &str = "maybe_sent_since";

/// The data of an event that begins a keyed chain.
#[derive(Deserialize)]
struct ChainBegin {
    ledger: String,
}

impl Ledger {
    /// Seals every event from now on with this key.
    pub fn attach_key(&self, key: ChainKey) {
        self.chain().seals.key = Some(std::sync::Arc::new(key));
    }

    /// Returns the reason why nothing is approved or sent, if sending is blocked.
    #[must_use]
    pub fn block(&self) -> Option<BlockReason> {
        self.chain().block
    }

    /// Blocks every approval and every sending from now on.
    pub fn block_sending(&self, reason: BlockReason) {
        self.chain().block = Some(reason);
    }

    /// Compares the ledger with what is stored beside the profile key. Blocks sending if the ledger is older, another
    /// one or a copy. A ledger without references that was never anchored, or whose anchor was lost, begins its chain
    /// with the attached key.
    pub async fn compare(&self, stored: &StoredAnchor, now: Timestamp) -> Result<Option<BlockReason>> {
        // Must run before a connection is acquired for the rest: a pool of one connection would deadlock.
        let is_used = self.has_references().await?;
        let mut conn = self.reader.acquire().await?;
        let key = self.chain().seals.key.clone();
        let own = ledger_id(&mut conn).await?;
        // The chain was begun, and the program ended before the anchor was stored.
        let was_just_begun = *stored == StoredAnchor::Absent && ends_with_begin(&mut conn).await?;
        let reason = match (stored, &own) {
            (StoredAnchor::Absent, Some(_)) if is_used && !was_just_begun => Some(BlockReason::RecordMissing),
            (StoredAnchor::Absent, Some(_)) => None,
            (StoredAnchor::Absent, None) => changed_before(&mut conn).await?,
            (StoredAnchor::Unreadable, _) => Some(BlockReason::RecordMissing),
            (StoredAnchor::Found(anchor), Some(own)) if anchor.ledger == *own => {
                behind(&mut conn, anchor, key.as_deref()).await?
            }
            (StoredAnchor::Found(_), _) if is_used => Some(BlockReason::OtherLedger),
            (StoredAnchor::Found(_), _) => Some(BlockReason::LedgerNew),
        };
        drop(conn);
        if let Some(reason) = reason {
            self.block_sending(reason);
        } else if *stored == StoredAnchor::Absent {
            self.begin_chain(now).await?;
        }
        Ok(reason)
    }

    /// Seals everything written so far with the attached key.
    pub async fn begin_chain(&self, now: Timestamp) -> Result<()> {
        let mut tx = self.begin_write(now).await?;
        let data =
            json!({ "ledger": new_ledger_id()?, "covers": chain_verification::digest(tx.conn()).await? });
        tx.append_event(EventKind::ChainKeyed, EventSubject::NOTHING, &data);
        tx.commit().await
    }

    /// Returns the anchor to store now; `None` if the ledger's chain has no key.
    pub async fn anchor(&self) -> Result<Option<Anchor>> {
        let mut conn = self.reader.acquire().await?;
        let Some(ledger) = ledger_id(&mut conn).await? else { return Ok(None) };
        let head: Option<(i64, String, String)> =
            sqlx::query_as("SELECT seq, hash, at FROM events ORDER BY seq DESC LIMIT 1")
                .fetch_optional(&mut *conn)
                .await?;
        let (seq, hash, at) = head.unwrap_or_else(|| (0, CHAIN_START.to_owned(), String::new()));
        let mut payrolls = sent_last(&mut conn).await?;
        payrolls.extend(maybe_sent::to_anchor(&mut conn).await?);
        payrolls.sort_by_key(|payroll| std::cmp::Reverse(payroll.at));
        payrolls.truncate(PAYROLLS_ANCHORED_MAX);
        Ok(Some(Anchor { ledger, seq, hash, at: moment("at", &at).ok(), payrolls }))
    }

    /// Returns the payrolls that may have been sent by a newer ledger: those that the anchor names and this ledger has
    /// not sent, and those that are still waiting here.
    pub async fn blocked_payrolls(&self, stored: &StoredAnchor) -> Result<Vec<BlockedPayroll>> {
        let mut here = self.payrolls().await?;
        here.retain(|payroll| may_be_sent_elsewhere(payroll.state));
        let mut blocked = Vec::new();
        for sent in stored.payrolls() {
            if self.has_intent(&sent.intent).await? {
                continue;
            }
            let run = RunId::new(&sent.name, &sent.period);
            let own = here.iter().position(|own| anchored_run(&own.name, &own.period) == run);
            let own = own.map(|at| here.swap_remove(at));
            blocked.push(BlockedPayroll {
                key: format!("sent {}", sent.intent),
                id: own.as_ref().map(|payroll| payroll.id),
                name: sent.name.clone(),
                period: sent.period.clone(),
                people: Some(sent.people),
                totals: own.map(|payroll| totals(&payroll)).unwrap_or_default(),
                sent_at: Some(sent.at),
                intent: Some(sent.intent.clone()),
            });
        }
        here.sort_by_key(|payroll| payroll.id);
        blocked.extend(here.iter().map(|payroll| BlockedPayroll {
            key: format!("here {}", payroll.id.0),
            id: Some(payroll.id),
            name: payroll.name.clone(),
            period: payroll.period.clone(),
            people: Some(if payroll.people > 0 { payroll.people } else { payroll.rows }),
            totals: totals(payroll),
            sent_at: None,
            intent: None,
        }));
        Ok(blocked)
    }

    /// Checks that the ledger contains the event of the anchor that is about to be replaced.
    ///
    /// # Errors
    /// `SendingBlocked` if it does not contain the event: events were removed since.
    pub async fn require_anchored(&self, stored: &StoredAnchor) -> Result<()> {
        let StoredAnchor::Found(anchor) = stored else { return Ok(()) };
        let hash: Option<String> = sqlx::query_scalar("SELECT hash FROM events WHERE seq = $1")
            .bind(anchor.seq)
            .fetch_optional(&self.reader)
            .await?;
        if hash.as_deref() == Some(&anchor.hash) || anchor.seq == 0 {
            return Ok(());
        }
        self.block_sending(BlockReason::HistoryChanged);
        Err(LedgerError::SendingBlocked(BlockReason::HistoryChanged))
    }

    async fn has_intent(&self, hash: &str) -> Result<bool> {
        let found: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM events WHERE kind = $1 AND SUBSTR(hash, 1, $2) = $3")
                .bind(EventKind::Intent.to_string())
                .bind(i64::try_from(INTENT_HASH_CHARS).unwrap_or(i64::MAX))
                .bind(hash)
                .fetch_one(&self.reader)
                .await?;
        Ok(found > 0)
    }

    /// Allows sending again by decision of the user, and returns the batches that this makes Unknown. What was
    /// approved and may have been sent since becomes Unknown and is decided batch by batch. What was not approved here
    /// raises a question for other payrolls.
    ///
    /// # Errors
    /// `NoReason`.
    pub async fn unblock(
        &self,
        stored: &StoredAnchor,
        (reason, by): (&str, &str),
        now: Timestamp,
    ) -> Result<Vec<BatchKey>> {
        decision_reason(reason)?;
        let Some(block) = self.block() else { return Ok(Vec::new()) };
        let named = maybe_sent::named(self.blocked_payrolls(stored).await?, &self.payrolls().await?, stored);
        let mut tx = self.begin_write(now).await?;
        // A ledger that is used beside a newer one is another ledger from here on.
        let data = json!({
            "ledger": new_ledger_id()?, "covers": chain_verification::digest(tx.conn()).await?,
            "block": block, "named": named, "reason": reason, "by": by,
        });
        tx.append_event(EventKind::SendingUnblocked, EventSubject::NOTHING, &data);
        let accepted_to = tx.last_seq();
        let mut keys = Vec::new();
        for key in unknown_or_armed(tx.conn()).await? {
            if make_unknown(&mut tx, key).await? {
                keys.push(key);
            }
        }
        tx.commit().await?;
        let mut chain = self.chain();
        chain.block = None;
        chain.seals.keyed_from = Some(accepted_to);
        Ok(keys)
    }
}

const fn may_be_sent_elsewhere(state: PayrollState) -> bool {
    matches!(
        state,
        PayrollState::Draft
            | PayrollState::Frozen
            | PayrollState::Approved
            | PayrollState::Sending
            | PayrollState::NotSent
            | PayrollState::Refused
            | PayrollState::Unresolved
    )
}

fn new_ledger_id() -> Result<String> {
    let mut bytes = [0; LEDGER_ID_BYTES];
    getrandom::fill(&mut bytes).map_err(|_| std::io::Error::other("the system gave no random bytes"))?;
    Ok(HEXLOWER.encode(&bytes))
}

/// Returns the ledger's id, from the last event that began its keyed chain; `None` if its chain has no key yet.
async fn ledger_id(conn: &mut SqliteConnection) -> Result<Option<String>> {
    let begin: Option<String> =
        sqlx::query_scalar("SELECT data FROM events WHERE kind IN ($1, $2) ORDER BY seq DESC LIMIT 1")
            .bind(EventKind::ChainKeyed.to_string())
            .bind(EventKind::SendingUnblocked.to_string())
            .fetch_optional(conn)
            .await?;
    Ok(begin.and_then(|data| serde_json::from_str::<ChainBegin>(&data).ok()).map(|begin| begin.ledger))
}

/// Returns whether nothing was written since the chain was begun.
async fn ends_with_begin(conn: &mut SqliteConnection) -> Result<bool> {
    let kind: Option<String> =
        sqlx::query_scalar("SELECT kind FROM events ORDER BY seq DESC LIMIT 1").fetch_optional(conn).await?;
    Ok(kind == Some(EventKind::ChainKeyed.to_string()))
}

/// Returns why the history from before the first key cannot be trusted; `None` if it can.
async fn changed_before(conn: &mut SqliteConnection) -> Result<Option<BlockReason>> {
    match chain_verification::verify_chain(conn, None).await {
        Ok(_) => Ok(None),
        Err(LedgerError::ChainBroken { .. }) => Ok(Some(BlockReason::HistoryChanged)),
        Err(error) => Err(error),
    }
}

/// Returns why a ledger with the anchor's id does not contain the anchored event; `None` if it does.
async fn behind(
    conn: &mut SqliteConnection,
    anchor: &Anchor,
    key: Option<&ChainKey>,
) -> Result<Option<BlockReason>> {
    let found: Option<StoredEvent> =
        sqlx::query_as(concat!("SELECT ", event_columns!(), " FROM events WHERE seq = $1"))
            .bind(anchor.seq)
            .fetch_optional(&mut *conn)
            .await?;
    if found.is_some_and(|event| event.hash == anchor.hash) {
        return Ok(None);
    }
    match chain_verification::verify_chain(conn, key).await {
        Ok(_) => Ok(Some(BlockReason::LedgerOlder)),
        Err(LedgerError::ChainBroken { .. }) => Ok(Some(BlockReason::HistoryChanged)),
        Err(error) => Err(error),
    }
}

/// Returns the payrolls of the last intents.
async fn sent_last(conn: &mut SqliteConnection) -> Result<Vec<AnchoredPayroll>> {
    type Row = (String, String, i64, Option<String>, Option<String>);
    let payrolls = sqlx::query(
        "SELECT r.name, r.period, s.people, s.sent_at,
                (SELECT hash FROM events e WHERE e.payroll = r.id AND e.kind = $1 ORDER BY e.seq DESC LIMIT 1)
         FROM payrolls r JOIN (
             SELECT payroll, SUM(payout_count) AS people, MAX(sent_at) AS sent_at FROM batches
             WHERE attempts > 0 GROUP BY payroll ORDER BY MAX(sent_at) DESC LIMIT $2
         ) AS s ON s.payroll = r.id
         ORDER BY s.sent_at DESC",
    )
    .bind(EventKind::Intent.to_string())
    .bind(i64::try_from(PAYROLLS_ANCHORED_MAX).unwrap_or(i64::MAX))
    .fetch_all(conn)
    .await?;
    // An unreadable payroll is damaged and does not affect the others.
    let readable = payrolls.iter().filter_map(|row| {
        let (name, period, people, at, intent) = Row::from_row(row).ok()?;
        Some(AnchoredPayroll {
            name: anchored_name(&name),
            period,
            people: count("people", people).ok()?,
            at: moment("sent_at", &at?).ok()?,
            intent: intent?.chars().take(INTENT_HASH_CHARS).collect(),
        })
    });
    Ok(readable.collect())
}

/// Returns the batches that one step of the user would send, and those that are Unknown already.
async fn unknown_or_armed(conn: &mut SqliteConnection) -> Result<Vec<BatchKey>> {
    let keys: Vec<i64> =
        sqlx::query_scalar("SELECT id FROM batches WHERE state IN ($1, $2, $3, $4) ORDER BY id")
            .bind(BatchState::Unknown.to_string())
            .bind(BatchState::Approved.to_string())
            .bind(BatchState::NotSent.to_string())
            .bind(BatchState::NotAccepted.to_string())
            .fetch_all(conn)
            .await?;
    keys.into_iter().map(|key| Ok(BatchKey(count("batch", key)?))).collect()
}

/// Makes an armed batch Unknown; a damaged one stays what it is, and is never sent.
async fn make_unknown(tx: &mut WriteTx, key: BatchKey) -> Result<bool> {
    let stored = match load(tx.conn(), key).await {
        Err(error) if error.is_damage() => return Ok(false),
        loaded => loaded?,
    };
    if stored.state == BatchState::Unknown {
        // The change to Unknown may have been written while the key was missing. From here on a keyed event records
        // it.
        set_state(tx, &stored, BatchState::Unknown).await?;
        return Ok(false);
    }
    let outcome = AttemptOutcome {
        kind: OutcomeKind::Unknown,
        code: CODE_MAYBE_SENT.to_owned(),
        evidence: ExchangeRecord::default(),
    };
    write_answer(tx, key, &outcome).await?;
    enter(tx, &stored, BatchState::Unknown).await?;
    Ok(true)
}

fn totals(payroll: &PayrollRecord) -> Vec<Total> {
    payroll.totals.iter().map(|(people, sum)| Total::new(*people, *sum)).collect()
}
