//! `cargo xtask mutants`: makes each deliberate mistake in a copy of the tree and expects the simulator to detect it.
//! If a mistake is not detected, a guard is not tested. The working tree is only read.

mod copy;
mod table;

use std::{fs, path::Path, time::Duration};

use clap::Args;

use self::table::{MUTANTS, Mutant};
use crate::{
    checks::simulate::{DEBUG, LIKE_THE_WORKSPACE, SIMULATOR},
    context::Context,
    process::{failure::Failure, say, task::Task},
};

/// Most seeds per mutant; the simulator stops at the first seed that detects it.
const SEEDS_MAX: u64 = 800;
/// The text that the simulator prints before the name of an invariant.
const MARK: &str = "  VIOLATED ";
const BUILD_LIMIT: Duration = Duration::from_secs(40 * 60);
/// Folder of the tree's copy in the build folder: the same for each run, so that only changed files are built.
const TREE: &str = "mutants";

#[derive(Args)]
pub struct Options {
    /// Only mutants whose name contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Seeds told of each one at the most
    #[arg(long, default_value_t = SEEDS_MAX)]
    seeds: u64,
    /// Name the mutants and stop
    #[arg(long)]
    list: bool,
}

/// How a mutant ended.
enum Fate {
    Caught {
        invariant: String,
        seed: String,
    },
    /// Another invariant than those in the table was violated first.
    CaughtOtherwise {
        invariant: String,
        seed: String,
    },
    Survived,
    NotBuilt(String),
    /// The simulator was ended before it told anything.
    NotRun(String),
}

pub fn run(context: &Context, options: &Options) -> Result<(), Failure> {
    let is_chosen =
        |mutant: &&Mutant| options.only.as_ref().is_none_or(|only| mutant.name.contains(only.as_str()));
    let chosen: Vec<&Mutant> = MUTANTS.iter().filter(is_chosen).collect();
    if options.list {
        chosen.iter().for_each(|mutant| say::line(&format!("{:34} {}", mutant.name, mutant.mistake)));
        return Ok(());
    }
    let tree = context.target.join(TREE);
    copy::tracked(&context.root, &tree)?;
    // This happens before the first mutant is built: a table that does not match the code is found at once.
    for mutant in &chosen {
        mutated(&tree, mutant)?;
    }
    let mut fates = Vec::new();
    for mutant in &chosen {
        say::heading(&format!("{}: {}", mutant.name, mutant.mistake));
        let fate = try_one(&tree, &context.target, mutant, options.seeds)?;
        say::line(&words(mutant, &fate));
        fates.push((*mutant, fate));
    }
    say::heading(&table(&fates));
    let survivors = fates.iter().filter(|(_, fate)| !is_caught(fate));
    let survivors: Vec<String> = survivors.map(|(mutant, _)| mutant.name.to_owned()).collect();
    if survivors.is_empty() { Ok(()) } else { Err(Failure::MutantsSurvived(survivors)) }
}

/// Returns the files that a mutant changes, with their new text.
fn mutated(root: &Path, mutant: &Mutant) -> Result<Vec<(std::path::PathBuf, String, String)>, Failure> {
    let mut files: Vec<(std::path::PathBuf, String, String)> = Vec::new();
    for edit in mutant.edits {
        let path = root.join(edit.file);
        let at = match files.iter().position(|(known, ..)| *known == path) {
            Some(at) => at,
            None => {
                let text = fs::read_to_string(&path).map_err(Failure::file(&path))?;
                files.push((path, text.clone(), text));
                files.len() - 1
            }
        };
        let Some((_, _, text)) = files.get_mut(at) else { continue };
        let times = text.matches(edit.text).count();
        if times != 1 {
            let (mutant, file) = (mutant.name.to_owned(), edit.file.to_owned());
            return Err(Failure::MutantDoesNotFit { mutant, file, times });
        }
        *text = text.replace(edit.text, edit.becomes);
    }
    Ok(files)
}

fn try_one(root: &Path, target: &Path, mutant: &Mutant, seeds: u64) -> Result<Fate, Failure> {
    let files = mutated(root, mutant)?;
    for (path, _, changed) in &files {
        fs::write(path, changed).map_err(Failure::file(path))?;
    }
    let fate = build_and_tell(root, target, mutant, seeds);
    for (path, original, _) in &files {
        fs::write(path, original).map_err(Failure::file(path))?;
    }
    fate
}

fn build_and_tell(root: &Path, target: &Path, mutant: &Mutant, seeds: u64) -> Result<Fate, Failure> {
    let build = Task::cargo(["build", "--quiet"])
        .args(LIKE_THE_WORKSPACE)
        .folder(root)
        .env("CARGO_TARGET_DIR", target);
    if let Err(failure) = build.limit(BUILD_LIMIT).run() {
        return Ok(Fate::NotBuilt(failure.to_string()));
    }
    let program = target.join(DEBUG).join(SIMULATOR).with_extension(std::env::consts::EXE_EXTENSION);
    let mut simulator = Task::new(program).args(["--seeds", &seeds.to_string(), "--first-failure"]);
    let output = simulator.command().output();
    let output = output.map_err(|source| Failure::NotStarted { program: SIMULATOR.to_owned(), source })?;
    // One that a signal ended has told nothing: that is no survivor.
    if output.status.code().is_none() {
        return Ok(Fate::NotRun(output.status.to_string()));
    }
    Ok(fate_of(&String::from_utf8_lossy(&output.stdout), mutant))
}

/// Parses `  VIOLATED paid_twice: 3 times, first seed 7`.
fn fate_of(said: &str, mutant: &Mutant) -> Fate {
    let violated = said.lines().filter_map(|line| line.strip_prefix(MARK));
    let mut caught = violated.filter_map(|line| {
        let (invariant, rest) = line.split_once(": ")?;
        let seed = rest.rsplit_once(' ')?.1;
        Some((invariant.to_owned(), seed.to_owned()))
    });
    let all: Vec<(String, String)> = caught.by_ref().collect();
    let expected = all.iter().find(|(invariant, _)| mutant.caught_by.contains(&invariant.as_str()));
    match (expected, all.first()) {
        (Some((invariant, seed)), _) => Fate::Caught { invariant: invariant.clone(), seed: seed.clone() },
        (None, Some((invariant, seed))) => {
            Fate::CaughtOtherwise { invariant: invariant.clone(), seed: seed.clone() }
        }
        (None, None) => Fate::Survived,
    }
}

const fn is_caught(fate: &Fate) -> bool {
    matches!(fate, Fate::Caught { .. } | Fate::CaughtOtherwise { .. })
}

fn words(mutant: &Mutant, fate: &Fate) -> String {
    let told = match fate {
        Fate::Caught { invariant, seed } => format!("caught    {invariant}, seed {seed}"),
        Fate::CaughtOtherwise { invariant, seed } => {
            format!("caught    {invariant}, seed {seed} (not what the table expects)")
        }
        Fate::Survived => "SURVIVED".to_owned(),
        Fate::NotBuilt(why) => format!("NOT BUILT {why}"),
        Fate::NotRun(why) => format!("NOT RUN   {why}"),
    };
    format!("  {:34} {told}", mutant.name)
}

fn table(fates: &[(&Mutant, Fate)]) -> String {
    fates.iter().map(|(mutant, fate)| words(mutant, fate)).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finds a code change that the table does not follow here, instead of during the hour that the command takes.
    #[test]
    fn every_mutant_fits_the_code() {
        let root = Context::here().root;
        for mutant in &MUTANTS {
            let files = mutated(&root, mutant).unwrap();
            assert!(files.iter().all(|(_, before, after)| before != after), "{}", mutant.name);
        }
    }

    #[test]
    fn a_violation_is_read_and_none_is_a_survivor() {
        let mutant = &MUTANTS[0];
        let said = "12 seeds\n  3 older ledgers\n  VIOLATED sent_without_intent: 3 times, first seed 7\n";
        let Fate::Caught { invariant, seed } = fate_of(said, mutant) else { panic!("not caught") };
        assert_eq!((invariant.as_str(), seed.as_str()), ("sent_without_intent", "7"));
        assert!(matches!(
            fate_of("  VIOLATED lost: 1 times, first seed 1", mutant),
            Fate::CaughtOtherwise { .. }
        ));
        assert!(matches!(fate_of("12 seeds\n  violations: 0", mutant), Fate::Survived));
    }
}
