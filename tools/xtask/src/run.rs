//! `cargo xtask run`: from a bare machine to the open window. Without a screen it does the same main job without a
//! window, so that the command always shows what Paysheet does.

use std::{env, fs, io, time::Duration};

use clap::Args;

use crate::{
    context::Context,
    process::{failure::Failure, say, task::Task},
    setup::{self, Purpose, ui},
};

/// Folder below the build folder for a run without a screen. Each run begins with an empty folder, since nobody is paid
/// twice for the same payroll.
const HEADLESS: &str = "practice-run";

#[derive(Args)]
pub struct Options {
    /// Build with optimisation: slower to build, as fast as the installed application
    #[arg(long)]
    release: bool,
}

pub fn run(context: &Context, options: &Options) -> Result<(), Failure> {
    if has_screen() { window(context, options) } else { headless(context, options) }
}

fn window(context: &Context, options: &Options) -> Result<(), Failure> {
    say::heading("[1/4] Setting up what is missing");
    setup::ensure_system(Purpose::Window)?;
    say::heading("[2/4] Building the interface");
    ui::ensure_built(context)?;
    say::heading("[3/4] Building the application");
    let build = Task::cargo(["build", "--package", "paysheet", "--bin", "paysheet"]).args(profile(options));
    build.folder(&context.root).run()?;
    say::heading("[4/4] Opening Paysheet; close its window or press Ctrl-C to end it");
    let folder = if options.release { "release" } else { "debug" };
    let app = Task::new(context.program(folder, "paysheet")).shown_as("paysheet").limit(Duration::MAX);
    let status = app.status()?;
    match status.code().map(u8::try_from) {
        Some(Ok(0)) => Ok(()),
        Some(Ok(code)) => Err(Failure::AppEnded { code }),
        Some(Err(_)) | None => Err(Failure::Ended { line: "paysheet".into(), status: status.to_string() }),
    }
}

fn headless(context: &Context, options: &Options) -> Result<(), Failure> {
    say::heading("There is no screen here, so no window can open.");
    say::line("`xvfb-run cargo xtask run` shows it on a virtual one.");
    say::line("Instead, the sample payroll is paid through the embedded practice service, without a window.");
    let folder = context.target.join(HEADLESS);
    match fs::remove_dir_all(&folder) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => {
            return Err(Failure::File { path: folder, source });
        }
        Ok(()) | Err(_) => {}
    }
    let example = ["run", "--package", "paysheet-desk", "--example", "practice_run"];
    let task = Task::cargo(example).args(profile(options)).args(["--", "--folder"]).args([folder]);
    task.folder(&context.root).run()
}

fn profile(options: &Options) -> Option<&'static str> {
    options.release.then_some("--release")
}

fn has_screen() -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}
