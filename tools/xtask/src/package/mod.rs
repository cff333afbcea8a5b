//! `cargo xtask package`: the release program, and on Debian its packages for Linux, checked as a distribution checks
//! them. Packages for Windows and macOS, and signatures, are not made here.

mod bundle;
mod checks;
mod install;
pub(crate) mod notices;

use clap::Args;

use crate::{
    context::Context,
    process::{failure::Failure, say, task::Task},
    setup::{self, Purpose, ui},
    steps::{Outcome, Step, run_all},
};

const BUILD: Step = Step { name: "build", purpose: "the release program is built", run: &build };

#[derive(Args)]
pub struct Options {
    /// Also install the .deb in a clean Debian, open the window there, and remove it
    #[arg(long)]
    install_check: bool,
}

pub fn run(context: &Context, options: &Options) -> Result<(), Failure> {
    let mut steps = vec![BUILD];
    if setup::is_debian() {
        steps.extend([notices::STEP, bundle::STEP, checks::FILES, checks::LINTIAN, checks::METADATA]);
        if options.install_check {
            steps.push(install::STEP);
        }
    } else {
        say::line("Packages for Linux are made and checked on Debian; this is the program alone.");
    }
    run_all(&steps, context)?;
    say::line(&format!("Built: {}", context.program("release", "paysheet").display()));
    if setup::is_debian() {
        for ending in [bundle::DEB, bundle::RPM] {
            say::line(&format!("Packed: {}", bundle::package(context, ending)?.display()));
        }
    }
    Ok(())
}

fn build(context: &Context) -> Result<Outcome, Failure> {
    let purpose = if setup::is_debian() { Purpose::Packages } else { Purpose::Window };
    setup::ensure_system(purpose)?;
    ui::ensure_built(context)?;
    let build = ["build", "--release", "--locked", "--package", "paysheet", "--bin", "paysheet"];
    Task::cargo(build).folder(&context.root).run()?;
    Ok(Outcome::Passed)
}
