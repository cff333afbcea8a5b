// The columns of the difference: subject, result before and after the import, and the file's report.

import type { ReactNode } from "react";
import type { useTranslation } from "react-i18next";

import { Account, Money, State, type StateOf } from "../../../components";
import { type GridColumn, SelectBox } from "../../../components/DataGrid";
import type { OutcomeLine, OutcomePayout, OutcomeRow, PayoutStatus } from "../../../ipc";
import { accountGroups } from "../../../lib/banks/account";
import { shortBankName } from "../../../lib/banks/bankNames";
import { textPx } from "../../../lib/textWidth";
import { formatCalendarDay, formatDay } from "../../../lib/time/dates";
import { SELECT, type Confirmation, isToConfirm, isWaiting, keyOf } from "../confirmation";
import classes from "../Outcomes.module.css";

export type OutcomesWords = ReturnType<typeof useTranslation<"outcomes">>["t"];

/** The cell's padding; the page's margin at the start of the row. */
const CELL_PX = 24;
const MARGIN_PX = 32;
const BOX_PX = 24;
/** A state's icon with its gap: a state is never cut. */
const ICON_PX = 26;
/** Longer texts are cut even if there is room. */
const TEXT_PX_MAX = 320;
/** Font size of the second line. */
const FACTS_PX = 12;

/** The width that fits both lines of a cell. */
const preferredTextPx = (first: string, second: string): number =>
  Math.min(TEXT_PX_MAX, Math.max(textPx(first), textPx(second, FACTS_PX))) + CELL_PX;

type Input = {
  t: OutcomesWords;
  confirmation: Confirmation;
  stateWord: (which: StateOf) => string;
  /** Without selectable lines the column is absent. */
  canSelect: boolean;
};

export function outcomeColumns({ t, confirmation, stateWord, canSelect }: Input): GridColumn<OutcomeLine>[] {
  return [
    ...(canSelect ? [selectColumn(t, confirmation)] : []),
    {
      id: "person",
      header: t("column.person"),
      width: { min: 150, ideal: 210, grow: 1, shrinkOrder: 2 },
      // Name, account and bank identify the person; only the payroll's name is cut.
      requiredWidth: ({ payout }) =>
        payout === null ? 0 : Math.min(TEXT_PX_MAX, textPx(accountText(payout), FACTS_PX)) + CELL_PX,
      preferredWidth: (line) => {
        const { name, facts } = subjectOf(line, t);
        return (
          preferredTextPx(name, `${line.payout?.accountNumber ?? ""} · ${facts}`) +
          (canSelect ? 0 : MARGIN_PX - CELL_PX / 2)
        );
      },
      text: (line) => subjectOf(line, t).name,
      render: (line) => <Subject line={line} t={t} />,
    },
    {
      id: "amount",
      header: t("column.amount"),
      width: { min: 120 },
      alignEnd: true,
      requiredWidth: (line) => textPx(amountOf(line)?.value ?? "") + ICON_PX + CELL_PX,
      text: (line) => amountOf(line)?.value ?? "",
      render: (line) => <Amount line={line} />,
    },
    beforeColumn(t, stateWord),
    afterColumn(t, confirmation, stateWord),
    {
      id: "says",
      header: t("column.says"),
      width: { min: 170, ideal: 300, grow: 1.6, shrinkOrder: 3 },
      requiredWidth: (line) => preferredTextPx(dayAndAmountOf(line), ""),
      preferredWidth: (line) => {
        const { first, second } = twoLines(reportTextOf(line, t));
        return preferredTextPx(first, second);
      },
      text: (line) => reportTextOf(line, t).words,
      render: (line) => <TwoLines {...twoLines(reportTextOf(line, t))} />,
    },
  ];
}

function selectColumn(t: OutcomesWords, { open, confirmed, toggle }: Confirmation): GridColumn<OutcomeLine> {
  const isAll = open.length > 0 && open.every((key) => confirmed.has(key));
  return {
    id: SELECT,
    header: "",
    headerStart:
      open.length === 0 ? (
        <span className="visually-hidden">{t("column.select")}</span>
      ) : (
        <SelectBox
          label={t("confirmAll", { count: open.length })}
          isSelected={isAll}
          onToggle={() => toggle(open, !isAll)}
          testid="outcomes-confirm-all"
        />
      ),
    width: { min: MARGIN_PX + BOX_PX },
    text: () => "",
    render: (line) => {
      if (!isToConfirm(line)) return null;
      const isSelected = confirmed.has(line.confirmKey);
      return (
        <SelectBox
          label={t("confirmOne", { name: subjectOf(line, t).name })}
          isSelected={isSelected}
          onToggle={() => toggle([line.confirmKey], !isSelected)}
          testid={`outcomes-confirm-${keyOf(line)}`}
        />
      );
    },
  };
}

function beforeColumn(t: OutcomesWords, stateWord: Input["stateWord"]): GridColumn<OutcomeLine> {
  const word = ({ payout }: OutcomeLine): string =>
    payout === null ? "" : stateWord({ of: "payout", state: payout.before });
  return {
    id: "before",
    header: t("column.before"),
    width: { min: 110 },
    requiredWidth: (line) => textPx(word(line)) + ICON_PX + CELL_PX,
    text: word,
    render: ({ payout }) => (payout === null ? null : <State of="payout" state={payout.before} />),
  };
}

/** A line that needs selection is unchanged until it is selected. */
function afterColumn(
  t: OutcomesWords,
  { confirmed }: Confirmation,
  stateWord: Input["stateWord"],
): GridColumn<OutcomeLine> {
  const texts = (line: OutcomeLine): { state: PayoutStatus | null; word: string; ifSelected: string } => {
    if (line.payout === null) return { state: null, word: "", ifSelected: "" };
    const { before, after } = line.payout;
    const waits = isWaiting(line, confirmed) && before !== after;
    const state = waits ? before : after;
    const ifSelected = waits ? t("ifSelected", { state: stateWord({ of: "payout", state: after }) }) : "";
    return { state, word: stateWord({ of: "payout", state }), ifSelected };
  };
  return {
    id: "after",
    header: t("column.after"),
    width: { min: 110 },
    requiredWidth: (line) => {
      const { word, ifSelected } = texts(line);
      return Math.max(textPx(word), textPx(ifSelected, FACTS_PX)) + ICON_PX + CELL_PX;
    },
    text: (line) => texts(line).word,
    render: (line) => {
      const { state, ifSelected } = texts(line);
      if (state === null) return null;
      return (
        <span className={classes.lines}>
          <State of="payout" state={state} />
          {ifSelected === "" ? null : <span className={classes.ifSelected}>{ifSelected}</span>}
        </span>
      );
    },
  };
}

const accountText = ({ accountNumber, bankName }: OutcomePayout): string =>
  `${accountGroups(accountNumber).join(" ")} · ${shortBankName(bankName)}`;

/** The full text of a line, for users without a pointer. */
export function fullText(line: OutcomeLine, t: OutcomesWords): string {
  const { name, facts } = subjectOf(line, t);
  const { words, facts: more } = reportTextOf(line, t);
  const account = line.payout?.accountNumber ?? "";
  return [name, account, facts, words, ...more].filter((part) => part !== "").join(" · ");
}

/** The subject of a line: a payment, a batch, or a row without either. */
function subjectOf({ payout, batch, kind }: OutcomeLine, t: OutcomesWords): { name: string; facts: string } {
  if (payout !== null) return { name: payout.name, facts: `${shortBankName(payout.bankName)} · ${payout.payrollName}` };
  if (batch === null) return { name: t(`kind.${kind}`), facts: "" };
  const people = t("people", { count: batch.total.count });
  return { name: t("batch", { number: batch.number }), facts: `${people} · ${batch.payrollName}` };
}

function Subject({ line, t }: { line: OutcomeLine; t: OutcomesWords }): ReactNode {
  const { name, facts } = subjectOf(line, t);
  const { payout } = line;
  const title = [name, ...(payout === null ? [facts] : [payout.bankName, payout.payrollName])];
  return (
    <span className={classes.lines} title={title.filter((part) => part !== "").join(" · ")} data-kind={line.kind}>
      <span className={payout === null && line.batch === null ? classes.nobody : classes.name}>{name}</span>
      {payout === null ? (
        <span className={classes.facts}>{facts}</span>
      ) : (
        <span className={classes.facts}>
          <Account number={payout.accountNumber} /> · {facts}
        </span>
      )}
    </span>
  );
}

function amountOf({ payout, batch }: OutcomeLine) {
  if (payout !== null) return { value: payout.amount, currency: payout.currency };
  return batch === null ? null : { value: batch.total.sum, currency: batch.total.currency };
}

function Amount({ line }: { line: OutcomeLine }): ReactNode {
  const amount = amountOf(line);
  return amount === null ? null : <Money {...amount} sign="plain" />;
}

type ReportText = { words: string; facts: string[] };

/** The file's report in its own words, and why it is not applied automatically. */
function reportTextOf(line: OutcomeLine, t: OutcomesWords): ReportText {
  const { says, payout, batch } = line;
  const isNamed = payout === null && batch === null;
  const [first, ...more] = says;
  const [match, why] = [matchOf(line, t), problemOf(line, t)];
  if (first === undefined) return { words: [...match, ...why].join(" · "), facts: [] };
  const others = more.length === 0 ? [] : [t("otherRows", { count: more.length })];
  const row = { ...first, amount: differingAmount(line, first) };
  return { words: wordsOf(row, isNamed, t), facts: [...why, ...match, placeOf(first, t), ...others] };
}

function problemOf({ problem, earlierDebits }: OutcomeLine, t: OutcomesWords): string[] {
  if (problem === null) return [];
  if (problem !== "second_debit" || earlierDebits.length === 0) return [t(`problem.${problem}`)];
  return [t("secondDebit", { days: earlierDebits.map(formatCalendarDay).join(", ") })];
}

/** Evidence that a row belongs to the payment: the matching fields, and when the payment was sent. */
function matchOf({ matchedBy, sentAt, confirmKey }: OutcomeLine, t: OutcomesWords): string[] {
  if (confirmKey === null || matchedBy === null) return [];
  return [t(`matched.${matchedBy}`), ...(sentAt === null ? [] : [t("sentOn", { day: formatDay(sentAt) })])];
}

const dayAndAmountOf = (line: OutcomeLine): string => {
  const [first] = line.says;
  if (first === undefined) return "";
  return [formatCalendarDay(first.day), differingAmount(line, first)].filter((text) => text !== "").join(" · ");
};

/** The file's amount, if it differs from the payment's. */
const differingAmount = ({ payout }: OutcomeLine, { amount }: OutcomeRow): string =>
  amount === payout?.amount ? "" : amount;

/** The row in the file's words: date, amount, text. */
function wordsOf(
  { status, code, message, reference, account, amount, day }: OutcomeRow,
  isNamed: boolean,
  t: OutcomesWords,
) {
  const words = [status, code === "" ? "" : t("code", { code }), message];
  const all = [formatCalendarDay(day), amount, ...words, ...(isNamed ? [reference, account] : [])];
  const shown = all.filter((text) => text !== "");
  return shown.length === 0 ? t("nothing") : shown.join(" · ");
}

const placeOf = ({ sheet, row }: OutcomeRow, t: OutcomesWords): string =>
  sheet === "" ? t("row", { row }) : t("rowOf", { row, sheet });

const twoLines = ({ words, facts }: ReportText) => ({ first: words, second: facts.join(" · ") });

/** The full text is in the title. A single sentence uses both lines. */
function TwoLines({ first, second }: { first: string; second: string }): ReactNode {
  if (second === "")
    return (
      <span className={classes.alone} title={first}>
        {first}
      </span>
    );
  return (
    <span className={classes.lines} title={`${first}\n${second}`}>
      <span className={classes.said}>{first}</span>
      <span className={classes.facts}>{second}</span>
    </span>
  );
}
