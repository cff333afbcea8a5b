//! The files that the user chose in a dialog, dropped on the window or opened with Paysheet. The page never has their
//! paths: it has handles, which nobody can guess and which allow one thing each. A page that is not ours any more can
//! therefore read and write only what the user chose, and only as the user chose it.
//!
//! How long a handle is valid depends on its [`Purpose`]:
//!
//! - `Write`: for one attempt, and until another ledger is opened. Whatever became of it, the next file is chosen anew.
//! - `Open`: until the last step of what the user began has succeeded, such as the import of a key;
//!   a passphrase may be mistyped before. Choosing the same file again gives the same handle.
//! - `Show`: for as long as there is room.
//!
//! At most [`HANDLES_MAX`] are valid at a time. The oldest one makes room for a new one.
//!
//! # A page names no file
//!
//! No command takes a path. The program opens the dialogs, and receives drops and arguments; the page gets handles
//! (`app::state::chosen_files`): 128 random bits, each for one purpose (`Purpose`), at most `HANDLES_MAX` at a time. A
//! place to write to is valid for one attempt and for exactly what it was chosen for, such as the results of one
//! payroll (`Destination`); a file to read is valid until the last step with it has succeeded; what was saved can be
//! shown in the file manager. The name has an ending of the format (`app::state::save_format`); where it had to be
//! added and such a file exists, the dialog is shown again with the whole name. What a file to read is, its content
//! decides, whatever its ending. A backup of the list is named by its file name, and only the list's own names are
//! found. Tauri itself tells a page the paths of dropped files by an event that no permission excludes; no command
//! takes them. `tests/ipc/files.rs` calls every such command with a path, with handles of another purpose, and with
//! used ones.

use std::{
    collections::VecDeque,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use data_encoding::HEXLOWER;
use paysheet_desk::AppError;
use serde::{Deserialize, Serialize};

use crate::state::{
    desktop::FileToOpen,
    error::{CommandResult, unexpected},
    file_to_save::Destination,
};

/// Most handles that are valid at a time. One user has a few files in work, and some that were just saved.
const HANDLES_MAX: usize = 64;
/// Random bytes in a handle.
const HANDLE_BYTES: usize = 16;

/// Stands for a file that the user chose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct FileHandle(String);

/// A file that the user chose, or that was written where the user chose, as the page has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct ChosenFile {
    pub handle: FileHandle,
    /// The name without its folder.
    pub name: String,
}

/// The one thing that a handle allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To be opened as this.
    Open(FileToOpen),
    /// To be written: exactly this, of this payroll.
    Write(Destination),
    /// To be shown in the file manager.
    Show,
}

struct Grant {
    handle: FileHandle,
    path: PathBuf,
    purpose: Purpose,
}

/// The handles that are valid now, the oldest first.
#[derive(Default)]
pub(crate) struct ChosenFiles(Mutex<VecDeque<Grant>>);

impl ChosenFiles {
    /// Returns a handle of a file that the user chose.
    ///
    /// # Errors
    /// `unexpected` if the system has no randomness.
    pub(crate) fn grant(&self, path: PathBuf, purpose: Purpose) -> CommandResult<ChosenFile> {
        let name = name_of(&path);
        let mut grants = self.lock();
        let known = match purpose {
            Purpose::Open(_) | Purpose::Show => position(&grants, &path, &purpose),
            // Each choice of a place to write to is a permission of its own.
            Purpose::Write(_) => None,
        };
        let handle = match known.and_then(|at| grants.remove(at)) {
            Some(grant) => grant.handle,
            None => new_handle()?,
        };
        while grants.len() >= HANDLES_MAX {
            // What was only to be shown in its folder goes first: a file that the user chose is still needed.
            let shown = grants.iter().position(|grant| grant.purpose == Purpose::Show);
            grants.remove(shown.unwrap_or(0));
        }
        grants.push_back(Grant { handle: handle.clone(), path, purpose });
        Ok(ChosenFile { handle, name })
    }

    /// Returns the path of a file. Its handle stays valid.
    ///
    /// # Errors
    /// `file_not_chosen` if the handle is none, is used up, or is for something else.
    pub(crate) fn path(&self, handle: &FileHandle, purpose: &Purpose) -> CommandResult<PathBuf> {
        let grants = self.lock();
        let grant = grants.iter().find(|grant| grant.handle == *handle && grant.purpose == *purpose);
        grant.map(|grant| grant.path.clone()).ok_or(AppError::FileNotChosen)
    }

    /// Returns the path of a file, and uses up its handle.
    ///
    /// # Errors
    /// As [`Self::path`]. A handle that is for something else stays valid for that.
    pub(crate) fn take(&self, handle: &FileHandle, purpose: &Purpose) -> CommandResult<PathBuf> {
        let mut grants = self.lock();
        let at = grants.iter().position(|grant| grant.handle == *handle && grant.purpose == *purpose);
        let grant = at.and_then(|at| grants.remove(at));
        grant.map(|grant| grant.path).ok_or(AppError::FileNotChosen)
    }

    /// Forgets the places that were chosen to write to. They name payrolls by their numbers, and another ledger has other
    /// payrolls of the same numbers.
    pub(crate) fn forget_destinations(&self) {
        self.lock().retain(|grant| !matches!(grant.purpose, Purpose::Write(_)));
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Grant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn position(grants: &VecDeque<Grant>, path: &Path, purpose: &Purpose) -> Option<usize> {
    grants.iter().position(|grant| grant.path == path && grant.purpose == *purpose)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn new_handle() -> CommandResult<FileHandle> {
    let mut random = [0_u8; HANDLE_BYTES];
    getrandom::fill(&mut random).map_err(|error| unexpected(&error))?;
    Ok(FileHandle(HEXLOWER.encode(&random)))
}

#[cfg(test)]
mod tests {
    use paysheet_desk::{
        ErrorCode,
        view::{DocumentInput, DocumentKind},
    };

    use super::*;
    use crate::state::file_to_save::FileToSave;

    const PAYROLL: Purpose = Purpose::Open(FileToOpen::Payroll);
    const PEOPLE: Purpose = Purpose::Write(Destination::People);

    fn receipt(payroll: u32, reference: Option<&str>) -> Purpose {
        let reference = reference.map(str::to_owned);
        let input = DocumentInput { reference, ..DocumentInput::of(DocumentKind::Receipts) };
        Purpose::Write(FileToSave::Document { payroll, input }.destination())
    }

    fn refused(result: CommandResult<PathBuf>) -> bool {
        result.is_err_and(|error| error.code() == ErrorCode::FileNotChosen)
    }

    #[test]
    fn a_handle_allows_what_it_was_given_for_and_nothing_else() {
        let all = [
            PAYROLL,
            Purpose::Open(FileToOpen::Results),
            Purpose::Open(FileToOpen::LedgerBackup),
            Purpose::Open(FileToOpen::BackupFolder),
            PEOPLE,
            Purpose::Write(Destination::Results(1)),
            Purpose::Write(Destination::Results(2)),
            receipt(1, Some("A1")),
            receipt(1, Some("B2")),
            receipt(2, Some("A1")),
            receipt(1, None),
            Purpose::Show,
        ];
        let files = ChosenFiles::default();
        for purpose in &all {
            let chosen = files.grant(PathBuf::from("/pay/November.xlsx"), purpose.clone()).unwrap();
            assert_eq!(chosen.name, "November.xlsx");
            for other in all.iter().filter(|other| *other != purpose) {
                assert!(refused(files.path(&chosen.handle, other)), "{purpose:?} for {other:?}");
                assert!(refused(files.take(&chosen.handle, other)), "{purpose:?} for {other:?}");
            }
            assert_eq!(files.path(&chosen.handle, purpose).unwrap(), Path::new("/pay/November.xlsx"));
        }
    }

    #[test]
    fn a_chosen_file_outlives_what_was_saved_since() {
        let files = ChosenFiles::default();
        let chosen = files.grant(PathBuf::from("/pay/November.xlsx"), PAYROLL).unwrap();
        for saved in 0..2 * HANDLES_MAX {
            files.grant(PathBuf::from(format!("/pay/receipt {saved}.pdf")), Purpose::Show).unwrap();
        }
        assert!(files.path(&chosen.handle, &PAYROLL).is_ok());
    }

    #[test]
    fn a_handle_that_was_used_up_or_made_up_is_refused() {
        let files = ChosenFiles::default();
        let chosen = files.grant(PathBuf::from("/pay/People.xlsx"), PEOPLE).unwrap();
        assert!(files.take(&chosen.handle, &PEOPLE).is_ok());
        assert!(refused(files.take(&chosen.handle, &PEOPLE)));
        for made_up in ["", "/pay/People.xlsx", "00000000000000000000000000000000"] {
            assert!(refused(files.path(&FileHandle(made_up.to_owned()), &PEOPLE)), "{made_up}");
        }
    }

    #[test]
    fn a_file_that_is_chosen_again_has_its_handle_but_a_place_to_write_to_has_a_new_one() {
        let files = ChosenFiles::default();
        let choose = |purpose| files.grant(PathBuf::from("/pay/November.xlsx"), purpose).unwrap().handle;
        assert_eq!(choose(PAYROLL), choose(PAYROLL));
        assert_ne!(choose(PEOPLE), choose(PEOPLE));
        assert_eq!(choose(PEOPLE).0.len(), 2 * HANDLE_BYTES);
    }

    #[test]
    fn a_place_to_write_to_is_forgotten_with_its_ledger() {
        let files = ChosenFiles::default();
        let choose = |purpose| files.grant(PathBuf::from("/pay/November.xlsx"), purpose).unwrap().handle;
        let (read, written) = (choose(PAYROLL), choose(Purpose::Write(Destination::Results(1))));
        files.forget_destinations();
        assert!(files.path(&read, &PAYROLL).is_ok());
        assert!(refused(files.take(&written, &Purpose::Write(Destination::Results(1)))));
    }

    #[test]
    fn the_oldest_handle_makes_room() {
        let files = ChosenFiles::default();
        let choose = |number: usize| files.grant(PathBuf::from(format!("/pay/{number}")), PAYROLL).unwrap();
        let first = choose(0);
        let rest: Vec<_> = (1..HANDLES_MAX).map(choose).collect();
        assert!(files.path(&first.handle, &PAYROLL).is_ok());
        choose(HANDLES_MAX);
        assert!(refused(files.path(&first.handle, &PAYROLL)));
        assert!(rest.iter().all(|chosen| files.path(&chosen.handle, &PAYROLL).is_ok()));
    }
}
