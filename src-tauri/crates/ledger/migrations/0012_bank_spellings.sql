-- What files call banks, as it was confirmed by approving a payroll.

CREATE TABLE bank_spellings (
    -- The service whose code it is.
    service TEXT NOT NULL,
    country TEXT NOT NULL,
    -- The text without differences of case and spaces.
    spelling TEXT NOT NULL,
    -- As the file has it.
    text TEXT NOT NULL,
    bank_code TEXT NOT NULL,
    -- When it was chosen: later, the code may be another bank's.
    bank_name TEXT NOT NULL,
    confirmed_by TEXT NOT NULL,
    confirmed_at TEXT NOT NULL,
    PRIMARY KEY (service, country, spelling)
);
