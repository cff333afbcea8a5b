//! The port to the desktop: file and print dialogs, the card window and the bank's page, the tray, notifications, the file
//! manager, the browser, and updates of the program. The shell implements it.

use std::{
    path::{Path, PathBuf},
    pin::Pin,
    sync::Arc,
};

use jiff::Timestamp;
use paysheet_desk::{
    Outstanding,
    challenge::Checkout,
    view::{Scheme, Toggle},
};
use paysheet_domain::money::Total;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use url::Url;

use crate::state::{error::CommandResult, save_format::SaveFormat};

/// The path that the user chose; none if the user cancelled. The sender is dropped if there is no dialog to choose in.
pub type Choice = oneshot::Receiver<Option<PathBuf>>;

/// A file of the program itself, which the user looks at in another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ProgramFile {
    /// In the file manager.
    Ledger,
    /// The licences of what the program is built from, in the system's viewer.
    ThirdPartyNotices,
}

/// What the user chooses to open. The dialog offers the files with its extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum FileToOpen {
    Payroll,
    /// A list of results, or stored callbacks.
    Results,
    /// A statement of a bank or wallet.
    Statement,
    Certificate,
    /// A backup of the profile key.
    KeyBackup,
    /// A backup of the ledger.
    LedgerBackup,
    /// The folder that backups of the ledger are written to.
    BackupFolder,
}

/// The system's file dialogs.
pub trait FileDialogs: Send + Sync {
    /// Lets the user choose a file, or a folder, to open.
    fn choose_file(&self, file: FileToOpen) -> Choice;
    /// Lets the user choose where a file is saved. The dialog begins in this folder, with this name.
    fn choose_destination(&self, folder: PathBuf, name: String, format: SaveFormat) -> Choice;
}

/// The card window, and the windows with a bank's page beside it.
pub trait CardWindows {
    /// Opens the card window, or brings it to the front.
    ///
    /// # Errors
    /// `unexpected` if the system cannot make a window.
    fn open_card(&self, scheme: Scheme) -> CommandResult<()>;
    fn has_card(&self) -> bool;
    /// Closes the card window and its web view, if it is open.
    fn close_card(&self);
    /// Shows the bank's page in a window of its own.
    ///
    /// # Errors
    /// `bank_page_not_opened` if the system cannot make a window.
    fn open_bank(&self, challenge: ChallengeWindow) -> CommandResult<()>;
    /// Brings the bank's page of the showing with this number to the front. Returns false if it is not open.
    fn show_bank(&self, number: u32) -> bool;
    /// Closes all windows of a bank's page, if any are open.
    fn close_bank(&self);
}

/// What the desktop shows while the main window is hidden or behind others.
pub trait Surroundings {
    /// Returns whether the user works in the main window.
    fn is_in_front(&self) -> bool;
    /// Returns whether the desktop shows icons of programs without a window. Only then something leads back to a hidden
    /// window.
    fn has_tray(&self) -> bool;
    /// Returns whether the system keeps a program without a window, and leads back to it, as the Dock of macOS does.
    fn has_dock(&self) -> bool;
    /// Shows in the tray what the program waits for.
    fn show_outstanding(&self, outstanding: Outstanding);
    /// Shows a notification of the system.
    fn notify(&self, notice: &Notice);
    /// Returns whether the system starts the program when the user logs in.
    fn starts_at_login(&self) -> Toggle;
    /// Lets the system start the program when the user logs in, or no longer.
    ///
    /// # Errors
    /// `unexpected` if the system does not store it.
    fn start_at_login(&self, toggle: Toggle) -> CommandResult<()>;
    /// Closes the main window, as its user would.
    fn close_window(&self);
    /// Closes the desk and ends the program.
    fn quit(&self);
}

/// One notification, as data; the shell has the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Every payout of the payroll has an outcome.
    Finished {
        payroll: String,
        paid: Vec<Total>,
        failed: u32,
    },
    /// The first payouts of a payroll failed; others may follow.
    Failed {
        payroll: String,
        count: u32,
    },
    /// Payouts were reversed, or have conflicting reports.
    Contradicted {
        payroll: String,
        count: u32,
    },
    /// It is not known whether the service has these batches.
    Unresolved {
        payroll: String,
        batches: u32,
    },
    TokenEnds {
        at: Timestamp,
    },
    /// The program runs without its window, and results arrive only after the desk is unlocked.
    WaitsForUnlock,
}

impl Notice {
    /// Returns whether the notice is shown to a user who works in the window, too. The other facts are on the screen.
    #[must_use]
    pub const fn is_alarm(&self) -> bool {
        match self {
            Self::Contradicted { .. } | Self::Unresolved { .. } => true,
            Self::Finished { .. } | Self::Failed { .. } | Self::TokenEnds { .. } | Self::WaitsForUnlock => {
                false
            }
        }
    }
}

/// Whether this program can look for updates of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateSupport {
    Present,
    /// An office manages the installation, and turned them off.
    Managed,
    /// It was built without an address of updates, or without the key that they are signed with.
    Missing,
}

/// Why an update was not found, not downloaded or not installed. The installed version stays, unless it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum UpdateFailure {
    /// The address of updates did not answer as it should.
    NotReached,
    /// The download broke off, or became larger than any release.
    Incomplete,
    /// The file is not signed with the key of this program, or is of another version than was announced.
    NotGenuine,
    /// The user stopped the download.
    Stopped,
    NotInstalled,
    /// On macOS: nor is the installed version in its place, from where it had been moved.
    NotRestored,
}

/// A result that comes later.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A newer version of the program.
pub struct Release {
    pub version: String,
    /// What changed, as the address of updates describes it.
    pub notes: String,
    /// None if this program may not replace itself: a package manager installed it.
    pub package: Option<Arc<dyn Package>>,
}

/// Called with the bytes so far, and with their number in total if that is known.
pub type Progress = Box<dyn FnMut(u64, Option<u64>) + Send>;

/// The file that installs a release.
pub trait Package: Send + Sync {
    /// Downloads the file and verifies its signature. Dropping the result ends the download.
    fn download(&self, progress: Progress) -> Pending<'_, Result<Vec<u8>, UpdateFailure>>;
    /// Verifies the downloaded file again, and installs it. Where an installer does that, it ends the program and starts
    /// it again, and this does not return.
    ///
    /// # Errors
    /// `NotGenuine`, `NotInstalled`; the installed version stays then. `NotRestored`.
    fn install(&self, file: &[u8]) -> Result<(), UpdateFailure>;
}

/// Updates of the program.
pub trait Updater {
    fn update_support(&self) -> UpdateSupport;
    /// Asks the address of updates for a version that is newer than this one.
    fn find_update(&self) -> Pending<'_, Result<Option<Release>, UpdateFailure>>;
    /// Ends the program and starts it again.
    fn restart(&self);
}

/// The versions of what the application runs on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versions {
    /// Name and version of the operating system.
    pub system: String,
    /// Of the web view, which the system provides.
    pub web_view: String,
}

/// How the system's print dialog ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum PrintEnd {
    /// All pages are with the system, which prints them. The window needs them no longer.
    Handed,
    Cancelled,
    /// The dialog is open, and the system does not report its end.
    NotReported,
}

/// What the system's print dialog is opened for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintJob {
    /// The name of the document. Where the dialog prints to a file, it suggests this name.
    pub name: String,
}

/// How printing ended. The sender is dropped if there is no dialog any more.
pub type Printing = oneshot::Receiver<CommandResult<PrintEnd>>;

/// The desktop that the application runs on, except its file dialogs.
pub trait Desktop: CardWindows + Surroundings + Updater + Send + Sync {
    fn versions(&self) -> Versions;
    /// Shows a file in the file manager.
    ///
    /// # Errors
    /// `unexpected` if there is no such file, or no file manager.
    fn reveal(&self, path: &Path) -> CommandResult<()>;
    /// Opens a file in the program that the system opens such files with.
    ///
    /// # Errors
    /// `viewer_not_opened` if there is no such program.
    fn open_file(&self, path: &Path) -> CommandResult<()>;
    /// Returns the file with the licences of what the program is built from. Only a package has it.
    fn third_party_notices(&self) -> Option<PathBuf>;
    /// Opens the system's print dialog for what the main window shows on paper.
    ///
    /// # Errors
    /// `not_printed` if there is no dialog.
    fn print(&self, job: PrintJob) -> CommandResult<Printing>;
    /// Opens the address of a bank's page in the system's browser.
    ///
    /// # Errors
    /// `bank_page_not_opened` if there is no browser. Neither error nor log contains the address.
    fn open_address(&self, address: &Url) -> CommandResult<()>;
}

/// How a challenge ended, as far as its window can detect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeExit {
    /// The page led to the return address.
    Returned,
    /// The user, or the page itself, closed the window.
    Closed,
    /// The page led to a blocked address, and nothing of the bank is visible.
    BlockedNavigation,
    Expired,
}

/// Called once, when the challenge ends.
pub type Ended = Box<dyn FnOnce(ChallengeExit) + Send>;

/// One showing of a bank's page.
pub struct ChallengeWindow {
    /// The number of this showing. No two showings have a window of the same name.
    pub number: u32,
    /// Whoever has the address can act on it: it goes to this window, and to no log.
    pub address: Url,
    pub checkout: Checkout,
    /// When the page expires.
    pub until: Timestamp,
    pub ended: Ended,
}
