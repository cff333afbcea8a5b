import { describe, expect, it } from "vitest";

import type { BankTotal, DestinationView as Bank } from "../../../ipc";
import { bankGroups } from "./BankPicker";
import { bankParts } from "./bankParts";
import { similarity, nearestBank, searchBanks } from "../../../lib/banks/bankSearch";

type Sums = Pick<BankTotal, "share" | "restSum" | "restShare">;
const ALL: Sums = { share: 1000, restSum: "1000.00", restShare: 10_000 };
const total = (
  bankCode: string,
  sum: string,
  more: Partial<Sums> = {},
  currency: BankTotal["total"]["currency"] = "NGN",
): BankTotal => ({ bankCode, bankName: `Bank ${bankCode}`, total: { count: 1, sum, currency }, ...ALL, ...more });

describe("totals by bank", () => {
  it("shows five, and the rest as the desk has added it up", () => {
    const shares = [3000, 2666, 2333, 1999, 1666, 1, 0];
    const banks = ["900.10", "800.00", "700.00", "600.00", "500.00", "0.30", "0.07"].map((sum, at) =>
      total(String(at), sum, at === 5 ? { share: 1, restSum: "0.37", restShare: 2 } : { share: shares[at] ?? 0 }),
    );
    const parts = bankParts(banks, "NGN");
    expect(parts.map(({ code, sum, share }) => [code, sum, share])).toEqual([
      ["0", "900.10", 3000],
      ["1", "800.00", 2666],
      ["2", "700.00", 2333],
      ["3", "600.00", 1999],
      ["4", "500.00", 1666],
      ["rest", "0.37", 2],
    ]);
    expect(parts.at(-1)?.banks).toBe(2);
    expect(bankParts(banks, "NGN", 3).map(({ code }) => code)).toEqual(["0", "1", "2", "rest"]);
  });

  it("names a rest of one, leaves other currencies out, and shows nothing where nobody is paid anything", () => {
    const six = Array.from({ length: 6 }, (_, at) => total(String(at), "100.00"));
    expect(bankParts(six, "NGN").map(({ code }) => code)).toEqual(["0", "1", "2", "3", "4", "5"]);
    expect(bankParts([total("a", "100.00", {}, "GHS")], "NGN")).toEqual([]);
    expect(bankParts([total("a", "0.00", { restSum: "0.00" })], "NGN")).toEqual([]);
  });
});

const bank = (code: string, name: string, kind: Bank["kind"] = "bank"): Bank => ({
  code,
  name,
  kind,
  aliases: name === "Guaranty Trust Bank" ? ["GTBank", "GTCO"] : [],
  uses: 0,
});
const BANKS = [
  bank("044", "Access Bank"),
  bank("058", "Guaranty Trust Bank"),
  bank("082", "Keystone Bank"),
  bank("033", "United Bank for Africa"),
  bank("057", "Zenith Bank"),
  bank("100", "OPay", "mobile_money"),
];
const found = (typed: string) => searchBanks(BANKS, typed).map(({ code }) => code);

describe("choosing a bank", () => {
  it.each([
    ["zen", "057"],
    ["trust", "058"],
    ["gtb", "058"],
    ["gtco", "058"],
    ["UBA", "033"],
    ["082", "082"],
    ["key stone", "082"],
    ["kystone", "082"],
    ["opay", "100"],
  ])("finds %s first", (typed, code) => expect(found(typed)[0]).toBe(code));

  it("lists all by name, and none for what is no bank", () => {
    expect(found("")).toEqual(["044", "058", "082", "100", "033", "057"]);
    expect(found("xyzxyz")).toEqual([]);
  });

  it("puts the bank that is meant on top, banks before mobile money", () => {
    const groups = bankGroups(BANKS, "", nearestBank(BANKS, "082", "Bank PHB"));
    expect(groups.map(({ kind, banks }) => [kind, banks.map(({ code }) => code)])).toEqual([
      ["suggested", ["082"]],
      ["banks", ["044", "058", "033", "057"]],
      ["mobile", ["100"]],
    ]);
    expect(bankGroups(BANKS, "o", undefined).map(({ kind }) => kind)).toContain("mobile");
  });

  it("guesses only what is spelt alike", () => {
    expect(nearestBank(BANKS, null, "Zennith Bnk")?.code).toBe("057");
    expect(nearestBank(BANKS, null, "Bank PHB")).toBeUndefined();
    expect(similarity("Access Bank", "Zenith Bank")).toBeLessThan(0.3);
  });
});
