//! The start at login is offered once, before the window hides for the first time.

use paysheet_desk::view::Mode;
use tokio::time::timeout;

use super::*;
use crate::test_desktop::WAIT;

/// A live desk with payouts outstanding and a tray. Only its service is the practice service.
async fn live() -> (std::sync::Arc<AppState>, std::sync::Arc<Shown>, tempfile::TempDir) {
    let (app_state, shown, folder) = practising().await;
    app_state.open.lock().await.as_mut().unwrap().mode = Mode::Live;
    shown.has_tray.store(true, Ordering::SeqCst);
    let desk = app_state.desk().await.unwrap();
    desk.listen("http://127.0.0.1:0/elsewhere").await.unwrap();
    (app_state, shown, folder)
}

async fn offers(app_state: &AppState) -> bool {
    app_state.session().await.unwrap().offers_start_at_login
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_offered_once_and_the_answer_closes_the_window() {
    for (answer, starts) in [(Toggle::On, true), (Toggle::Off, false)] {
        let (app_state, shown, folder) = live().await;
        assert_eq!(app_state.on_close().await, OnClose::Quit, "nothing is outstanding");
        pay_two(&app_state.desk().await.unwrap(), folder.path()).await;
        let mut events = app_state.events();
        assert_eq!(app_state.on_close().await, OnClose::Offer);
        assert!(!app_state.is_hidden() && offers(&app_state).await);
        timeout(WAIT, events.recv()).await.unwrap().unwrap();

        app_state.answer_login_offer(answer).unwrap();
        assert_eq!(shown.starts_at_login.load(Ordering::SeqCst), starts);
        assert_eq!(shown.closings.load(Ordering::SeqCst), 1);
        assert!(!offers(&app_state).await);
        app_state.answer_login_offer(Toggle::On).unwrap();
        assert_eq!(shown.starts_at_login.load(Ordering::SeqCst), starts, "it was answered already");
        assert_eq!(shown.closings.load(Ordering::SeqCst), 1);
        // What the closing window does next.
        assert!(matches!(app_state.on_close().await, OnClose::Hide(Outstanding { payouts: 2, .. })));
        app_state.window_shown();
        assert!(matches!(app_state.on_close().await, OnClose::Hide(_)), "never again");
        let again = crate::test_desktop::started(folder.path()).0;
        assert!(again.preferences().login_offered, "also after a restart");
    }
}

/// The page may hang: a second click on the close button needs no answer.
#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_is_closed_again_hides_without_an_answer() {
    let (app_state, shown, folder) = live().await;
    pay_two(&app_state.desk().await.unwrap(), folder.path()).await;
    assert_eq!(app_state.on_close().await, OnClose::Offer);
    assert!(matches!(app_state.on_close().await, OnClose::Hide(_)));
    assert!(!offers(&app_state).await, "it is not open when the window is shown again");
    assert!(!shown.starts_at_login.load(Ordering::SeqCst));
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_not_offered_where_it_is_on_or_no_money_moves() {
    let (app_state, shown, folder) = live().await;
    pay_two(&app_state.desk().await.unwrap(), folder.path()).await;
    shown.starts_at_login.store(true, Ordering::SeqCst);
    assert!(matches!(app_state.on_close().await, OnClose::Hide(_)), "it is on");
    app_state.window_shown();
    shown.starts_at_login.store(false, Ordering::SeqCst);
    app_state.open.lock().await.as_mut().unwrap().mode = Mode::Practice;
    assert!(matches!(app_state.on_close().await, OnClose::Hide(_)), "practice");
    app_state.window_shown();
    assert!(matches!(app_state.on_hidden_start().await.unwrap(), OnClose::Hide(_)), "there is no window");
    app_state.open.lock().await.as_mut().unwrap().mode = Mode::Live;
    assert_eq!(app_state.on_close().await, OnClose::Offer, "it was never offered until now");
}
