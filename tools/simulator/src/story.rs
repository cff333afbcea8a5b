//! Runs one story from its first start to its end: lives of the program one after the other, each on the files of the
//! previous life, all with the same service.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, atomic::AtomicU32},
};

use paysheet_ledger::probe::{self, faults};
use paysheet_practice::{Practice, PracticeConfig};
use secrecy::SecretString;
use tokio::{
    runtime::{Builder, Handle, Runtime},
    sync::Notify,
};

use crate::{
    collector::{Collector, Letterbox},
    driver::{self, Driver, Start, ledger_in},
    error::SimulatorError,
    judge::{Invariant, Judge, Snapshot, Violation},
    operator::{LifeEnd, Memory, Operator},
    plan::{CRASHES_MAX, OlderUse, Plan},
    probe::{Life, copy_key, copy_ledger},
};

/// Most starts of a story in addition to its crashes.
const RESTARTS_MAX: usize = 3;

/// The result of a story.
#[derive(Debug, Default)]
pub struct StoryResult {
    pub trace: Vec<String>,
    pub violations: Vec<Violation>,
    pub lives: u32,
    pub images: u32,
    pub commits: u32,
    pub failed_commits: u32,
    pub faults: u32,
    pub submissions: u32,
    pub decisions: u32,
    pub paid: u32,
    pub used_older_ledger: bool,
    pub was_blocked: bool,
    pub has_two_payrolls: bool,
    pub withdrew: bool,
    pub corrected: bool,
    /// Number of writes, syncs and truncations of the first life's ledger and log.
    pub disk_steps: u64,
}

/// How one life of the program ended.
enum Ended {
    Crashed,
    Said(LifeEnd),
}

/// Returns the folder for stories' files: in memory if the system has such a folder.
pub fn home() -> PathBuf {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() }
}

/// Starts the runtime of the services that all stories share.
///
/// # Errors
/// If it cannot be started.
pub fn services() -> Result<Runtime, SimulatorError> {
    Ok(Builder::new_multi_thread().worker_threads(1).enable_all().build()?)
}

/// The parts that all stories share.
pub struct Workspace {
    services: Handle,
    /// An empty ledger: making its tables would take longer than many stories.
    empty_ledger: Vec<u8>,
    collector: Collector,
}

impl Workspace {
    /// Makes the workspace.
    ///
    /// # Errors
    /// If no ledger can be made.
    pub fn make(services: &Runtime) -> Result<Self, SimulatorError> {
        let folder = tempfile::Builder::new().prefix("paysheet-workspace-").tempdir_in(home())?;
        let path = ledger_in(folder.path());
        services.block_on(driver::make_ledger(&path))?;
        let collector = Collector::start(services)?;
        Ok(Self { services: services.handle().clone(), empty_ledger: fs::read(&path)?, collector })
    }
}

struct Story<'a> {
    plan: &'a Plan,
    folder: &'a Path,
    judge: Arc<Judge>,
    practice: Arc<Practice>,
    submissions: Arc<AtomicU32>,
    letterbox: Letterbox<'a>,
    memory: Memory,
    told: StoryResult,
}

/// Runs the story. The service runs on the shared runtime, the program on this thread.
///
/// # Errors
/// If the story cannot be run at all.
pub fn run(plan: &Plan, workspace: &Workspace) -> Result<StoryResult, SimulatorError> {
    let folder = tempfile::Builder::new().prefix("paysheet-story-").tempdir_in(home())?;
    let config = PracticeConfig {
        token: SecretString::from("a token of the story"),
        lock: SecretString::from("a lock of the story"),
        pace_ms: 0,
        state: Some(folder.path().join("service")),
        ..PracticeConfig::made_up(plan.seed)?
    };
    let practice = Arc::new(workspace.services.block_on(Practice::start(config))?);
    let judge = Arc::new(Judge::new(plan, Arc::clone(&practice)));
    let mut story = Story {
        plan,
        folder: folder.path(),
        judge,
        practice,
        submissions: Arc::default(),
        letterbox: workspace.collector.letterbox(),
        memory: Memory::default(),
        told: StoryResult::default(),
    };
    story.run(&workspace.empty_ledger)?;
    Ok(story.end())
}

impl Story<'_> {
    fn run(&mut self, empty_ledger: &[u8]) -> Result<(), SimulatorError> {
        let older = self.folder.join("older");
        let mut files = self.folder.join("life-0");
        fs::create_dir_all(&files)?;
        fs::write(ledger_in(&files), empty_ledger)?;
        driver::write_key(&files, self.plan.seed)?;
        for life in 0..=CRASHES_MAX + RESTARTS_MAX {
            let (ended, image) = self.live(life, &files, &older)?;
            match ended {
                Ended::Crashed => {
                    self.told.images += 1;
                    files = if self.is_exchanged(OlderUse::AfterCrash, &older) {
                        self.exchange(&image, &older)?
                    } else {
                        image
                    };
                }
                Ended::Said(LifeEnd::Restart) => {}
                Ended::Said(LifeEnd::Done | LifeEnd::Damaged) => {
                    return if self.is_exchanged(OlderUse::AtTheEnd, &older) {
                        let files = self.exchange(&files, &older)?;
                        self.go_on_with(&files)
                    } else {
                        Ok(())
                    };
                }
            }
        }
        self.judge.violated(Invariant::DoesNotEnd, "not after so many starts");
        Ok(())
    }

    /// Returns whether the older copy replaces the ledger now.
    fn is_exchanged(&self, now: OlderUse, older: &Path) -> bool {
        let is_planned = self.plan.older.is_some_and(|older| older.used == now);
        is_planned && !self.told.used_older_ledger && older.is_dir()
    }

    /// Puts the older ledger beside the current profile key and anchor.
    fn exchange(&mut self, newest: &Path, older: &Path) -> Result<PathBuf, SimulatorError> {
        self.judge.note("the ledger is exchanged for the older copy; key and anchor stay");
        self.told.used_older_ledger = true;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let newest_ledger = runtime.block_on(Snapshot::read_file(&ledger_in(newest)))?;
        self.judge.older_ledger(&newest_ledger);
        let files = self.folder.join("exchanged");
        copy_key(newest, &files)?;
        copy_ledger(older, &files)?;
        Ok(files)
    }

    /// Runs with the older ledger until nothing is left to do.
    fn go_on_with(&mut self, files: &Path) -> Result<(), SimulatorError> {
        for life in CRASHES_MAX + RESTARTS_MAX + 1..=CRASHES_MAX + 2 * RESTARTS_MAX {
            let (ended, _) = self.live(life, files, &self.folder.join("none"))?;
            match ended {
                Ended::Crashed | Ended::Said(LifeEnd::Restart) => {}
                Ended::Said(LifeEnd::Done | LifeEnd::Damaged) => return Ok(()),
            }
        }
        self.judge.violated(Invariant::DoesNotEnd, "not after so many starts with the older ledger");
        Ok(())
    }

    /// Runs one life of the program, from its start to its end, on a runtime of its own that ends everything with it.
    fn live(
        &mut self,
        number: usize,
        files: &Path,
        older: &Path,
    ) -> Result<(Ended, PathBuf), SimulatorError> {
        self.told.lives += 1;
        self.judge.note(format!("the program starts, for the {}. time", self.told.lives));
        let image = self.folder.join(format!("life-{}", number + 1));
        let life = Arc::new(Life {
            judge: Arc::clone(&self.judge),
            practice: Arc::clone(&self.practice),
            folder: files.to_owned(),
            image: image.clone(),
            broken: self.plan.breaks.get(number).copied().flatten(),
            older: self.plan.older.filter(|_| number == 0).map(|plan| (plan.copied_at, older.to_owned())),
            faults: self.plan.faults.clone(),
            submissions: Arc::clone(&self.submissions),
            ended: Notify::new(),
            state: Mutex::default(),
        });
        let path = ledger_in(files);
        probe::install(&path, life.clone());
        faults::install(&path, self.plan.disk.filter(|_| number == 0))?;
        let clock_s = self.plan.clock_s.get(number).copied().unwrap_or_default();
        let runtime = Builder::new_current_thread().enable_all().max_blocking_threads(1).build()?;
        let ended = runtime.block_on(async {
            tokio::select! {
                biased;
                () = life.ended.notified() => Ok(Ended::Crashed),
                said = self.program(files, clock_s) => said.map(Ended::Said),
            }
        });
        drop(runtime);
        probe::remove(&path);
        if number == 0 {
            self.told.disk_steps = faults::count(&path)?;
        }
        let (commits, failed) = life.commits();
        self.told.commits += commits;
        self.told.failed_commits += failed;
        if let Some(trouble) = life.trouble() {
            return Err(trouble.into());
        }
        Ok((if life.has_ended() { Ended::Crashed } else { ended? }, image))
    }

    async fn program(&mut self, files: &Path, clock_s: i64) -> Result<LifeEnd, SimulatorError> {
        let practice = Arc::clone(&self.practice);
        let start = Start {
            folder: files,
            practice: &practice,
            batch_size: self.plan.batch_size,
            clock_s,
            overlap: self.plan.overlap,
        };
        let driver = match Driver::open(&start).await {
            Ok(driver) => driver,
            Err(error) => {
                // For example a full disk at the first write.
                self.judge.note(format!("does not start: {error}"));
                return Ok(LifeEnd::Restart);
            }
        };
        let is_blocked = driver.is_blocked();
        self.told.was_blocked |= is_blocked;
        self.judge.check_start(&Snapshot::read(driver.ledger()).await?, is_blocked);
        let mut operator = Operator {
            driver: &driver,
            judge: &self.judge,
            practice: &practice,
            plan: self.plan,
            folder: files,
            letterbox: &self.letterbox,
            story: &mut self.memory,
        };
        let end = operator.work().await?;
        if end != LifeEnd::Restart {
            self.judge.check_end(&Snapshot::read(driver.ledger()).await?);
            if let Err(error) = driver.verify_chain().await {
                self.judge.violated(Invariant::ChainBroken, error.to_string());
            }
        }
        driver.close().await;
        Ok(end)
    }

    fn end(mut self) -> StoryResult {
        let (trace, violations, decisions) = self.judge.end();
        let count = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        self.told.faults = count(self.practice.faults().met().len());
        self.told.submissions = self.submissions.load(std::sync::atomic::Ordering::SeqCst);
        self.told.paid = self.practice.queued().iter().map(|batch| count(batch.payouts.len())).sum();
        let (withdrew, corrected) = (self.judge.has_withdrawn(), self.judge.has_corrected());
        let has_two_payrolls = self.plan.payrolls.len() > 1;
        StoryResult { trace, violations, decisions, withdrew, corrected, has_two_payrolls, ..self.told }
    }
}
