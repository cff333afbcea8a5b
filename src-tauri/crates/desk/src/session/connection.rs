//! The profile, the service that it names, and the secrets that were given for that service.

use paysheet_domain::{BankKind, Country};
use paysheet_service::{Connection, Endpoint, ExtraRoot, Service, Timeouts};
use paysheet_vault::SecretKind;
use secrecy::SecretString;

use crate::{
    blocking::blocking,
    desk::Desk,
    error::{DeskError, Setting},
    event::DeskEvent,
    mutex::lock,
    session::binding::{Binding, BoundService},
    session::bound_secret::BoundSecret,
    session::profile::Profile,
    session::settings,
    view::ProfileSettings,
};

/// The ledger's setting that contains the profile.
pub(crate) const PROFILE_SETTING: &str = "profile";

impl Desk {
    /// Changes the profile's settings. An approved payroll keeps the settings that it was approved with.
    ///
    /// # Errors
    /// `ValueInvalid`, `Address`, `ListenerUnavailable`, `Ledger`.
    pub async fn save_profile(&self, settings: ProfileSettings) -> Result<(), DeskError> {
        settings::validate(&settings)?;
        let profile = Profile { settings, ..self.profile() };
        let service = bound_service(&profile, self.inner.timeouts)?;
        let settings = profile.settings;
        if settings.callback_listen != self.profile().settings.callback_listen {
            self.listen(&settings.callback_listen).await?;
        }
        self.leave_for(&service.binding).await?;
        self.point_at(service);
        lock(&self.inner.profile).settings = settings;
        lock(&self.inner.banks).clear();
        self.keep_profile().await?;
        self.tell(DeskEvent::SessionChanged);
        Ok(())
    }

    /// Deletes the secrets that were given for another service; the user types them again for the new one. This
    /// happens before the profile names the new service, so that the old secrets and the new service are never present
    /// together.
    async fn leave_for(&self, binding: &Binding) -> Result<(), DeskError> {
        let now = lock(&self.inner.service).binding.clone();
        if now == *binding || now == Binding::embedded() {
            return Ok(());
        }
        self.lock();
        let (secrets, id, to) = (self.inner.secrets.clone(), self.profile().id, binding.clone());
        blocking(move || secrets.forget_all_but(&id, &to)).await
    }

    /// Sets the service to call. The practice service keeps its identity, whatever its address is today.
    fn point_at(&self, service: BoundService) {
        let mut now = lock(&self.inner.service);
        let is_embedded = now.binding == Binding::embedded();
        *now = service;
        if is_embedded {
            now.binding = Binding::embedded();
        }
    }

    /// Stores a secret that the user typed, for the service that the profile names now.
    ///
    /// # Errors
    /// `Vault`.
    pub async fn put_secret(&self, kind: SecretKind, secret: SecretString) -> Result<(), DeskError> {
        let binding = lock(&self.inner.service).binding.clone();
        let bound = BoundSecret { secret, binding, account: String::new() };
        let (secrets, id) = (self.inner.secrets.clone(), self.profile().id);
        blocking(move || secrets.put(&id, kind, &bound)).await
    }

    /// Sets the address of the practice service within this program. It has a new port at each start and is still the
    /// same service.
    ///
    /// # Errors
    /// `Address`, `Ledger`.
    pub async fn practise_on(&self, base_url: &str) -> Result<(), DeskError> {
        let mut profile = self.profile();
        base_url.clone_into(&mut profile.settings.base_url);
        let embedded = Binding::embedded();
        self.inner.secrets.bind_memory(&embedded);
        lock(&self.inner.service).binding = embedded;
        self.take_profile(profile).await
    }

    /// Replaces this profile with another one.
    pub(crate) async fn take_profile(&self, profile: Profile) -> Result<(), DeskError> {
        let service = bound_service(&profile, self.inner.timeouts)?;
        self.leave_for(&service.binding).await?;
        self.point_at(service);
        *lock(&self.inner.profile) = profile;
        self.keep_profile().await
    }

    /// Stores the profile if it changed. An unchanged profile writes nothing: the user is asked about an approved
    /// payroll again only after a change.
    pub(crate) async fn keep_profile(&self) -> Result<(), DeskError> {
        let text = serde_json::to_string(&self.profile())?;
        if self.inner.ledger.setting(PROFILE_SETTING).await?.as_deref() == Some(&text) {
            return Ok(());
        }
        self.inner.ledger.set_setting(PROFILE_SETTING, &text, self.now()).await?;
        Ok(())
    }

    /// Reads token and lock into memory. From here on the desk may use the network.
    ///
    /// # Errors
    /// `Vault`, `SecretMissing`.
    pub async fn unlock(&self) -> Result<(), DeskError> {
        let (desk, id) = (self.clone(), self.profile().id);
        let binding = lock(&self.inner.service).binding.clone();
        let unlocked = blocking(move || desk.inner.secrets.unlock(&id, &binding)).await?;
        *lock(&self.inner.unlocked) = Some(unlocked);
        // An error of another token, or of another key, does not apply to these secrets.
        self.inner.token_renewal.forget();
        self.user_is_here();
        self.renew_token_beside();
        self.watch_open_top_ups_beside();
        self.tell(DeskEvent::SessionChanged);
        Ok(())
    }
}

pub(crate) fn bound_service(
    profile: &Profile,
    timeouts: Option<Timeouts>,
) -> Result<BoundService, DeskError> {
    Ok(BoundService { service: service(profile, timeouts)?, binding: Binding::of(profile) })
}

fn service(profile: &Profile, timeouts: Option<Timeouts>) -> Result<Service, DeskError> {
    let settings = &profile.settings;
    let endpoint = Endpoint::parse(&settings.base_url, &settings.token_prefix)?;
    let connection = Connection {
        timeouts: timeouts.unwrap_or_else(|| settings::timeouts(settings)),
        extra_root: profile.extra_root.as_deref().map(ExtraRoot::from_pem).transpose()?,
        ..Connection::default()
    };
    Ok(Service::new(endpoint, &connection)?)
}

/// Checks that a service is reachable and accepts the token, by listing the banks of a country.
///
/// # Errors
/// `Address`, `Call`.
pub async fn probe(base_url: &str, token_prefix: &str, token: &SecretString) -> Result<(), DeskError> {
    let service = Service::new(Endpoint::parse(base_url, token_prefix)?, &Connection::default())?;
    service.banks(token, Country::NG, BankKind::Bank).await?;
    Ok(())
}

/// Refuses texts that cannot be a secret.
///
/// # Errors
/// `ValueInvalid` with the secret's name if the text is empty, too long or has control characters.
pub fn secret_fits(text: &str, setting: Setting) -> Result<(), DeskError> {
    let fits =
        !text.trim().is_empty() && text.len() <= SECRET_BYTES_MAX && !text.chars().any(char::is_control);
    if fits { Ok(()) } else { Err(DeskError::ValueInvalid(setting)) }
}

/// Longest token or lock, in bytes. Most servers accept no longer header line.
pub const SECRET_BYTES_MAX: usize = 8_000;
