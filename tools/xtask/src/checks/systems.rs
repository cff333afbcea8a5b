//! Type-checks the programs for the systems that this computer does not run. The application is developed on Linux, and
//! the code for Windows and macOS is compiled nowhere else before CI runs there.

use crate::{
    context::Context,
    process::failure::Failure,
    setup::systems::{self, WINDOWS},
    steps::{Outcome, Step},
};

pub const STEP: Step =
    Step { name: "systems", purpose: "the programs type-check for Windows and macOS", run: &check };

const TARGETS: [&str; 2] = [WINDOWS, "aarch64-apple-darwin"];
/// Checking links nothing, so the C libraries need no code: compilers and archivers that do nothing are enough, and there
/// is none for macOS on Linux. The SDK's folder is set, because it would be requested from Xcode otherwise.
const NO_C: [(&str, &str); 6] = [
    ("CC_x86_64_pc_windows_gnu", "true"),
    ("CXX_x86_64_pc_windows_gnu", "true"),
    ("AR_x86_64_pc_windows_gnu", "true"),
    ("CC_aarch64_apple_darwin", "true"),
    ("AR_aarch64_apple_darwin", "true"),
    ("SDKROOT", "/"),
];

fn check(context: &Context) -> Result<Outcome, Failure> {
    if context.is_late() {
        return Ok(Outcome::Skipped("an hour is over: cargo xtask test --only systems"));
    }
    if let Some(reason) = systems::ensure()? {
        return Ok(Outcome::Skipped(reason));
    }
    // One command for all targets: a chain of crates that wait for each other leaves processors to the other target.
    // Programs and libraries only: tests and examples use the same libraries, and checking them as well doubles the time.
    let mut task = systems::cargo(context, &["check", "--workspace", "--lib", "--bins", "--locked"])
        .args(TARGETS.iter().flat_map(|target| ["--target", target]))
        .env("CARGO_TARGET_DIR", context.target.join("systems"));
    for (name, value) in NO_C {
        task = task.env(name, value);
    }
    task.run()?;
    Ok(Outcome::Passed)
}
