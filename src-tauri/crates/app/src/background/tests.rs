//! Tests of the notices, and of a program without its window against the practice service.

use std::sync::atomic::Ordering;

use jiff::{SignedDuration, Timestamp};
use paysheet_desk::{
    Outstanding,
    view::{BackgroundSettings, Toggle},
};
use paysheet_domain::{Currency, Money, money::Total};

mod locked;
mod login;
mod token;

use super::{
    OnClose,
    notices::{Notices, PayrollFacts},
    watch::{Changed, Watch},
};
use crate::{
    state::{app_state::AppState, desktop::Notice},
    test_desktop::{Shown, held_port, pay_two, practising, until_closed},
};

fn facts(failed: u32, contradicted: u32, unresolved: u32) -> PayrollFacts {
    PayrollFacts { name: "November".to_owned(), failed, contradicted, unresolved, ..PayrollFacts::default() }
}

fn closed(failed: u32) -> PayrollFacts {
    let paid = vec![Total::new(24, Money::from_minor(100, Currency::NGN))];
    PayrollFacts { is_closed: true, paid, ..facts(failed, 0, 0) }
}

/// Shows a payroll in these states, one after the other, and returns which notices came with each.
fn notices(states: &[PayrollFacts]) -> Vec<Vec<&'static str>> {
    let mut notices = Notices::default();
    let name = |notice: &Notice| match notice {
        Notice::Finished { .. } => "finished",
        Notice::Failed { .. } => "failed",
        Notice::Contradicted { .. } => "contradicted",
        Notice::Unresolved { .. } => "unresolved",
        Notice::TokenEnds { .. } => "token",
        Notice::WaitsForUnlock => "unlock",
    };
    states.iter().map(|facts| notices.of_payroll(7, facts).iter().map(name).collect()).collect()
}

#[test]
fn each_fact_is_reported_once() {
    for (states, expect) in [
        (vec![facts(0, 0, 0), closed(0), closed(0)], vec![vec![], vec!["finished"], vec![]]),
        // Failures arrive one by one: the first is reported, and all are counted at the end.
        (
            vec![facts(1, 0, 0), facts(2, 0, 0), closed(3), closed(3)],
            vec![vec!["failed"], vec![], vec!["finished"], vec![]],
        ),
        (vec![closed(3)], vec![vec!["finished"]]),
        // Each further contradiction is an alarm, also after the end.
        (
            vec![facts(0, 1, 0), facts(0, 1, 0), facts(0, 2, 0)],
            vec![vec!["contradicted"], vec![], vec!["contradicted"]],
        ),
        (
            vec![closed(0), PayrollFacts { contradicted: 1, ..closed(0) }],
            vec![vec!["finished"], vec!["contradicted"]],
        ),
        // A batch that was decided, sent again and lost once more is a new fact.
        (
            vec![facts(0, 0, 1), facts(0, 0, 1), facts(0, 0, 0), facts(0, 0, 1)],
            vec![vec!["unresolved"], vec![], vec![], vec!["unresolved"]],
        ),
    ] {
        assert_eq!(notices(&states), expect, "{states:?}");
    }
}

#[test]
fn what_the_ledger_has_at_the_start_is_no_news() {
    let mut notices = Notices::default();
    notices.begin(7, &PayrollFacts { contradicted: 1, unresolved: 1, ..closed(2) });
    assert_eq!(notices.of_payroll(7, &PayrollFacts { contradicted: 1, unresolved: 1, ..closed(2) }), []);
    assert_eq!(notices.of_payroll(8, &closed(2)).len(), 1, "another payroll");
}

#[test]
fn a_token_is_reported_once_shortly_before_its_end() {
    let now = Timestamp::UNIX_EPOCH;
    let ends = |minutes| Some(now + SignedDuration::from_mins(minutes));
    for (at, expect) in [(None, false), (ends(16), false), (ends(15), true), (ends(0), false)] {
        let mut notices = Notices::default();
        assert_eq!(notices.of_token(at, now).is_some(), expect, "{at:?}");
        assert_eq!(notices.of_token(at, now), None, "{at:?}");
    }
    let mut notices = Notices::default();
    assert!(notices.of_token(ends(10), now).is_some());
    assert!(notices.of_token(ends(12), now).is_some(), "another token");
}

#[test]
fn only_alarms_are_shown_above_the_window() {
    let payroll = || "November".to_owned();
    for (notice, expect) in [
        (Notice::Contradicted { payroll: payroll(), count: 1 }, true),
        (Notice::Unresolved { payroll: payroll(), batches: 1 }, true),
        (Notice::Failed { payroll: payroll(), count: 1 }, false),
        (Notice::Finished { payroll: payroll(), paid: Vec::new(), failed: 0 }, false),
        (Notice::TokenEnds { at: Timestamp::UNIX_EPOCH }, false),
        (Notice::WaitsForUnlock, false),
    ] {
        assert_eq!(notice.is_alarm(), expect, "{notice:?}");
    }
}

async fn round(watch: &mut Watch, app_state: &AppState, id: Option<u32>) {
    let changed = Changed { payrolls: id.into_iter().collect(), all: id.is_none() };
    watch.round(app_state, &changed).await.unwrap();
}

fn last_outstanding(shown: &Shown) -> Outstanding {
    *shown.outstanding.lock().unwrap().last().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_window_is_hidden_until_all_is_settled_and_then_the_program_quits() {
    let (app_state, shown, folder) = practising().await;
    let desk = app_state.desk().await.unwrap();
    shown.has_tray.store(true, Ordering::SeqCst);
    assert_eq!(app_state.on_close().await, OnClose::Quit, "nothing is outstanding");
    let mut watch = Watch::default();
    round(&mut watch, &app_state, None).await;

    // Results wait at the service while nobody listens, and it is not asked.
    let mut settings = desk.profile().settings;
    settings.payout_status_path.clear();
    desk.save_profile(settings).await.unwrap();
    let address = desk.callback_address().await.unwrap();
    desk.listen("").await.unwrap();
    let held = held_port(&address);
    let id = pay_two(&desk, folder.path()).await;
    assert_eq!(app_state.on_close().await, OnClose::Quit, "results cannot arrive");
    // Somebody listens where the service does not know of.
    desk.listen("http://127.0.0.1:0/elsewhere").await.unwrap();
    shown.has_tray.store(false, Ordering::SeqCst);
    assert_eq!(app_state.on_close().await, OnClose::Quit, "nothing would lead back");
    shown.has_tray.store(true, Ordering::SeqCst);
    let hidden = app_state.on_close().await;
    assert!(matches!(hidden, OnClose::Hide(Outstanding { payouts: 2, .. })), "{hidden:?}");
    round(&mut watch, &app_state, None).await;
    assert!(!shown.has_quit.load(Ordering::SeqCst), "results are missing");

    drop(held);
    desk.listen(&address).await.unwrap();
    until_closed(&desk, id).await;

    round(&mut watch, &app_state, Some(id)).await;
    let notices = shown.notices.lock().unwrap().clone();
    assert!(matches!(&notices[..], [Notice::Finished { failed: 0, .. }]), "{notices:?}");
    assert_eq!((last_outstanding(&shown).payouts, last_outstanding(&shown).unresolved), (0, 0));
    assert!(shown.has_quit.load(Ordering::SeqCst), "nothing is left to wait for, and there is no window");
    round(&mut watch, &app_state, None).await;
    assert_eq!(shown.notices.lock().unwrap().len(), 1, "the same fact is not reported twice");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dock_keeps_a_program_whose_window_is_closed() {
    let (app_state, shown, folder) = practising().await;
    shown.has_tray.store(true, Ordering::SeqCst);
    shown.has_dock.store(true, Ordering::SeqCst);
    let mut watch = Watch::default();
    round(&mut watch, &app_state, None).await;
    let hidden = app_state.on_close().await;
    assert!(matches!(hidden, OnClose::Hide(Outstanding { payouts: 0, .. })), "{hidden:?}");
    assert!(app_state.is_hidden());
    round(&mut watch, &app_state, None).await;
    assert!(!shown.has_quit.load(Ordering::SeqCst));

    app_state.window_shown();
    let desk = app_state.desk().await.unwrap();
    let id = pay_two(&desk, folder.path()).await;
    let hidden = app_state.on_close().await;
    assert!(matches!(hidden, OnClose::Hide(_)), "{hidden:?}");
    until_closed(&desk, id).await;
    round(&mut watch, &app_state, Some(id)).await;
    assert_eq!(last_outstanding(&shown).payouts, 0);
    assert!(!shown.has_quit.load(Ordering::SeqCst), "its user ends it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_was_opened_while_hiding_it_was_decided_stays() {
    let (app_state, shown, _folder) = practising().await;
    shown.has_dock.store(true, Ordering::SeqCst);
    let before = app_state.times_shown();
    assert!(matches!(app_state.on_close().await, OnClose::Hide(_)));
    assert!(app_state.may_hide(before) && app_state.is_hidden());

    // The user opens it before the decision, whose end hides it all the same.
    app_state.window_shown();
    assert!(matches!(app_state.on_close().await, OnClose::Hide(_)));
    assert!(!app_state.may_hide(before) && !app_state.is_hidden());
    assert!(app_state.may_hide(app_state.times_shown()), "the next time");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_whose_window_is_shown_again_does_not_quit_and_tells_nothing_if_told_so() {
    let (app_state, shown, folder) = practising().await;
    let desk = app_state.desk().await.unwrap();
    shown.has_tray.store(true, Ordering::SeqCst);
    let mut watch = Watch::default();
    round(&mut watch, &app_state, None).await;
    let address = desk.callback_address().await.unwrap();
    desk.listen("http://127.0.0.1:0/elsewhere").await.unwrap();
    let held = held_port(&address);
    let id = pay_two(&desk, folder.path()).await;
    assert!(matches!(app_state.on_close().await, OnClose::Hide(_)));
    app_state.window_shown();
    let silent = BackgroundSettings { notifications: Toggle::Off, start_at_login: Toggle::Off };
    app_state.save_background(silent).await.unwrap();
    drop(held);
    desk.listen(&address).await.unwrap();
    until_closed(&desk, id).await;
    round(&mut watch, &app_state, Some(id)).await;
    assert!(!shown.has_quit.load(Ordering::SeqCst));
    assert_eq!(*shown.notices.lock().unwrap(), []);
}
