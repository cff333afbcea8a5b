//! Certificates that the user adds to those of the system, for offices whose network inspects its traffic.

use std::{fs::File, io::Read, path::Path};

use paysheet_service::ExtraRoot;

use crate::{
    blocking::blocking, desk::Desk, error::DeskError, event::DeskEvent, session::connection,
    state::session::profile::Profile, view::RootView,
};

/// Maximum number of bytes of a file that are read. A longer text is refused anyway.
const FILE_BYTES_MAX: u64 = 65 * 1024;

impl Desk {
    /// Trusts the certificates of a PEM file from now on, in place of those chosen before.
    ///
    /// # Errors
    /// `Io`, `Root` with the reason.
    pub async fn trust(&self, path: &Path) -> Result<(), DeskError> {
        let path = path.to_owned();
        let pem = blocking(move || Ok(read(&path)?)).await?;
        let root = ExtraRoot::from_pem(&pem)?;
        take_root(self, Some(root.pem().to_owned())).await
    }

    /// Trusts only the system's certificates again.
    pub async fn trust_no_more(&self) -> Result<(), DeskError> {
        take_root(self, None).await
    }
}

async fn take_root(desk: &Desk, extra_root: Option<String>) -> Result<(), DeskError> {
    let profile = Profile { extra_root, ..desk.profile() };
    connection::take_profile(desk, &desk.ledger_for_user(), profile).await?;
    desk.emit(DeskEvent::SessionChanged);
    Ok(())
}

impl Desk {
    /// Returns the certificates that are trusted in addition to the system's own.
    ///
    /// # Errors
    /// `Root` if the stored text is not a certificate.
    pub fn trusted(&self) -> Result<Vec<RootView>, DeskError> {
        let Some(pem) = self.profile().extra_root else { return Ok(Vec::new()) };
        let now = self.now();
        let root = ExtraRoot::from_pem(&pem)?;
        let view = root.infos().map(|info| RootView {
            subject: info.subject.clone(),
            expires_at: info.expires_at.to_string(),
            is_expired: info.expires_at <= now,
        });
        Ok(view.collect())
    }
}

/// Reads the file as text. A certificate in binary form is not text and is refused as such.
fn read(path: &Path) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(FILE_BYTES_MAX).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
