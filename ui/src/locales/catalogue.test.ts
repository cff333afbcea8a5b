/** Every code the desk can send has its words. The lists come from the generated bindings, not from here. */
import { describe, expect, test } from "vitest";
import source from "../bindings.ts?raw";
import { en } from "./en";
import { EXCEPTIONS, privateWords } from "./private-words";

const bindings = source.replaceAll(/\/\*[\s\S]*?\*\//g, "");

/** The members of a union of strings in the bindings. */
function members(type: string): string[] {
  const [, body] = new RegExp(`export type ${type} =([^;]*);`).exec(bindings) ?? [];
  return [...(body ?? "").matchAll(/"([^"]+)"/g)].map(([, member]) => member ?? "");
}

/** The codes of the errors in the bindings. */
function errorCodes(): string[] {
  const [, body] = /export type AppError =([\s\S]*?)\nexport type/.exec(bindings) ?? [];
  return [...(body ?? "").matchAll(/code: "([^"]+)"/g)].map(([, code]) => code ?? "");
}

function* texts(node: unknown, path = ""): Generator<[string, string]> {
  if (typeof node === "string") yield [path, node];
  else if (typeof node === "object" && node !== null) {
    for (const [key, below] of Object.entries(node)) yield* texts(below, path === "" ? key : `${path}.${key}`);
  }
}

describe("the catalogue", () => {
  const codes = errorCodes();
  test("knows the codes from the bindings", () => {
    expect(codes.length).toBeGreaterThan(30);
    expect(members("ProblemCode").length).toBeGreaterThan(30);
  });

  test.each(codes)("says what happened, what it means for the money and what to do: %s", (code) => {
    const words = (en.errors as Record<string, Record<string, string>>)[code];
    for (const part of ["title", "meaning", "action"]) expect(words?.[part]).toMatch(/\S{2,}/);
  });

  test.each(members("ProblemCode"))("has words for the problem %s", (code) => {
    const words = (en.problems as Record<string, Record<string, string>>)[code];
    for (const part of ["short", "title"]) expect(words?.[part]).toMatch(/\S{2,}/);
    // Some say it for one and for many.
    expect(Object.keys(words ?? {}).some((part) => part.startsWith("text"))).toBe(true);
  });

  test.each([
    ["PayoutStatus", en.states.payout],
    ["BatchState", en.states.batch],
    ["PayrollStatus", en.states.payroll],
    ["RowState", en.states.row],
    ["PayoutState", en.audit.payoutState],
    ["Report", en.audit.reportSaid],
    ["SettledBy", en.track.message.paidBy],
    ["SettledBy", en.payment.settled],
    ["SettledBy", en.lists.settled_by],
    ["UpdateBusy", en.updates.busy],
    ["UpdateFailure", en.updates.failure],
  ])("has a word for each %s", (type, words) => {
    expect(Object.keys(words).toSorted()).toEqual(members(type).toSorted());
  });

  test("claims no more of a payment than that it is recorded as paid: no source sees the account", () => {
    const claims =
      /\bconfirmed as paid|confirmed payments are|known to be paid|everyone (is )?paid,? ?(two|$)|did not arrive or/iu;
    const { track, payment, journal, outcomes, errors, background } = en;
    const claimed = [...texts({ track, payment, journal, outcomes, errors, background })].filter(([, text]) =>
      claims.test(text),
    );
    expect(claimed).toEqual([]);
  });

  test("has a sentence for each reason why a batch stands where it stands", () => {
    const reasons = members("Reason");
    for (const known of ["dns", "timeout", "token_refused", "crash_found", "contradictory", "rate_limited"])
      expect(reasons).toContain(known);
    expect(Object.keys(en.reasons.reason).toSorted()).toEqual(reasons.toSorted());
  });

  test("says why sending is blocked in one sentence and at length, for each reason", () => {
    const reasons = members("BlockReason");
    expect(reasons).toContain("ledger_older");
    expect(Object.keys(en.frame.blocked.reason).toSorted()).toEqual(reasons.toSorted());
    expect(
      Object.keys(en.blocked.noticed)
        .filter((key) => key !== "title")
        .toSorted(),
    ).toEqual(reasons.toSorted());
  });

  test("has words for each kind of event", () => {
    const kinds = members("EventKind");
    expect(kinds).toContain("payout_decided");
    expect(Object.keys(en.lists.event).toSorted()).toEqual(kinds.toSorted());
  });

  test("has a word for each setting of a profile that can have changed", () => {
    const [, body] = /export type ProfileSettings = \{([\s\S]*?)\n\};/.exec(bindings) ?? [];
    const fields = [...(body ?? "").matchAll(/^\t(\w+)\??:/gm)].map(([, field]) => field ?? "");
    expect(fields).toContain("approver");
    expect(fields.filter((field) => !(field in en.audit.setting))).toEqual([]);
  });

  test("has a word for each program that a journal is for, and each detail", () => {
    expect(Object.keys(en.journal.presets).toSorted()).toEqual(members("JournalPreset").toSorted());
    expect(Object.keys(en.journal.details).toSorted()).toEqual(members("JournalDetail").toSorted());
  });

  test("has a word for each outcome of an attempt", () => {
    expect(Object.keys(en.reasons.attempts.outcome).toSorted()).toEqual(members("AttemptResult").toSorted());
  });

  test("has no word for an error that nobody sends", () => {
    expect(Object.keys(en.errors).filter((code) => !codes.includes(code))).toEqual([]);
  });

  test("keeps its manners: no exclamation marks, no empty text, no straight apostrophes", () => {
    const rude = [...texts(en)].filter(([, text]) => text.includes("!") || text.trim() === "" || /\w'\w/.test(text));
    expect(rude).toEqual([]);
  });

  test("uses the words of the field, not private ones", () => {
    const wrong = [...texts(en)].flatMap(([key, text]) =>
      privateWords(text)
        .filter(({ found }) => EXCEPTIONS[key]?.word !== found.toLowerCase())
        .map(({ found, instead }) => `${key}: “${text}” contains “${found}”; write: ${instead}`),
    );
    expect(wrong).toEqual([]);
  });

  test("has no exception for a private word that is not used", () => {
    const all = new Map(texts(en));
    const idle = Object.entries(EXCEPTIONS).filter(
      ([key, { word }]) => !privateWords(all.get(key) ?? "").some(({ found }) => found.toLowerCase() === word),
    );
    expect(idle).toEqual([]);
  });
});
