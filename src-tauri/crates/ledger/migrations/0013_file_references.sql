-- The reference that the file has for a person: the office's own. The service gets Paysheet's.

ALTER TABLE payouts ADD COLUMN file_reference TEXT;
