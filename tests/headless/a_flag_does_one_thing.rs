//! `--withdraw` and `--unblock` do what they say and never send, whatever there is to send.

use crate::program::Fixture;

const PAID: Option<i32> = Some(0);
const BAD_INPUT: Option<i32> = Some(2);
const OPEN: Option<i32> = Some(3);
const NOT_PAID: Option<i32> = Some(7);
const WITHDRAW: [&str; 3] = ["--withdraw", "--reason", "Paid by hand"];
const UNBLOCK: [&str; 3] = ["--unblock", "--reason", "Looked them up"];

#[tokio::test(flavor = "multi_thread")]
async fn a_payroll_that_was_never_read_is_neither_withdrawn_nor_paid() {
    let fixture = Fixture::new().await;
    let sheet = fixture.sheet(3);
    for (flag, said) in [(WITHDRAW, "nothing_to_withdraw"), (UNBLOCK, "nothing_to_unblock")] {
        let ended = fixture.run("November 2026", &sheet, &flag);
        assert_eq!(ended.code, BAD_INPUT, "{flag:?}: {} {}", ended.out, ended.errors);
        assert!(ended.errors.starts_with(said), "{flag:?}: {}", ended.errors);
        assert!(fixture.queued().is_empty(), "{flag:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_paid_is_not_withdrawn_and_not_paid_again() {
    let fixture = Fixture::new().await;
    let sheet = fixture.sheet(3);
    assert_eq!(fixture.run("November 2026", &sheet, &[]).code, PAID);
    for flag in [WITHDRAW, UNBLOCK] {
        let ended = fixture.run("November 2026", &sheet, &flag);
        assert_eq!(ended.code, BAD_INPUT, "{flag:?}: {} {}", ended.out, ended.errors);
    }
    assert!(fixture.queued().values().all(|times| *times == 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_sends_another_payroll() {
    let fixture = Fixture::new().await;
    let sheet = fixture.sheet(3);
    let gone = fixture.listing_banks_then_gone();
    assert_eq!(fixture.run_at(&gone, "November 2026", &sheet, &[]).code, OPEN);
    for flag in [WITHDRAW, UNBLOCK] {
        let ended = fixture.run("Bonus 2026", &sheet, &flag);
        assert_eq!(ended.code, BAD_INPUT, "{flag:?}: {} {}", ended.out, ended.errors);
        let unblocked = fixture.run("November 2026", &sheet, &UNBLOCK);
        assert_eq!(unblocked.code, BAD_INPUT, "{} {}", unblocked.out, unblocked.errors);
        assert!(fixture.queued().is_empty(), "{flag:?}");
    }
    let withdrawn = fixture.run_at(&gone, "November 2026", &sheet, &WITHDRAW);
    assert_eq!(withdrawn.code, NOT_PAID, "{} {}", withdrawn.out, withdrawn.errors);
    assert!(fixture.queued().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn flags_that_ask_for_two_things_are_refused() {
    let fixture = Fixture::new().await;
    let sheet = fixture.sheet(3);
    for also in [
        &["--unblock", "--reason", "Looked them up"][..],
        &["--send-refused-again"],
        &["--decide", "same_payroll:0123456789abcdef", "--reason", "x"],
        &["--total", "6003.00"],
    ] {
        let ended = fixture.run("November 2026", &sheet, &[&WITHDRAW[..], also].concat());
        assert_eq!(ended.code, BAD_INPUT, "{also:?}: {} {}", ended.out, ended.errors);
    }
    assert!(fixture.queued().is_empty());
}
