//! Brings a machine from "has Rust and Node" to "can build, run and test". Existing software is left unchanged; an
//! installation is announced before it happens.

mod debian;
mod linux;
mod node;
mod path;
mod purpose;
pub(crate) mod sources;
pub mod systems;
mod tools;
pub(crate) mod ui;

use clap::Args;

use crate::{
    context::Context,
    process::{failure::Failure, say},
};

pub use node::ensure as ensure_node;
pub use path::is_on_path;
pub use purpose::Purpose;
pub use tools::{ABOUT, DENY, DRIVER, FUZZER, MACHETE, ensure_tool};

#[derive(Args)]
pub struct Options {
    /// Also what the tests need: a virtual screen, a WebDriver, a keychain
    #[arg(long)]
    tests: bool,
}

pub fn run(context: &Context, options: &Options) -> Result<(), Failure> {
    let purpose = if options.tests { Purpose::Tests } else { Purpose::Window };
    ensure_node(context)?;
    ensure_system(purpose)?;
    ui::ensure_packages(&context.ui())?;
    if purpose == Purpose::Tests && cfg!(target_os = "linux") {
        systems::ensure()?;
        ui::ensure_packages(&context.scenarios())?;
        ensure_tool(context, &DRIVER)?;
    }
    say::line("Everything is in place.");
    Ok(())
}

/// Returns whether packages for Linux can be made and checked here.
pub fn is_debian() -> bool {
    cfg!(target_os = "linux") && linux::Family::here() == linux::Family::Debian
}

/// Checks the packages of the operating system. macOS and Windows have their own web view.
pub fn ensure_system(purpose: Purpose) -> Result<(), Failure> {
    if cfg!(target_os = "linux") { linux::ensure(purpose) } else { Ok(()) }
}
