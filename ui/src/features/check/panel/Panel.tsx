/** The selected row: its problem, the file's values, and the fixes. */
import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconX } from "@tabler/icons-react";
import { memo, useEffect, useRef } from "react";
import { Trans } from "react-i18next";
import { type DraftView, type Field, ipc, type ProblemCode, type ProblemView, type RowDetail } from "../../../ipc";
import { formatDay } from "../../../lib/time/dates";
import { formatMoney } from "../../../lib/currency/money";
import { useNavigation } from "../../../navigation";
import { Money } from "../../../components";
import classes from "./Panel.module.css";
import { RecipientDetails } from "./RecipientDetails";
import { PanelActions } from "./PanelActions";
import { PanelBox } from "./PanelBox";
import type { PanelProps } from "./panelProps";
import { SinceFile } from "./SinceFile";
import { openProblems, problemWords, saysNotToPay } from "../state/problems";
import { rowText, useWords, type Words } from "../words";

/** The panel's problem: the one with the chosen chip, else that of the active cell, else the first. */
export function shownProblem(
  detail: RowDetail,
  field: Field | null,
  chosen: ProblemCode | undefined,
): ProblemView | undefined {
  const open = openProblems(detail.row);
  const notes =
    detail.row.state === "excluded" ? [] : detail.row.problems.filter(({ severity }) => severity === "note");
  return (
    open.find(({ code }) => code === chosen) ?? open.find((problem) => problem.field === field) ?? open[0] ?? notes[0]
  );
}

export const Panel = memo(function Panel(props: PanelProps) {
  const { detail, field, chosen, focusTurn, isLoading } = props;
  const t = useWords();
  const panel = useRef<HTMLElement>(null);
  const { row } = detail;
  const problem = shownProblem(detail, field, chosen);
  const titleId = `panel-title-${row.position}`;

  const turnTaken = useRef(0);
  useEffect(() => {
    if (isLoading || turnTaken.current === focusTurn) return;
    turnTaken.current = focusTurn;
    // A user who fixes zeros with repeated Enter must not accept a warning unread: its title is focused first. For a
    // row marked as not to be paid, excluding is the first action, which pays nobody.
    const mayPress = problem?.severity !== "warning" || saysNotToPay(problem);
    const find = (selector: string) => panel.current?.querySelector<HTMLElement>(selector);
    const target = mayPress ? (find("[data-first] input") ?? find("[data-first]")) : find("[data-title]");
    target?.focus({ preventScroll: true });
  }, [focusTurn, isLoading, problem]);

  return (
    <aside
      ref={panel}
      className={classes.panel}
      aria-label={rowText(t, "panel.label", row.row)}
      data-testid="panel"
      data-position={row.position}
    >
      <header className={classes.head}>
        <p className={classes.who}>
          {row.name === "" ? (
            <b>{rowText(t, "panel.whoNameless", row.row)}</b>
          ) : (
            <Trans
              t={t}
              i18nKey={row.row === null ? "panel.whoAdded" : "panel.who"}
              values={{ name: row.name, row: row.row }}
              components={{ 1: <b /> }}
            />
          )}
        </p>
        <StepButtons {...props} />
      </header>
      {problem === undefined ? (
        <NoProblem detail={detail} titleId={titleId} />
      ) : (
        <Explanation detail={detail} problem={problem} titleId={titleId} />
      )}
      {problem !== undefined && <PanelBox detail={detail} problem={problem} hasFile={props.draft.fileName !== ""} />}
      {problem === undefined && row.state !== "excluded" && <SinceFile {...props} />}
      <PanelActions
        {...props}
        problem={problem}
        titleId={titleId}
        key={`${row.position}-${problem?.code ?? row.state}`}
      />
      <VerifyAgain {...props} />
      <Facts {...props} problem={problem} />
    </aside>
  );
});

/** Asks the bank again for this row's holder, whatever it answered before. */
function VerifyAgain({ draft: { id, names }, detail: { row }, run }: PanelProps) {
  const t = useWords();
  const { kind } = row.holder;
  if (names.running || row.state === "excluded" || kind === "not_asked" || kind === "not_available") return null;
  const ask = async () => {
    await ipc.checkNames(id, { kind: "rows", positions: [row.position] });
    return ipc.draft(id);
  };
  return (
    <button type="button" className={classes.again} onClick={() => void run(ask)} data-testid="panel-verify-again">
      {t("panel.verifyAgain")}
    </button>
  );
}

function StepButtons({ detail, goTo, onClose }: PanelProps) {
  const t = useWords();
  const step = (position: number | null) => {
    if (position !== null) goTo(position);
  };
  return (
    <div className={classes.places}>
      {detail.openRows > 0 && (
        <>
          {detail.place !== null && (
            <span className={classes.place}>{t("panel.place", { place: detail.place, count: detail.openRows })}</span>
          )}
          <ActionIcon
            size={28}
            aria-label={t("panel.previous")}
            onClick={() => step(detail.previousOpen)}
            data-testid="panel-prev"
          >
            <IconChevronLeft size={18} stroke={1.75} />
          </ActionIcon>
          <ActionIcon
            size={28}
            aria-label={t("panel.next")}
            onClick={() => step(detail.nextOpen)}
            data-testid="panel-next"
          >
            <IconChevronRight size={18} stroke={1.75} />
          </ActionIcon>
        </>
      )}
      {onClose !== undefined && (
        <ActionIcon size={28} aria-label={t("panel.close")} onClick={onClose} data-testid="panel-close">
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </div>
  );
}

function Explanation({ detail, problem, titleId }: { detail: RowDetail; problem: ProblemView; titleId: string }) {
  const t = useWords();
  const words = problemWords(t, problem, detail.row);
  const others = openProblems(detail.row).filter((other) => other !== problem);
  const titles = others.map((other) => problemWords(t, other, detail.row).title);
  return (
    <div aria-live="polite">
      <h2 className={classes.title} id={titleId} tabIndex={-1} data-title data-testid="panel-title">
        {words.title}
      </h2>
      <p className={classes.text}>{words.text}</p>
      {titles.length > 0 && <p className={classes.also}>{t("panel.also", { titles: titles.join(", ") })}</p>}
    </div>
  );
}

/** No open problem: excluded, accepted, or ready. */
function NoProblem({ detail: { row }, titleId }: { detail: RowDetail; titleId: string }) {
  const t = useWords();
  const isExcluded = row.state === "excluded";
  const accepted = row.problems
    .filter((problem) => problem.accepted)
    .map((problem) => t(`problems:${problem.code}.chip`));
  const name = row.name === "" ? rowText(t, "panel.whoNameless", row.row) : row.name;
  // The changed values are shown below.
  const hasNoteBelow = !isExcluded && accepted.length === 0 && row.edited.length > 0;
  return (
    <div aria-live="polite">
      <h2 className={classes.title} id={titleId} tabIndex={-1} data-title data-testid="panel-title">
        {t(isExcluded ? "panel.excludedTitle" : "panel.readyTitle")}
      </h2>
      {!hasNoteBelow && <p className={classes.text}>{noProblemText(t, isExcluded, accepted, name)}</p>}
    </div>
  );
}

function noProblemText(t: Words, isExcluded: boolean, accepted: readonly string[], name: string): string {
  if (isExcluded) return t("panel.excludedText", { name });
  return accepted.length > 0 ? t("panel.acceptedText", { what: accepted.join(", ") }) : t("panel.readyText");
}

function Facts({ problem, ...props }: PanelProps & { problem: ProblemView | undefined }) {
  const t = useWords();
  const { draft, detail } = props;
  const { row } = detail;
  return (
    <dl className={classes.facts}>
      <dt>{t("panel.facts.from")}</dt>
      <dd>{origin(t, draft, detail, problem)}</dd>
      <dt>{t("panel.facts.amount")}</dt>
      <dd>{row.amount === null ? row.amountText : <Money value={row.amount} currency={row.currency} />}</dd>
      <dt>{t("panel.facts.narration")}</dt>
      <dd>{row.narration === "" ? t("panel.facts.noNarration") : row.narration}</dd>
      {row.reference !== "" && (
        <>
          <dt>{t("panel.facts.reference")}</dt>
          <dd className="selectable">{row.reference}</dd>
        </>
      )}
      <RecipientDetails {...props} />
      <dt>{t("panel.facts.lastPaid")}</dt>
      <LastPaid detail={detail} />
    </dl>
  );
}

/** The last payment to this account: date, amount and payroll. */
function LastPaid({ detail: { lastPaid } }: { detail: RowDetail }) {
  const t = useWords();
  const { go } = useNavigation();
  if (lastPaid === null) return <dd>{t("panel.facts.lastPaidNever")}</dd>;
  const { amount, at, payroll, payrollName } = lastPaid;
  const money = formatMoney(amount.sum, amount.currency);
  return (
    <dd data-testid="panel-last-paid">
      {at === null ? money : t("panel.facts.lastPaidAmount", { amount: money, day: formatDay(at) })}{" "}
      <button type="button" className={classes.again} onClick={() => go({ name: "track", id: payroll })}>
        {t("panel.facts.lastPaidBy", { payroll: payrollName })}
      </button>
    </dd>
  );
}

/** `D17 in Payroll`, or the row if there is no single cell. */
function origin(
  t: Words,
  { sheet }: DraftView,
  { row, fileValues }: RowDetail,
  problem: ProblemView | undefined,
): string {
  const cell = problem?.cell ?? fileValues.find(({ field }) => field === problem?.field)?.cell ?? null;
  if (cell !== null) return sheet === "" ? cell : t("panel.facts.fromCell", { cell, sheet });
  if (row.row === null) return t("panel.facts.fromNowhere");
  return sheet === ""
    ? t("panel.facts.fromRowNoSheet", { row: row.row })
    : t("panel.facts.fromRow", { row: row.row, sheet });
}
