//! The chain under a key, its anchor, and the attacks of a person who can write the file but does not have the key.

use paysheet_domain::{BatchState, ChainKey, PayoutState};
use tempfile::TempDir;

use crate::{
    BlockReason, EventKind, Ledger, LedgerError, PayrollId, StoredAnchor,
    history::chain_verification::{self, verify_chain},
    model::events::{StoredEvent, event_columns},
    tests::support::{FILE, accepted, approve, approved, at, frozen, open, payout_states, ready, send},
};

fn key() -> ChainKey {
    ChainKey::new(&[7; 32])
}

/// A ledger whose chain has a key, with the anchor of its beginning.
async fn keyed() -> (TempDir, Ledger, StoredAnchor) {
    let (dir, ledger) = open().await;
    ledger.attach_key(key());
    assert_eq!(ledger.compare(&StoredAnchor::Absent, at(1)).await.unwrap(), None);
    let anchor = anchor(&ledger).await;
    (dir, ledger, anchor)
}

async fn anchor(ledger: &Ledger) -> StoredAnchor {
    StoredAnchor::Found(ledger.anchor().await.unwrap().unwrap())
}

async fn with_a_history() -> (TempDir, Ledger, PayrollId) {
    let (dir, ledger, _) = keyed().await;
    let id = approved(&ledger, "November", &[1]).await;
    send(&ledger, id, accepted()).await;
    (dir, ledger, id)
}

/// Opens the ledger again, as at the next start.
async fn reopened(dir: &TempDir, ledger: &Ledger) -> Ledger {
    ledger.close().await;
    let again = Ledger::open_unrecovered(&dir.path().join(FILE), at(50)).await.unwrap();
    again.attach_key(key());
    again
}

async fn run(ledger: &Ledger, statement: &'static str) {
    sqlx::query(statement).execute(&ledger.writer).await.unwrap();
}

/// Seals every event again, as a person can who has the format and not the key.
async fn reseal_without_key(ledger: &Ledger) {
    let mut events: Vec<StoredEvent> =
        sqlx::query_as(concat!("SELECT ", event_columns!(), " FROM events ORDER BY seq"))
            .fetch_all(&ledger.writer)
            .await
            .unwrap();
    let mut prev = String::new();
    for event in &mut events {
        (event.data_salt, event.data_hash, event.prev_hash) = (None, None, prev);
        event.seal(None, &key());
        prev = event.hash.clone();
        sqlx::query(
            "UPDATE events SET data_salt = NULL, data_hash = NULL, prev_hash = $2, hash = $3 WHERE seq = $1",
        )
        .bind(event.seq)
        .bind(&event.prev_hash)
        .bind(&event.hash)
        .execute(&ledger.writer)
        .await
        .unwrap();
    }
}

#[tokio::test]
async fn every_change_of_a_keyed_event_is_found() {
    for (tampering, broken) in [
        ("UPDATE events SET data = replace(data, 'Ada', 'Eve') WHERE kind = 'approved'", 5),
        ("UPDATE events SET data_salt = '00' WHERE kind = 'approved'", 5),
        ("UPDATE events SET data = '', data_salt = NULL WHERE kind = 'approved'", 5),
        ("UPDATE events SET data_hash = NULL, data_salt = NULL WHERE kind = 'approved'", 5),
        ("UPDATE events SET at = '2026-01-01T00:00:00.000Z' WHERE seq = 6", 6),
        ("UPDATE events SET funding = 1 WHERE seq = 3", 3),
        ("DELETE FROM events WHERE seq = 7", 7),
        (
            "INSERT INTO events SELECT -1, at, kind, payroll, batch, payout, funding, data, data_salt, data_hash,
          prev_hash, hash FROM events WHERE seq = 5",
            1,
        ),
    ] {
        let (_dir, ledger, _) = with_a_history().await;
        ledger.verify_chain().await.unwrap();
        run(&ledger, tampering).await;
        let found = ledger.verify_chain().await;
        assert!(
            matches!(found, Err(LedgerError::ChainBroken { seq, unsealed: false }) if seq == broken),
            "{tampering}: {found:?}"
        );
    }
}

/// Data about people can be erased: the chain covers a salted hash of them.
#[tokio::test]
async fn erased_data_leave_a_chain_that_verifies() {
    let (_dir, ledger, id) = with_a_history().await;
    let before = ledger.verify_chain().await.unwrap();
    run(&ledger, "UPDATE events SET data = '', data_salt = '' WHERE kind = 'approved'").await;
    assert_eq!(ledger.verify_chain().await.unwrap(), before);
    let erased = ledger.events(id).await.unwrap();
    let approved = erased.iter().find(|event| event.kind == EventKind::Approved).unwrap();
    assert_eq!(approved.data_json, "");
    assert!(!format!("{erased:?}").contains("Ada"));
}

/// Nothing is sent based on an approval whose data were erased.
#[tokio::test]
async fn an_approval_without_its_data_sends_nothing() {
    let (_dir, ledger, _) = keyed().await;
    let id = approved(&ledger, "November", &[1]).await;
    run(&ledger, "UPDATE events SET data = '', data_salt = '' WHERE kind = 'approved'").await;
    let batch = ready(&ledger, id).await;
    let refused = crate::tests::support::intent(&ledger, batch, at(4)).await;
    assert!(matches!(refused, Err(LedgerError::NotAsFrozen(_))), "{:?}", refused.err());
}

#[tokio::test]
async fn a_history_resealed_without_the_key_is_found() {
    let (dir, ledger, _) = with_a_history().await;
    let stored = anchor(&ledger).await;
    run(&ledger, "UPDATE events SET data = replace(data, 'Ada', 'Eve') WHERE kind = 'approved'").await;
    reseal_without_key(&ledger).await;
    let again = reopened(&dir, &ledger).await;
    // The chain alone cannot show it: no event in it shows any longer that there was a key.
    again.verify_chain().await.unwrap();
    assert_eq!(again.compare(&stored, at(51)).await.unwrap(), Some(BlockReason::LedgerOlder));
}

#[tokio::test]
async fn events_that_were_added_without_the_key_are_found() {
    let (dir, ledger, _) = with_a_history().await;
    let stored = anchor(&ledger).await;
    ledger.close().await;
    let keyless = Ledger::open_unrecovered(&dir.path().join(FILE), at(50)).await.unwrap();
    keyless.set_setting("theme", "dark", at(51)).await.unwrap();
    let again = reopened(&dir, &keyless).await;
    assert_eq!(again.compare(&stored, at(52)).await.unwrap(), None, "the anchored event is there");
    let found = again.verify_chain().await;
    assert!(matches!(found, Err(LedgerError::ChainBroken { unsealed: true, .. })), "{found:?}");
}

#[tokio::test]
async fn an_event_written_by_another_program_meanwhile_stops_the_next_intent() {
    let (_dir, ledger, _) = keyed().await;
    let id = approved(&ledger, "November", &[1]).await;
    let batch = ready(&ledger, id).await;
    run(&ledger, "DELETE FROM events WHERE seq = (SELECT MAX(seq) FROM events)").await;
    // A later change does not hide it.
    ledger.set_setting("theme", "dark", at(3)).await.unwrap();
    let refused = crate::tests::support::intent(&ledger, batch, at(4)).await;
    assert!(matches!(refused, Err(LedgerError::SendingBlocked(_))), "{:?}", refused.err());
}

/// Its payroll is damaged; the anchor names the others.
#[tokio::test]
async fn an_anchor_is_made_beside_a_damaged_payroll() {
    let (_dir, ledger, _) = keyed().await;
    for name in ["October", "November"] {
        let id = approved(&ledger, name, &[1]).await;
        send(&ledger, id, accepted()).await;
    }
    run(&ledger, "UPDATE batches SET sent_at = 'zzz' WHERE payroll = 1").await;
    run(&ledger, "DELETE FROM events WHERE kind = 'intent' AND payroll = 1").await;
    let anchor = ledger.anchor().await.unwrap().unwrap();
    assert_eq!(anchor.payrolls.iter().map(|payroll| payroll.name.as_str()).collect::<Vec<_>>(), ["November"]);
}

#[tokio::test]
async fn an_anchor_whose_event_is_gone_is_not_replaced() {
    let (_dir, ledger, _) = keyed().await;
    approved(&ledger, "November", &[1]).await;
    let last = anchor(&ledger).await;
    ledger.require_anchored(&last).await.unwrap();
    run(&ledger, "DELETE FROM events WHERE seq = (SELECT MAX(seq) FROM events)").await;
    assert!(matches!(ledger.require_anchored(&last).await, Err(LedgerError::SendingBlocked(_))));
    assert_eq!(ledger.block(), Some(BlockReason::HistoryChanged));
}

/// The program ended between the beginning of the chain and its first anchor: sending is not blocked for that.
#[tokio::test]
async fn a_chain_that_was_just_begun_needs_no_anchor() {
    let (dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[1]).await;
    send(&ledger, id, accepted()).await;
    ledger.attach_key(key());
    assert_eq!(ledger.compare(&StoredAnchor::Absent, at(20)).await.unwrap(), None);
    let again = reopened(&dir, &ledger).await;
    assert_eq!(again.compare(&StoredAnchor::Absent, at(51)).await.unwrap(), None);
    again.set_setting("theme", "dark", at(52)).await.unwrap();
    let third = reopened(&dir, &again).await;
    assert_eq!(third.compare(&StoredAnchor::Absent, at(53)).await.unwrap(), Some(BlockReason::RecordMissing));
}

#[tokio::test]
async fn a_history_that_was_edited_before_it_had_a_key_is_not_taken_over() {
    let (_dir, ledger) = open().await;
    approved(&ledger, "November", &[1]).await;
    run(&ledger, "UPDATE events SET data = replace(data, 'Ada', 'Eve') WHERE kind = 'approved'").await;
    ledger.attach_key(key());
    let compared = ledger.compare(&StoredAnchor::Absent, at(20)).await.unwrap();
    assert_eq!(compared, Some(BlockReason::HistoryChanged));
}

#[tokio::test]
async fn a_ledger_is_compared_with_its_anchor() {
    let (dir, ledger, first) = keyed().await;
    let id = approved(&ledger, "November", &[1]).await;
    let early = anchor(&ledger).await;
    send(&ledger, id, accepted()).await;
    let last = anchor(&ledger).await;
    let StoredAnchor::Found(newest) = last.clone() else { unreachable!("it was just made") };
    let changed = |change: &dyn Fn(&mut crate::Anchor)| {
        let mut anchor = newest.clone();
        change(&mut anchor);
        StoredAnchor::Found(anchor)
    };
    let again = reopened(&dir, &ledger).await;
    for (stored, expected) in [
        (first, None),
        (early, None),
        (last, None),
        (changed(&|anchor| anchor.seq += 1), Some(BlockReason::LedgerOlder)),
        (changed(&|anchor| anchor.hash = "00".to_owned()), Some(BlockReason::LedgerOlder)),
        (changed(&|anchor| anchor.ledger = "another".to_owned()), Some(BlockReason::OtherLedger)),
        (StoredAnchor::Unreadable, Some(BlockReason::RecordMissing)),
        (StoredAnchor::Absent, Some(BlockReason::RecordMissing)),
    ] {
        assert_eq!(again.compare(&stored, at(60)).await.unwrap(), expected, "{stored:?}");
    }
    let (_dir, new) = open().await;
    new.attach_key(key());
    let stored = changed(&|_| ());
    assert_eq!(new.compare(&stored, at(60)).await.unwrap(), Some(BlockReason::LedgerNew));
}

#[tokio::test]
async fn an_anchor_fits_a_keychain_entry() {
    /// The maximum size of one keychain entry on Windows.
    const ENTRY_BYTES_MAX: usize = 2_560;
    let (_dir, ledger, _) = keyed().await;
    for number in 0..8 {
        let name = format!("{number} {}", "ẹ".repeat(60));
        let id = approved(&ledger, &name, &[1]).await;
        send(&ledger, id, accepted()).await;
    }
    let anchor = ledger.anchor().await.unwrap().unwrap();
    assert_eq!(anchor.payrolls.len(), crate::PAYROLLS_ANCHORED_MAX);
    let bytes = serde_json::to_string(&anchor).unwrap().len();
    assert!(bytes < ENTRY_BYTES_MAX, "{bytes} bytes");
}

#[tokio::test]
async fn what_is_blocked_neither_approves_nor_sends() {
    let (_dir, ledger, _) = keyed().await;
    let id = approved(&ledger, "November", &[1]).await;
    let batch = ready(&ledger, id).await;
    let (_, token) = frozen(&ledger, "December", &[1]).await;
    ledger.block_sending(BlockReason::LedgerOlder);
    let refused = crate::tests::support::intent(&ledger, batch, at(4)).await;
    assert!(matches!(refused, Err(LedgerError::SendingBlocked(_))), "{:?}", refused.err());
    let refused = approve(&ledger, token, at(5)).await;
    assert!(matches!(refused, Err(LedgerError::SendingBlocked(_))), "{:?}", refused.err());
}

#[tokio::test]
async fn after_a_changed_history_was_accepted_a_second_change_is_found() {
    let (dir, ledger, _) = keyed().await;
    let id = approved(&ledger, "November", &[2]).await;
    run(&ledger, "UPDATE events SET data = replace(data, 'Ada', 'Eve') WHERE kind = 'approved'").await;
    ledger.block_sending(BlockReason::HistoryChanged);
    assert!(ledger.verify_chain().await.is_err());
    assert!(matches!(
        ledger.unblock(&StoredAnchor::Absent, (" ", "Ada"), at(20)).await,
        Err(LedgerError::NoReason)
    ));
    let unknown = ledger.unblock(&StoredAnchor::Absent, ("It was me", "Ada"), at(20)).await.unwrap();
    assert_eq!(unknown.len(), 1);
    assert_eq!(ledger.batches(id).await.unwrap()[0].state, BatchState::Unknown);
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Sent, PayoutState::Sent]);
    ledger.verify_chain().await.unwrap();
    let again = reopened(&dir, &ledger).await;
    again.verify_chain().await.unwrap();
    run(&again, "UPDATE events SET data = replace(data, 'Eve', 'Bob') WHERE kind = 'approved'").await;
    assert!(again.verify_chain().await.is_err());
}

#[tokio::test]
async fn another_key_begins_the_chain_anew_and_covers_what_was_before() {
    let (_dir, ledger, _) = keyed().await;
    ledger.set_setting("theme", "dark", at(2)).await.unwrap();
    let other = ChainKey::new(&[8; 32]);
    ledger.attach_key(other.clone());
    assert!(ledger.verify_chain().await.is_err());
    ledger.begin_chain(at(3)).await.unwrap();
    ledger.verify_chain().await.unwrap();
    let mut conn = ledger.reader.acquire().await.unwrap();
    assert!(verify_chain(&mut conn, Some(&key())).await.is_err());
    assert_eq!(chain_verification::digest(&mut conn).await.unwrap().len(), 64);
}
