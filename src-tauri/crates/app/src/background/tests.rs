//! Tests of the notices, and of a program without its window against the practice service.

use std::{fs, sync::atomic::Ordering, time::Duration};

use jiff::{SignedDuration, Timestamp};
use paysheet_desk::{
    Desk, Outstanding, ReadOptions, Worker,
    view::{BackgroundSettings, PayrollStatus, RowFilter, Toggle, TypedTotal},
};
use paysheet_domain::{Currency, Money, money::Total};
use tokio::{net::TcpSocket, time::timeout};

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
    test_desktop::{Shown, practising},
};

/// Longest time that the practice service may take for two people.
const WAIT: Duration = Duration::from_secs(60);

/// Binds the port of a callback address at which nobody listens, and refuses connections until it is dropped: the system
/// would give the port to another test, which would answer in place of the desk.
fn held_port(address: &str) -> TcpSocket {
    let (host, _) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let socket = TcpSocket::new_v4().unwrap();
    // As the listener does: connections that have just ended do not block the port.
    #[cfg(unix)]
    socket.set_reuseaddr(true).unwrap();
    socket.bind(host.parse().unwrap()).unwrap();
    socket
}

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

/// Imports a payroll of two people, approves it and sends it.
async fn pay_two(desk: &Desk, folder: &std::path::Path) -> u32 {
    Worker::this_program_with(&["--exact", "tests::reading_process"]).unwrap().install();
    let path = folder.join("Staff November 2026.csv");
    let text = "Name,Account number,Bank code,Amount,Country\n\
                Ada Person,0100000199,058,1000.00,NG\nBola Person,0100000299,058,1001.00,NG\n";
    fs::write(&path, text).unwrap();
    let id = desk.open_file(&path, ReadOptions::default()).await.unwrap();
    for row in desk.draft_rows(id, &RowFilter::default(), 0, 10).await.unwrap().rows {
        for problem in &row.problems {
            desk.accept_warning(id, row.position, problem.code, "seen").await.unwrap();
        }
    }
    let review = desk.review(id, None).await.unwrap();
    let typed: Vec<TypedTotal> = review
        .totals
        .iter()
        .map(|total| TypedTotal { currency: total.currency, text: total.sum.clone() })
        .collect();
    desk.approve(id, &review.fingerprint, &typed).await.unwrap();
    desk.send(id).await.unwrap();
    id
}

async fn until_closed(desk: &Desk, id: u32) {
    let mut events = desk.events();
    let closed = async {
        while desk.payroll(id).await.unwrap().state != PayrollStatus::Closed {
            let _ = events.recv().await;
        }
    };
    timeout(WAIT, closed).await.unwrap();
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
