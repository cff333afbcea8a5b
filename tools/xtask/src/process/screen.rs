//! A virtual screen with a window manager: tests and measurements open real windows on it without disturbing anybody.
//! Linux only.

use std::{
    io::{BufRead, BufReader},
    process::Stdio,
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use super::{children::Group, failure::Failure, task::Task};

/// Larger than any window of the application, so that none is cut or moved.
const SIZE: &str = "1600x1100x24";
const READY: Duration = Duration::from_secs(20);
const POLL: Duration = Duration::from_millis(20);

/// A running private X server; it ends when this value is dropped.
pub struct Screen {
    /// For `DISPLAY`, such as `:99`.
    pub display: String,
    _manager: Group,
    _server: Group,
}

impl Screen {
    /// Starts a server on an unused display. `marker` is added to the environment of all started programs.
    pub fn start(marker: (&str, &str)) -> Result<Self, Failure> {
        // `-r`: on a slow computer the last key of a typed path is released so late that it repeats.
        let server = Task::new("Xvfb").args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            SIZE,
            "-nolisten",
            "tcp",
            "-noreset",
            "-r",
        ]);
        let mut server = server.env(marker.0, marker.1);
        server.command().stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = server.start()?;
        let number = first_line(&mut server)?;
        let display = format!(":{}", number.trim());
        let manager = Task::new("openbox").env("DISPLAY", &display).env(marker.0, marker.1);
        let mut manager = manager.without("WAYLAND_DISPLAY").without("DBUS_SESSION_BUS_ADDRESS");
        manager.command().stdout(Stdio::null()).stderr(Stdio::null());
        let screen = Self { display, _manager: manager.start()?, _server: server };
        screen.wait_for_the_manager()?;
        Ok(screen)
    }
}

impl Screen {
    /// Waits for the window manager: a window that opens before it runs is framed and drawn a second time, half a
    /// second later.
    fn wait_for_the_manager(&self) -> Result<(), Failure> {
        let started = Instant::now();
        while !Task::new("xdotool").args(["get_num_desktops"]).env("DISPLAY", &self.display).succeeds() {
            if started.elapsed() > READY {
                return Err(Failure::NotReady { program: "openbox".into(), limit_s: READY.as_secs() });
            }
            thread::sleep(POLL);
        }
        Ok(())
    }
}

/// Reads the first line of the server's output. The server writes the number of its display when it accepts
/// connections.
fn first_line(server: &mut Group) -> Result<String, Failure> {
    let not_ready = || Failure::NotReady { program: "Xvfb".into(), limit_s: READY.as_secs() };
    let output = server.child.stdout.take().ok_or_else(not_ready)?;
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut line = String::new();
        if BufReader::new(output).read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
            drop(sender.send(line));
        }
    });
    receiver.recv_timeout(READY).map_err(|_silence| not_ready())
}
