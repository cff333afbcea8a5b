//! Files with results, as a provider or a web server would write them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use paysheet_desk::{
    DeskError,
    view::{
        ListKind, OutcomeColumnsView, OutcomeKind, OutcomeLine, OutcomeReading, OutcomesApplied,
        OutcomesInput, OutcomesLook, OutcomesView,
    },
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

pub async fn preview(world: &World, path: &Path) -> OutcomesView {
    preview_by(world, path, ListKind::Results, &OutcomeReading::default()).await
}

pub async fn preview_statement(world: &World, path: &Path) -> OutcomesView {
    preview_by(world, path, ListKind::Statement, &OutcomeReading::default()).await
}

/// What a file would change, read as somebody said.
pub async fn preview_by(
    world: &World,
    path: &Path,
    kind: ListKind,
    reading: &OutcomeReading,
) -> OutcomesView {
    match world.desk.preview_outcomes(kind, path, reading).await.unwrap() {
        OutcomesLook::Difference(view) => *view,
        OutcomesLook::Columns(view) => panic!("it asks what the columns mean: {view:?}"),
    }
}

/// The question about a file of which nobody knows what its columns hold.
pub async fn asked(world: &World, path: &Path, kind: ListKind) -> OutcomeColumnsView {
    match world.desk.preview_outcomes(kind, path, &OutcomeReading::default()).await.unwrap() {
        OutcomesLook::Columns(view) => *view,
        OutcomesLook::Difference(view) => panic!("it does not ask: {view:?}"),
    }
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
    apply_by(world, path, shown, OutcomeReading::default(), confirmed).await
}

/// Applies what was shown of a file that was read as somebody said.
pub async fn apply_by(
    world: &World,
    path: &Path,
    shown: &OutcomesView,
    reading: OutcomeReading,
    confirmed: &[String],
) -> Result<OutcomesApplied, DeskError> {
    let OutcomesView { sha256, fingerprint, .. } = shown.clone();
    let input = OutcomesInput { sha256, fingerprint, reading, confirmed: confirmed.to_vec() };
    world.desk.apply_outcomes(shown.kind, path, &input).await
}

pub fn counts(view: &OutcomesView) -> Vec<(OutcomeKind, u32)> {
    view.counts.iter().map(|count| (count.kind, count.count)).collect()
}
