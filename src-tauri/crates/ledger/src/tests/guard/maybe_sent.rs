//! Which payrolls raise a question after the user has gone through an older ledger: by period, by time, and by their
//! state in this ledger.

use jiff::Timestamp;
use tempfile::TempDir;

use crate::{
    Anchor, AnchoredPayroll, BlockReason, DecisionKind, GuardRule, Ledger, PAYROLLS_ANCHORED_MAX, PayrollId,
    RECENT_DAYS, StoredAnchor,
    tests::support::{approve, approved, at, frozen, new_payroll, open, plan, rows},
};

const SECONDS_PER_DAY: i64 = 24 * 60 * 60;
const SENT: i64 = 100;
const UNBLOCKED: i64 = 200;

fn anchor_naming(name: &str, period: &str) -> StoredAnchor {
    StoredAnchor::Found(Anchor {
        ledger: "another".to_owned(),
        seq: 9,
        hash: "h".to_owned(),
        at: Some(at(SENT)),
        payrolls: vec![AnchoredPayroll {
            name: name.to_owned(),
            period: period.to_owned(),
            people: 3,
            at: at(SENT),
            intent: "0011223344556677".to_owned(),
        }],
    })
}

async fn unblocked(ledger: &Ledger, stored: &StoredAnchor) {
    ledger.block_sending(BlockReason::LedgerOlder);
    ledger.unblock(stored, ("Looked them up", "Ada"), at(UNBLOCKED)).await.unwrap();
}

/// Returns a ledger that the user has gone through while its anchor named the bonus.
async fn after_the_bonus(period: &str) -> (TempDir, Ledger) {
    let (dir, ledger) = open().await;
    unblocked(&ledger, &anchor_naming("Bonus", period)).await;
    (dir, ledger)
}

/// Returns the names of the payrolls that raise a question for this payroll.
async fn asked(ledger: &Ledger, id: PayrollId, now: Timestamp) -> Vec<String> {
    let found = ledger.questions(id, GuardRule::default(), now).await.unwrap();
    assert_eq!(found.open(), found.maybe_sent.len());
    found.maybe_sent.into_iter().map(|maybe| maybe.name).collect()
}

#[tokio::test]
async fn payrolls_of_its_period_and_of_the_days_after() {
    const DAYS: i64 = RECENT_DAYS as i64;
    for (period, days, is_asked) in [
        ("2026-11", 0, true),
        ("2026-11", 90, true),
        ("2026-10", 0, true),
        ("2026-10", DAYS - 1, true),
        ("2026-10", DAYS + 1, false),
    ] {
        let (_dir, ledger) = after_the_bonus(period).await;
        let (id, _) = frozen(&ledger, "November", &[2]).await;
        let asked = asked(&ledger, id, at(UNBLOCKED + days * SECONDS_PER_DAY)).await;
        assert_eq!(asked.len(), usize::from(is_asked), "{period}, {days} days later");
    }
}

async fn decide(ledger: &Ledger, id: PayrollId, now: Timestamp) {
    let found = ledger.questions(id, GuardRule::default(), now).await.unwrap();
    let subjects: Vec<String> = found.maybe_sent.into_iter().map(|maybe| maybe.subject).collect();
    ledger.decide(id, (DecisionKind::MaybeSent, &subjects), ("It was not sent", "Ada"), now).await.unwrap();
    assert_eq!(ledger.questions(id, GuardRule::default(), now).await.unwrap().open(), 0);
}

/// A payroll approved here under that name may be something else: the others are still asked about it.
#[tokio::test]
async fn also_once_something_of_its_name_is_approved_here() {
    let (_dir, ledger) = after_the_bonus("2026-11").await;
    // A name that looks the same to a reader.
    let (bonus, token) = frozen(&ledger, "BONUS ", &[2]).await;
    let found = ledger.questions(bonus, GuardRule::default(), at(300)).await.unwrap();
    assert_eq!(found.maybe_sent.iter().map(|maybe| maybe.is_itself).collect::<Vec<_>>(), [true]);
    decide(&ledger, bonus, at(300)).await;
    approve(&ledger, token, at(300)).await.unwrap();
    assert_eq!(asked(&ledger, bonus, at(301)).await, [""; 0]);
    let (salaries, _) = frozen(&ledger, "November", &[2]).await;
    assert_eq!(asked(&ledger, salaries, at(301)).await, ["Bonus"]);
}

/// A decision applies to the people that the payroll had.
#[tokio::test]
async fn again_once_the_payroll_has_other_people() {
    let (_dir, ledger) = after_the_bonus("2026-11").await;
    let (salaries, _) = frozen(&ledger, "November", &[2]).await;
    decide(&ledger, salaries, at(300)).await;
    // The second has the same number of people and the same sum, in other bodies.
    for sizes in [&[3][..], &[1, 1]] {
        ledger.freeze(salaries, plan("November", sizes)).await.unwrap();
        let found = ledger.questions(salaries, GuardRule::default(), at(300)).await.unwrap();
        assert_eq!(found.open(), 1, "{sizes:?}");
    }
}

/// Two payrolls that were sent may be equal in an anchor; each raises a question.
#[tokio::test]
async fn each_that_was_sent() {
    let (_dir, ledger) = open().await;
    let StoredAnchor::Found(mut anchor) = anchor_naming("Bonus", "2026-11") else { unreachable!() };
    let mut second = anchor.payrolls[0].clone();
    (second.at, second.intent) = (at(SENT - 1), "8899aabbccddeeff".to_owned());
    anchor.payrolls.push(second);
    unblocked(&ledger, &StoredAnchor::Found(anchor)).await;
    let (salaries, _) = frozen(&ledger, "November", &[2]).await;
    assert_eq!(asked(&ledger, salaries, at(300)).await, ["Bonus", "Bonus"]);
}

/// Drafts of one month have one name: a decision about one is none about the other.
#[tokio::test]
async fn each_of_two_drafts_of_one_name() {
    let (_dir, ledger) = open().await;
    for _ in 0..2 {
        ledger.create_payroll(new_payroll("Bonus"), &rows(2)).await.unwrap();
    }
    unblocked(&ledger, &StoredAnchor::Absent).await;
    let (salaries, _) = frozen(&ledger, "November", &[2]).await;
    let found = ledger.questions(salaries, GuardRule::default(), at(300)).await.unwrap();
    assert_eq!(found.maybe_sent.len(), 2);
    let subjects = [found.maybe_sent[0].subject.clone()];
    ledger
        .decide(salaries, (DecisionKind::MaybeSent, &subjects), ("Not sent", "Ada"), at(300))
        .await
        .unwrap();
    assert_eq!(ledger.questions(salaries, GuardRule::default(), at(300)).await.unwrap().open(), 1);
}

/// The event that names it is in this copy only: the next anchor names it, for the copy that is restored next.
#[tokio::test]
async fn also_after_another_copy_was_put_back() {
    let (_dir, ledger) = after_the_bonus("2026-11").await;
    let stored = StoredAnchor::Found(ledger.anchor().await.unwrap().unwrap());
    let (_other, copy) = open().await;
    unblocked(&copy, &stored).await;
    let (salaries, _) = frozen(&copy, "November", &[2]).await;
    assert_eq!(asked(&copy, salaries, at(300)).await, ["Bonus"]);
}

/// The anchor is full: more payrolls may have been sent than it names.
#[tokio::test]
async fn every_draft_where_the_anchor_is_full() {
    let (_dir, ledger) = open().await;
    ledger.create_payroll(new_payroll("Night shift"), &rows(2)).await.unwrap();
    let StoredAnchor::Found(mut anchor) = anchor_naming("Bonus", "2026-11") else { unreachable!() };
    for number in 1..PAYROLLS_ANCHORED_MAX {
        let mut sent = anchor.payrolls[0].clone();
        sent.intent = format!("{number:016}");
        anchor.payrolls.push(sent);
    }
    unblocked(&ledger, &StoredAnchor::Found(anchor)).await;
    let (salaries, _) = frozen(&ledger, "November", &[2]).await;
    let names = asked(&ledger, salaries, at(300)).await;
    assert!(names.contains(&"Night shift".to_owned()), "{names:?}");
}

/// What is approved here becomes Unknown, and its people are compared one by one. It may have been changed before it
/// was sent: then this ledger does not contain whom it paid.
#[tokio::test]
async fn what_is_approved_here_only_where_it_was_sent_with_other_people() {
    // The anchor names three people.
    for (people, named) in [(3, &[][..]), (2, &["Bonus"])] {
        let (_dir, ledger) = open().await;
        approved(&ledger, "Bonus", &[people]).await;
        unblocked(&ledger, &anchor_naming("Bonus", "2026-11")).await;
        let (salaries, _) = frozen(&ledger, "November", &[2]).await;
        assert_eq!(asked(&ledger, salaries, at(300)).await, named, "{people} people");
    }
}

/// A payroll with a damaged name affects only itself, and no approval of another.
#[tokio::test]
async fn beside_a_damaged_payroll() {
    let (_dir, ledger) = after_the_bonus("2026-11").await;
    frozen(&ledger, "Night shift", &[1]).await;
    let (salaries, _) = frozen(&ledger, "November", &[2]).await;
    let damage = "UPDATE payrolls SET name = x'ff00' WHERE name = 'Night shift'";
    sqlx::query(damage).execute(&ledger.writer).await.unwrap();
    assert_eq!(asked(&ledger, salaries, at(300)).await, ["Bonus"]);
}

/// The draft was deleted, and its file read again.
#[tokio::test]
async fn of_its_file_read_again_as_well() {
    let (_dir, ledger) = open().await;
    let deleted = ledger.create_payroll(new_payroll("Bonus"), &rows(2)).await.unwrap();
    unblocked(&ledger, &anchor_naming("Bonus", "2026-11")).await;
    ledger.delete_draft(deleted, at(201)).await.unwrap();
    let (salaries, _) = frozen(&ledger, "November", &[2]).await;
    assert_eq!(asked(&ledger, salaries, at(300)).await, ["Bonus"]);
    let (bonus, _) = frozen(&ledger, "Bonus", &[2]).await;
    let found = ledger.questions(bonus, GuardRule::default(), at(300)).await.unwrap();
    assert!(found.maybe_sent[0].is_itself);
}

/// An anchor contains only the beginning of a long name.
#[tokio::test]
async fn by_a_name_that_the_anchor_shortened() {
    let long = "Bonus of everybody in the warehouses of Lagos and Ibadan";
    let (_dir, ledger) = open().await;
    unblocked(&ledger, &anchor_naming(&long.chars().take(40).collect::<String>(), "2026-11")).await;
    let (bonus, _) = frozen(&ledger, long, &[2]).await;
    let found = ledger.questions(bonus, GuardRule::default(), at(300)).await.unwrap();
    assert!(found.maybe_sent[0].is_itself);
}

/// Without an anchor it is unknown which of them were sent; with one, those that it names were.
#[tokio::test]
async fn every_draft_where_there_is_no_anchor() {
    for (stored, named) in [
        (StoredAnchor::Absent, &["Bonus", "Night shift"][..]),
        (StoredAnchor::Unreadable, &["Bonus", "Night shift"]),
        (anchor_naming("Bonus", "2026-11"), &["Bonus"]),
    ] {
        let (_dir, ledger) = open().await;
        ledger.create_payroll(new_payroll("Bonus"), &rows(2)).await.unwrap();
        frozen(&ledger, "Night shift", &[1]).await;
        let armed = approved(&ledger, "Cooks", &[1]).await;
        unblocked(&ledger, &stored).await;
        let (salaries, _) = frozen(&ledger, "November", &[2]).await;
        let mut names = asked(&ledger, salaries, at(300)).await;
        names.sort_unstable();
        assert_eq!(names, named, "{stored:?}");
        // Its batch is Unknown now, and its people are compared one by one.
        assert!(!asked(&ledger, armed, at(300)).await.contains(&"Cooks".to_owned()));
    }
}
