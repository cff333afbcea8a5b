/** Searches banks by the start of a name, word or alias, by code or initials, or by a similar name. */
import type { DestinationView as Bank } from "../../ipc";

/** Minimum similarity (0 to 1) of a match. */
const SIMILARITY_MIN = 0.4;

const normalized = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9 ]+/g, " ")
    .trim();

/** Words that initials omit: United Bank for Africa is UBA. */
const SMALL_WORDS = new Set(["for", "of", "and", "the", "de", "du", "la"]);

const initials = (name: string): string =>
  normalized(name)
    .split(/\s+/)
    .filter((word) => !SMALL_WORDS.has(word))
    .map((word) => word[0] ?? "")
    .join("");

function pairs(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const joined = text.replace(/\s+/g, "");
  for (let at = 0; at < joined.length - 1; at += 1) {
    const pair = joined.slice(at, at + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

/** Dice's coefficient over pairs of letters; "bank" is ignored, since it is in every bank's name. */
export function similarity(one: string, other: string): number {
  const bare = (text: string) => normalized(text).replace(/\b(bank|plc|ltd|limited|of)\b/g, " ");
  const [left, right] = [pairs(bare(one)), pairs(bare(other))];
  const size = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const shared = [...left].reduce((sum, [pair, count]) => sum + Math.min(count, right.get(pair) ?? 0), 0);
  const all = size(left) + size(right);
  return all === 0 ? 0 : (2 * shared) / all;
}

/** The score of a bank for the typed text; 0 is no match. */
function score(bank: Bank, query: string): number {
  const name = normalized(bank.name);
  if (bank.code.toLowerCase() === query) return 10;
  if (name.startsWith(query)) return 9;
  if (bank.aliases.some((alias) => normalized(alias).startsWith(query))) return 8.5;
  if (initials(bank.name).startsWith(query)) return 8;
  if (name.split(/\s+/).some((word) => word.startsWith(query))) return 7;
  if (bank.code.toLowerCase().startsWith(query)) return 6;
  if (name.includes(query)) return 5;
  const like = similarity(bank.name, query);
  return like >= SIMILARITY_MIN ? like : 0;
}

/** The banks that match the typed text, the best first; all of them, by name, for an empty text. */
export function searchBanks(banks: readonly Bank[], typed: string): Bank[] {
  const query = normalized(typed);
  const byName = banks.toSorted((a, b) => a.name.localeCompare(b.name));
  if (query === "") return byName;
  return byName
    .map((bank) => ({ bank, score: score(bank, query) }))
    .filter((found) => found.score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ bank }) => bank);
}

/** The bank that the desk suggests, else the most similar to the file's text, if any is similar enough. */
export function nearestBank(banks: readonly Bank[], suggested: string | null, fileText: string): Bank | undefined {
  const known = banks.find(({ code }) => code === suggested);
  if (known !== undefined || fileText.trim() === "") return known;
  const ranked = banks
    .map((bank) => ({ bank, like: similarity(bank.name, fileText) }))
    .toSorted((a, b) => b.like - a.like);
  const best = ranked[0];
  return best !== undefined && best.like >= SIMILARITY_MIN ? best.bank : undefined;
}
