-- The country of each payout: a bank's code may be another bank's in another country. Payouts of earlier versions get the
-- only country that pays in their currency; the shared franc has several, and stays without one.
ALTER TABLE payouts ADD COLUMN country TEXT;
UPDATE payouts SET country = CASE currency
    WHEN 'NGN' THEN 'NG' WHEN 'KES' THEN 'KE' WHEN 'GHS' THEN 'GH' WHEN 'TZS' THEN 'TZ' WHEN 'UGX' THEN 'UG'
    WHEN 'ZAR' THEN 'ZA' WHEN 'RWF' THEN 'RW' WHEN 'SLL' THEN 'SL' WHEN 'XAF' THEN 'CM' END;
