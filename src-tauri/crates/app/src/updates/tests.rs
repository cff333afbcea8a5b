//! Updates against the practice service, on a desktop without a screen. What is downloaded and replaced is the shell's.

use std::{
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use paysheet_desk::ErrorCode;
use tokio::time::timeout;

use super::{
    view::{NOTES_MAX, UpdateProgress},
    *,
};
use crate::{
    state::desktop::Pending,
    test_desktop::{Shown, WAIT, held_port, pay_two, practising, started, until_closed},
};

const NEWER: &str = "99.0.0";
const FILE: &[u8] = b"the new version";

type During = Box<dyn FnOnce() -> Result<(), UpdateFailure> + Send>;

type Downloaded = Result<Vec<u8>, UpdateFailure>;

/// A package whose download ends when the test says so, and whose installation does what the test says.
#[derive(Default)]
struct TestPackage {
    downloads: Mutex<Vec<oneshot::Receiver<Downloaded>>>,
    during: Mutex<Option<During>>,
    installed: Mutex<Vec<Vec<u8>>>,
}

impl TestPackage {
    /// Returns the end of the next download.
    fn next_download(&self) -> oneshot::Sender<Result<Vec<u8>, UpdateFailure>> {
        let (end, ended) = oneshot::channel();
        self.downloads.lock().unwrap().push(ended);
        end
    }

    fn installations(&self) -> usize {
        self.installed.lock().unwrap().len()
    }
}

impl Package for TestPackage {
    fn download(&self, mut progress: Progress) -> Pending<'_, Result<Vec<u8>, UpdateFailure>> {
        let ended = self.downloads.lock().unwrap().pop();
        Box::pin(async move {
            progress(30, Some(60));
            match ended {
                Some(ended) => ended.await.unwrap(),
                None => Ok(FILE.to_owned()),
            }
        })
    }

    fn install(&self, file: &[u8]) -> Result<(), UpdateFailure> {
        self.installed.lock().unwrap().push(file.to_owned());
        self.during.lock().unwrap().take().map_or(Ok(()), |during| during())
    }
}

fn release(version: &str, package: Option<Arc<TestPackage>>) -> Release {
    let package = package.map(|package| package as Arc<dyn Package>);
    Release { version: version.to_owned(), notes: "Faster".to_owned(), package }
}

fn support_updates(shown: &Shown) {
    *shown.updates.lock().unwrap() = Some(UpdateSupport::Present);
}

async fn find(app_state: &Arc<AppState>, shown: &Shown, release: Option<Release>) -> UpdatesView {
    *shown.found.lock().unwrap() = Some(release);
    app_state.change_updates(UpdateChange::Look).await.unwrap()
}

/// A practice desk that found a newer version.
async fn with_release() -> (Arc<AppState>, Arc<Shown>, Arc<TestPackage>, tempfile::TempDir) {
    let (app_state, shown, folder) = practising().await;
    support_updates(&shown);
    let package = Arc::new(TestPackage::default());
    let found = find(&app_state, &shown, Some(release(NEWER, Some(Arc::clone(&package))))).await;
    assert!(found.asks && found.release.is_some_and(|release| release.version == NEWER && release.installs));
    (app_state, shown, package, folder)
}

async fn install(app_state: &Arc<AppState>) -> UpdatesView {
    app_state.change_updates(UpdateChange::Install).await.unwrap()
}

async fn until(app_state: &AppState, done: impl Fn(&UpdatesView) -> bool) -> UpdatesView {
    let mut events = app_state.events();
    let wait = async {
        loop {
            let view = app_state.updates().await;
            if done(&view) {
                return view;
            }
            let _ = events.recv().await;
        }
    };
    timeout(WAIT, wait).await.unwrap()
}

async fn until_restarted(shown: &Shown) {
    let wait = async {
        while shown.restarts.load(Ordering::SeqCst) == 0 {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(WAIT, wait).await.unwrap();
}

/// Sends a payroll to a service whose callbacks reach nobody. Returns the payroll and what to listen at for them.
async fn pay_without_results(desk: &Desk, folder: &Path) -> (u32, String, tokio::net::TcpSocket) {
    let mut settings = desk.profile().settings;
    settings.payout_status_path.clear();
    desk.save_profile(settings).await.unwrap();
    let address = desk.callback_address().await.unwrap();
    desk.listen("http://127.0.0.1:0/elsewhere").await.unwrap();
    let held = held_port(&address);
    (pay_two(desk, folder).await, address, held)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_release_is_downloaded_and_installed_with_nothing_open() {
    let (app_state, shown, package, _folder) = with_release().await;
    let during = Arc::clone(&app_state);
    *package.during.lock().unwrap() = Some(Box::new(move || {
        assert!(during.open.try_lock().is_err(), "no command gets a desk");
        assert_eq!(during.preferences().installing_version.as_deref(), Some(NEWER));
        Ok(())
    }));
    install(&app_state).await;
    until_restarted(&shown).await;
    assert_eq!(*package.installed.lock().unwrap(), [FILE]);
    let view = app_state.updates().await;
    assert_eq!((view.progress, view.failure), (UpdateProgress::Installing, None));
}

/// The user says yes, and a payroll is sent before the file is there.
#[tokio::test(flavor = "multi_thread")]
async fn a_payroll_that_is_sent_between_question_and_installation_comes_first() {
    let (app_state, shown, package, folder) = with_release().await;
    let end = package.next_download();
    let view = install(&app_state).await;
    assert!(matches!(view.progress, UpdateProgress::Downloading { .. }), "{view:?}");
    until(&app_state, |view| view.progress == UpdateProgress::Downloading { percent: Some(50) }).await;

    let desk = app_state.desk().await.unwrap();
    let (id, address, held) = pay_without_results(&desk, folder.path()).await;
    end.send(Ok(FILE.to_owned())).unwrap();
    let view = until(&app_state, |view| view.progress == UpdateProgress::Ready).await;
    assert_eq!(view.busy, Some(UpdateBusy::Results));
    let view = install(&app_state).await;
    assert_eq!((view.progress, view.busy), (UpdateProgress::Ready, Some(UpdateBusy::Results)));
    assert_eq!(package.installations(), 0);

    drop(held);
    desk.listen(&address).await.unwrap();
    until_closed(&desk, id).await;
    assert_eq!(app_state.updates().await.busy, None);
    let view = install(&app_state).await;
    assert_eq!(view.progress, UpdateProgress::Installing, "the command does not wait for the end");
    until_restarted(&shown).await;
    assert_eq!((package.installations(), shown.restarts.load(Ordering::SeqCst)), (1, 1));
    // The program ends only now.
    assert!(app_state.is_installing_update() && app_state.open.try_lock().is_err());
    assert!(desk.hold_sending().is_none(), "the gate was opened");
}

/// A command that had its desk before the installation began.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_while_it_is_installed_and_a_failed_installation_lets_it_be_sent() {
    let (app_state, shown, package, folder) = with_release().await;
    let desk = app_state.desk().await.unwrap();
    let was_closed = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&was_closed);
    *package.during.lock().unwrap() = Some(Box::new(move || {
        seen.store(desk.hold_sending().is_none(), Ordering::SeqCst);
        Err(UpdateFailure::NotInstalled)
    }));
    install(&app_state).await;
    let view = until(&app_state, |view| view.failure.is_some()).await;
    assert_eq!((view.progress, view.failure), (UpdateProgress::Idle, Some(UpdateFailure::NotInstalled)));
    assert!(view.release.is_some(), "it can be tried again");
    assert!(was_closed.load(Ordering::SeqCst), "the gate was open");
    assert_eq!(shown.restarts.load(Ordering::SeqCst), 0);
    assert_eq!(app_state.preferences().installing_version, None);

    let again = app_state.desk().await.unwrap();
    let id = pay_two(&again, folder.path()).await;
    until_closed(&again, id).await;
}

/// The window says that something is being paid, which is not a payroll in progress yet.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_decides_to_pay_at_the_same_moment_comes_first() {
    let (app_state, shown, package, _folder) = with_release().await;
    let end = package.next_download();
    install(&app_state).await;
    let desk = app_state.desk().await.unwrap();
    // Who closed the gate is as good as who passes it.
    let held = desk.hold_sending().unwrap();
    end.send(Ok(FILE.to_owned())).unwrap();
    let view = until(&app_state, |view| view.progress == UpdateProgress::Ready).await;
    assert_eq!(view.busy, Some(UpdateBusy::Sending));
    let view = install(&app_state).await;
    assert_eq!((view.progress, view.busy), (UpdateProgress::Ready, Some(UpdateBusy::Sending)));
    assert_eq!(package.installations(), 0);
    drop(held);
    install(&app_state).await;
    until_restarted(&shown).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_installation_that_breaks_off_can_be_left() {
    let (app_state, _shown, package, _folder) = with_release().await;
    *package.during.lock().unwrap() =
        Some(Box::new(|| -> Result<(), UpdateFailure> { panic!("the updater has a mistake") }));
    install(&app_state).await;
    let view = until(&app_state, |view| view.failure.is_some()).await;
    assert_eq!((view.progress, view.failure), (UpdateProgress::Idle, Some(UpdateFailure::NotInstalled)));
    assert!(!app_state.is_installing_update());

    let known = &app_state.updates;
    known.known().phase = Phase::Installing;
    drop(InstallationEnd(known));
    assert!(!app_state.is_installing_update());
}

#[test]
fn a_restart_by_an_update_is_known_once() {
    let folder = tempfile::tempdir().unwrap();
    let is_restart = || started(folder.path()).0.is_restart_by_update();
    let remember = |version: Option<&str>| {
        started(folder.path()).0.remember_installing(version.map(str::to_owned));
    };
    assert!(!is_restart());
    // An installation that failed: the user starts the old version, perhaps with a file.
    remember(Some(NEWER));
    assert!(!is_restart());
    remember(Some(env!("CARGO_PKG_VERSION")));
    assert!(is_restart());
    started(folder.path()).0.report_last_update();
    assert!(!is_restart());
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_downloaded_while_money_moves_or_a_card_is_entered() {
    let (app_state, shown, _package, folder) = with_release().await;
    shown.has_card.store(true, Ordering::SeqCst);
    let view = install(&app_state).await;
    assert_eq!((view.progress, view.busy), (UpdateProgress::Idle, Some(UpdateBusy::TopUp)));
    shown.has_card.store(false, Ordering::SeqCst);

    let desk = app_state.desk().await.unwrap();
    let (_id, _address, _held) = pay_without_results(&desk, folder.path()).await;
    let view = install(&app_state).await;
    assert_eq!((view.progress, view.busy), (UpdateProgress::Idle, Some(UpdateBusy::Results)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_or_failed_download_installs_nothing_and_can_be_tried_again() {
    let (app_state, shown, package, _folder) = with_release().await;
    let end = package.next_download();
    install(&app_state).await;
    app_state.change_updates(UpdateChange::Stop).await.unwrap();
    let view = until(&app_state, |view| view.failure.is_some()).await;
    assert_eq!((view.progress, view.failure), (UpdateProgress::Idle, Some(UpdateFailure::Stopped)));
    drop(end);

    for failure in [UpdateFailure::Incomplete, UpdateFailure::NotGenuine] {
        package.next_download().send(Err(failure)).unwrap();
        install(&app_state).await;
        let view = until(&app_state, |view| view.failure == Some(failure)).await;
        assert_eq!(view.progress, UpdateProgress::Idle);
    }
    assert_eq!(package.installations(), 0);
    install(&app_state).await;
    until_restarted(&shown).await;
    assert_eq!(package.installations(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_clicks_download_once() {
    let (app_state, _shown, package, _folder) = with_release().await;
    let _end = package.next_download();
    install(&app_state).await;
    let again = app_state.change_updates(UpdateChange::Install).await.unwrap_err();
    assert_eq!(again.code(), ErrorCode::WrongState);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_release_is_asked_about_until_it_is_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let (app_state, shown) = started(folder.path());
    support_updates(&shown);
    let found = async |version: &str| find(&app_state, &shown, Some(release(version, None))).await;
    let announced = found(NEWER).await;
    assert!(announced.asks && !announced.release.unwrap().installs);
    let nothing_to_install = app_state.change_updates(UpdateChange::Install).await.unwrap_err();
    assert_eq!(nothing_to_install.code(), ErrorCode::WrongState);
    assert!(!app_state.change_updates(UpdateChange::Later).await.unwrap().asks);
    assert!(!found(NEWER).await.asks, "until the next start");
    assert!(found("99.0.1").await.asks, "another one");
    app_state.change_updates(UpdateChange::Skip).await.unwrap();

    let (app_state, shown) = started(folder.path());
    support_updates(&shown);
    let found = async |version: &str| find(&app_state, &shown, Some(release(version, None))).await;
    assert!(!found("99.0.1").await.asks && app_state.updates().await.release.is_some());
    assert!(found("99.0.2").await.asks);
    assert_eq!(found(&"9".repeat(41)).await.release, None, "no version has such a name");
    assert_eq!(find(&app_state, &shown, None).await.release, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_address_or_by_an_office_s_order_nothing_is_looked_for() {
    for (support, expected) in
        [(UpdateSupport::Missing, UpdateSearch::Missing), (UpdateSupport::Managed, UpdateSearch::Managed)]
    {
        let folder = tempfile::tempdir().unwrap();
        let (app_state, shown) = started(folder.path());
        *shown.updates.lock().unwrap() = Some(support);
        let view = find(&app_state, &shown, Some(release(NEWER, None))).await;
        assert_eq!((view.search, view.release), (expected, None));
        // It ends at once, and does not wait for the first look.
        timeout(WAIT / 2, Arc::clone(&app_state).run_updates()).await.unwrap();
        assert!(shown.found.lock().unwrap().is_some(), "nobody asked");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_is_turned_off_for_good_and_a_look_that_fails_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let (app_state, shown) = started(folder.path());
    support_updates(&shown);
    let failed = app_state.change_updates(UpdateChange::Look).await.unwrap();
    assert_eq!((failed.failure, failed.looked_at), (Some(UpdateFailure::NotReached), None));
    let found = find(&app_state, &shown, None).await;
    assert!(found.failure.is_none() && found.looked_at.is_some());
    app_state.change_updates(UpdateChange::Search { toggle: Toggle::Off }).await.unwrap();

    let (app_state, shown) = started(folder.path());
    support_updates(&shown);
    assert_eq!(app_state.updates().await.search, UpdateSearch::Off);
}

/// On Windows the installer ends the program, and nobody is there to report its failure.
#[tokio::test(flavor = "multi_thread")]
async fn the_next_start_says_that_an_update_was_not_installed() {
    for (version, expected) in [(NEWER, Some(UpdateFailure::NotInstalled)), (env!("CARGO_PKG_VERSION"), None)]
    {
        let folder = tempfile::tempdir().unwrap();
        started(folder.path()).0.remember_installing(Some(version.to_owned()));
        for expected in [expected, None] {
            let (app_state, _shown) = started(folder.path());
            Arc::clone(&app_state).run_updates().await;
            assert_eq!(app_state.updates().await.failure, expected);
        }
    }
}

#[test]
fn a_day_passes_between_two_looks_whatever_the_clock_does() {
    let at = |hours| Timestamp::UNIX_EPOCH + SignedDuration::from_hours(hours);
    for (looked_at, now, expected) in
        [(None, 0, true), (Some(100), 123, false), (Some(100), 124, true), (Some(100), 99, true)]
    {
        assert_eq!(is_due(looked_at.map(at), at(now)), expected, "{looked_at:?} {now}");
    }
}

#[test]
fn progress_is_a_percentage_where_the_size_is_known() {
    for (done, total, expected) in [
        (0, Some(7), Some(0)),
        (3, Some(7), Some(42)),
        (7, Some(7), Some(100)),
        // A server that sends more than it said.
        (9, Some(7), Some(100)),
        (9, Some(0), None),
        (9, None, None),
    ] {
        assert_eq!(percent(done, total), expected, "{done} of {total:?}");
    }
}

#[test]
fn what_changed_is_bounded_and_has_no_control_characters() {
    let shown = |notes: &str| {
        let known = Known {
            release: Some(Arc::new(Release { notes: notes.to_owned(), ..release(NEWER, None) })),
            ..Known::default()
        };
        UpdatesView::new(UpdateSearch::On, &known, None).release.unwrap().notes
    };
    assert_eq!(shown("\n- Faster\r\n- \u{1b}[31mRed\u{7}\n"), "- Faster\n- [31mRed");
    assert_eq!(shown(&"ö".repeat(NOTES_MAX + 1)).chars().count(), NOTES_MAX);
}
