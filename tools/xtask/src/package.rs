//! `cargo xtask package`: the release program. Installers (.msi, .dmg, .deb) are deliberately not made here yet.

use crate::{
    context::Context,
    process::{failure::Failure, say, task::Task},
    setup::{self, Purpose, ui},
};

pub fn run(context: &Context) -> Result<(), Failure> {
    setup::ensure_system(Purpose::Window)?;
    ui::ensure_built(context)?;
    let build = ["build", "--release", "--locked", "--package", "paysheet", "--bin", "paysheet"];
    Task::cargo(build).folder(&context.root).run()?;
    say::heading(&format!("Built: {}", context.program("release", "paysheet").display()));
    say::line("This is the bare program. Installers and signatures are not made yet.");
    Ok(())
}
