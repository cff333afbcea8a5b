/**
 * Words that are not the field's, and what to write instead. A bank's relationship manager could say every text of the
 * catalogues on the telephone; `catalogue.test.ts` reports the texts that contain one of these words.
 */

/** `word` is the source of a regular expression. It matches whole words, in any case. */
export type PrivateWord = { readonly word: string; readonly instead: string };

export const PRIVATE_WORDS: readonly PrivateWord[] = [
  // Who is meant.
  { word: "services?", instead: "your provider" },
  { word: "some(one|body) there|nobody there", instead: "your provider" },
  { word: "(?<!\\.)desk", instead: "Paysheet" },
  { word: "keeper", instead: "IT" },
  { word: "nobody of|nothing of", instead: "none of, nothing in" },
  { word: "somebody else", instead: "a different name" },
  // Fields.
  { word: "(^|[.:;?] )(give|type)(?= )", instead: "Enter" },
  { word: "typed", instead: "entered" },
  // What something is or does.
  { word: "stands?|stood", instead: "is" },
  { word: "holds?|holding", instead: "has, contains" },
  { word: "tells?|told", instead: "reports, reported" },
  { word: "hears?|heard", instead: "receives, received" },
  { word: "news", instead: "results" },
  {
    word: "in its words|(the|your) provider(’s words| says| said)",
    instead: "Provider’s message, your provider reported",
  },
  { word: "say (otherwise|so|what|how)", instead: "choose, enter, mark" },
  { word: "spoke of|speaks of", instead: "reported" },
  { word: "(says?|said) (no|yes|neither)", instead: "rejected, answered, does not confirm or reject" },
  { word: "by (itself|themselves)", instead: "automatically" },
  { word: "by hand", instead: "yourself" },
  { word: "go(es)? on|going on|went on", instead: "continue" },
  { word: "mend(s|ed|ing)?|put(s|ting)? (\\S+ ){0,2}right", instead: "fix" },
  { word: "put(s|ting)? (\\S+ ){0,3}back|… is back", instead: "include, restore" },
  { word: "le(ft|ave|aves) (\\S+ )?out", instead: "excluded, not pasted, removed" },
  { word: "let (\\S+ )?go", instead: "drop, discard" },
  { word: "look (at|again|whether)", instead: "check, view" },
  { word: "go(ne|es)? through", instead: "review" },
  { word: "put together", instead: "created" },
  { word: "could be had", instead: "could not be renewed, is not available" },
  { word: "touched", instead: "affected" },
  { word: "written down", instead: "saved, recorded" },
  { word: "under way", instead: "in progress, being sent" },
  { word: "meanwhile", instead: "in the meantime" },
  { word: "anew", instead: "again" },
  { word: "beside", instead: "compared with, with" },
  { word: "all the same", instead: "anyway" },
  { word: "alike", instead: "the same way" },
  { word: "whole(?! (numbers?|minutes|seconds)\\b)", instead: "complete, full" },
  { word: "bytes|sealed", instead: "identical batch; encrypted" },
  // Money.
  { word: "reckon(ing)?", instead: "estimated" },
  { word: "… is missing(?=$)", instead: "short (of money)" },
  { word: "amount of nothing", instead: "zero or negative amount" },
  { word: "(your|the|active|its|[A-Z]{3}|currencies) wallets?(?! password)", instead: "balance" },
  {
    word: "wallet lock|lock of the wallet|(token|tokens) (and|or) (\\S+ ){0,2}lock|no lock",
    instead: "wallet password",
  },
  { word: "fund(ed|ings?)(?! status)", instead: "top-up, completed" },
  // States.
  { word: "refus(e|es|ed|al)", instead: "rejected (batch), declined (card), failed (payout)" },
  { word: "(not|never) accept(ed)?", instead: "rejected" },
  { word: "not taken|t(ake|akes|ook) (it|this|the|nothing|a batch)", instead: "received, accepted" },
  { word: "overdue", instead: "No result yet" },
  { word: "planned", instead: "Not sent" },
  { word: "settl(e|es|ed|ing)|^being paid$", instead: "Processing, resolve, decide" },
  { word: "^conflict$", instead: "Conflicting results" },
  { word: "outcomes?", instead: "results" },
  { word: "^to approve$", instead: "Ready to approve" },
  { word: "accepted by you|you accepted", instead: "reviewed" },
  // Names of the field.
  { word: "callbacks?(?!\\))", instead: "result notification (callback)" },
  { word: "evidence", instead: "Record" },
  { word: "holders?", instead: "account name" },
  { word: "submissions?", instead: "sending, batch" },
  { word: "(token|certificate)\\b[^.]*\\bend(s|ed)", instead: "expires, expired" },
  { word: "e-mails?", instead: "email" },
  { word: "security code", instead: "CVV" },
  { word: "one-time code", instead: "one-time password (OTP)" },
  { word: "the bank’s page", instead: "bank verification (3-D Secure)" },
  { word: "employee number", instead: "staff number" },
  { word: "extra certificate", instead: "CA certificate" },
  { word: "token request", instead: "automatic token renewal" },
  { word: "order of payment", instead: "payout order ID" },
  { word: "also known as", instead: "other references" },
  { word: "number at the", instead: "provider ID" },
  { word: "remembered columns", instead: "saved column layouts" },
];

/** Texts that may contain one of the words, by key, with the reason. */
export const EXCEPTIONS: Readonly<Record<string, { readonly word: string; readonly because: string }>> = {
  "background.menu.app.services": { word: "services", because: "every program of macOS has this menu item" },
  "check.names.checkLong": { word: "holder", because: "“account holder” is the bank’s own term" },
  "errors.keychain_absent.action": { word: "service", because: "“secret service” is the name of the program on Linux" },
  "settings.key.typeSheet": { word: "type", because: "recovery sheets that are printed already name this button" },
  "topUp.decide.text": { word: "told", because: "a person tells it, by telephone or email" },
  "track.foot.deaf": { word: "callback", because: "the address is entered under this word at most providers" },
};

const placeholder = /\{\{[^}]*\}\}|<\/?\d>|\$t\([^)]*\)/g;
const matchers = PRIVATE_WORDS.map(({ word, instead }) => ({
  pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${word})(?![\p{L}\p{N}])`, "iu"),
  instead,
}));

/** The private words in a text, each with what to write instead. Placeholders are not part of the text. */
export function privateWords(text: string): { found: string; instead: string }[] {
  const plain = text.replaceAll(placeholder, "…");
  return matchers.flatMap(({ pattern, instead }) => {
    const [found] = pattern.exec(plain) ?? [];
    return found === undefined ? [] : [{ found: found.trim(), instead }];
  });
}
