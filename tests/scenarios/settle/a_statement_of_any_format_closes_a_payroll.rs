//! No callback ever arrived. What the bank exports is a statement in one of the formats of banks, or a workbook: each
//! settles everyone, one by the reference, one by the account or the name that the user confirms.

use paysheet_desk::view::{OutcomeKind, PayrollStatus};
use paysheet_ledger::SettledBy;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};

use crate::{
    outcome_files::{apply, counts, file, preview_statement},
    support::{World, people, references},
};

/// Two people, of whom the first is named by the reference and the second is not.
struct Sent {
    world: World,
    id: u32,
    /// Of `0100000099`, who gets 1,000.
    first: String,
    /// Of `0100000199`, who gets 1,001.
    second: String,
}

async fn sent() -> Sent {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let all = references(&world.desk, id).await;
    let [first, second] = ["0100000099", "0100000199"].map(|account| all[account].clone());
    Sent { world, id, first, second }
}

impl Sent {
    /// Reads the file, confirms what was found without a reference, and looks whether the payroll ended by it.
    async fn closes_by(&self, path: &std::path::Path, not_found: u32) {
        let Self { world, id, first, second } = self;
        let shown = preview_statement(world, path).await;
        let kinds = [(OutcomeKind::Paid, 2), (OutcomeKind::NotFound, not_found)];
        assert_eq!(counts(&shown), kinds, "{shown:#?}");
        assert_eq!((shown.applicable, shown.to_confirm), (1, 1));
        assert_eq!(apply(world, path, &shown, std::slice::from_ref(second)).await.unwrap().payouts, 2);
        assert_eq!(world.desk.payroll(*id).await.unwrap().state, PayrollStatus::Closed);
        for (reference, settled_by) in [(first, SettledBy::Statement), (second, SettledBy::StatementMatch)] {
            let payment = world.desk.payment(*id, reference).await.unwrap();
            assert_eq!(payment.payout.settled_by, Some(settled_by), "{reference}");
        }
        let again = preview_statement(world, path).await;
        assert_eq!((again.applicable, again.to_confirm, again.applied_at.is_some()), (0, 0, true));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ofx() {
    let sent = sent().await;
    let entry = |amount: &str, id: &str, name: &str, memo: &str| {
        let kind = if amount.starts_with('-') { "DEBIT" } else { "CREDIT" };
        format!(
            "<STMTTRN><TRNTYPE>{kind}<DTPOSTED>20261120120000<TRNAMT>{amount}<FITID>{id}<NAME>{name}<MEMO>{memo}\
             </STMTTRN>"
        )
    };
    let lines = [
        "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252".to_owned(),
        "COMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n".to_owned(),
        "<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261130120000"
            .to_owned(),
        "<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1><BANKMSGSRSV1><STMTTRNRS><TRNUID>1".to_owned(),
        "<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>NGN<BANKACCTFROM><BANKID>058".to_owned(),
        "<ACCTID>0011223344<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20261101<DTEND>20261130"
            .to_owned(),
        entry("-1000.00", "F1", "TRANSFER", &format!("SAL {}", sent.first)),
        entry("-1001.00", "F2", "ADA PERSON1", "SALARY"),
        entry("-77.00", "F3", "ELECTRICITY", "NOVEMBER"),
        entry("2500.00", "F4", "CUSTOMER", "INVOICE 9"),
        "</BANKTRANLIST><LEDGERBAL><BALAMT>100.00<DTASOF>20261130</LEDGERBAL></STMTRS></STMTTRNRS>"
            .to_owned(),
        "</BANKMSGSRSV1></OFX>".to_owned(),
    ];
    let path = file(&sent.world, "statement.ofx", &lines);
    sent.closes_by(&path, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn camt_053() {
    let sent = sent().await;
    let entry = |amount: &str, direction: &str, details: &str| {
        format!(
            r#"<Ntry><Amt Ccy="NGN">{amount}</Amt><CdtDbtInd>{direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-11-20</Dt></BookgDt><NtryDtls><TxDtls>{details}</TxDtls></NtryDtls></Ntry>"#
        )
    };
    let by_reference = format!("<Refs><EndToEndId>{}</EndToEndId></Refs>", sent.first);
    let by_account = "<RltdPties><CdtrAcct><Id><Othr><Id>0100000199</Id></Othr></Id></CdtrAcct></RltdPties>";
    let other = "<RmtInf><Ustrd>Electricity</Ustrd></RmtInf>";
    let lines = [
        r#"<?xml version="1.0" encoding="UTF-8"?>"#.to_owned(),
        r#"<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>"#
            .to_owned(),
        r#"<Id>1</Id><Bal><Amt Ccy="NGN">50000</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>"#.to_owned(),
        entry("1000.00", "DBIT", &by_reference),
        entry("1001.00", "DBIT", by_account),
        entry("77.00", "DBIT", other),
        entry("2500.00", "CRDT", "<RmtInf><Ustrd>Invoice 9</Ustrd></RmtInf>"),
        "</Stmt></BkToCstmrStmt></Document>".to_owned(),
    ];
    let path = file(&sent.world, "statement.xml", &lines);
    sent.closes_by(&path, 1).await;
}

/// As banks export them: a title above the headings, dates and amounts as values, a total below.
#[tokio::test(flavor = "multi_thread")]
async fn workbook() {
    let sent = sent().await;
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_string(0, 0, "STATEMENT OF ACCOUNT 0011223344").unwrap();
    for (column, heading) in (0..).zip(["Trans Date", "Particulars", "Debit", "Credit", "Balance"]) {
        sheet.write_string(3, column, heading).unwrap();
    }
    let day = Format::new().set_num_format("dd/mm/yyyy");
    let by_reference = format!("TRF {} SALARY", sent.first);
    for (row, (text, debit, credit)) in (4..).zip([
        ("OPENING DEPOSIT", None, Some(5_000.0)),
        (by_reference.as_str(), Some(1_000.0), None),
        ("NIP TRANSFER ADA PERSON1", Some(1_001.0), None),
        ("ELECTRICITY", Some(77.0), None),
    ]) {
        let date = ExcelDateTime::from_ymd(2026, 11, 20).unwrap();
        sheet.write_datetime_with_format(row, 0, &date, &day).unwrap();
        sheet.write_string(row, 1, text).unwrap();
        for (column, amount) in [(2, debit), (3, credit)] {
            if let Some(amount) = amount {
                sheet.write_number(row, column, amount).unwrap();
            }
        }
    }
    sheet.write_string(8, 0, "Total").unwrap();
    sheet.write_number(8, 2, 2_078.0).unwrap();
    let path = sent.world.folder.path().join("statement.xlsx");
    book.save(&path).unwrap();
    sent.closes_by(&path, 1).await;
}
