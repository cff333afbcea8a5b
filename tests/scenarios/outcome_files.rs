//! Files with results, as a provider or a web server would write them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use paysheet_desk::{
    DeskError,
    view::{OutcomeFileKind, OutcomeKind, OutcomeLine, OutcomesApplied, OutcomesInput, OutcomesView},
};

use crate::support::World;

/// Writes a file of this name with these lines.
pub fn file(world: &World, name: &str, lines: &[String]) -> PathBuf {
    let path = world.folder.path().join(name);
    fs::write(&path, lines.join("\n")).unwrap();
    path
}

/// A provider's export with these references and statuses.
pub fn export<'a>(world: &World, rows: impl IntoIterator<Item = (&'a str, &'a str)>) -> PathBuf {
    let rows = rows.into_iter().map(|(reference, status)| format!("{reference},{status}"));
    let lines: Vec<String> = ["Transaction Reference,Status".to_owned()].into_iter().chain(rows).collect();
    file(world, "export.csv", &lines)
}

pub async fn look(world: &World, path: &Path) -> OutcomesView {
    world.desk.look_at_outcomes(OutcomeFileKind::Results, path).await.unwrap()
}

pub async fn look_at_statement(world: &World, path: &Path) -> OutcomesView {
    world.desk.look_at_outcomes(OutcomeFileKind::Statement, path).await.unwrap()
}

/// All lines of what was shown last; those that wait for the user are the first.
pub fn lines(world: &World, shown: &OutcomesView) -> Vec<OutcomeLine> {
    let window = world.desk.outcome_lines(&shown.fingerprint, None, 0, 500).unwrap();
    assert_eq!(window.total as usize, window.rows.len());
    window.rows
}

/// Applies what was shown, with these payouts confirmed.
pub async fn apply(
    world: &World,
    path: &Path,
    shown: &OutcomesView,
    confirmed: &[String],
) -> Result<OutcomesApplied, DeskError> {
    let OutcomesView { sha256, fingerprint, .. } = shown.clone();
    let input = OutcomesInput { sha256, fingerprint, confirmed: confirmed.to_vec() };
    world.desk.apply_outcomes(shown.kind, path, &input).await
}

pub fn counts(view: &OutcomesView) -> Vec<(OutcomeKind, u32)> {
    view.counts.iter().map(|count| (count.kind, count.count)).collect()
}
