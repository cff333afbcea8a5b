//! Starts programs and guarantees that none of them outlives xtask. Each gets a process group of its own, and the group
//! ends when its value is dropped, whether the step passed, failed or was interrupted.

use std::{
    io,
    process::{Child, Command, ExitStatus},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use super::failure::Failure;

const POLL: Duration = Duration::from_millis(20);
/// How long a group may take to end after the request, before it is killed.
const GRACE: Duration = Duration::from_secs(3);

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Turns Ctrl-C, a hang-up and a termination into [`Failure::Interrupted`] at the next wait, so that everything is
/// cleaned up on the ordinary way out.
pub fn end_them_on_interrupt() -> Result<(), Failure> {
    ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::SeqCst))?;
    Ok(())
}

/// Returns whether the user requested a stop.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// A started program with all programs that it starts.
pub struct Group {
    pub child: Child,
}

impl Group {
    pub fn start(command: &mut Command) -> io::Result<Self> {
        own_group(command);
        Ok(Self { child: command.spawn()? })
    }

    /// Waits for the program's end. Returns `None` if `limit` passes first.
    pub fn wait(&mut self, limit: Duration) -> Result<Option<ExitStatus>, Failure> {
        let started = Instant::now();
        loop {
            if interrupted() {
                return Err(Failure::Interrupted);
            }
            match self.child.try_wait() {
                Ok(Some(status)) => return Ok(Some(status)),
                Ok(None) if started.elapsed() > limit => return Ok(None),
                Ok(None) => thread::sleep(POLL),
                Err(source) => {
                    return Err(Failure::NotStarted { program: "a started program".into(), source });
                }
            }
        }
    }

    fn ended_within(&mut self, limit: Duration) -> bool {
        let started = Instant::now();
        while started.elapsed() < limit {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            thread::sleep(POLL);
        }
        false
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        ask_group_to_end(&mut self.child);
        let _ended = self.ended_within(GRACE);
        kill_group(&mut self.child);
        drop(self.child.wait());
    }
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_command: &mut Command) {}

#[cfg(unix)]
fn ask_group_to_end(child: &mut Child) {
    signal_group(child, rustix::process::Signal::TERM);
}

#[cfg(not(unix))]
fn ask_group_to_end(_child: &mut Child) {}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    signal_group(child, rustix::process::Signal::KILL);
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    drop(child.kill());
}

/// Sends a signal to a group. The result is ignored: a group that is already gone needs no signal.
#[cfg(unix)]
fn signal_group(child: &Child, signal: rustix::process::Signal) {
    let group = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(group) = group {
        let _gone_already = rustix::process::kill_process_group(group, signal);
    }
}

/// Ends the programs that left their group (as services do that a message bus started) but still have `marker`, as
/// `NAME=value`, in the environment that xtask set.
#[cfg(target_os = "linux")]
pub fn end_marked(marker: &str) {
    let own = std::process::id();
    let Ok(entries) = std::fs::read_dir("/proc") else { return };
    let ids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    for id in ids.filter(|id| *id != own && carries(*id, marker)) {
        if let Some(process) = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) {
            let _gone_already = rustix::process::kill_process(process, rustix::process::Signal::KILL);
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub fn end_marked(_marker: &str) {}

#[cfg(target_os = "linux")]
fn carries(id: u32, marker: &str) -> bool {
    let environment = std::fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
    environment.split(|byte| *byte == 0).any(|entry| entry == marker.as_bytes())
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::process::Stdio;

    use super::*;

    const ENDED_WITHIN: Duration = Duration::from_secs(10);

    /// `sleep` under a shell that ignores the request to end: the whole group must end all the same.
    #[test]
    fn a_group_ends_with_everything_that_it_started() {
        let marker = format!("PAYSHEET_XTASK_TEST={}", std::process::id());
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 600 & wait"]).stdin(Stdio::null());
        command.env("PAYSHEET_XTASK_TEST", std::process::id().to_string());
        let mut group = Group::start(&mut command).unwrap();
        assert!(group.wait(Duration::from_millis(1)).unwrap().is_none());
        drop(group);
        // The shell is waited for; what it started is killed with it, and the system ends it a moment later.
        let until = Instant::now() + ENDED_WITHIN;
        while anybody_carries(&marker) {
            assert!(Instant::now() < until, "something goes on");
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn what_left_its_group_is_found_by_its_mark() {
        let marker = format!("PAYSHEET_XTASK_STRAY={}", std::process::id());
        let mut command = Command::new("sleep");
        command.arg("600").env("PAYSHEET_XTASK_STRAY", std::process::id().to_string());
        let mut group = Group::start(&mut command).unwrap();
        while !anybody_carries(&marker) {
            thread::yield_now();
        }
        end_marked(&marker);
        assert!(!group.wait(Duration::from_secs(10)).unwrap().unwrap().success());
    }

    fn anybody_carries(marker: &str) -> bool {
        let own = std::process::id();
        std::fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok())
            .any(|id| id != own && carries(id, marker))
    }
}
