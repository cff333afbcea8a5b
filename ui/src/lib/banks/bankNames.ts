/**
 * Short names of banks, as used in speech and on statements. Only where room is limited, and with the full name as
 * title: choosing, searching and paying use the provider's name.
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
