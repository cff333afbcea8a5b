//! A hidden program whose desk is locked: what it waits for, and what its user is told.

use paysheet_desk::{Arrival, Desk};

use super::*;

/// A hidden program with two payouts outstanding. Nobody listens for callbacks, so results come only by asking, and the
/// first question is due minutes after sending: none comes while a test runs.
struct Hidden {
    app_state: std::sync::Arc<AppState>,
    shown: std::sync::Arc<Shown>,
    desk: Desk,
    watch: Watch,
    _folder: tempfile::TempDir,
}

impl Hidden {
    async fn asking() -> Self {
        let (app_state, shown, folder) = practising().await;
        let desk = app_state.desk().await.unwrap();
        shown.has_tray.store(true, Ordering::SeqCst);
        let mut watch = Watch::default();
        round(&mut watch, &app_state, None).await;
        desk.listen("").await.unwrap();
        assert!(!desk.profile().settings.payout_status_path.is_empty());
        pay_two(&desk, folder.path()).await;
        let hidden = app_state.on_close().await;
        assert!(matches!(hidden, OnClose::Hide(Outstanding { payouts: 2, .. })), "{hidden:?}");
        Self { app_state, shown, desk, watch, _folder: folder }
    }

    async fn round(&mut self) {
        round(&mut self.watch, &self.app_state, None).await;
    }

    fn notices(&self) -> Vec<Notice> {
        self.shown.notices.lock().unwrap().clone()
    }

    fn has_quit(&self) -> bool {
        self.shown.has_quit.load(Ordering::SeqCst)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_program_that_locks_itself_stays_and_tells_its_user_once() {
    let mut hidden = Hidden::asking().await;
    hidden.round().await;
    assert_eq!((hidden.has_quit(), hidden.notices()), (false, Vec::new()), "it asks");
    for _ in 0..2 {
        hidden.desk.lock();
        hidden.round().await;
    }
    assert!(!hidden.has_quit(), "results are missing, and arrive after the desk is unlocked");
    assert_eq!(last_outstanding(&hidden.shown).arrival, Arrival::AfterUnlock);
    assert_eq!(hidden.notices(), [Notice::WaitsForUnlock]);

    hidden.desk.unlock().await.unwrap();
    hidden.round().await;
    hidden.desk.lock();
    hidden.round().await;
    assert_eq!(hidden.notices().len(), 2, "it locked itself again");
}

/// Its user sees the lock in the window.
#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_is_shown_is_no_reason_for_a_notification() {
    let mut hidden = Hidden::asking().await;
    hidden.app_state.window_shown();
    hidden.desk.lock();
    hidden.round().await;
    assert_eq!(hidden.notices(), []);
    // Closed while it is locked: it stays, and its user is told at once.
    assert!(matches!(hidden.app_state.on_close().await, OnClose::Hide(_)));
    hidden.round().await;
    assert_eq!((hidden.has_quit(), hidden.notices()), (false, vec![Notice::WaitsForUnlock]));
}

/// Neither a locked nor an unlocked desk gets results then, so nothing is lost by quitting.
#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_program_that_can_ask_no_longer_quits() {
    let mut hidden = Hidden::asking().await;
    let mut settings = hidden.desk.profile().settings;
    settings.payout_status_path.clear();
    hidden.desk.save_profile(settings).await.unwrap();
    hidden.desk.lock();
    hidden.round().await;
    assert!(hidden.has_quit());
    assert_eq!(hidden.notices(), []);
}

/// Nobody would unlock a desk that they do not see.
#[tokio::test(flavor = "multi_thread")]
async fn a_start_at_login_shows_the_window_of_a_desk_that_has_to_be_unlocked() {
    let hidden = Hidden::asking().await;
    let start = || async { hidden.app_state.on_hidden_start().await.unwrap() };
    hidden.app_state.window_shown();
    assert!(matches!(start().await, OnClose::Hide(_)), "it asks");
    hidden.app_state.window_shown();
    hidden.desk.lock();
    assert_eq!(start().await, OnClose::Quit);
    assert!(!hidden.app_state.is_hidden());
    hidden.desk.listen("http://127.0.0.1:0/heard").await.unwrap();
    assert_eq!(start().await, OnClose::Quit, "nobody ever reached the address");
}
