//! Follows the events of the desks, and reads again what they changed.

use std::{collections::BTreeSet, path::PathBuf, time::Duration};

use jiff::{SignedDuration, Timestamp};
use paysheet_desk::{Desk, DeskError, DeskEvent};
use tokio::{
    sync::broadcast::{Receiver, error::RecvError},
    time::{sleep, timeout},
};

use super::notices::{Notices, PayrollFacts, TOKEN_WARNING_MIN};
use crate::state::{app_state::AppState, desktop::Notice};

/// Events that come within this time are handled together. A payroll of thousands has as many outcomes in a minute.
const TOGETHER: Duration = Duration::from_millis(500);
/// Longest time that a clock change may go unnoticed, while a token's end is waited for.
const TOKEN_WAIT_MAX: Duration = Duration::from_secs(60 * 60);

/// What changed since the last round.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changed {
    pub payrolls: BTreeSet<u32>,
    /// Events were lost, or the session changed: any payroll may have changed.
    pub all: bool,
}

impl Changed {
    fn add(&mut self, event: Result<DeskEvent, RecvError>) {
        match event {
            Ok(DeskEvent::PayrollChanged { id }) => drop(self.payrolls.insert(id)),
            Ok(DeskEvent::SessionChanged) | Err(_) => self.all = true,
            Ok(
                DeskEvent::DraftChanged { .. }
                | DeskEvent::NamesProgress { .. }
                | DeskEvent::TopUpChanged { .. }
                | DeskEvent::UnknownReportsChanged
                | DeskEvent::UpdatesChanged,
            ) => {}
        }
    }
}

/// What the rounds remember of one desk.
#[derive(Default)]
pub struct Watch {
    ledger: Option<PathBuf>,
    notices: Notices,
}

/// Handles events while the program runs.
pub async fn run(app_state: &AppState) {
    let mut events = app_state.events();
    let mut watch = Watch::default();
    let mut token_due = None;
    loop {
        let mut changed = Changed::default();
        tokio::select! {
            event = events.recv() => match event {
                Err(RecvError::Closed) => return,
                event => {
                    changed.add(event);
                    take_more(&mut events, &mut changed).await;
                }
            },
            () = app_state.background.changed.notified() => {}
            () = sleep(token_due.unwrap_or(Duration::MAX)) => {}
        }
        // Read first: what becomes due after this is waited for, and what is due already is reported by this round.
        token_due = time_to_token_notice(app_state).await;
        if let Err(error) = watch.round(app_state, &changed).await {
            tracing::warn!(%error, "a change is not shown in the tray");
        }
    }
}

async fn take_more(events: &mut Receiver<DeskEvent>, changed: &mut Changed) {
    let more = async {
        loop {
            match events.recv().await {
                Err(RecvError::Closed) => return,
                event => changed.add(event),
            }
        }
    };
    // The time always ends it, or the end of the program.
    let _over = timeout(TOGETHER, more).await;
}

/// Returns how long it takes until the end of the token may be reported. It is none if it never is, or was reported.
async fn time_to_token_notice(app_state: &AppState) -> Option<Duration> {
    let at = token_end(&app_state.open_desk().await?)? - SignedDuration::from_mins(TOKEN_WARNING_MIN);
    let left = at.duration_since(Timestamp::now());
    (left > SignedDuration::ZERO).then(|| left.unsigned_abs().min(TOKEN_WAIT_MAX))
}

/// Returns when the token ends, unless the desk renews it by itself. A desk that locked itself has the same token after it
/// is unlocked, so its user is told all the same.
fn token_end(desk: &Desk) -> Option<Timestamp> {
    let renews = desk.profile().settings.renewal.is_some() && desk.renewal_failed().is_none();
    desk.last_token_expires_at().filter(|_| !renews)
}

impl Watch {
    /// Shows what is outstanding, and reports what is new. A program that has nothing left to wait for, and no window,
    /// quits, unless the Dock keeps it.
    ///
    /// # Errors
    /// Those of reading the ledger.
    pub async fn round(&mut self, app_state: &AppState, changed: &Changed) -> Result<(), DeskError> {
        let Some(desk) = app_state.open_desk().await else {
            app_state.desktop.show_outstanding(Default::default());
            return Ok(());
        };
        let mut due = if self.ledger.as_deref() == Some(desk.ledger_path()) {
            self.due(&desk, changed).await?
        } else {
            self.begin(&desk).await?;
            Vec::new()
        };
        // Also of a desk that was just opened: the token may be in its last minutes.
        due.extend(self.notices.of_token(token_end(&desk), Timestamp::now()));
        for notice in due {
            if notice.is_alarm() || !app_state.desktop.is_in_front() {
                app_state.notify(&notice);
            }
        }
        let outstanding = desk.outstanding().await?;
        app_state.desktop.show_outstanding(outstanding);
        let waits_for_unlock = app_state.is_hidden() && outstanding.needs_unlock();
        if let Some(notice) = self.notices.of_lock(waits_for_unlock) {
            app_state.notify(&notice);
        }
        if app_state.is_hidden() && !outstanding.keeps_running() && !app_state.desktop.has_dock() {
            app_state.desktop.quit();
        }
        Ok(())
    }

    /// Takes what the ledger has when it is opened: the window shows it, so it is not news.
    async fn begin(&mut self, desk: &Desk) -> Result<(), DeskError> {
        let mut notices = Notices::default();
        for (id, facts) in all_facts(desk).await? {
            notices.begin(id, &facts);
        }
        *self = Self { ledger: Some(desk.ledger_path().to_owned()), notices };
        Ok(())
    }

    async fn due(&mut self, desk: &Desk, changed: &Changed) -> Result<Vec<Notice>, DeskError> {
        let mut due = Vec::new();
        if changed.all {
            for (id, facts) in all_facts(desk).await? {
                due.extend(self.notices.of_payroll(id, &facts));
            }
        } else {
            for id in &changed.payrolls {
                match desk.payroll(*id).await {
                    Ok(track) => due.extend(self.notices.of_payroll(*id, &PayrollFacts::of_track(&track))),
                    // A draft that was discarded, or a damaged payroll: the other ones are still reported.
                    Err(error) => tracing::debug!(%error, payroll = id, "no notices of a payroll"),
                }
            }
        }
        Ok(due)
    }
}

/// Returns the facts of every payroll that is not damaged.
async fn all_facts(desk: &Desk) -> Result<Vec<(u32, PayrollFacts)>, DeskError> {
    let unresolved = desk.unresolved().await?;
    let count = |id| u32::try_from(unresolved.iter().filter(|batch| batch.payroll == id).count());
    let lines = desk.payrolls().await?;
    let lines = lines.iter().filter(|line| line.damaged_at.is_none());
    Ok(lines.map(|line| (line.id, PayrollFacts::of_line(line, count(line.id).unwrap_or(u32::MAX)))).collect())
}

impl AppState {
    /// Shows a notice of the system, unless the user turned them off.
    fn notify(&self, notice: &Notice) {
        if self.preferences().notifications {
            self.desktop.notify(notice);
        }
    }
}
