//! The profile, the service that it names, and the secrets that were given for that service.

use paysheet_domain::{BankKind, Country, Currency};
use paysheet_ledger::{Ledger, PROFILE_SETTING};
use paysheet_service::{Connection, Endpoint, ExtraRoot, Service, Timeouts};
use paysheet_vault::SecretKind;
use secrecy::{ExposeSecret, SecretString};
use strum::IntoEnumIterator;

use crate::{
    access::token_renewal,
    app_error::{AppError, Setting},
    blocking::blocking,
    desk::Desk,
    error::DeskError,
    event::DeskEvent,
    session::{provider::with_provider, stored_profile},
    settle::callbacks,
    state::session::{
        binding::{Binding, BoundService},
        bound_secret::BoundSecret,
        profile::Profile,
        settings,
    },
    top_up::watch,
    view::{ProfileSettings, ProviderSettings, WalletSettings},
};

impl Desk {
    /// Changes the profile's settings. An approved payroll keeps the settings that it was approved with.
    ///
    /// # Errors
    /// `ValueInvalid`, `Address`, `ListenerUnavailable`.
    pub async fn save_profile(&self, settings: ProfileSettings) -> Result<(), DeskError> {
        let settings = settings::tidied(settings);
        settings::validate(&settings)?;
        // Whoever names another approver did so as the one that is named so far.
        let ledger = self.ledger_for_user();
        let profile = Profile { settings, ..self.profile() };
        let service = bound_service(&profile, self.timeouts)?;
        let settings = profile.settings;
        if settings.callback_listen != self.profile().settings.callback_listen {
            callbacks::listen(self, &settings.callback_listen).await?;
        }
        let before = self.session.binding();
        leave_for(self, &service.binding).await?;
        self.session.set_service(service);
        let is_elsewhere = self.session.binding() != before;
        let settings =
            if is_elsewhere { without_wallet(settings, &self.profile().settings) } else { settings };
        let checked = |settings: &ProfileSettings| {
            let ProfileSettings { narration_chars_max, recipient_extras, extra_fields, .. } =
                settings.clone();
            (narration_chars_max, recipient_extras, extra_fields)
        };
        let has_other_checks = checked(&settings) != checked(&self.profile().settings);
        self.session.set_settings(settings);
        if is_elsewhere || has_other_checks {
            read_drafts_again(self).await;
        }
        store_profile(self, &ledger).await?;
        self.emit(DeskEvent::SessionChanged);
        Ok(())
    }

    /// Takes what was entered to connect a service into the profile of this ledger, which may have been connected before, and
    /// stores the secrets. An earlier key is deleted unless there is a new one: it would get tokens of its own account, which
    /// would then pay in place of the one that was entered.
    ///
    /// # Errors
    /// Those of [`Self::save_profile`], and `Vault`.
    pub async fn connect(
        &self,
        entered: ProfileSettings,
        provider: ProviderSettings,
        secrets: Vec<(SecretKind, SecretString)>,
    ) -> Result<(), DeskError> {
        let (home, id) = (self.secrets.clone(), self.profile().id);
        let of_wallets = Currency::iter().map(SecretKind::LockOf);
        let mut earlier = of_wallets.chain([SecretKind::RenewalKey, SecretKind::RenewalSecret]);
        blocking(move || earlier.try_for_each(|kind| home.forget(&id, kind))).await?;
        let ProfileSettings { name, base_url, sender_name, approver, .. } = entered;
        let kept = self.profile().settings;
        // What an earlier account required and took is not known of this one.
        let settings = ProfileSettings {
            name,
            base_url,
            sender_name,
            approver,
            wallets: Vec::new(),
            extra_fields: Vec::new(),
            payout_fees: Vec::new(),
            setup_done: Vec::new(),
            ..kept
        };
        self.save_profile(with_provider(settings, provider)).await?;
        for (kind, secret) in secrets {
            self.put_secret(kind, secret).await?;
        }
        Ok(())
    }
}

/// Another service has another wallet, whose currency is not known yet; unless the user named it just now. It has no
/// wallet of the former service, and takes another fee.
fn without_wallet(settings: ProfileSettings, before: &ProfileSettings) -> ProfileSettings {
    let wallet_currency =
        settings.wallet_currency.filter(|_| settings.wallet_currency != before.wallet_currency);
    let (wallets, payout_fees, setup_done) = (Vec::new(), Vec::new(), Vec::new());
    ProfileSettings { wallet_currency, wallets, payout_fees, setup_done, ..settings }
}

/// Drops the drafts in memory: what the former service listed, and what its banks answered, is not true of the banks of
/// another one, which may have the same codes.
async fn read_drafts_again(desk: &Desk) {
    let _guard = desk.drafts.change_guard().await;
    for id in desk.drafts.open_ids() {
        desk.name_checks.stop(id);
        desk.close_draft(id);
        desk.emit_draft_changed(id);
    }
}

/// Deletes the secrets that were given for another service; the user types them again for the new one. This
/// happens before the profile names the new service, so that the old secrets and the new service are never present
/// together.
async fn leave_for(desk: &Desk, binding: &Binding) -> Result<(), DeskError> {
    let now = desk.session.binding();
    if now == *binding || now == Binding::embedded() {
        return Ok(());
    }
    desk.lock();
    desk.token_renewal.forget();
    let (secrets, id, to) = (desk.secrets.clone(), desk.profile().id, binding.clone());
    blocking(move || secrets.forget_all_but(&id, &to)).await
}

impl Desk {
    /// Stores a secret that the user typed, for the service that the profile names now.
    ///
    /// # Errors
    /// `Vault`.
    pub async fn put_secret(&self, kind: SecretKind, secret: SecretString) -> Result<(), DeskError> {
        let binding = self.session.binding();
        let bound = BoundSecret { secret, binding, account: String::new() };
        let (secrets, id) = (self.secrets.clone(), self.profile().id);
        blocking(move || secrets.put(&id, kind, &bound)).await?;
        if kind == SecretKind::Token {
            self.token_renewal.store_end(None);
        }
        Ok(())
    }

    /// Adds the wallet of a currency, or changes it. Without a password, the one that is stored stays, as long as the reference
    /// does.
    ///
    /// # Errors
    /// `ValueInvalid` with `Wallets`, also if the profile's own wallet is of the currency; `Vault`; those of
    /// [`Self::save_profile`].
    pub async fn save_wallet(
        &self,
        wallet: WalletSettings,
        password: Option<SecretString>,
    ) -> Result<(), DeskError> {
        if let Some(password) = &password {
            secret_fits(password.expose_secret(), Setting::Wallets)?;
        }
        let currency = wallet.currency;
        let mut settings = self.profile().settings;
        let before = settings.wallets.iter().find(|other| other.currency == currency);
        let is_same = before.is_some_and(|before| before.reference == wallet.reference);
        // The password alone selects the wallet: that of another one would pay under this one's name.
        if before.is_some() && !is_same && password.is_none() {
            return Err(AppError::invalid(Setting::Wallets).into());
        }
        settings.wallets.retain(|other| other.currency != currency);
        settings.wallets.push(wallet);
        settings.wallets.sort_by_key(|wallet| wallet.currency);
        settings::validate(&settings)?;
        if !is_same {
            forget_lock_of(self, currency).await?;
        }
        self.save_profile(settings).await?;
        if let Some(password) = password {
            self.put_secret(SecretKind::LockOf(currency), password).await?;
        }
        unlocked_again(self).await
    }

    /// Removes the wallet of a currency, with its password.
    ///
    /// # Errors
    /// As [`Self::save_wallet`].
    pub async fn remove_wallet(&self, currency: Currency) -> Result<(), DeskError> {
        forget_lock_of(self, currency).await?;
        let mut settings = self.profile().settings;
        settings.wallets.retain(|wallet| wallet.currency != currency);
        self.save_profile(settings).await?;
        unlocked_again(self).await
    }
}

async fn forget_lock_of(desk: &Desk, currency: Currency) -> Result<(), DeskError> {
    let (secrets, id) = (desk.secrets.clone(), desk.profile().id);
    blocking(move || secrets.forget(&id, SecretKind::LockOf(currency))).await
}

/// An unlocked desk continues with the wallets that there are now.
async fn unlocked_again(desk: &Desk) -> Result<(), DeskError> {
    if desk.is_unlocked() { desk.unlock().await } else { Ok(()) }
}

impl Desk {
    /// Sets the address of the practice service within this program. It has a new port at each start and is still the
    /// same service.
    ///
    /// # Errors
    /// `Address`.
    pub async fn practise_on(&self, base_url: &str) -> Result<(), DeskError> {
        let mut profile = self.profile();
        base_url.clone_into(&mut profile.settings.base_url);
        let embedded = Binding::embedded();
        self.secrets.bind_memory(&embedded);
        self.session.set_binding(embedded);
        take_profile(self, &self.ledger, profile).await
    }
}

/// Replaces this profile with another one. The ledger is the user's or the program's own.
pub(crate) async fn take_profile(desk: &Desk, ledger: &Ledger, profile: Profile) -> Result<(), DeskError> {
    let service = bound_service(&profile, desk.timeouts)?;
    leave_for(desk, &service.binding).await?;
    desk.session.set_service(service);
    desk.session.set_profile(profile);
    store_profile(desk, ledger).await
}

/// Stores the profile if it changed. An unchanged profile writes nothing: the user is asked about an approved
/// payroll again only after a change.
pub(crate) async fn store_profile(desk: &Desk, ledger: &Ledger) -> Result<(), DeskError> {
    let text = stored_profile::to_text(&desk.profile())?;
    if ledger.setting(PROFILE_SETTING).await?.as_deref() == Some(&text) {
        return Ok(());
    }
    ledger.set_setting(PROFILE_SETTING, &text, desk.now()).await?;
    Ok(())
}

impl Desk {
    /// Reads token and lock into memory. From here on the desk may use the network.
    ///
    /// # Errors
    /// `Vault`, `SecretMissing`.
    pub async fn unlock(&self) -> Result<(), DeskError> {
        let (keychain, id) = (self.clone(), self.profile().id);
        let binding = self.session.binding();
        let wallets = self.profile().settings.wallets;
        let unlocked = blocking(move || {
            let currencies = wallets.iter().map(|wallet| wallet.currency);
            keychain.secrets.unlock(&id, &binding, currencies)
        })
        .await?;
        *self.session.unlocked_guard() = Some(unlocked);
        // An error of another token, or of another key, does not apply to these secrets.
        self.token_renewal.forget();
        self.user_is_here();
        token_renewal::renew_token_in_background(self);
        watch::watch_open_top_ups_in_background(self);
        self.emit(DeskEvent::SessionChanged);
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
    if fits { Ok(()) } else { Err(AppError::invalid(setting).into()) }
}

/// Longest token or lock, in bytes. Most servers accept no longer header line.
pub const SECRET_BYTES_MAX: usize = 8_000;
