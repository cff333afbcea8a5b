-- Payouts are found by the provider's own reference as well. Only reports that have one are in the index.
CREATE INDEX reports_by_provider_reference ON reports (provider_reference, payout)
WHERE provider_reference IS NOT NULL;

-- Words are stored without accents from now on: somebody who types "jose" looks for "José" too. The program fills the table
-- again when it opens the ledger, because only it can separate a letter of every script from its accent.
DELETE FROM payout_words;
