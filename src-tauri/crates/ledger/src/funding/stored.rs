//! The row of a top-up: it is read, checked by the domain's rules, and written back as a whole. The state column is
//! never set by itself; it is derived from stage, status and decision.

use paysheet_domain::{
    CardBrand, ChargeStage, Currency, FundingDecision, FundingState, LastFour, Money, StatusWord,
    StatusWords, ValidationEnd,
};
use sqlx::SqliteConnection;

use crate::{
    funding::records::{CardSeen, FundingEntry, Payer},
    model::{
        columns::{count, moment, moment_or_none, money, named},
        error::{LedgerError, Result},
        records::FundingId,
    },
    store::write_tx::{EventSubject, WriteTx},
};

/// The row as stored.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct StoredFunding {
    pub id: i64,
    pub stage: String,
    pub state: String,
    pub said_open: i16,
    pub said_completed: i16,
    pub said_failed: i16,
    pub said_reversed: i16,
    pub decision: Option<String>,
    pub currency: Option<String>,
    pub amount_minor: Option<i64>,
    pub fee_minor: Option<i64>,
    pub balance_minor: Option<i64>,
    pub card_brand: Option<String>,
    pub card_last_four: Option<String>,
    pub payer_json: Option<String>,
    pub destination: String,
    pub otp_wrong: i64,
    pub code: Option<String>,
    pub message: Option<String>,
    pub evidence_json: Option<String>,
    pub validation_end: Option<String>,
    pub record_json: Option<String>,
    pub began_at: String,
    pub answered_at: Option<String>,
    pub checked_at: Option<String>,
    pub changed_at: String,
    pub search: String,
}

pub(super) async fn load(conn: &mut SqliteConnection, id: FundingId) -> Result<StoredFunding> {
    sqlx::query_as("SELECT * FROM fundings WHERE id = $1")
        .bind(i64::from(id.0))
        .fetch_optional(conn)
        .await?
        .ok_or(LedgerError::NoSuchFunding(id))
}

/// Returns the references of a top-up, in the order in which they are queried.
pub(super) async fn references(conn: &mut SqliteConnection, id: i64) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar("SELECT reference FROM funding_references WHERE funding = $1 ORDER BY position")
        .bind(id)
        .fetch_all(conn)
        .await?)
}

impl StoredFunding {
    pub fn id(&self) -> Result<FundingId> {
        count("id", self.id).map(FundingId)
    }

    pub fn about(&self) -> Result<EventSubject<'static>> {
        Ok(EventSubject::funding(self.id()?))
    }

    pub fn stage(&self) -> Result<ChargeStage> {
        named("stage", &self.stage)
    }

    pub fn decision(&self) -> Result<Option<FundingDecision>> {
        self.decision.as_deref().map(|text| named("decision", text)).transpose()
    }

    pub fn words(&self) -> StatusWords {
        [
            (self.said_open, StatusWord::Open),
            (self.said_completed, StatusWord::Completed),
            (self.said_failed, StatusWord::Failed),
            (self.said_reversed, StatusWord::Reversed),
        ]
        .into_iter()
        .filter(|(said, _)| *said != 0)
        .fold(StatusWords::default(), |words, (_, word)| words.and(word))
    }

    pub fn add_word(&mut self, word: StatusWord) {
        match word {
            StatusWord::Open => self.said_open = 1,
            StatusWord::Completed => self.said_completed = 1,
            StatusWord::Failed => self.said_failed = 1,
            StatusWord::Reversed => self.said_reversed = 1,
        }
    }

    pub fn wrong_stage(&self) -> LedgerError {
        match (self.id(), self.stage()) {
            (Ok(funding), Ok(from)) => LedgerError::WrongStage { funding, from },
            (Err(error), _) | (_, Err(error)) => error,
        }
    }

    /// Moves to a stage by one transition that the rules allow.
    pub fn go(&mut self, to: ChargeStage) -> Result<()> {
        if !self.stage()?.leads_to(to) {
            return Err(self.wrong_stage());
        }
        self.stage = to.to_string();
        Ok(())
    }

    pub fn money(&self, minor: Option<i64>) -> Result<Option<Money>> {
        let (Some(minor), Some(currency)) = (minor, &self.currency) else { return Ok(None) };
        money(minor, currency).map(Some)
    }

    pub fn currency(&self) -> Result<Option<Currency>> {
        self.currency.as_deref().map(|text| named("currency", text)).transpose()
    }

    /// Writes the row back with the state derived from it. `was` is the stage it was read with: the second of two
    /// writers finds another stage and is refused.
    pub async fn save(&mut self, tx: &mut WriteTx, was: ChargeStage) -> Result<FundingState> {
        let state = FundingState::of(self.stage()?, self.words(), self.decision()?);
        self.state = state.to_string();
        self.changed_at = tx.at();
        let saved = sqlx::query(
            "UPDATE fundings SET stage = $3, state = $4, said_open = $5, said_completed = $6, said_failed = $7,
                    said_reversed = $8, decision = $9, currency = $10, amount_minor = $11, fee_minor = $12,
                    balance_minor = $13, otp_wrong = $14, code = $15, message = $16, evidence_json = $17,
                    validation_end = $18, record_json = $19, answered_at = $20, checked_at = $21,
                    changed_at = $22, search = $23
             WHERE id = $1 AND stage = $2",
        )
        .bind(self.id)
        .bind(was.to_string())
        .bind(&self.stage)
        .bind(&self.state)
        .bind(self.said_open)
        .bind(self.said_completed)
        .bind(self.said_failed)
        .bind(self.said_reversed)
        .bind(&self.decision)
        .bind(&self.currency)
        .bind(self.amount_minor)
        .bind(self.fee_minor)
        .bind(self.balance_minor)
        .bind(self.otp_wrong)
        .bind(&self.code)
        .bind(&self.message)
        .bind(&self.evidence_json)
        .bind(&self.validation_end)
        .bind(&self.record_json)
        .bind(&self.answered_at)
        .bind(&self.checked_at)
        .bind(&self.changed_at)
        .bind(&self.search)
        .execute(tx.conn())
        .await?;
        if saved.rows_affected() == 1 { Ok(state) } else { Err(self.wrong_stage()) }
    }

    pub fn into_entry(self, references: Vec<String>) -> Result<FundingEntry> {
        let validation_end: Option<ValidationEnd> =
            self.validation_end.as_deref().map(|text| named("validation_end", text)).transpose()?;
        Ok(FundingEntry {
            id: self.id()?,
            stage: self.stage()?,
            state: named("state", &self.state)?,
            amount: self.money(self.amount_minor)?,
            fee: self.money(self.fee_minor)?,
            balance: self.money(self.balance_minor)?,
            card: card(self.card_brand.as_deref(), self.card_last_four.as_deref())?,
            payer: payer(self.payer_json.as_deref())?,
            references,
            otp_wrong: count("otp_wrong", self.otp_wrong)?,
            validation_end,
            decision: self.decision()?,
            began_at: moment("began_at", &self.began_at)?,
            answered_at: moment_or_none("answered_at", self.answered_at.as_deref())?,
            checked_at: moment_or_none("checked_at", self.checked_at.as_deref())?,
            changed_at: moment("changed_at", &self.changed_at)?,
            destination: self.destination,
            code: self.code,
            message: self.message,
            evidence_json: self.evidence_json,
            record_json: self.record_json,
        })
    }
}

fn card(brand: Option<&str>, last_four: Option<&str>) -> Result<Option<CardSeen>> {
    let (Some(brand), Some(last_four)) = (brand, last_four) else { return Ok(None) };
    let last_four = LastFour::of(last_four).ok_or(LedgerError::Unreadable { column: "card_last_four" })?;
    Ok(Some(CardSeen { brand: named::<CardBrand>("card_brand", brand)?, last_four }))
}

fn payer(text: Option<&str>) -> Result<Option<Payer>> {
    let unreadable = |_| LedgerError::Unreadable { column: "payer_json" };
    text.map(|text| serde_json::from_str(text).map_err(unreadable)).transpose()
}

/// Formats a word for an event.
pub(super) fn word_text(word: StatusWord) -> String {
    format!("{word:?}").to_lowercase()
}
