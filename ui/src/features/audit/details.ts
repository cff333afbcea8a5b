// The actor of an event, and its details. `desk/src/audit/words.rs` does the same for files.

import type { useTranslation } from "react-i18next";

import type { AuditActor, AuditDetail, AuditLine } from "../../ipc";
import words from "../../locales/en/audit.json";

export type AuditWords = ReturnType<typeof useTranslation<["audit", "lists", "outcomes", "reasons", "states"]>>["t"];
type Setting = keyof typeof words.setting;
type RowChange = keyof typeof words.rowChange;

export const actorText = (by: AuditActor, t: AuditWords): string =>
  by.kind === "person" ? by.name : t(`audit:actor.${by.kind}`);

export function detailsText({ reason, details }: AuditLine, t: AuditWords): string {
  const first = reason === null ? [] : [t(`reasons:reason.${reason}`)];
  return [...first, ...details.map((detail) => detailText(detail, t))].join(" · ");
}

function detailText(detail: AuditDetail, t: AuditWords): string {
  switch (detail.kind) {
    case "text":
      return detail.text;
    case "settings":
      return detail.names.map((name) => settingText(name, t)).join(", ");
    case "rows":
      return rowsText(detail, t);
    case "batch":
      return t("audit:detail.moved", {
        from: t(`states:batch.${detail.from}`),
        to: t(`states:batch.${detail.to}`),
      });
    case "payout":
      return t("audit:detail.moved", {
        from: t(`audit:payoutState.${detail.from}`),
        to: t(`audit:payoutState.${detail.to}`),
      });
    case "report":
      return t("audit:detail.report", {
        said: t(`audit:reportSaid.${detail.report}`),
        source: t(`lists:settled_by.${detail.source}`),
      });
    case "code":
      return t("audit:detail.code", { code: detail.code });
    case "payout_decision":
    case "batch_decision":
      return t(`audit:decision.${detail.decision}`);
    case "words_read":
      return detail.words
        .map(({ kind, word, meaning }) =>
          t(kind === "code" ? "audit:detail.codeRead" : "audit:detail.word", {
            word,
            meaning: t(`audit:wordMeaning.${meaning}`),
          }),
        )
        .join(", ");
    case "columns_read":
      return detail.columns
        .map(({ column, header, field }) =>
          t("audit:detail.column", {
            column: header === "" ? column : header,
            field: t(`outcomes:columns.field.${field}`),
          }),
        )
        .join(", ");
    case "read_by":
      return t("audit:detail.readBy", { word: detail.word, name: detail.name });
    case "matched":
      return matchedText(detail, t);
    case "confirmed":
      return t("audit:detail.confirmed", { count: detail.count });
    case "count":
      return t("audit:detail.count", { count: detail.count });
  }
}

function matchedText({ by, confirmed_by: name }: Extract<AuditDetail, { kind: "matched" }>, t: AuditWords): string {
  const what =
    by === null
      ? t("lists:report.matched_unsaid")
      : t("audit:detail.matched", { how: t(`lists:report.matched_${by}`) });
  return name === null ? what : t("audit:detail.confirmedBy", { what, name });
}

/** A setting of another version is shown by its stored name. */
const settingText = (name: string, t: AuditWords): string =>
  name in words.setting ? t(`audit:setting.${name as Setting}`) : name;

function rowsText({ change, names, count }: Extract<AuditDetail, { kind: "rows" }>, t: AuditWords): string {
  const code = change.replaceAll(" ", "_");
  const word = code in words.rowChange ? t(`audit:rowChange.${code as RowChange}`) : change;
  const more = count - names.length;
  const people = names.join(", ");
  if (more > 0 && people === "")
    return t("audit:detail.rows", { change: word, people: t("audit:detail.onlyCount", { count }) });
  if (more > 0)
    return t("audit:detail.rows", { change: word, people: t("audit:detail.more", { people, count: more }) });
  return people === "" ? word : t("audit:detail.rows", { change: word, people });
}
