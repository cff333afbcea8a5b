//! Type-checks the workspace for the systems that this computer does not run. The application is developed on Linux, and
//! the code for Windows and macOS is compiled nowhere else before CI runs there.

use crate::{
    context::Context,
    failure::Failure,
    setup,
    steps::{Outcome, Step},
    task::Task,
};

pub const STEP: Step =
    Step { name: "systems", purpose: "everything type-checks for Windows and macOS", run: check };

const TARGETS: [&str; 2] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];
/// There is no C compiler for macOS on Linux. Checking links nothing, so the C libraries need no code: a compiler and an
/// archiver that do nothing are enough. The SDK's folder is set, because it would be requested from Xcode otherwise.
const NO_C_FOR_MACOS: [(&str, &str); 3] =
    [("CC_aarch64_apple_darwin", "true"), ("AR_aarch64_apple_darwin", "true"), ("SDKROOT", "/")];

fn check(context: &Context) -> Result<Outcome, Failure> {
    if let Some(reason) = setup::systems::ensure()? {
        return Ok(Outcome::Skipped(reason));
    }
    for target in TARGETS {
        check_for(context, target)?;
    }
    Ok(Outcome::Passed)
}

/// Builds the standard library for the target as well: the package contains it as source.
fn check_for(context: &Context, target: &str) -> Result<(), Failure> {
    let mut task = Task::cargo(["check", "--workspace", "--all-targets", "--locked", "--target", target])
        .args(["-Zbuild-std=std,panic_abort,panic_unwind"])
        .env("RUSTC", setup::systems::RUSTC)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", context.target.join("systems"));
    for (name, value) in NO_C_FOR_MACOS {
        task = task.env(name, value);
    }
    task.folder(&context.root).run()
}
