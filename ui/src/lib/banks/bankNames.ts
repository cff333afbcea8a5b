/**
 * Short names of banks, as people and statements write them. Only where there is little room, and with the full name
 * as the title: the provider's name stays the one that is chosen, searched and paid to.
 */
const SHORT: Readonly<Record<string, string>> = {
  "Absa Bank Ghana": "Absa Ghana",
  "Agricultural Development Bank": "ADB",
  "Commercial Bank of Africa": "CBA",
  "Ecobank Nigeria": "Ecobank",
  "First Bank of Nigeria": "First Bank",
  "First City Monument Bank": "FCMB",
  "Guaranty Trust Bank": "GTBank",
  "Guaranty Trust Bank Ghana": "GTBank Ghana",
  "Kenya Commercial Bank": "KCB",
  "Kuda Microfinance Bank": "Kuda",
  "Moniepoint Microfinance Bank": "Moniepoint",
  "Stanbic IBTC Bank": "Stanbic IBTC",
  "Standard Chartered Bank": "Standard Chartered",
  "Union Bank of Nigeria": "Union Bank",
  "United Bank for Africa": "UBA",
};

export const shortBankName = (name: string): string => SHORT[name] ?? name;
