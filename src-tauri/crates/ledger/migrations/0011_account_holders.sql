-- What the banks answered about the holders of accounts: a row for each name that an account was found with, and for each
-- time that it was not found.

CREATE TABLE account_holders (
    -- The service that told it: at another one, a code may be another bank's.
    service TEXT NOT NULL,
    country TEXT NOT NULL,
    bank_code TEXT NOT NULL,
    account_number TEXT NOT NULL,
    -- None: the bank had no such account.
    holder TEXT,
    first_at TEXT NOT NULL,
    -- When the bank gave this answer last.
    last_at TEXT NOT NULL,
    PRIMARY KEY (service, country, bank_code, account_number, first_at)
);
