-- Payouts of all payrolls are found by the beginning of a word of a name, of an account number, of a reference, and by an
-- amount, each through an index. A payout's reference is its primary key.

-- The words of the names that payouts to an account had. Filled by the program for payouts of earlier versions, because
-- only it can lower the letters of every script. Words of payrolls that were taken back stay: they find no payout.
CREATE TABLE payout_words (
    word TEXT NOT NULL,
    account_key TEXT NOT NULL,
    PRIMARY KEY (word, account_key)
);

CREATE INDEX payouts_by_number ON payouts (account_number, payroll);
CREATE INDEX payouts_by_amount ON payouts (amount_minor, payroll);
CREATE INDEX payouts_by_file_reference ON payouts (file_reference, payroll);
