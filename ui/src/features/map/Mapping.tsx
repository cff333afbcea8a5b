/** The mapping screen: the field of each column of a file, confirmed with one press. */
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconAlertTriangle, IconArrowLeft, IconBookmark } from "@tabler/icons-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { ErrorPanel, Page, SkeletonRows } from "../../components";
import { asDeskError, type DifferingTotal, type MappingAnswer, type MappingView } from "../../ipc";
import { BankOfAll } from "./BankOfAll";
import { arithmeticOf, type Fault, faults, isAllByContent, missing } from "./columns";
import { ColumnList } from "./ColumnList";
import classes from "./Map.module.css";
import { formatCount } from "../../lib/time/dates";
import { formatMoney } from "../../lib/currency/money";
import { SheetStrip } from "./SheetStrip";
import { Side } from "./Side";
import { Table } from "./Table";
import { type Mapping as State, type Source, useMapping } from "./useMapping";
import { faultText, listed, useWords, type Words } from "./words";

const SKELETON_ROWS = 8;
const SKELETON_PX = 64;

type Props = {
  source: Source;
  /** Applies the confirmed mapping; an error is shown here. */
  onConfirm: (answer: MappingAnswer, isEdited: boolean) => Promise<void>;
  onBack: () => void;
  /** Alternative actions if the file has changed. */
  instead?: ReactNode;
};

export function Mapping({ source, onConfirm, onBack, instead }: Props) {
  const t = useWords();
  const mapping = useMapping(source);
  const { view, columns, answer, seen, isSettled, isEdited } = mapping;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const found = faults(columns);
  const canConfirm = answer !== undefined && mapping.isCurrent && found.length === 0 && !isBusy;
  const confirm = async () => {
    if (!canConfirm) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm(answer, isEdited);
    } catch (thrown) {
      setFailure(thrown);
    } finally {
      setBusy(false);
    }
  };
  useKeys({ Enter: () => void confirm(), Escape: onBack });
  const error = failure ?? mapping.error ?? undefined;
  return (
    <Page
      title={t(source.kind === "draft" ? "title.change" : "title.ask")}
      second={view === undefined ? undefined : <span className={classes.file}>{view.fileName}</span>}
      before={
        <Tooltip label={`${t("back")} (Esc)`}>
          <ActionIcon variant="default" size={36} aria-label={t("back")} onClick={onBack} data-testid="map-back">
            <IconArrowLeft size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      }
      actions={
        view !== undefined && (
          <Primary count={seen?.people ?? 0} can={canConfirm} isBusy={isBusy} onConfirm={() => void confirm()} />
        )
      }
      fill
      testid="map-screen"
    >
      {error !== undefined && (
        <div className={classes.failure}>
          <ErrorPanel error={error} actions={<Ways error={error} mapping={mapping} instead={instead} />} />
        </div>
      )}
      {view === undefined ? (
        error === undefined && (
          <div className={classes.waiting}>
            <SkeletonRows rows={SKELETON_ROWS} columns={3} height={SKELETON_PX} />
          </div>
        )
      ) : (
        <div className={classes.work}>
          <div className={classes.main}>
            <Lead view={view} found={found} mapping={mapping} source={source} />
            <Table
              view={view}
              hasCountry={source.kind === "file"}
              chooseTable={mapping.chooseTable}
              chooseCountry={mapping.chooseCountry}
            />
            <SheetStrip view={view} columns={columns} onHeader={mapping.chooseHeader} />
            <ColumnList view={view} columns={columns} setField={mapping.setField} />
            <Remembered view={view} />
          </div>
          <Side
            view={view}
            seen={seen ?? view}
            columns={columns}
            isSettled={isSettled}
            bank={mapping.asksForBank && <BankOfAll country={view.country} mapping={mapping} />}
          />
        </div>
      )}
    </Page>
  );
}

function Remembered({ view }: { view: MappingView }) {
  const t = useWords();
  return (
    <p className={classes.remembered}>
      <IconBookmark size={16} stroke={1.75} aria-hidden />
      {t(view.decision.layout === null || view.headedByAPerson ? "memory.cannot" : "memory.will")}
    </p>
  );
}

type PrimaryProps = { count: number; can: boolean; isBusy: boolean; onConfirm: () => void };

function Primary({ count, can, isBusy, onConfirm }: PrimaryProps) {
  const t = useWords();
  const button = useRef<HTMLButtonElement>(null);
  // The guess is usually right: Enter confirms it.
  useEffect(() => button.current?.focus(), []);
  return (
    <Button
      ref={button}
      disabled={!can && !isBusy}
      loading={isBusy}
      onClick={onConfirm}
      aria-describedby="map-lead"
      data-testid="map-confirm"
    >
      {t("use")}
      <span className={classes.peopleCount}>{t("people", { count })}</span>
    </Button>
  );
}

function Ways({ error, mapping, instead }: { error: unknown; mapping: State; instead: ReactNode }) {
  const t = useWords();
  const { code } = asDeskError(error);
  const isGone = code === "file_changed" || code === "file_moved";
  return (
    <>
      {code !== "file_changed" && (
        <Button size="xs" variant="default" onClick={mapping.retry}>
          {t("retry")}
        </Button>
      )}
      {isGone && instead}
    </>
  );
}

type LeadProps = { view: MappingView; found: Fault[]; mapping: State; source: Source };

/** The question in one line; errors that block payment come first. */
function Lead({ view, found, mapping, source }: LeadProps) {
  const t = useWords();
  const [first] = found;
  const warning = first === undefined ? tableWarning(t, view, mapping) : faultText(t, first);
  if (warning === undefined) {
    return (
      <p className={classes.lead} id="map-lead" data-testid="map-lead">
        {leadText(t, view, mapping, source)}
      </p>
    );
  }
  return (
    <p className={classes.lead} id="map-lead" data-tone="attention" role="alert" data-testid="map-lead">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      {warning}
    </p>
  );
}

/** Why the detected table may be wrong or incomplete; nothing after another one was chosen. */
function tableWarning(t: Words, view: MappingView, { isCurrent }: State): string | undefined {
  const { decision, headedByAPerson } = view;
  const {
    mapping: { sheet, headerRow },
    sheetIsHidden,
    alsoPayrolls,
    otherTables,
  } = decision;
  if (headedByAPerson) return t("fault.person", { row: headerRow ?? 1 });
  if (!isCurrent) return undefined;
  const { differingTotals } = decision;
  const total = differingTotals.find(({ rows }) => rows.length > 0) ?? differingTotals[0];
  const others = { rows: otherTables.join(", "), count: otherTables.length };
  const warnings = [
    sheetIsHidden && t("fault.hidden", { sheet }),
    otherTables.length > 0 && t("fault.otherTable", others),
    total !== undefined && totalText(t, total, view),
    alsoPayrolls.length > 0 &&
      t("fault.several", { sheet, others: alsoPayrolls.join(", "), count: alsoPayrolls.length }),
  ].filter((warning) => warning !== false);
  return warnings.length === 0 ? undefined : warnings.join(" ");
}

function totalText(t: Words, total: DifferingTotal, { currency }: MappingView): string {
  const { kind, row, stated, read, isAbove } = total;
  const where = isAbove ? "above" : "below";
  const figures =
    kind === "count"
      ? { stated: formatCount(Number(stated)), read, count: Number(read) }
      : { stated: formatMoney(stated, currency), read: formatMoney(read, currency) };
  return `${t(`fault.differs.${kind}_${where}`, { row, ...figures })} ${explanation(t, total)}`;
}

function explanation(t: Words, { kind, isShort, rows }: DifferingTotal): string {
  const [row] = rows;
  if (kind === "count") {
    return row === undefined
      ? t(`fault.explained.${isShort ? "missing" : "extra"}`)
      : t("fault.explained.skippedCount", { rows: rows.join(", "), count: rows.length });
  }
  return row === undefined
    ? t("fault.explained.not")
    : t(`fault.explained.${isShort ? "skipped" : "tooMuch"}`, { row });
}

function leadText(t: Words, view: MappingView, { columns, isEdited }: State, source: Source): string {
  const { decision } = view;
  const lacks = missing(columns);
  const [need] = lacks;
  if (need !== undefined) return t(`need.${need}.later`);
  if (source.kind === "draft") return t("lead.change");
  if (isEdited) return t("lead.edited");
  const made = decision.unsure.find(({ sum }) => sum !== null);
  if (made !== undefined && made.sum !== null && decision.unsure.length === 1) {
    const sum = view.columns.find(({ column }) => column === made.column)?.header ?? made.column;
    return t("lead.sum", { sum, ...arithmeticOf(made.sum) });
  }
  const unsure = [...new Set(decision.unsure.map(({ column }) => column))];
  if (unsure.length === 0) return t("lead.sure");
  if (isAllByContent(decision)) return t("lead.byContent", { columns: listed(t, unsure) });
  return t("lead.unsure", { count: unsure.length });
}

type Key = "Enter" | "Escape";

/** Shortcuts for the whole screen, unless a field, button, list or dialog uses the key. */
function useKeys(acts: Record<Key, () => void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    const target = event.target instanceof Element ? event.target : null;
    const isTaken =
      event.defaultPrevented ||
      target?.closest('[role="dialog"], [role="menu"], [role="listbox"]') ||
      target?.getAttribute("aria-expanded") === "true" ||
      (event.key === "Enter" && target?.closest("button, input, a"));
    if (!isTaken) acts[event.key]();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}
