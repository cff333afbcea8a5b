//! The project's commands, behind `cargo xtask`. It is the first thing that a fresh clone builds, so it depends
//! neither on Tauri nor on any other crate of the workspace; it only starts other programs and reports on them.

mod bench;
mod check;
mod checks;
mod context;
mod dev;
mod figures;
mod fuzz;
mod mutants;
mod package;
mod process;
mod release;
mod run;
mod setup;
mod steps;
mod test;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::{
    checks::{faults, lint, simulate},
    context::Context,
    package::notices,
    process::{children, failure::Failure, say},
    setup::ui,
};

/// Sets up, runs, tests and measures Paysheet.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Set up whatever is missing and open the application; without a screen, pay the sample payroll here
    Run(run::Options),
    /// Open the application in practice mode while you change it: the interface reloads, Rust is rebuilt and restarted
    Dev,
    /// Check what you changed: format, lint, and the fast tests that it concerns
    Check(check::Options),
    /// Set up whatever is missing and run every test, end to end in a real window included
    Test(test::Options),
    /// Format, clippy, TypeScript and the interface's lint, without running anything
    Lint,
    /// Install what the application (and with --tests: its tests) needs, and nothing else
    Setup(setup::Options),
    /// Install the interface's packages and build it into ui/dist
    Ui,
    /// Feed the decoders of the service's answers with what a fuzzer comes up with
    Fuzz(fuzz::Options),
    /// Let the line and the service fail in every way, and count what was concluded beside what really happened
    Faults(faults::Options),
    /// Tell stories of payrolls by seed: faults, crashes, failing disks, operators; and judge them
    Simulate(simulate::Options),
    /// Make deliberate mistakes in a copy of the code, and expect the simulator to catch each
    Mutants(mutants::Options),
    /// Count lines, types, functions, folders and commands
    Figures(figures::Options),
    /// Measure
    Bench(bench::Options),
    /// Build the release program; on Debian also make its packages for Linux and installers for Windows, and check them
    Package(package::Options),
    /// Collect the licences of all that ships in one file, for packages and installers
    Notices,
    /// Check that this commit can be released, and tag it
    Release(release::Options),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = children::end_them_on_interrupt().and_then(|()| dispatch(cli.command));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::AppEnded { code }) => ExitCode::from(code),
        Err(failure) => {
            say::error(&failure.to_string());
            ExitCode::FAILURE
        }
    }
}

fn dispatch(command: Command) -> Result<(), Failure> {
    let context = Context::here();
    match command {
        Command::Run(options) => run::run(&context, &options),
        Command::Dev => dev::run(&context),
        Command::Check(options) => check::run(&context, &options),
        Command::Test(options) => test::run(&context, options),
        Command::Lint => lint::run(&context),
        Command::Setup(options) => setup::run(&context, &options),
        Command::Ui => ui::ensure_built(&context),
        Command::Fuzz(options) => fuzz::run(&context, &options),
        Command::Faults(options) => faults::run(&context, &options),
        Command::Simulate(options) => simulate::run(&context, &options),
        Command::Mutants(options) => mutants::run(&context, &options),
        Command::Figures(options) => figures::run(&context, &options),
        Command::Bench(options) => bench::run(&context, &options),
        Command::Package(options) => package::run(&context, &options),
        Command::Notices => notices::run(&context),
        Command::Release(options) => release::run(&context, &options),
    }
}
