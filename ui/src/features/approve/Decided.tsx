// What differs from the file: values changed since, and what the user decided. Alike ones stand together; a line
// opens to the rows it is about.

import {
  IconAlertTriangleFilled,
  IconArrowsDiff,
  IconBuildingBank,
  IconChevronRight,
  IconCircleMinus,
  IconCopy,
  type Icon,
  IconPencil,
  IconUserCheck,
  IconUserPlus,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { Money } from "../../components";
import { formatDay } from "../../lib/dates";
import type { ChangeView, ComparisonView, DecisionView, ProblemCode, ReviewView, Total } from "../../ipc";
import classes from "./Approve.module.css";

/** A line names its rows itself up to this many. */
const ROWS_NAMED_MAX = 2;
/** An opened line lists this many; a payroll may have thousands. */
const ROWS_LISTED_MAX = 200;

export function Decided({ review: { changes, decisions, comparison } }: { review: ReviewView }): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <div className={classes.decided}>
      <Compared view={comparison} />
      <section>
        <h2>{t("changes.title")}</h2>
        {changes.length === 0 ? <p className={classes.nothing}>{t("changes.none")}</p> : null}
        <ul>
          {changes.map((change) => (
            <Change key={`${change.kind} ${change.field ?? "row"} ${change.rows.join()}`} change={change} />
          ))}
        </ul>
      </section>
      {decisions.length === 0 ? null : (
        <section>
          <h2>{t("decisions.title")}</h2>
          <ul>
            {decisions.map((decision) => (
              <Decision key={`${decision.accepted ?? "out"} ${decision.rows.join()}`} decision={decision} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The very file of another payroll, and what is otherwise than last time. */
function Compared({ view }: { view: ComparisonView }): ReactNode {
  const { t } = useTranslation(["approve", "check"]);
  if (view.with === null && view.sameFile === null) return null;
  return (
    <section data-testid="approve-compared">
      <h2>{t("compared.title", { name: view.with?.name ?? view.sameFile?.name ?? "" })}</h2>
      <ul>
        {view.sameFile === null ? null : (
          <li className={classes.decisionLine} data-tone="attention" data-testid="approve-same-file">
            <IconAlertTriangleFilled size={18} aria-hidden />
            <span className={classes.lineText}>
              {t("check:compared.sameFile", {
                name: view.sameFile.name,
                when: view.sameFile.approvedAt === null ? "" : formatDay(view.sameFile.approvedAt),
              })}
            </span>
          </li>
        )}
        {view.counts.map(({ kind, count }) => (
          <li key={kind} className={classes.decisionLine}>
            <IconArrowsDiff size={18} stroke={1.75} aria-hidden />
            <span className={classes.lineText}>
              {t(`check:compared.count.${kind}`, { count, pct: view.thresholdPct })}
            </span>
          </li>
        ))}
      </ul>
      {view.with !== null && view.counts.length === 0 ? <p className={classes.nothing}>{t("compared.none")}</p> : null}
    </section>
  );
}

function Change({ change }: { change: ChangeView }): ReactNode {
  const { t } = useTranslation(["approve", "check"]);
  const { kind, skippedAs, from, to } = change;
  const field = change.field === null ? "" : t(`field.${change.field}`);
  switch (kind) {
    case "zero_added":
      return <Line icon={IconPencil} text={t("changes.zero_added")} rows={change.rows} />;
    case "bank_chosen": {
      const text =
        from !== null && to !== null ? t("changes.bank_chosen", { from, to }) : t("changes.bank_chosen_several");
      return <Line icon={IconBuildingBank} text={text} rows={change.rows} />;
    }
    case "put_back": {
      const taken = skippedAs === null ? "" : t(`check:skipped.kind.${skippedAs}`);
      const text =
        to === null || to === ""
          ? t("changes.put_back_several", { kind: taken })
          : t("changes.put_back", { kind: taken, name: to });
      return <Line icon={IconUserPlus} text={text} rows={change.rows} />;
    }
    case "edited":
      if (from === null || to === null)
        return <Line icon={IconPencil} text={t("changes.edited", { field })} rows={change.rows} />;
      return (
        <Line
          icon={IconPencil}
          text={t(to === "" ? "changes.editedCleared" : from === "" ? "changes.editedFilled" : "changes.editedFromTo", {
            field,
            from,
            to,
          })}
          rows={change.rows}
        />
      );
  }
}

const DUPLICATES: readonly ProblemCode[] = ["duplicate_account", "duplicate_payment", "name_with_two_accounts"];

function Decision({ decision: { accepted, name, sum, rows } }: { decision: DecisionView }): ReactNode {
  const { t } = useTranslation("approve");
  if (accepted === null) {
    const text = name === null ? t("decisions.leftOutSeveral") : t("decisions.leftOut", { name });
    return <Line icon={IconCircleMinus} text={text} rows={rows} sum={sum} />;
  }
  const what = t(`decisions.accepted.${accepted}`);
  return (
    <Line
      icon={DUPLICATES.includes(accepted) ? IconCopy : IconUserCheck}
      text={name === null ? what : t("decisions.named", { name, what })}
      rows={rows}
    />
  );
}

type LineProps = { icon: Icon; text: string; rows: readonly (number | null)[]; sum?: Total | null };

function Line({ icon: LineIcon, text, rows, sum = null }: LineProps): ReactNode {
  const { t } = useTranslation("approve");
  const [isOpen, setOpen] = useState(false);
  const where =
    rows.length > ROWS_NAMED_MAX
      ? t("where.people", { count: rows.length })
      : rows.length > 1
        ? t("where.rows", { rows: named(rows) })
        : rows[0] === null
          ? t("where.rowAdded")
          : t("where.row", { row: rows[0] ?? "" });
  const content = (
    <>
      <LineIcon size={18} stroke={1.75} aria-hidden />
      <span className={classes.lineText}>{text}</span>
      <span className={classes.where}>{sum === null ? where : <Money value={sum.sum} currency={sum.currency} />}</span>
    </>
  );
  const opens = rows.length > ROWS_NAMED_MAX || sum !== null;
  if (!opens) return <li className={classes.decisionLine}>{content}</li>;
  return (
    <li className={classes.decisionLine}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {content}
        <IconChevronRight size={16} stroke={1.75} aria-hidden className={classes.chevron} />
      </button>
      {isOpen ? <p className={classes.rows}>{listed(rows)}</p> : null}
    </li>
  );

  function named(some: readonly (number | null)[]): string {
    return some.map((row) => row ?? t("where.added")).join(", ");
  }

  function listed(all: readonly (number | null)[]): string {
    const first = named(all.slice(0, ROWS_LISTED_MAX));
    const more = all.length - ROWS_LISTED_MAX;
    return t("where.all", {
      count: all.length,
      rows: more > 0 ? t("where.andMore", { rows: first, count: more }) : first,
    });
  }
}
