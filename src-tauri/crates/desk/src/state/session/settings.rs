//! The settings of a profile: their defaults and their limits. [`ProfileSettings`] describes the meaning of each one.

use std::{collections::HashSet, ops::RangeInclusive};

use paysheet_domain::{ADDED_CHARS_MAX, Currency, Field, Money, MoneyError, money::AMOUNT_MINOR_MAX};
use paysheet_draft::SentColumn;
use paysheet_service::{
    CallPath, ChargeSettings, Endpoint, Renewal, RenewalError, SendAmount, Timeouts, may_be_added,
};

use crate::{
    app_error::{AppError, Setting},
    error::DeskError,
    view::{ExtraField, Limits, PayoutFee, ProfileSettings, RenewalSettings, Span},
};

/// Longest name of a profile, sender, payroll or approver, in characters.
pub const NAME_CHARS_MAX: usize = paysheet_ledger::PAYROLL_NAME_CHARS_MAX;

/// Default number of recipients in one batch.
pub const BATCH_SIZE_DEFAULT: u32 = 500;
/// Maximum number of recipients in one batch.
pub const BATCH_SIZE_MAX: u32 = 10_000;
/// Default time limit for opening a connection, in seconds.
pub const CONNECT_TIMEOUT_S_DEFAULT: u32 = 10;
const CONNECT_TIMEOUT_S: RangeInclusive<u32> = 1..=120;
/// Default time limit for a whole submission, in seconds: services ask their clients to wait as long.
pub const SUBMIT_TIMEOUT_S_DEFAULT: u32 = 180;
const SUBMIT_TIMEOUT_S: RangeInclusive<u32> = 30..=900;
/// Default time limit for any other call, in seconds.
pub const READ_TIMEOUT_S_DEFAULT: u32 = 30;
const READ_TIMEOUT_S: RangeInclusive<u32> = 5..=300;
/// Default number of minutes without user activity after which the desk locks itself.
pub const LOCK_AFTER_MIN_DEFAULT: u32 = 15;
/// 0 means never. The maximum is a working day.
const LOCK_AFTER_MIN: RangeInclusive<u32> = 0..=480;
/// Default percentage that an amount may differ from the last payroll's without being shown.
pub const AMOUNT_CHANGE_PCT_DEFAULT: u32 = 30;
/// 0 means never.
const AMOUNT_CHANGE_PCT: RangeInclusive<u32> = 0..=1_000;
/// Number of days in which an earlier payment to the same person raises a question.
const RECENT_DAYS: RangeInclusive<u32> = 0..=60;
/// Number of days after which the total of what was approved is typed again before it is sent.
const APPROVAL_DAYS: RangeInclusive<u32> = 1..=60;
/// Maximum length of a narration at the service, in characters. 0 means that the service has told none: then the length
/// counts that banks are known to take.
const NARRATION_CHARS: RangeInclusive<u32> = 0..=100;
/// Default number of minutes after acceptance in which a result is expected. Banks answer in seconds, and slow ones in a
/// few minutes.
pub const OVERDUE_AFTER_MIN_DEFAULT: u32 = 30;
/// The maximum is a week: a longer wait would hide that results do not arrive.
const OVERDUE_AFTER_MIN: RangeInclusive<u32> = 1..=10_080;
/// Default number of accounts that the banks are asked about at the same time.
pub const NAMES_AT_ONCE_DEFAULT: u32 = 8;
const NAMES_AT_ONCE: RangeInclusive<u32> = 1..=32;
/// Default name of the field for the payer's e-mail address of a card charge.
pub const CHARGE_EMAIL_FIELD_DEFAULT: &str = "email";
/// Default for the last part of the path of a card charge (interface, "Charge card").
pub const CHARGE_PATH_DEFAULT: &str = "card";
/// The parts before it. A pasted path may begin with them.
const BEFORE_CHARGE_PATH: &str = "v1/transfer/";
/// Default recipient of a charge (interface, "Charge card").
pub const CHARGE_RECIPIENT_DEFAULT: &str = "wallet";
/// Longest recipient of a charge, in characters.
const CHARGE_RECIPIENT_CHARS_MAX: usize = 120;
/// Most fields that are added to recipients, of all countries together.
const EXTRA_FIELDS_MAX: usize = 60;
/// The columns that a field may have its values from: what they hold decides neither who is paid nor what.
const EXTRA_FIELD_COLUMNS: [Field; 5] =
    [Field::Name, Field::EmployeeId, Field::Reference, Field::Email, Field::Phone];
/// Longest text on how to pay into the balance, in characters.
pub const FUNDING_INSTRUCTIONS_CHARS_MAX: usize = 1_000;

/// Returns the settings of a new profile, with its own names and address.
#[must_use]
pub fn at_first(name: &str, base_url: &str, sender_name: &str) -> ProfileSettings {
    ProfileSettings {
        name: name.trim().to_owned(),
        base_url: base_url.trim().to_owned(),
        token_prefix: String::new(),
        sender_name: sender_name.trim().to_owned(),
        batch_size: BATCH_SIZE_DEFAULT,
        callback_listen: String::new(),
        callback_public: String::new(),
        approver: String::new(),
        connect_timeout_s: CONNECT_TIMEOUT_S_DEFAULT,
        submit_timeout_s: SUBMIT_TIMEOUT_S_DEFAULT,
        read_timeout_s: READ_TIMEOUT_S_DEFAULT,
        recipient_extras: false,
        extra_fields: Vec::new(),
        renewal: None,
        charge_path: CHARGE_PATH_DEFAULT.to_owned(),
        charge_email_field: CHARGE_EMAIL_FIELD_DEFAULT.to_owned(),
        charge_send_amount: true,
        charge_recipient: CHARGE_RECIPIENT_DEFAULT.to_owned(),
        charge_recipient_id: String::new(),
        funding_instructions: String::new(),
        wallet_currency: None,
        wallets: Vec::new(),
        payout_fees: Vec::new(),
        setup_done: Vec::new(),
        lock_after_min: LOCK_AFTER_MIN_DEFAULT,
        amount_change_pct: AMOUNT_CHANGE_PCT_DEFAULT,
        recent_days: paysheet_ledger::RECENT_DAYS,
        approval_days: paysheet_ledger::APPROVAL_DAYS,
        narration_chars_max: 0,
        overdue_after_min: OVERDUE_AFTER_MIN_DEFAULT,
        verify_names: true,
        names_at_once: NAMES_AT_ONCE_DEFAULT,
        payout_status_path: String::new(),
        payout_list_path: String::new(),
        send_callback_code: false,
        balance_path: String::new(),
    }
}

/// Returns the limits of the settings that the window offers.
#[must_use]
pub fn limits() -> Limits {
    Limits {
        batch_size: Span { least: 1, most: BATCH_SIZE_MAX },
        connect_timeout_s: span(&CONNECT_TIMEOUT_S),
        submit_timeout_s: span(&SUBMIT_TIMEOUT_S),
        read_timeout_s: span(&READ_TIMEOUT_S),
        lock_after_min: span(&LOCK_AFTER_MIN),
        amount_change_pct: span(&AMOUNT_CHANGE_PCT),
        recent_days: span(&RECENT_DAYS),
        approval_days: span(&APPROVAL_DAYS),
        narration_chars_max: span(&NARRATION_CHARS),
        overdue_after_min: span(&OVERDUE_AFTER_MIN),
        names_at_once: span(&NAMES_AT_ONCE),
    }
}

fn span(range: &RangeInclusive<u32>) -> Span {
    Span { least: *range.start(), most: *range.end() }
}

/// Converts the profile's time limits to the service crate's type.
#[must_use]
pub fn timeouts(settings: &ProfileSettings) -> Timeouts {
    let ms = |seconds: u32| u64::from(seconds) * 1_000;
    Timeouts {
        connect_ms: ms(settings.connect_timeout_s),
        submit_ms: ms(settings.submit_timeout_s),
        read_ms: ms(settings.read_timeout_s),
    }
}

/// Account details are pasted from letters and tables: their tabs and line ends become spaces and `\n`.
pub fn tidied(settings: ProfileSettings) -> ProfileSettings {
    let lines = settings.funding_instructions.replace("\r\n", "\n").replace('\r', "\n").replace('\t', " ");
    let callback_public = settings.callback_public.trim().trim_end_matches('/').to_owned();
    let charge_path = settings.charge_path.trim().trim_matches('/');
    let charge_path = charge_path.strip_prefix(BEFORE_CHARGE_PATH).unwrap_or(charge_path).to_owned();
    ProfileSettings { funding_instructions: lines, callback_public, charge_path, ..settings }
}

/// Refuses settings that cannot be used.
///
/// # Errors
/// `ValueInvalid` with the setting.
pub fn validate(settings: &ProfileSettings) -> Result<(), DeskError> {
    name(&settings.name, Setting::Name)?;
    name(&settings.sender_name, Setting::SenderName)?;
    // A new profile has none; nothing is paid with it until it has one.
    if !settings.approver.trim().is_empty() {
        name(&settings.approver, Setting::Approver)?;
    }
    for (range, value, setting) in [
        (&(1..=BATCH_SIZE_MAX), settings.batch_size, Setting::BatchSize),
        (&CONNECT_TIMEOUT_S, settings.connect_timeout_s, Setting::ConnectTimeout),
        (&SUBMIT_TIMEOUT_S, settings.submit_timeout_s, Setting::SubmitTimeout),
        (&READ_TIMEOUT_S, settings.read_timeout_s, Setting::ReadTimeout),
        (&LOCK_AFTER_MIN, settings.lock_after_min, Setting::LockAfter),
        (&AMOUNT_CHANGE_PCT, settings.amount_change_pct, Setting::AmountChange),
        (&RECENT_DAYS, settings.recent_days, Setting::RecentDays),
        (&APPROVAL_DAYS, settings.approval_days, Setting::ApprovalDays),
        (&NARRATION_CHARS, settings.narration_chars_max, Setting::NarrationChars),
        (&OVERDUE_AFTER_MIN, settings.overdue_after_min, Setting::OverdueAfter),
        (&NAMES_AT_ONCE, settings.names_at_once, Setting::NamesAtOnce),
    ] {
        require(range.contains(&value), setting)?;
    }
    // A limit for the connection that is longer than the limit for the whole submission is a typing error.
    require(settings.connect_timeout_s <= settings.submit_timeout_s, Setting::ConnectTimeout)?;
    require(is_recipient(&settings.charge_recipient), Setting::ChargeRecipient)?;
    let public = &settings.callback_public;
    require(public.is_empty() || Endpoint::parse(public, "").is_ok(), Setting::CallbackPublic)?;
    let id = settings.charge_recipient_id.trim();
    require(id.is_empty() || is_recipient(id), Setting::ChargeRecipientId)?;
    require(are_wallets(settings), Setting::Wallets)?;
    require(are_fees(&settings.payout_fees), Setting::PayoutFees)?;
    require(are_instructions(&settings.funding_instructions), Setting::FundingInstructions)?;
    validate_calls(settings)
}

/// Refuses settings of the service's calls that cannot be used.
///
/// # Errors
/// `ValueInvalid` with the setting.
pub(crate) fn validate_calls(settings: &ProfileSettings) -> Result<(), DeskError> {
    let charge = ChargeSettings::new(&settings.charge_email_field, SendAmount::default());
    let charge = charge.map_err(|_| AppError::invalid(Setting::ChargeEmailField))?;
    require(charge.at(&settings.charge_path).is_ok(), Setting::ChargePath)?;
    for (path, setting) in [
        (&settings.payout_status_path, Setting::PayoutStatusPath),
        (&settings.payout_list_path, Setting::PayoutListPath),
        (&settings.balance_path, Setting::BalancePath),
    ] {
        require(path.trim().is_empty() || CallPath::parse(path).is_ok(), setting)?;
    }
    require(are_extra_fields(&settings.extra_fields), Setting::ExtraFields)?;
    settings.renewal.as_ref().map_or(Ok(()), |described| renewal(described).map(drop))
}

/// Converts the settings for a new token to the service crate's type.
///
/// # Errors
/// `ValueInvalid` with the part that is not valid.
pub(crate) fn renewal(renewal: &RenewalSettings) -> Result<Renewal, DeskError> {
    let RenewalSettings { path, key_field, secret_field, token_at } = renewal;
    Renewal::new(path, key_field, secret_field, token_at).map_err(|error| {
        let field = match error {
            RenewalError::Path => Setting::RenewalPath,
            RenewalError::KeyField(_) => Setting::RenewalKeyField,
            RenewalError::SecretField(_) | RenewalError::SameField => Setting::RenewalSecretField,
            RenewalError::TokenAt => Setting::RenewalTokenAt,
        };
        AppError::invalid(field).into()
    })
}

/// Each currency has one wallet, and each of these wallets a reference.
fn are_wallets(settings: &ProfileSettings) -> bool {
    let mut taken: HashSet<_> = settings.wallet_currency.into_iter().collect();
    settings.wallets.iter().all(|wallet| taken.insert(wallet.currency) && is_recipient(&wallet.reference))
}

/// Each currency has one fee, which is an amount of it.
fn are_fees(fees: &[PayoutFee]) -> bool {
    let mut taken = HashSet::new();
    fees.iter().all(|fee| taken.insert(fee.currency) && fee_of(fee).is_some())
}

fn fee_of(PayoutFee { currency, amount }: &PayoutFee) -> Option<Money> {
    let fee = Money::parse(amount.trim(), *currency).ok()?;
    (fee.is_positive() && fee.minor() <= AMOUNT_MINOR_MAX).then_some(fee)
}

/// Returns what a payment in a currency costs as far as the user knows; none if nothing is set.
pub(crate) fn payout_fee(fees: &[PayoutFee], currency: Currency) -> Option<Money> {
    fees.iter().find(|fee| fee.currency == currency).and_then(fee_of)
}

/// Returns what so many payments in a currency cost; none if nothing is set.
///
/// # Errors
/// `Money` if the sum is too large.
pub(crate) fn payout_fees(
    settings: &ProfileSettings,
    currency: Currency,
    payments: u32,
) -> Result<Option<Money>, DeskError> {
    let Some(fee) = payout_fee(&settings.payout_fees, currency) else { return Ok(None) };
    let minor = fee.minor().checked_mul(i64::from(payments)).ok_or(MoneyError::TooLarge)?;
    Ok(Some(Money::from_minor(minor, currency)))
}

/// Each field of a country has another name, and a value or a column.
fn are_extra_fields(fields: &[ExtraField]) -> bool {
    let mut names = HashSet::new();
    fields.len() <= EXTRA_FIELDS_MAX
        && fields.iter().all(|ExtraField { country, name, value, column, .. }| {
            let chars = value.trim().chars().count();
            may_be_added(name)
                && names.insert((*country, name.to_ascii_lowercase()))
                && (chars > 0 || column.is_some())
                && chars <= ADDED_CHARS_MAX
                && !value.chars().any(char::is_control)
                && column.is_none_or(|column| EXTRA_FIELD_COLUMNS.contains(&column))
        })
}

/// Returns the columns of a payroll's file that are sent in extra fields.
pub(crate) fn sent_columns(settings: &ProfileSettings) -> Vec<SentColumn> {
    let sent = |field: &ExtraField| {
        Some(SentColumn {
            country: field.country,
            column: field.column?,
            name: field.name.clone(),
            is_required: field.is_required && field.value.trim().is_empty(),
        })
    };
    settings.extra_fields.iter().filter_map(sent).collect()
}

fn is_recipient(text: &str) -> bool {
    let chars = text.trim().chars().count();
    (1..=CHARGE_RECIPIENT_CHARS_MAX).contains(&chars) && !text.chars().any(char::is_control)
}

/// Several lines; no other control characters, which would be invisible in what somebody copies to their bank.
fn are_instructions(text: &str) -> bool {
    text.chars().count() <= FUNDING_INSTRUCTIONS_CHARS_MAX
        && !text.chars().any(|c| c.is_control() && c != '\n')
}

/// Returns the format of a charge that the profile's service requires.
pub(crate) fn charge(settings: &ProfileSettings) -> ChargeSettings {
    let amount = if settings.charge_send_amount { SendAmount::Sent } else { SendAmount::LeftOut };
    let charge = ChargeSettings::new(&settings.charge_email_field, amount).unwrap_or_default();
    charge.clone().at(&settings.charge_path).unwrap_or(charge)
}

/// Returns the call for the status of a payout; none if the service has none.
pub(crate) fn payout_status_path(settings: &ProfileSettings) -> Option<CallPath> {
    CallPath::parse(&settings.payout_status_path).ok()
}

/// Returns the path of the report of transactions; none if the profile has none.
pub(crate) fn payout_list_path(settings: &ProfileSettings) -> Option<CallPath> {
    CallPath::parse(&settings.payout_list_path).ok()
}

/// Returns the call for the balance; none if the service has none.
pub(crate) fn balance_path(settings: &ProfileSettings) -> Option<CallPath> {
    CallPath::parse(&settings.balance_path).ok()
}

fn require(fits: bool, setting: Setting) -> Result<(), DeskError> {
    if fits { Ok(()) } else { Err(AppError::invalid(setting).into()) }
}

/// Checks a name: not empty, at most `NAME_CHARS_MAX` characters, no control characters.
///
/// # Errors
/// `ValueInvalid` with `setting`.
pub fn name(text: &str, setting: Setting) -> Result<(), DeskError> {
    let chars = text.trim().chars().count();
    let fits = (1..=NAME_CHARS_MAX).contains(&chars) && !text.chars().any(char::is_control);
    if fits { Ok(()) } else { Err(AppError::invalid(setting).into()) }
}

#[cfg(test)]
mod tests {
    use paysheet_domain::Country;

    use super::*;
    use crate::view::WalletSettings;

    fn refused(change: impl FnOnce(&mut ProfileSettings)) -> Option<Setting> {
        let mut settings = at_first("Kola", "https://pay.example.com", "KOLA");
        change(&mut settings);
        match validate(&settings) {
            Ok(()) => None,
            Err(DeskError::App(AppError::ValueInvalid { field })) => Some(field),
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn figures_stay_within_their_limits() {
        assert_eq!(refused(|_| ()), None);
        assert_eq!(refused(|s| s.connect_timeout_s = 0), Some(Setting::ConnectTimeout));
        assert_eq!(refused(|s| s.connect_timeout_s = 121), Some(Setting::ConnectTimeout));
        assert_eq!(refused(|s| s.submit_timeout_s = 29), Some(Setting::SubmitTimeout));
        assert_eq!(refused(|s| s.read_timeout_s = 301), Some(Setting::ReadTimeout));
        assert_eq!(refused(|s| s.lock_after_min = 481), Some(Setting::LockAfter));
        assert_eq!(refused(|s| s.lock_after_min = 0), None);
        assert_eq!(refused(|s| s.narration_chars_max = 101), Some(Setting::NarrationChars));
        assert_eq!(refused(|s| s.amount_change_pct = 1_001), Some(Setting::AmountChange));
        assert_eq!(refused(|s| s.recent_days = 61), Some(Setting::RecentDays));
        assert_eq!(refused(|s| s.approval_days = 0), Some(Setting::ApprovalDays));
        assert_eq!(refused(|s| s.approval_days = 61), Some(Setting::ApprovalDays));
        assert_eq!(refused(|s| s.overdue_after_min = 0), Some(Setting::OverdueAfter));
        assert_eq!(refused(|s| s.overdue_after_min = 10_081), Some(Setting::OverdueAfter));
        for address in
            ["", "https://payroll.example.com", "https://example.com/hooks/", "http://127.0.0.1:9000"]
        {
            assert_eq!(refused(|s| s.callback_public = address.to_owned()), None, "{address}");
        }
        for address in
            ["payroll", "http://payroll.example.com", "https://a.example?b", "https://u:p@a.example"]
        {
            let refused = refused(|s| s.callback_public = address.to_owned());
            assert_eq!(refused, Some(Setting::CallbackPublic), "{address}");
        }
        assert_eq!(refused(|s| s.names_at_once = 0), Some(Setting::NamesAtOnce));
        assert_eq!(refused(|s| s.names_at_once = 33), Some(Setting::NamesAtOnce));
        assert_eq!(refused(|s| s.payout_status_path = "/v1/disburse/status".to_owned()), None);
        let elsewhere = "https://else.where/status".to_owned();
        assert_eq!(refused(|s| s.payout_status_path = elsewhere), Some(Setting::PayoutStatusPath));
        let list = "v1/report/transactions?page=1".to_owned();
        assert_eq!(refused(|s| s.payout_list_path = list), Some(Setting::PayoutListPath));
        assert_eq!(refused(|s| s.balance_path = "v1/wallet".to_owned()), None);
        assert_eq!(refused(|s| s.balance_path = "v1/wallet?a".to_owned()), Some(Setting::BalancePath));
        assert_eq!(refused(|s| s.charge_path = "processor".to_owned()), None);
        assert_eq!(refused(|s| s.charge_path = String::new()), Some(Setting::ChargePath));
        assert_eq!(refused(|s| s.charge_path = "card/otp".to_owned()), Some(Setting::ChargePath));
        assert_eq!(refused(|s| s.charge_email_field = "card_no".to_owned()), Some(Setting::ChargeEmailField));
        assert_eq!(refused(|s| s.charge_recipient = " ".to_owned()), Some(Setting::ChargeRecipient));
        assert_eq!(refused(|s| s.charge_recipient_id = "a\nb".to_owned()), Some(Setting::ChargeRecipientId));
        assert_eq!(refused(|s| s.funding_instructions = "Kola Bank\n0123456789".to_owned()), None);
        for text in ["a".repeat(FUNDING_INSTRUCTIONS_CHARS_MAX + 1), "0123\u{8}456789".to_owned()] {
            assert_eq!(refused(|s| s.funding_instructions = text), Some(Setting::FundingInstructions));
        }
        assert_eq!(
            refused(|s| (s.connect_timeout_s, s.submit_timeout_s) = (60, 30)),
            Some(Setting::ConnectTimeout)
        );
    }

    #[test]
    fn a_currency_has_one_wallet_and_a_field_one_value() {
        let field = |country, name: &str, value: &str| ExtraField {
            country,
            name: name.to_owned(),
            value: value.to_owned(),
            column: None,
            is_required: true,
        };
        let of_column = |column, value: &str| ExtraField {
            column: Some(column),
            ..field(Country::KE, "x_person_id", value)
        };
        for value in ["", "none"] {
            assert_eq!(refused(|s| s.extra_fields = vec![of_column(Field::EmployeeId, value)]), None);
        }
        let account = of_column(Field::AccountNumber, "");
        assert_eq!(refused(|s| s.extra_fields = vec![account]), Some(Setting::ExtraFields));
        let sender = field(Country::KE, "x_sender_name", "Kola Foods");
        let elsewhere = field(Country::GH, "x_sender_name", "Kola Foods");
        assert_eq!(refused(|s| s.extra_fields = vec![sender.clone(), elsewhere]), None);
        for fields in [
            vec![sender.clone(), field(Country::KE, "X_SENDER_NAME", "Another")],
            vec![field(Country::KE, "amount", "1")],
            vec![field(Country::KE, "x_sender_name", " ")],
            vec![field(Country::KE, "x_sender_name", "a\nb")],
            vec![field(Country::KE, "x_sender_name", &"a".repeat(ADDED_CHARS_MAX + 1))],
        ] {
            assert_eq!(
                refused(|s| s.extra_fields = fields.clone()),
                Some(Setting::ExtraFields),
                "{fields:?}"
            );
        }
        let wallet = |currency, reference: &str| WalletSettings { currency, reference: reference.to_owned() };
        let (naira, shillings) = (wallet(Currency::NGN, "0"), wallet(Currency::KES, "W-2"));
        assert_eq!(refused(|s| s.wallets = vec![naira.clone(), shillings.clone()]), None);
        for wallets in [vec![naira.clone(), naira.clone()], vec![wallet(Currency::KES, " ")]] {
            assert_eq!(refused(|s| s.wallets = wallets), Some(Setting::Wallets));
        }
        let of_main = |s: &mut ProfileSettings| {
            (s.wallet_currency, s.wallets) = (Some(Currency::KES), vec![shillings]);
        };
        assert_eq!(refused(of_main), Some(Setting::Wallets), "the profile's own wallet is of that currency");
    }

    #[test]
    fn account_details_may_be_pasted_from_a_table() {
        let pasted = "Bank\tKola Bank\r\nAccount\t0123456789\r";
        let settings = ProfileSettings {
            funding_instructions: pasted.to_owned(),
            ..at_first("Kola", "https://pay.example.com", "KOLA")
        };
        let tidy = tidied(settings);
        assert_eq!(tidy.funding_instructions, "Bank Kola Bank\nAccount 0123456789\n");
        assert!(validate(&tidy).is_ok());
    }

    #[test]
    fn the_call_for_a_token_is_a_path_two_fields_and_a_way() {
        let with = |path: &str, key: &str, secret: &str, at: &str| {
            let own = str::to_owned;
            let renewal = RenewalSettings {
                path: own(path),
                key_field: own(key),
                secret_field: own(secret),
                token_at: own(at),
            };
            refused(|settings| settings.renewal = Some(renewal))
        };
        for (path, key, secret, at, expected) in [
            ("/v1/token", "apiKey", "secret", "data.token", None),
            ("https://else.where", "apiKey", "secret", "token", Some(Setting::RenewalPath)),
            ("/v1/token", "api key", "secret", "token", Some(Setting::RenewalKeyField)),
            ("/v1/token", "apiKey", "", "token", Some(Setting::RenewalSecretField)),
            ("/v1/token", "secret", "secret", "token", Some(Setting::RenewalSecretField)),
            ("/v1/token", "apiKey", "secret", "data..token", Some(Setting::RenewalTokenAt)),
        ] {
            assert_eq!(with(path, key, secret, at), expected, "{path} {key} {secret} {at}");
        }
    }
}
