use paysheet_domain::{ConfirmedSpelling, Country};

use crate::{
    LedgerError,
    tests::support::{at, open},
};

fn spelling(country: Country, text: &str, code: &str, name: &str) -> ConfirmedSpelling {
    let (text, bank_code, bank_name) = (text.to_owned(), code.to_owned(), name.to_owned());
    ConfirmedSpelling { country, text, bank_code, bank_name }
}

#[tokio::test]
async fn a_spelling_is_kept_for_its_service_until_it_is_forgotten() {
    let (_dir, ledger) = open().await;
    let office = spelling(Country::NG, "Office Bank", "044", "Access Bank");
    let kenyan = spelling(Country::KE, "Office Bank", "01", "KCB Bank");
    ledger.store_bank_spellings("https://a", &[office, kenyan.clone()], "Ada", at(1)).await.unwrap();
    // Chosen anew, in other letters.
    let anew = spelling(Country::NG, "OFFICE  BANK", "058", "GTBank");
    ledger.store_bank_spellings("https://a", std::slice::from_ref(&anew), "Bisi", at(2)).await.unwrap();

    let known = ledger.bank_spellings("https://a").await.unwrap();
    let shown: Vec<_> = known.iter().map(|known| (&known.spelling, known.confirmed_by.as_str())).collect();
    assert_eq!(shown, [(&kenyan, "Ada"), (&anew, "Bisi")]);
    assert_eq!(known.last().unwrap().confirmed_at, at(2));
    assert!(ledger.bank_spellings("https://b").await.unwrap().is_empty());

    ledger.forget_bank_spelling("https://a", Country::NG, "office bank", at(3)).await.unwrap();
    let left = ledger.bank_spellings("https://a").await.unwrap();
    assert_eq!(left.into_iter().map(|left| left.spelling).collect::<Vec<_>>(), [kenyan]);
    let again = ledger.forget_bank_spelling("https://a", Country::NG, "Office Bank", at(4)).await;
    assert!(matches!(again, Err(LedgerError::NoSuchBankSpelling)));
    ledger.verify_chain().await.unwrap();
}
