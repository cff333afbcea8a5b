use proptest::prelude::*;

use super::*;

fn shown(file: &str) -> Vec<String> {
    let statement = find(file.as_bytes()).unwrap().expect("a statement");
    let entry = |entry: &Entry| {
        let sign = if entry.is_debit { "-" } else { "+" };
        let Entry { date, amount, currency, reference, account, name, description, .. } = entry;
        format!("{date} {sign}{amount} {currency} | {reference} | {account} | {name} | {description}")
    };
    statement.0.iter().map(entry).collect()
}

const OFX: &str = "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\n\
COMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO\
</STATUS><DTSERVER>20261120120000<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1><BANKMSGSRSV1><STMTTRNRS><TRNUID>1\
<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>NGN<BANKACCTFROM><BANKID>058<ACCTID>0011223344\
<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20261101<DTEND>20261130<STMTTRN><TRNTYPE>DEBIT\
<DTPOSTED>20261120120000<TRNAMT>-1000.00<FITID>F1<NAME>ADA OBI<MEMO>SAL ABCDEFGHIJKLMNOPQRSTUVWXYZ</STMTTRN>\
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261121<TRNAMT>2500.5<FITID>F2<NAME>CUSTOMER</STMTTRN></BANKTRANLIST>\
<LEDGERBAL><BALAMT>100.00<DTASOF>20261130</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>";

#[test]
fn ofx_of_banks_is_read() {
    assert_eq!(
        shown(OFX),
        [
            "2026-11-20 -1000.00 NGN |  |  | ADA OBI | SAL ABCDEFGHIJKLMNOPQRSTUVWXYZ F1 ADA OBI",
            "2026-11-21 +2500.5 NGN |  |  | CUSTOMER | F2 CUSTOMER",
        ]
    );
}

const MT940: &str = ":20:STMT1\n:25:0011223344\n:28C:00001/001\n:60F:C261119NGN50000,00\n\
:61:2611201120D1000,00NTRFNONREF//B1\n:86:SALARY ADA OBI ABCDEFGHIJ\nKLMNOPQRSTUVWXYZ\n\
:61:2611211121C2500,50NTRFNONREF//B2\n:86:CUSTOMER\n:61:2611221122RD1000,00NTRFNONREF//B3\n:86:RETURNED\n\
:62F:C261122NGN52500,50\n";

#[test]
fn mt940_is_read_with_a_reference_over_two_lines_and_a_reversed_debit_as_money_in() {
    let entries = shown(MT940);
    assert_eq!(entries.len(), 3);
    assert!(entries[0].starts_with("2026-11-20 -1000"), "{entries:?}");
    assert!(entries[0].contains("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), "{entries:?}");
    assert!(entries[1].starts_with("2026-11-21 +2500.50 NGN"), "{entries:?}");
    assert!(entries[2].starts_with("2026-11-22 +1000"), "{entries:?}");
}

fn camt(entries: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>
<Bal><Amt Ccy="NGN">50000</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>{entries}</Stmt></BkToCstmrStmt></Document>"#
    )
}

#[test]
fn camt_entries_are_read_alone_and_as_batches() {
    let one = r#"<Ntry><Amt Ccy="NGN">1000.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-11-20</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>ABCDEFGHIJKLMNOPQRSTUVWXYZ</EndToEndId>
</Refs><RltdPties><Cdtr><Pty><Nm>Ada &amp; Obi</Nm></Pty></Cdtr><CdtrAcct><Id><Othr><Id>0100000099</Id></Othr></Id>
</CdtrAcct></RltdPties><RmtInf><Ustrd>Salary</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>"#;
    let batch = r#"<Ntry><Amt Ccy="NGN">300</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls>
<TxDtls><Refs><EndToEndId>A</EndToEndId></Refs><Amt Ccy="NGN">100</Amt><AmtDtls><TxAmt><Amt Ccy="NGN">100</Amt></TxAmt></AmtDtls></TxDtls>
<TxDtls><Refs><EndToEndId>B</EndToEndId></Refs><Amt Ccy="NGN">200</Amt></TxDtls></NtryDtls></Ntry>"#;
    let pending = r#"<Ntry><Amt Ccy="NGN">5</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt></Ntry>"#;
    let returned = r#"<Ntry><Amt Ccy="NGN">1000</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd><BookgDt><DtTm>2026-11-22T10:00:00</DtTm></BookgDt><AddtlNtryInf>RETURN</AddtlNtryInf></Ntry>"#;
    let taken_back = r#"<Ntry><Amt Ccy="NGN">7</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><BookgDt><Dt>2026-11-22</Dt></BookgDt></Ntry>"#;
    let file = camt(&[one, batch, pending, returned, taken_back].concat());
    let reference = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    assert_eq!(
        shown(&file),
        [
            format!("2026-11-20 -1000.00 NGN | {reference} | 0100000099 | Ada&Obi | {reference} Salary"),
            "2026-11-21 -100 NGN | A |  |  | A".to_owned(),
            "2026-11-21 -200 NGN | B |  |  | B".to_owned(),
            "2026-11-22T10:00:00 +1000 NGN |  |  |  | RETURN".to_owned(),
        ]
    );
}

#[test]
fn broken_statements_and_other_files() {
    let bomb = camt("").replacen("<Document", "<!DOCTYPE x [<!ENTITY a \"b\">]><Document", 1);
    let deep = camt(&"<a>".repeat(1_000));
    for broken in [
        bomb.as_str(),
        &deep,
        "<?xml version=\"1.0\"?><BkToCstmrStmt>",
        "<OFX><STMTTRN>",
        ":20:\n:25:\n:60F:x\n",
    ] {
        assert!(find(broken.as_bytes()).is_err(), "{broken:.60}");
    }
    assert!(find(camt("").as_bytes()).is_err(), "no entry");
    for other in ["Date,Debit\n2026-11-20,5\n", "<?xml version=\"1.0\"?><a/>", "PK\u{3}\u{4}<OFX>", ""] {
        assert!(find(other.as_bytes()).unwrap().is_none(), "{other}");
    }
}

proptest! {
    #[test]
    fn any_text_after_the_mark_of_a_format_is_read_or_refused(
        mark in prop::sample::select(vec!["<OFX>", "<BkToCstmrStmt>", ":20:1\n:25:2\n:60F:"]),
        text in "(<[A-Za-z/]{1,9}>|:[0-9]{2}F?:|[ -~\n]){0,40}",
    ) {
        let _ = find(format!("{mark}{text}").as_bytes());
    }
}
