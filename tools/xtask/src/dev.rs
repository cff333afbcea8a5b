//! `cargo xtask dev`: the window in practice mode while its code changes. Vite serves the interface and replaces what
//! changed in the open window. When Rust code changes, the application is built and started again. Its ledgers are in
//! folders of their own, apart from those of an installed Paysheet.

use std::{
    fs,
    net::{Ipv4Addr, TcpListener, TcpStream},
    process::ExitStatus,
    thread,
    time::{Duration, Instant, SystemTime},
};

use serde_json::json;

use crate::{
    context::Context,
    process::{children::Group, failure::Failure, say, task::Task},
    setup::{
        self, Purpose,
        sources::{changed_at, newest_below},
        ui,
    },
};

/// Port of the development server, as in `ui/vite.config.ts`.
const PORT: u16 = 5173;
/// How long the development server may take to start.
const SERVER_READY: Duration = Duration::from_secs(30);
/// Time between two looks at the sources, the application and the server.
const POLL: Duration = Duration::from_millis(250);
/// Identifier of the application while it is developed. The system's folders for its files, and the check for a second
/// instance, depend on it.
const IDENTIFIER: &str = "app.paysheet.desk.dev";

/// What ends the waiting.
enum Event {
    SourceChanged,
    /// The user closed the window.
    Closed,
}

pub fn run(context: &Context) -> Result<(), Failure> {
    say::heading("Setting up what is missing");
    setup::ensure_system(Purpose::Window)?;
    setup::ensure_node(context)?;
    ui::ensure_packages(&context.ui())?;
    say::heading("Starting the development server; end it and the window with Ctrl-C");
    let mut session = Session { context, app: None, server: start_server(context)?, built: None };
    match session.work() {
        // Ctrl-C is how this command ends.
        Err(Failure::Interrupted) => Ok(()),
        ended => ended,
    }
}

/// The development server and the application. Both end when it is dropped.
struct Session<'a> {
    context: &'a Context,
    app: Option<Group>,
    server: Group,
    /// When the running program was linked.
    built: Option<SystemTime>,
}

impl Session<'_> {
    fn work(&mut self) -> Result<(), Failure> {
        loop {
            // A change during the build starts another one.
            let sources = newest_source(self.context);
            self.build_and_start()?;
            match self.wait(sources)? {
                Event::SourceChanged => say::heading("A source file changed"),
                Event::Closed => return Ok(()),
            }
        }
    }

    /// Builds the application and starts it, in place of the running one. If the build fails or makes no other program,
    /// the running one stays.
    fn build_and_start(&mut self) -> Result<(), Failure> {
        match build(self.context) {
            Err(Failure::Ended { .. }) => {
                say::line("  Waiting for a change.");
                return Ok(());
            }
            built => built?,
        }
        let program = self.context.program("debug", "paysheet");
        let built = changed_at(&program).map_err(Failure::file(&program))?;
        if self.app.is_some() && self.built == Some(built) {
            return Ok(());
        }
        self.app = None;
        // The copy runs: on Windows, a program that runs cannot be replaced by the next build.
        let copy = self.context.program("dev", "paysheet");
        fs::create_dir_all(self.context.target.join("dev")).map_err(Failure::file(&copy))?;
        fs::copy(&program, &copy).map_err(Failure::file(&copy))?;
        self.app = Some(Task::new(copy).start()?);
        self.built = Some(built);
        Ok(())
    }

    /// Waits until a source file is younger than `sources` or the user closes the window.
    fn wait(&mut self, sources: Option<SystemTime>) -> Result<Event, Failure> {
        loop {
            if let Some(status) = self.server.wait(Duration::ZERO)? {
                return Err(ended("the development server", status));
            }
            if let Some(app) = &mut self.app
                && let Some(status) = app.wait(Duration::ZERO)?
            {
                if status.success() {
                    return Ok(Event::Closed);
                }
                say::line(&format!("  Paysheet ended with {status}. Waiting for a change."));
                self.app = None;
            }
            if newest_source(self.context) != sources {
                return Ok(Event::SourceChanged);
            }
            thread::sleep(POLL);
        }
    }
}

fn ended(line: &str, status: ExitStatus) -> Failure {
    Failure::Ended { line: line.into(), status: status.to_string() }
}

/// Starts Vite and waits until it accepts connections. Vite is started without npm, so that it is the process that ends.
fn start_server(context: &Context) -> Result<Group, Failure> {
    let address = (Ipv4Addr::LOCALHOST, PORT);
    if TcpListener::bind(address).is_err() {
        return Err(Failure::PortInUse { port: PORT });
    }
    let vite = ["node_modules/vite/bin/vite.js", "--clearScreen", "false", "--host", "127.0.0.1"];
    let mut server = Task::new("node").args(vite).folder(&context.ui()).start()?;
    let started = Instant::now();
    while TcpStream::connect(address).is_err() {
        if let Some(status) = server.wait(POLL)? {
            return Err(ended("the development server", status));
        }
        if started.elapsed() > SERVER_READY {
            return Err(Failure::NotReady { program: "Vite".into(), limit_s: SERVER_READY.as_secs() });
        }
    }
    Ok(server)
}

/// Builds the application without `custom-protocol`: it loads its pages from the development server. The address of the
/// server is not in `tauri.conf.json`, so that no other build contains it.
fn build(context: &Context) -> Result<(), Failure> {
    let config = json!({
        "identifier": IDENTIFIER,
        "build": { "devUrl": format!("http://127.0.0.1:{PORT}") },
    });
    let build = ["build", "--package", "paysheet", "--bin", "paysheet"];
    let features = ["--no-default-features", "--features", "dev"];
    Task::cargo(build).args(features).env("TAURI_CONFIG", config.to_string()).folder(&context.root).run()
}

/// Returns when the youngest Rust source changed, or `None` while an editor replaces a file.
fn newest_source(context: &Context) -> Option<SystemTime> {
    let file = |name: &str| changed_at(&context.root.join(name));
    let files = ["Cargo.toml", "Cargo.lock", "tauri.conf.json"].map(file);
    let folder = context.root.join("src-tauri");
    let times: Result<Vec<_>, _> = files.into_iter().chain([newest_below(&folder)]).collect();
    times.ok()?.into_iter().max()
}
