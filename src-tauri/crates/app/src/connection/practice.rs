//! Practice mode: started, left, and its sample payroll.

use std::path::PathBuf;

use paysheet_desk::view::{Mode, SessionView};

use crate::{
    documents::payroll_files::OpenedFile,
    state::{
        app_state::AppState,
        chosen_files::Purpose,
        desktop::FileToOpen,
        error::{CommandResult, unexpected},
    },
};

impl AppState {
    /// Opens the practice desk. The card window of another desk is closed.
    ///
    /// # Errors
    /// If the practice service does not start or its desk does not open; the other desk then stays open.
    pub async fn start_practice(&self) -> CommandResult<SessionView> {
        self.close_card();
        {
            let mut open = self.open.lock().await;
            if open.as_ref().is_none_or(|open| open.mode != Mode::Practice) {
                let new = self.open_practice().await?;
                self.close_desk(open.replace(new)).await;
            }
            self.remember_mode(Mode::Practice)?;
        }
        self.session().await
    }

    /// Returns to the live desk if there is one, otherwise to the welcome screen. Practice data stay.
    ///
    /// # Errors
    /// If the live desk does not open; practice then stays open.
    pub async fn leave_practice(&self) -> CommandResult<SessionView> {
        self.close_card();
        {
            let mut open = self.open.lock().await;
            self.close_desk(open.take()).await;
            let mode = if self.paths.live_ledger().exists() { Mode::Live } else { Mode::Welcome };
            if mode == Mode::Live {
                match self.open_live().await {
                    Ok(live) => *open = Some(live),
                    Err(error) => {
                        *open = Some(self.open_practice().await?);
                        return Err(error);
                    }
                }
            }
            self.remember_mode(mode)?;
        }
        self.session().await
    }

    /// Writes the sample payroll again and opens it.
    ///
    /// # Errors
    /// If it cannot be written, and those of [`Self::desk`].
    pub async fn open_sample(&self) -> CommandResult<OpenedFile> {
        let sample = self.files.grant(self.write_sample().await?, Purpose::Open(FileToOpen::Payroll))?;
        self.open_payroll(sample.handle).await
    }

    async fn write_sample(&self) -> CommandResult<PathBuf> {
        let path = self.paths.sample();
        let written = path.clone();
        let done = tokio::task::spawn_blocking(move || paysheet_practice::sample::write(&written)).await;
        done.map_err(|error| unexpected(&error))?.map_err(|error| unexpected(&error))?;
        Ok(path)
    }
}
