-- Top-ups of the balance. Of a card nothing is kept but its brand and last four digits: no column could hold more.

CREATE TABLE fundings (
    id BIGINT NOT NULL PRIMARY KEY,
    -- How far the charge went; 'LookedUp' for a reference the user asked about.
    stage TEXT NOT NULL,
    -- Follows from the stage, from what the status said, and from the user's decision.
    state TEXT NOT NULL,
    -- What the status ever said, each 0 or 1.
    said_open SMALLINT NOT NULL DEFAULT 0,
    said_completed SMALLINT NOT NULL DEFAULT 0,
    said_failed SMALLINT NOT NULL DEFAULT 0,
    said_reversed SMALLINT NOT NULL DEFAULT 0,
    decision TEXT,
    -- None where a record that was looked up does not say its currency.
    currency TEXT,
    amount_minor BIGINT,
    fee_minor BIGINT,
    balance_minor BIGINT,
    card_brand TEXT,
    card_last_four TEXT,
    payer_json TEXT,
    -- The service's address.
    destination TEXT NOT NULL,
    otp_wrong BIGINT NOT NULL DEFAULT 0,
    -- The machine reason or the processor's code of the last answer, and its words.
    code TEXT,
    message TEXT,
    evidence_json TEXT,
    validation_end TEXT,
    -- The funding record as it was last read.
    record_json TEXT,
    began_at TEXT NOT NULL,
    answered_at TEXT,
    checked_at TEXT,
    changed_at TEXT NOT NULL,
    -- What a search looks through, in lower case.
    search TEXT NOT NULL
);

CREATE INDEX fundings_by_state ON fundings (state);
CREATE INDEX fundings_in_order ON fundings (began_at);

-- What a top-up is known by at the service, in the order in which it is asked by.
CREATE TABLE funding_references (
    reference TEXT NOT NULL PRIMARY KEY,
    funding BIGINT NOT NULL REFERENCES fundings (id),
    position BIGINT NOT NULL
);

CREATE INDEX funding_references_of ON funding_references (funding, position);

-- The last known balance of each currency: the service tells it only beside a top-up.
CREATE TABLE balances (
    currency TEXT NOT NULL PRIMARY KEY,
    balance_minor BIGINT NOT NULL,
    balance_at TEXT NOT NULL,
    funding BIGINT NOT NULL REFERENCES fundings (id)
);

ALTER TABLE events ADD COLUMN funding BIGINT;

CREATE INDEX events_by_funding ON events (funding);
