/**
 * The texts for exported lists, read from the catalogues, so that a list has the same words and language as the screen.
 * A code without a text is exported as the code.
 */
import { i18next, loadWords } from "./i18n";
import type { ListWords } from "./ipc";

type Node = { readonly [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

export async function listWords(): Promise<ListWords> {
  await loadWords();
  const bundle = (namespace: string): Node => bundleOf(namespace);
  const lists = bundle("lists");
  const states = bundle("states");
  const check = bundle("check");
  const topUp = bundle("topUp");
  const audit = bundle("audit");
  return {
    ...texts("head", lists["head"]),
    ...texts("severity", lists["severity"]),
    ...texts("value", lists["value"]),
    ...texts("state", states["row"]),
    ...texts("state", lists["state"]),
    ...texts("payout", states["payout"]),
    ...texts("payroll_state", states["payroll"]),
    ...texts("field", bundle("approve")["field"]),
    ...texts("why", childOf(check["changes"], "why")),
    ...texts("skipped", childOf(check["skipped"], "kind")),
    ...texts("funding_state", states["topUp"]),
    ...texts("card_brand", topUp["brand"]),
    ...texts("how", topUp["how"]),
    ...texts("report", lists["report"]),
    ...texts("report", caseWords()),
    ...texts("attempt", childOf(bundle("reasons")["attempts"], "outcome")),
    ...texts("bridge_part", childOf(bundle("approve")["bridge"], "part")),
    ...texts("journal", lists["journal"]),
    ...texts("event", lists["event"]),
    ...texts("batch", states["batch"]),
    ...texts("actor", audit["actor"]),
    ...texts("setting", audit["setting"]),
    ...texts("row_change", audit["rowChange"]),
    ...texts("payout_state", audit["payoutState"]),
    ...texts("report_said", audit["reportSaid"]),
    ...texts("decision", audit["decision"]),
    ...texts("word_meaning", audit["wordMeaning"]),
    ...texts("reason", bundle("reasons")["reason"]),
    ...texts("question", lists["question"]),
    ...texts("settled_by", lists["settled_by"]),
    ...texts("list_field", childOf(bundle("outcomes")["columns"], "field")),
    ...texts("outcome", bundle("outcomes")["kind"]),
    ...texts("outcome_problem", bundle("outcomes")["problem"]),
    ...titles(bundle("problems")),
  };
}

/** A case file uses the texts of the message that is copied. */
function caseWords(): Node {
  const message = bundleOf("provider")["message"];
  const ask = childOf(message, "ask");
  return {
    case_greeting: childOf(message, "greeting"),
    case_ask_unknown: childOf(ask, "unknown"),
    case_ask_list: childOf(ask, "list"),
  };
}

/** The texts of the recovery sheet, which is printed and readable without the application. */
export async function sheetWords(): Promise<ListWords> {
  await loadWords();
  return texts("sheet", childOf(bundleOf("settings")["key"], "sheetWords"));
}

function bundleOf(namespace: string): Node {
  const found: unknown = i18next.getResourceBundle(i18next.resolvedLanguage ?? "en", namespace);
  return isNode(found) ? found : {};
}

const childOf = (node: unknown, key: string): unknown => (isNode(node) ? node[key] : undefined);

function texts(kind: string, node: unknown): ListWords {
  if (!isNode(node)) return {};
  return Object.fromEntries(
    Object.entries(node).flatMap(([code, word]) => (typeof word === "string" ? [[`${kind}.${code}`, word]] : [])),
  );
}

/** The title of a row's problem; its sentences contain figures, which have their own columns. */
function titles(problems: Node): ListWords {
  return Object.fromEntries(
    Object.entries(problems).flatMap(([code, words]) => {
      const title = childOf(words, "titleRow") ?? childOf(words, "title");
      return typeof title === "string" ? [[`problem.${code}`, title]] : [];
    }),
  );
}
