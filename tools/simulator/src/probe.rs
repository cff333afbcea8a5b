//! The simulator's hooks at each commit of a program's life. They break the commit as the plan says, copy the files
//! when the program ends or an older copy is made, arm the service's next fault, and call the judge.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

use paysheet_ledger::probe::{Probe, ProbedEvent, Verdict};
use paysheet_practice::{Fault, Practice};
use tokio::sync::Notify;

use crate::{
    driver::{ANCHOR, KEY, LEDGER, words},
    judge::Judge,
    plan::{Break, BreakKind, Side},
};

/// One life of the program.
pub struct Life {
    pub judge: Arc<Judge>,
    pub practice: Arc<Practice>,
    pub folder: PathBuf,
    /// The folder of the files when the program ends.
    pub image: PathBuf,
    pub broken: Option<Break>,
    /// A copy to make after this commit, and its folder.
    pub older: Option<(u32, PathBuf)>,
    /// By submission of the whole story.
    pub faults: Vec<Option<Fault>>,
    pub submissions: Arc<AtomicU32>,
    /// Notified when the program has ended.
    pub ended: Notify,
    pub state: Mutex<State>,
}

#[derive(Debug, Default)]
pub struct State {
    commits: u32,
    has_ended: bool,
    /// Number of commits that fail from here on.
    failing: u32,
    failed: u32,
    trouble: Option<io::Error>,
}

impl Life {
    pub fn has_ended(&self) -> bool {
        self.state().has_ended
    }

    /// Returns the number of commits, and how many of them failed.
    pub fn commits(&self) -> (u32, u32) {
        let state = self.state();
        (state.commits, state.failed)
    }

    /// Returns why a copy could not be made.
    pub fn trouble(&self) -> Option<io::Error> {
        self.state().trouble.take()
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn at(&self, side: Side, commit: u32, state: &mut State) -> Verdict {
        if state.failing > 0
            && side == Side::Before
            && let Some(Break { what: BreakKind::Fail { failure, .. }, .. }) = self.broken
        {
            state.failing -= 1;
            state.failed += 1;
            return Verdict::Fail(failure);
        }
        let Some(Break { at, side: broken_side, what }) = self.broken else { return Verdict::Proceed };
        if commit != at || side != broken_side {
            return Verdict::Proceed;
        }
        match what {
            BreakKind::Crash => {
                state.has_ended = true;
                if let Err(error) = copy(&self.folder, &self.image) {
                    state.trouble = Some(error);
                }
                self.judge.note(format!("  the program ends {side} commit {commit}"));
                self.ended.notify_one();
                Verdict::Stop
            }
            BreakKind::Fail { failure, commits } => {
                state.failing = commits - 1;
                state.failed += 1;
                Verdict::Fail(failure)
            }
        }
    }

    /// Arms the service's fault for the next submission.
    fn arm(&self, events: &[ProbedEvent]) {
        if !events.iter().any(|event| event.kind == "intent") {
            return;
        }
        let number = self.submissions.fetch_add(1, Ordering::SeqCst);
        let fault = usize::try_from(number).ok().and_then(|at| self.faults.get(at)).copied().flatten();
        match fault {
            Some(fault) => {
                self.judge.note(format!("  submission {} meets {fault}", number + 1));
                if let Err(error) = self.practice.faults().script([fault]) {
                    self.judge.note(format!("  {error}"));
                }
            }
            None => self.practice.faults().clear(),
        }
    }
}

impl Probe for Life {
    fn before(&self, events: &[ProbedEvent]) -> Verdict {
        self.judge.before_commit(events);
        let mut state = self.state();
        if state.has_ended {
            return Verdict::Stop;
        }
        state.commits += 1;
        let commit = state.commits;
        let listed: Vec<String> = events.iter().map(words).collect();
        self.judge.note(format!("  commit {commit}: {}", listed.join("; ")));
        let verdict = self.at(Side::Before, commit, &mut state);
        if verdict != Verdict::Proceed {
            self.judge.note(format!("  commit {commit}: {verdict:?} before it is durable"));
        }
        verdict
    }

    fn after(&self, events: &[ProbedEvent]) -> Verdict {
        self.judge.after_commit(events);
        let mut state = self.state();
        if state.has_ended {
            return Verdict::Stop;
        }
        let commit = state.commits;
        if let Some((at, to)) = &self.older
            && *at == commit
        {
            self.judge.note(format!("  the ledger is copied after commit {commit}"));
            if let Err(error) = copy(&self.folder, to) {
                state.trouble = Some(error);
            }
        }
        let verdict = self.at(Side::After, commit, &mut state);
        if verdict == Verdict::Proceed {
            drop(state);
            self.arm(events);
        } else {
            self.judge.note(format!("  commit {commit}: {verdict:?} after it is durable"));
        }
        verdict
    }
}

/// Copies the files of a ledger and of its profile key at one moment. The anchor is copied first: it is stored after
/// the events that it names, so the ledger that is copied later contains them.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    copy_key(from, to)?;
    copy_ledger(from, to)
}

/// Copies the profile key and the ledger's anchor.
pub fn copy_key(from: &Path, to: &Path) -> io::Result<()> {
    copy_files(from, to, &[ANCHOR, KEY])
}

/// Copies a ledger. Its file is copied first: pages that a checkpoint moves from the log into it meanwhile stay in the
/// log as long as nobody writes, and the caller holds the writer.
pub fn copy_ledger(from: &Path, to: &Path) -> io::Result<()> {
    copy_files(from, to, &[LEDGER, &format!("{LEDGER}-wal")])
}

fn copy_files(from: &Path, to: &Path, names: &[&str]) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for name in names {
        match fs::copy(from.join(name), to.join(name)) {
            Ok(_) => {}
            // A new ledger has no anchor yet, and a ledger that was closed in order has no log.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
