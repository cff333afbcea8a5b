-- The service's lists of destinations, each with its day: only a code from one of them is ever paid.

CREATE TABLE bank_lists (
    -- The address of the service, and the authority that vouches for it.
    service TEXT NOT NULL,
    country TEXT NOT NULL,
    -- bank, mobile_money, pickup, or branch.
    kind TEXT NOT NULL,
    -- The bank whose branches they are; otherwise empty.
    bank TEXT NOT NULL,
    fetched_at TEXT NOT NULL,
    -- Pairs of code and name, in the service's order.
    entries_json TEXT NOT NULL,
    PRIMARY KEY (service, country, kind, bank)
);
