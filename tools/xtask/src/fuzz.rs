//! `cargo xtask fuzz`: runs a fuzzer on each of the service's decoders for a while. Interesting inputs stay in
//! `target/fuzz-corpus`, so that the next run continues from there; the seeds in the repository are written by hand.

use std::{fs, path::Path};

use clap::Args;

use crate::{
    context::Context,
    process::{failure::Failure, say, task::Task},
    setup::{FUZZER, ensure_tool},
};

/// The compiler that can instrument code for a fuzzer.
const NIGHTLY: &str = "nightly";
/// Longest input; observed responses have a few hundred bytes, and short inputs run faster.
const INPUT_BYTES_MAX: u32 = 4_096;
/// Seconds; one input that takes longer than this is a finding.
const INPUT_LIMIT_S: u32 = 10;
/// Last lines of the fuzzer's output that a failure repeats.
const LAST_LINES: usize = 25;

#[derive(Args)]
pub struct Options {
    /// How long each decoder is fed
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// Feed only this one
    #[arg(long, value_name = "DECODER")]
    only: Option<String>,
}

/// The figures of fuzzing one decoder.
#[derive(Debug, PartialEq, Eq)]
struct Figures {
    executions: u64,
    inputs: usize,
}

pub fn run(context: &Context, options: &Options) -> Result<(), Failure> {
    if !Task::new("rustup").args(["run", NIGHTLY, "rustc", "--version"]).succeeds() {
        return Err(Failure::PackagesMissing {
            missing: "the nightly compiler, which fuzzing needs".to_owned(),
            command: format!("rustup toolchain install {NIGHTLY} --profile minimal"),
        });
    }
    ensure_tool(context, &FUZZER)?;
    let mut decoders = decoders(&context.fuzz())?;
    if let Some(only) = &options.only {
        let known = decoders.join(", ");
        decoders.retain(|decoder| decoder == only);
        if decoders.is_empty() {
            return Err(Failure::NoSuchStep { name: only.clone(), known });
        }
    }
    say::heading("Building the fuzzers");
    cargo_fuzz(context, &["build"]).run()?;
    say::heading(&format!("{} decoders, {} s each", decoders.len(), options.seconds));
    for decoder in &decoders {
        let figures = feed(context, decoder, options.seconds)?;
        let (executions, inputs) = (figures.executions, figures.inputs);
        say::line(&format!("  {decoder:12} {executions:>12} executions  {inputs:>6} inputs kept"));
    }
    Ok(())
}

/// Returns the fuzz targets, by the names of their files.
fn decoders(fuzz: &Path) -> Result<Vec<String>, Failure> {
    let folder = fuzz.join("fuzz_targets");
    let files = fs::read_dir(&folder).map_err(Failure::file(&folder))?;
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let mut decoders: Vec<_> = files.flatten().filter_map(|file| stem(&file.path())).collect();
    decoders.sort();
    Ok(decoders)
}

/// Builds a cargo-fuzz task without a sanitizer: the project's code has no `unsafe`, so memory is safe, and there are
/// more executions.
fn cargo_fuzz(context: &Context, args: &[&str]) -> Task {
    let (verb, rest) = args.split_first().map_or(("build", args), |(verb, rest)| (*verb, rest));
    Task::new(context.tool(FUZZER.name))
        .args(["fuzz", verb, "--sanitizer", "none", "--debug-assertions", "--fuzz-dir"])
        .args([context.fuzz()])
        .args(["--target-dir"])
        .args([context.target.join("fuzz")])
        .args(rest)
        .env("RUSTUP_TOOLCHAIN", NIGHTLY)
        // `cargo xtask` sets this variable to its own compiler, which is not the nightly one.
        .without("CARGO")
        .without("RUSTC")
        .folder(&context.fuzz())
}

fn feed(context: &Context, decoder: &str, seconds: u32) -> Result<Figures, Failure> {
    let kept = context.target.join("fuzz-corpus").join(decoder);
    fs::create_dir_all(&kept).map_err(Failure::file(&kept))?;
    let (kept_text, seeds) = (kept.to_string_lossy(), context.fuzz().join("corpus").join(decoder));
    let [time, longest, slowest] = [
        format!("-max_total_time={seconds}"),
        format!("-max_len={INPUT_BYTES_MAX}"),
        format!("-timeout={INPUT_LIMIT_S}"),
    ];
    let args = ["run", decoder, &kept_text, &seeds.to_string_lossy(), "--", &time, &longest, &slowest];
    let mut task = cargo_fuzz(context, &args).args(["-print_final_stats=1"]);
    let output = task
        .command()
        .output()
        .map_err(|source| Failure::NotStarted { program: FUZZER.name.to_owned(), source })?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let status = format!("{}:\n{}", output.status, finding(&said));
        return Err(Failure::Ended { line: format!("{} run {decoder}", FUZZER.name), status });
    }
    let inputs = fs::read_dir(&kept).map_err(Failure::file(&kept))?.count();
    Ok(Figures { executions: executions(&said), inputs })
}

/// Extracts a finding from the fuzzer's output: the panic with its message, and the input that causes it. If the output
/// contains neither, returns its end.
fn finding(said: &str) -> String {
    let lines: Vec<_> = said.lines().collect();
    let mut told: Vec<_> = lines
        .windows(2)
        .filter(|pair| pair.iter().take(1).any(|line| line.contains("panicked at")))
        .flatten()
        .collect();
    told.extend(
        lines.iter().filter(|line| line.contains("Test unit written to") || line.starts_with("SUMMARY")),
    );
    if told.is_empty() {
        told.extend(lines.iter().skip(lines.len().saturating_sub(LAST_LINES)));
    }
    told.into_iter().copied().collect::<Vec<_>>().join("\n")
}

/// Returns the count in the fuzzer's closing lines; 0 if there is none.
fn executions(said: &str) -> u64 {
    let count = said.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    count.and_then(|count| count.trim().parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_decoder_has_seeds() {
        let fuzz = Context::here().fuzz();
        let decoders = decoders(&fuzz).unwrap();
        assert!(decoders.len() >= 10, "{decoders:?}");
        for decoder in decoders {
            let seeds = fs::read_dir(fuzz.join("corpus").join(&decoder)).unwrap().count();
            assert!(seeds > 0, "{decoder} has no seeds");
        }
    }

    #[test]
    fn a_finding_is_told_by_its_panic_and_its_input() {
        let said = "#1 NEW\nthread 'x' panicked at a.rs:1:\nboom\nnote\nartifact; Test unit written to crash-1\nstack\n";
        let expected = "thread 'x' panicked at a.rs:1:\nboom\nartifact; Test unit written to crash-1";
        assert_eq!(finding(said), expected);
        assert_eq!(finding("error: no such target"), "error: no such target");
    }

    #[test]
    fn the_closing_words_are_read() {
        let said = "Done 12 runs\nstat::number_of_executed_units: 8123456\nstat::average_exec_per_sec: 1\n";
        assert_eq!((executions(said), executions("nothing")), (8_123_456, 0));
    }
}
