//! A sequence of steps with visible progress: the running step, what it proves, how long it took, and, when one fails,
//! the steps that were not reached.

use std::time::{Duration, Instant};

use crate::{
    context::Context,
    process::{failure::Failure, say},
};

/// How a step that did not fail ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Passed,
    /// Not applicable here, with the reason.
    Skipped(&'static str),
}

/// One named part of a command.
pub struct Step<'a> {
    pub name: &'static str,
    /// The text that is shown while it runs.
    pub purpose: &'static str,
    pub run: &'a dyn Fn(&Context) -> Result<Outcome, Failure>,
}

/// The result of a step in the closing table.
enum Mark {
    Passed(Duration),
    Skipped(&'static str),
    Failed(Duration),
    NotRun,
}

/// Runs the steps in order, stops at the first failure, and closes with a table of all of them.
pub fn run_all(steps: &[Step<'_>], context: &Context) -> Result<(), Failure> {
    let mut marks = Vec::with_capacity(steps.len());
    let mut failure = None;
    for (index, step) in steps.iter().enumerate() {
        if failure.is_some() {
            marks.push(Mark::NotRun);
            continue;
        }
        say::heading(&format!(
            "[{}/{}] {}: {}",
            index.saturating_add(1),
            steps.len(),
            step.name,
            step.purpose
        ));
        let started = Instant::now();
        let mark = match (step.run)(context) {
            Ok(Outcome::Passed) => Mark::Passed(started.elapsed()),
            Ok(Outcome::Skipped(why)) => Mark::Skipped(why),
            Err(why) => {
                failure = Some(Failure::Step { step: step.name, why: Box::new(why) });
                Mark::Failed(started.elapsed())
            }
        };
        marks.push(mark);
    }
    say::heading(&table(steps, &marks));
    failure.map_or(Ok(()), Err)
}

/// Leaves the one step that the user named.
pub fn keep_only(steps: &mut Vec<Step<'_>>, name: &str) -> Result<(), Failure> {
    let known = steps.iter().map(|step| step.name).collect::<Vec<_>>().join(", ");
    steps.retain(|step| step.name == name);
    if steps.is_empty() {
        return Err(Failure::NoSuchStep { name: name.to_owned(), known });
    }
    Ok(())
}

fn table(steps: &[Step<'_>], marks: &[Mark]) -> String {
    let width = steps.iter().map(|step| step.name.len()).max().unwrap_or_default();
    let lines =
        steps.iter().zip(marks).map(|(step, mark)| format!("  {:width$}  {}", step.name, words(mark)));
    lines.collect::<Vec<_>>().join("\n")
}

fn words(mark: &Mark) -> String {
    match mark {
        Mark::Passed(took) => format!("passed   {}", seconds(*took)),
        Mark::Skipped(why) => format!("skipped  {why}"),
        Mark::Failed(took) => format!("FAILED   {}", seconds(*took)),
        Mark::NotRun => "not run".into(),
    }
}

pub fn seconds(took: Duration) -> String {
    let whole = took.as_secs();
    format!("{} min {:02} s", whole.div_euclid(60), whole.rem_euclid(60))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &'static str, run: &'static dyn Fn(&Context) -> Result<Outcome, Failure>) -> Step<'static> {
        Step { name, purpose: "", run }
    }

    #[test]
    fn the_first_failure_stops_the_row_and_is_named() {
        let steps = [
            step("first", &|_| Ok(Outcome::Passed)),
            step("second", &|_| Err(Failure::Interrupted)),
            step("third", &|_| unreachable!("a step after a failure must not run")),
        ];
        let failure = run_all(&steps, &Context::here()).unwrap_err();
        assert!(failure.to_string().starts_with("the step `second` failed: interrupted"), "{failure}");
    }

    #[test]
    fn the_table_tells_all_four_ends_apart() {
        let steps = ["a", "bb", "c", "d"].map(|name| step(name, &|_| Ok(Outcome::Passed)));
        let marks = [
            Mark::Passed(Duration::from_secs(61)),
            Mark::Skipped("not here"),
            Mark::Failed(Duration::ZERO),
            Mark::NotRun,
        ];
        assert_eq!(
            table(&steps, &marks),
            "  a   passed   1 min 01 s\n  bb  skipped  not here\n  c   FAILED   0 min 00 s\n  d   not run"
        );
    }
}
