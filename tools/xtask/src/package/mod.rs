//! `cargo xtask package`: the release program, and on Debian its packages for Linux, checked as a distribution checks
//! them, and installers for Windows, to be checked under Wine. Packages for macOS, and signatures, are not made here.

mod bundle;
mod checks;
mod files;
mod install;
pub(crate) mod notices;
mod windows;
mod wine;

use clap::Args;

use crate::{
    context::Context,
    process::{failure::Failure, say, task::Task},
    setup::{self, Purpose, ui},
    steps::{Outcome, Step, keep_only, run_all},
};

const BUILD: Step = Step { name: "build", purpose: "the release program is built", run: &build };

#[derive(Args)]
pub struct Options {
    /// Also install what was made: the .deb in a clean Debian, where the window is opened, the rest under Wine
    #[arg(long)]
    install_check: bool,
    /// Run only this step; it uses what the steps before it made
    #[arg(long, value_name = "STEP")]
    only: Option<String>,
}

pub fn run(context: &Context, options: &Options) -> Result<(), Failure> {
    run_all(&chosen(options)?, context)?;
    if options.only.is_some() {
        return Ok(());
    }
    say::line(&format!("Built: {}", context.program("release", "paysheet").display()));
    if setup::is_debian() {
        for ending in [bundle::DEB, bundle::RPM] {
            say::line(&format!("Packed: {}", bundle::package(context, ending)?.display()));
        }
    }
    Ok(())
}

fn chosen(options: &Options) -> Result<Vec<Step<'static>>, Failure> {
    let mut steps = vec![BUILD];
    if setup::is_debian() {
        steps.extend([notices::STEP, bundle::STEP, checks::FILES, checks::LINTIAN, checks::METADATA]);
        steps.extend([windows::BUILD, windows::NSIS, windows::MSI]);
        if options.install_check || options.only.is_some() {
            steps.extend([install::STEP, wine::STEP]);
        }
    } else {
        say::line("Packages are made and checked on Debian; this is the program alone.");
    }
    if let Some(only) = &options.only {
        keep_only(&mut steps, only)?;
    }
    Ok(steps)
}

fn build(context: &Context) -> Result<Outcome, Failure> {
    let purpose = if setup::is_debian() { Purpose::Packages } else { Purpose::Window };
    setup::ensure_system(purpose)?;
    ui::ensure_built(context)?;
    let build = ["build", "--release", "--locked", "--package", "paysheet", "--bin", "paysheet"];
    Task::cargo(build).folder(&context.root).run()?;
    Ok(Outcome::Passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(only: Option<&str>) -> Result<Vec<&'static str>, Failure> {
        let options = Options { install_check: false, only: only.map(str::to_owned) };
        Ok(chosen(&options)?.iter().map(|step| step.name).collect())
    }

    #[test]
    fn nothing_is_installed_unless_the_user_says_so() {
        let steps = names(None).unwrap();
        assert!(!steps.contains(&install::STEP.name) && !steps.contains(&wine::STEP.name), "{steps:?}");
        assert_eq!(names(Some("build")).unwrap(), ["build"]);
        let failure = names(Some("biuld")).unwrap_err().to_string();
        assert!(failure.starts_with("there is no step `biuld`, only build"), "{failure}");
    }
}
