/** The required fields, found or missing, and a preview of the first people. */
import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Account, Money, ScrollRegion } from "../../components";
import { shortBankName } from "../../lib/banks/bankNames";
import type { MappedColumn, MappingView, RowView } from "../../ipc";
import { columnsFor, duplicateFields, NEEDS, type Need, REQUIRED } from "./columns";
import classes from "./Map.module.css";
import { listed, useWords } from "./words";

const PEOPLE_SHOWN = 3;

type Props = {
  view: MappingView;
  seen: MappingView;
  columns: MappedColumn[];
  isSettled: boolean;
  /** The bank for rows without one; a draft that is read again has its own. */
  bank: ReactNode;
};

export function Side({ view, seen, columns, isSettled, bank }: Props) {
  const t = useWords();
  return (
    <ScrollRegion className={classes.side} label={t("side.label")}>
      <h2 className={classes.sideTitle}>{t("side.needs")}</h2>
      <ul className={classes.needs}>
        {(Object.keys(NEEDS) as Need[]).map((need) => (
          <Needed key={need} need={need} view={view} columns={columns} />
        ))}
      </ul>
      {bank}
      <h2 className={classes.sideTitle}>{t("side.first")}</h2>
      <div className={classes.people} data-stale={!isSettled || undefined} data-testid="map-people" aria-live="polite">
        {seen.first.slice(0, PEOPLE_SHOWN).map((row) => (
          <Person key={row.position} row={row} />
        ))}
        {seen.people === 0 && <p className={classes.nobody}>{t("side.nobody")}</p>}
        {seen.people > PEOPLE_SHOWN && (
          <p className={classes.more}>{t("side.more", { count: seen.people - PEOPLE_SHOWN })}</p>
        )}
        {seen.skipped > 0 && <p className={classes.more}>{t("side.skipped", { count: seen.skipped })}</p>}
      </div>
    </ScrollRegion>
  );
}

function Needed({ need, view, columns }: { need: Need; view: MappingView; columns: MappedColumn[] }) {
  const t = useWords();
  const found = columnsFor(columns, need);
  const isRequired = REQUIRED.some((required) => required === need);
  const names = found.map((column) => {
    const header = view.columns.find((preview) => preview.column === column)?.header ?? "";
    return header === "" ? t("list.column", { column }) : header;
  });
  const isDouble = [...duplicateFields(columns).keys()].some((field) => NEEDS[need].some((known) => known === field));
  const state = isDouble ? "missing" : found.length > 0 ? "found" : isRequired ? "missing" : "later";
  const Icon = { found: IconCircleCheck, missing: IconAlertCircle, later: IconCircleDashed }[state];
  return (
    <li className={classes.need} data-state={state} data-testid={`map-need-${need}`}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <span className={classes.needText}>
        <b>{t(`need.${need}.name`)}</b>
        <span>{found.length > 0 ? listed(t, names) : t(`need.${need}.missing`)}</span>
      </span>
    </li>
  );
}

function Person({ row }: { row: RowView }) {
  const t = useWords();
  // A missing field is visible without a mark.
  const wrong = row.problems.find(({ severity, code }) => severity === "error" && !code.endsWith("_missing"));
  const nothing = <i>{t("side.nothing")}</i>;
  return (
    <dl className={classes.person}>
      <dt>{row.name === "" ? nothing : row.name}</dt>
      <dd className={classes.personAmount}>
        {row.amount === null ? (
          row.amountText === "" ? (
            nothing
          ) : (
            row.amountText
          )
        ) : (
          <Money value={row.amount} currency={row.currency} sign="plain" />
        )}
      </dd>
      <dd>{row.accountNumber === "" ? nothing : <Account number={row.accountNumber} />}</dd>
      <dd className={classes.personBank} title={row.bankName}>
        {row.bankName === "" ? nothing : shortBankName(row.bankName)}
      </dd>
      {wrong !== undefined && <dd className={classes.personWrong}>{t(`problems:${wrong.code}.short`)}</dd>}
    </dl>
  );
}
