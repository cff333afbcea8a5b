//! Changes one bit in a ledger's files, many times: closed, as a crash left it, and open. Each change must be refused,
//! or found, or must change nothing that is read.

use crate::{
    context::Context,
    process::{failure::Failure, say, task::Task},
};

/// Optimised, with the feature that gives the program a reader of its own. This build is never shipped.
const PROFILE: &str = "simulate";
const EXAMPLE: [&str; 6] = ["-p", "paysheet-ledger", "--features", "simulate", "--example", "bit_flips"];

pub fn run(context: &Context, bits: u32) -> Result<(), Failure> {
    say::heading("Building the program that changes bits");
    Task::cargo(["build", "--locked", "--profile", PROFILE]).args(EXAMPLE).folder(&context.root).run()?;
    say::heading(&format!("Changing {bits} bits of each"));
    let program = Task::new(context.program(&format!("{PROFILE}/examples"), "bit_flips"));
    program.args(["--count", &bits.to_string()]).run()
}
