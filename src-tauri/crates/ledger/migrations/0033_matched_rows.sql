-- How the row of a list or statement was found to be about the payout, and who confirmed that it is. NULL for reports that
-- are in no file, and for all of earlier versions: how those were found is not recorded.
ALTER TABLE reports ADD COLUMN matched_by TEXT;
-- NULL if nobody had to confirm it.
ALTER TABLE reports ADD COLUMN confirmed_by TEXT;
