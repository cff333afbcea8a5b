import i18next from "i18next";
import { expect, test } from "vitest";
import "../../../i18n";
import type { Words } from "../words";
import { checkColumns } from "./columns";

const t = i18next.getFixedT(null, "check") as unknown as Words;
const idsOf = (narrow: boolean) =>
  checkColumns({
    t,
    wide: false,
    narrow,
    hasHolder: true,
    currency: "NGN",
    isMixed: false,
    hasReferences: false,
    selectedRows: { selected: new Map(), toggle: () => {}, addAll: () => {}, clear: () => {} },
    rowMax: 300,
  }).map(({ id }) => id);

test("beside the panel the columns have the file's order", () => {
  expect(idsOf(false)).toEqual(["row", "name", "account_number", "bank_name", "amount", "holder", "state"]);
});

test("under the panel lie the bank and its name for the account, not who is paid, how much and in which state", () => {
  expect(idsOf(true)).toEqual(["row", "name", "account_number", "amount", "state", "bank_name", "holder"]);
});
