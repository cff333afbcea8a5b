//! A desktop without a screen, for tests. It records what it was asked to show, and ends a showing when a test asks for
//! it. The practice service behind it is the real one.

use std::{
    collections::VecDeque,
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use paysheet_desk::{
    AppError, Desk, Outstanding, ReadOptions, Worker,
    view::{PayrollStatus, RowFilter, Scheme, Toggle, TypedTotal},
};
use tokio::{net::TcpSocket, sync::oneshot, time::timeout};
use url::Url;

use crate::state::{
    app_paths::AppPaths,
    app_state::AppState,
    desktop::{
        CardWindows, ChallengeExit, ChallengeWindow, Choice, Desktop, FileDialogs, FileToOpen, Notice,
        Pending, PrintEnd, PrintJob, Printing, Release, Surroundings, UpdateFailure, UpdateSupport, Updater,
        Versions,
    },
    error::CommandResult,
    save_format::SaveFormat,
};

/// The requested showings, the last one last, and whether their windows are open.
#[derive(Default)]
pub struct Shown {
    pub showings: Mutex<Vec<(u32, Option<ChallengeWindow>)>>,
    pub has_card: AtomicBool,
    pub opens_nothing: AtomicBool,
    /// The requested dialogs: the file to open, or the suggested name and its formats.
    pub dialogs: Mutex<Vec<String>>,
    /// What the user answers in the next dialogs; without an answer no dialog can be shown.
    pub answers: Mutex<VecDeque<Option<PathBuf>>>,
    /// What was shown in the file manager.
    pub revealed: Mutex<Vec<PathBuf>>,
    /// What was opened in a viewer.
    pub opened: Mutex<Vec<PathBuf>>,
    /// No program opens a file.
    pub has_no_viewer: AtomicBool,
    pub third_party_notices: Mutex<Option<PathBuf>>,
    /// The main window has the focus.
    pub in_front: AtomicBool,
    pub has_tray: AtomicBool,
    pub has_dock: AtomicBool,
    pub starts_at_login: AtomicBool,
    /// What the tray showed, the last one last.
    pub outstanding: Mutex<Vec<Outstanding>>,
    pub notices: Mutex<Vec<Notice>>,
    /// How often the program closed its own window.
    pub closings: AtomicU32,
    pub has_quit: AtomicBool,
    /// What print dialogs were opened for.
    pub printed: Mutex<Vec<PrintJob>>,
    /// How the next print dialog ends; without an end the dialog is gone.
    pub print_end: Mutex<Option<CommandResult<PrintEnd>>>,
    /// Whether the program can look for updates; without it, it was built without an address.
    pub updates: Mutex<Option<UpdateSupport>>,
    /// What is found next at the address of updates; it is not reached without it.
    pub found: Mutex<Option<Option<Release>>>,
    pub restarts: AtomicU32,
}

impl Shown {
    pub fn numbers(&self) -> Vec<u32> {
        self.showings.lock().unwrap().iter().map(|(number, _)| *number).collect()
    }

    fn ask(&self, dialog: String) -> Choice {
        self.dialogs.lock().unwrap().push(dialog);
        let (chosen, choice) = oneshot::channel();
        if let Some(answer) = self.answers.lock().unwrap().pop_front() {
            chosen.send(answer).unwrap();
        }
        choice
    }

    /// Ends a showing: its windows are closed and the end is reported.
    pub fn end(&self, number: u32, how: ChallengeExit) {
        let showing = self
            .showings
            .lock()
            .unwrap()
            .iter_mut()
            .find(|(own, _)| *own == number)
            .and_then(|(_, showing)| showing.take());
        (showing.unwrap().ended)(how);
    }
}

pub struct Screenless(Arc<Shown>);

impl FileDialogs for Screenless {
    fn choose_file(&self, file: FileToOpen) -> Choice {
        self.0.ask(format!("{file:?}"))
    }
    fn choose_destination(&self, _: PathBuf, name: String, format: SaveFormat) -> Choice {
        self.0.ask(format!("{name} {format:?}"))
    }
}

impl CardWindows for Screenless {
    fn open_card(&self, _: Scheme) -> CommandResult<()> {
        self.0.has_card.store(true, Ordering::SeqCst);
        Ok(())
    }
    fn has_card(&self) -> bool {
        self.0.has_card.load(Ordering::SeqCst)
    }
    fn close_card(&self) {
        self.0.has_card.store(false, Ordering::SeqCst);
    }
    fn open_bank(&self, challenge: ChallengeWindow) -> CommandResult<()> {
        if self.0.opens_nothing.load(Ordering::SeqCst) {
            return Err(AppError::BankPageNotOpened);
        }
        self.0.showings.lock().unwrap().push((challenge.number, Some(challenge)));
        Ok(())
    }
    fn show_bank(&self, number: u32) -> bool {
        self.0.showings.lock().unwrap().iter().any(|(own, open)| *own == number && open.is_some())
    }
    /// A real window reports its end too.
    fn close_bank(&self) {
        let open: Vec<ChallengeWindow> =
            self.0.showings.lock().unwrap().iter_mut().filter_map(|(_, showing)| showing.take()).collect();
        open.into_iter().for_each(|showing| (showing.ended)(ChallengeExit::Closed));
    }
}

impl Surroundings for Screenless {
    fn is_in_front(&self) -> bool {
        self.0.in_front.load(Ordering::SeqCst)
    }
    fn has_tray(&self) -> bool {
        self.0.has_tray.load(Ordering::SeqCst)
    }
    fn has_dock(&self) -> bool {
        self.0.has_dock.load(Ordering::SeqCst)
    }
    fn show_outstanding(&self, outstanding: Outstanding) {
        self.0.outstanding.lock().unwrap().push(outstanding);
    }
    fn notify(&self, notice: &Notice) {
        self.0.notices.lock().unwrap().push(notice.clone());
    }
    fn starts_at_login(&self) -> Toggle {
        Toggle::of(self.0.starts_at_login.load(Ordering::SeqCst))
    }
    fn start_at_login(&self, toggle: Toggle) -> CommandResult<()> {
        self.0.starts_at_login.store(toggle == Toggle::On, Ordering::SeqCst);
        Ok(())
    }
    fn close_window(&self) {
        self.0.closings.fetch_add(1, Ordering::SeqCst);
    }
    fn quit(&self) {
        self.0.has_quit.store(true, Ordering::SeqCst);
    }
}

impl Updater for Screenless {
    fn update_support(&self) -> UpdateSupport {
        self.0.updates.lock().unwrap().unwrap_or(UpdateSupport::Missing)
    }
    fn find_update(&self) -> Pending<'_, Result<Option<Release>, UpdateFailure>> {
        let found = self.0.found.lock().unwrap().take();
        Box::pin(async move { found.ok_or(UpdateFailure::NotReached) })
    }
    fn restart(&self) {
        self.0.restarts.fetch_add(1, Ordering::SeqCst);
    }
}

impl Desktop for Screenless {
    fn versions(&self) -> Versions {
        Versions { system: "Test 1".to_owned(), web_view: "2.50.1".to_owned() }
    }
    fn reveal(&self, path: &Path) -> CommandResult<()> {
        self.0.revealed.lock().unwrap().push(path.to_owned());
        Ok(())
    }
    fn open_file(&self, path: &Path) -> CommandResult<()> {
        if self.0.has_no_viewer.load(Ordering::SeqCst) {
            return Err(AppError::ViewerNotOpened);
        }
        self.0.opened.lock().unwrap().push(path.to_owned());
        Ok(())
    }
    fn third_party_notices(&self) -> Option<PathBuf> {
        self.0.third_party_notices.lock().unwrap().clone()
    }
    fn print(&self, job: PrintJob) -> CommandResult<Printing> {
        let (ended, printing) = oneshot::channel();
        self.0.printed.lock().unwrap().push(job);
        if let Some(end) = self.0.print_end.lock().unwrap().take() {
            ended.send(end).unwrap();
        }
        Ok(printing)
    }
    fn open_address(&self, _: &Url) -> CommandResult<()> {
        Ok(())
    }
}

/// Starts the application on the files in a folder.
pub fn started(folder: &Path) -> (Arc<AppState>, Arc<Shown>) {
    let paths = AppPaths::at(folder.join("data"), folder.join("config"), folder.to_owned()).unwrap();
    let shown = Arc::new(Shown::default());
    let screenless = || Box::new(Screenless(Arc::clone(&shown)));
    (AppState::new(paths, screenless(), screenless()), shown)
}

/// Starts the application in practice mode.
pub async fn practising() -> (Arc<AppState>, Arc<Shown>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let (app_state, shown) = started(folder.path());
    app_state.start_practice().await.unwrap();
    (app_state, shown, folder)
}

/// Longest time that the practice service may take for two people.
pub const WAIT: Duration = Duration::from_secs(60);

/// Binds the port of a callback address at which nobody listens, and refuses connections until it is dropped: the system
/// would give the port to another test, which would answer in place of the desk.
pub fn held_port(address: &str) -> TcpSocket {
    let (host, _) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let socket = TcpSocket::new_v4().unwrap();
    // As the listener does: connections that have just ended do not block the port.
    #[cfg(unix)]
    socket.set_reuseaddr(true).unwrap();
    socket.bind(host.parse().unwrap()).unwrap();
    socket
}

/// Imports a payroll of two people, approves it and sends it.
pub async fn pay_two(desk: &Desk, folder: &Path) -> u32 {
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

pub async fn until_closed(desk: &Desk, id: u32) {
    let mut events = desk.events();
    let closed = async {
        while desk.payroll(id).await.unwrap().state != PayrollStatus::Closed {
            let _ = events.recv().await;
        }
    };
    timeout(WAIT, closed).await.unwrap();
}
