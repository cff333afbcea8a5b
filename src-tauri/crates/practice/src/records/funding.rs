//! Records of top-ups.

use std::collections::{BTreeSet, HashMap};

use axum::http::StatusCode;
use jiff::Timestamp;
use paysheet_domain::{Currency, LastFour, Money};
use serde::Serialize;
use serde_json::{Value, json};

use super::{practice_cards::CardOutcome, wallet::Wallet};
use crate::{random::SeededRng, wire::answer::Refusal};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FundingStatus {
    Pending,
    Completed,
    Failed,
}

/// How often the status of a late top-up is pending before it settles.
const PENDING_READS: u32 = 2;

/// One top-up.
#[derive(Clone)]
pub(crate) struct Funding {
    pub(crate) id: u64,
    /// The service's own reference.
    pub(crate) reference: String,
    /// The card processor's reference.
    pub(crate) processor_reference: String,
    pub(crate) amount: Money,
    pub(crate) fee: Money,
    pub(crate) status: FundingStatus,
    pub(crate) response_code: &'static str,
    pub(crate) response_message: &'static str,
    pub(crate) payer: String,
    pub(crate) source: Source,
    /// What its card does; none if it was not paid by a practice card.
    pub(crate) outcome: Option<CardOutcome>,
    pub(crate) last_four: Option<LastFour>,
    /// How often it moved money.
    pub(crate) completions: u32,
    /// How often its status was requested.
    pub(crate) reads: u32,
    pub(crate) balance_after: Option<Money>,
    /// Wrong one-time passwords so far.
    pub(crate) wrong_passwords: u8,
    /// The address to which the payer returns from the 3-D Secure page.
    pub(crate) redirect_url: String,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
}

/// The source of the money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Card,
    EBills,
    Pos,
    Voucher,
}

/// The service's own record of a top-up, for comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TopUpTaken {
    pub reference: String,
    pub processor_reference: String,
    /// Decimal digits.
    pub amount: String,
    pub currency: Currency,
    pub status: FundingStatus,
    pub last_four: Option<String>,
    /// How often it moved money: never more than once.
    pub completions: u32,
}

impl Funding {
    fn taken(&self) -> TopUpTaken {
        TopUpTaken {
            reference: self.reference.clone(),
            processor_reference: self.processor_reference.clone(),
            amount: self.amount.digits(),
            currency: self.amount.currency(),
            status: self.status,
            last_four: self.last_four.as_ref().map(|four| four.as_str().to_owned()),
            completions: self.completions,
        }
    }
}

/// All top-ups, found by either reference.
pub(crate) struct Fundings {
    seed: u64,
    begun_at: Timestamp,
    records: Vec<Funding>,
    by_reference: HashMap<String, usize>,
    /// Sums of completed top-ups, in minor units.
    balances: HashMap<Currency, i64>,
    /// The money of wallets that can run out, before top-ups and batches, in minor units.
    opening: HashMap<Currency, i64>,
    /// Sums of accepted batches, in minor units.
    spent: HashMap<Currency, i64>,
}

impl Fundings {
    /// Makes the store with three records that were not made by card, whose references a user can type.
    pub(crate) fn new(seed: u64, wallets: &[Wallet]) -> Self {
        let opening = |wallet: &Wallet| Some((wallet.currency, wallet.balance?.minor()));
        let mut fundings = Self {
            seed,
            begun_at: Timestamp::now(),
            records: Vec::new(),
            by_reference: HashMap::new(),
            balances: HashMap::new(),
            opening: wallets.iter().filter_map(opening).collect(),
            spent: HashMap::new(),
        };
        for funding in other_sources() {
            fundings.add(funding);
        }
        fundings
    }

    /// Returns the next record's number and its two references. Top-ups do not outlive the service, so another run of
    /// the same seed must give other references.
    pub(crate) fn next_names(&self) -> (u64, String, String) {
        let id = 21_001 + self.count() as u64;
        let mut rng =
            SeededRng::of(&["funding", &self.seed.to_string(), &self.begun_at.to_string(), &id.to_string()]);
        (id, format!("PSF-{:016X}", rng.next()), format!("CHG-{:016X}", rng.next()))
    }

    /// Returns the number of card charges.
    pub(crate) fn count(&self) -> usize {
        self.of_cards().count()
    }

    fn of_cards(&self) -> impl Iterator<Item = &Funding> {
        self.records.iter().filter(|funding| funding.source == Source::Card)
    }

    pub(crate) fn taken(&self) -> Vec<TopUpTaken> {
        self.of_cards().map(Funding::taken).collect()
    }

    pub(crate) fn add(&mut self, mut funding: Funding) {
        let at = self.records.len();
        self.by_reference.insert(funding.reference.clone(), at);
        self.by_reference.insert(funding.processor_reference.clone(), at);
        if funding.status == FundingStatus::Completed {
            self.complete(&mut funding);
        }
        self.records.push(funding);
    }

    /// Completes a top-up: its amount is added to the balance.
    fn complete(&mut self, funding: &mut Funding) {
        let balance = self.balances.entry(funding.amount.currency()).or_default();
        *balance = balance.saturating_add(funding.amount.minor());
        funding.completions += 1;
        funding.balance_after = Some(Money::from_minor(*balance, funding.amount.currency()));
    }

    pub(crate) fn add_money(&mut self, money: Money) {
        let opening = self.opening.entry(money.currency()).or_default();
        *opening = opening.saturating_add(money.minor());
    }

    /// Takes a sum from the balance at once. Returns whether the balance covers it; nothing is taken otherwise.
    pub(crate) fn spend(&mut self, sum: Money) -> bool {
        let is_covered =
            !self.opening.contains_key(&sum.currency()) || self.left(sum.currency()) >= sum.minor();
        if is_covered {
            let spent = self.spent.entry(sum.currency()).or_default();
            *spent = spent.saturating_add(sum.minor());
        }
        is_covered
    }

    /// Returns a sum of a batch that was not accepted after all.
    pub(crate) fn give_back(&mut self, sum: Money) {
        let spent = self.spent.entry(sum.currency()).or_default();
        *spent = spent.saturating_sub(sum.minor());
    }

    fn left(&self, currency: Currency) -> i64 {
        let of = |sums: &HashMap<Currency, i64>| sums.get(&currency).copied().unwrap_or_default();
        of(&self.opening).saturating_add(of(&self.balances)).saturating_sub(of(&self.spent))
    }

    /// Returns what is left of each currency that had money. Records of top-ups name the balance without payouts.
    pub(crate) fn wallet_balances(&self) -> Vec<Money> {
        let currencies: BTreeSet<Currency> =
            self.balances.keys().chain(self.opening.keys()).copied().collect();
        currencies.into_iter().map(|currency| Money::from_minor(self.left(currency), currency)).collect()
    }

    /// Returns the record in its current state. Some cards change their state when their record is requested.
    pub(crate) fn read(&mut self, reference: &str) -> Option<Value> {
        let at = *self.by_reference.get(reference)?;
        let mut funding = self.records.get(at)?.clone();
        funding.reads += 1;
        let is_late = funding.outcome == Some(CardOutcome::SettlesLate);
        if is_late && funding.status == FundingStatus::Pending && funding.reads > PENDING_READS {
            funding.status = FundingStatus::Completed;
            funding.updated_at = Timestamp::now();
            self.complete(&mut funding);
        }
        let record = record(&funding);
        *self.records.get_mut(at)? = funding;
        Some(record)
    }

    pub(crate) fn get(&self, reference: &str) -> Option<&Funding> {
        self.records.get(*self.by_reference.get(reference)?)
    }

    pub(crate) fn count_wrong_password(&mut self, reference: &str) -> u8 {
        let at = self.by_reference.get(reference).copied();
        at.and_then(|at| self.records.get_mut(at)).map_or(0, |funding| {
            funding.wrong_passwords = funding.wrong_passwords.saturating_add(1);
            funding.wrong_passwords
        })
    }

    /// Ends a top-up that is still pending; nothing else changes.
    pub(crate) fn settle(&mut self, reference: &str, ended: Ended) -> Option<Funding> {
        let at = *self.by_reference.get(reference)?;
        let mut funding = self.records.get(at)?.clone();
        if funding.status == FundingStatus::Pending {
            funding.status = ended.status;
            funding.response_code = ended.code;
            funding.response_message = ended.message;
            funding.updated_at = Timestamp::now();
            if ended.status == FundingStatus::Completed {
                self.complete(&mut funding);
            }
            *self.records.get_mut(at)? = funding.clone();
        }
        Some(funding)
    }
}

/// How a top-up ended.
pub(crate) struct Ended {
    pub(crate) status: FundingStatus,
    pub(crate) code: &'static str,
    pub(crate) message: &'static str,
}

impl Ended {
    pub(crate) const APPROVED: Self =
        Self { status: FundingStatus::Completed, code: "00", message: "Approved. Successful" };
    pub(crate) const REFUSED_BY_PAYER: Self =
        Self { status: FundingStatus::Failed, code: "RR", message: "Declined by the payer" };
    pub(crate) const TOO_MANY_PASSWORDS: Self =
        Self { status: FundingStatus::Failed, code: "RR", message: "Too many wrong one-time passwords" };
    pub(crate) const NOT_ENOUGH: Self =
        Self { status: FundingStatus::Failed, code: "RR-51", message: "Insufficient funds" };
}

pub(crate) fn unknown(reference: &str) -> Refusal {
    Refusal::with(StatusCode::NOT_FOUND, "UNKNOWN_REFERENCE", "no funding has this reference")
        .about(reference)
}

/// Writes an amount as a JSON number with its digits.
pub(crate) fn number(money: Money) -> Value {
    serde_json::from_str(&money.digits()).unwrap_or(Value::Null)
}

fn record(funding: &Funding) -> Value {
    json!({
        "id": funding.id,
        "amount": number(funding.amount),
        "status": funding.status,
        "system_type": "wallet-fund",
        "ref": funding.reference,
        "providerResponseMessage": funding.response_message,
        "providerResponseCode": funding.response_code,
        "providerReference": funding.processor_reference,
        "linkingReference": null,
        "disburseOrderId": null,
        "ipr": null,
        "iprc": null,
        "r1": null,
        "r2": null,
        "meta": { "custom": custom(funding), "balance": funding.balance_after.map(number) },
        "createdAt": funding.created_at.to_string(),
        "updatedAt": funding.updated_at.to_string(),
        "beneficiary": { "accountNumber": null, "bankCode": null },
        "walletCharged": funding.status == FundingStatus::Completed,
        "refund": false,
        "reversed": funding.outcome == Some(CardOutcome::Reversed) && funding.reads > 1,
    })
}

/// Returns the fields of a funding notification, all as text.
fn custom(funding: &Funding) -> Value {
    let total = funding.amount.checked_add(funding.fee).unwrap_or(funding.amount);
    let (bank_code, bank_name, account) = match funding.source {
        Source::Card | Source::Voucher => ("", "", ""),
        Source::EBills => ("058", "Practice Bank", "0123456789"),
        Source::Pos => ("044", "Practice Savings Bank", ""),
    };
    let narration = match funding.source {
        Source::Card => "Balance top-up by card",
        Source::EBills => "Balance top-up by e-bills",
        Source::Pos => "Balance top-up at a POS terminal",
        Source::Voucher => "Balance top-up by voucher",
    };
    json!({
        "token": "",
        "merchantId": "PRACTICE",
        "merchantName": "Practice merchant",
        "productId": "wallet",
        "productName": "Balance top-up",
        "amount": funding.amount.digits(),
        "currency": funding.amount.currency().to_string(),
        "orderId": funding.id.to_string(),
        "sourceBankCode": bank_code,
        "sourceBankName": bank_name,
        "customerName": funding.payer,
        "customerAccountNumber": account,
        "sessionId": funding.processor_reference,
        "totalAmount": total.digits(),
        "fee": funding.fee.digits(),
        "feeBearer": "customer",
        "splitType": "",
        "narration": narration,
        "paymentReference": funding.reference,
        "initiationDate": funding.created_at.to_string(),
        "approvalDate": funding.updated_at.to_string(),
        "timeIn": funding.created_at.to_string(),
    })
}

/// Returns records that were not made by card: a user types their references.
fn other_sources() -> [Funding; 3] {
    let now = Timestamp::now();
    let of = |source, id: u64, reference: &str, minor, status, message| Funding {
        id,
        reference: reference.to_owned(),
        processor_reference: format!("{reference}-P"),
        amount: Money::from_minor(minor, Currency::NGN),
        fee: Money::zero(Currency::NGN),
        status,
        response_code: if status == FundingStatus::Completed { "00" } else { "09" },
        response_message: message,
        payer: "KOLA FOODS LTD".to_owned(),
        source,
        outcome: None,
        last_four: None,
        completions: 0,
        reads: 0,
        balance_after: None,
        wrong_passwords: 0,
        redirect_url: String::new(),
        created_at: now,
        updated_at: now,
    };
    [
        of(Source::EBills, 20_001, "EBILLS-1001", 3_600_000_000, FundingStatus::Completed, "Approved"),
        of(Source::Pos, 20_002, "POS-1002", 250_000_000, FundingStatus::Pending, "Awaiting settlement"),
        of(
            Source::Voucher,
            20_003,
            "VOUCHER-1003",
            50_000_000,
            FundingStatus::Failed,
            "Voucher was used before",
        ),
    ]
}
