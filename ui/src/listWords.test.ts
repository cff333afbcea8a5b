/** Every code in an exported list has a text. */
import { expect, test } from "vitest";
import source from "./bindings.ts?raw";
import { listWords } from "./listWords";

/** The members of a string union in the bindings. */
function members(type: string): string[] {
  const plain = source.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const [, body] = new RegExp(`export type ${type} =([^;]*);`).exec(plain) ?? [];
  return [...(body ?? "").matchAll(/"([^"]+)"/g)].map(([, member]) => member ?? "");
}

test.each([
  ["problem", "ProblemCode"],
  ["severity", "Severity"],
  ["state", "RowState"],
  ["payout", "PayoutStatus"],
  ["payroll_state", "PayrollStatus"],
  ["field", "Field"],
  ["why", "RepairWhy"],
  ["funding_state", "FundingState"],
  ["card_brand", "CardBrand"],
  ["bridge_part", "BridgePart"],
  ["attempt", "AttemptResult"],
])("every %s has a word", async (kind, type) => {
  const words = await listWords();
  const codes = members(type);
  expect(codes.length).toBeGreaterThan(2);
  for (const code of codes) {
    expect(words[`${kind}.${code}`]).toMatch(/\S{2,}/);
    // The texts contain no placeholders.
    expect(words[`${kind}.${code}`]).not.toContain("{{");
  }
});
