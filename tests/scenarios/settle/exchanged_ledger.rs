//! The set-up of stories in which the files of a ledger are exchanged for others, while the folder of the profile key
//! stays as it is: a computer with two folders, images of their files, every way to pay, and what the service received.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{Arc, Mutex},
};

use paysheet_desk::{
    Desk, DeskConfig, DeskError, Recovery, Refused,
    profile::{KeyHome, Profile},
    view::{ResendInput, TypedTotal},
};
use paysheet_practice::{Practice, PracticeConfig};
use tempfile::TempDir;

use crate::{
    double_payment::{NOVEMBER, approve, draft, paid_twice, review, staff, try_pay},
    support::{HandClock, Line, PATIENT, Person, World, nobody, read_files_here, secrets, until},
};

pub const NAME: &str = "November salaries";
pub const OTHER_NAME: &str = "Corrected salaries";
pub const LEDGER: &str = "ledger.db";
pub const LOG: &str = "ledger.db-wal";
const LOG_INDEX: &str = "ledger.db-shm";
pub const KEY: &str = "ledger.key";

/// The twelve people of the payroll.
pub fn twelve() -> Vec<Person> {
    staff(0..12)
}

/// Files of one folder as they were at one moment.
#[derive(Clone, Default)]
pub struct Files(BTreeMap<String, Vec<u8>>);

impl Files {
    fn of(folder: &Path) -> Self {
        let files = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let read =
            |file: fs::DirEntry| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap());
        Self(files.map(read).collect())
    }

    /// The files of a ledger in a folder.
    pub fn of_ledger(folder: &Path) -> Self {
        Self::of(folder).only(&[LEDGER, LOG, LOG_INDEX])
    }

    pub fn only(mut self, names: &[&str]) -> Self {
        self.0.retain(|name, _| names.contains(&name.as_str()));
        self
    }

    pub fn bytes(&self, name: &str) -> usize {
        self.0.get(name).map_or(0, Vec::len)
    }

    pub fn with(mut self, name: &str, bytes: Vec<u8>) -> Self {
        self.0.insert(name.to_owned(), bytes);
        self
    }

    /// The file with no more than its first bytes.
    pub fn cut(mut self, name: &str, bytes: usize) -> Self {
        self.0.get_mut(name).unwrap().truncate(bytes);
        self
    }

    fn write_to(&self, folder: &Path) {
        for (name, bytes) in &self.0 {
            fs::write(folder.join(name), bytes).unwrap();
        }
    }
}

/// A computer: a ledger in one folder, its profile key in another one.
pub struct Computer {
    /// The folder is the ledger's.
    pub world: World,
    pub keys: TempDir,
}

impl Computer {
    /// Callbacks wait at the service.
    pub async fn new() -> Self {
        let mut config = PracticeConfig::made_up(7).unwrap();
        config.pace_ms = 0;
        let practice = Practice::start(config).await.unwrap();
        let line = Line::to(practice.address().to_string()).await;
        let (folder, keys) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let (desk, _) = open(folder.path(), keys.path(), (&line, &practice)).await.unwrap();
        let heard_at = format!("{}/heard", nobody().await);
        practice.set_callback_url(Some(heard_at.clone()));
        let world = World { folder, practice, line, desk, heard_at, shown: Mutex::default() };
        Self { world, keys }
    }

    pub async fn restart(&mut self) -> Recovery {
        self.world.desk.close().await;
        self.open_again().await
    }

    /// After the desk was closed.
    pub async fn open_again(&mut self) -> Recovery {
        let opened = self.open_at(self.world.folder.path()).await.unwrap();
        self.world.desk = opened.0;
        opened.1
    }

    /// Opens the ledger of a folder with the key of this computer.
    pub async fn open_at(&self, folder: &Path) -> Result<(Desk, Recovery), DeskError> {
        open(folder, self.keys.path(), (&self.world.line, &self.world.practice)).await
    }

    /// The ledger's files as they are on the disk now.
    pub fn ledger_files(&self) -> Files {
        Files::of_ledger(self.world.folder.path())
    }

    pub fn key_files(&self) -> Files {
        Files::of(self.keys.path())
    }

    /// The program ends in order; these files take the place of the ledger's; the program starts again.
    pub async fn exchange_ledger(&mut self, files: &Files) -> Recovery {
        self.world.desk.close().await;
        self.put_ledger(files);
        self.open_again().await
    }

    /// The program starts with both folders as they were when it was cut off.
    pub async fn start_after_a_crash(&mut self, ledger: &Files, keys: &Files) -> Recovery {
        // This program cannot end itself: it closes, and what closing wrote is overwritten.
        self.world.desk.close().await;
        for file in fs::read_dir(self.keys.path()).unwrap() {
            fs::remove_file(file.unwrap().path()).unwrap();
        }
        keys.write_to(self.keys.path());
        self.put_ledger(ledger);
        self.open_again().await
    }

    fn put_ledger(&self, files: &Files) {
        put_ledger(self.world.folder.path(), files);
    }

    /// Another computer with these files, and no others.
    pub async fn other(&self, ledger: &Files, keys: &Files) -> Other {
        let (folder, key_folder) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        ledger.write_to(folder.path());
        keys.write_to(key_folder.path());
        let place = (&self.world.line, &self.world.practice);
        let (desk, _) = open(folder.path(), key_folder.path(), place).await.unwrap();
        Other { folder, keys: key_folder, desk }
    }

    /// The other computer's ledger is exchanged for these files; its key folder stays.
    pub async fn exchange_ledger_of(&self, other: &mut Other, files: &Files) {
        other.desk.close().await;
        put_ledger(other.folder.path(), files);
        let place = (&self.world.line, &self.world.practice);
        (other.desk, _) = open(other.folder.path(), other.keys.path(), place).await.unwrap();
    }

    /// From here on the story's steps are taken at that desk; returns the one before.
    pub fn sit_down_at(&mut self, desk: &Desk) -> Desk {
        std::mem::replace(&mut self.world.desk, desk.clone())
    }
}

/// A second computer, for the same service.
pub struct Other {
    pub folder: TempDir,
    pub keys: TempDir,
    pub desk: Desk,
}

pub fn put_ledger(folder: &Path, files: &Files) {
    for name in [LEDGER, LOG, LOG_INDEX] {
        let path = folder.join(name);
        if path.exists() {
            fs::remove_file(path).unwrap();
        }
    }
    files.write_to(folder);
}

async fn open(
    folder: &Path,
    keys: &Path,
    (line, practice): (&Line, &Practice),
) -> Result<(Desk, Recovery), DeskError> {
    read_files_here();
    let mut profile = Profile::new("story", "Story", &line.url, "KOLA FOODS LTD").approved_by("Ada Obi");
    "W-KOLA".clone_into(&mut profile.settings.charge_recipient_id);
    let (desk, recovery) = Desk::open(DeskConfig {
        ledger: folder.join(LEDGER),
        profile,
        secrets: secrets(practice),
        key: KeyHome::File(keys.join(KEY)),
        clock: Arc::new(HandClock::default()),
        timeouts: Some(PATIENT),
    })
    .await?;
    desk.unlock().await.unwrap();
    Ok((desk, recovery))
}

/// A way to have something of a payroll paid, or to approve what is paid next.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    StartSending,
    Send,
    ContinueSending,
    SendUnsent,
    ReadyAgain,
    SendAgain,
    ApproveAnew,
    ApproveAnotherPayroll,
}

/// All that an approved payroll can be paid by.
pub const EVERY_WAY: [Way; 7] = [
    Way::StartSending,
    Way::Send,
    Way::ContinueSending,
    Way::SendUnsent,
    Way::ReadyAgain,
    Way::ApproveAnew,
    Way::ApproveAnotherPayroll,
];

/// Goes one way, to the end of what it began; every total that is asked for is typed.
pub async fn go(world: &World, way: Way, id: u32) -> Result<(), DeskError> {
    let desk = &world.desk;
    let typed: Vec<TypedTotal> = desk
        .unsent_totals(id)
        .await?
        .into_iter()
        .map(|total| TypedTotal { currency: total.currency, text: total.sum })
        .collect();
    let input = || Some(ResendInput { totals: typed.clone(), same_account: None });
    let gone = match way {
        Way::StartSending => desk.start_sending(id),
        Way::Send => desk.send(id).await,
        Way::ContinueSending => desk.continue_sending(id, input()).await,
        Way::SendUnsent => desk.send_unsent(id, input()).await,
        Way::ReadyAgain => desk.ready_again(id, input(), Refused::SentAgain).await,
        Way::SendAgain => {
            let batch = desk.payroll(id).await?.batches[0].key;
            desk.send_again(id, batch, None).await
        }
        Way::ApproveAnew => desk.approve_anew(id, &typed).await,
        Way::ApproveAnotherPayroll => {
            let other = draft(world, &staff(100..103)).await;
            match review(world, other, "Night shift", NOVEMBER).await {
                Ok(shown) => approve(world, &shown).await,
                Err(error) => Err(error),
            }
        }
    };
    until(desk, id, |track| !track.sending).await;
    gone
}

/// Opens the workbook of the twelve, approves and sends it under a name.
pub async fn pay_as(world: &World, name: &str) -> Result<(), DeskError> {
    let id = draft(world, &twelve()).await;
    try_pay(world, id, name, NOVEMBER).await
}

/// What was not refused, and the service's own account.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome {
    pub not_refused: Vec<String>,
    pub submissions: usize,
    pub people_paid_twice: usize,
}

impl Outcome {
    pub fn of(world: &World, not_refused: Vec<String>) -> Self {
        Self {
            not_refused,
            submissions: world.submissions_at_the_service(),
            people_paid_twice: paid_twice(world).len(),
        }
    }

    /// Everything was refused, and the service received no more than this.
    pub fn only(submissions: usize) -> Self {
        Self { not_refused: Vec::new(), submissions, people_paid_twice: 0 }
    }
}

/// Puts the files in the ledger's place before each way to pay; answers the ways that were not refused.
pub async fn not_refused(computer: &mut Computer, files: &Files, ways: &[Way], id: u32) -> Vec<String> {
    let mut open = Vec::new();
    for &way in ways {
        computer.exchange_ledger(files).await;
        if go(&computer.world, way, id).await.is_ok() {
            open.push(format!("{way:?}"));
        }
    }
    open
}

/// The same where the workbook is opened once more, under each name.
pub async fn not_refused_as(computer: &mut Computer, files: &Files) -> Vec<String> {
    let mut open = Vec::new();
    for name in [NAME, OTHER_NAME] {
        computer.exchange_ledger(files).await;
        if pay_as(&computer.world, name).await.is_ok() {
            open.push(format!("the same workbook as {name}"));
        }
    }
    open
}
