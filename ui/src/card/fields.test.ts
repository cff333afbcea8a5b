import { expect, test } from "vitest";
import { brandOf, cardFault, cvvFault, emailFault, expiryFault, groupCard, groupExpiry, luhn } from "./fields";

test.each([
  ["4100000000000019", "visa", "4100 0000 0000 0019"],
  ["5399832104475519", "mastercard", "5399 8321 0447 5519"],
  ["2221000000000009", "mastercard", "2221 0000 0000 0009"],
  ["5061000000000021", "verve", "5061 0000 0000 0021"],
  ["378282246310005", "american_express", "3782 822463 10005"],
  ["6011000990139424", "discover", "6011 0009 9013 9424"],
  ["9", "other", "9"],
  ["", "other", ""],
])("%s is %s, written %s", (digits, brand, written) => {
  expect(brandOf(digits)).toBe(brand);
  expect(groupCard(digits)).toBe(written);
});

test.each([
  ["4100 0000 0000 0019", null],
  ["4100 0000 0000 0018", "card_number_check"],
  ["4100 0000 0000 0091", "card_number_check"],
  ["4100", "card_number"],
  ["", "card_number"],
])("%s: %s", (text, fault) => {
  expect(cardFault(text)).toBe(fault);
});

test("the check digit sees each single wrong digit", () => {
  const good = "5061000000000021";
  for (let place = 0; place < good.length; place += 1) {
    for (let digit = 0; digit < 10; digit += 1) {
      const typed = `${good.slice(0, place)}${digit}${good.slice(place + 1)}`;
      expect(luhn(typed)).toBe(typed === good);
    }
  }
});

test.each([
  ["0", "", "0"],
  ["8", "", "08 / "],
  ["08", "0", "08 / "],
  ["08 / 27", "08 / 2", "08 / 27"],
  ["8/27", "8/2", "08 / 27"],
  ["0827", "", "08 / 27"],
  ["08 /", "08 / ", "08"],
])("%s after %s is shown %s", (text, before, shown) => {
  expect(groupExpiry(text, before.length)).toBe(shown);
});

test.each([
  ["123", null],
  ["12 34 ", null],
  ["12", "card_cvv"],
  ["12345", "card_cvv"],
])("a security code with spaces is without them: %s", (text, fault) => {
  expect(cvvFault(text)).toBe(fault);
});

test.each([
  ["11 / 26", null],
  ["10 / 26", "card_expired"],
  ["13 / 27", "card_expiry"],
  ["08 / 2", "card_expiry"],
])("in November 2026, %s: %s", (text, fault) => {
  expect(expiryFault(text, new Date(2026, 10, 21))).toBe(fault);
});

test.each([
  ["ngozi@kolafoods.ng", null],
  ["ngozi.adeyemi@kolafoods", "email"],
  ["@kolafoods.ng", "email"],
])("%s: %s", (text, fault) => {
  expect(emailFault(text)).toBe(fault);
});
