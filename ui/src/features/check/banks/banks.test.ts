import { describe, expect, it } from "vitest";

import type { BankTotal, DestinationView as Bank } from "../../../ipc";
import { bankGroups } from "./BankPicker";
import { bankParts } from "./bankParts";
import { likeness, nearestBank, searchBanks } from "../../../lib/bankSearch";

const total = (bankCode: string, sum: string, currency: BankTotal["total"]["currency"] = "NGN"): BankTotal => ({
  bankCode,
  bankName: `Bank ${bankCode}`,
  total: { count: 1, sum, currency },
});

describe("totals by bank", () => {
  it("shows five and sums the rest to the last kobo", () => {
    const banks = ["900.10", "800.00", "700.00", "600.00", "500.00", "0.30", "0.07"].map((sum, at) =>
      total(String(at), sum),
    );
    const parts = bankParts(banks, "NGN");
    expect(parts.map(({ code, sum }) => [code, sum])).toEqual([
      ["0", "900.10"],
      ["1", "800.00"],
      ["2", "700.00"],
      ["3", "600.00"],
      ["4", "500.00"],
      ["rest", "0.37"],
    ]);
    expect(parts.at(-1)?.banks).toBe(2);
  });

  it("names a rest of one, leaves other currencies out, and counts whole francs", () => {
    const six = Array.from({ length: 6 }, (_, at) => total(String(at), "100.00"));
    expect(bankParts(six, "NGN").map(({ code }) => code)).toEqual(["0", "1", "2", "3", "4", "5"]);
    expect(bankParts([total("a", "100.00", "GHS")], "NGN")).toEqual([]);
    const francs = Array.from({ length: 8 }, (_, at) => total(String(at), "1000", "XOF"));
    expect(bankParts(francs, "XOF").at(-1)?.sum).toBe("3000");
  });

  it("keeps sums that a float would round", () => {
    const banks = Array.from({ length: 7 }, (_, at) => total(String(at), "90071992547409.93"));
    expect(bankParts(banks, "NGN").at(-1)?.sum).toBe("180143985094819.86");
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
    expect(likeness("Access Bank", "Zenith Bank")).toBeLessThan(0.3);
  });
});
